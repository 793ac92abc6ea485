//! Verdicts: which rule a move breaks.

use super::around::Plan;
use super::past::{Past, Walk};
use super::sized_game::SizedGame;
use crate::basics::{Action, Color, IllegalMove, KoRule, Move, Point, Suicide};

impl<const STRIDE: usize, const LEN: usize, const WORDS: usize> SizedGame<STRIDE, LEN, WORDS> {
    #[inline(always)]
    pub(super) fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        match mv.action {
            Action::Play(point) => {
                let place = self.place_of(mv.color, point)?;
                self.judge(&self.plan(place, self.to_play))
            }
            _ => self.check_turn(mv.color),
        }
    }

    #[inline(always)]
    pub(super) fn check_turn(&self, color: Color) -> Result<(), IllegalMove> {
        if self.over {
            refuse(IllegalMove::GameOver)
        } else if color != self.to_play {
            refuse(IllegalMove::Turn)
        } else {
            Ok(())
        }
    }

    /// The empty place of a play, if it is the side's turn.
    #[inline(always)]
    pub(super) fn place_of(&self, color: Color, point: Point) -> Result<u16, IllegalMove> {
        self.check_turn(color)?;
        let Some(place) = self.stones.place(point) else {
            return refuse(IllegalMove::OffBoard);
        };
        if self.stones.is_empty(place) {
            Ok(place)
        } else {
            refuse(IllegalMove::Occupied)
        }
    }

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

    /// Checks suicide and repetition for the side to play, in the order of [`IllegalMove`].
    #[inline(always)]
    pub(super) fn judge(&self, plan: &Plan<LEN>) -> Result<(), IllegalMove> {
        let Plan { place, suicide, .. } = *plan;
        let color = self.to_play;
        if suicide && self.is_forbidden_suicide(place) {
            return refuse(IllegalMove::Suicide);
        }
        let repeats = match self.superko() {
            None => self.is_simple_ko(place, color, suicide),
            Some(past) => {
                past.may_repeat(plan, color)
                    && !self.keeps_newest(past, plan)
                    && self.repeats(past, plan)
            }
        };
        if !repeats {
            Ok(())
        } else if self.is_simple_ko(place, color, suicide) {
            refuse(IllegalMove::Ko)
        } else {
            refuse(IllegalMove::Superko)
        }
    }

    /// True if a stone that rules out all earlier boards stays where it is.
    #[inline]
    pub(super) fn keeps_newest(&self, past: &Past<WORDS>, plan: &Plan<LEN>) -> bool {
        let is_kept = |place| !plan.suicide && !self.stones.is_taken(place, &plan.prospect);
        past.newest().is_some_and(is_kept)
    }

    /// True if a play of the side to play brings back an earlier board that the superko rule forbids.
    #[inline(never)]
    pub(super) fn repeats(&self, past: &Past<WORDS>, plan: &Plan<LEN>) -> bool {
        let situations = past.find(&self.log, self.walk(past, plan));
        situations.bars(self.to_play, self.rules)
    }

    /// A walk back from the latest board that compares each board with the one after a play.
    pub(super) fn walk<'a>(&'a self, past: &'a Past<WORDS>, plan: &Plan<LEN>) -> Walk<'a, WORDS> {
        let mut walk = past.walk(self.log.codes());
        self.each_flip(plan, |place, color| walk.flip(place, color));
        walk
    }

    /// The past, if a superko rule is in force.
    #[inline(always)]
    pub(super) fn superko(&self) -> Option<&Past<WORDS>> {
        let past = self.past.as_deref();
        past.filter(|_| self.rules.ko() != KoRule::Simple)
    }

    #[inline(never)]
    fn is_forbidden_suicide(&self, place: u16) -> bool {
        match self.rules.suicide() {
            Suicide::Forbidden => true,
            Suicide::MultiStone => self.is_single(place),
            Suicide::Allowed => false,
        }
    }

    /// True if the board would be as it was before the opponent's latest turn. There are two ways: the stone retakes a
    /// single stone that just took a single stone, or two turns in a row leave the board unchanged.
    #[inline(always)]
    fn is_simple_ko(&self, place: u16, color: Color, suicide: bool) -> bool {
        let stayed = suicide && self.stayed == Some(!color);
        self.retakes(place, color)
            || stayed && self.is_single(place) && !self.has_just_taken_button()
    }

    /// True if the stone retakes a single stone that just took a single stone.
    #[inline(always)]
    pub(super) fn retakes(&self, place: u16, color: Color) -> bool {
        place == self.ko.place && color == self.ko.barred
    }

    /// True if the latest pass, with no stone since, has taken the button. The boards before it do not count.
    fn has_just_taken_button(&self) -> bool {
        self.rules.button() && self.passes.row == 1 && self.passes.row_but_the_first == 0
    }

    /// True if no stone of the side to play is adjacent to this place.
    fn is_single(&self, place: u16) -> bool {
        !self.stones.around(place).touches(self.to_play)
    }

    /// Calls `flip` with every stone that a play of the side to play would put or take.
    pub(super) fn each_flip(&self, plan: &Plan<LEN>, mut flip: impl FnMut(u16, Color)) {
        let (place, color) = (plan.place, self.to_play);
        if plan.suicide {
            let stones = &self.stones;
            stones.joined_by(place, color, |place| flip(place, color));
        } else {
            flip(place, color);
            let taken = plan.prospect.taken();
            self.stones
                .taken_at(place, taken, |place| flip(place, !color));
        }
    }
}

/// Returns the reason. The compiler then expects that moves are legal, and puts the code for legal ones in a row.
#[inline(always)]
fn refuse<T>(reason: IllegalMove) -> Result<T, IllegalMove> {
    rare();
    Err(reason)
}

#[cold]
#[inline(always)]
fn rare() {}
