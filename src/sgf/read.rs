//! A text -> the games in it: size, rules, names. Their moves are gone through in `judge`.

use super::found::{Node, Scan, Tree};
use super::notes::Notes;
use super::place::Places;
use super::property::{
    DT, GM, HA, KM, PB, PW, Property, RE, RU, SZ, Value, is_of_game, name, properties,
};
use super::scan::scan;
use super::{GameInfo, RulesName};
use crate::basics::text::quoted;
use crate::basics::{Komi, Point, Preset, Rules, Size, TextError};

/// The games of a record file. Read once, and not judged yet.
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
    places: Places<'t>,
    scan: Scan,
}

impl<'t> Collection<'t> {
    /// Takes a text apart. One game at least is in it.
    ///
    /// A game is read up to the first fault in its grammar, of which [`Game::fault`] tells; a line of more than
    /// 20,000 nodes is one. Reading goes on with the next line that begins with a game. What stands behind 45
    /// million nodes, a million games or a thousand faults is not read, and the last fault says so.
    ///
    /// # Errors
    /// There is no game; the text is larger than 1 GiB.
    pub fn parse(text: &'t str) -> Result<Collection<'t>, TextError> {
        let places = Places::of(text);
        let scan = scan(&places)?;
        Ok(Collection { places, scan })
    }

    /// Its games, in the order of the text: each, or why it cannot be played through.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Result<Game<'_>, TextError>> {
        (0..self.scan.games()).map(|number| Game::read(self, number))
    }
}

/// A game of a record: what its first node says, and the tree of its moves.
#[derive(Debug, Clone)]
pub struct Game<'c> {
    pub(super) text: &'c str,
    pub(super) places: &'c Places<'c>,
    /// Those of the whole file.
    pub(super) nodes: &'c [Node],
    pub(super) tree: Tree,
    pub(super) size: Size,
    rules: Option<Rules>,
    komi: Option<Komi>,
    /// Stones that `HA` tells of, and where it does.
    pub(super) handicap: Option<(usize, usize)>,
    about: GameInfo,
    pub(super) notes: Notes,
}

