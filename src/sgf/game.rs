//! Finds the games in a text and reads their size, rules and names. Does not read their moves.

use std::fmt::Display;
use std::ops::Range;

use super::game_info::{GameInfo, RulesName};
use super::komi::{Spelling, komi};
use super::nodes::{GameNodes, Node, Scan, not_enough_memory};
use super::places::Places;
use super::property::{Properties, Property, Value, properties};
use super::results::result;
use super::scan::scan;
use super::tokens::{
    AB, AE, AW, B, BR, DT, EV, GC, GM, HA, HD, KM, KO, PB, PW, RD, RE, RU, SZ, TE, W, WR,
    is_of_game,
};
use super::values::{described, exact_rules, handicap, is_near, rules_named, size};
use crate::basics::text::quoted;
use crate::basics::{Komi, Point, Rules, Size, TextError};

/// The most warnings kept for one game. Each holds a line of the text.
const MOST_WARNINGS: usize = 20;

/// The most warnings kept with [`Judging::all_warnings`](super::Judging::all_warnings).
const MOST_OF_ALL_WARNINGS: usize = 10_000;

/// A text of this length is read without checking the memory for its judgement.
const SURELY_FITS: usize = 1 << 20;

/// The memory in bytes for judging a game, apart from its nodes.
const WORKSPACE: usize = 16 << 20;

/// The most bytes of a name, a date and so on. Several copies of them are made.
pub(super) const LONGEST_VALUE: usize = 64 << 10;

/// See [`Collection::share`].
const GAMES_IN_SHARE: usize = 256;
const NODES_IN_SHARE: u32 = 10_000;

/// The games of a record file, before any of their moves is judged.
///
/// ```
/// use gokata::sgf::Collection;
///
/// let file = Collection::parse("(;SZ[9]RU[Japanese];B[ee];W[ce])")?;
/// let game = file.games().next().unwrap()?;
/// assert_eq!((game.size().rows(), game.moves()), (9, 2));
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Collection<'t> {
    pub(super) places: Places<'t>,
    pub(super) scan: Scan,
}

impl<'t> Collection<'t> {
    /// Finds the games in a text.
    ///
    /// A game is read up to its first grammar error, which [`SgfGame::fault`] returns; a variation of more than
    /// 20,000 nodes is such an error. Reading continues at the next line of text that begins a game. Text after
    /// 45 million nodes, a million games or a thousand errors is not read, and the last error says so.
    ///
    /// # Errors
    /// The text has no game, is larger than 1 GiB, or its nodes do not fit into memory: twelve bytes for each.
    pub fn parse(text: &'t str) -> Result<Collection<'t>, TextError> {
        Collection::of(Places::of(text))
    }

    pub(super) fn of(places: Places<'t>) -> Result<Collection<'t>, TextError> {
        let scan = scan(&places)?;
        let length = places.text().len();
        if length > SURELY_FITS && !is_free(length / 16 + WORKSPACE) {
            return Err(not_enough_memory(places.text()));
        }
        Ok(Collection { places, scan })
    }

    /// The text in which the games were found.
    pub fn text(&self) -> &str {
        self.places.text()
    }

    /// Returns the games in the order of the text, or an error for a game that cannot be judged at all.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Result<SgfGame<'_>, TextError>> {
        (0..self.scan.games.len()).map(|index| SgfGame::read(self, index))
    }

    /// Returns the game at an index, from 0, as [`Collection::games`] does; `None` after the last one.
    pub fn game(&self, index: usize) -> Option<Result<SgfGame<'_>, TextError>> {
        (index < self.scan.games.len()).then(|| SgfGame::read(self, index))
    }

    /// Returns the indices of the next games from `first` on that are enough work for a thread: up to 256, and no more
    /// than 10,000 nodes unless it is one game. The range is empty after the last game. For the command line.
    #[doc(hidden)]
    pub fn share(&self, first: usize) -> Range<usize> {
        let later = self.scan.games.get(first..).unwrap_or_default();
        let most = later.first().map(|nodes| nodes.start + NODES_IN_SHARE);
        let games = later.iter().take(GAMES_IN_SHARE).enumerate();
        let fitting = games.take_while(|(nth, nodes)| *nth == 0 || Some(nodes.end) <= most);
        first..first + fitting.count()
    }
}

