//! Reports a run as it goes on: JSON prints every result at once, text every wrong or missing answer. Markdown is
//! printed at the end.

use std::io::{IsTerminal, stderr, stdout};

use indicatif::ProgressBar;

use super::client::ProgramInfo;
use super::kinds::Kinds;
use super::screen::drawing;
use super::summary::JudgeSummary;
use super::verdict::{JudgedQuestion, fenced};
use super::{markdown, ndjson, summary};
use crate::read::corpus::Corpus;
use crate::read::corpus_version::CorpusVersion;
use crate::terminal::output::{BAD, Detail, Format, Output, styled};
use crate::terminal::progress;
use crate::terminal::text::number;

pub(super) struct LiveReport<'a> {
    format: Format,
    detail: Detail,
    output: &'a mut Output,
    bar: ProgressBar,
    /// True for a person at a terminal: wrong answers are drawn, one for each folder.
    draws: bool,
    /// The kinds of wrong and missing answers so far; where they are drawn, their folders.
    kinds: Kinds,
    /// True if every wrong and missing answer is shown.
    shows_all: bool,
    previous_failure: Option<String>,
    /// Lines in JSON that follow the one about the program, which is known only once it has answered.
    held: Option<Vec<String>>,
    /// The version of the fixtures, if they have one.
    version: Option<CorpusVersion>,
}

impl<'a> LiveReport<'a> {
    pub(super) fn new(
        format: Format,
        detail: Detail,
        output: &'a mut Output,
        corpus: &Corpus,
        shows_all: bool,
    ) -> LiveReport<'a> {
        let draws = format == Format::Text && stdout().is_terminal();
        let template = "{pos}/{len} {wide_bar} {eta}";
        LiveReport {
            format,
            detail,
            output,
            bar: progress::unless(detail.quiet, progress::bar(corpus.questions(), template)),
            draws,
            kinds: Kinds::new(if draws { 1 } else { 3 }),
            shows_all,
            previous_failure: None,
            held: Some(Vec::new()),
            version: corpus.version(),
        }
    }

    /// True if the reader of the output has closed it.
    pub(super) fn is_cut_off(&self) -> bool {
        self.output.is_cut_off()
    }

    /// Prints what is known before the first result: the warning about the program's rules, and the files that cannot
    /// be used.
    pub(super) fn begin(&mut self, program: &ProgramInfo, corpus: &Corpus) {
        let warning = program.warning.as_ref();
        if let Some(warning) = warning.filter(|_| self.detail.warns()) {
            let is_text = self.format == Format::Text;
            if is_text {
                self.line(&format!("{} {warning}\n", styled(BAD, "warning:")));
            }
            // If stdout and stderr are the same terminal, the user has seen the warning.
            if !(is_text && stdout().is_terminal() && stderr().is_terminal()) {
                self.log("warning:", warning);
            }
        }
        for file in &corpus.unusable {
            match self.format {
                Format::Ndjson => self.ndjson(|| ndjson::unusable(file)),
                Format::Text | Format::Markdown => self.log("cannot ask", &file.1),
            }
        }
    }

    /// Prints the line about the program if the report is in JSON, and the lines held until then. Does so once.
    pub(super) fn introduce(&mut self, command: &str, program: &ProgramInfo) {
        let Some(held) = self.held.take() else {
            return;
        };
        let version = self.version.take();
        self.ndjson(|| ndjson::program(command, program, version.as_ref()));
        for line in &held {
            self.line(line);
        }
    }

    /// Prints a line if the report is in JSON, after the line about the program.
    pub(super) fn ndjson(&mut self, line: impl FnOnce() -> String) {
        if self.format == Format::Ndjson {
            match &mut self.held {
                Some(held) => held.push(line()),
                None => self.line(&line()),
            }
        }
    }

    pub(super) fn judged(&mut self, judged: &JudgedQuestion<'_>) {
        self.bar.inc(1);
        let outcome = &judged.outcome;
        match self.format {
            Format::Ndjson => self.ndjson(|| ndjson::question(judged)),
            Format::Text if outcome.is_bad() => {
                let kind = if self.draws {
                    format!("in {}", judged.source.rule())
                } else {
                    judged.kind()
                };
                if !(self.kinds.is_shown(kind) || self.shows_all) {
                    return;
                }
                self.line(&judged.sentence(self.previous_failure.as_deref()));
                let detail = outcome.detail().filter(|_| outcome.is_failure());
                self.previous_failure = detail.map(str::to_owned);
                if self.draws && !outcome.is_failure() {
                    self.line(&drawing(judged.question));
                }
                if let Some(text) = &judged.text {
                    self.line(&fenced(text));
                }
            }
            Format::Text | Format::Markdown => {}
        }
    }

    /// Prints why gokata does not send the remaining questions.
    pub(super) fn stopped(&mut self, why: &str, left: usize) {
        if self.format == Format::Text && left > 0 {
            let are = if left == 1 { "is" } else { "are" };
            let questions = number(left, "more question");
            self.line(&format!("{why}: {questions} {are} not asked"));
        }
    }

    pub(super) fn end(self, summary: &JudgeSummary<'_>) {
        self.bar.finish_and_clear();
        match self.format {
            Format::Text => {
                let more = self.kinds.more().filter(|_| !self.shows_all);
                let more: Vec<String> = more.collect();
                if !more.is_empty() {
                    for line in &more {
                        self.output.line(line);
                    }
                    self.output.line("  --list-all prints them");
                }
                if self.detail.quiet {
                    summary::print_faults(summary, self.output);
                } else {
                    summary::print(summary, self.output);
                }
            }
            Format::Markdown => markdown::print(summary, self.output),
            Format::Ndjson => {}
        }
    }

    /// Prints a line without buffering.
    fn line(&mut self, line: &str) {
        self.bar.suspend(|| {
            self.output.line(line);
            self.output.flush();
        });
    }

    fn log(&mut self, label: &str, message: &str) {
        self.bar.suspend(|| {
            let message = format!("{} {message}", styled(BAD, label));
            self.output.log_in_order(&message);
        });
    }
}
