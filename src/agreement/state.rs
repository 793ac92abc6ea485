//! The state of a game between two players. `decide` decides what can happen next.

use crate::basics::named::named;
use crate::basics::{ByColor, Color, IllegalMove, Move, Point, PointSet, Scoring};
use crate::pure::{BoardRecord, check_move};
use crate::scoring::{Count, Marks, Outcome, PointState, Standing};

use super::event::How;
use super::suggestion::Suggested;
use super::terms::{Marking, Opening, Terms};

/// The state of a game, from its first move to its result.
///
/// A state takes less than a kilobyte and shares the record with earlier states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(super) record: BoardRecord,
    pub(super) terms: Terms,
    pub(super) phase: Phase,
    pub(super) seq: u64,
    pub(super) scoring_number: u32,
    pub(super) retracted: ByColor<u32>,
    /// False if play was resumed, and no stone has been played since.
    pub(super) may_resume: bool,
    pub(super) void_offer: Option<Color>,
    /// The number of turns when play began or was last resumed.
    pub(super) play_began: usize,
    pub(super) taken_back: u32,
    pub(super) take_back_ask: Option<Color>,
}

/// The phase of a game, with the data that exists only in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Phase {
    /// Moves are made.
    Play,
    /// Stones are marked, and the board is approved.
    Scoring(Round),
    /// The game is over.
    Finished(Finish),
}

named! {
    /// The phase of a game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Stage {
        /// Moves are made.
        Play = "play",
        /// Stones are marked, and the board is approved.
        Scoring = "scoring",
        /// The game is over.
        Finished = "finished",
    }

    /// `play`, `scoring` or `finished`.
    pub const fn name(self) -> &'static str;
}

/// The scoring phase, from the end of play until play is resumed or the game ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) marks: Marks,
    pub(super) seki: Option<PointSet>,
    /// How sure the latest suggestion was, until a mark changes something.
    pub(super) suggested: Option<Box<Suggested>>,
    /// The latest approvals of Black and White in this phase. They are void once the scoring number has changed: see
    /// [`State::is_done`].
    pub(super) approved: ByColor<Option<Approval>>,
}

/// An approval of the marked board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Approval {
    /// The scoring number that was approved.
    pub number: u32,
    /// The number of the event that recorded it.
    pub seq: u64,
}

/// How a game has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finish {
    /// What ended it.
    pub how: How,
    /// The result.
    pub outcome: Outcome,
    /// The board and the count, if there was one.
    pub counted: Option<FinalCount>,
    /// The latest approvals of Black and White.
    pub approved: ByColor<Option<Approval>>,
}

/// The board that a game was counted on, and the count.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FinalCount {
    /// The stones and their marks.
    pub marks: Marks,
    /// The stones in seki, if they decided what the tax excludes: see [`State::seki`].
    pub seki: Option<PointSet>,
    /// The marked board in the letters of [`PointState`].
    pub board: String,
    /// The points.
    pub count: Count,
}

impl State {
    pub(super) fn new(opening: &Opening) -> State {
        State {
            record: opening.record.clone(),
            terms: opening.terms,
            phase: Phase::Play,
            seq: 1,
            scoring_number: 0,
            retracted: ByColor::default(),
            may_resume: true,
            void_offer: None,
            play_began: opening.record.turns(),
            taken_back: 0,
            take_back_ask: None,
        }
    }

    /// The moves. A resignation during this game is not among them; it is in [`State::finish`].
    pub fn record(&self) -> &BoardRecord {
        &self.record
    }

