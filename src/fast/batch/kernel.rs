//! Drawn moves on many boards at once, one board in each lane.
//!
//! A row of a board is a number of 16 bits in each lane, so that the points above and below are in other vectors, and only
//! the points to the left and right need shifts. There are no chains: liberties flow through stones of one color until
//! nothing changes. What they do not reach is taken.

// The kernel is one function for each form of vectors, and the rows above and below are at other indices.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use super::lanes::Lanes;
use super::stream::Streams;

/// The most rows of a board in lanes.
pub(super) const ROWS: usize = 9;
/// The most columns: the highest bit of a lane stays free, and no play takes more stones than the log can hold.
pub(super) const COLS: usize = 14;

pub(super) type Rows<V> = [V; ROWS];

/// The boards, each seen by its side to play.
#[derive(Clone, Copy)]
pub(super) struct Boards<V> {
    pub(super) own: Rows<V>,
    pub(super) enemy: Rows<V>,
    /// Points that cannot be drawn: the ko, and illegal points that were drawn before in this turn.
    pub(super) barred: Rows<V>,
}

/// What all boards have in common: the points of a board, and those at its edge.
#[derive(Clone, Copy)]
pub(super) struct Shape<V> {
    board: Rows<V>,
    edge: Rows<V>,
}

/// Moves that have been drawn, and what they do.
pub(super) struct Trial<V: Lanes> {
    /// The row of the point, and its bit in the row; no bit in lanes that have no point to draw.
    pub(super) row: V,
    pub(super) bit: V,
    pub(super) point: Rows<V>,
    /// The own stones with the new one, and the enemies that it takes.
    pub(super) own: Rows<V>,
    pub(super) taken: Rows<V>,
    /// The number of stones taken.
    pub(super) count: V,
    /// Lanes that have a point to draw.
    pub(super) some: u32,
    /// Lanes whose stone would be a suicide.
    pub(super) suicide: u32,
    /// Points beside the new stone that are no enemies.
    open: V,
}

#[inline(always)]
pub(super) fn none<V: Lanes>() -> Rows<V> {
    [V::all(0); ROWS]
}

#[inline(always)]
fn row<V: Lanes>(rows: &Rows<V>, nth: Option<usize>) -> V {
    match nth {
        Some(nth) if nth < ROWS => rows[nth],
        _ => V::all(0),
    }
}

/// The rows above and below.
#[inline(always)]
fn around<V: Lanes>(rows: &Rows<V>, nth: usize) -> (V, V) {
    (row(rows, nth.checked_sub(1)), row(rows, Some(nth + 1)))
}

/// The points beside the points of a set.
#[inline(always)]
fn beside<V: Lanes>(set: &Rows<V>, nth: usize) -> V {
    let (above, below) = around(set, nth);
    set[nth].up().or(set[nth].down()).or(above.or(below))
}

impl<V: Lanes> Shape<V> {
    #[inline(always)]
    pub(super) fn new(rows: usize, cols: usize) -> Self {
        let (full, sides) = ((1 << cols) - 1, 1 | 1 << (cols - 1));
        let (mut board, mut edge) = (none(), none());
        for nth in 0..ROWS {
            board[nth] = V::all(if nth < rows { full } else { 0 });
            edge[nth] = V::all(if nth == 0 || nth + 1 == rows {
                full
            } else {
                sides
            });
        }
        Shape { board, edge }
    }

