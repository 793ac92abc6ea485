//! What holds for the end of a game before it begins: what is marked, who moves after a dispute, who may claim.

use crate::basics::{Preset, Rules, Scoring};

/// What two players have agreed on beforehand about agreeing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    /// What they may say of the board when play has ended.
    pub marking: Marking,
    /// Who moves first when play is resumed.
    pub resume: ResumeOrder,
    /// Whether, and when, somebody may end the game against a silent opponent.
    pub claims: Option<ClaimTerms>,
}

/// What the players may say of the board when play has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marking {
    /// Nothing: what stands lives, and the passes that end play end the game (Tromp-Taylor).
    Nothing,
    /// Which stones are dead.
    Stones,
    /// Which stones are dead, and which regions are nobody's, as in a seki.
    StonesAndRegions,
}

/// Who moves first when play is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResumeOrder {
    /// Whoever has not asked for it (the Japanese rules of 1989, article 9.3).
    OpponentOfRequester,
    /// Whoever has not passed last: turns alternate as if nothing had been said.
    OpponentOfLastPasser,
}

/// When a player who is done may claim the game as it is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClaimTerms {
    /// For how many seconds the opponent must have been silent.
    pub silence: u64,
    /// How many reminders must have been sent to him.
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

    /// Sensible terms for any rules, without claims. Where territory counts, regions can be called nobody's,
    /// and the opponent of him who asks for it resumes play. (Tromp-Taylor's rules are also Ing's, so nothing
    /// here says that marks are left out.)
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