impl Collection<'static> {
    /// As [`Collection::parse`], for a text that the collection keeps. Threads can share it.
    ///
    /// # Errors
    /// As [`Collection::parse`].
    pub fn parse_owned(text: String) -> Result<Collection<'static>, TextError> {
        Collection::of(Places::of(text))
    }
}

/// A game of a record: the properties of the whole game, and the tree of its nodes.
#[derive(Debug, Clone)]
pub struct SgfGame<'c> {
    pub(super) places: &'c Places<'c>,
    text: &'c str,
    /// The nodes of the whole file.
    pub(super) nodes: &'c [Node],
    pub(super) tree: GameNodes,
    pub(super) size: Size,
    rules: Option<Rules>,
    komi: Option<Komi>,
    /// The number of stones that `HA` gives, and its offset.
    pub(super) handicap: Option<(usize, usize)>,
    /// Handicap stones that the record lacks.
    pub(super) placed: Vec<Point>,
    /// The offset of a `KO` that is read as the komi.
    pub(super) ko_as_komi: Option<usize>,
    pub(super) about: GameInfo,
    pub(super) warnings: Warnings,
}

impl<'c> SgfGame<'c> {
    pub(super) fn read(collection: &'c Collection<'_>, number: usize) -> Result<Self, TextError> {
        let places = &collection.places;
        let mut tree = collection.scan.tree(number, places);
        let root = collection.scan.nodes[tree.nodes.start as usize];
        let mut game = SgfGame {
            places,
            text: places.text(),
            nodes: &collection.scan.nodes,
            warnings: Warnings {
                kept: std::mem::take(&mut tree.warnings),
                ..Warnings::default()
            },
            tree,
            // The default of the standard.
            size: Size::default(),
            rules: None,
            komi: None,
            handicap: None,
            placed: Vec::new(),
            ko_as_komi: None,
            about: GameInfo {
                rules: RulesName::Unnamed,
                ..GameInfo::default()
            },
        };
        let (mut sized, mut exact) = (None, None);
        let mut strange = Vec::new();
        let mut seen = Vec::with_capacity(8);
        for property in properties(places.text(), root.start as usize, root.end as usize) {
            match property.name {
                SZ => {
                    for value in property.values() {
                        let size = size(places, value)?;
                        if size.rows() == size.cols() && value.text.contains(':') {
                            let side = size.rows();
                            let message = "the size of a square board is written as one number";
                            game.warn(value.at, format_args!("{message}: {side}"));
                        }
                        match sized.replace(size) {
                            Some(other) if other != size => {
                                let message = "a second size that differs from the first";
                                return Err(places.at(value.at, message));
                            }
                            Some(_) => game.warn(value.at, "the size is given twice"),
                            None => {}
                        }
                    }
                }
                name if is_of_game(name) => game.learn(property, &mut seen)?,
                name @ (EV | BR | WR) => {
                    let kept = match name {
                        EV => &mut game.about.event,
                        BR => &mut game.about.black_rank,
                        _ => &mut game.about.white_rank,
                    };
                    let text = property.value().beginning(LONGEST_VALUE).line();
                    if kept.is_none() && !text.trim().is_empty() {
                        *kept = Some(text);
                    }
                }
                // The first of each.
                TE | RD | KO | HD
                    if strange.iter().all(|it: &Property| it.name != property.name) =>
                {
                    strange.push(property);
                }
                GC => exact = property.values().next().and_then(exact_rules).or(exact),
                _ => {}
            }
        }
        game.size = sized.unwrap_or(game.size);
        game.learn_dialect(&strange, &mut seen)?;
        game.learn_late(&collection.scan, seen)?;
        let is_near = |exact: &Rules| game.rules.is_some_and(|named| is_near(*exact, named));
        game.rules = exact.filter(is_near).or(game.rules);
        Ok(game)
    }