    /// Draws a point in each lane: of the empty points that are neither barred nor a light eye, each with equal
    /// probability.
    #[inline(always)]
    pub(super) fn draw(&self, boards: &Boards<V>, streams: &mut Streams<V>) -> Trial<V> {
        let Boards { own, enemy, barred } = boards;
        let (mut empty, mut others) = (none(), none());
        for nth in 0..ROWS {
            others[nth] = self.board[nth].without(own[nth]);
            empty[nth] = others[nth].without(enemy[nth]);
        }
        // The points to draw from, and how many there are in earlier rows.
        let (mut points, mut earlier, mut count) = (none(), none(), V::all(0));
        // Which points of a row have an enemy to the left or right: one or two, or two.
        let wide = |enemies: V| {
            let (left, right) = (enemies.up(), enemies.down());
            (left.or(right), left.and(right))
        };
        let ((mut above, mut above_two), mut here) = ((V::all(0), V::all(0)), wide(enemy[0]));
        for nth in 0..ROWS {
            let below = wide(row(enemy, Some(nth + 1)));
            let corner = above.or(below.0);
            let corners = above_two.or(below.1).or(above.and(below.0));
            let no_eye = beside(&others, nth)
                .or(corners)
                .or(corner.and(self.edge[nth]));
            points[nth] = empty[nth].and(no_eye).without(barred[nth]);
            earlier[nth] = count;
            count = count.plus(points[nth].count());
            ((above, above_two), here) = (here, below);
        }
        let drawn = streams.below(count);
        let (mut bits, mut base, mut row) = (points[0], V::all(0), V::all(0));
        for (nth, number) in (0..ROWS).zip(0..).skip(1) {
            let later = drawn.at_least(earlier[nth]);
            bits = V::select(later, points[nth], bits);
            base = V::select(later, earlier[nth], base);
            row = V::select(later, V::all(number), row);
        }
        let bit = nth_bit(bits, drawn.minus(base));
        self.place(boards, &empty, row, bit, V::bits(count.not_zero()))
    }

    /// Puts the stones and finds what they take.
    #[inline(always)]
    fn place(&self, boards: &Boards<V>, empty: &Rows<V>, row: V, bit: V, some: u32) -> Trial<V> {
        let Boards {
            own: before, enemy, ..
        } = boards;
        let across = bit.up().or(bit.down());
        let (mut point, mut own, mut left, mut touched) = (none(), none(), none(), none());
        for (nth, number) in (0..ROWS).zip(0..) {
            let here = row.equal(V::all(number));
            point[nth] = V::select(here, bit, V::all(0));
            touched[nth] = V::select(here, across, V::all(0));
        }
        for nth in 0..ROWS {
            own[nth] = before[nth].or(point[nth]);
            left[nth] = empty[nth].without(point[nth]);
        }
        let (mut free, mut enemy_free, mut open) = (none(), none(), V::all(0));
        for nth in 0..ROWS {
            let (above, below) = around(&point, nth);
            let beside_point = touched[nth].or(above).or(below);
            open = open.or(beside_point.and(self.board[nth]).without(enemy[nth]));
            touched[nth] = beside_point.and(enemy[nth]);
            let liberties = beside(&left, nth);
            enemy_free[nth] = liberties.and(enemy[nth]);
            free[nth] = liberties.and(own[nth]);
        }
        let mut floods = [
            Flood {
                stones: *enemy,
                free: enemy_free,
                wanted: touched,
            },
            Flood {
                stones: own,
                free,
                wanted: point,
            },
        ];
        let [takes, choked] = flow(&mut floods, some);
        let (mut taken, mut count) = (none(), V::all(0));
        for nth in 0..ROWS {
            let reached = floods[0].free[nth];
            taken[nth] = V::select(V::mask(takes), enemy[nth].without(reached), V::all(0));
            count = count.plus(taken[nth].count());
        }
        let suicide = choked & !takes;
        Trial {
            row,
            bit,
            point,
            own,
            taken,
            count,
            some,
            suicide,
            open,
        }
    }

    /// The stones and territory of the side to play and of the other side. `lanes` are those that matter.
    #[inline(always)]
    pub(super) fn owned(&self, boards: &Boards<V>, lanes: u32) -> [Rows<V>; 2] {
        let mut empty = none();
        for nth in 0..ROWS {
            empty[nth] = self.board[nth].without(boards.own[nth].or(boards.enemy[nth]));
        }
        let (mut own, mut enemy) = (none(), none());
        for nth in 0..ROWS {
            own[nth] = beside(&boards.own, nth).and(empty[nth]);
            enemy[nth] = beside(&boards.enemy, nth).and(empty[nth]);
        }
        let through_empty = |free| Flood {
            stones: empty,
            free,
            wanted: empty,
        };
        let mut floods = [through_empty(own), through_empty(enemy)];
        flow(&mut floods, lanes);
        let [own, enemy] = [&floods[0].free, &floods[1].free];
        let mut owned = [boards.own, boards.enemy];
        for nth in 0..ROWS {
            owned[0][nth] = owned[0][nth].or(own[nth].without(enemy[nth]));
            owned[1][nth] = owned[1][nth].or(enemy[nth].without(own[nth]));
        }
        owned
    }
}