impl<'c> Game<'c> {
    fn read(collection: &'c Collection<'_>, number: usize) -> Result<Game<'c>, TextError> {
        let places = &collection.places;
        let text = places.text;
        let tree = collection.scan.tree(number, places);
        let root = collection.scan.nodes[tree.nodes.start as usize];
        let mut game = Game {
            text,
            places,
            nodes: &collection.scan.nodes,
            notes: Notes::of(&tree.warnings),
            tree,
            // What records mean that do not say.
            size: Size::square(19).map_err(|error| places.at(0, error.to_string()))?,
            rules: None,
            komi: None,
            handicap: None,
            about: GameInfo {
                rules: RulesName::Untold,
                ..GameInfo::default()
            },
        };
        let mut sized = None;
        let mut told = Vec::with_capacity(8);
        for property in properties(text, root.start as usize, root.end as usize) {
            match property.name {
                SZ => {
                    for value in property.values() {
                        let size = size(places, value)?;
                        if sized.is_some_and(|other| other != size) {
                            return Err(
                                places.at(value.at, "a second size, which is not the first one")
                            );
                        } else if sized.is_some() {
                            game.note(value.at, "the size is given twice");
                        }
                        sized = Some(size);
                    }
                }
                name if is_of_game(name) => game.learn(property, &mut told)?,
                _ => {}
            }
        }
        game.size = sized.unwrap_or(game.size);
        game.learn_late(told)?;
        Ok(game)
    }

    /// What stands behind the first node and tells of the whole game. The standard allows it but for the size;
    /// it counts up to the first move, as nothing has been played by anything else yet.
    fn learn_late(&mut self, mut told: Vec<u64>) -> Result<(), TextError> {
        let late = std::mem::take(&mut self.tree.late);
        if late.is_empty() {
            return Ok(());
        }
        let opening = self.main_line().find(|node| self.moves_of(node) > 0);
        let opening = opening.or_else(|| self.main_line().last());
        let opening = opening.map_or(0, |node| node.end as usize);
        for at in late {
            let Some(property) = properties(self.text, at, self.text.len()).next() else {
                continue;
            };
            if property.name == SZ {
                for value in property.values() {
                    if size(self.places, value)? != self.size {
                        let message = format!(
                            "the size belongs into the first node, and the board is {} there",
                            self.size
                        );
                        return Err(self.places.at(value.at, message));
                    }
                }
            } else if at < opening || property.name == GM {
                self.learn(property, &mut told)?;
            } else {
                let what = described(property.name);
                self.note(at, &format!("{what} behind the first move is left out"));
            }
        }
        Ok(())
    }

    /// What a property tells of the game; the first one counts.
    fn learn(&mut self, property: Property<'_>, told: &mut Vec<u64>) -> Result<(), TextError> {
        let value = property.value();
        if property.name == GM {
            return match value.text.trim() {
                "1" => Ok(()),
                "" => {
                    self.note(value.at, "the kind of game is not told: it is read as Go");
                    Ok(())
                }
                other => {
                    let message = format!("this is no game of Go: GM is {}, not 1", quoted(other));
                    Err(self.places.at(property.at, message))
                }
            };
        }
        let is_second = told.contains(&property.name);
        if is_second || property.values().nth(1).is_some() {
            let what = described(property.name);
            self.note(
                property.at,
                &format!("{what} is given twice: the first one counts"),
            );
        }
        if !is_second {
            told.push(property.name);
            self.learn_first(property.name, value);
        }
        Ok(())
    }

    fn learn_first(&mut self, name: u64, value: Value<'_>) {
        match name {
            KM => self.komi = self.understood(value, "komi", komi),
            HA => {
                let stones = value.text.trim().parse().ok();
                self.handicap = stones.map(|stones| (stones, value.at));
                self.about.handicap = stones.filter(|stones| *stones > 1);
                match stones {
                    // Most programs write 0 where there is none.
                    Some(1) => {
                        self.note(
                            value.at,
                            "a handicap is of two stones or more: none is taken",
                        );
                    }
                    Some(_) => {}
                    None => self.note(value.at, "the handicap is no number"),
                }
            }
            RU => {
                let named = value.simple_text();
                self.rules = rules_named(&named);
                self.about.rules = if self.rules.is_some() {
                    RulesName::InForce
                } else {
                    let message = format!("{} names no rules that are known", quoted(&named));
                    self.note(value.at, &message);
                    RulesName::Other(named)
                };
            }
            PB => self.about.black = Some(value.simple_text()),
            PW => self.about.white = Some(value.simple_text()),
            DT => self.about.date = Some(value.simple_text()),
            RE => {
                let result = value.simple_text();
                self.about.result = result.parse().ok();
                let is_other = self.about.result.is_none() && !result.is_empty();
                self.about.other_result = is_other.then_some(result);
            }
            _ => {}
        }
    }

    fn understood<T>(
        &mut self,
        value: Value<'_>,
        what: &str,
        read: impl Fn(&str) -> Option<(T, Option<String>)>,
    ) -> Option<T> {
        let text = value.text.trim();
        match read(text) {
            Some((meant, None)) => Some(meant),
            Some((meant, Some(how))) => {
                self.note(
                    value.at,
                    &format!("the {what} {} is read as {how}", quoted(text)),
                );
                Some(meant)
            }
            None => {
                self.note(
                    value.at,
                    &format!("the {what} {} is not understood", quoted(text)),
                );
                None
            }
        }
    }

    fn note(&mut self, place: usize, message: &str) {
        self.notes.add(self.places, place, message);
    }

    /// How large its board is: 19x19 where it does not say.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rules that it names and that are known, with its komi.
    pub fn rules(&self) -> Option<Rules> {
        self.rules.map(|rules| self.with_komi(rules))
    }

    /// The rules that judge it: the given ones, else those that it names, else the kata's.
    pub fn rules_or(&self, given: Option<Rules>) -> Rules {
        let unnamed = || self.with_komi(Rules::default());
        given.or(self.rules()).unwrap_or_else(unnamed)
    }

    fn with_komi(&self, rules: Rules) -> Rules {
        let komi = self.komi.unwrap_or(rules.komi);
        Rules { komi, ..rules }
    }

    /// The komi that it tells of and that is understood; the rules may have another one.
    pub fn komi(&self) -> Option<Komi> {
        self.komi
    }

    /// How many handicap stones it tells of, whatever is set up.
    pub fn handicap(&self) -> Option<usize> {
        self.handicap.map(|(stones, _)| stones)
    }

    /// What is odd about it before any move is looked at: up to twenty things, which
    /// [`Judgement::warnings`](super::Judgement::warnings) tells again.
    pub fn warnings(&self) -> &[TextError] {
        &self.notes.kept
    }

    /// Who played, when, and how it ended, as far as that is understood.
    pub fn about(&self) -> &GameInfo {
        &self.about
    }

    /// Where the grammar of the record, or of the text behind it, could not be followed.
    pub fn fault(&self) -> Option<&TextError> {
        self.tree.fault.as_ref()
    }

    /// Number of moves in the main line: the first variation at each branching.
    pub fn moves(&self) -> usize {
        self.main_line().map(|node| self.moves_of(node)).sum()
    }

    fn moves_of(&self, node: &Node) -> usize {
        let properties = properties(self.text, node.start as usize, node.end as usize);
        let moves = properties.filter(|property| matches!(property.name, BLACK | WHITE));
        moves.map(|property| property.values().count()).sum()
    }

    /// The nodes of the main line.
    fn main_line(&self) -> impl Iterator<Item = &'c Node> {
        let nodes = &self.nodes[self.tree.nodes.start as usize..self.tree.nodes.end as usize];
        let numbers = self.tree.nodes.clone();
        let length = (numbers.clone().zip(nodes).skip(1))
            .take_while(|(number, node)| node.parent + 1 == *number)
            .count();
        nodes[..=length].iter()
    }
}

