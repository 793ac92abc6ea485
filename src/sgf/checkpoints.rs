//! Keeps states along the line to the current node of a tree, so that `traversal` can return quickly to the branching
//! where a variation begins. Does not interpret the states.

use std::collections::VecDeque;
use std::ops::Range;

use super::tree::{Node, filled, small};

/// For each node of the tree, the number of nodes that follow it, and its place among the followers of its parent.
#[derive(Debug)]
pub(super) struct Branches {
    pub(super) first: u32,
    /// For each node, the number of the variation that it begins after its parent, from 1.
    choices: Vec<u32>,
    /// For each node, the number of nodes that follow it.
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

    pub(super) fn choice(&self, node: u32) -> u32 {
        self.choices[(node - self.first) as usize]
    }

    pub(super) fn followers(&self, node: u32) -> u32 {
        self.followers[(node - self.first) as usize]
    }
}

/// States at branchings on the line to the current node.
///
/// The *work* of a node is 1, plus 1 for each eight bytes of its text. The line to the current node is divided into
/// blocks of 8 units of work, independently into blocks of 128, of 2048 and so on: six lengths, each sixteen times the
/// one before. The state at the first branching of a block is kept, and for each length the last 32 of these. So at
/// most 192 states are kept, in practice about 70.
///
/// Returning to a branching copies a kept state and retraces at most seven units of work in a block of 8. If the state
/// of that block has been dropped, up to 127 units are retraced, and the states on the way are kept again. They are
/// dropped again only after sixteen later blocks were filled, which is as much work, or when the line is left for
/// good, which happens once to each node. So each length but the longest repeats at most twice the work of all nodes.
/// A line of 20,000 short nodes has three lengths: **four times the work of all nodes, and seven units for each
/// variation**. The tests check this bound.
pub(super) struct Checkpoints<S> {
    pub(super) branches: Branches,
    /// For each node, the work of the line up to it.
    work: Vec<u32>,
    /// For each node passed, the number of moves up to it.
    moves: Vec<u32>,
    kept: [VecDeque<(u32, S)>; LEVELS],
}

/// The work of the shortest blocks. Small in tests, so that all cases occur soon.
const BLOCK: u32 = if cfg!(test) { 2 } else { 8 };

/// Blocks in one block of the next length.
const RATIO: u32 = if cfg!(test) { 2 } else { 16 };

/// The number of block lengths. The longest blocks are a fraction of the largest text.
const LEVELS: usize = 6;

/// The number of states kept for each length: one for each block in two blocks of the next length.
const MOST_KEPT: usize = 2 * RATIO as usize;

impl<S: Clone> Checkpoints<S> {
    /// Returns `None` if there is not enough memory.
    pub(super) fn of(nodes: &[Node], range: Range<u32>) -> Option<Checkpoints<S>> {
        let branches = Branches::of(nodes, range.clone())?;
        let mut work = filled(range.len(), 0)?;
        for index in range.clone() {
            let Node { start, end, parent } = nodes[index as usize];
            // 0 for the first node, which is its own parent.
            let before = work[(parent - range.start) as usize];
            work[(index - range.start) as usize] = before + 1 + (end - start) / 8;
        }
        Some(Checkpoints {
            branches,
            work,
            moves: filled(range.len(), 0)?,
            kept: [(); LEVELS].map(|()| VecDeque::new()),
        })
    }

    fn work(&self, node: u32) -> u32 {
        self.work[(node - self.branches.first) as usize]
    }

    /// The number of moves up to a node that has been passed.
    pub(super) fn moves(&self, node: u32) -> usize {
        self.moves[(node - self.branches.first) as usize] as usize
    }

    /// Records the number of moves up to a node, and keeps the state after it if the node is the first branching of a
    /// block. Must also be called for retraced nodes.
    pub(super) fn pass(&mut self, node: u32, state: &S, moves: usize) {
        self.moves[(node - self.branches.first) as usize] = small(moves);
        if self.branches.followers(node) < 2 {
            return;
        }
        let here = self.work(node);
        let near = self.nearest().map(|(kept, _)| self.work(*kept));
        // True if this is the first branching of its block of this length.
        let is_first = |level: &usize| {
            let length = BLOCK * RATIO.pow(small(*level));
            near.is_none_or(|near| near / length < here / length)
        };
        let Some(level) = (0..LEVELS).rfind(is_first) else {
            return;
        };
        let kept = &mut self.kept[level];
        if kept.len() == MOST_KEPT
            && let Some((_, mut oldest)) = kept.pop_front()
        {
            // Reuses the memory of the oldest state.
            oldest.clone_from(state);
            kept.push_back((node, oldest));
        } else {
            kept.push_back((node, state.clone()));
        }
    }

