//! The terms that players agree on before a game: opening, marking, who moves when play is resumed, and claims.

use std::fmt;
use std::str::FromStr;

use crate::basics::named::named;
use crate::basics::{ParseError, Preset, Rules, Scoring};
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
///
/// `Display` and `FromStr` use words as [`Rules`] does:
///
/// ```
/// use gokata::Preset;
/// use gokata::agreement::{ClaimTerms, Terms};
///
/// let mut terms = Terms::of(Preset::Japanese);
/// assert_eq!(terms.to_string(), "marking=stones_and_regions resume=opponent_of_requester");
/// terms.claims = Some(ClaimTerms { silence: 2_592_000, reminders: 4 });
/// let words = "marking=stones_and_regions resume=opponent_of_requester silence=2592000 reminders=4";
/// assert_eq!(words.parse(), Ok(terms));
/// assert_eq!(terms.to_string(), words);
/// # Ok::<(), gokata::ParseError>(())
/// ```
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

named! {
    /// What the players mark when play has ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    pub enum Marking {
        /// Nothing: all stones live, and the passes that end play end the game (Tromp-Taylor).
        Nothing = "nothing",
        /// Dead stones.
        Stones = "stones",
        /// Dead stones, and neutral regions as in a seki.
        StonesAndRegions = "stones_and_regions",
    }

    /// The value's name, also in saved games.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
}

named! {
    /// Who moves first when play is resumed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    pub enum ResumeOrder {
        /// The opponent of the player who requested to resume (Japanese rules of 1989, article 9.3).
        OpponentOfRequester = "opponent_of_requester",
        /// The opponent of the player who passed last: turns continue to alternate.
        OpponentOfLastPasser = "opponent_of_last_passer",
    }

    /// The value's name, also in saved games.
    pub const fn name(self) -> &'static str;
    impl FromStr<Err = ParseError>;
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
    pub fn of(preset: Preset) -> Terms {
        let mut terms = Terms::for_rules(preset.rules());
        if !preset.marks_dead() {
            terms.marking = Marking::Nothing;
        }
        terms
    }

    /// Usual terms for any rules, without claims: under territory scoring, regions can be marked neutral, and the
    /// opponent of the requester plays first after a resumption. The marking is never [`Marking::Nothing`], because the
    /// Tromp-Taylor preset has the same rules as Ing's.
    pub fn for_rules(rules: Rules) -> Terms {
        let (marking, resume) = match rules.scoring() {
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

impl fmt::Display for Terms {
    /// Writes `marking` and `resume`; `silence` and `reminders` only if there can be claims.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "marking={} resume={}", self.marking, self.resume)?;
        match self.claims {
            None => Ok(()),
            Some(ClaimTerms { silence, reminders }) => {
                write!(f, " silence={silence} reminders={reminders}")
            }
        }
    }
}

impl FromStr for Terms {
    type Err = ParseError;

    /// Parses the words that `Display` writes, in any order, each once; commas may replace the spaces.
    fn from_str(text: &str) -> Result<Terms, ParseError> {
        let [mut marking, mut resume, mut silence, mut reminders] = [None; 4];
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let pair = word.split_once('=');
            let (key, value) = pair.ok_or_else(|| ParseError::new(word, "is not key=value"))?;
            let field = match key {
                "marking" => &mut marking,
                "resume" => &mut resume,
                "silence" => &mut silence,
                "reminders" => &mut reminders,
                _ => {
                    let problem = "is no key; there are marking, resume, silence, reminders";
                    return Err(ParseError::new(key, problem));
                }
            };
            if field.replace(value).is_some() {
                return Err(ParseError(format!("{key} is given twice")));
            }
        }
        let (Some(marking), Some(resume)) = (marking, resume) else {
            return Err(ParseError("marking and resume must be given".to_owned()));
        };
        let claims = match (silence, reminders) {
            (None, None) => None,
            (Some(silence), Some(reminders)) => Some(ClaimTerms {
                silence: number(silence)?,
                reminders: number(reminders)?,
            }),
            _ => {
                let problem = "silence and reminders must be given together";
                return Err(ParseError(problem.to_owned()));
            }
        };
        Ok(Terms {
            marking: marking.parse()?,
            resume: resume.parse()?,
            claims,
        })
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, ParseError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| ParseError::new(text, "is not a number, or is too large"))
}
