//! Names of lines (`12/2`): from nodes to names, and back.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::game::SgfGame;
use super::nodes::{Node, filled};
use crate::basics::{ParseError, TextError};

const MOST_NAMED: usize = 30;

/// The name of a line of a record: the main line, or the variations that lead to the line, each with the number of the
/// move after which it begins.
///
/// `12/2` is the second variation after move 12, `12/2,30/3` continues with the third one after move 30. After thirty
/// variations, `...` stands for the rest, and the text is not parsed again.
///
/// ```
/// use gokata::sgf::LinePath;
///
/// let path: LinePath = "12/2,30/3".parse()?;
/// assert_eq!(path.to_string(), "12/2,30/3");
/// assert!("main".parse::<LinePath>()?.is_main());
/// # Ok::<(), gokata::ParseError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LinePath {
    /// The numbers of a move and of a variation after it, from 1.
    pub(super) variations: Vec<(usize, u32)>,
    is_cut: bool,
}

impl LinePath {
    /// The main line: the first variation at each branching.
    pub const MAIN: LinePath = LinePath {
        variations: Vec::new(),
        is_cut: false,
    };

    /// True for the main line.
    pub fn is_main(&self) -> bool {
        self.variations.is_empty()
    }

    /// False if the name is cut after thirty variations, and so leads to no line.
    pub fn is_whole(&self) -> bool {
        !self.is_cut
    }

    /// Returns the name of the line with this node. `moves` are the numbers of moves up to the nodes of the game.
    pub(super) fn of(node: u32, nodes: &[Node], branches: &Branches, moves: &[u32]) -> LinePath {
        let mut variations: Vec<(usize, u32)> = Vec::new();
        let mut here = node;
        loop {
            let parent = nodes[here as usize].parent;
            if parent == here {
                break;
            }
            let after = moves[(parent - branches.first) as usize] as usize;
            let choice = branches.choice(here);
            match variations.last_mut() {
                _ if choice > 1 => variations.push((after, choice)),
                // Branchings at nodes without moves have the same move number, so their variations are counted together.
                Some((other, number)) if *other == after => {
                    *number += branches.followers(parent) - 1;
                }
                _ => {}
            }
            here = parent;
        }
        variations.reverse();
        let is_cut = variations.len() > MOST_NAMED;
        variations.truncate(MOST_NAMED);
        LinePath { variations, is_cut }
    }
}

impl fmt::Display for LinePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_main() {
            return f.write_str("main");
        }
        for (nth, (after, number)) in self.variations.iter().enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            write!(f, "{comma}{after}/{number}")?;
        }
        f.write_str(if self.is_cut { ",..." } else { "" })
    }
}

impl FromStr for LinePath {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<LinePath, ParseError> {
        if text == "main" {
            return Ok(LinePath::MAIN);
        }
        let variation = |part: &str| {
            let form = "`main`, or as `12/2` for the second variation after move 12";
            let problem = format!("names no variation: it is written {form}");
            variation(part).ok_or_else(|| ParseError::new(part, problem))
        };
        Ok(LinePath {
            variations: text.split(',').map(variation).collect::<Result<_, _>>()?,
            is_cut: false,
        })
    }
}

/// Parses `12/2`: the number of a move, and the number of a variation after it.
fn variation(part: &str) -> Option<(usize, u32)> {
    let plain = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let (after, number) = part.split_once('/')?;
    let after = Some(after).filter(plain)?.parse().ok()?;
    let number = Some(number).filter(plain)?.parse().ok()?;
    (number > 0).then_some((after, number))
}

/// For each node of a game, the number of nodes that follow it, and its place among the followers of its parent.
#[derive(Debug)]
pub(super) struct Branches {
    first: u32,
    /// For each node, the number of the variation that it begins after its parent, from 1.
    choices: Vec<u32>,
    followers: Vec<u32>,
}

