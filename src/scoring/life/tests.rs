//! What the finder calls proven, against every way of playing on small boards. The boards here have their own rules, on
//! numbers in base three: they share no code with the finder and the referees.

#![allow(clippy::unwrap_used)] // tests may panic

use rstest::rstest;

use super::Finder;
use super::finding::{Finding, Proof, Status};
use super::unconditional::{Unconditional, View};
use crate::basics::{ByColor, Color, Point, PointSet, Size, Suicide};

/// A board: 0 for an empty point, 1 for a black stone, 2 for a white one.
type Cells = [u8; 12];

struct Tiny {
    size: Size,
    beside: Vec<Vec<usize>>,
}

impl Tiny {
    fn new(rows: usize, cols: usize) -> Tiny {
        let beside = (0..rows * cols).map(|at| {
            let (row, col) = (at / cols, at % cols);
            let up = (row > 0).then(|| at - cols);
            let down = (row + 1 < rows).then(|| at + cols);
            let left = (col > 0).then(|| at - 1);
            let right = (col + 1 < cols).then(|| at + 1);
            [up, down, left, right].into_iter().flatten().collect()
        });
        Tiny {
            size: Size::new(rows, cols).unwrap(),
            beside: beside.collect(),
        }
    }

    fn area(&self) -> usize {
        self.beside.len()
    }

    fn boards(&self) -> usize {
        3usize.pow(u32::try_from(self.area()).unwrap())
    }

    fn cells(&self, mut number: usize) -> Cells {
        let mut cells = [0; 12];
        for cell in &mut cells[..self.area()] {
            *cell = u8::try_from(number % 3).unwrap();
            number /= 3;
        }
        cells
    }

    fn number(&self, cells: &Cells) -> usize {
        let cells = cells[..self.area()].iter().rev();
        cells.fold(0, |number, cell| 3 * number + usize::from(*cell))
    }

    /// The points of the chain at a point, as bits, and whether it has a liberty.
    fn chain(&self, cells: &Cells, at: usize) -> (u32, bool) {
        let (mut chain, mut has_liberty) = (1u32 << at, false);
        let mut open = vec![at];
        while let Some(here) = open.pop() {
            for next in &self.beside[here] {
                has_liberty |= cells[*next] == 0;
                if cells[*next] == cells[at] && chain >> next & 1 == 0 {
                    chain |= 1 << next;
                    open.push(*next);
                }
            }
        }
        (chain, has_liberty)
    }

    fn is_possible(&self, cells: &Cells) -> bool {
        (0..self.area()).all(|at| cells[at] == 0 || self.chain(cells, at).1)
    }

    /// Plays a stone. Returns the board and the captured points; `None` if the play is illegal, ko apart.
    fn play(&self, cells: &Cells, at: usize, side: u8, suicide: Suicide) -> Option<(Cells, u32)> {
        if cells[at] != 0 {
            return None;
        }
        let mut after = *cells;
        after[at] = side;
        let mut captured = 0;
        for next in &self.beside[at] {
            if after[*next] == 3 - side {
                let (chain, has_liberty) = self.chain(&after, *next);
                if !has_liberty {
                    captured |= chain;
                    remove(&mut after, chain);
                }
            }
        }
        let (own, has_liberty) = self.chain(&after, at);
        if !has_liberty {
            match suicide {
                Suicide::Forbidden => return None,
                Suicide::MultiStone if own.is_power_of_two() => return None,
                _ => remove(&mut after, own),
            }
        }
        Some((after, captured))
    }

    fn set(&self, cells: &Cells, color: Color) -> PointSet {
        let is_own = |at: &usize| cells[*at] == 1 + color as u8;
        let points = (0..self.area()).filter(is_own).map(|at| self.point(at));
        PointSet::new(self.size, points)
    }

    fn point(&self, at: usize) -> Point {
        Size::point_at(at / self.size.cols(), at % self.size.cols())
    }

    fn bits(&self, set: PointSet) -> u32 {
        let inside = (0..self.area()).filter(|at| set.contains(self.point(*at)));
        inside.fold(0, |bits, at| bits | 1 << at)
    }

