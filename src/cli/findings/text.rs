//! Text for a person: what is wrong, and the totals.

use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};

use super::finding::{Finding, Level, Remark};
use super::renderer::{Detail, Renderer, Totals};
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::{fenced, name, number, plain};

pub(super) type Print = fn(&Path, &Remark, &mut Output);

/// The most kinds of warnings that are held, because names that a message quotes are not bounded.
const MOST_KINDS: usize = 200;

pub(super) struct Text {
    detail: Detail,
    /// Prints a remark about a file.
    print: Print,
    /// Whether warnings and remarks about the run are printed as those about files.
    annotates: bool,
    /// The number of errors of one kind that are shown, so that the totals do not vanish behind hundreds of similar lines.
    shown: usize,
    draws: bool,
    /// The number of errors of each kind, in the order of their first ones.
    kinds: Vec<(String, usize)>,
    /// Warnings of many records: the [`kind`] of message, the first one with its file, and the number of the others.
    warnings: Vec<(String, PathBuf, Remark, usize)>,
    /// The number of warnings of kinds that are not held, and of those that games with very many of them do not list.
    unlisted: usize,
    /// Why there was no answer to the question before.
    failure: Option<String>,
}

impl Text {
    /// `annotation`: prints annotations, in place of the lines about files.
    pub(super) fn new(detail: Detail, annotation: Option<Print>) -> Text {
        let annotates = annotation.is_some();
        let draws = !annotates && stdout().is_terminal();
        // GitHub shows ten annotations of a step: better of ten kinds.
        let shown = if draws || annotates { 1 } else { 3 };
        Text {
            detail,
            print: annotation.unwrap_or(print),
            annotates,
            shown: if detail.list_all { usize::MAX } else { shown },
            draws,
            kinds: Vec::new(),
            warnings: Vec::new(),
            unlisted: 0,
            failure: None,
        }
    }

    /// For a file, whatever standard output is.
    pub(super) fn for_file(detail: Detail) -> Text {
        let shown = if detail.list_all { usize::MAX } else { 3 };
        Text {
            shown,
            draws: false,
            ..Text::new(detail, None)
        }
    }

    /// Counts an error. Returns whether it is shown.
    fn is_shown(&mut self, kind: Option<String>) -> bool {
        let Some(kind) = kind else { return true };
        if let Some((_, count)) = self.kinds.iter_mut().find(|(other, _)| *other == kind) {
            *count += 1;
            return *count <= self.shown;
        }
        self.kinds.push((kind, 1));
        true
    }

    /// Leaves out why there is no answer, if that is as before.
    fn shorten(&mut self, error: &mut Remark) {
        let before = self.failure.take();
        let Some(failure) = &mut error.failure else {
            return;
        };
        if before.as_ref() == Some(&failure.all) {
            "as before".clone_into(&mut failure.short);
            failure.trace.clear();
        }
        self.failure = Some(failure.all.clone());
    }

    /// Prints a warning, or holds it back.
    fn warning(&mut self, file: &Path, warning: Remark, output: &mut Output) {
        let list_all = self.detail.list_all;
        match warning.level {
            Level::Warning | Level::MoreWarnings(_) if !self.detail.warns() => {}
            Level::MoreWarnings(count) if list_all => {
                let (file, more) = (name(file), number(count, "more warning"));
                let place = warning.message;
                output.log_in_order(&format!("warning {file}: {place}{more}: too many to list"));
            }
            Level::MoreWarnings(count) => self.unlisted += count,
            _ if list_all => (self.print)(file, &warning, output),
            // Games without moves have one kind, which comes last.
            Level::NoMoves => self.group(String::new(), file, warning),
            _ => self.group(kind(&warning.message), file, warning),
        }
    }

    fn group(&mut self, kind: String, file: &Path, warning: Remark) {
        let mut warnings = self.warnings.iter_mut();
        if let Some((.., more)) = warnings.find(|(known, ..)| *known == kind) {
            *more += 1;
        } else if self.warnings.len() < MOST_KINDS || kind.is_empty() {
            self.warnings.push((kind, file.to_owned(), warning, 0));
        } else {
            self.unlisted += 1;
        }
    }

    /// Prints one line for each kind of warning that was held back, and the numbers of errors that were not shown.
    fn print_held(&mut self, output: &mut Output) {
        self.warnings.sort_by_key(|(kind, ..)| kind.is_empty());
        for (_, file, mut first, more) in self.warnings.drain(..) {
            if more > 0 {
                let more = format!(" (and {more} more like this; --list-all prints them)");
                first.message += &more;
            }
            (self.print)(&file, &first, output);
        }
        if self.unlisted > 0 {
            let more = number(self.unlisted, "more warning");
            output.log_in_order(&format!("warning: {more}; --list-all prints them"));
        }
        let more = self.kinds.iter().filter(|(_, count)| *count > self.shown);
        let more: Vec<_> = more.collect();
        for (kind, count) in &more {
            output.line(format!("and {} more {kind}", count - self.shown));
        }
        if !more.is_empty() {
            output.line("  --list-all prints them");
        }
    }
}

