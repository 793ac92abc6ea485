//! Text for a person: what is wrong, and the totals.

use std::io::{IsTerminal, stderr, stdout};
use std::path::Path;

use super::finding::{Finding, Level, Remark};
use super::renderer::{Detail, Renderer, Totals};
use super::warnings::{Print, Warnings};
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::text::{fenced, name, plain};

pub(super) struct Text {
    print: Print,
    /// The number of errors of one kind that are shown, so that the totals do not vanish behind hundreds of similar lines.
    shown: usize,
    draws: bool,
    /// Whether warnings and remarks about the run are printed as those about files.
    annotates: bool,
    /// The number of errors of each kind, in the order of their first ones.
    kinds: Vec<(String, usize)>,
    warnings: Warnings,
    /// Why there was no answer to the question before.
    failure: Option<String>,
}

impl Text {
    pub(super) fn new(detail: Detail) -> Text {
        let draws = stdout().is_terminal();
        Text {
            draws,
            ..Text::with(detail, if draws { 1 } else { 3 }, print)
        }
    }

    /// With annotations, printed by `print`, in place of the lines about files.
    pub(super) fn annotating(detail: Detail, print: Print) -> Text {
        Text {
            annotates: true,
            ..Text::with(detail, 1, print)
        }
    }

    /// `shown`: the number of errors of one kind that are shown without `--list-all`.
    fn with(detail: Detail, shown: usize, print: Print) -> Text {
        Text {
            print,
            shown: if detail.list_all { usize::MAX } else { shown },
            draws: false,
            annotates: false,
            kinds: Vec::new(),
            warnings: Warnings::new(detail),
            failure: None,
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

    /// Prints the warnings that were held back, and the numbers of errors that were not shown.
    fn print_held(&mut self, output: &mut Output) {
        self.warnings.print(self.print, output);
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

    fn warn(&mut self, title: &'static str, message: &str, output: &mut Output) {
        if self.annotates {
            let warning = Remark::new(Level::Warning, title, None, message);
            return (self.print)(Path::new(""), &warning, output);
        }
        let line = format!("{} {message}", styled(BAD, "warning:"));
        output.line(format!("{line}\n"));
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
                self.warnings.add(file, warning, self.print, output);
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