pub(super) const BLACK: u64 = name("B");
pub(super) const WHITE: u64 = name("W");

/// A property of the whole game, in words.
fn described(name: u64) -> &'static str {
    match name {
        KM => "the komi",
        HA => "the handicap",
        RU => "the name of the rules",
        PB => "Black's name",
        PW => "White's name",
        DT => "the date",
        _ => "the result",
    }
}

/// `19`, or `7:5` for seven columns and five rows.
fn size(places: &Places<'_>, value: Value<'_>) -> Result<Size, TextError> {
    let number = |digits: &str| {
        let digits = digits.trim();
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // A number with too many digits is a number, and too large.
        plain.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    let sides = match value.text.split_once(':') {
        Some((cols, rows)) => number(rows).zip(number(cols)),
        None => number(value.text).zip(number(value.text)),
    };
    let Some((rows, cols)) = sides else {
        let message = format!(
            "{} is no size: 19, or 7:5 for columns and rows",
            quoted(value.text)
        );
        return Err(places.at(value.at, message));
    };
    Size::new(rows, cols).map_err(|error| {
        let message = match rows.max(cols) {
            0..=99_999 => error.to_string(),
            _ => format!(
                "a board has 1 to {} rows and columns: this one is far too large",
                Size::MAX
            ),
        };
        places.at(value.at, message)
    })
}

/// A komi, and what it was taken for if it is written in no usual way.
fn komi(text: &str) -> Option<(Komi, Option<String>)> {
    let odd = |komi: Komi| Some((komi, Some(komi.to_string())));
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let dotted = unsigned.replace(',', ".");
    let short = match dotted.split_once('.') {
        Some((whole, fraction)) => {
            let fraction = fraction.trim_end_matches('0');
            let dot = if fraction.is_empty() { "" } else { "." };
            format!(
                "{}{dot}{fraction}",
                if whole.is_empty() { "0" } else { whole }
            )
        }
        None => dotted.clone(),
    };
    let short = if short == "-0" { "0" } else { &short };
    if let Ok(komi) = short.parse() {
        // 6.50 is as usual as 6.5.
        return if dotted == text && !text.starts_with('.') {
            Some((komi, None))
        } else {
            odd(komi)
        };
    }
    // Servers in China leave the point out, and some count stones, each worth two points: 375 is 3.75 stones.
    let halves = match short {
        "275" | "2.75" | "550" => 11,
        "325" | "3.25" | "650" => 13,
        "375" | "3.75" | "750" => 15,
        _ => return None,
    };
    odd(Komi::from_halves(halves)?)
}

/// The rules of a name, as this library and other programs write them; keys may follow behind a comma.
fn rules_named(text: &str) -> Option<Rules> {
    if let Ok(rules) = text.parse() {
        return Some(rules);
    }
    let small = text.to_lowercase();
    let (named, keys) = small.split_once(',').unwrap_or((&small, ""));
    let usual: String = named
        .trim()
        .chars()
        .map(|c| if matches!(c, ' ' | '_' | '/') { '-' } else { c })
        .collect();
    let endings = [
        "-rules",
        "-rule",
        "规则",
        "規則",
        "規約",
        "ルール",
        "규칙",
        "룰",
    ];
    let short = endings.iter().find_map(|end| usual.strip_suffix(end));
    let short = short.unwrap_or(&usual).trim_end_matches('-');
    let preset = match short {
        "japan" | "日本" | "日" | "일본" => Preset::Japanese,
        "korea" | "韩国" | "韓国" | "韓國" | "한국" => Preset::Korean,
        "china" | "中国" | "中國" | "中" | "중국" => Preset::Chinese,
        "american" | "usa" | "british" | "france" => Preset::Aga,
        "newzealand" => Preset::NewZealand,
        "tromptaylor" => Preset::TrompTaylor,
        _ => short.parse().ok()?,
    };
    format!("{preset},{keys}").parse().ok()
}

/// A point of a list or a move: two letters, the capitals after the small ones.
pub(super) fn point(text: &str) -> Option<Point> {
    let place = |letter: u8| match letter {
        b'a'..=b'z' => Some(i32::from(letter - b'a')),
        b'A'..=b'Z' => Some(i32::from(letter - b'A') + 26),
        _ => None,
    };
    if let [col, row] = *text.as_bytes() {
        Some(Point {
            row: place(row)?,
            col: place(col)?,
        })
    } else {
        // A list may hold `aa : bb`.
        let trimmed = text.trim();
        let has_blanks = trimmed.len() < text.len();
        has_blanks.then(|| point(trimmed)).flatten()
    }
}
