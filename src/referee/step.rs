//! The steps of a game, a game as a log of steps, and the wording of moves, points and reasons in messages.

use super::traits::Referee;
use crate::basics::{Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, Size};

#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Rules(Rules),
    Play(Move),
    Resume(Option<Color>),
    HandTurn(Color),
}

/// Why a referee rejected a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepError {
    Illegal(IllegalMove),
    NotPassedOut(NotPassedOut),
}

impl Step {
    /// Applies the step to a referee's game. Changes nothing if the referee rejects it.
    pub(crate) fn apply(self, referee: &mut dyn Referee) -> Result<(), StepError> {
        match self {
            Step::Rules(rules) => referee.under(rules),
            Step::Play(mv) => referee.play(mv).map_err(StepError::Illegal)?,
            Step::Resume(side) => referee.resume(side).map_err(StepError::NotPassedOut)?,
            Step::HandTurn(side) => referee.hand_turn(side),
        }
        Ok(())
    }
}

/// A game as its opening and its steps. Like a fixture, it starts under the kata's rules.
#[derive(Debug, Clone)]
pub(crate) struct GameLog {
    pub(crate) opening: Setup,
    pub(crate) steps: Vec<Step>,
}

impl GameLog {
    /// Starts a game from this position under these rules.
    pub(crate) fn new(opening: Setup, rules: Rules) -> GameLog {
        let other_rules = (rules != Rules::default()).then_some(Step::Rules(rules));
        GameLog {
            opening,
            steps: other_rules.into_iter().collect(),
        }
    }

    /// Replays the game. False if the referee rejects the opening or a step.
    pub(crate) fn replay(&self, referee: &mut dyn Referee) -> bool {
        referee.start(&self.opening, Rules::default()).is_ok()
            && (self.steps.iter()).all(|step| step.apply(referee).is_ok())
    }
}

/// Each point once, in reading order.
pub(crate) fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    points
}

/// A move in a form that does not depend on labels: `x:C4`.
pub(crate) fn written(mv: Move, size: Size) -> String {
    format!("{}:{}", mv.color.letter(), mv.action.describe(size))
}

/// `illegal ko (repeats turn 2)`.
pub(crate) fn refused(reason: IllegalMove, evidence: Option<String>) -> String {
    let evidence = evidence.map_or_else(String::new, |evidence| format!(" ({evidence})"));
    format!("illegal {}{evidence}", reason.name())
}

/// `1 liberty`, `2 liberties`.
pub(crate) fn counted(liberties: usize) -> String {
    match liberties {
        1 => "1 liberty".to_owned(),
        _ => format!("{liberties} liberties"),
    }
}
