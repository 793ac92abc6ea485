//! The names of a record's variations, and the way to the one of a name.

use super::property::properties;
use super::read::{BLACK, Game, WHITE};
use super::tree::{Branches, Tracks};
use super::walk::{AB, AE, AW};
use crate::basics::TextError;
use crate::basics::text::quoted;

/// Branchings that a name tells of.
const MOST_NAMED: usize = 30;

/// How the name of a variation is written.
const FORM: &str = "`main`, or as `12/2` for the second variation after move 12";

impl<S: Clone> Tracks<S> {
    /// The variation in which a node stands, as [`Refusal::path`](super::Refusal::path) says.
    pub(super) fn path(&self, node: u32, game: &Game<'_>) -> String {
        let mut steps: Vec<(usize, u32)> = Vec::new();
        let mut here = node;
        loop {
            let parent = game.nodes[here as usize].parent;
            if parent == here {
                break;
            }
            let (after, choice) = (self.moves(parent), self.branches.choice(here));
            match steps.last_mut() {
                _ if choice > 1 => steps.push((after, choice)),
                // Nodes without moves may branch, too: their variations are counted on.
                Some((other, number)) if *other == after => {
                    *number += self.branches.followers(parent) - 1;
                }
                _ => {}
            }
            here = parent;
        }
        let step = |(after, choice): &(usize, u32)| format!("{after}/{choice}");
        let mut names: Vec<String> = steps.iter().rev().take(MOST_NAMED).map(step).collect();
        if steps.len() > MOST_NAMED {
            names.push("...".to_owned());
        }
        if names.is_empty() {
            "main".to_owned()
        } else {
            names.join(",")
        }
    }
}

impl Game<'_> {
    /// The nodes of the variation of this name, from the first one to its end.
    pub(super) fn way(&self, path: &str) -> Result<Vec<u32>, TextError> {
        let mut way = Way {
            game: self,
            branches: Branches::of(self.nodes, self.tree.nodes.clone()),
            nodes: vec![self.tree.nodes.start],
            moves: usize::from(self.adds_a_move(self.tree.nodes.start)),
        };
        let no_name = |part: &str| {
            let place = self.nodes[self.tree.nodes.start as usize].start as usize;
            let message = format!("{} names no variation: it is written {FORM}", quoted(part));
            self.places.at(place, message)
        };
        for part in path.split(',').filter(|_| path != "main") {
            let (after, number) = step(part).ok_or_else(|| no_name(part))?;
            way.take(after, number)?;
        }
        while let Some(next) = way.follower(1) {
            way.step(next);
        }
        Ok(way.nodes)
    }

    /// Number of variations besides the main line.
    pub(super) fn variations(&self) -> usize {
        let numbers = self.tree.nodes.clone();
        let begins = |index: &u32| self.nodes[*index as usize].parent + 1 < *index;
        numbers.filter(begins).count()
    }

    /// Is a move in this node? A second one is left out.
    pub(super) fn adds_a_move(&self, index: u32) -> bool {
        let node = self.nodes[index as usize];
        properties(self.text, node.start as usize, node.end as usize)
            .any(|property| matches!(property.name, BLACK | WHITE))
    }

    /// Are stones set up in this node?
    pub(super) fn sets_up(&self, index: u32) -> bool {
        let node = self.nodes[index as usize];
        properties(self.text, node.start as usize, node.end as usize)
            .any(|property| matches!(property.name, AB | AW | AE))
    }
}

/// `12/2`: after which move which variation is taken.
fn step(part: &str) -> Option<(usize, u32)> {
    let plain = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let (after, number) = part.split_once('/')?;
    let after = Some(after).filter(plain)?.parse().ok()?;
    let number = Some(number).filter(plain)?.parse().ok()?;
    (number > 0).then_some((after, number))
}

/// The beginning of a line, as far as it is known.
struct Way<'g> {
    game: &'g Game<'g>,
    branches: Branches,
    nodes: Vec<u32>,
    /// Moves so far.
    moves: usize,
}

impl Way<'_> {
    /// Goes on by first variations to where so many moves are made, and takes a variation there.
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
                // Those here have been counted, but for the one that we go on by.
                left -= followers - 1;
            }
            self.step(next);
        }
        let message = if self.moves < after {
            format!(
                "there is no move {after} in this line: it has {}",
                self.moves
            )
        } else {
            format!(
                "there is no {} variation after move {after}",
                ordinal(number)
            )
        };
        let place = self.game.nodes[self.end() as usize].start;
        Err(self.game.places.at(place as usize, message))
    }

    fn end(&self) -> u32 {
        self.nodes.last().copied().unwrap_or(self.branches.first)
    }

    /// The node that begins this variation here.
    fn follower(&self, number: u32) -> Option<u32> {
        let here = self.end();
        let behind = here + 1..self.game.tree.nodes.end;
        let mut found = behind.take_while(|node| self.parent(*node) >= here);
        found.find(|node| self.parent(*node) == here && self.branches.choice(*node) == number)
    }

    fn parent(&self, node: u32) -> u32 {
        self.game.nodes[node as usize].parent
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
