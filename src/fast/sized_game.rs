//! A game on a board of one shape, with the rules of the fast referee.

use super::around::Plan;
use super::bits::{Bits, index};
use super::clone::reuses_memory_of;
use super::log::Log;
use super::past::Past;
use super::stones::{Stones, Witness};
use crate::basics::{Color, IllegalMove, NotPassedOut, Point, Rules, Setup, SetupError, Size};

/// The game. `STRIDE` and `LEN` are those of [`Stones`]; `WORDS` times 64 is at least `LEN`.
pub(super) struct SizedGame<const STRIDE: usize, const LEN: usize, const WORDS: usize> {
    pub(super) stones: Stones<STRIDE, LEN>,
    /// The stones of each color, as bits.
    pub(super) planes: [Bits<WORDS>; 2],
    pub(super) board: Bits<WORDS>,
    pub(super) rules: Rules,
    pub(super) to_play: Color,
    pub(super) ko: Ko,
    /// The player of the latest turn, if it left the board unchanged.
    pub(super) stayed: Option<Color>,
    pub(super) passes: Passes,
    /// Indexed by the color that holds them: the opponent of the stones' color, also after a suicide.
    pub(super) prisoners: [u32; 2],
    resigned: bool,
    pub(super) over: bool,
    pub(super) log: Log,
    /// Exists once a superko rule has been in force.
    pub(super) past: Option<Box<Past<WORDS>>>,
}

/// Work for games of any shape.
pub(super) trait OnGame {
    fn run<const STRIDE: usize, const LEN: usize, const WORDS: usize>(
        self,
        game: &SizedGame<STRIDE, LEN, WORDS>,
    );
}

/// The place where the latest turn took a single stone, and the color that may not retake there. The place 0 means
/// that there is no ko.
#[derive(Clone, Copy)]
pub(super) struct Ko {
    pub(super) place: u16,
    pub(super) barred: Color,
}

const NO_KO: Ko = Ko {
    place: 0,
    barred: Color::Black,
};

#[derive(Clone, Copy, Default)]
pub(super) struct Passes {
    pub(super) by: [u32; 2],
    /// Consecutive passes.
    pub(super) row: u32,
    /// Consecutive passes without the first pass of the game, which takes the button.
    pub(super) row_but_the_first: u32,
}

impl Passes {
    fn and_one(self, color: Color) -> Passes {
        let mut by = self.by;
        by[color as usize] += 1;
        let row_but_the_first = self.row_but_the_first + u32::from(self.by != [0, 0]);
        Passes {
            by,
            row: self.row + 1,
            row_but_the_first,
        }
    }

    /// The consecutive passes that count towards the end of the game.
    pub(super) fn counted(self, button: bool) -> u32 {
        if button {
            self.row_but_the_first
        } else {
            self.row
        }
    }
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    pub(super) fn new(size: Size) -> Self {
        let mut board = Bits::default();
        for row in 1..=size.rows() {
            let first = row * (size.cols() + 1) + 1;
            board.insert_run(index(first), size.cols());
        }
        SizedGame {
            stones: Stones::empty(size),
            planes: [Bits::default(); 2],
            board,
            rules: Rules::default(),
            to_play: Color::Black,
            ko: NO_KO,
            stayed: None,
            passes: Passes::default(),
            prisoners: [0; 2],
            resigned: false,
            over: false,
            log: Log::with_capacity(usual_turns(size)),
            past: None,
        }
    }

