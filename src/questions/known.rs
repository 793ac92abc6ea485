//! Questions that a user names by their identifiers: the wrong answers that a program's author knows.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;

use super::id::names_of;
use super::tally::Class;
use crate::basics::TextError;
use crate::basics::text::Line;

/// The number of similar identifiers that a message names.
const MOST_NEAR: usize = 3;

/// The identifiers of the questions of a run, with those of their cases and fixtures.
///
/// ```
/// use gokata::questions::QuestionIds;
///
/// let ids: QuestionIds = ["ko/a#k2m4p.C3-xugq7".to_owned()].into_iter().collect();
/// assert!(ids.contains("ko/a#k2m4p.C3-xugq7") && ids.contains("ko/a#k2m4p") && ids.contains("ko/a"));
/// assert_eq!(
///     ids.check("ko/a#C3-xugq7").unwrap_err().to_string(),
///     "no question of these fixtures has the id `ko/a#C3-xugq7`; the nearest are ko/a#k2m4p.C3-xugq7"
/// );
/// ```
#[derive(Debug, Clone, Default)]
pub struct QuestionIds {
    /// Those of questions, in their order.
    ids: Vec<String>,
    names: HashSet<String>,
}

impl FromIterator<String> for QuestionIds {
    fn from_iter<I: IntoIterator<Item = String>>(ids: I) -> QuestionIds {
        let ids: Vec<String> = ids.into_iter().collect();
        let names = ids.iter().flat_map(|id| names_of(id));
        QuestionIds {
            names: names.collect(),
            ids,
        }
    }
}

impl QuestionIds {
    /// True for the identifier of a question, a case or a fixture.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Looks for the identifier of a question, a case or a fixture.
    ///
    /// # Errors
    /// It is not among them.
    pub fn check(&self, name: &str) -> Result<(), UnknownId> {
        let is_known = self.contains(name).then_some(());
        is_known.ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> UnknownId {
        let mut near: Vec<&String> = self.ids.iter().collect();
        near.retain(|other| likeness(name, other) > 3);
        near.sort_by_key(|other| Reverse(likeness(name, other)));
        near.dedup();
        near.truncate(MOST_NEAR);
        UnknownId {
            id: name.to_owned(),
            nearest: near.into_iter().cloned().collect(),
        }
    }
}

/// The error for an identifier that no question, case or fixture of a run has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownId {
    /// The identifier.
    pub id: String,
    /// Up to three questions whose identifiers are most like it.
    pub nearest: Vec<String>,
}

impl fmt::Display for UnknownId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no question of these fixtures has the id `{}`", self.id)?;
        if self.nearest.is_empty() {
            return Ok(());
        }
        write!(f, "; the nearest are {}", self.nearest.join(", "))
    }
}

impl std::error::Error for UnknownId {}

/// The number of equal characters at the beginning and at the end.
fn likeness(one: &str, other: &str) -> usize {
    let equal = |(one, other): &(char, char)| one == other;
    let first = one.chars().zip(other.chars()).take_while(equal).count();
    let last = one.chars().rev().zip(other.chars().rev());
    first + last.take_while(equal).count()
}

/// A list of known deviations: identifiers of questions, cases and fixtures whose wrong answers are no surprise, each with
/// its line in the list.
///
/// ```
/// use gokata::questions::{Class, KnownList, QuestionIds};
///
/// let ids: QuestionIds = ["ko/a#C3-xugq7", "ko/b#C3-xugq7"].map(str::to_owned).into_iter().collect();
/// let text = "# What my program gets wrong.\nko/a#C3-xugq7 # it forgets the ko\n";
/// let known = KnownList::parse(text, &ids, |_| false)?;
/// assert_eq!(known.line("ko/a#C3-xugq7", Class::Wrong), Some(2));
/// assert_eq!(known.line("ko/b#C3-xugq7", Class::Wrong), None);
/// assert_eq!(KnownList::parse("ko/c", &ids, |_| false).unwrap_err().line(), 1);
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownList(HashMap<String, usize>);

impl KnownList {
    /// Reads a list with an identifier on each line; ` #` begins a comment. `ids`: the questions of the run. `is_other`: true
    /// for the identifiers of other fixtures that a list may name, too: `corpus::has_id`, for example.
    ///
    /// # Errors
    /// The first identifier that is unknown, or that an earlier line has, too.
    pub fn parse(
        text: &str,
        ids: &QuestionIds,
        is_other: impl Fn(&str) -> bool,
    ) -> Result<KnownList, TextError> {
        let mut lines = HashMap::new();
        for (number, text) in (1..).zip(text.lines()) {
            // An identifier has `#` in it, so a comment behind one begins with a space, too. The name of a file in it
            // may have both.
            let comments = text.match_indices(" #").map(|(at, _)| at);
            let mut parts = comments.chain([text.len()]).map(|end| text[..end].trim());
            let first = parts.clone().next().unwrap_or_default();
            let id = parts.find(|part| ids.contains(part)).unwrap_or(first);
            if id.is_empty() || id.starts_with('#') {
                continue;
            }
            let at = text.len() - text.trim_start().len();
            let error = |message| TextError::new(&Line { number, text }, at, message);
            if !(ids.contains(id) || is_other(id)) {
                return Err(error(ids.unknown(id).to_string()));
            }
            if let Some(first) = lines.insert(id.to_owned(), number) {
                return Err(error(format!("`{id}` stands in line {first}, too")));
            }
        }
        Ok(KnownList(lines))
    }

    /// Returns the line that names a wrong answer's question, its case or its fixture, or a right answer's question: it need
    /// not be on the list any more. A case or fixture on the list may have right answers. `None` for the other classes.
    pub fn line(&self, id: &str, class: Class) -> Option<usize> {
        let widest = match class {
            Class::Wrong => usize::MAX,
            Class::Right => 1,
            _ => 0,
        };
        let mut names = names_of(id).take(widest);
        names.find_map(|name| self.0.get(&name).copied())
    }
}
