//! What is done to a game, and a game as what makes it.

use super::traits::Referee;
use crate::basics::{Color, IllegalMove, Move, NotPassedOut, Rules, Setup};

/// One thing done to a game.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Rules(Rules),
    Play(Move),
    Resume(Option<Color>),
    HandTurn(Color),
}

/// Why a referee does not take a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepError {
    Illegal(IllegalMove),
    NotPassedOut(NotPassedOut),
}

impl Step {
    /// Takes the step in a referee's game. Nothing has changed if it is refused.
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

/// A game as what makes it. It begins under the rules of the kata, as every fixture does.
#[derive(Debug, Clone)]
pub(crate) struct GameLog {
    pub(crate) opening: Setup,
    pub(crate) steps: Vec<Step>,
}

impl GameLog {
    /// A game that begins from this position under these rules.
    pub(crate) fn new(opening: Setup, rules: Rules) -> GameLog {
        let other_rules = (rules != Rules::default()).then_some(Step::Rules(rules));
        GameLog {
            opening,
            steps: other_rules.into_iter().collect(),
        }
    }

    /// Plays the game from its beginning. False if the referee refuses any of it.
    pub(crate) fn replay(&self, referee: &mut dyn Referee) -> bool {
        referee.start(&self.opening, Rules::default()).is_ok()
            && (self.steps.iter()).all(|step| step.apply(referee).is_ok())
    }
}
