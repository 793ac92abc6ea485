//! Reports a run as it goes on: JSON and `JUnit` have every answer, text and GitHub the wrong and missing ones. Markdown is
//! printed at the end.

use std::io::{IsTerminal, stderr, stdout};

use gokata::questions::{Class, Question};
use indicatif::ProgressBar;
use serde::Serialize;

use super::client::NoAnswer;
use super::drawing::drawing;
use super::markdown::{self, fenced};
use super::ndjson::{self, FileLine, NotAskedLine, ProgramLine};
use super::summary::{self, JudgeSummary};
use super::verdict::Judged;
use crate::read::corpus::{Corpus, Source, lasting_name};
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
    /// The number of wrong and missing answers of each kind, in the order of their first ones; where they are drawn, of each
    /// folder.
    kinds: Vec<(String, usize)>,
    /// The number of answers of one kind that are shown, so that the tables do not vanish behind hundreds of similar lines.
    shown: usize,
    /// Why there was no answer to the question before.
    previous_failure: Option<String>,
    /// Lines in JSON that follow the one about the program, which is known only once it has answered.
    held: Option<Vec<String>>,
}

impl<'a> LiveReport<'a> {
    pub(super) fn new(
        format: Format,
        detail: Detail,
        output: &'a mut Output,
        questions: usize,
        shows_all: bool,
    ) -> LiveReport<'a> {
        let draws = format == Format::Text && stdout().is_terminal();
        let bar = progress::bar(questions, "{pos}/{len} {wide_bar} {eta}");
        LiveReport {
            printer: Printer::new(format),
            detail,
            output,
            bar: progress::unless(detail.quiet, bar),
            draws,
            kinds: Vec::new(),
            shown: match format {
                _ if shows_all => usize::MAX,
                // GitHub shows ten annotations of a step: better of ten kinds.
                Format::Github => 1,
                _ if draws => 1,
                _ => 3,
            },
            previous_failure: None,
            held: Some(Vec::new()),
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
    pub(super) fn begin(&mut self, warning: Option<&str>, corpus: &Corpus) {
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
        for (path, message) in &corpus.unusable {
            let (file, error) = (path.display().to_string(), message.clone());
            match self.format() {
                Format::Ndjson => self.ndjson("file", &FileLine { file, error }),
                Format::Junit => {
                    let (name, error) = (lasting_name(path), TestResult::error(message));
                    self.entry(&Entry::Case(TestCase::new(
                        &name,
                        &file,
                        name.clone(),
                        error,
                    )));
                }
                _ => {
                    let finding = Finding::of_file("cannot ask", path, None, message);
                    self.entry(&Entry::Finding(finding));
                }
            }
        }
    }

    /// Prints the line about the program if the report is in JSON, and the lines held until then. Does so once.
    pub(super) fn introduce(&mut self, program: impl FnOnce() -> ProgramLine) {
        if let Some(held) = self.held.take() {
            self.ndjson("program", &program());
            for line in &held {
                self.line(line);
            }
        }
    }

    /// Prints an object of this kind if the report is in JSON, after the line about the program.
    pub(super) fn ndjson(&mut self, kind: &str, object: &impl Serialize) {
        if self.format() == Format::Ndjson {
            let line = ndjson::line(kind, object);
            match &mut self.held {
                Some(held) => held.push(line),
                None => self.line(&line),
            }
        }
    }

    /// `asked`: the question, as the program was asked.
    pub(super) fn judged(&mut self, judged: &Judged, source: &Source, asked: &Question) {
        self.bar.inc(1);
        match self.format() {
            Format::Ndjson => self.ndjson("question", &judged.line),
            Format::Junit => self.entry(&Entry::Case(test_case(judged, source))),
            Format::Text | Format::Github if judged.class().is_bad() && self.is_shown(judged) => {
                if self.format() == Format::Github {
                    self.output.annotation(&annotation(judged));
                    self.output.flush();
                } else {
                    self.bad_answer(judged, asked);
                }
            }
            Format::Markdown | Format::Text | Format::Github => {}
        }
    }

    /// Counts a wrong or missing answer. Returns whether the report shows it.
    fn is_shown(&mut self, judged: &Judged) -> bool {
        let kind = if self.draws {
            format!("in {}", judged.line.rule)
        } else {
            judged.line.kind()
        };
        if let Some((_, count)) = self.kinds.iter_mut().find(|(other, _)| *other == kind) {
            *count += 1;
            return *count <= self.shown;
        }
        self.kinds.push((kind, 1));
        true
    }

    /// Prints a wrong or missing answer as text.
    fn bad_answer(&mut self, judged: &Judged, asked: &Question) {
        let line = &judged.line;
        let (mut why, mut trace) = (line.detail.clone(), &[][..]);
        if why.is_some() && why == self.previous_failure {
            why = Some("as before".to_owned());
        } else if let Some(NoAnswer::Failed(error)) =
            judged.missing.as_ref().filter(|_| why.is_some())
        {
            let short = error.short();
            (why, trace) = (Some(short.0), short.1);
        }
        let (place, name) = (line.place(), styled(BAD, line.outcome.name()));
        let sentence = judged.sentence(why.as_deref());
        self.line(&format!("{name} {place}: {sentence}"));
        for line in trace {
            self.line(&format!("    {line}"));
        }
        self.previous_failure.clone_from(&line.detail);
        self.line(&plain(&format!("  id: {}", line.id)));
        if let Some(see) = judged.see() {
            self.line(&plain(&see));
        }
        if self.draws && line.outcome == Class::Wrong {
            self.line(&drawing(asked));
        }
        if let Some(text) = &line.question_text {
            self.line(&fenced(text));
        }
    }

    /// Reports a line of a fixture that cannot be asked.
    pub(super) fn not_asked(&mut self, source: &Source, line: &NotAskedLine) {
        self.ndjson("line", line);
        if self.format() == Format::Junit {
            let name = format!("{} line {}", source.name, line.line);
            let skipped = TestResult::Skipped(line.detail.clone());
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

    /// Ends a document of which a part may have been printed. `summary`: none where an error ends the run.
    pub(super) fn end(mut self, summary: Option<&JudgeSummary>) {
        self.bar.finish_and_clear();
        self.printer.end(self.output);
        let Some(summary) = summary else { return };
        match self.format() {
            Format::Text | Format::Github => {
                let more = self.kinds.iter().filter(|(_, count)| *count > self.shown);
                let more =
                    more.map(|(kind, count)| format!("and {} more {kind}", count - self.shown));
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
    fn annotate_list(&mut self, summary: &JudgeSummary) {
        for (line, id) in &summary.tallies.right_now {
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
fn test_case(judged: &Judged, source: &Source) -> TestCase {
    let (line, compared) = (&judged.line, judged.compared());
    let result = match judged.class() {
        Class::Right => TestResult::Passed,
        Class::Known => TestResult::Skipped(format!("known: {compared}")),
        Class::Wrong => TestResult::Failed(compared, all(judged)),
        Class::CannotBeAsked => TestResult::Skipped(line.detail.clone().unwrap_or_default()),
        _ => TestResult::Error(compared, all(judged)),
    };
    let mut case = case_of(source, line.id.clone(), line.line, result);
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
fn annotation(judged: &Judged) -> Annotation {
    let line = &judged.line;
    let place = Some((line.line, line.column));
    let message = format!("{}: {}", line.outcome.name(), all(judged));
    Annotation::error(&*line.file, place, &*line.id, message)
}

/// Returns the sentence about a question, the command that explains it, and the question if the report shows it.
fn all(judged: &Judged) -> String {
    let sentence = judged.sentence(judged.line.detail.as_deref());
    let more = judged
        .see()
        .into_iter()
        .chain(judged.line.question_text.clone());
    [sentence]
        .into_iter()
        .chain(more)
        .collect::<Vec<_>>()
        .join("\n")
}
