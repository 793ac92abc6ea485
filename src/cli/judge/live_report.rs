//! Reports a run as it goes on: JSON and `JUnit` have every answer, text and GitHub the wrong and missing ones. Markdown is
//! printed at the end.

use std::io::{IsTerminal, stderr, stdout};

use gokata::fixture::NotAsked;
use indicatif::ProgressBar;

use super::client::{Client, NoAnswer, ProgramInfo};
use super::drawing::drawing;
use super::summary::JudgeSummary;
use super::verdict::{AnswerOutcome, JudgedQuestion, fenced};
use super::{markdown, ndjson, summary};
use crate::program::error::Crash;
use crate::read::corpus::{Corpus, Source, lasting_name};
use crate::read::corpus_version::CorpusVersion;
use crate::terminal::github::{Annotation, Level};
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{BAD, Detail, Format, Output, styled};
use crate::terminal::progress;
use crate::terminal::report::{Entry, Finding, Printer};
use crate::terminal::text::{number, plain};

pub(super) struct LiveReport<'a> {
    printer: Printer,
    detail: Detail,
    output: &'a mut Output,
    bar: ProgressBar,
    /// True for a person at a terminal: wrong answers are drawn, one for each folder.
    draws: bool,
    /// The kinds of wrong and missing answers so far; where they are drawn, their folders.
    kinds: Kinds,
    /// True if every wrong and missing answer is shown.
    shows_all: bool,
    /// Why there was no answer to the question before.
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
        // GitHub shows ten annotations of a step: better of ten kinds.
        let shown = if draws || format == Format::Github {
            1
        } else {
            3
        };
        LiveReport {
            printer: Printer::new(format),
            detail,
            output,
            bar: progress::unless(detail.quiet, progress::bar(corpus.questions(), template)),
            draws,
            kinds: Kinds::new(shown),
            shows_all,
            previous_failure: None,
            held: Some(Vec::new()),
            version: corpus.version(),
        }
    }

    fn format(&self) -> Format {
        self.printer.format
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
            let line = format!("{} {warning}", styled(BAD, "warning:"));
            let is_text = self.format() == Format::Text;
            if is_text {
                self.line(&format!("{line}\n"));
            }
            if self.format() == Format::Github {
                self.annotate(Level::Warning, "the engine's rules", warning, None);
            // If stdout and stderr are the same terminal, the user has seen the warning.
            } else if !(is_text && stdout().is_terminal() && stderr().is_terminal()) {
                self.bar.suspend(|| self.output.log_in_order(&line));
            }
        }
        for file in &corpus.unusable {
            let (path, message) = file;
            match self.format() {
                Format::Ndjson => self.ndjson(|| ndjson::unusable(file)),
                Format::Text | Format::Markdown | Format::Github => {
                    let finding = Finding::of_file("cannot ask", path, None, message);
                    self.entry(&Entry::Finding(finding));
                }
                Format::Junit => {
                    let (name, error) = (lasting_name(path), TestResult::error(message));
                    let path = path.display().to_string();
                    let case = TestCase::new(&name, &path, name.clone(), error);
                    self.entry(&Entry::Case(case));
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
        let (info, own_rules) = (client.describe(), client.own_rules());
        self.ndjson(|| ndjson::program(command, &info, own_rules, version.as_ref()));
        for line in &held {
            self.line(line);
        }
    }

    /// Prints a line if the report is in JSON, after the line about the program.
    pub(super) fn ndjson(&mut self, line: impl FnOnce() -> String) {
        if self.format() == Format::Ndjson {
            match &mut self.held {
                Some(held) => held.push(line()),
                None => self.line(&line()),
            }
        }
    }

    pub(super) fn judged(&mut self, judged: &JudgedQuestion<'_>) {
        self.bar.inc(1);
        match self.format() {
            Format::Ndjson => self.ndjson(|| ndjson::question(judged)),
            Format::Junit => self.entry(&Entry::Case(test_case(judged))),
            Format::Markdown => {}
            Format::Text | Format::Github if !judged.is_bad() => {}
            Format::Text | Format::Github => {
                let kind = if self.draws {
                    format!("in {}", judged.source.rule())
                } else {
                    judged.kind()
                };
                if !(self.kinds.is_shown(kind) || self.shows_all) {
                } else if self.format() == Format::Github {
                    self.output.annotation(&annotation(judged));
                    self.output.flush();
                } else {
                    self.bad_answer(judged);
                }
            }
        }
    }

    /// Prints a wrong or missing answer as text.
    fn bad_answer(&mut self, judged: &JudgedQuestion<'_>) {
        let outcome = &judged.outcome;
        let why = outcome.why_none();
        let is_as_before = why.is_some() && why == self.previous_failure;
        let crash = outcome.crash().filter(|_| !is_as_before);
        let shown = if is_as_before {
            Some("as before".to_owned())
        } else {
            crash.map(Crash::without_trace).or_else(|| why.clone())
        };
        let (place, name) = (judged.place(), styled(BAD, outcome.name()));
        let sentence = judged.unplaced(shown.as_deref());
        self.line(&format!("{name} {place}: {sentence}"));
        for line in crash.map_or(&[][..], Crash::trace) {
            self.line(&format!("    {line}"));
        }
        self.previous_failure = why;
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

    /// Reports a line of a fixture that cannot be asked.
    pub(super) fn not_asked(&mut self, source: &Source, line: &NotAsked) {
        self.ndjson(|| ndjson::not_asked(source, line));
        if self.format() == Format::Junit {
            let name = format!("{} line {}", source.name, line.line);
            let skipped = TestResult::Skipped(line.why.to_owned());
            self.entry(&Entry::Case(case_of(source, name, line.line, skipped)));
        }
    }

    /// Reports what the program wrote after its last answer.
    pub(super) fn unrequested(&mut self, what: &str) {
        if self.format() == Format::Junit {
            let error = TestResult::Error(what.to_owned(), String::new());
            let case = TestCase::new("the program", "", "after the last answer", error);
            self.entry(&Entry::Case(case));
        }
    }

    /// Prints why gokata does not send the remaining questions.
    pub(super) fn stopped(&mut self, why: &str, left: usize) {
        if matches!(self.format(), Format::Text | Format::Github) && left > 0 {
            let are = if left == 1 { "is" } else { "are" };
            let questions = number(left, "more question");
            self.line(&format!("{why}: {questions} {are} not asked"));
        }
    }

    /// Ends a document of which a part may have been printed, where an error ends the run.
    pub(super) fn abandon(mut self) {
        self.bar.finish_and_clear();
        self.printer.end(self.output);
    }

    pub(super) fn end(mut self, summary: &JudgeSummary<'_>) {
        self.bar.finish_and_clear();
        self.printer.end(self.output);
        match self.format() {
            Format::Text | Format::Github => {
                let more = self.kinds.more().filter(|_| !self.shows_all);
                let more: Vec<String> = more.collect();
                for line in &more {
                    self.output.line(line);
                }
                if !more.is_empty() {
                    self.output.line("  --list-all prints them");
                }
                if self.format() == Format::Github {
                    self.annotate_list(summary);
                }
                if self.detail.quiet {
                    summary::print_faults(summary, self.output);
                } else {
                    summary::print(summary, self.output);
                }
            }
            Format::Markdown => markdown::print(summary, self.output),
            Format::Ndjson | Format::Junit => {}
        }
    }

    /// Annotates the list of known deviations, and says what the program wrote at the end.
    fn annotate_list(&mut self, summary: &JudgeSummary<'_>) {
        for (line, id) in &summary.right_now {
            let (title, message) = ("no longer a known deviation", format!("{id} is right now"));
            let place = Some((summary.known_list.as_str(), *line));
            self.annotate(Level::Warning, title, &message, place);
        }
        if let Some(what) = &summary.unrequested {
            let title = "nonsense after the last answer";
            self.annotate(Level::Error, title, what, None);
        }
    }

    /// Prints an annotation that is not about a fixture. `place`: a file and the number of a line.
    fn annotate(&mut self, level: Level, title: &str, message: &str, place: Option<(&str, usize)>) {
        self.output.annotation(&Annotation {
            level,
            file: place.map(|(file, _)| file.to_owned()),
            place: place.map(|(_, line)| (line, 1)),
            title: title.to_owned(),
            message: message.to_owned(),
        });
    }

    /// Prints a line without buffering.
    fn line(&mut self, line: &str) {
        self.bar.suspend(|| {
            self.output.line(line);
            self.output.flush();
        });
    }

    fn entry(&mut self, entry: &Entry) {
        self.bar.suspend(|| {
            self.printer.print(entry, self.output);
            self.output.flush();
        });
    }
}

/// Returns the test case of a question.
fn test_case(judged: &JudgedQuestion<'_>) -> TestCase {
    let compared = judged.expected_and_got();
    let result = match &judged.outcome {
        AnswerOutcome::Right(_) => TestResult::Passed,
        AnswerOutcome::Wrong(_) if judged.is_known() => {
            TestResult::Skipped(format!("known: {compared}"))
        }
        AnswerOutcome::Wrong(_) => TestResult::Failed(compared, all(judged)),
        AnswerOutcome::Missing(NoAnswer::Unaskable(why) | NoAnswer::Declined(why)) => {
            TestResult::Skipped(why.clone())
        }
        AnswerOutcome::Missing(NoAnswer::Failed(_)) => TestResult::Error(compared, all(judged)),
    };
    let mut case = case_of(
        judged.source,
        judged.id.clone(),
        judged.question.line,
        result,
    );
    if judged.is_right_now() {
        "known as wrong, and right now".clone_into(&mut case.remarks);
    }
    case
}

/// Returns a test case about a line of a fixture.
fn case_of(source: &Source, name: String, line: usize, result: TestResult) -> TestCase {
    let line = Some(line);
    let case = TestCase::new(&source.name, &source.shown_file(), name, result);
    TestCase { line, ..case }
}

/// Returns the annotation about a wrong or missing answer.
fn annotation(judged: &JudgedQuestion<'_>) -> Annotation {
    let question = judged.question;
    Annotation::error(
        judged.source.file.display().to_string(),
        Some((question.line, question.column)),
        judged.id.clone(),
        format!("{}: {}", judged.outcome.name(), all(judged)),
    )
}

/// Returns the sentence about a question, the command that explains it, and the question if the report shows it.
fn all(judged: &JudgedQuestion<'_>) -> String {
    let why = judged.outcome.why_none();
    let mut lines = vec![judged.unplaced(why.as_deref())];
    lines.extend(judged.see());
    lines.extend(judged.text.clone());
    lines.join("\n")
}

/// The number of answers of each kind, in the order of their first ones. A report shows only the first ones of each kind,
/// so that its tables do not vanish behind hundreds of similar lines.
struct Kinds {
    /// The number of answers of one kind that a report shows.
    shown: usize,
    counts: Vec<(String, usize)>,
}

impl Kinds {
    fn new(shown: usize) -> Kinds {
        let counts = Vec::new();
        Kinds { shown, counts }
    }

    /// Counts an answer of this kind. Returns whether the report shows it.
    fn is_shown(&mut self, kind: String) -> bool {
        if let Some((_, count)) = self.counts.iter_mut().find(|(other, _)| *other == kind) {
            *count += 1;
            return *count <= self.shown;
        }
        self.counts.push((kind, 1));
        true
    }

    /// Returns a line for each kind with answers that are not shown.
    fn more(&self) -> impl Iterator<Item = String> {
        let more = self.counts.iter().filter(|(_, count)| *count > self.shown);
        more.map(|(kind, count)| format!("and {} more {kind}", count - self.shown))
    }
}
