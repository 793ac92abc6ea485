//! Stones, chains and liberties of a board that is changed in place. No turns, no history, no rules.
//!
//! - **One [`PointWord`] for each place** holds its content and the chain it belongs to. The four words beside a point
//!   can be added: the sum counts the empty points, the black ones and the white ones, and counts the border as both
//!   colors.
//! - **One [`Counter`] for each chain** counts its stones and its *pseudo-liberties*: pairs of a stone and an empty point
//!   beside it. Two chains are joined by one addition. A point is the only liberty of a chain exactly if the chain
//!   touches it as often as it has pseudo-liberties.
//! - A new stone subtracts one from the counters of **all four** points beside it. The counters of empty points and of the
//!   border mean nothing; this saves four branches.

use super::around::{Prospect, Surroundings};
use super::bits::{Bits, index, point_at};
use super::quad::Quad;
use super::word::{Counter, PointWord};
use crate::basics::{Color, Point, Size};

/// Receives every stone that is put on the board or taken off.
pub(super) trait Witness {
    fn put(&mut self, place: u16, color: Color);
    fn taken(&mut self, place: u16, color: Color);
}

/// The board. `STRIDE` is the distance from a row to the next, or 0 if the compiler does not know it; `LEN` is at least
/// the number of places, the border included, and a power of two: an index is masked, so that the compiler need not check
/// it.
///
/// One border column stands between a row and the next and belongs to both; a border row stands above and below.
#[derive(Clone, Copy)]
pub(crate) struct Stones<const STRIDE: usize, const LEN: usize> {
    size: Size,
    stride: u16,
    pub(super) points: [PointWord<LEN>; LEN],
    pub(super) chains: [Counter; LEN],
    /// The next stone of the same chain, in a circle.
    next: [u16; LEN],
}

impl<const STRIDE: usize, const LEN: usize> Stones<STRIDE, LEN> {
    pub(super) fn empty(size: Size) -> Self {
        let stride = size.cols() + 1;
        let mut points = [PointWord::BORDER; LEN];
        for row in 1..=size.rows() {
            let first = row * stride + 1;
            for (place, word) in (first..).zip(&mut points[first..first + size.cols()]) {
                *word = PointWord::empty(index(place));
            }
        }
        Stones {
            size,
            stride: index(stride),
            points,
            chains: [Counter::UNUSED; LEN],
            next: [0; LEN],
        }
    }

    /// The places up to the last border column of the last row: the others never change.
    fn used(&self) -> usize {
        ((self.size().rows() + 1) * self.stride()).min(LEN)
    }

    /// Copies another board of this size. Returns the number of places copied.
    pub(super) fn copy_places(&mut self, other: &Self) -> usize {
        let used = self.used();
        self.points[..used].copy_from_slice(&other.points[..used]);
        self.chains[..used].copy_from_slice(&other.chains[..used]);
        self.next[..used].copy_from_slice(&other.next[..used]);
        used
    }

    /// The size, if the compiler knows the stride: that of a square board.
    const SQUARE: Option<Size> = if STRIDE == 0 {
        None
    } else {
        match Size::square(STRIDE - 1) {
            Ok(size) => Some(size),
            Err(_) => None,
        }
    };

    #[inline]
    pub(crate) fn size(&self) -> Size {
        Self::SQUARE.unwrap_or(self.size)
    }

    #[inline]
    pub(crate) fn stride(&self) -> usize {
        if STRIDE == 0 {
            usize::from(self.stride)
        } else {
            STRIDE
        }
    }

    #[inline]
    pub(super) fn place(&self, point: Point) -> Option<u16> {
        let (row, col) = self.size().row_and_col(point)?;
        Some(index((row + 1) * self.stride() + col + 1))
    }

    pub(super) fn point(&self, place: u16) -> Point {
        point_at(place, self.stride())
    }

    /// Every place of the board, in reading order.
    pub(crate) fn places(&self) -> impl Iterator<Item = u16> + use<STRIDE, LEN> {
        let (stride, size) = (self.stride(), self.size);
        (1..=size.rows())
            .flat_map(move |row| (1..=size.cols()).map(move |col| index(row * stride + col)))
    }

