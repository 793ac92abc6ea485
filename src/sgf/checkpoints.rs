//! Keeps states at the open branchings of the current line, so that `traversal` can return quickly to the branching where
//! a variation begins. Does not interpret the states.

use super::nodes::Node;
use super::path::Branches;

struct Checkpoint<S> {
    /// The node after which the state holds; `None` at the start of the game.
    node: Option<u32>,
    /// The work from the start of the game up to there: for each node 1, plus 1 for each eight bytes of its text.
    work: u32,
    state: S,
}

/// A stack of states at *open* branchings of the current line: at least one of their variations has not begun. The start of
/// the game lies below them.
///
/// At most [`MOST_KEPT`] states are kept. When there are as many, those go that lie close together, measured by how far back
/// they are: a gap between two states that is made so is at most half as long as the line after it, in units of work. To
/// return into a gap retraces at most the gap, and by then the line after it has been left for good, which happens once to
/// each node. A node lies after gaps that grow by half or more from one to the next, so it pays for no more than
/// log<sub>1.5</sub> of the work of a line, half a unit each. **All returns together retrace at most
/// `log2(work of the longest line)` times the work of all nodes**: 15 times for lines of 20,000 moves, in practice about twice.
pub(super) struct Checkpoints<S> {
    start: Checkpoint<S>,
    kept: Vec<Checkpoint<S>>,
}

/// A gap at a distance takes a third of it, with its neighbour, so two states of a line of the largest text (2^27 units of
/// work) reach half as far again as the two after them: at most 96 are left of a full stack. Small in tests, where no line
/// has more than 2^13 units.
const MOST_KEPT: usize = if cfg!(test) { 48 } else { 128 };

/// The least ratio between a line and the gap before it.
const RATIO: u64 = 2;

impl<S: Clone> Checkpoints<S> {
    pub(super) fn new(start: S) -> Checkpoints<S> {
        let start = Checkpoint {
            node: None,
            work: 0,
            state: start,
        };
        let kept = Vec::new();
        Checkpoints { start, kept }
    }

    /// Keeps the state after a node, which is an open branching and ends the line.
    pub(super) fn keep(&mut self, node: u32, work: u32, state: &S) {
        if self.kept.len() >= MOST_KEPT {
            self.thin(work);
        }
        self.kept.push(Checkpoint {
            node: Some(node),
            work,
            state: state.clone(),
        });
    }

    fn thin(&mut self, end: u32) {
        let mut before = 0;
        let mut states = std::mem::take(&mut self.kept).into_iter().peekable();
        while let Some(state) = states.next() {
            let next = states.peek().map_or(end, |next| next.work);
            if u64::from(next - before) * RATIO > u64::from(end - next) {
                before = state.work;
                self.kept.push(state);
            }
        }
    }

