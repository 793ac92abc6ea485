//! The board: chains with their stones and liberties, changed by every move, and a hash.

use gokata::{Color, Point, Setup, Size};

/// No chain.
pub(super) const NONE: usize = usize::MAX;

#[derive(Clone)]
pub(super) struct Chain {
    pub(super) color: Color,
    pub(super) stones: Vec<usize>,
    pub(super) liberties: Vec<usize>,
    /// Liberties counted too often or too seldom.
    pub(super) more: isize,
}

#[derive(Clone)]
pub(super) struct Stones {
    pub(super) fault: &'static str,
    pub(super) size: Size,
    pub(super) board: Vec<Option<Color>>,
    pub(super) chain_of: Vec<usize>,
    pub(super) chains: Vec<Chain>,
    pub(super) key: u64,
}

/// What a stone has done: the stones that it took, those lost by suicide, and whether it joined a chain with one liberty.
#[derive(Clone, Default)]
pub(super) struct Put {
    pub(super) taken: Vec<usize>,
    pub(super) lost: Vec<usize>,
    pub(super) joined_atari: bool,
}

impl Stones {
    pub(super) fn new(fault: &'static str, size: Size) -> Stones {
        Stones {
            fault,
            size,
            board: vec![None; size.point_count()],
            chain_of: vec![NONE; size.point_count()],
            chains: Vec::new(),
            key: 0,
        }
    }

