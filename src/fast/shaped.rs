//! A game on a board of one shape, with the rules of the fast referee.

use super::around::Prospect;
use super::bits::Bits;
use super::log::Log;
use super::past::Past;
use super::place::index;
use super::stones::{Stones, Witness};
use crate::basics::{
    Action, Color, IllegalMove, KoRule, Move, NotPassedOut, Rules, Setup, SetupError, Size, Suicide,
};

/// The game. `STRIDE` and `LEN` are those of [`Stones`]; `WORDS` times 64 is at least `LEN`.
pub(super) struct ShapedGame<const STRIDE: usize, const LEN: usize, const WORDS: usize> {
    pub(super) stones: Stones<STRIDE, LEN>,
    /// The stones of each color, as bits.
    pub(super) planes: [Bits<WORDS>; 2],
    /// Every place of the board.
    pub(super) board: Bits<WORDS>,
    pub(super) rules: Rules,
    pub(super) to_play: Color,
    pub(super) ko: Ko,
    /// The player of the latest turn, if it left the board unchanged.
    stayed: Option<Color>,
    pub(super) passes: Passes,
    pub(super) prisoners: [u32; 2],
    resigned: bool,
    pub(super) over: bool,
    pub(super) log: Log,
    /// Exists once a superko rule has been in force.
    pub(super) past: Option<Box<Past<WORDS>>>,
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
    row_but_the_first: u32,
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

    fn end_the_game(self, button: bool) -> bool {
        (if button {
            self.row_but_the_first
        } else {
            self.row
        }) >= 2
    }
}

