//! The results of a whole run, and their notes.

use std::path::{Path, PathBuf};

use gokata::questions::Class;

use super::client::NoAnswer;
use super::command::Run;
use super::ndjson::{self, EndLine};
use crate::findings::finding::{Finding, Level, Outcome, Remark};
use crate::findings::renderer::{Page, Totals};
use crate::terminal::output::{BAD, GOOD, Status, styled};
use crate::terminal::text::{name, number, plain};

/// What a program may have done wrong that never answers in time.
const SILENT: &str = "it has never answered in time: does it end the line of each answer, and flush it (Python: print(answer, \
    flush=True))?";

/// What its author may do about a program that answers too little.
const OWN_RULES: &str =
    "\n  If the program has rules of its own, name them (ko=simple, suicide=allowed):";

impl Run<'_> {
    pub(super) fn status(&self) -> Status {
        let total = self.tallies.total;
        let failures = self.plan.corpus.unusable.len() + total.failures();
        let is_little = total.answers() == 0 || !self.tallies.untested().is_empty();
        if failures > 0 || self.unrequested.is_some() {
            Status::Trouble
        } else if total[Class::Wrong] > 0 || self.too_few().is_some() {
            Status::NotAsExpected
        } else if is_little {
            Status::Trouble
        } else {
            Status::Fine
        }
    }

    /// Returns a sentence if there are fewer answers than `--at-least` wants.
    fn too_few(&self) -> Option<String> {
        let (least, answers) = (self.args.at_least?.get(), self.tallies.total.answers());
        let is_too_few = answers < least && !self.is_cut_short;
        let answers = number(answers, "answer");
        is_too_few.then(|| format!("{answers}, and --at-least wants {least}"))
    }

    /// Returns why too little was asked to call it right, and what to do.
    fn shortfalls(&self) -> Vec<String> {
        let untested = self.tallies.untested_sentence();
        let untested = untested.filter(|_| !self.is_cut_short && self.cause().is_none());
        let advice = untested.is_some().then(|| {
            let (declined, _) = self.declined.most_frequent();
            let most = declined.first().map_or_else(String::new, |(why, count)| {
                format!("\n  It declines most ({count}): {why}")
            });
            let start = match self.args.exec {
                Some(_) => "on its line `start`, or ",
                None => "",
            };
            format!(
                "{OWN_RULES}\n  {start}with --engine-rules. Otherwise let it answer these.{most}"
            )
        });
        let untested = untested.map(|it| it + &advice.unwrap_or_default());
        self.too_few().into_iter().chain(untested).collect()
    }

    /// Reports how much was asked, for formats that list only findings.
    pub(super) fn report_extent(&mut self) {
        let why = self.shortfalls().join("\n");
        let outcome = match self.status() {
            _ if why.is_empty() => Outcome::Right,
            Status::Trouble => Outcome::Trouble(why),
            _ => Outcome::Wrong(why),
        };
        let mut finding = Finding::new(Path::new(""), "how much was asked", outcome);
        let asked = Remark::line(Level::Aside, self.tallies.asked());
        finding.evidence.push(asked);
        self.reporter.findings(vec![finding]);
    }

    /// Returns why a program has never answered, if it has been asked and failed each time.
    fn cause(&self) -> Option<String> {
        let is_answer = self.tallies.total.answers() > 0 || self.declined.iter().next().is_some();
        let mut bad = self.bad.iter().filter(|_| !self.is_cut_short && !is_answer);
        let (name, why) = bad.find_map(|judged| match &judged.missing {
            Some(NoAnswer::Failed(error)) => Some((judged.line.outcome.name(), error.short().0)),
            _ => None,
        })?;
        let colon = if why.is_empty() { "" } else { ": " };
        let first = format!("the first question: {name}{colon}{why}");
        Some(format!("it has never answered; {first}"))
    }

    /// The totals: of files, or of games.
    fn sentence(&self) -> String {
        let (tallies, counts) = (&self.tallies, self.tallies.counts());
        match self.args.games.games {
            None => tallies.sentence(),
            Some(_) => format!("{}, {counts}", number(tallies.files, "game")),
        }
    }

    fn unrequested_note(&self) -> Option<String> {
        let what = self.unrequested.as_ref()?;
        Some(format!("nonsense after the last answer: {what}"))
    }

    fn hint(&self) -> Option<String> {
        let is_silent = self.args.exec.is_some() && self.failures.was_always_silent();
        is_silent.then(|| SILENT.to_owned())
    }

    /// The name of the list of known deviations.
    fn known_list(&self) -> String {
        self.args.known.as_deref().map_or(String::new(), name)
    }

    fn notes(&self) -> Vec<String> {
        let program = &self.client.about().program;
        let mut notes = vec![format!("rules: {}", program.rules)];
        let sizes = self.boards.named(&*self.client);
        notes.extend(sizes.map(|sizes| format!("boards: {sizes}")));
        notes.extend(self.plan.corpus.version_note());
        notes.extend(program.notes.iter().cloned());
        notes.extend(self.cannot.most_frequent_lines());
        notes.extend(self.tallies.right_now_lines(&self.known_list()));
        notes.extend(self.unrequested_note());
        notes.extend(self.plan.notes.iter().cloned());
        let unusable = self.plan.corpus.unusable.len();
        if unusable > 0 {
            let files = number(unusable, "file");
            let why = "that cannot be read, or that contain a wrong statement";
            notes.push(format!("left out: {files} {why}"));
        }
        notes.extend(self.hint());
        notes
    }

    fn text(&self) -> Vec<String> {
        let (tallies, total, mut lines) = (&self.tallies, self.tallies.total, Vec::new());
        let bad = |text: &str| styled(BAD, plain(text));
        let shortfalls = self.shortfalls();
        let shortfalls = shortfalls.iter().map(|why| bad(why));
        if self.is_quiet {
            // What no wrong or missing answer shows: that there was nothing to judge, or nonsense at the end.
            if total.answers() + total.failures() == 0 {
                lines.push(styled(BAD, self.sentence()));
            }
            let right_now = tallies.right_now_lines(&self.known_list());
            lines.extend(right_now.iter().map(|note| plain(note)));
            lines.extend(self.unrequested_note().map(|note| bad(&note)));
            lines.extend(self.hint());
            lines.extend(shortfalls);
            return lines;
        }
        if !self.bad.is_empty() {
            lines.push(String::new());
        }
        let cause = self.cause();
        if !self.is_cut_short && cause.is_none() {
            lines.extend(tallies.tables().iter().map(ToString::to_string));
        }
        let title = self.client.about().program.title();
        lines.extend(title.map(|title| plain(&title)));
        let is_fine = self.status() == Status::Fine;
        let style = if is_fine { GOOD } else { BAD };
        lines.push(styled(style, self.sentence()));
        let notes = self.notes().into_iter();
        lines.extend(notes.map(|note| format!("  {}", plain(&note))));
        lines.extend(cause.map(|cause| bad(&cause)));
        lines.extend(shortfalls);
        lines.push(styled(style, tallies.asked()));
        lines
    }

    pub(super) fn totals(&self) -> Totals {
        let end = EndLine {
            counted: self.tallies.total.all(),
            left_out: self.plan.left_out + self.left,
            unrequested: self.unrequested.clone(),
        };
        Totals {
            text: self.text(),
            remarks: self.remarks(),
            json: Some(ndjson::json("end", &end)),
            page: Some(self.page()),
        }
    }

    /// The known deviations that are none, and what the program wrote at the end.
    fn remarks(&self) -> Vec<(PathBuf, Remark)> {
        let right_now = self.tallies.right_now.iter().map(|(line, id)| {
            let (title, message) = ("no longer a known deviation", format!("{id} is right now"));
            let remark = Remark::new(Level::Warning, title, Some((*line, 1)), message);
            (PathBuf::from(self.known_list()), remark)
        });
        let unrequested = self.unrequested.iter().map(|what| {
            let title = "nonsense after the last answer";
            (PathBuf::new(), Remark::new(Level::Error, title, None, what))
        });
        let shortfalls = self.shortfalls().into_iter().map(|why| {
            let title = "too little was asked";
            (PathBuf::new(), Remark::new(Level::Error, title, None, why))
        });
        right_now.chain(unrequested).chain(shortfalls).collect()
    }

    fn page(&self) -> Page {
        let questions = self.bad.iter().filter_map(|judged| {
            let heading = format!("{}: {}", judged.line.place(), judged.asked);
            Some((heading, judged.line.question_text.clone()?))
        });
        let wrong = self.bad.iter().chain(&self.known).map(|judged| {
            let (line, class) = (&judged.line, judged.class());
            let known = if class == Class::Known {
                " (known)"
            } else {
                ""
            };
            [
                line.id.clone(),
                line.place(),
                line.case.clone().unwrap_or_default(),
                judged.rules.clone(),
                judged.asked.clone(),
                line.on_one_line(&line.expected),
                line.instead() + known,
            ]
        });
        let program = &self.client.about().program;
        Page {
            title: program.title(),
            command: program.command.clone(),
            sentence: format!("{}; {}", self.sentence(), self.tallies.asked()),
            shortfalls: self.shortfalls(),
            warning: program.warning,
            tables: self.tallies.tables(),
            wrong: wrong.collect(),
            questions: questions.collect(),
            notes: self.notes(),
        }
    }
}
