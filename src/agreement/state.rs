//! How a game between two players stands. What may happen next is `decide`'s to say.

use crate::basics::{Color, Scoring};
use crate::pure::{Board, BoardRecord};
use crate::scoring::{Count, Marks, Outcome, PointState, Standing};

use super::event::is_same_game;
use super::{Marking, Opening, Tally, Terms};

/// How a game stands, from its first move to its result.
///
/// It is a value: [`apply`](super::apply) makes a new one. Equal are states that differ in nothing that
/// anybody could ever notice. It takes less than a kilobyte, and shares the record with others.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) record: BoardRecord,
    pub(super) terms: Terms,
    pub(super) phase: Phase,
    pub(super) seq: u64,
    pub(super) scoring_number: u32,
    pub(super) progress: Progress,
    pub(super) void_offer: Option<Color>,
}

/// What the players are at, with all that is only known then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// Moves are made.
    Play,
    /// Stones are marked, and the board is approved.
    Scoring(Round),
    /// Nothing can happen any more.
    Finished(Finish),
}

/// The phase, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Moves are made.
    Play,
    /// Stones are marked, and the board is approved.
    Scoring,
    /// Nothing can happen any more.
    Finished,
}

/// The talk about the board after play has ended, until the players agree or go on playing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// What has been said of the stones.
    pub marks: Marks,
    /// What Black and White have approved last in this round. It counts only while its number is the current
    /// one: see [`State::is_done`].
    pub approved: [Option<Approval>; 2],
    /// Who does not look at the board, because the other one has passed last.
    pub first_passer: Color,
}

/// An approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Approval {
    /// The scoring number that was approved.
    pub number: u32,
    /// The event that says so.
    pub seq: u64,
}

/// How a game has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// What ended it.
    pub how: How,
    /// What it came to.
    pub outcome: Outcome,
    /// The board and the count, if it was counted.
    pub counted: Option<Counted>,
    /// What Black and White had approved last.
    pub approved: [Option<Approval>; 2],
}

/// What has ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// Both players approved the same board.
    Agreement,
    /// This player approved it, and the other was silent.
    Claim(Color),
    /// Passes, after which there was nothing to agree on: all stones live.
    Passes,
    /// This player gave up.
    Resignation(Color),
    /// Both players said that it does not count.
    Void,
}

/// What a game was counted on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The board as it was marked.
    pub marks: Marks,
    /// The same in letters.
    pub board: String,
    /// The points.
    pub count: Count,
}

/// Whether a dispute has led to anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Play was never resumed, or a stone has been played since.
    Some,
    /// Play was resumed, and nobody has played a stone.
    NoneSinceResume,
}

impl State {
    /// The state when nothing has happened but the start.
    pub(super) fn new(opening: &Opening) -> State {
        State {
            record: opening.record.clone(),
            terms: opening.terms,
            phase: Phase::Play,
            seq: 1,
            scoring_number: 0,
            progress: Progress::Some,
            void_offer: None,
        }
    }

    /// The moves. A resignation in this game is not among them: the result has it.
    pub fn record(&self) -> &BoardRecord {
        &self.record
    }

