//! The nodes of a text, the games that they form, and the oddities and errors that the scanner found.

use std::ops::Range;

use super::places::Places;
use crate::basics::TextError;

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// The offset after the semicolon.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The index of the node before it; its own for the first node of a game. Nodes are in the order of the
    /// text, so a first variation comes right after its node.
    pub(super) parent: u32,
}

impl Node {
    /// The work of judging the node, as `Checkpoints` count it.
    pub(super) fn work(&self) -> u32 {
        1 + (self.end - self.start) / 8
    }
}

#[derive(Debug, Clone)]
pub(super) struct GameNodes {
    pub(super) nodes: Range<u32>,
    /// The first grammar error in the game or in the text after it.
    pub(super) fault: Option<TextError>,
    pub(super) warnings: Vec<TextError>,
    /// The index of the warning that parentheses are open at the end of the text.
    pub(super) open: Option<usize>,
    /// Where to find the properties of the whole game after the first node: see [`Scan::late`].
    pub(super) oddities: Range<usize>,
}

/// All games of a file. There may be millions of games and oddities, so each takes eight bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Scan {
    pub(super) nodes: Vec<Node>,
    /// The nodes of each game.
    pub(super) games: Vec<Range<u32>>,
    /// With their offsets, in the order of the text.
    pub(super) oddities: Vec<(u32, Oddity)>,
    /// With the numbers of their games, from 0.
    pub(super) faults: Vec<(usize, TextError)>,
}

/// An unusual part of the text that the scanner accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Oddity {
    TextBefore,
    SmallLetters,
    LongName,
    NoSemicolon,
    EmptyVariation,
    Digits,
    /// The number of parentheses not closed at the end of the text.
    Open(u16),
    /// The end of the original is missing.
    Cut,
    /// See [`Scan::late`].
    Late,
}

impl Oddity {
    /// Returns the warning; `None` for `Late`, about which `game` warns.
    fn message(self) -> Option<String> {
        let message = match self {
            Oddity::Late => return None,
            Oddity::TextBefore => "skipped: text before the game record",
            Oddity::SmallLetters => "this property's name has small letters, as in old records",
            Oddity::LongName => "this property's name is written in full, as in old records",
            Oddity::NoSemicolon => "the `;` after this `(` is missing",
            Oddity::EmptyVariation => "there is no node after this `(`: it is ignored",
            Oddity::Digits => {
                "a property with digits in its name, as some programs write, is ignored"
            }
            Oddity::Cut => "the record ends too early: moves may be missing",
            Oddity::Open(1) => "the `)` at the end is missing",
            Oddity::Open(open) => return Some(format!("{open} `)` are missing at the end")),
        };
        Some(message.to_owned())
    }
}

impl Scan {
    pub(super) fn tree(&self, number: usize, places: &Places<'_>) -> GameNodes {
        // Text before the first game belongs to it. A node follows its `;`, or a `(` that lacks it.
        let start = |number: usize| match self.games.get(number) {
            _ if number == 0 => 0,
            Some(nodes) => self.nodes[nodes.start as usize].start - 1,
            None => u32::MAX,
        };
        let [from, to] = [start(number), start(number + 1)]
            .map(|place| self.oddities.partition_point(|(at, _)| *at < place));
        let oddities = self.oddities[from..to].iter();
        let odd = oddities.filter_map(|(at, oddity)| {
            let message = oddity.message()?;
            Some((oddity, places.at(*at as usize, message)))
        });
        let (odd, warnings): (Vec<_>, Vec<_>) = odd.unzip();
        let is_open = |oddity: &&Oddity| matches!(oddity, Oddity::Open(_) | Oddity::Cut);
        let fault = self.faults.binary_search_by_key(&number, |(game, _)| *game);
        GameNodes {
            nodes: self.games[number].clone(),
            fault: fault.ok().map(|index| self.faults[index].1.clone()),
            open: odd.iter().position(is_open),
            warnings,
            oddities: from..to,
        }
    }

    /// Returns the offsets of properties of the whole game after the first node.
    pub(super) fn late(&self, tree: &GameNodes) -> impl Iterator<Item = usize> {
        let oddities = self.oddities[tree.oddities.clone()].iter();
        let late = oddities.filter(|(_, oddity)| matches!(oddity, Oddity::Late));
        late.map(|(at, _)| *at as usize)
    }
}

/// Makes room for another item. Returns false if there is not enough memory.
pub(super) fn has_room<T>(list: &mut Vec<T>) -> bool {
    list.len() < list.capacity()
        || list.try_reserve(1).is_ok()
        || list.try_reserve_exact(list.len() / 8 + 1).is_ok()
}

/// Returns a list of equal numbers; `None` if there is not enough memory.
pub(super) fn filled(length: usize, number: u32) -> Option<Vec<u32>> {
    let mut list = Vec::new();
    list.try_reserve_exact(length).ok()?;
    list.resize(length, number);
    Some(list)
}

/// The error for a text whose nodes do not fit into memory. `places` is not asked, because a lookup takes memory, too.
pub(super) fn not_enough_memory(text: &str) -> TextError {
    let start = text.lines().next().unwrap_or_default().chars();
    let start: String = start.take(60).collect();
    let message = "there is not enough memory to read this record";
    TextError::inside((1, 1), "", &start, message)
}

/// Converts an offset in a text of at most 1 GiB, or the index of a node in it.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