impl Renderer for Text {
    fn draws(&self) -> bool {
        self.draws
    }

    fn shows(&self, finding: &Finding) -> bool {
        !finding.evidence.is_empty()
    }

    fn warn(&mut self, title: &'static str, message: &str, output: &mut Output) {
        if self.annotates {
            let warning = Remark::new(Level::Warning, title, None, message);
            return (self.print)(Path::new(""), &warning, output);
        }
        let line = format!("{} {message}", styled(BAD, "warning:"));
        output.line(format!("{line}\n"));
        if output.is_kept() {
            return;
        }
        // If both are the same terminal, the user has seen the warning.
        if !(stdout().is_terminal() && stderr().is_terminal()) {
            output.log_in_order(&line);
        }
    }

    fn findings(&mut self, findings: Vec<Finding>, output: &mut Output) {
        for finding in findings {
            let file = &finding.file;
            let (warnings, errors): (Vec<_>, Vec<_>) =
                finding.evidence.into_iter().partition(Remark::is_warning);
            for warning in warnings {
                self.warning(file, warning, output);
            }
            if errors.is_empty() || !self.is_shown(finding.kind) {
                continue;
            }
            for mut error in errors {
                self.shorten(&mut error);
                (self.print)(file, &error, output);
            }
        }
    }

    fn line(&mut self, line: &str, output: &mut Output) {
        output.line(line);
    }

    fn end(&mut self, totals: Option<&Totals>, output: &mut Output) {
        let Some(totals) = totals else { return };
        self.print_held(output);
        for (file, remark) in totals.remarks.iter().filter(|_| self.annotates) {
            (self.print)(file, remark, output);
        }
        totals.text.iter().for_each(|line| output.line(line));
    }
}

/// `LABEL FILE:LINE:COL: MESSAGE`
pub(super) fn line(file: &Path, remark: &Remark) -> String {
    let label = match remark.level {
        Level::Line | Level::Rest | Level::Aside => return remark.message.clone(),
        Level::Warning => remark.label.to_owned(),
        _ => styled(BAD, remark.label),
    };
    let text = remark.text.clone();
    let text = text.unwrap_or_else(|| placed(file, remark));
    match &remark.failure {
        Some(failure) if !failure.short.is_empty() => format!("{label} {text}: {}", failure.short),
        _ => format!("{label} {text}"),
    }
}

/// `FILE:LINE:COL: MESSAGE`
pub(super) fn placed(file: &Path, remark: &Remark) -> String {
    let at = remark
        .place
        .map(|(line, column)| format!("{line}:{column}:"));
    let (file, at, message) = (name(file), at.unwrap_or_default(), plain(&remark.message));
    format!("{file}:{at} {message}")
}

pub(super) fn print(file: &Path, remark: &Remark, output: &mut Output) {
    let line = line(file, remark);
    match remark.level {
        Level::Aside => return,
        Level::Error | Level::Line | Level::Rest => output.line(line),
        _ => output.log_in_order(&line),
    }
    for line in remark.failure.iter().flat_map(|failure| &failure.trace) {
        output.line(format!("    {line}"));
    }
    if let Some(id) = &remark.id {
        output.line(plain(&format!("  id: {id}")));
    }
    if let Some(command) = &remark.see {
        output.line(plain(&see(command)));
    }
    if let Some(drawing) = &remark.drawing {
        output.line(drawing);
    }
    if let Some(question) = &remark.question {
        output.line(fenced(question));
    }
}

fn see(command: &str) -> String {
    format!("  see: {command}")
}

/// The message, the command that explains the right answer, and the question.
pub(super) fn explained(remark: &Remark) -> String {
    let see = remark.see.as_deref().map(see);
    let lines = [Some(remark.message.clone()), see, remark.question.clone()];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
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
        let mut text = Text::new(Detail::default(), None);
        for message in (0..1000).map(|number| format!("name-{number}")) {
            for file in ["a", "b"] {
                let warning = Remark::new(Level::Warning, "warning", None, &*message);
                text.group(kind(&message), Path::new(file), warning);
            }
        }
        assert_eq!(text.warnings.len(), MOST_KINDS);
        let mut kinds = text.warnings.iter();
        assert!(kinds.all(|(_, file, _, more)| file == Path::new("a") && *more == 1));
        assert_eq!(text.unlisted, 2 * (1000 - MOST_KINDS));
    }
}
