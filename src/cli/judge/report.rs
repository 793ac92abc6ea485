//! Where results go as they come, so that none is lost if it ends before its time.

use std::io::{IsTerminal, stderr, stdout};

use gokata::fixture::NotAsked;
use indicatif::ProgressBar;

use super::finding::{Finding, Outcome, fenced};
use super::protocol::About;
use super::summary::Tally;
use super::{markdown, ndjson, summary};
use crate::read::corpus::{Corpus, Source};
use crate::terminal::format::Format;
use crate::terminal::output::{BAD, Output, styled};
use crate::terminal::progress;
use crate::terminal::text::number;

pub(super) struct Told<'a> {
    format: Format,
    output: &'a mut Output,
    bar: ProgressBar,
    /// What was said last of a question that came to nothing.
    before: Option<String>,
}

impl<'a> Told<'a> {
    /// Does nobody read any more?
    pub(super) fn is_cut_off(&self) -> bool {
        self.output.is_cut_off()
    }

    pub(super) fn new(format: Format, output: &'a mut Output, corpus: &Corpus) -> Told<'a> {
        Told {
            format,
            output,
            bar: progress::bar(corpus.questions(), "{pos}/{len} {wide_bar} {eta}"),
            before: None,
        }
    }

    /// Who is asked, and what to beware of: before anything that may be misunderstood without it.
    pub(super) fn begin(&mut self, command: &str, about: &About, corpus: &Corpus) {
        match (&about.warning, self.format) {
            (_, Format::Ndjson) => self.line(&ndjson::program(command, about)),
            (Some(warning), Format::Text) => {
                self.line(&format!("{} {warning}\n", styled(BAD, "warning:")));
            }
            _ => {}
        }
        // Whoever reads both on one screen has just read it.
        let is_read =
            self.format == Format::Text && stdout().is_terminal() && stderr().is_terminal();
        if let Some(warning) = about.warning.as_ref().filter(|_| !is_read) {
            self.log("warning:", warning);
        }
        for trouble in &corpus.troubles {
            match self.format {
                Format::Ndjson => self.line(&ndjson::trouble(trouble)),
                Format::Text | Format::Markdown => self.log("cannot ask", &trouble.message),
            }
        }
    }

    pub(super) fn not_asked(&mut self, source: &Source, line: &NotAsked) {
        if self.format == Format::Ndjson {
            self.line(&ndjson::line(source, line));
        }
    }

    pub(super) fn finding(&mut self, finding: &Finding<'_>) {
        self.bar.inc(1);
        match (self.format, &finding.outcome) {
            (Format::Ndjson, _) => self.line(&ndjson::question(finding)),
            (Format::Text, Outcome::Right | Outcome::CannotBeAsked(_)) | (Format::Markdown, _) => {}
            (Format::Text, outcome) => {
                self.line(&finding.sentence(self.before.as_deref()));
                let words = outcome.detail().filter(|_| outcome.is_trouble());
                self.before = words.map(str::to_owned);
                if let Some(text) = &finding.text {
                    self.line(&fenced(text));
                }
            }
        }
    }

    /// No more is asked, and why.
    pub(super) fn gives_up(&mut self, why: &str, left: usize) {
        if self.format == Format::Text && left > 0 {
            let are = if left == 1 { "is" } else { "are" };
            let questions = number(left, "more question");
            self.line(&format!("{why}: {questions} {are} not asked"));
        }
    }

    /// It went on talking after its last answer.
    pub(super) fn nonsense_at_the_end(&mut self, what: &str) {
        if self.format == Format::Ndjson {
            self.line(&ndjson::end(what));
        }
    }

    pub(super) fn end(self, tally: &Tally<'_>) {
        self.bar.finish_and_clear();
        match self.format {
            Format::Text => summary::print(tally, self.output),
            Format::Markdown => markdown::print(tally, self.output),
            Format::Ndjson => {}
        }
    }

    /// At once: an answer takes far longer than this, and whoever is interrupted keeps what has been said.
    fn line(&mut self, line: &str) {
        self.bar.suspend(|| {
            self.output.line(line);
            self.output.flush();
        });
    }

    fn log(&mut self, word: &str, message: &str) {
        self.bar.suspend(|| {
            self.output.flush();
            Output::log(&format!("{} {message}", styled(BAD, word)));
        });
    }
}