    /// What the players agreed on beforehand.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// What they are at.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The phase, in one word.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Play => Stage::Play,
            Phase::Scoring(_) => Stage::Scoring,
            Phase::Finished(_) => Stage::Finished,
        }
    }

    /// How many events there have been.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Which marked board is meant: it grows with every mark that changes something, and whenever scoring
    /// begins or play is resumed. It never comes back, so no approval of an earlier board can be taken for
    /// one of a later.
    pub fn scoring_number(&self) -> u32 {
        self.scoring_number
    }

    /// Has this player approved the board as it is now? After the game: the board it was left with.
    pub fn is_done(&self, color: Color) -> bool {
        let approved = match &self.phase {
            Phase::Play => return false,
            Phase::Scoring(round) => &round.approved,
            Phase::Finished(finish) => &finish.approved,
        };
        approved[color as usize].is_some_and(|approval| approval.number == self.scoring_number)
    }

    /// Does the game wait for this player, to move or to approve?
    pub fn waits_for(&self, color: Color) -> bool {
        match self.phase {
            Phase::Play => self.record.to_play() == color,
            Phase::Scoring(_) => !self.is_done(color),
            Phase::Finished(_) => false,
        }
    }

    /// Who offers that the game shall not count.
    pub fn void_offer(&self) -> Option<Color> {
        self.void_offer
    }

    /// How the game has ended, if it has.
    pub fn finish(&self) -> Option<&Finish> {
        match &self.phase {
            Phase::Finished(finish) => Some(finish),
            Phase::Play | Phase::Scoring(_) => None,
        }
    }

    /// The stones and what has been said of them; all alive during play.
    pub fn marks(&self) -> Marks {
        match &self.phase {
            Phase::Scoring(round) => round.marks.clone(),
            Phase::Finished(Finish {
                counted: Some(counted),
                ..
            }) => counted.marks.clone(),
            Phase::Play | Phase::Finished(_) => Marks::of(self.record.board()),
        }
    }

    /// The board in the letters of [`PointState`]: whose the empty points are is said only of one that is
    /// counted.
    pub fn board(&self) -> String {
        match &self.phase {
            Phase::Scoring(round) => letters(&round.marks),
            Phase::Finished(Finish {
                counted: Some(counted),
                ..
            }) => counted.board.clone(),
            Phase::Play | Phase::Finished(_) => stones(self.record.board()),
        }
    }

    /// The points as they stand; `None` during play, and for a game that was not counted.
    pub fn count(&self) -> Option<Count> {
        match &self.phase {
            Phase::Play => None,
            Phase::Scoring(round) => Some(self.counted(&round.marks)),
            Phase::Finished(finish) => finish.counted.as_ref().map(|counted| counted.count.clone()),
        }
    }

    /// Is this the board that a finished game was counted on, as far as it was counted at all?
    pub(super) fn board_was(&self, board: &str) -> bool {
        let counted = self.finish().and_then(|finish| finish.counted.as_ref());
        counted.is_none_or(|counted| counted.board == board)
    }

    /// Would two passes now end the game, with nothing to agree on?
    pub(super) fn passes_decide(&self) -> bool {
        let by_area = self.record.rules().scoring == Scoring::Area;
        self.terms.marking == Marking::Nothing
            || (by_area && self.progress == Progress::NoneSinceResume)
    }

    /// The result, if this ends the game now.
    pub(super) fn ended(&self, how: How) -> Finish {
        let approved = match &self.phase {
            Phase::Scoring(round) => round.approved,
            Phase::Play | Phase::Finished(_) => [None; 2],
        };
        let counted = || {
            let marks = self.marks();
            Counted {
                board: letters(&marks),
                count: self.counted(&marks),
                marks,
            }
        };
        let (outcome, counted) = match how {
            How::Resignation(loser) => (Outcome::Resignation { winner: !loser }, None),
            How::Void => (Outcome::Void, None),
            How::Agreement | How::Claim(_) | How::Passes => {
                let counted = counted();
                (Outcome::Counted(counted.count.score()), Some(counted))
            }
        };
        Finish {
            how,
            outcome,
            counted,
            approved,
        }
    }

    fn counted(&self, marks: &Marks) -> Count {
        let standing = Standing {
            marks: marks.clone(),
            ..Standing::from(&self.record)
        };
        standing.count()
    }
}

impl Counted {
    /// The same in few words.
    pub fn tally(&self) -> Tally {
        Tally {
            board: self.board.clone(),
            scores: Color::BOTH.map(|color| self.count.total(color)),
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let rest = |state: &State| {
            let State {
                terms,
                seq,
                scoring_number,
                progress,
                void_offer,
                ..
            } = state;
            (*terms, *seq, *scoring_number, *progress, *void_offer)
        };
        rest(self) == rest(other)
            && self.phase == other.phase
            && is_same_game(&self.record, &other.record)
    }
}

impl Eq for State {}

/// Stones, and nobody's ground.
fn stones(board: &Board) -> String {
    let letter = |stone: Option<Color>| match stone {
        None => PointState::Nobody.letter(),
        Some(Color::Black) => PointState::BlackAlive.letter(),
        Some(Color::White) => PointState::WhiteAlive.letter(),
    };
    board.points().map(letter).collect()
}

/// Every set of marks made by marking has letters.
pub(super) fn letters(marks: &Marks) -> String {
    marks.encode().unwrap_or_default()
}