    /// What the players agreed on beforehand.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// The phase.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Play => Stage::Play,
            Phase::Scoring(_) => Stage::Scoring,
            Phase::Finished(_) => Stage::Finished,
        }
    }

    /// The number of events.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The *scoring number*, a version of the marked board. It increases with every mark that changes something, and
    /// whenever scoring begins or play is resumed, so an approval of an earlier board never counts for a later one.
    pub fn scoring_number(&self) -> u32 {
        self.scoring_number
    }

    /// True if this player has approved the current board; after the game, the final board.
    pub fn is_done(&self, color: Color) -> bool {
        self.approval(color).is_some()
    }

    /// This player's approval of the current board; after the game, of the final board. `None` if they are not done.
    pub fn approval(&self, color: Color) -> Option<Approval> {
        let latest = self.approved()[color];
        latest.filter(|approval| approval.number == self.scoring_number)
    }

    /// How often this player has taken back an approval in this game. An approval must state it: one that was sent before
    /// the player took an approval back never counts afterwards.
    pub fn retracted(&self, color: Color) -> u32 {
        self.retracted[color]
    }

    pub(super) fn approved(&self) -> ByColor<Option<Approval>> {
        match &self.phase {
            Phase::Play => ByColor::default(),
            Phase::Scoring(round) => round.approved,
            Phase::Finished(finish) => finish.approved,
        }
    }

    /// True if this player is to move or has yet to approve the board.
    pub fn waits_for(&self, color: Color) -> bool {
        match self.phase {
            Phase::Play => self.record.to_play() == color,
            Phase::Scoring(_) => !self.is_done(color),
            Phase::Finished(_) => false,
        }
    }

    /// The empty points where the player to move may not play, with the first reason against each; none after play has
    /// ended.
    pub fn forbidden_points(&self) -> Vec<(Point, IllegalMove)> {
        if self.stage() != Stage::Play {
            return Vec::new();
        }
        let (record, side) = (&self.record, self.record.to_play());
        let others = PointSet::all(record.size()) - record.legal_points();
        let forbidden = others.into_iter().filter_map(|point| {
            let reason = check_move(Move::play(side, point), record).err()?;
            (reason != IllegalMove::Occupied).then_some((point, reason))
        });
        forbidden.collect()
    }

    /// The player whose offer to void the game is open. The offer is the latest event.
    pub fn void_offer(&self) -> Option<Color> {
        self.void_offer
    }

    /// The player who asks to take back their latest turn. The request is the latest event.
    pub fn take_back_ask(&self) -> Option<Color> {
        self.take_back_ask
    }

    /// How often turns have been taken back in this game. A turn must state it: one that was sent before never counts
    /// afterwards, though its number comes again.
    pub fn taken_back(&self) -> u32 {
        self.taken_back
    }

    /// How the game has ended, if it has.
    pub fn finish(&self) -> Option<&Finish> {
        match &self.phase {
            Phase::Finished(finish) => Some(finish),
            Phase::Play | Phase::Scoring(_) => None,
        }
    }

    /// The stones and their marks; all alive during play.
    pub fn marks(&self) -> Marks {
        let alive = || Marks::of(self.record.board());
        let marked = self.marked().map(|(marks, _)| marks.clone());
        marked.unwrap_or_else(alive)
    }

    /// The board in the letters of [`PointState`]. Empty points have owners only while the board is scored and after a
    /// count.
    pub fn board(&self) -> String {
        let during_play = || {
            let states = |stone| PointState::new(stone, false, stone);
            let states = self.record.board().points().filter_map(states);
            states.map(PointState::letter).collect()
        };
        let marked = self.marked();
        marked.map_or_else(during_play, |(marks, _)| letters(marks))
    }

    /// The count of the board as it is marked; `None` during play, and for a game that was not counted.
    pub fn count(&self) -> Option<Count> {
        self.marked().map(|_| self.standing().count())
    }

    /// Everything that the count depends on, with the present marks; all stones are alive during play.
    pub fn standing(&self) -> Standing {
        Standing {
            marks: self.marks(),
            seki: self.seki(),
            ..Standing::from(&self.record)
        }
    }

    /// The stones in seki, once a [suggestion](super::Command::Suggest) has been marked under rules with a tax. The tax then
    /// excludes the territory of their groups and no other, so open neutral points do not matter any more.
    ///
    /// It holds until play is resumed. Stones whose status a player marks otherwise leave it, and so does the other side of
    /// their seki; so do those of a group with a region that a player marks as counted.
    pub fn seki(&self) -> Option<PointSet> {
        self.marked()?.1
    }

    /// How sure the suggestion is that the present marks are; `None` once they have been changed.
    pub fn suggested(&self) -> Option<&Suggested> {
        let Phase::Scoring(round) = &self.phase else {
            return None;
        };
        round.suggested.as_deref()
    }

    /// The marked board and the stones in seki; `None` during play, and for a game that was not counted.
    fn marked(&self) -> Option<(&Marks, Option<PointSet>)> {
        match &self.phase {
            Phase::Play => None,
            Phase::Scoring(round) => Some((&round.marks, round.seki)),
            Phase::Finished(finish) => {
                let counted = finish.counted.as_ref()?;
                Some((&counted.marks, counted.seki))
            }
        }
    }

    /// False only if the finished game was counted on a different board.
    pub(super) fn board_was(&self, board: &str) -> bool {
        let counted = self.finish().and_then(|finish| finish.counted.as_ref());
        counted.is_none_or(|counted| counted.board == board)
    }

    /// True if the game ends as soon as passes end play, without marking: the terms say so, or play was resumed under area
    /// rules and no stone has been played since.
    pub fn passes_decide(&self) -> bool {
        let by_area = self.record.rules().scoring() == Scoring::Area;
        self.terms.marking == Marking::Nothing || by_area && !self.may_resume
    }

    pub(super) fn finished_by(&self, how: How) -> Finish {
        let (outcome, counted) = match how {
            How::Resignation(loser) => (Outcome::Resignation { winner: !loser }, None),
            How::Void => (Outcome::Void, None),
            How::Agreement | How::Claim(_) | How::Passes => {
                let marks = self.marks();
                let counted = FinalCount {
                    board: letters(&marks),
                    count: self.standing().count(),
                    seki: self.seki(),
                    marks,
                };
                (Outcome::Counted(counted.count.score()), Some(counted))
            }
        };
        Finish {
            how,
            outcome,
            counted,
            approved: self.approved(),
        }
    }
}

/// Returns the letters of marks. Marks set by [`Marks::mark`] can always be encoded.
fn letters(marks: &Marks) -> String {
    marks.encode().unwrap_or_default()
}