    /// Returns the state after a branching of the line, where a variation begins with the node `next`, and the work up to
    /// there. `retrace` repeats a node.
    pub(super) fn return_to(
        &mut self,
        branching: u32,
        next: u32,
        nodes: &[Node],
        branches: &Branches,
        mut retrace: impl FnMut(&mut S, u32),
    ) -> (S, u32) {
        // The states after the branching are left for good.
        let left = |last: &mut Checkpoint<S>| last.node > Some(branching);
        while self.kept.pop_if(left).is_some() {}
        let nearest = self.kept.last().unwrap_or(&self.start);
        let (mut state, mut work) = (nearest.state.clone(), nearest.work);
        // The nodes to be retraced, each with the one after it.
        let mut way = Vec::new();
        let (mut here, mut after) = (branching, next);
        while Some(here) != nearest.node {
            way.push((here, after));
            let before = nodes[here as usize].parent;
            if before == here {
                break;
            }
            (here, after) = (before, here);
        }
        for (node, after) in way.into_iter().rev() {
            retrace(&mut state, node);
            work += nodes[node as usize].work();
            if branches.is_open_after(after, node) {
                self.keep(node, work, &state);
            }
        }
        if !branches.is_open_after(next, branching) {
            self.kept.pop_if(|last| last.node == Some(branching));
        }
        (state, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::Random;
    use crate::sgf::nodes::small;

    /// Goes through a tree as `traversal` does, with nodes as states. Returns the work that is retraced, and the most states
    /// that were kept at once.
    fn retraced(nodes: &[Node]) -> (u64, usize) {
        let branches = Branches::of(nodes, 0..small(nodes.len())).expect("enough memory");
        let mut checkpoints = Checkpoints::new(0);
        let (mut again, mut most, mut done, mut here) = (0, 0, 0, 0);
        for (index, node) in (0..).zip(nodes) {
            if node.parent != here {
                let retrace = |state: &mut u32, node: u32| {
                    let before = std::mem::replace(state, node);
                    assert_eq!(nodes[node as usize].parent, before, "the line goes on");
                    again += u64::from(nodes[node as usize].work());
                };
                let found = checkpoints.return_to(node.parent, index, nodes, &branches, retrace);
                assert_eq!(found.0, node.parent);
                done = found.1;
            }
            here = index;
            done += node.work();
            if branches.followers(index) > 1 {
                checkpoints.keep(index, done, &index);
            }
            most = most.max(checkpoints.kept.len());
        }
        assert!(checkpoints.kept.is_empty(), "every branching is closed");
        (again, most)
    }

    /// Checks the bounds described at `Checkpoints` for a tree in which each node has this work. Returns how often the work of
    /// all nodes was retraced, in percent.
    fn holds(parents: &[u32], work: impl Fn(u32) -> u32, name: &str) -> u64 {
        let nodes: Vec<Node> = (0..)
            .zip(parents.iter().copied())
            .map(|(node, parent)| Node {
                start: 0,
                end: 8 * (work(node) - 1),
                parent,
            })
            .collect();
        let (again, most) = retraced(&nodes);
        assert!(most <= MOST_KEPT, "{name}: {most} states");
        let mut lines: Vec<u64> = vec![0; nodes.len()];
        let (mut all, mut longest) = (0, 1);
        for (at, node) in nodes.iter().enumerate() {
            let own = u64::from(node.work());
            lines[at] = lines[node.parent as usize] + own;
            all += own;
            longest = longest.max(lines[at]);
        }
        let bound = all * u64::from(longest.ilog2());
        assert!(again <= bound, "{name}: {again} of {all}");
        again * 100 / all
    }

    fn line(length: u32) -> Vec<u32> {
        (0..length).map(|node| node.saturating_sub(1)).collect()
    }

    #[test]
    fn retracing_has_a_bound() {
        let depth = 2_000;
        let plain = |_| 1;
        let mut star = line(depth);
        star.extend(vec![depth - 1; 5_000]);
        assert_eq!(holds(&star, plain, "star"), 0);
        let mut comb = line(depth);
        comb.extend((0..depth - 1).rev());
        assert!((20..200).contains(&holds(&comb, plain, "comb")));
        // A long text before the last branchings, which the states there must not lose.
        let long = |node| if node == depth - 20 { 4_000 } else { 1 };
        holds(&star, long, "star after a long text");
        holds(&comb, long, "comb with a long text");
        // Each node of a line, the last one first, gets two lines of this length. They displace the kept states.
        for tooth in [2, 3, 5, 9, 17, 33, 65, 129] {
            let mut teeth = line(300);
            for from in (0..299).rev() {
                for _ in 0..2 {
                    let mut parent = from;
                    for _ in 0..tooth {
                        let node = u32::try_from(teeth.len()).expect("few nodes");
                        teeth.push(parent);
                        // A side node, so that each node of the line is a branching.
                        teeth.push(node);
                        parent = node;
                    }
                }
            }
            holds(&teeth, plain, &format!("teeth of {tooth}"));
            let long = |node| if node == 250 { 4_000 } else { 1 };
            holds(&teeth, long, &format!("teeth of {tooth} after a long text"));
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
                here = u32::try_from(parents.len() - 1).expect("few nodes");
            }
            holds(&parents, plain, &format!("random {bias}"));
        }
    }
}