/// The effect of a play that has not been checked.
pub(super) struct Plan<const LEN: usize> {
    pub(super) place: u16,
    prospect: Prospect<LEN>,
    pub(super) suicide: bool,
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> ShapedGame<STRIDE, LEN, WORDS> {
    pub(super) fn new(size: Size) -> Self {
        let mut board = Bits::default();
        for row in 1..=size.rows() {
            let first = row * (size.cols() + 1) + 1;
            board.insert_run(index(first), size.cols());
        }
        ShapedGame {
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

    /// Sets up the position of a new game.
    pub(super) fn set_up(&mut self, setup: &Setup) -> Result<(), SetupError> {
        for (place, color) in self.stones.places().zip(setup.points()?) {
            if let Some(color) = color {
                let (stones, mut ledger) = self.split();
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

    #[inline(always)]
    pub(super) fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        match self.place_of(mv)? {
            None => Ok(()),
            Some(place) => self.judge(&self.plan(place, self.to_play)),
        }
    }

    /// Makes a single move. A separate function for each shape: with all shapes inlined into one, its stack frame costs
    /// a fifth of the time.
    #[inline(never)]
    pub(super) fn play_one(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play(mv)
    }

    /// Makes a move, or returns the reason and changes nothing.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match self.place_of(mv)? {
            // Not the move itself: a reference to it would force every move into memory.
            None => self.make_no_play(mv.color, mv.action == Action::Resign),
            // A function for each color: its codes are then constants. And one for games without a past, which needs a
            // tenth fewer instructions.
            Some(place) => match (self.to_play, self.past.is_some()) {
                (Color::Black, false) => self.put::<false, false>(place)?,
                (Color::White, false) => self.put::<true, false>(place)?,
                (Color::Black, true) => self.put::<false, true>(place)?,
                (Color::White, true) => self.put::<true, true>(place)?,
            },
        }
        Ok(())
    }

    #[inline(never)]
    fn put<const WHITE: bool, const PAST: bool>(&mut self, place: u16) -> Result<(), IllegalMove> {
        let color = if WHITE { Color::White } else { Color::Black };
        let plan = self.plan(Stones::<STRIDE, LEN>::within(place), color);
        if plan.suicide {
            return self.put_suicide(place, color);
        }
        self.judge_with::<PAST>(&plan)?;
        self.make::<PAST>(&plan, color);
        Ok(())
    }

    /// A function of its own, so that the usual play has no code for suicides.
    #[cold]
    #[inline(never)]
    fn put_suicide(&mut self, place: u16, color: Color) -> Result<(), IllegalMove> {
        let plan = self.plan(place, color);
        self.judge(&plan)?;
        self.make::<true>(&plan, color);
        Ok(())
    }

    /// The empty place of a play, if it is the side's turn; `None` for a pass or a resignation.
    #[inline(always)]
    fn place_of(&self, mv: Move) -> Result<Option<u16>, IllegalMove> {
        if self.over {
            return Err(IllegalMove::GameOver);
        }
        if mv.color != self.to_play {
            return Err(IllegalMove::Turn);
        }
        let Action::Play(point) = mv.action else {
            return Ok(None);
        };
        let place = self.stones.place(point).ok_or(IllegalMove::OffBoard)?;
        if self.stones.is_empty(place) {
            Ok(Some(place))
        } else {
            Err(IllegalMove::Occupied)
        }
    }

    /// Returns the effect of a stone of this color on an empty place.
    #[inline(always)]
    pub(super) fn plan(&self, place: u16, color: Color) -> Plan<LEN> {
        let prospect = self.stones.prospect(place, color);
        let suicide = !prospect.breathes();
        Plan {
            place,
            prospect,
            suicide,
        }
    }

    /// Checks suicide and repetition, in the order of [`IllegalMove`].
    #[inline(always)]
    pub(super) fn judge(&self, plan: &Plan<LEN>) -> Result<(), IllegalMove> {
        self.judge_with::<true>(plan)
    }

    /// As [`ShapedGame::judge`]. `PAST` may be false if there is no past.
    #[inline(always)]
    fn judge_with<const PAST: bool>(&self, plan: &Plan<LEN>) -> Result<(), IllegalMove> {
        let Plan { place, suicide, .. } = *plan;
        if suicide && self.is_forbidden_suicide(place) {
            return Err(IllegalMove::Suicide);
        }
        match self.superko().filter(|_| PAST) {
            None if self.is_simple_ko(place, suicide) => Err(IllegalMove::Ko),
            Some(past) if self.is_repetition(past, place, suicide) => {
                Err(if self.is_simple_ko(place, suicide) {
                    IllegalMove::Ko
                } else {
                    IllegalMove::Superko
                })
            }
            _ => Ok(()),
        }
    }

    /// The past, if a superko rule is in force.
    #[inline(always)]
    pub(super) fn superko(&self) -> Option<&Past<WORDS>> {
        let past = self.past.as_deref();
        past.filter(|_| self.rules.ko != KoRule::Simple)
    }

    #[inline(never)]
    fn is_forbidden_suicide(&self, place: u16) -> bool {
        match self.rules.suicide {
            Suicide::Forbidden => true,
            Suicide::MultiStone => self.is_single(place),
            Suicide::Allowed => false,
        }
    }

    /// True if the board would be as it was before the opponent's latest turn. There are two ways: the stone retakes a
    /// single stone that just took a single stone, or two turns in a row leave the board unchanged.
    #[inline(always)]
    fn is_simple_ko(&self, place: u16, suicide: bool) -> bool {
        let retakes = place == self.ko.place && self.to_play == self.ko.barred;
        let stayed = suicide && self.stayed == Some(!self.to_play);
        retakes || stayed && self.is_single(place) && !self.has_just_taken_button()
    }

    /// True if the latest pass, with no stone since, has taken the button. The boards before it do not count.
    fn has_just_taken_button(&self) -> bool {
        self.rules.button && self.passes.row == 1 && self.passes.row_but_the_first == 0
    }

    /// True if no stone of the side to play is adjacent to this place.
    fn is_single(&self, place: u16) -> bool {
        !self.stones.around(place).touches(self.to_play)
    }

    /// Only a suicide, or a stone where its color had one before, can bring back an earlier board.
    #[inline(always)]
    fn is_repetition(&self, past: &Past<WORDS>, place: u16, suicide: bool) -> bool {
        (suicide || past.has_held(place, self.to_play)) && self.is_barred(past, place, suicide)
    }

    #[inline(never)]
    fn is_barred(&self, past: &Past<WORDS>, place: u16, suicide: bool) -> bool {
        past.bars(self.to_play, self.rules, |flip| {
            self.each_flip(place, suicide, flip);
        })
    }

    /// Calls `flip` with every stone that a play here would put or take.
    pub(super) fn each_flip(&self, place: u16, suicide: bool, mut flip: impl FnMut(u16, Color)) {
        let color = self.to_play;
        if suicide {
            self.stones
                .joined_by(place, color, |place| flip(place, color));
        } else {
            flip(place, color);
            self.stones
                .taken_by(place, color, |place| flip(place, !color));
        }
    }

    /// Makes a play without checking it. The caller has checked it, perhaps under earlier rules. `PAST` may be false if
    /// there is no past.
    #[inline(always)]
    pub(super) fn make<const PAST: bool>(&mut self, plan: &Plan<LEN>, color: Color) {
        self.to_play = !color;
        self.log.play(color, plan.place);
        self.passes.row = 0;
        self.passes.row_but_the_first = 0;
        let (stones, mut ledger) = self.split_with::<PAST>();
        stones.land(plan.place, color, &plan.prospect, &mut ledger);
        // Rare, and functions of their own, so that a play without captures keeps all it needs in registers.
        let taken = plan.prospect.taken();
        let place = if taken == 0 {
            0
        } else {
            self.take(plan.place, color, taken)
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
        if PAST && let Some(past) = &mut self.past {
            past.arrives(plan.place, color, plan.suicide);
        }
    }

    #[inline(never)]
    fn take(&mut self, place: u16, color: Color, taken: u32) -> u16 {
        let (stones, mut ledger) = self.split();
        stones.take(place, color, taken, &mut ledger)
    }

    /// Takes off the stones of a suicide. Returns their color if the board is unchanged: a single stone.
    #[inline(never)]
    fn lose(&mut self, place: u16, color: Color) -> Option<Color> {
        let (stones, mut ledger) = self.split();
        let lost = stones.remove(stones.chain(place), color, &mut ledger);
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
                past.first_pass();
            }
            self.passes = self.passes.and_one(color);
        }
        self.ko = NO_KO;
        self.stayed = Some(color);
        self.over = self.has_ended();
        self.stays();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.resigned || self.passes.end_the_game(self.rules.button)
    }

    pub(super) fn ends_with_a_pass(&self) -> bool {
        !self.over
            && self
                .passes
                .and_one(self.to_play)
                .end_the_game(self.rules.button)
    }

    /// Records that the board is unchanged and the side to play may have changed.
    fn stays(&mut self) {
        if let Some(past) = &mut self.past {
            past.stays(self.to_play);
        }
    }

    pub(super) fn hand_turn(&mut self, side: Color) {
        if side != self.to_play {
            self.log.hand(side);
            self.to_play = side;
            self.stays();
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
        self.stays();
    }

    /// The stones, and the ledger that records their changes.
    #[inline(always)]
    fn split(&mut self) -> (&mut Stones<STRIDE, LEN>, Ledger<'_, WORDS>) {
        self.split_with::<true>()
    }

    #[inline(always)]
    fn split_with<const PAST: bool>(&mut self) -> (&mut Stones<STRIDE, LEN>, Ledger<'_, WORDS>) {
        let ledger = Ledger {
            planes: &mut self.planes,
            prisoners: &mut self.prisoners,
            past: self.past.as_deref_mut().filter(|_| PAST),
        };
        (&mut self.stones, ledger)
    }
}

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> Clone
    for ShapedGame<STRIDE, LEN, WORDS>
{
    fn clone(&self) -> Self {
        let (stones, log, past) = (self.stones.clone(), self.log.clone(), self.past.clone());
        ShapedGame {
            stones,
            log,
            past,
            ..*self
        }
    }

    /// Reuses the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        let (mut log, mut past) = (std::mem::take(&mut self.log), self.past.take());
        log.clone_from(&other.log);
        past.clone_from(&other.past);
        *self = ShapedGame {
            stones: other.stones.clone(),
            log,
            past,
            ..*other
        };
    }
}

/// The capacity of a new log. Most games are not longer.
pub(super) fn usual_turns(size: Size) -> usize {
    size.area() * 3 / 2
}

/// Records every stone put or taken.
struct Ledger<'a, const WORDS: usize> {
    planes: &'a mut [Bits<WORDS>; 2],
    /// Indexed by the color that holds them: the opponent of the stones' color, also after a suicide.
    prisoners: &'a mut [u32; 2],
    past: Option<&'a mut Past<WORDS>>,
}

impl<const WORDS: usize> Ledger<'_, WORDS> {
    #[inline(always)]
    fn flip(&mut self, place: u16, color: Color) {
        self.planes[color as usize].flip(place);
        if let Some(past) = &mut self.past {
            past.flip(place, color);
        }
    }
}

impl<const WORDS: usize> Witness for Ledger<'_, WORDS> {
    #[inline]
    fn put(&mut self, place: u16, color: Color) {
        self.flip(place, color);
    }

    #[inline]
    fn taken(&mut self, place: u16, color: Color) {
        self.prisoners[!color as usize] += 1;
        self.flip(place, color);
    }
}
