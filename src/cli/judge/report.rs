//! Reports a run as it goes on: JSON prints every result at once, text every wrong or missing answer. Markdown is
//! printed at the end.

use std::io::{IsTerminal, stderr, stdout};

use gokata::fixture::NotAsked;
use indicatif::ProgressBar;

use super::client::{Client, ProgramInfo};
use super::kinds::Kinds;
use super::screen::drawing;
use super::summary::JudgeSummary;
use super::verdict::{JudgedQuestion, fenced};
use super::{findings, markdown, ndjson, summary};
use crate::program::process::ERRORS;
use crate::read::corpus::{Corpus, Source, lasting_name};
use crate::read::corpus_version::CorpusVersion;
use crate::terminal::github::{Annotation, Level};
use crate::terminal::junit::{Document, TestCase, TestResult};
use crate::terminal::output::{BAD, Detail, Format, Output, styled};
use crate::terminal::progress;
use crate::terminal::text::{number, plain};

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
    junit: Document,
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
            // GitHub shows ten annotations of a step: better of ten kinds.
            kinds: Kinds::new(if draws || format == Format::Github {
                1
            } else {
                3
            }),
            shows_all,
            previous_failure: None,
            held: Some(Vec::new()),
            version: corpus.version(),
            junit: Document::default(),
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
            if self.format == Format::Github {
                self.output.annotation(&Annotation {
                    level: Level::Warning,
                    file: None,
                    place: None,
                    title: "the engine's rules".to_owned(),
                    message: warning.clone(),
                });
            } else if !(is_text && stdout().is_terminal() && stderr().is_terminal()) {
                self.log("warning:", warning);
            }
        }
        for file in &corpus.unusable {
            match self.format {
                Format::Ndjson => self.ndjson(|| ndjson::unusable(file)),
                Format::Text | Format::Markdown => self.log("cannot ask", &file.1),
                Format::Github => {
                    let path = file.0.display().to_string();
                    let finding = Annotation::error(path, None, "cannot ask", &file.1);
                    self.output.annotation(&finding);
                }
                Format::Junit => {
                    let path = file.0.display().to_string();
                    let sentence = file.1.lines().next().unwrap_or_default().to_owned();
                    let error = TestResult::Error(sentence, file.1.clone());
                    let name = lasting_name(&file.0);
                    self.test_case(&name, &path, &TestCase::new(&name, error));
                }
            }
        }
    }

    /// Prints the line about the program if the report is in JSON, and the lines held until then. Does so once.
    pub(super) fn introduce(&mut self, command: &str, client: &dyn Client) {
        let Some(held) = self.held.take() else {
            return;
        };
        let version = self.version.take();
        self.ndjson(|| {
            ndjson::program(
                command,
                &client.describe(),
                client.own_rules(),
                version.as_ref(),
            )
        });
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
            Format::Junit => self.test_case_of(judged.source, &findings::test_case(judged)),
            Format::Github if judged.is_bad() => {
                if self.kinds.is_shown(judged.kind()) || self.shows_all {
                    self.output.annotation(&findings::annotation(judged));
                    self.output.flush();
                }
            }
            Format::Text if judged.is_bad() => {
                let kind = if self.draws {
                    format!("in {}", judged.source.rule())
                } else {
                    judged.kind()
                };
                if !(self.kinds.is_shown(kind) || self.shows_all) {
                    return;
                }
                let sentence = judged.sentence(self.previous_failure.as_deref());
                // The trace of a crash stands in lines of its own.
                let (sentence, trace) = match sentence.split_once(ERRORS) {
                    Some((crash, trace)) if trace.contains(" / ") => (crash, trace),
                    _ => (sentence.as_str(), ""),
                };
                self.line(sentence);
                for line in trace.split(" / ").filter(|_| !trace.is_empty()) {
                    self.line(&format!("    {line}"));
                }
                let detail = outcome.detail().filter(|_| outcome.is_failure());
                self.previous_failure = detail.map(str::to_owned);
                for line in judged.references() {
                    self.line(&plain(&line));
                }
                if self.draws && !outcome.is_failure() {
                    self.line(&drawing(&judged.as_asked));
                }
                if let Some(text) = &judged.text {
                    self.line(&fenced(text));
                }
            }
            Format::Text | Format::Markdown | Format::Github => {}
        }
    }

    /// Reports a line of a fixture that cannot be asked.
    pub(super) fn not_asked(&mut self, source: &Source, line: &NotAsked) {
        self.ndjson(|| ndjson::not_asked(source, line));
        if self.format == Format::Junit {
            self.test_case_of(source, &findings::line(source, line));
        }
    }

    /// Reports what the program wrote after its last answer.
    pub(super) fn unrequested(&mut self, what: &str) {
        if self.format == Format::Junit {
            let error = TestResult::Error(what.to_owned(), String::new());
            self.test_case(
                "the program",
                "",
                &TestCase::new("after the last answer", error),
            );
        }
    }

    fn test_case_of(&mut self, source: &Source, case: &TestCase) {
        self.test_case(&source.name, &source.shown_file(), case);
    }

    fn test_case(&mut self, suite: &str, file: &str, case: &TestCase) {
        for line in self.junit.add(suite, file, case) {
            self.line(&line);
        }
    }

    /// Prints why gokata does not send the remaining questions.
    pub(super) fn stopped(&mut self, why: &str, left: usize) {
        if matches!(self.format, Format::Text | Format::Github) && left > 0 {
            let are = if left == 1 { "is" } else { "are" };
            let questions = number(left, "more question");
            self.line(&format!("{why}: {questions} {are} not asked"));
        }
    }

    /// Ends a document of which a part may have been printed, where an error ends the run.
    pub(super) fn abandon(mut self) {
        self.bar.finish_and_clear();
        if self.format == Format::Junit {
            self.junit
                .end()
                .iter()
                .for_each(|line| self.output.line(line));
        }
    }

    pub(super) fn end(mut self, summary: &JudgeSummary<'_>) {
        self.bar.finish_and_clear();
        match self.format {
            Format::Text | Format::Github => {
                let more = self.kinds.more().filter(|_| !self.shows_all);
                let more: Vec<String> = more.collect();
                if !more.is_empty() {
                    for line in &more {
                        self.output.line(line);
                    }
                    self.output.line("  --list-all prints them");
                }
                if self.format == Format::Github {
                    self.annotate_list(summary);
                }
                if self.detail.quiet {
                    summary::print_faults(summary, self.output);
                } else {
                    summary::print(summary, self.output);
                }
            }
            Format::Markdown => markdown::print(summary, self.output),
            Format::Ndjson => {}
            Format::Junit => self
                .junit
                .end()
                .iter()
                .for_each(|line| self.output.line(line)),
        }
    }

    /// Annotates the list of known deviations, and says what the program wrote at the end.
    fn annotate_list(&mut self, summary: &JudgeSummary<'_>) {
        for (line, id) in &summary.right_now {
            self.output.annotation(&Annotation {
                level: Level::Warning,
                file: Some(summary.known_list.clone()),
                place: Some((*line, 1)),
                title: "no longer a known deviation".to_owned(),
                message: format!("{id} is right now"),
            });
        }
        if let Some(what) = &summary.unrequested {
            self.output.annotation(&Annotation {
                level: Level::Error,
                file: None,
                place: None,
                title: "nonsense after the last answer".to_owned(),
                message: what.clone(),
            });
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