impl Branches {
    /// Returns `None` if there is not enough memory.
    pub(super) fn of(nodes: &[Node], range: Range<u32>) -> Option<Branches> {
        let first = range.start;
        let mut followers = filled(range.len(), 0)?;
        let mut choices = filled(range.len(), 1)?;
        for index in range.skip(1) {
            let count: &mut u32 = &mut followers[(nodes[index as usize].parent - first) as usize];
            *count += 1;
            choices[(index - first) as usize] = *count;
        }
        Some(Branches {
            first,
            choices,
            followers,
        })
    }

    fn choice(&self, node: u32) -> u32 {
        self.choices[(node - self.first) as usize]
    }

    pub(super) fn followers(&self, node: u32) -> u32 {
        self.followers[(node - self.first) as usize]
    }

    /// True if another variation begins after the one that begins with `follower`, at the same node.
    pub(super) fn is_open_after(&self, follower: u32, parent: u32) -> bool {
        self.choice(follower) < self.followers(parent)
    }
}

impl SgfGame<'_> {
    /// Returns the nodes of a line, from the first node of the game to the end of the line.
    pub(super) fn way(&self, path: &LinePath) -> Result<Vec<u32>, TextError> {
        if path.is_main() {
            return Ok(self.main_line().collect());
        }
        let branches = Branches::of(self.nodes, self.tree.nodes.clone());
        let root = self.tree.nodes.start;
        if !path.is_whole() {
            let start = self.nodes[root as usize].start as usize;
            let message = "the path is cut after thirty variations";
            return Err(self.places.at(start, message));
        }
        let mut way = Way {
            game: self,
            branches: branches.ok_or_else(|| self.not_enough_memory())?,
            nodes: vec![root],
            moves: usize::from(self.adds_a_move(root)),
        };
        for (after, number) in &path.variations {
            way.take(*after, *number)?;
        }
        while let Some(next) = way.follower(1) {
            way.step(next);
        }
        Ok(way.nodes)
    }

    pub(super) fn not_enough_memory(&self) -> TextError {
        let start = self.nodes[self.tree.nodes.start as usize].start;
        let message = "there is not enough memory for the variations of this game";
        self.places.at(start as usize, message)
    }
}

struct Way<'g> {
    game: &'g SgfGame<'g>,
    branches: Branches,
    nodes: Vec<u32>,
    moves: usize,
}

impl Way<'_> {
    /// Follows first variations until this number of moves is made, and takes the variation with this number there.
    fn take(&mut self, after: usize, number: u32) -> Result<(), TextError> {
        let mut left = number;
        while self.moves <= after {
            let followers = self.branches.followers(self.end());
            if self.moves == after && left <= followers {
                if let Some(next) = self.follower(left) {
                    self.step(next);
                }
                return Ok(());
            }
            let Some(next) = self.follower(1) else { break };
            if self.moves == after {
                // Skips the variations here, except the first one, which continues without a move.
                left -= followers - 1;
            }
            self.step(next);
        }
        let message = if self.moves < after {
            let moves = self.moves;
            format!("there is no move {after} in this line: it has {moves}")
        } else {
            let nth = ordinal(number);
            format!("there is no {nth} variation after move {after}")
        };
        let place = self.game.nodes[self.end() as usize].start;
        Err(self.game.places.at(place as usize, message))
    }

    fn end(&self) -> u32 {
        self.nodes.last().copied().unwrap_or(self.branches.first)
    }

    /// Returns the node that begins the variation with this number at the current node.
    fn follower(&self, number: u32) -> Option<u32> {
        let here = self.end();
        let parent = |node: &u32| self.game.nodes[*node as usize].parent;
        let later = here + 1..self.game.tree.nodes.end;
        let mut found = later.take_while(|node| parent(node) >= here);
        found.find(|node| parent(node) == here && self.branches.choice(*node) == number)
    }

    fn step(&mut self, next: u32) {
        self.nodes.push(next);
        self.moves += usize::from(self.game.adds_a_move(next));
    }
}

/// `2nd`, `3rd`, `4th`, `22nd`.
pub(super) fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