    pub(super) fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        for (place, color) in self.stones.places().zip(setup.points()?) {
            if let Some(color) = color {
                let (stones, mut ledger) = self.split_with::<false>();
                stones.set(place, color, &mut ledger);
            }
        }
        let choked =
            |place: &u16| self.stones.stone(*place).is_some() && self.stones.is_choked(*place);
        if let Some(place) = self.stones.places().find(choked) {
            return Err(SetupError::NoLiberty(self.stones.point(place)));
        }
        self.to_play = setup.to_play;
        self.log.start(setup);
        Ok(())
    }

    /// Makes a play, or returns the reason and changes nothing. A separate function for each shape: with all shapes inlined
    /// into one, its stack frame costs a fifth of the time.
    #[inline(never)]
    pub(super) fn play_stone(&mut self, color: Color, point: Point) -> Result<(), IllegalMove> {
        let place = self.place_of(color, point)?;
        match (color, self.past.is_some()) {
            (Color::Black, false) => self.put::<false, false>(place),
            (Color::Black, true) => self.put::<false, true>(place),
            (Color::White, false) => self.put::<true, false>(place),
            (Color::White, true) => self.put::<true, true>(place),
        }
    }

    pub(super) fn play_no_stone(&mut self, color: Color, resigns: bool) -> Result<(), IllegalMove> {
        self.check_turn(color)?;
        self.make_no_play(color, resigns);
        Ok(())
    }

    /// Puts a stone. The color is a constant, and so is whether there is a past: without one, a quarter fewer instructions are
    /// needed.
    #[inline(never)]
    fn put<const WHITE: bool, const PAST: bool>(&mut self, place: u16) -> Result<(), IllegalMove> {
        let color = if WHITE { Color::White } else { Color::Black };
        let plan = self.plan(Stones::<STRIDE, LEN>::within(place), color);
        if plan.suicide {
            return self.put_suicide::<WHITE>(place);
        }
        let past = self.past.as_deref_mut().filter(|_| PAST);
        if past.is_some_and(|past| !past.put_if_clear(&plan, color)) {
            self.judge_repetition::<WHITE>(place)?;
        }
        if !PAST && self.retakes(place, color) {
            return Err(IllegalMove::Ko);
        }
        self.make::<PAST>(&plan, color);
        Ok(())
    }

    /// Judges a play that may repeat a board, and records it in the past. Does not make it: the caller goes on with its plan
    /// in registers, which is faster.
    #[cold]
    #[inline(never)]
    fn judge_repetition<const WHITE: bool>(&mut self, place: u16) -> Result<(), IllegalMove> {
        let color = if WHITE { Color::White } else { Color::Black };
        let plan = self.plan(Stones::<STRIDE, LEN>::within(place), color);
        self.doubt();
        self.judge(&plan)?;
        self.note(&plan, color);
        Ok(())
    }

    /// Puts a stone that is a suicide. A function of its own, so that the usual play has no code for that.
    #[inline(never)]
    fn put_suicide<const WHITE: bool>(&mut self, place: u16) -> Result<(), IllegalMove> {
        let color = if WHITE { Color::White } else { Color::Black };
        self.judge_repetition::<WHITE>(place)?;
        let plan = self.plan(Stones::<STRIDE, LEN>::within(place), color);
        self.make::<true>(&plan, color);
        Ok(())
    }

    /// Records in the past a play that is about to be made.
    pub(super) fn note(&mut self, plan: &Plan<LEN>, color: Color) {
        if let Some(past) = &mut self.past {
            past.put(plan, color);
        }
    }

    /// Makes a play without checking it. The caller has checked it, perhaps under earlier rules, and recorded it in the
    /// past. `PAST` may be false if there is no past.
    #[inline(always)]
    pub(super) fn make<const PAST: bool>(&mut self, plan: &Plan<LEN>, color: Color) {
        self.to_play = !color;
        self.log.push(color, plan.place);
        self.passes.row = 0;
        self.passes.row_but_the_first = 0;
        let (stones, mut ledger) = self.split_with::<false>();
        stones.land(plan.place, color, &plan.prospect, &mut ledger);
        // Rare, and functions of their own, so that a play without captures keeps all it needs in registers.
        let taken = plan.prospect.taken();
        let place = if taken == 0 {
            0
        } else {
            match color {
                Color::Black => self.take::<false, PAST>(plan.place, taken),
                Color::White => self.take::<true, PAST>(plan.place, taken),
            }
        };
        self.ko = Ko {
            place,
            barred: !color,
        };
        self.stayed = if plan.suicide {
            self.lose(plan.place, color)
        } else {
            None
        };
    }

    /// Takes off what the stone at this place takes. Returns the place of the ko, or 0.
    #[inline(never)]
    fn take<const WHITE: bool, const PAST: bool>(&mut self, place: u16, taken: u32) -> u16 {
        let color = if WHITE { Color::White } else { Color::Black };
        let (stones, mut ledger) = self.split_with::<PAST>();
        let (captured, ko) = stones.take(place, color, taken, &mut ledger);
        self.prisoners[color as usize] += captured;
        ko
    }

    /// Takes off the stones of a suicide. Returns their color if the board is unchanged: a single stone.
    #[inline(never)]
    fn lose(&mut self, place: u16, color: Color) -> Option<Color> {
        if let Some(past) = &mut self.past {
            past.lose();
        }
        let (stones, mut ledger) = self.split_with::<true>();
        let lost = stones.remove(stones.chain(place), color, &mut ledger);
        self.prisoners[!color as usize] += lost;
        (lost == 1).then_some(color)
    }

    pub(super) fn make_no_play(&mut self, color: Color, resigns: bool) {
        self.to_play = !color;
        self.log.no_play(color, resigns);
        if resigns {
            self.resigned = true;
        } else {
            if self.passes.by == [0, 0]
                && let Some(past) = &mut self.past
            {
                past.first_pass(&self.log);
            }
            self.passes = self.passes.and_one(color);
        }
        self.ko = NO_KO;
        self.stayed = Some(color);
        self.over = self.has_ended();
    }

    pub(super) fn lift_ko(&mut self) {
        self.ko = NO_KO;
        self.stayed = None;
    }

    pub(super) fn ko_point(&self) -> Option<Point> {
        let Ko { place, barred } = self.ko;
        (place != 0 && barred == self.to_play).then(|| self.stones.point(place))
    }

    pub(super) fn has_ended(&self) -> bool {
        self.resigned || self.passes.counted(self.rules.button()) >= 2
    }

    pub(super) fn ends_with_a_pass(&self) -> bool {
        let after = self.passes.and_one(self.to_play);
        !self.over && after.counted(self.rules.button()) >= 2
    }

    pub(super) fn doubt(&mut self) {
        if let Some(past) = &mut self.past {
            past.doubt(&self.log);
        }
    }

    pub(super) fn hand_turn(&mut self, side: Color) {
        if side != self.to_play {
            self.log.hand(side);
            self.to_play = side;
        }
    }

    pub(super) fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        if !self.over || self.resigned {
            return Err(NotPassedOut);
        }
        self.reopen(side.unwrap_or(self.to_play));
        Ok(())
    }

    pub(super) fn reopen(&mut self, side: Color) {
        self.log.resume(side);
        self.to_play = side;
        self.passes.row = 0;
        self.passes.row_but_the_first = 0;
        self.over = false;
    }

    /// The stones, and the ledger that records their changes; with a past, also the stones taken off.
    #[inline(always)]
    fn split_with<const PAST: bool>(&mut self) -> (&mut Stones<STRIDE, LEN>, Ledger<'_, WORDS>) {
        let ledger = Ledger {
            planes: &mut self.planes,
            past: self.past.as_deref_mut().filter(|_| PAST),
            event: self.log.len().wrapping_sub(1),
        };
        (&mut self.stones, ledger)
    }
}

reuses_memory_of!(log, past in SizedGame<const STRIDE, const LEN, const WORDS>);

/// The capacity of a new log. Most games are not longer.
pub(super) fn usual_turns(size: Size) -> usize {
    size.point_count() * 3 / 2
}

struct Ledger<'a, const WORDS: usize> {
    planes: &'a mut [Bits<WORDS>; 2],
    past: Option<&'a mut Past<WORDS>>,
    /// The number of the event that makes them.
    event: usize,
}

impl<const WORDS: usize> Witness for Ledger<'_, WORDS> {
    #[inline]
    fn put(&mut self, place: u16, color: Color) {
        self.planes[color as usize].flip(place);
    }

    #[inline]
    fn taken(&mut self, place: u16, color: Color) {
        self.planes[color as usize].flip(place);
        if let Some(past) = &mut self.past {
            past.take(place, color, self.event);
        }
    }
}
