//! The end of a recorded game or a board, counted, and compared with the result in the record.

use gokata::scoring::{Life, Outcome, Score, Standing};
use gokata::sgf::{GameInfo, LinePath, SgfGame};
use gokata::{BoardRecord, Rules, Tax, TextError};

/// The end of a game with the dead stones that its record lists, else with those that are found.
pub(crate) struct Ending {
    pub(crate) standing: Standing,
    /// What is found about life and death; `None` if the record lists the territory.
    pub(super) life: Option<Life>,
    pub(super) recorded: Recorded,
}

/// The result of a record.
#[derive(Default)]
pub(super) struct Recorded {
    pub(super) outcome: Option<Outcome>,
    /// The text, if the outcome does not say all of it.
    pub(super) text: Option<String>,
}

impl From<&GameInfo> for Recorded {
    fn from(about: &GameInfo) -> Recorded {
        Recorded {
            outcome: about.result,
            text: about.other_result.clone(),
        }
    }
}

/// What a count says about the result of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Same,
    /// The result is the same if eyes in seki count.
    SameWithSekis,
    Other,
    /// The record has no result that was counted.
    Uncounted,
}

impl Ending {
    /// Counts the end of the main line of a game.
    pub(crate) fn of(game: &SgfGame<'_>, rules: Option<Rules>) -> Result<Ending, TextError> {
        let (record, judgement) = game.replay_path(&LinePath::MAIN, rules, None)?;
        let about = game.about();
        let mut standing = Standing::from(&record);
        if about.handicap == Some(0) || judgement.moves_before_set_up > 0 {
            standing.handicap = 0;
        }
        let listed = game.territory(&LinePath::MAIN, None)?.unwrap_or_default();
        let life = listed.is_empty().then(|| standing.life());
        match &life {
            Some(life) => standing = life.standing(),
            None => listed.mark(&mut standing),
        }
        Ok(Ending {
            standing,
            life,
            recorded: about.into(),
        })
    }

    /// Counts a board.
    pub(super) fn of_board(record: &BoardRecord) -> Ending {
        let life = Standing::from(record).life();
        Ending {
            standing: life.standing(),
            life: Some(life),
            recorded: Recorded::default(),
        }
    }

    pub(super) fn agreement(&self) -> Agreement {
        let Some(Outcome::Counted(recorded)) = self.recorded.outcome else {
            return Agreement::Uncounted;
        };
        if self.standing.count().score() == recorded {
            Agreement::Same
        } else if untaxed(&self.standing) == recorded {
            Agreement::SameWithSekis
        } else {
            Agreement::Other
        }
    }

    /// True if the record has a result that is not understood.
    pub(super) fn is_unread(&self) -> bool {
        self.recorded.outcome.is_none() && self.recorded.text.is_some()
    }

    pub(crate) fn is_open(&self) -> bool {
        let life = self.life.as_ref();
        life.is_some_and(|life| !life.open().is_empty())
    }
}

/// Returns the score with the eyes in sekis. A group tax is not lifted.
fn untaxed(standing: &Standing) -> Score {
    let mut standing = standing.clone();
    if standing.rules.tax() == Tax::Seki {
        standing.rules = standing.rules.with_tax(Tax::None);
    }
    standing.count().score()
}

/// Returns the result that is counted for a game that both players have ended, if the record says another one and nothing
/// stays open. Takes long only for games that end with two passes and a counted result.
pub(crate) fn contradiction(game: &SgfGame<'_>, rules: Option<Rules>) -> Option<[Outcome; 2]> {
    let recorded @ Outcome::Counted(_) = game.about().result? else {
        return None;
    };
    let (record, _) = game.replay_path(&LinePath::MAIN, rules, None).ok()?;
    if !record.is_over() {
        return None;
    }
    let ending = Ending::of(game, rules).ok()?;
    let contradicts = ending.agreement() == Agreement::Other && !ending.is_open();
    contradicts.then(|| [recorded, Outcome::Counted(ending.standing.count().score())])
}