    /// For every board, the black points that White can take by playing alone.
    fn falls_to_white(&self, suicide: Suicide) -> Vec<u32> {
        let mut falls = vec![0u32; self.boards()];
        let order: Vec<usize> = (0..self.boards())
            .rev()
            .filter(|number| self.is_possible(&self.cells(*number)))
            .collect();
        loop {
            let mut has_changed = false;
            for number in &order {
                let cells = self.cells(*number);
                let mut all = falls[*number];
                for at in 0..self.area() {
                    if let Some((after, captured)) = self.play(&cells, at, 2, suicide) {
                        all |= captured | falls[self.number(&after)];
                    }
                }
                has_changed |= all != falls[*number];
                falls[*number] = all;
            }
            if !has_changed {
                return falls;
            }
        }
    }
}

fn remove(cells: &mut Cells, points: u32) {
    for (at, cell) in cells.iter_mut().enumerate() {
        if points >> at & 1 == 1 {
            *cell = 0;
        }
    }
}

fn shapes(most: usize) -> impl Iterator<Item = (usize, usize)> {
    let wide = move |rows: usize| (rows..=most / rows).map(move |cols| (rows, cols));
    (1..=most).flat_map(wide)
}

fn alive(tiny: &Tiny, cells: &Cells, suicide: Suicide) -> u32 {
    let stones = ByColor::from_fn(|color| tiny.set(cells, color));
    let found = Unconditional::of(&View::whole(stones, Color::Black, suicide));
    tiny.bits(found.alive)
}

/// Benson's theorem. With another suicide rule no chain is wrongly called alive, and on these boards none is missed either.
#[rstest]
#[case(9, [5710, 3883, 3883])]
#[ignore = "takes minutes"]
#[case(12, [167_660, 99_288, 99_288])]
fn unconditional_life_is_what_no_play_can_take(#[case] most: usize, #[case] stones: [u32; 3]) {
    let suicides = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed];
    let mut kept = [0; 3];
    for (rows, cols) in shapes(most) {
        let tiny = Tiny::new(rows, cols);
        for (suicide, kept) in suicides.into_iter().zip(&mut kept) {
            for (number, falls) in tiny.falls_to_white(suicide).into_iter().enumerate() {
                let cells = tiny.cells(number);
                if tiny.is_possible(&cells) {
                    let stays = tiny.bits(tiny.set(&cells, Color::Black)) & !falls;
                    let found = alive(&tiny, &cells, suicide);
                    assert_eq!(found, stays, "{rows}x{cols} {suicide:?} {cells:?}");
                    *kept += stays.count_ones();
                }
            }
        }
    }
    assert_eq!(kept, stones);
}

/// Boards with every way of playing solved for one point with a black stone: can Black keep it (or White take it), if the
/// other side moves first, retakes kos at once and profits from every repetition? Black also keeps what White could not take
/// by playing alone.
struct Solved {
    /// For each board, side to move (0: the other side), ko point plus one, and number of passes: true if the goal is
    /// reached.
    reached: Vec<bool>,
    area: usize,
}

impl Solved {
    fn index(area: usize, board: usize, is_goal_sides: bool, ko: usize, passes: usize) -> usize {
        ((board * 2 + usize::from(is_goal_sides)) * (area + 1) + ko) * 2 + passes
    }

    /// `kills` if White wants to take the stone. `falls` as in [`Tiny::falls_to_white`].
    fn of(tiny: &Tiny, target: usize, kills: bool, falls: &[u32], suicide: Suicide) -> Solved {
        let area = tiny.area();
        let mut solved = Solved {
            reached: vec![false; tiny.boards() * 4 * (area + 1)],
            area,
        };
        let possible = (0..tiny.boards())
            .filter(|number| tiny.cells(*number)[target] == 1)
            .filter(|number| tiny.is_possible(&tiny.cells(*number)));
        // The other side retakes at once, so a ko never binds it.
        let kos = || (0..=area).map(|ko| (true, ko)).chain([(false, 0)]);
        let positions = possible.flat_map(|number| kos().map(move |(side, ko)| (number, side, ko)));
        let positions: Vec<(usize, bool, usize)> = positions.collect();
        loop {
            let mut has_changed = false;
            for ((number, is_goal_sides, ko), passes) in positions
                .iter()
                .flat_map(|position| [(*position, 0), (*position, 1)])
            {
                let index = Solved::index(area, number, is_goal_sides, ko, passes);
                if solved.reached[index] {
                    continue;
                }
                let cells = tiny.cells(number);
                let side = if is_goal_sides == kills { 2 } else { 1 };
                let pass = if passes == 1 {
                    !kills
                } else {
                    solved.reached[Solved::index(area, number, !is_goal_sides, 0, 1)]
                };
                let plays = (0..area).filter(|at| at + 1 != ko).filter_map(|at| {
                    let next = tiny.play(&cells, at, side, suicide)?;
                    Some(solved.after(tiny, next, (at, target), !is_goal_sides, kills))
                });
                let mut options = plays.chain(std::iter::once(pass));
                let reached = if !kills && falls[number] >> target & 1 == 0 {
                    true
                } else if is_goal_sides {
                    options.any(|reached| reached)
                } else {
                    options.all(|reached| reached)
                };
                solved.reached[index] = reached;
                has_changed |= reached;
            }
            if !has_changed {
                return solved;
            }
        }
    }

