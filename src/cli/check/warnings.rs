//! Warnings about game records. Equal warnings are printed once, with their number.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

use crate::terminal::github::{Annotation, Level};
use crate::terminal::output::{Detail, Format, Output};
use crate::terminal::text::{name, number, plain};

/// A warning about a place in a file.
pub(super) struct Warning {
    pub(super) file: PathBuf,
    /// Line and column; `None` if it is about the whole file.
    pub(super) place: Option<(usize, usize)>,
    pub(super) message: String,
}

impl Warning {
    pub(super) fn annotation(&self, level: Level, title: &str, more: &str) -> Annotation {
        Annotation {
            level,
            file: Some(self.file.display().to_string()),
            place: self.place,
            title: title.to_owned(),
            message: format!("{}{more}", self.message),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "warning {}:", name(&self.file))?;
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", plain(&self.message))
    }
}

/// The most kinds of warnings that are held, because names that a message quotes are not bounded.
const MOST_KINDS: usize = 200;

/// The warnings of a run: printed at once with `--list-all`, else held back and grouped.
#[derive(Default)]
pub(super) struct Warnings {
    detail: Detail,
    format: Format,
    kinds: Vec<Kind>,
    /// The place in `kinds` of each [`kind`].
    places: HashMap<String, usize>,
    /// The number of warnings of kinds that are not held.
    of_other_kinds: usize,
    /// The number of warnings that games with very many of them do not list.
    unlisted: usize,
}

struct Kind {
    first: Warning,
    more: usize,
}

impl Warnings {
    pub(super) fn new(detail: Detail, format: Format) -> Warnings {
        Warnings {
            detail,
            format,
            ..Warnings::default()
        }
    }

    pub(super) fn add(&mut self, warning: Warning, output: &mut Output) {
        if !self.detail.warns() {
            return;
        }
        if self.detail.list_all {
            self.print_one(&warning, "", output);
            return;
        }
        self.group(warning);
    }

    fn group(&mut self, warning: Warning) {
        let kind = kind(&warning.message);
        if let Some(place) = self.places.get(&kind) {
            self.kinds[*place].more += 1;
        } else if self.kinds.len() < MOST_KINDS {
            self.places.insert(kind, self.kinds.len());
            self.kinds.push(Kind {
                first: warning,
                more: 0,
            });
        } else {
            self.of_other_kinds += 1;
        }
    }

    /// Adds warnings that a game counts but does not list.
    pub(super) fn add_unlisted(&mut self, game: &str, count: usize, output: &mut Output) {
        if !self.detail.warns() {
            return;
        }
        if self.detail.list_all {
            let more = number(count, "more warning");
            output.log_in_order(&format!("warning {game}{more}: too many to list"));
        } else {
            self.unlisted += count;
        }
    }

    fn print_one(&self, warning: &Warning, more: &str, output: &mut Output) {
        if self.format == Format::Github {
            output.annotation(&warning.annotation(Level::Warning, "warning", more));
        } else {
            output.log_in_order(&format!("{warning}{more}"));
        }
    }

    /// Prints one line for each kind of warning: the first one, and the number of the others.
    pub(super) fn print(&self, output: &mut Output) {
        for Kind { first, more } in &self.kinds {
            self.print_one(first, &more_like_this(*more), output);
        }
        if self.of_other_kinds > 0 {
            let more = number(self.of_other_kinds, "more warning");
            output.log_in_order(&format!(
                "warning: {more} of other kinds; --list-all prints them"
            ));
        }
        if self.unlisted > 0 {
            let (more, are) = match self.unlisted {
                1 => ("1 more warning".to_owned(), "is"),
                count => (format!("{count} more warnings"), "are"),
            };
            output.log_in_order(&format!(
                "warning: {more} {are} not counted above, where each game has its first 20; --list-all prints them"
            ));
        }
    }
}

/// Ends a line that stands for several.
pub(super) fn more_like_this(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!(" (and {more} more like this; --list-all prints them)"),
    }
}

/// Returns the message without what it quotes, without numbers and points, so that equal kinds are equal.
fn kind(message: &str) -> String {
    let quote = message.find('`').zip(message.rfind('`'));
    let unquoted = match quote {
        Some((first, last)) => format!("{}`{}", &message[..first], &message[last + 1..]),
        None => message.to_owned(),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let words = unquoted.split(' ').map(|word| {
        let end = word.trim_end_matches([',', ':', ';', '.']);
        // `12`, `-6.5` and `C4`; `UTF-8` and `windows-1252` are names.
        let vertex = end.strip_prefix(|c: char| c.is_ascii_uppercase());
        let is_vertex = vertex.is_some_and(|row| !row.is_empty() && is_digits(row));
        if is_vertex || end.parse::<f64>().is_ok() {
            format!("#{}", &word[end.len()..])
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("the komi `6,5` is read as 6.5", "the komi `5,5` is read as 5.5", true)]
    #[case(
        "set-up after move 12: no stone",
        "set-up after move 7: no stone",
        true
    )]
    #[case("read as windows-1252", "read as windows-1250", false)]
    #[case("`a` is one", "`a` is two", false)]
    #[case(
        "`Calvinball` names no known rules",
        "```a`` names no known rules",
        true
    )]
    #[case("C4 is emptied, but", "T19 is emptied, but", true)]
    #[case("Black's name", "White's name", false)]
    fn warnings_are_grouped_by_kind(#[case] one: &str, #[case] two: &str, #[case] equal: bool) {
        assert_eq!(kind(one) == kind(two), equal, "{} {}", kind(one), kind(two));
    }

    #[test]
    fn a_bounded_number_of_kinds_is_held() {
        let mut warnings = Warnings::default();
        for message in (0..1000).map(|number| format!("name-{number}")) {
            for file in ["a", "b"] {
                warnings.group(Warning {
                    file: file.into(),
                    place: None,
                    message: message.clone(),
                });
            }
        }
        assert_eq!(warnings.kinds.len(), MOST_KINDS);
        assert_eq!(warnings.places.len(), MOST_KINDS);
        assert!(
            warnings
                .kinds
                .iter()
                .all(|kind| kind.first.file.as_os_str() == "a" && kind.more == 1)
        );
        assert_eq!(warnings.of_other_kinds, 2 * (1000 - MOST_KINDS));
    }
}
