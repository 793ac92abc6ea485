//! The variations of a record: the way back to where one begins, and its name. What is played there is not
//! looked at.

use std::ops::Range;

use super::property::properties;
use super::read::{BLACK, Game, WHITE};
use super::scan::Node;

/// How things stood at branchings on the way to where we are.
pub(super) struct Tracks<S> {
    first: u32,
    /// Of each node, which of its node's variations it begins, from 1.
    choices: Vec<u32>,
    /// Of each node, how many nodes follow it.
    followers: Vec<u32>,
    kept: Vec<(u32, S)>,
}

/// States kept at once. Others are found by going on from the nearest.
const MOST_KEPT: usize = 128;

/// Branchings that a name tells of.
const MOST_NAMED: usize = 30;

impl<S: Clone> Tracks<S> {
    pub(super) fn of(nodes: &[Node], range: Range<u32>) -> Tracks<S> {
        let first = range.start;
        let mut followers = vec![0; range.len()];
        let mut choices = vec![1; range.len()];
        for index in range.skip(1) {
            let count: &mut u32 = &mut followers[(nodes[index as usize].parent - first) as usize];
            *count += 1;
            choices[(index - first) as usize] = *count;
        }
        Tracks {
            first,
            choices,
            followers,
            kept: Vec::new(),
        }
    }

    /// Keeps how things stand after a node, if we shall be back.
    pub(super) fn keep(&mut self, node: u32, state: &S) {
        if self.followers[(node - self.first) as usize] < 2 {
            return;
        }
        if self.kept.len() == MOST_KEPT {
            let mut nth = 0;
            self.kept.retain(|_| {
                nth += 1;
                nth % 2 == 0
            });
        }
        self.kept.push((node, state.clone()));
    }

    /// The nearest state kept on the way to a node, `None` for the start; and the nodes from there to it.
    pub(super) fn back_to(&mut self, node: u32, nodes: &[Node]) -> (Option<&S>, Vec<u32>) {
        // Whatever stands behind it in the text is not on the way to it.
        while self.kept.last().is_some_and(|(kept, _)| *kept > node) {
            self.kept.pop();
        }
        let from = self.kept.last().map(|(kept, _)| *kept);
        let mut way = Vec::new();
        let mut here = node;
        while Some(here) != from {
            way.push(here);
            let parent = nodes[here as usize].parent;
            if parent == here {
                break;
            }
            here = parent;
        }
        way.reverse();
        (self.kept.last().map(|(_, state)| state), way)
    }

    /// The variation in which a node stands, as [`Refusal::path`](super::Refusal::path) says.
    pub(super) fn path(&self, node: u32, game: &Game<'_>) -> String {
        let mut steps = Vec::new();
        let (mut moves, mut here) = (0, node);
        loop {
            let at = game.nodes[here as usize];
            let properties = properties(game.text, at.start as usize, at.end as usize);
            let of_moves = properties.filter(|property| matches!(property.name, BLACK | WHITE));
            moves += of_moves
                .map(|property| property.values().count())
                .sum::<usize>();
            let choice = self.choices[(here - self.first) as usize];
            if choice > 1 {
                // Counted from the end of the way, as long as the whole is not known.
                steps.push((moves, choice));
            }
            if at.parent == here {
                break;
            }
            here = at.parent;
        }
        let step = |(behind, choice): &(usize, u32)| format!("{}/{choice}", moves - behind);
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