    fn nearest(&self) -> Option<&(u32, S)> {
        let latest = self.kept.iter().filter_map(VecDeque::back);
        latest.max_by_key(|(node, _)| *node)
    }

    /// Returns the nearest state kept on the line to a node (`None` for the start of the game), and the nodes from
    /// there up to the node.
    pub(super) fn back_to(&mut self, node: u32, nodes: &[Node]) -> (Option<&S>, Vec<u32>) {
        // Drops the states of later nodes, which are not on the line to this node.
        for kept in &mut self.kept {
            while kept.back().is_some_and(|(kept, _)| *kept > node) {
                kept.pop_back();
            }
        }
        let nearest = self.nearest();
        let from = nearest.map(|(kept, _)| *kept);
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
        (nearest.map(|(_, state)| state), way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::Random;

    /// Goes through a tree as `traversal` does, with nodes as states. Returns the number of nodes retraced, and the most
    /// states that were kept at once.
    fn retraced(parents: &[u32]) -> (usize, usize) {
        let node = |parent: &u32| Node {
            start: 0,
            end: 0,
            parent: *parent,
        };
        let nodes: Vec<Node> = parents.iter().map(node).collect();
        let range = 0..small(nodes.len());
        let mut checkpoints: Checkpoints<u32> =
            Checkpoints::of(&nodes, range.clone()).expect("memory");
        let (mut again, mut most) = (0, 0);
        for index in range {
            let parent = nodes[index as usize].parent;
            if parent + 1 < index {
                let (state, way) = checkpoints.back_to(parent, &nodes);
                let mut here = state.copied();
                again += way.len();
                for node in way {
                    let parent = nodes[node as usize].parent;
                    assert_eq!(here.unwrap_or(0), parent, "the way has no gap");
                    here = Some(node);
                    checkpoints.pass(node, &node, 0);
                }
                assert_eq!(here, Some(parent));
            }
            checkpoints.pass(index, &index, 0);
            most = most.max(checkpoints.kept.iter().map(VecDeque::len).sum());
        }
        (again, most)
    }

    /// Checks the bound described at `Checkpoints`. Every node here has a work of one.
    fn holds(parents: &[u32], name: &str) {
        let (again, most) = retraced(parents);
        assert!(most <= LEVELS * MOST_KEPT, "{name}: {most} states");
        let starts = (0..).zip(parents);
        let variations = starts.filter(|(index, parent)| **parent + 1 < *index);
        let bound = 2 * (LEVELS - 1) * parents.len() + (BLOCK as usize - 1) * variations.count();
        assert!(again <= bound, "{name}: {again} of {}", parents.len());
    }

    /// A line of nodes.
    fn line(length: u32) -> Vec<u32> {
        (0..length).map(|node| node.saturating_sub(1)).collect()
    }

    #[test]
    fn retracing_has_a_bound() {
        let depth = 250;
        let mut star = line(depth);
        star.extend(vec![depth - 1; 5_000]);
        holds(&star, "star");
        let mut comb = line(depth);
        comb.extend((0..depth - 1).rev());
        holds(&comb, "comb");
        // Each node of a line, the last one first, gets two lines of this length. They displace the kept states.
        for tooth in [2, 3, 5, 9, 17, 33, 65] {
            let mut teeth = line(depth);
            for from in (0..depth - 1).rev() {
                for _ in 0..2 {
                    let mut parent = from;
                    for _ in 0..tooth {
                        let node = small(teeth.len());
                        teeth.push(parent);
                        // A side node, so that each node of the line is a branching.
                        teeth.push(node);
                        parent = node;
                    }
                }
            }
            in_order(&mut teeth);
            holds(&teeth, &format!("teeth of {tooth}"));
        }
        let mut random = Random::new(5);
        for bias in 2..12 {
            let mut parents = vec![0];
            let mut here = 0;
            while parents.len() < 20_000 {
                while random.below(bias) == 0 {
                    here = parents[here as usize];
                }
                parents.push(here);
                here = small(parents.len() - 1);
            }
            in_order(&mut parents);
            holds(&parents, &format!("random {bias}"));
        }
    }

    /// Renumbers nodes in the order of a text: each before its followers.
    fn in_order(parents: &mut Vec<u32>) {
        let mut followers = vec![Vec::new(); parents.len()];
        for (node, parent) in parents.iter().enumerate().skip(1) {
            followers[*parent as usize].push(node);
        }
        let mut ordered = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((node, parent)) = open.pop() {
            let number = small(ordered.len());
            ordered.push(parent);
            let next = followers[node].iter().rev();
            open.extend(next.map(|follower| (*follower, number)));
        }
        *parents = ordered;
    }
}
