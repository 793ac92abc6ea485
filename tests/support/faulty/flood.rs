//! Programs that keep no chains: they fill the chain at a point anew for each move, each in a way that misses something.

use gokata::Color;

use super::stones::{Put, Stones};

/// Names that begin so have the fault in the fill.
const FLOOD: &str = "fill-";

impl Stones {
    pub(super) fn is_flooded(&self) -> bool {
        self.fault.starts_with(FLOOD)
    }

    pub(super) fn take_by_flood(&mut self, point: usize, color: Color, put: &mut Put) {
        let mut seen = vec![false; self.board.len()];
        for near in self.beside(point) {
            if self.board[near] != Some(!color) {
                continue;
            }
            if !self.has("fill-marks-stay-from-chain-to-chain") {
                seen.fill(false);
            }
            let (stones, breathes) = self.fill(near, &mut seen);
            if !breathes {
                put.taken.extend(&stones);
                self.clear(&stones);
            }
        }
        self.recompute();
        let (stones, breathes) = self.fill(point, &mut vec![false; self.board.len()]);
        if !breathes {
            self.clear(&stones);
            put.lost = stones;
        }
        self.recompute();
    }

    fn clear(&mut self, stones: &[usize]) {
        stones.iter().for_each(|stone| self.board[*stone] = None);
    }

    /// The stones that are reached from a point, and whether a liberty was met.
    fn fill(&self, point: usize, seen: &mut [bool]) -> (Vec<usize>, bool) {
        let most = match self.fault {
            "fill-of-8-stones" => 8,
            "fill-of-20-stones" => 20,
            "fill-of-50-stones" => 50,
            "fill-of-100-stones" => 100,
            "fill-of-150-stones" => 150,
            "fill-of-256-stones" => 256,
            _ => usize::MAX,
        };
        let color = self.board[point];
        let (mut stones, mut open) = (Vec::new(), vec![point]);
        let mut breathes = false;
        seen[point] = true;
        while let Some(stone) = open.pop() {
            stones.push(stone);
            if stones.len() == most {
                break;
            }
            for (side, near) in self.beside(stone).into_iter().enumerate() {
                let unseen = self.has("fill-never-goes-up") && side == 0
                    || self.has("fill-never-goes-left") && near + 1 == stone
                    || self.has("fill-goes-one-step") && stone != point
                    || self.has("fill-goes-straight") && {
                        let cols = self.size.cols();
                        near / cols != point / cols && near % cols != point % cols
                    }
                    || self.has("fill-queue-of-two") && open.len() > 1;
                if self.board[near].is_none() {
                    breathes |= !(self.has("fill-sees-liberties-of-the-first-stone-only")
                        && stone != point)
                        && !(self.has("fill-sees-no-liberty-above") && near < stone && side == 0);
                } else if self.board[near] == color && !seen[near] && !unseen {
                    seen[near] = true;
                    open.push(near);
                }
            }
        }
        if self.has("fill-takes-too-long-chains-for-alive") && stones.len() > 100 {
            breathes = true;
        }
        (stones, breathes)
    }
}
