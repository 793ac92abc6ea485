//! What is found in a text: its nodes, which of them make a game, and what is odd or wrong about each.

use std::ops::Range;

use super::place::Places;
use crate::basics::TextError;

/// A node: where its text stands, and which node it follows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Behind the semicolon.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The place in the list of the node before it; its own for the first one of a game. Nodes stand in
    /// the order of the text, so that a first variation follows its node at once.
    pub(super) parent: u32,
}

/// One game of a file.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) nodes: Range<u32>,
    /// What of it, or of the text behind it, could not be understood.
    pub(super) fault: Option<TextError>,
    pub(super) warnings: Vec<TextError>,
    /// Where behind the first node there are properties that tell of the whole game.
    pub(super) late: Vec<usize>,
}

/// All of a file. There may be millions of games and of warnings, so that each takes eight bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Scan {
    pub(super) nodes: Vec<Node>,
    /// The nodes of each game.
    pub(super) trees: Vec<Range<u32>>,
    /// In the order of the text.
    pub(super) oddities: Vec<(u32, Oddity)>,
    /// Of the games with these numbers, counted from 0.
    pub(super) faults: Vec<(usize, TextError)>,
}

/// Something to be said of a place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Oddity {
    TextBefore,
    SmallLetters,
    Digits,
    /// So many parentheses are not closed.
    Open(u16),
    /// The same, where another game begins.
    OpenBefore(u16),
    /// See [`Tree::late`].
    Late,
}

impl Scan {
    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.trees.len()
    }

    /// One of the games.
    pub(super) fn tree(&self, number: usize, places: &Places<'_>) -> Tree {
        let nodes = self.trees[number].clone();
        // What stands before the first game is said of it.
        let from = |number: usize| match self.trees.get(number) {
            _ if number == 0 => 0,
            Some(nodes) => self.nodes[nodes.start as usize].start,
            None => u32::MAX,
        };
        let oddities = [from(number), from(number + 1)]
            .map(|place| self.oddities.partition_point(|(at, _)| *at < place));
        let (mut warnings, mut late) = (Vec::new(), Vec::new());
        for (at, oddity) in &self.oddities[oddities[0]..oddities[1]] {
            let at = *at as usize;
            let message = match oddity {
                Oddity::Late => {
                    late.push(at);
                    continue;
                }
                Oddity::TextBefore => "skipped: text before the game record".to_owned(),
                Oddity::SmallLetters => {
                    "the small letters in this property's name are not read, as in old records"
                        .to_owned()
                }
                Oddity::Digits => {
                    "a property with digits in its name, as some programs write, is left out"
                        .to_owned()
                }
                Oddity::Open(1) => "the `)` at the end is missing".to_owned(),
                Oddity::Open(open) => format!("{open} `)` are missing at the end"),
                Oddity::OpenBefore(1) => {
                    "the `)` before this line, which begins another game, is missing".to_owned()
                }
                Oddity::OpenBefore(open) => {
                    format!("{open} `)` are missing before this line, which begins another game")
                }
            };
            warnings.push(places.at(at, message));
        }
        let fault = self.faults.binary_search_by_key(&number, |(game, _)| *game);
        Tree {
            nodes,
            fault: fault.ok().map(|index| self.faults[index].1.clone()),
            warnings,
            late,
        }
    }

    /// Could everything be followed?
    #[cfg(feature = "encodings")]
    pub(super) fn is_whole(&self) -> bool {
        self.faults.is_empty()
    }
}
