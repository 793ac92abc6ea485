//! The rules that a program plays by, whatever a fixture asks.

use std::str::FromStr;

use super::question::{ABOUT_MOVES, Question, in_force};
use crate::basics::{GivenRules, ParseError, Rules};

/// Rules of a program's own (`--engine-rules`, or its line `start`). They bind the keys that are given. Of the keys that say
/// which moves are legal, one is enough: the others are those of the kata then.
///
#[cfg_attr(feature = "corpus", doc = "```")]
#[cfg_attr(not(feature = "corpus"), doc = "```ignore")]
/// use gokata::corpus;
/// use gokata::questions::OwnRules;
///
/// let mut questions = corpus::questions().map(|(_, question)| question);
/// let question = questions.find(|question| question.asked.right_answer() == "suicide");
/// let question = question.ok_or("there are some")?;
/// let own: OwnRules = "ko=positional suicide=allowed".parse()?;
/// assert_eq!(
///     own.under(&question).unwrap_err(),
///     "under the program's own rules (ko=positional suicide=allowed) the right answer is another one"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnRules(
    /// As they are given.
    pub GivenRules,
);

impl OwnRules {
    /// The rules that say which moves are legal.
    pub fn of_moves(self) -> Rules {
        self.0.over_kata()
    }

    /// The question as the program is asked.
    ///
    /// # Errors
    /// Why its answer depends on other rules.
    pub fn under(self, question: &Question) -> Result<Question, String> {
        question.under(|asked| self.over(asked, question))
    }

    /// The question under these rules, whether its answer is the same or not.
    pub fn put_under(self, question: &Question) -> Question {
        question.put_under(|asked| self.over(asked, question))
    }

    fn over(self, asked: Rules, question: &Question) -> Rules {
        let kata = Rules::default();
        let mut rules = asked;
        if self.0.has_any_of(&ABOUT_MOVES) {
            rules = rules.with_ko(kata.ko()).with_suicide(kata.suicide());
            // In a question about a move, the button is one of these keys.
            if question.asked.mv().is_some() {
                rules = rules.with_button(kata.button());
            }
        }
        for (key, value) in self.0.bound() {
            // These values have been parsed before.
            let _ = rules.set(key, &value);
        }
        rules
    }

    /// True if the rules say something about this key.
    pub fn names(self, key: &str) -> bool {
        self.0.bound().any(|(bound, _)| bound == key)
    }

    /// The rules as text: those about moves, and for a program that counts, the other keys that it names.
    pub fn text(self, counts: bool) -> String {
        let mut words = Vec::new();
        if self.0.has_any_of(&ABOUT_MOVES) || !counts {
            words.push(in_force(self.of_moves()));
        }
        let others = self.0.bound();
        let others = others.filter(|(key, _)| counts && !ABOUT_MOVES.contains(key));
        words.extend(others.map(|(key, value)| format!("{key}={value}")));
        words.join(" ")
    }
}

impl FromStr for OwnRules {
    type Err = ParseError;

    /// Parses rules as [`GivenRules`] do.
    fn from_str(text: &str) -> Result<OwnRules, ParseError> {
        text.parse().map(OwnRules)
    }
}