    /// Reads the properties of the whole game that are written after the first node. The standard allows this for all
    /// but the size. Ignores those after the first move, so that all moves are judged by the same rules.
    fn learn_late(&mut self, scan: &Scan, mut seen: Vec<u64>) -> Result<(), TextError> {
        if self.tree.oddities.is_empty() {
            return Ok(());
        }
        let tree = self.tree.clone();
        let mut line = self.main_line();
        let opening = line.find(|node| self.adds_a_move(*node));
        let opening = opening.or_else(|| self.main_line().last());
        let opening = opening.map_or(0, |node| self.nodes[node as usize].end as usize);
        for at in scan.late(&tree) {
            let text = self.text;
            let Some(property) = properties(text, at, text.len()).next() else {
                continue;
            };
            if property.name == SZ {
                for value in property.values() {
                    if size(self.places, value)? != self.size {
                        let rule = "the size must be in the first node";
                        let message = format!("{rule}; the board is {}", self.size);
                        return Err(self.places.at(value.at, message));
                    }
                }
            } else if at < opening || property.name == GM {
                self.learn(property, &mut seen)?;
            } else {
                let what = described(property.name);
                self.warn(at, format_args!("{what} after the first move is ignored"));
            }
        }
        Ok(())
    }

    /// Reads a property of the whole game. If it is given twice, the first one counts.
    pub(super) fn learn(
        &mut self,
        property: Property<'_>,
        seen: &mut Vec<u64>,
    ) -> Result<(), TextError> {
        let value = property.value();
        if property.name == GM {
            match value.text.trim() {
                "1" => {}
                "" => self.warn(value.at, "the kind of game is not given: it is read as Go"),
                other => {
                    let message = format!("this is no game of Go: GM is {}, not 1", quoted(other));
                    return Err(self.places.at(property.at, message));
                }
            }
            return Ok(());
        }
        let is_second = seen.contains(&property.name);
        if is_second || property.values().nth(1).is_some() {
            let what = described(property.name);
            let message = format_args!("{what} is given twice: the first one counts");
            self.warn(property.at, message);
        }
        if !is_second {
            seen.push(property.name);
            let beginning = value.beginning(LONGEST_VALUE);
            if beginning.text.len() < value.text.len() {
                let what = described(property.name);
                let message = format_args!("{what} is cut after {LONGEST_VALUE} bytes");
                self.warn(value.at, message);
            }
            self.learn_first(property.name, beginning);
        }
        Ok(())
    }

    fn learn_first(&mut self, name: u64, value: Value<'_>) {
        match name {
            KM => {
                let text = &*value.line();
                let read = komi(text, || self.hints());
                self.komi = read.map(|(komi, _)| komi);
                let counts = "that of the named rules counts, else 0";
                let how = match read {
                    Some((_, Spelling::Usual)) => return,
                    Some((komi, Spelling::Unusual)) => {
                        format!("{} is read as {komi}", quoted(text))
                    }
                    Some((komi, Spelling::Large)) => {
                        format!(
                            "{} is read as {komi} points, which is unusual",
                            quoted(text)
                        )
                    }
                    None if text.is_empty() => format!("is empty: {counts}"),
                    None => {
                        self.about.other_komi = Some(text.to_owned());
                        format!("{} is not understood: {counts}", quoted(text))
                    }
                };
                self.warn(value.at, format_args!("the komi {how}"));
            }
            HA => {
                let text = &*value.line();
                let read = handicap(text);
                self.handicap = read.map(|(stones, _)| (stones, value.at));
                self.about.handicap = read.map(|(stones, _)| if stones == 1 { 0 } else { stones });
                let none = "a handicap of one stone counts as no handicap";
                let how = match read {
                    Some((1, _)) => return self.warn(value.at, none),
                    // Most programs write 0 for a game without handicap.
                    Some((_, true)) => return,
                    Some((stones, false)) => format!("{} is read as {stones}", quoted(text)),
                    None if text.is_empty() => "is empty".to_owned(),
                    None => {
                        self.about.other_handicap = Some(text.to_owned());
                        format!("{} is not understood", quoted(text))
                    }
                };
                self.warn(value.at, format_args!("the handicap {how}"));
            }
            RU => {
                let named = value.line();
                if named.trim().is_empty() {
                    return self.warn(value.at, "the name of the rules is empty");
                }
                self.rules = rules_named(&named);
                self.about.rules = RulesName::InForce;
                if self.rules.is_none() {
                    self.warn(
                        value.at,
                        format_args!("{} names no known rules", quoted(&named)),
                    );
                    self.about.rules = RulesName::Other(named);
                }
            }
            PB => self.about.black = Some(value.line()),
            PW => self.about.white = Some(value.line()),
            DT => self.about.date = Some(value.line()),
            RE => {
                let written = value.line();
                let read = result(&written);
                self.about.result = read.map(|(outcome, _)| outcome);
                if read.is_none() && !written.trim().is_empty() {
                    let what = quoted(&written);
                    self.warn(
                        value.at,
                        format_args!("the result {what} is not understood"),
                    );
                }
                let is_other = !written.is_empty() && !matches!(read, Some((_, true)));
                self.about.other_result = is_other.then_some(written);
            }
            _ => {}
        }
    }

