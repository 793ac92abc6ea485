//! Messages about game records that many records have in common: of equal ones, the first is printed, with the number of
//! the others.

use crate::terminal::output::{Detail, Output};
use crate::terminal::report::{Entry, Finding, Printer};
use crate::terminal::text::number;

/// The most kinds of warnings that are held, because names that a message quotes are not bounded.
const MOST_KINDS: usize = 200;

pub(super) enum Message {
    /// To be printed at once.
    Entry(Entry),
    Warning(Finding),
    /// A game without moves.
    NoMoves(Finding),
    /// The number of warnings about a game that are not listed.
    Unlisted(String, usize),
}

/// The warnings of a run: printed at once with `--list-all`, else held back and grouped.
#[derive(Default)]
pub(super) struct Warnings {
    /// The [`kind`] of message, the first message, and the number of the others.
    kinds: Vec<(String, Finding, usize)>,
    /// The number of warnings of kinds that are not held, and of those that games with very many of them do not list.
    unlisted: usize,
}

impl Warnings {
    /// Prints a message, or holds it back.
    pub(super) fn add(
        &mut self,
        message: Message,
        detail: Detail,
        printer: &mut Printer,
        output: &mut Output,
    ) {
        let list_all = detail.list_all;
        match message {
            Message::Entry(entry) => printer.print(&entry, output),
            Message::Warning(_) | Message::Unlisted(..) if !detail.warns() => {}
            Message::Warning(finding) | Message::NoMoves(finding) if list_all => {
                printer.finding(&finding, output);
            }
            Message::Unlisted(game, count) if list_all => {
                let more = number(count, "more warning");
                output.log_in_order(&format!("warning {game}{more}: too many to list"));
            }
            Message::Warning(finding) => self.group(kind(&finding.annotation.message), finding),
            Message::NoMoves(game) => self.group(String::new(), game),
            Message::Unlisted(_, count) => self.unlisted += count,
        }
    }

    /// Counts a message of a kind; games without moves have none.
    fn group(&mut self, kind: String, message: Finding) {
        if let Some((.., more)) = self.kinds.iter_mut().find(|(known, ..)| *known == kind) {
            *more += 1;
        } else if self.kinds.len() < MOST_KINDS || kind.is_empty() {
            self.kinds.push((kind, message, 0));
        } else {
            self.unlisted += 1;
        }
    }

    /// Prints one line for each kind: the first one, and the number of the others.
    pub(super) fn print(&mut self, printer: &Printer, output: &mut Output) {
        // Games without moves are errors, and come last.
        self.kinds.sort_by_key(|(kind, ..)| kind.is_empty());
        for (_, first, more) in self.kinds.drain(..) {
            let more = match more {
                0 => String::new(),
                more => format!(" (and {more} more like this; --list-all prints them)"),
            };
            printer.finding(&first.and(&more), output);
        }
        if self.unlisted > 0 {
            let more = number(self.unlisted, "more warning");
            output.log_in_order(&format!("warning: {more}; --list-all prints them"));
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
    // `12`, `-6.5` and `C4`; `UTF-8` and `windows-1252` are names.
    let is_name = |word: &&str| {
        let word = word.trim_end_matches([',', ':', ';', '.']);
        let letters = word.chars().filter(|c| c.is_alphabetic());
        !word.ends_with(|c: char| c.is_ascii_digit()) || letters.count() > 1
    };
    let words = unquoted.split(' ').filter(is_name);
    words.collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn warnings_are_grouped_by_kind() {
        for (one, other, equal) in [
            (
                "the komi `6,5` is read as 6.5",
                "the komi `5` is read as 5",
                true,
            ),
            (
                "set-up after move 12: no stone",
                "set-up after move 7: no stone",
                true,
            ),
            ("read as windows-1252", "read as windows-1250", false),
            ("`a` is one", "`a` is two", false),
            ("`Calvinball` names no rules", "```a`` names no rules", true),
            ("C4 is emptied, but", "T19 is emptied, but", true),
            ("Black's name", "White's name", false),
        ] {
            assert_eq!(kind(one) == kind(other), equal, "{one} {other}");
        }
    }

    #[test]
    fn a_bounded_number_of_kinds_is_held() {
        let mut warnings = Warnings::default();
        for message in (0..1000).map(|number| format!("name-{number}")) {
            for file in ["a", "b"] {
                let warning = Finding::warning(Path::new(file), None, &message);
                warnings.group(kind(&message), warning);
            }
        }
        assert_eq!(warnings.kinds.len(), MOST_KINDS);
        let mut kinds = warnings.kinds.iter();
        assert!(kinds.all(|(_, first, more)| first.line.contains(" a: ") && *more == 1));
        assert_eq!(warnings.unlisted, 2 * (1000 - MOST_KINDS));
    }
}
