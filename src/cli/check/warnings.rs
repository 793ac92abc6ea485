//! Messages about game records that many records have in common: of equal ones, the first is printed, with the number of
//! the others.

use std::collections::HashMap;

use crate::terminal::output::{Detail, Output};
use crate::terminal::report::{Finding, Printer};
use crate::terminal::text::number;

/// The most kinds of warnings that are held, because names that a message quotes are not bounded.
const MOST_KINDS: usize = 200;

/// The warnings of a run: printed at once with `--list-all`, else held back and grouped.
#[derive(Default)]
pub(super) struct Warnings {
    detail: Detail,
    kinds: Vec<Kind>,
    /// The place in `kinds` of each [`kind`].
    places: HashMap<String, usize>,
    /// The number of warnings of kinds that are not held.
    of_other_kinds: usize,
    /// The number of warnings that games with very many of them do not list.
    unlisted: usize,
    /// Games without moves, which are errors.
    without_moves: Option<Kind>,
}

struct Kind {
    first: Finding,
    more: usize,
}

impl Kind {
    fn new(first: Finding) -> Kind {
        Kind { first, more: 0 }
    }
}

impl Warnings {
    pub(super) fn new(detail: Detail) -> Warnings {
        Warnings {
            detail,
            ..Warnings::default()
        }
    }

    pub(super) fn add(&mut self, warning: Finding, printer: &Printer, output: &mut Output) {
        if !self.detail.warns() {
        } else if self.detail.list_all {
            printer.finding(&warning, output);
        } else {
            self.group(warning);
        }
    }

    fn group(&mut self, warning: Finding) {
        let kind = kind(&warning.annotation.message);
        if let Some(place) = self.places.get(&kind) {
            self.kinds[*place].more += 1;
        } else if self.kinds.len() < MOST_KINDS {
            self.places.insert(kind, self.kinds.len());
            self.kinds.push(Kind::new(warning));
        } else {
            self.of_other_kinds += 1;
        }
    }

    /// Adds a game without moves.
    pub(super) fn add_without_moves(
        &mut self,
        game: Finding,
        printer: &Printer,
        output: &mut Output,
    ) {
        match &mut self.without_moves {
            _ if self.detail.list_all => printer.finding(&game, output),
            Some(kind) => kind.more += 1,
            none => *none = Some(Kind::new(game)),
        }
    }

    /// Adds warnings that a game counts but does not list.
    pub(super) fn add_unlisted(&mut self, game: &str, count: usize, output: &mut Output) {
        if !self.detail.warns() {
        } else if self.detail.list_all {
            let more = number(count, "more warning");
            output.log_in_order(&format!("warning {game}{more}: too many to list"));
        } else {
            self.unlisted += count;
        }
    }

    /// Prints one line for each kind: the first one, and the number of the others.
    pub(super) fn print(&mut self, printer: &Printer, output: &mut Output) {
        let print_kind = |Kind { first, more }, output: &mut Output| {
            let more = match more {
                0 => String::new(),
                more => format!(" (and {more} more like this; --list-all prints them)"),
            };
            printer.finding(&first.and(&more), output);
        };
        for kind in self.kinds.drain(..) {
            print_kind(kind, output);
        }
        if self.of_other_kinds > 0 {
            let more = number(self.of_other_kinds, "more warning");
            output.log_in_order(&format!(
                "warning: {more} of other kinds; --list-all prints them"
            ));
        }
        if self.unlisted > 0 {
            let more = number(self.unlisted, "more warning");
            let are = if self.unlisted == 1 { "is" } else { "are" };
            output.log_in_order(&format!(
                "warning: {more} {are} not counted above, where each game has its first 20; --list-all prints them"
            ));
        }
        if let Some(kind) = self.without_moves.take() {
            print_kind(kind, output);
        }
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
    use std::path::Path;

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
                warnings.group(Finding::warning(Path::new(file), None, &message));
            }
        }
        assert_eq!(warnings.kinds.len(), MOST_KINDS);
        assert_eq!(warnings.places.len(), MOST_KINDS);
        let is_of_a = |kind: &Kind| kind.first.line.starts_with("warning a: ") && kind.more == 1;
        assert!(warnings.kinds.iter().all(is_of_a));
        assert_eq!(warnings.of_other_kinds, 2 * (1000 - MOST_KINDS));
    }
}