impl<V: Lanes> Boards<V> {
    /// Makes the moves of the lanes `played`, passes in the lanes `passed`, and bars the point that was drawn in the others.
    #[inline(always)]
    pub(super) fn make(&mut self, trial: &Trial<V>, played: u32, passed: u32) {
        let turn = V::mask(played | passed);
        let single = V::bits(trial.count.equal(V::all(1)));
        let ko = V::mask(single & !V::bits(trial.open.not_zero()));
        for nth in 0..ROWS {
            let (own, taken) = (self.own[nth], trial.taken[nth]);
            self.own[nth] = V::select(turn, self.enemy[nth].xor(taken), own);
            self.enemy[nth] = V::select(turn, trial.own[nth], self.enemy[nth]);
            let in_ko = V::select(ko, taken, V::all(0));
            self.barred[nth] = V::select(turn, in_ko, self.barred[nth].or(trial.point[nth]));
        }
    }
}

/// The set bit with this number among those of each lane, counted from 0. At each step, keeps one half of the bits.
#[inline(always)]
fn nth_bit<V: Lanes>(mut bits: V, mut number: V) -> V {
    for (step, half) in [0x00ff, 0x0f0f, 0x3333, 0x5555].into_iter().enumerate() {
        let low = bits.and(V::all(half));
        let count = low.count();
        let in_high = number.at_least(count);
        bits = V::select(in_high, bits.without(V::all(half)), low);
        if step < 3 {
            number = V::select(in_high, number.minus(count), number);
        }
    }
    bits
}

/// What flows through the stones of one color.
struct Flood<V> {
    stones: Rows<V>,
    /// The stones that it has reached.
    free: Rows<V>,
    /// The stones that matter: the flow may stop when it has reached all of them.
    wanted: Rows<V>,
}

impl<V: Lanes> Flood<V> {
    /// Flows into row `nth` from the row beside it, then along the row: to the right as far as there are stones, because
    /// the carry of a sum runs through them; to the left by two points.
    #[inline(always)]
    fn enter(&mut self, nth: usize, from: usize) {
        let stones = self.stones[nth];
        let free = self.free[nth].or(stones.and(self.free[from]));
        let free = free.or(stones.without(stones.plus(free)));
        let free = free.or(stones.and(free.down()));
        self.free[nth] = free.or(stones.and(free.down()));
    }

    /// The lanes in which something wanted has not been reached.
    #[inline(always)]
    fn missing(&self) -> u32 {
        let mut missing = V::all(0);
        for nth in 0..ROWS {
            missing = missing.or(self.wanted[nth].without(self.free[nth]));
        }
        V::bits(missing.not_zero())
    }

    /// The lanes in which it still flows.
    #[inline(always)]
    fn flows(&self) -> u32 {
        let mut more = V::all(0);
        for nth in 0..ROWS {
            let next = beside(&self.free, nth).and(self.stones[nth]);
            more = more.or(next.without(self.free[nth]));
        }
        V::bits(more.not_zero())
    }
}

/// Flows through both colors until the wanted stones of the lanes are reached or nothing changes there. Returns the lanes
/// in which some are not reached. Both at once, because each waits for its own results most of the time.
#[inline(always)]
fn flow<V: Lanes>(floods: &mut [Flood<V>; 2], lanes: u32) -> [u32; 2] {
    let [one, two] = floods;
    let mut missing = [one.missing() & lanes, two.missing() & lanes];
    while missing != [0; 2] {
        one.enter(0, 0);
        two.enter(0, 0);
        for nth in 1..ROWS {
            one.enter(nth, nth - 1);
            two.enter(nth, nth - 1);
        }
        missing = [one.missing() & lanes, two.missing() & lanes];
        if missing == [0; 2] {
            break;
        }
        for nth in (0..ROWS - 1).rev() {
            one.enter(nth, nth + 1);
            two.enter(nth, nth + 1);
        }
        missing = [one.missing() & lanes, two.missing() & lanes];
        if missing[0] & one.flows() | missing[1] & two.flows() == 0 {
            break;
        }
    }
    missing
}
