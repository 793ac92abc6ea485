//! Warnings that many records have in common: of equal ones, the first is printed, with the number of the others.

use std::path::{Path, PathBuf};

use super::finding::{Level, Remark};
use super::renderer::Detail;
use crate::terminal::output::Output;
use crate::terminal::text::{name, number};

pub(super) type Print = fn(&Path, &Remark, &mut Output);

/// The most kinds of warnings that are held, because names that a message quotes are not bounded.
const MOST_KINDS: usize = 200;

/// The warnings of a run: printed at once with `--list-all`, else held back and grouped.
#[derive(Default)]
pub(super) struct Warnings {
    detail: Detail,
    /// The [`kind`] of message, the first one with its file, and the number of the others.
    kinds: Vec<(String, PathBuf, Remark, usize)>,
    /// The number of warnings of kinds that are not held, and of those that games with very many of them do not list.
    unlisted: usize,
}

impl Warnings {
    pub(super) fn new(detail: Detail) -> Warnings {
        Warnings {
            detail,
            ..Warnings::default()
        }
    }

    pub(super) fn add(&mut self, file: &Path, warning: Remark, print: Print, output: &mut Output) {
        let list_all = self.detail.list_all;
        match warning.level {
            Level::Warning | Level::MoreWarnings(_) if !self.detail.warns() => {}
            Level::MoreWarnings(count) if list_all => {
                let (file, more) = (name(file), number(count, "more warning"));
                let place = warning.message;
                output.log_in_order(&format!("warning {file}: {place}{more}: too many to list"));
            }
            Level::MoreWarnings(count) => self.unlisted += count,
            _ if list_all => print(file, &warning, output),
            // Games without moves have one kind, which comes last.
            Level::NoMoves => self.group(String::new(), file, warning),
            _ => self.group(kind(&warning.message), file, warning),
        }
    }

    fn group(&mut self, kind: String, file: &Path, warning: Remark) {
        if let Some((.., more)) = self.kinds.iter_mut().find(|(known, ..)| *known == kind) {
            *more += 1;
        } else if self.kinds.len() < MOST_KINDS || kind.is_empty() {
            self.kinds.push((kind, file.to_owned(), warning, 0));
        } else {
            self.unlisted += 1;
        }
    }

    /// Prints one line for each kind: the first one, and the number of the others.
    pub(super) fn print(&mut self, print: Print, output: &mut Output) {
        self.kinds.sort_by_key(|(kind, ..)| kind.is_empty());
        for (_, file, mut first, more) in self.kinds.drain(..) {
            if more > 0 {
                let more = format!(" (and {more} more like this; --list-all prints them)");
                first.message += &more;
            }
            print(&file, &first, output);
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
    use super::*;

    #[test]
    fn warnings_are_grouped_by_kind() {
        for (one, other, equal) in [
            ("the komi `6,5` is 6.5", "the komi `5` is 5", true),
            ("after move 12: no stone", "after move 7: no stone", true),
            ("read as windows-1252", "read as windows-1250", false),
            ("`a` is one", "`a` is two", false),
            ("`Calvinball` is none", "```a`` is none", true),
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
                let warning = Remark::new(Level::Warning, "warning", None, &*message);
                warnings.group(kind(&message), Path::new(file), warning);
            }
        }
        assert_eq!(warnings.kinds.len(), MOST_KINDS);
        let mut kinds = warnings.kinds.iter();
        assert!(kinds.all(|(_, file, _, more)| file == Path::new("a") && *more == 1));
        assert_eq!(warnings.unlisted, 2 * (1000 - MOST_KINDS));
    }
}
