//! Converts nodes to names of variations (`12/2`), and names to nodes.

use super::checkpoints::{Branches, Checkpoints};
use super::game::SgfGame;
use super::judgement::ordinal;
use super::tree::Node;
use crate::basics::TextError;
use crate::basics::text::quoted;

/// The most branchings in a name.
const MOST_NAMED: usize = 30;

/// Returns the name of the variation with this node, as in [`Refusal::path`](super::Refusal::path).
pub(super) fn path<S: Clone>(checkpoints: &Checkpoints<S>, node: u32, nodes: &[Node]) -> String {
    let branches = &checkpoints.branches;
    let mut steps: Vec<(usize, u32)> = Vec::new();
    let mut here = node;
    loop {
        let parent = nodes[here as usize].parent;
        if parent == here {
            break;
        }
        let (after, choice) = (checkpoints.moves(parent), branches.choice(here));
        match steps.last_mut() {
            _ if choice > 1 => steps.push((after, choice)),
            // Branchings at nodes without moves have the same move number, so their variations are counted together.
            Some((other, number)) if *other == after => *number += branches.followers(parent) - 1,
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

/// Returns the nodes of the variation with this name, from the first node of the game to the end of the variation.
pub(super) fn way(game: &SgfGame<'_>, path: &str) -> Result<Vec<u32>, TextError> {
    let root = game.tree.nodes.start;
    let branches = Branches::of(game.nodes, game.tree.nodes.clone()).ok_or_else(|| {
        let message = "there is not enough memory for the variations of this game";
        game.places
            .at(game.nodes[root as usize].start as usize, message)
    })?;
    let mut way = Way {
        game,
        branches,
        nodes: vec![root],
        moves: usize::from(game.adds_a_move(root)),
    };
    for part in path.split(',').filter(|_| path != "main") {
        let Some((after, number)) = step(part) else {
            let form = "`main`, or as `12/2` for the second variation after move 12";
            let message = format!("{} names no variation: it is written {form}", quoted(part));
            return Err(way.error(root, message));
        };
        way.take(after, number)?;
    }
    while let Some(next) = way.follower(1) {
        way.step(next);
    }
    Ok(way.nodes)
}

/// Parses `12/2`: the number of a move, and the number of a variation after it.
fn step(part: &str) -> Option<(usize, u32)> {
    let plain = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let (after, number) = part.split_once('/')?;
    let after = Some(after).filter(plain)?.parse().ok()?;
    let number = Some(number).filter(plain)?.parse().ok()?;
    (number > 0).then_some((after, number))
}

/// The nodes of a line, from the first node of the game.
struct Way<'g> {
    game: &'g SgfGame<'g>,
    branches: Branches,
    nodes: Vec<u32>,
    /// Moves so far.
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
        Err(self.error(self.end(), message))
    }

    fn error(&self, node: u32, message: String) -> TextError {
        let place = self.game.nodes[node as usize].start;
        self.game.places.at(place as usize, message)
    }

    fn end(&self) -> u32 {
        self.nodes.last().copied().unwrap_or(self.branches.first)
    }

    /// Returns the node that begins the variation with this number at the current node.
    fn follower(&self, number: u32) -> Option<u32> {
        let here = self.end();
        let later = here + 1..self.game.tree.nodes.end;
        let mut found = later.take_while(|node| self.parent(*node) >= here);
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