    pub(super) fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// The points beside a point: above, below, left, right.
    pub(super) fn beside(&self, point: usize) -> Vec<usize> {
        let (rows, cols) = (self.size.rows() as isize, self.size.cols() as isize);
        let (row, col) = (point as isize / cols, point as isize % cols);
        let mut steps = vec![(-1, 0), (1, 0), (0, -1), (0, 1)];
        if self.has("diagonal-points-touch") {
            steps.extend([(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        }
        let mut beside = Vec::new();
        for (down, right) in steps {
            let (mut row, mut col) = (row + down, col + right);
            if self.has("left-and-right-edge-touch") {
                col = col.rem_euclid(cols);
            } else if self.has("top-and-bottom-touch") {
                row = row.rem_euclid(rows);
            } else if self.has("a-row-goes-on-in-the-next") {
                let index = row * cols + col;
                (row, col) = (index.div_euclid(cols), index.rem_euclid(cols));
            }
            let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
            let missed = self.has("last-column-is-not-beside") && col == cols - 1
                || self.has("last-row-is-not-beside") && row == rows - 1
                || self.has("first-line-is-not-beside") && row * col == 0
                || self.has("lines-beyond-19-are-not-beside") && row.max(col) > 18
                || self.has("bounds-of-rows-and-columns-swapped") && (row >= cols || col >= rows);
            let index = (row * cols + col) as usize;
            if inside && !missed && index != point {
                beside.push(index);
            }
        }
        beside
    }

    /// The index of a point on the board.
    pub(super) fn at(&self, point: Point) -> Option<usize> {
        let is_on_board = self.size.contains(point);
        is_on_board.then(|| point.row as usize * self.size.cols() + point.col as usize)
    }

    pub(super) fn set_up(&mut self, setup: &Setup) {
        for (point, color) in &setup.stones {
            if let Some(point) = self.at(*point) {
                self.board[point] = Some(*color);
                self.toggle(point, *color);
            }
        }
        self.recompute();
    }

    fn toggle(&mut self, point: usize, color: Color) {
        let place = match point {
            _ if self.has("hash-of-64-points") => point % 64,
            _ if self.has("hash-of-columns") => point % self.size.cols(),
            _ if self.has("hash-of-9x9") => point % 81,
            _ if self.has("hash-table-of-19x19") => point % 361,
            _ => point,
        };
        let color = if self.has("hash-without-colors") {
            0
        } else {
            color as u64
        };
        self.key ^= mixed(place as u64 * 2 + color + 1);
    }

    /// The number of liberties of a chain as the program counts them.
    pub(super) fn count(&self, id: usize) -> isize {
        let chain = &self.chains[id];
        let count = chain.liberties.len() as isize + chain.more;
        match count {
            _ if self.has("liberties-in-a-signed-byte") => (count as i8).max(0) as isize,
            _ if self.has("liberties-in-seven-bits") => count & 0x7f,
            _ if self.has("liberties-in-six-bits") => count & 0x3f,
            _ if self.has("stones-of-a-chain-in-a-byte") && chain.stones.len() > 255 => 0,
            _ if self.has("a-chain-holds-a-hundred-stones") && chain.stones.len() > 100 => 0,
            _ => count,
        }
    }

    /// The chains of a color beside a point, each once.
    pub(super) fn chains_beside(&self, point: usize, color: Color) -> Vec<usize> {
        let mut found = Vec::new();
        for near in self.beside(point) {
            let id = self.chain_of[near];
            let stands = self.board[near] == Some(color)
                || self.has("taken-stones-keep-their-chain")
                    && id != NONE
                    && self.chains[id].color == color;
            if stands && !found.contains(&id) {
                found.push(id);
            }
        }
        if self.has("chains-join-at-corners") {
            let (cols, at) = (self.size.cols(), |p: usize| {
                (p / self.size.cols(), p % self.size.cols())
            });
            let (row, col) = at(point);
            for near in 0..self.board.len() {
                let apart = (at(near).0.abs_diff(row), at(near).1.abs_diff(col));
                let id = self.chain_of[near];
                if apart == (1, 1)
                    && self.board[near] == Some(color)
                    && cols > 1
                    && !found.contains(&id)
                {
                    found.push(id);
                }
            }
        }
        found
    }

    /// Places a stone, and takes off what has no liberty.
    pub(super) fn put(&mut self, point: usize, color: Color) -> Put {
        let beside = self.beside(point);
        let own = self.chains_beside(point, color);
        let enemies = self.chains_beside(point, !color);
        let mut put = Put {
            joined_atari: own.iter().any(|id| self.count(*id) == 1),
            ..Put::default()
        };
        self.board[point] = Some(color);
        self.toggle(point, color);
        let empty = |near: &&usize| self.board[**near].is_none();
        let mut stone = Chain {
            color,
            stones: vec![point],
            liberties: beside.iter().filter(empty).copied().collect(),
            more: 0,
        };
        let touches = |stones: &[usize]| beside.iter().filter(|near| stones.contains(near)).count();
        for (number, id) in enemies.iter().enumerate() {
            let kept = self.has("a-stone-takes-a-liberty-of-one-enemy-only") && number > 0
                || self.has("a-stone-that-takes-leaves-other-liberties")
                    && self.chains[*id].liberties.len() > 1
                    && enemies
                        .iter()
                        .any(|id| self.chains[*id].liberties == [point])
                || self.has("a-stone-that-joins-takes-no-liberty")
                    && !own.is_empty()
                    && self.chains[*id].liberties.len() > 1;
            let chain = &mut self.chains[*id];
            if kept {
                continue;
            }
            chain.liberties.retain(|liberty| *liberty != point);
            if self.fault == "a-liberty-is-taken-once-for-each-touch" {
                chain.more -= touches(&chain.stones) as isize - 1;
            }
        }
        let new = self.chains.len();
        let mut stale = Vec::new();
        for (number, id) in own.iter().enumerate() {
            let chain = self.chains[*id].clone();
            let lost = self.has("joining-keeps-the-liberties-of-the-first") && number > 0
                || self.has("joining-keeps-the-liberties-of-the-last") && number + 1 < own.len()
                || self.has("joining-three-forgets-the-third") && number == 2
                || self.has("joining-four-forgets-the-fourth") && number == 3
                || self.has("joining-forgets-the-old-liberties")
                || self.has("a-larger-chain-gives-no-liberties") && chain.stones.len() > 1;
            let mut shared = 0;
            for liberty in chain.liberties.iter().filter(|_| !lost) {
                let stays = *liberty != point || self.has("a-filled-liberty-stays");
                if stays && !stone.liberties.contains(liberty) {
                    stone.liberties.push(*liberty);
                } else if stays {
                    shared += 1;
                }
            }
            if self.has("joining-forgets-the-liberties-of-the-stone") && number == 0 {
                stone.liberties.clone_from(&chain.liberties);
                stone.liberties.retain(|liberty| *liberty != point);
            }
            if self.has("shared-liberties-count-twice") {
                stone.more += shared;
            }
            stone.more += chain.more;
            if self.has("only-the-nearest-stone-joins") {
                stale.extend(
                    chain
                        .stones
                        .iter()
                        .copied()
                        .filter(|near| !beside.contains(near)),
                );
            } else if self.has("the-second-chain-keeps-its-number") && number > 0
                || self.has("the-third-chain-keeps-its-number") && number > 1
                || self.has("a-longer-chain-keeps-its-number") && chain.stones.len() > 2
            {
                stale.extend(chain.stones.iter().copied());
            }
            stone.stones.extend(chain.stones);
        }
        if self.has("a-stone-forgets-its-own-liberties")
            && own.is_empty()
            && stone.liberties.len() > 1
        {
            stone.liberties.truncate(1);
        }
        for near in stone.stones.iter().filter(|near| !stale.contains(near)) {
            self.chain_of[*near] = new;
        }
        self.chains.push(stone);
        self.take(point, color, &enemies, &own, &mut put);
        put
    }

    fn take(
        &mut self,
        point: usize,
        color: Color,
        enemies: &[usize],
        own: &[usize],
        put: &mut Put,
    ) {
        if self.is_flooded() {
            return self.take_by_flood(point, color, put);
        }
        let new = self.chain_of[point];
        if self.has("own-stones-come-off-first") && self.count(new) <= 0 {
            put.lost = self.lift(new, NONE);
            return;
        }
        let most = if self.has("chains-with-a-liberty-come-off") {
            1
        } else {
            0
        };
        let mut dead: Vec<usize> = enemies.to_vec();
        dead.retain(|id| self.count(*id) <= most);
        let above = point.checked_sub(self.size.cols());
        let is_above = |id: &usize| above.is_some_and(|above| self.chain_of[above] == *id);
        if self.has("only-one-chain-comes-off") {
            dead.truncate(1);
        } else if self.has("at-most-two-chains-come-off") {
            dead.truncate(2);
        } else if self.has("at-most-three-chains-come-off") {
            dead.truncate(3);
        } else if self.has("chains-above-do-not-come-off") {
            dead.retain(|id| !is_above(id));
        } else if self.has("nothing-comes-off") {
            dead.clear();
        } else if self.has("only-single-stones-come-off") {
            dead.retain(|id| self.chains[*id].stones.len() == 1);
        } else if self.has("single-stones-do-not-come-off") {
            dead.retain(|id| self.chains[*id].stones.len() > 1);
        } else if self.has("only-white-stones-come-off") && color != Color::Black {
            dead.clear();
        } else if self.has("a-stone-without-liberties-takes-nothing") && self.count(new) <= 0 {
            dead.clear();
        } else if self.has("a-stone-that-joins-takes-nothing") && !own.is_empty() {
            dead.clear();
        } else if self.has("stones-in-the-corner-do-not-come-off") {
            dead.retain(|id| !self.chains[*id].stones.contains(&0));
        }
        for id in dead {
            if !put.taken.is_empty() && self.has("the-second-chain-gives-no-liberties-back") {
                self.fault = "taken-stones-give-no-liberties-back";
                put.taken.extend(self.lift(id, new));
                self.fault = "the-second-chain-gives-no-liberties-back";
            } else {
                put.taken.extend(self.lift(id, new));
            }
        }
        if self.count(new) <= 0 && !self.has("suicide-stays-on-the-board") {
            put.lost = self.lift(new, NONE);
            if self.has("suicide-takes-one-stone-off") {
                for stone in put.lost.clone().into_iter().filter(|stone| *stone != point) {
                    self.board[stone] = Some(color);
                    self.toggle(stone, color);
                }
                self.recompute();
            }
        }
    }

    /// Takes a chain off. `taker` is the chain of the stone that takes it; there is none at a suicide.
    fn lift(&mut self, id: usize, taker: usize) -> Vec<usize> {
        let Chain {
            color, mut stones, ..
        } = self.chains[id].clone();
        let suicide = taker == NONE;
        if self.has("the-last-stone-of-a-chain-stays") && stones.len() > 2 {
            stones.pop();
        } else if self.has("at-most-eight-stones-come-off") {
            stones.truncate(8);
        } else if self.has("at-most-64-stones-come-off") {
            stones.truncate(64);
        } else if self.has("at-most-128-stones-come-off") {
            stones.truncate(128);
        } else if self.has("at-most-255-stones-come-off") {
            stones.truncate(255);
        }
        for (number, stone) in stones.iter().enumerate() {
            self.board[*stone] = None;
            if !self.has("taken-stones-keep-their-chain") {
                self.chain_of[*stone] = NONE;
            }
            let kept = self.has("taken-stones-stay-in-the-hash") && !suicide
                || self.has("suicide-stays-in-the-hash") && suicide
                || self.has("the-first-taken-stone-leaves-the-hash") && number > 0
                || self.has("the-last-taken-stone-stays-in-the-hash")
                    && number + 1 == stones.len()
                    && number > 0;
            if self.has("taken-stones-leave-the-hash-as-the-takers") && !suicide {
                self.toggle(*stone, !color);
            } else if !kept {
                self.toggle(*stone, color);
            }
        }
        for (number, stone) in stones.iter().enumerate() {
            let mut met = Vec::new();
            for (side, near) in self.beside(*stone).into_iter().enumerate() {
                let other = self.chain_of[near];
                if other == NONE || self.board[near].is_none() {
                    continue;
                }
                let is_taker = other == taker;
                let kept = self.has("taken-stones-give-no-liberties-back")
                    || self.has("the-taker-gets-no-liberties-back") && is_taker
                    || self.has("only-the-taker-gets-liberties-back") && !is_taker
                    || self.has("suicide-gives-no-liberties-back") && suicide
                    || self.has("one-taken-stone-gives-no-liberty-back") && stones.len() == 1
                    || self.has("only-one-taken-stone-gives-a-liberty-back") && stones.len() > 1
                    || self.has("only-the-first-stone-gives-a-liberty-back") && number > 0
                    || self.has("a-taken-stone-gives-one-chain-a-liberty") && !met.is_empty()
                    || self.has("a-taken-stone-gives-two-chains-a-liberty")
                        && met.len() > 1
                        && !met.contains(&other)
                    || self.has("liberties-come-back-above-and-below") && side > 1
                    || self.has("chains-of-one-stone-get-no-liberty-back")
                        && self.chains[other].stones.len() == 1
                        && !is_taker
                    || self.has("long-chains-get-no-liberty-back")
                        && self.chains[other].stones.len() > 3;
                if kept {
                    continue;
                }
                let again = met.contains(&other);
                met.push(other);
                let chain = &mut self.chains[other];
                if !chain.liberties.contains(stone) {
                    chain.liberties.push(*stone);
                } else if again && self.fault == "a-liberty-comes-back-once-for-each-touch" {
                    chain.more += 1;
                }
            }
        }
        self.chains[id].stones.clear();
        stones
    }

    /// Finds all chains again from the board.
    pub(super) fn recompute(&mut self) {
        self.chains.clear();
        self.chain_of.fill(NONE);
        for point in 0..self.board.len() {
            let Some(color) = self.board[point].filter(|_| self.chain_of[point] == NONE) else {
                continue;
            };
            let (stones, liberties) = self.walk(point, color);
            for stone in &stones {
                self.chain_of[*stone] = self.chains.len();
            }
            self.chains.push(Chain {
                color,
                stones,
                liberties,
                more: 0,
            });
        }
    }

    fn walk(&self, point: usize, color: Color) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties) = (vec![point], Vec::new());
        let mut met = vec![false; self.board.len()];
        met[point] = true;
        let mut next = 0;
        while let Some(stone) = stones.get(next).copied() {
            for near in self.beside(stone) {
                let list = match self.board[near] {
                    None => &mut liberties,
                    Some(other) if other == color => &mut stones,
                    Some(_) => continue,
                };
                if !std::mem::replace(&mut met[near], true) {
                    list.push(near);
                }
            }
            next += 1;
        }
        (stones, liberties)
    }
}

pub(super) fn mixed(number: u64) -> u64 {
    let mut key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}