    #[inline]
    pub(crate) fn is_empty(&self, place: u16) -> bool {
        self.points[Self::at(place)].is_empty()
    }

    pub(super) fn stone(&self, place: u16) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.is(place, *color))
    }

    #[inline]
    pub(crate) fn is(&self, place: u16, color: Color) -> bool {
        self.points[Self::at(place)].is(color)
    }

    #[inline(always)]
    pub(crate) fn beside(&self, place: u16) -> [u16; 4] {
        let (place, stride) = (usize::from(place), self.stride());
        [place - stride, place - 1, place + 1, place + stride].map(index)
    }

    /// The places from the first corner of a place to its last one: a single check of bounds for all of them.
    #[inline(always)]
    fn window(&self, place: u16) -> &[PointWord<LEN>] {
        let stride = self.stride();
        let first = usize::from(place).wrapping_sub(stride + 1) & (LEN - 1);
        &self.points[first..first + 2 * stride + 3]
    }

    #[inline(always)]
    pub(super) fn around(&self, place: u16) -> Surroundings<LEN> {
        let (window, stride) = (self.window(place), self.stride());
        Surroundings::of([1, stride, stride + 2, 2 * stride + 1].map(|nth| window[nth]))
    }

    /// The places of the corners; some may be off the board.
    pub(super) fn corner_places(&self, place: u16) -> [u16; 4] {
        let (stride, middle) = (self.stride(), usize::from(place));
        let [above, below] = [middle - stride, middle + stride];
        [above - 1, above + 1, below - 1, below + 1].map(|corner| index(corner & (LEN - 1)))
    }

    #[inline(always)]
    fn corners(&self, place: u16) -> Surroundings<LEN> {
        let (window, stride) = (self.window(place), self.stride());
        Surroundings::of([0, 2, 2 * stride, 2 * stride + 2].map(|nth| window[nth]))
    }

    /// Computes all parts at once, because this needs no branches. A check does not need all of them, but a play does.
    #[inline(always)]
    pub(crate) fn prospect(&self, place: u16, color: Color) -> Prospect<LEN> {
        let around = self.around(place);
        let chain = |word: PointWord<LEN>| self.chains[word.chain_index()];
        let quad = Quad {
            words: around.words,
            chains: around.words.map(chain),
        };
        Prospect::new(around, quad.taken_free_and_pressed(color))
    }

    /// True if this empty point is an eye for light playouts: every adjacent point is own or off the board, and there
    /// are fewer than two enemies at its corners, with an edge counted as one enemy.
    #[inline(always)]
    #[allow(clippy::needless_bitwise_bool)] // an unpredictable branch is slower
    pub(crate) fn is_light_eye(&self, place: u16, color: Color) -> bool {
        let around = self.around(place);
        let corners = self.corners(place);
        // Corners without an enemy: own, off the board, or empty.
        let friendly = corners.walls(color) + corners.empty();
        let edge = u32::from(around.walls(!color) != 0);
        (around.walls(color) == 4) & (friendly > 2 + edge)
    }

    /// True if this empty point is an eye by the rule of *Deep Learning and the Game of Go*, chapter 3: own stones are
    /// on every point beside it and on at least three corners, or at the edge on all of them.
    pub(super) fn is_eye(&self, place: u16, color: Color) -> bool {
        let corners = self.corners(place);
        let walls = corners.walls(color);
        // If all four are own or border, the enemy's walls are the border.
        let around = self.around(place);
        let edge = around.walls(!color) != 0;
        around.walls(color) == 4 && walls >= if edge { 4 } else { 3 }
    }

    /// Puts a stone on an empty place. If it takes enemies, [`Stones::take`] must follow.
    #[inline(always)]
    pub(super) fn land(
        &mut self,
        place: u16,
        color: Color,
        prospect: &Prospect<LEN>,
        witness: &mut impl Witness,
    ) {
        let base = self.put(place, color, &prospect.around, witness);
        let joined = Quad::joined(prospect.around.words, color, base);
        if joined != 0 {
            self.join_of(place, color, joined);
        }
    }

    #[inline(always)]
    fn join_of(&mut self, place: u16, color: Color, bits: u32) {
        match color {
            Color::Black => self.join::<false>(place, bits),
            Color::White => self.join::<true>(place, bits),
        }
    }

    /// Takes off the enemies whose last liberty the stone at this place has filled, which are at these places beside it.
    /// Returns the number of stones taken, and the place of the ko: that of the taken stone, if it is the only one and the
    /// only liberty of the new stone, which forms a chain alone; otherwise 0.
    #[inline(always)]
    pub(super) fn take(
        &mut self,
        place: u16,
        color: Color,
        taken: u32,
        witness: &mut impl Witness,
    ) -> (u32, u16) {
        let (mut captured, mut last) = (0, 0);
        for beside in self.some_beside(place, taken) {
            let word = self.points[beside];
            // An earlier neighbor may belong to the same chain, which is then off the board.
            if word.is(!color) {
                captured += self.remove(word.chain(), !color, witness);
                last = word.chain();
            }
        }
        let is_alone = self.chains[Self::at(self.chain(place))] == Counter::SINGLE;
        (captured, if captured == 1 && is_alone { last } else { 0 })
    }

    /// Puts a stone on an empty place and takes nothing off.
    pub(super) fn set(&mut self, place: u16, color: Color, witness: &mut impl Witness) {
        let around = self.around(place);
        self.put(place, color, &around, witness);
        self.join_of(place, color, 0b1111);
    }

    /// Puts a stone and adds it to the chain of an own stone beside it, if there is one. Returns that chain, or the
    /// place itself for a new chain.
    #[inline(always)]
    fn put(
        &mut self,
        place: u16,
        color: Color,
        around: &Surroundings<LEN>,
        witness: &mut impl Witness,
    ) -> u16 {
        let mut base = place;
        for word in around.words {
            base = if word.is(color) { word.chain() } else { base };
            let chain = &mut self.chains[word.chain_index()];
            *chain = chain.without_a_liberty();
        }
        // A new chain without stones, so that joining and starting a chain are the same code: a branch here would be
        // mispredicted in every third move.
        let (here, chain) = (Self::at(place), Self::at(base));
        self.chains[here] = Counter::NONE;
        self.next[here] = place;
        self.chains[chain] = self.chains[chain].with_a_stone(around.empty());
        self.next[here] = self.next[chain];
        self.next[chain] = place;
        self.points[here] = PointWord::stone(color, base);
        witness.put(place, color);
        base
    }

    /// The same place, which the compiler then knows to be within the arrays.
    #[inline(always)]
    pub(super) fn within(place: u16) -> u16 {
        place & index(LEN - 1)
    }

    /// The index of a place, which the compiler knows to be within the arrays.
    #[inline(always)]
    pub(super) fn at(place: u16) -> usize {
        usize::from(place) & (LEN - 1)
    }

    /// Some of the places beside a place: bits as in [`Stones::beside`].
    #[inline(always)]
    fn some_beside(
        &self,
        place: u16,
        mut bits: u32,
    ) -> impl Iterator<Item = usize> + use<STRIDE, LEN> {
        let stride = self.stride();
        // Four steps of eight bits each: an array would be written each time.
        let steps = (stride - 1) << 8 | (stride + 1) << 16 | (2 * stride) << 24;
        let first = usize::from(place) - stride;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let step = steps >> (8 * bits.trailing_zeros()) & 0xff;
            bits &= bits - 1;
            Some((first + step) & (LEN - 1))
        })
    }

    /// Joins the chain of a stone with the chains of its color at some places beside it.
    #[inline(never)]
    fn join<const WHITE: bool>(&mut self, place: u16, bits: u32) {
        let color = if WHITE { Color::White } else { Color::Black };
        for beside in self.some_beside(place, bits) {
            let word = self.points[beside];
            let (here, there) = (self.chain(place), word.chain());
            // An earlier neighbor may belong to the same chain, which is then joined already.
            if here == there || !word.is(color) {
                continue;
            }
            let (here, there) = (Self::at(here), Self::at(there));
            let [one, other] = [here, there].map(|chain| self.chains[chain]);
            // The smaller chain takes the number of the larger one.
            let (large, small, count) = if one.stones() >= other.stones() {
                (here, there, other.stones())
            } else {
                (there, here, one.stones())
            };
            self.chains[large] = one.and(other);
            let word = PointWord::stone(color, index(large));
            // Four stones at a time, so that the end is mostly predicted: it does no harm to go around again.
            let mut stone = small;
            #[allow(clippy::manual_div_ceil)] // three instructions instead of nine
            for _ in 0..(count + 3) / 4 {
                for _ in 0..4 {
                    self.points[stone] = word;
                    stone = Self::at(self.next[stone]);
                }
            }
            self.next.swap(large, small);
        }
    }

    /// Takes a chain off the board. Returns the number of its stones.
    #[inline(always)]
    pub(super) fn remove(&mut self, chain: u16, color: Color, witness: &mut impl Witness) -> u32 {
        let mut removed = 0;
        let mut place = chain;
        loop {
            self.points[Self::at(place)] = PointWord::empty(place);
            witness.taken(place, color);
            for beside in self.beside(place) {
                let chain = &mut self.chains[self.points[Self::at(beside)].chain_index()];
                *chain = chain.with_a_liberty();
            }
            removed += 1;
            place = self.next[Self::at(place)];
            if place == chain {
                return removed;
            }
        }
    }

    pub(crate) fn chain(&self, place: u16) -> u16 {
        self.points[Self::at(place)].chain()
    }

    /// True if the chain of the stone at this place has no liberty.
    pub(super) fn is_choked(&self, place: u16) -> bool {
        self.chains[Self::at(self.chain(place))].is_choked()
    }

    /// The stones of the chain of the stone at a place, each once.
    pub(crate) fn stones_of(&self, place: u16) -> impl Iterator<Item = u16> {
        let mut next = Some(place);
        std::iter::from_fn(move || {
            let here = next?;
            next = Some(self.next[Self::at(here)]).filter(|next| *next != place);
            Some(here)
        })
    }

    /// The liberty of the chain of a stone, if it has only one.
    pub(crate) fn only_liberty(&self, stone: u16) -> Option<u16> {
        let chain = self.chain(stone);
        // A liberty counts up to four times.
        if self.chains[Self::at(chain)].open() > 4 {
            return None;
        }
        let mut only = None;
        for beside in self.stones_of(chain).flat_map(|stone| self.beside(stone)) {
            if self.is_empty(beside) && only != Some(beside) {
                if only.is_some() {
                    return None;
                }
                only = Some(beside);
            }
        }
        only
    }

    /// Calls `found` with every stone of the chains at some places beside a place: bits as in [`Stones::beside`].
    pub(super) fn taken_at(&self, place: u16, taken: u32, mut found: impl FnMut(u16)) {
        let mut done = [0; 4];
        for (nth, beside) in self.some_beside(place, taken).enumerate() {
            let chain = self.points[beside].chain();
            if !done.contains(&chain) {
                self.stones_of(chain).for_each(&mut found);
                done[nth] = chain;
            }
        }
    }

    /// True if a stone is in a chain that a play takes.
    pub(super) fn is_taken(&self, place: u16, prospect: &Prospect<LEN>) -> bool {
        let chain = self.points[Self::at(place)].chain();
        let words = prospect.around.words.iter().enumerate();
        let mut taken = words.filter(|(nth, _)| prospect.taken() >> nth & 1 == 1);
        taken.any(|(_, word)| word.chain() == chain)
    }

    /// Calls `found` with every stone of the own chains beside a place. A suicide takes these and the stone itself.
    pub(super) fn joined_by(&self, place: u16, color: Color, found: impl FnMut(u16)) {
        let is_own = self.around(place).words.map(|word| word.is(color));
        let own = (0..4).map(|nth| u32::from(is_own[nth]) << nth).sum();
        self.taken_at(place, own, found);
    }

    /// The stones of one color as bits. `WORDS` times 64 is at least `LEN`.
    pub(super) fn plane<const WORDS: usize>(&self, color: Color) -> Bits<WORDS> {
        let mut bits = Bits::default();
        let used = self.used().next_multiple_of(4);
        for (bits, words) in bits.0.iter_mut().zip(self.points[..used].chunks(64)) {
            // No chain has the number 0.
            for (nth, four) in words.as_chunks::<4>().0.iter().enumerate() {
                *bits |= u64::from(Quad::joined(*four, color, 0)) << (4 * nth);
            }
        }
        bits
    }
}