    pub(super) fn warn(&mut self, at: usize, message: impl Display) {
        self.warnings.add(self.places, at, message);
    }

    /// Returns the size of the board: 19x19 unless the record gives another one.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules that the record names, with its komi; `None` if it names no rules or unknown ones.
    pub fn rules(&self) -> Option<Rules> {
        self.rules.map(|rules| self.with_komi(rules))
    }

    /// Returns the rules for judging the record: `given`, else those that it names, else the kata's with the record's komi.
    pub fn rules_or(&self, given: Option<Rules>) -> Rules {
        let unnamed = || self.with_komi(Rules::default());
        given.or(self.rules()).unwrap_or_else(unnamed)
    }

    fn with_komi(&self, rules: Rules) -> Rules {
        let komi = self.komi.unwrap_or(rules.komi());
        rules.with_komi(komi)
    }

    /// Returns the komi of the record, if it is understood. Rules given by the caller may have another komi.
    pub fn komi(&self) -> Option<Komi> {
        self.komi
    }

    /// Returns the number of handicap stones that the record names, which may differ from the stones set up.
    pub fn handicap(&self) -> Option<usize> {
        self.handicap.map(|(stones, _)| stones)
    }

    /// Returns up to twenty warnings about the game apart from its moves.
    /// [`Judgement::warnings`](super::Judgement::warnings) begins with them.
    pub fn warnings(&self) -> &[TextError] {
        &self.warnings.kept
    }

    /// Returns the players, the date, the result and the rules, as far as they are understood.
    pub fn about(&self) -> &GameInfo {
        &self.about
    }

    /// Returns the first grammar error in the game, or in the text after it.
    pub fn fault(&self) -> Option<&TextError> {
        self.tree.fault.as_ref()
    }

    /// Returns the number of moves in the main line: the first variation at each branching.
    pub fn moves(&self) -> usize {
        let properties = self.main_line().flat_map(|node| self.properties(node));
        let moves = properties.filter(is_move);
        moves.map(|property| property.values().count()).sum()
    }

    pub(super) fn variations(&self) -> usize {
        let begins = |index: &u32| self.nodes[*index as usize].parent + 1 < *index;
        self.tree.nodes.clone().filter(begins).count()
    }

    /// Returns the nodes of the main line, which come first in the text.
    pub(crate) fn main_line(&self) -> Range<u32> {
        let Range { start, end } = self.tree.nodes;
        let leaves = |index: &u32| self.nodes[*index as usize].parent + 1 != *index;
        start..(start + 1..end).find(leaves).unwrap_or(end)
    }

    pub(super) fn properties(&self, node: u32) -> Properties<'c> {
        let Node { start, end, .. } = self.nodes[node as usize];
        properties(self.text, start as usize, end as usize)
    }

    pub(super) fn adds_a_move(&self, node: u32) -> bool {
        self.properties(node).any(|property| is_move(&property))
    }

    pub(super) fn sets_up_stones(&self, node: u32) -> bool {
        self.properties(node)
            .any(|property| matches!(property.name, AB | AW | AE))
    }
}

fn is_free(bytes: usize) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    let is_free = probe.try_reserve_exact(bytes).is_ok();
    // The compiler must not leave the allocation out.
    std::hint::black_box(probe);
    is_free
}

#[derive(Debug, Clone, Default)]
pub(super) struct Warnings {
    pub(super) kept: Vec<TextError>,
    pub(super) more: usize,
    /// True if more than the first ones are kept.
    pub(super) are_all_kept: bool,
}

impl Warnings {
    /// Formats the message only if the warning is kept.
    pub(super) fn add(&mut self, places: &Places<'_>, at: usize, message: impl Display) {
        let most = if self.are_all_kept {
            MOST_OF_ALL_WARNINGS
        } else {
            MOST_WARNINGS
        };
        if self.kept.len() < most {
            self.kept.push(places.at(at, message.to_string()));
        } else {
            self.more += 1;
        }
    }
}

fn is_move(property: &Property<'_>) -> bool {
    matches!(property.name, B | W)
}
