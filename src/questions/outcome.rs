//! What becomes of a question, and the classes in which a run counts it.

use crate::basics::named::named;
use crate::referee::Answer;

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuestionOutcome {
    /// The answer is right.
    Right,
    /// The answer is wrong: this one.
    Wrong(Answer),
    /// The referee declines, or the game before the question did not come about with it, for this reason.
    CannotBeAsked(String),
    /// The referee panicked, or failed in another way, with this message.
    Crashed(String),
    /// No answer came in the time that the caller allows. [`Question::put_to`](super::Question::put_to) sets no limit.
    TimedOut,
    /// Something came that is not an answer: this. [`Question::put_to`](super::Question::put_to) takes answers only.
    Nonsense(String),
}

impl QuestionOutcome {
    /// The class in which it is counted, as long as no list of known deviations is read.
    pub fn class(&self) -> Class {
        match self {
            QuestionOutcome::Right => Class::Right,
            QuestionOutcome::Wrong(_) => Class::Wrong,
            QuestionOutcome::CannotBeAsked(_) => Class::CannotBeAsked,
            QuestionOutcome::Crashed(_) => Class::Crashed,
            QuestionOutcome::TimedOut => Class::TimedOut,
            QuestionOutcome::Nonsense(_) => Class::Nonsense,
        }
    }
}

named! {
    /// A class of outcomes: a column of the tables, in this order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Class {
        /// Right answers.
        Right = "right",
        /// Wrong answers, without the known ones.
        Wrong = "wrong",
        /// Questions that the protocol cannot express or that the program declines.
        CannotBeAsked = "cannot be asked",
        /// Questions at which the program failed.
        Crashed = "crashed",
        /// Questions without an answer in time.
        TimedOut = "timed out",
        /// Questions to which the program said something that is not an answer.
        Nonsense = "nonsense",
        /// Wrong answers that a [`KnownList`](super::KnownList) names.
        #[cfg_attr(feature = "serde", serde(skip_deserializing))]
        Known = "known",
    }

    /// The heading of the column: `right`, `cannot be asked`.
    pub const fn name(self) -> &'static str;

    /// All classes.
    pub const ALL;
}

impl Class {
    /// True for wrong answers that are not known, and for failures to answer.
    pub fn is_bad(self) -> bool {
        !matches!(self, Class::Right | Class::CannotBeAsked | Class::Known)
    }
}