    fn after(
        &self,
        tiny: &Tiny,
        (cells, captured): (Cells, u32),
        (at, target): (usize, usize),
        is_goal_sides: bool,
        kills: bool,
    ) -> bool {
        if cells[target] != 1 {
            return kills;
        }
        let (chain, _) = tiny.chain(&cells, at);
        let has_one_liberty = |at: usize| {
            let empty = tiny.beside[at].iter().filter(|next| cells[**next] == 0);
            empty.count() == 1
        };
        let is_ko = cells[at] != 0
            && captured.is_power_of_two()
            && chain.is_power_of_two()
            && has_one_liberty(at);
        let ko = if is_ko && is_goal_sides {
            captured.trailing_zeros() as usize + 1
        } else {
            0
        };
        let board = tiny.number(&cells);
        self.reached[Solved::index(self.area, board, is_goal_sides, ko, 0)]
    }

    fn is_reached(&self, board: usize) -> bool {
        self.reached[Solved::index(self.area, board, false, 0, 0)]
    }
}

/// Whatever is proven about a chain holds if the other side moves first, has all ko threats and profits from repetitions.
#[rstest]
#[case(6, [391, 60, 114, 110, 0])]
#[ignore = "takes minutes"]
#[case(9, [13_476, 4_422, 9_457, 5_974, 240])]
fn what_is_proven_holds_on_every_small_board(#[case] most: usize, #[case] stones: [u32; 5]) {
    let mut proven = [0; 5];
    for (rows, cols) in shapes(most) {
        let tiny = Tiny::new(rows, cols);
        for suicide in Suicide::ALL.iter().copied() {
            let finders: Vec<Option<Finder>> = (0..tiny.boards())
                .map(|number| {
                    let cells = tiny.cells(number);
                    tiny.is_possible(&cells).then(|| {
                        let stones = ByColor::from_fn(|color| tiny.set(&cells, color));
                        let mut finder = Finder::new(stones, suicide);
                        finder.prove_all();
                        finder
                    })
                })
                .collect();
            let alone = tiny.falls_to_white(suicide);
            for target in 0..tiny.area() {
                let lives = Solved::of(&tiny, target, false, &alone, suicide);
                let falls = Solved::of(&tiny, target, true, &alone, suicide);
                for (number, finder) in finders.iter().enumerate() {
                    let Some(finder) = finder else { continue };
                    let at = tiny.point(target);
                    let black = |chain: &&super::ChainLife| {
                        chain.color == Color::Black && chain.stones.contains(at)
                    };
                    let Some(chain) = finder.chains.iter().find(black) else {
                        continue;
                    };
                    let Finding::Proven(status, proof) = &chain.finding else {
                        continue;
                    };
                    let holds = match status {
                        Status::Alive | Status::Seki => lives.is_reached(number),
                        Status::Dead => falls.is_reached(number),
                    };
                    let cells = tiny.cells(number);
                    assert!(
                        holds,
                        "{rows}x{cols} {suicide:?} {cells:?} {at:?} {status:?}"
                    );
                    proven[match proof {
                        Proof::Eyes(_) => 0,
                        Proof::Territory(_) => 1,
                        Proof::AnsweredEyes(_) => 2,
                        Proof::AnsweredTerritory(_) => 3,
                        Proof::Seki { .. } => 4,
                    }] += 1;
                }
            }
        }
    }
    // Neither less is proven than it was.
    assert_eq!(proven, stones);
}
