//! Keeps states at the open branchings of the current line, so that `traversal` can return quickly to the branching where
//! a variation begins. Does not interpret the states.

/// A state, and its place in the line.
pub(super) struct Checkpoint<S> {
    /// The node after which the state holds; `None` at the start of the game.
    pub(super) node: Option<u32>,
    /// The work from the start of the game up to there: for each node 1, plus 1 for each eight bytes of its text.
    pub(super) work: u32,
    pub(super) state: S,
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

    /// Drops the states after a node of the line, where another line begins. Returns the nearest state up to the node.
    pub(super) fn nearest(&mut self, node: u32) -> &Checkpoint<S> {
        while self.kept.pop_if(|last| last.node > Some(node)).is_some() {}
        self.kept.last().unwrap_or(&self.start)
    }

    /// Removes the state of a node where the last variation begins.
    pub(super) fn close(&mut self, node: u32) {
        self.kept.pop_if(|last| last.node == Some(node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basics::Random;

    /// Goes through a tree as `traversal` does, with nodes as states; each node has this much work. Returns the work that is
    /// retraced, and the most states that were kept at once.
    fn retraced(parents: &[u32], work: impl Fn(u32) -> u32) -> (u64, usize) {
        let mut left = vec![0; parents.len()];
        for parent in &parents[1..] {
            left[*parent as usize] += 1;
        }
        let mut checkpoints = Checkpoints::new(u32::MAX);
        let (mut again, mut most, mut done, mut here) = (0, 0, 0, 0);
        for (index, parent) in (0..).zip(parents.iter().copied()) {
            if index > 0 {
                left[parent as usize] -= 1;
            }
            if parent != here {
                let nearest = checkpoints.nearest(parent);
                assert_eq!(nearest.state, nearest.node.unwrap_or(u32::MAX));
                let (from, mut way) = (nearest.node, Vec::new());
                done = nearest.work;
                let mut node = parent;
                while Some(node) != from {
                    way.push(node);
                    if node == 0 {
                        break;
                    }
                    assert!(
                        Some(parents[node as usize]) >= from,
                        "the state is not on the line"
                    );
                    node = parents[node as usize];
                }
                for node in way.into_iter().rev() {
                    done += work(node);
                    again += u64::from(work(node));
                    if left[node as usize] > 0 {
                        checkpoints.keep(node, done, &node);
                    }
                }
            }
            if left[parent as usize] == 0 {
                checkpoints.close(parent);
            }
            here = index;
            done += work(index);
            if left[index as usize] > 1 {
                checkpoints.keep(index, done, &index);
            }
            most = most.max(checkpoints.kept.len());
        }
        assert!(checkpoints.kept.is_empty(), "every branching is closed");
        (again, most)
    }

    /// Checks the bounds described at `Checkpoints`. Returns how often the work of all nodes was retraced, in percent.
    fn holds(parents: &[u32], work: impl Fn(u32) -> u32, name: &str) -> u64 {
        let (again, most) = retraced(parents, &work);
        assert!(most <= MOST_KEPT, "{name}: {most} states");
        let mut lines: Vec<u64> = vec![0; parents.len()];
        let (mut all, mut longest) = (0, 1);
        for (node, parent) in (0..).zip(parents.iter().copied()) {
            let own = u64::from(work(node));
            lines[node as usize] = lines[parent as usize] + own;
            all += own;
            longest = longest.max(lines[node as usize]);
        }
        let bound = all * u64::from(longest.ilog2());
        assert!(again <= bound, "{name}: {again} of {all}");
        again * 100 / all
    }

    /// A line of nodes.
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
