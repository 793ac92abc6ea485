//! The terms that players agree on before a game: opening, marking, who moves when play is resumed, and claims.

use crate::basics::{Preset, Rules, Scoring};
use crate::pure::BoardRecord;

/// The start of a game between two players, on any board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Opening {
    /// The record so far.
    pub record: BoardRecord,
    /// How the game will end.
    pub terms: Terms,
}

/// The terms of two players for the end of their game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Terms {
    /// What the players mark when play has ended.
    pub marking: Marking,
    /// Who moves first when play is resumed.
    pub resume: ResumeOrder,
    /// When a player may end the game against a silent opponent; `None` for never.
    pub claims: Option<ClaimTerms>,
}

/// What the players mark when play has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Marking {
    /// Nothing: all stones live, and the passes that end play end the game (Tromp-Taylor).
    Nothing,
    /// Dead stones.
    Stones,
    /// Dead stones, and neutral regions as in a seki.
    StonesAndRegions,
}

/// Who moves first when play is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ResumeOrder {
    /// The opponent of the player who requested to resume (Japanese rules of 1989, article 9.3).
    OpponentOfRequester,
    /// The opponent of the player who passed last: turns continue to alternate.
    OpponentOfLastPasser,
}

/// When a player who has approved the board may claim its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ClaimTerms {
    /// The number of seconds that the opponent must have been silent.
    pub silence: u64,
    /// The number of reminders that must have been sent to the opponent.
    pub reminders: u32,
}

impl Terms {
    /// The usual terms of a preset, without claims.
    ///
    /// ```
    /// use gokata::Preset;
    /// use gokata::agreement::{Marking, Terms};
    ///
    /// assert_eq!(Terms::of(Preset::Japanese).marking, Marking::StonesAndRegions);
    /// assert_eq!(Terms::of(Preset::TrompTaylor).marking, Marking::Nothing);
    /// ```
    pub fn of(preset: Preset) -> Terms {
        let usual = Terms::for_rules(preset.rules());
        match preset {
            Preset::TrompTaylor => Terms {
                marking: Marking::Nothing,
                ..usual
            },
            _ => usual,
        }
    }

    /// Usual terms for any rules, without claims: under territory scoring, regions can be marked neutral, and the
    /// opponent of the requester plays first after a resumption. The marking is never [`Marking::Nothing`], because the
    /// Tromp-Taylor preset has the same rules as Ing's.
    pub fn for_rules(rules: Rules) -> Terms {
        let (marking, resume) = match rules.scoring {
            Scoring::Territory => (Marking::StonesAndRegions, ResumeOrder::OpponentOfRequester),
            Scoring::Area => (Marking::Stones, ResumeOrder::OpponentOfLastPasser),
        };
        Terms {
            marking,
            resume,
            claims: None,
        }
    }
}
