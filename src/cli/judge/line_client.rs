//! The client for programs that speak the line protocol (`--exec`).

use std::borrow::Cow;
use std::fmt;
use std::time::{Duration, Instant};

use gokata::Answer;
use gokata::fixture::Fixture;
use gokata::questions::line_protocol::{ParsedAnswer, Start, parse_answer, start, text};
use gokata::questions::{Asked, OwnRules, Question, Questions};

use super::client::{Client, NoAnswer, stated};
use super::ndjson::ProgramLine;
use crate::program::error::ProgramError;
use crate::program::process::{Process, cut, shortened};
use crate::read::rules::rules;
use crate::terminal::text::number;

/// Sends all questions to one process, and starts a new process after each failure.
pub(super) struct LineClient {
    program: ProgramLine,
    /// The rules that the program plays by, if they are not those of each question: from the command line, else from
    /// its line `start`.
    own: Option<OwnRules>,
    /// What the program can do besides judging moves; `None` until it has said so, or answered without saying so.
    can: Option<Vec<String>>,
    process: Option<Process>,
    sent: String,
    /// The number of answers of the process.
    answers: usize,
    /// What an answer to the latest question takes.
    takes: Takes,
    /// What the question before takes, if this process has answered it.
    took: Option<Takes>,
}

/// The lines that an answer to a question takes.
#[derive(Clone, Copy, Default)]
struct Takes {
    /// The kind of question.
    kind: &'static str,
    /// The number of rows of the board, if it asks for one.
    rows: Option<usize>,
}

impl Takes {
    fn of(question: &Question) -> Takes {
        let is_board = matches!(
            question.asked,
            Asked::Board(..) | Asked::Owner(..) | Asked::Dead(..)
        );
        Takes {
            kind: question.asked.kind(),
            rows: is_board.then(|| question.before.size().rows()),
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Takes { kind, rows } = self;
        let Some(rows) = *rows else {
            return write!(f, "`{kind}?` takes one line");
        };
        let (one_more, named) = (rows + 1, number(rows, "row"));
        if *kind != "board" {
            return write!(f, "`{kind}?` takes {named}");
        }
        write!(
            f,
            "`board?` takes {one_more} lines, whose turn it is and {named}"
        )
    }
}

/// The number of characters of a program's reason that reports show.
const LONGEST_REASON: usize = 200;

impl LineClient {
    pub(super) fn new(command: &str, own: Option<OwnRules>) -> LineClient {
        let program = ProgramLine {
            command: command.to_owned(),
            option: "exec".to_owned(),
            rules: "sent with each question".to_owned(),
            ..ProgramLine::here()
        };
        let mut client = LineClient {
            program,
            own,
            can: None,
            process: None,
            sent: String::new(),
            answers: 0,
            takes: Takes::default(),
            took: None,
        };
        client.note_rules();
        client
    }

    /// Notes the rules of the program's own, if it plays by such.
    fn note_rules(&mut self) {
        if let Some(own) = self.own {
            let counts = self.can.as_ref().is_some_and(|can| !can.is_empty());
            self.program.rules = stated(own, counts);
            self.program.own_rules = Some(own.text(counts));
        }
    }

    /// Reads a line `start`, the first one of this process.
    fn introduced(&mut self, line: &str, started: Start) -> Result<(), NoAnswer> {
        let Start {
            name,
            version,
            can,
            rules: own,
            ..
        } = started;
        if let Some(before) = &self.can {
            if *before != can {
                let said = |can: &[String]| match can {
                    [] => "no can=".to_owned(),
                    can => format!("can={}", can.join(",")),
                };
                let (before, now) = (said(before), said(&can));
                let why =
                    format!("it was {before} when the program was started before, now it is {now}");
                return Err(nonsense(line, &why).into());
            }
            return Ok(());
        }
        if self.own.is_none() && !own.is_empty() {
            let is_name = own.starts_with(|c: char| c.is_ascii_digit());
            let hint = if is_name { SEVERAL_WORDS } else { "" };
            let stated = rules(&own).map_err(|why| {
                let why = format!("after name and version, of one word each: {why}{hint}");
                nonsense(line, &why)
            })?;
            self.own = Some(OwnRules(stated));
        }
        self.program.name = Some(shortened(&name));
        self.program.version = Some(shortened(&version));
        self.program.can.clone_from(&can);
        self.can = Some(can);
        self.note_rules();
        Ok(())
    }

    fn answer(
        &mut self,
        question: &Question,
        sent: String,
        patience: Duration,
    ) -> Result<Answer, NoAnswer> {
        let is_new = self.process.is_none();
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.program.command)?),
        };
        // A new process may have written its line `start` already.
        if is_new {
            self.answers = 0;
        } else {
            let silence = process.expect_silence(|_| false);
            silence.map_err(|error| too_much(error, self.takes))?;
        }
        self.took = (!is_new).then_some(self.takes);
        self.takes = Takes::of(question);
        self.sent = sent;
        process.send(self.sent.clone());
        let deadline = Instant::now() + patience;
        let mut lines = vec![process.read_line(deadline)?];
        if let Some(started) = start(&lines[0]).filter(|_| is_new) {
            let started = started.map_err(|why| nonsense(&lines[0], why))?;
            self.introduced(&lines[0], started)?;
            lines = vec![self.next_line(deadline)?];
        }
        // A program that answers without the line can do nothing else.
        self.can.get_or_insert_default();
        loop {
            match parse_answer(question, &lines) {
                ParsedAnswer::Incomplete => {
                    let takes = self.takes;
                    let so_far = format!("after line {} of the answer; {takes}", lines.len());
                    let line = self.next_line(deadline);
                    lines.push(line.map_err(|error| remarked(error, ", ", &so_far))?);
                }
                ParsedAnswer::Complete(Answer::Cannot(why)) => {
                    let why = cut(&why, LONGEST_REASON);
                    return Err(NoAnswer::Declined(format!("the program says: {why}")));
                }
                ParsedAnswer::Complete(answer) => return Ok(answer),
                ParsedAnswer::Nonsense(why) => {
                    let line = &lines[lines.len() - 1];
                    let hint = hint(line, lines.len(), self.takes, self.took);
                    return Err(nonsense(line, &format!("{why}{hint}")).into());
                }
            }
        }
    }
}

/// The question about a move that a process is asked first, where the others are about the count: its answer, whatever it
/// is, comes after the line `start`.
const PROBE: &str = "x\n---\n---\n---\n\nlegal x:B2\n";

impl LineClient {
    fn next_line(&mut self, deadline: Instant) -> Result<String, ProgramError> {
        match &mut self.process {
            Some(process) => process.read_line(deadline),
            None => Err(ProgramError::NotStarted("it has ended".to_owned())),
        }
    }

    /// Fails if the program does not say that it answers this kind of question about the count. A process that has not been
    /// asked anything is asked about a move first.
    fn expect_can(&mut self, kind: &str, patience: Duration) -> Result<(), NoAnswer> {
        let said = self
            .can
            .as_ref()
            .map(|can| can.iter().any(|can| can == kind));
        if said != Some(false) && self.process.is_none() {
            let probe = Fixture::parse(PROBE.as_bytes()).ok();
            let asked = probe.and_then(|probe| Questions::of(&probe).ok());
            if let Some(probe) = asked.as_ref().and_then(|asked| asked.questions.first()) {
                let sent = text(probe, "is-anybody-there").unwrap_or_default();
                if let Err(NoAnswer::Failed(mut error)) = self.answer(probe, sent, patience) {
                    self.failed(&mut error);
                    return Err(error.into());
                }
                self.answers += 1;
            }
        }
        match &self.can {
            Some(can) if can.iter().any(|can| can == kind) => Ok(()),
            _ => Err(NoAnswer::Unaskable(format!(
                "the program does not say that it answers `{kind}?` (start NAME VERSION can={kind})"
            ))),
        }
    }

    /// Forgets a process that has failed.
    fn failed(&mut self, error: &mut ProgramError) {
        self.process = None;
        if let ProgramError::Crashed {
            how,
            is_success: true,
            ..
        } = error
            && self.answers == 1
        {
            *how += " after one answer; a program must read all questions in a loop, until the end of its input";
        }
    }
}

const SEVERAL_WORDS: &str =
    "; a name of several words needs `-` between them, as in `start my-program 0.1`";

const ONCE: &str = "; `start` may be written once, before the first answer";

/// Says what is wrong with the lines of an answer, where the reason alone is no help.
fn hint(line: &str, number: usize, takes: Takes, took: Option<Takes>) -> String {
    let is_row = !line.trim().is_empty() && line.trim().chars().all(|c| "xod-".contains(c));
    if start(line).is_some() {
        ONCE.to_owned()
    } else if takes.rows.is_some() {
        format!("; this is line {number} of the answer, and {takes}")
    } else if is_row {
        let before = took.filter(|took| took.rows.is_some());
        let before = before.map(|took| format!("; the question before, {took}"));
        let before = before.unwrap_or_default();
        format!("; boards answer `board?`, and {takes}{before}")
    } else if looks_like_a_log(line) {
        "; write logs to the standard error".to_owned()
    } else {
        String::new()
    }
}

/// True for several words, or one with a colon, that begin like no answer.
fn looks_like_a_log(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let answers = ["legal", "illegal", "cannot", "=", "?"];
    let is_answer = answers.iter().any(|answer| first.starts_with(answer));
    !is_answer && (words.count() > 1 || first.contains(':'))
}

/// Adds to the error about lines behind an answer which lines the question takes.
fn too_much(error: ProgramError, takes: Takes) -> ProgramError {
    match &error {
        ProgramError::Unrequested(line) if start(line).is_some() => remarked(error, "", ONCE),
        _ => remarked(error, "; ", &format!("the question before, {takes}")),
    }
}

/// Adds a remark to an error.
fn remarked(mut error: ProgramError, separator: &str, remark: &str) -> ProgramError {
    if let ProgramError::Unrequested(_) = error {
        error = ProgramError::Nonsense(error.short().0);
    }
    let (ProgramError::Crashed { how: text, .. }
    | ProgramError::NotStarted(text)
    | ProgramError::TimedOut(text)
    | ProgramError::Nonsense(text)
    | ProgramError::Unrequested(text)) = &mut error;
    if !text.is_empty() {
        text.push_str(separator);
    }
    text.push_str(remark);
    error
}

fn nonsense(line: &str, why: &str) -> ProgramError {
    let hint = if line.starts_with(['=', '?']) {
        "; does it speak GTP? then use --engine"
    } else {
        ""
    };
    let line = shortened(line);
    ProgramError::Nonsense(format!("`{line}`: {why}{hint}"))
}

impl Client for LineClient {
    fn program(&self) -> &ProgramLine {
        &self.program
    }

    fn own_rules(&self) -> Option<OwnRules> {
        self.own
    }

    fn ask(
        &mut self,
        question: &Question,
        id: &str,
        patience: Duration,
    ) -> Result<Answer, NoAnswer> {
        let own = self.own;
        if question.asked.mv().is_none() {
            self.expect_can(question.asked.kind(), patience)?;
        }
        let asked = match self.own.map(|own| own.under(question)) {
            None => Cow::Borrowed(question),
            Some(asked) => Cow::Owned(asked.map_err(NoAnswer::Unaskable)?),
        };
        let sent = text(&asked, id).map_err(|why| NoAnswer::Unaskable(why.to_owned()))?;
        let mut answer = self.answer(&asked, sent, patience);
        if let Err(NoAnswer::Failed(error)) = &mut answer {
            self.failed(error);
            return answer;
        }
        self.answers += 1;
        if self.own != own && question.asked.mv().is_some() {
            // The program has stated its own rules with this answer, which is one under the question's rules.
            return self.ask(question, id, patience);
        }
        answer
    }

    fn sent(&self) -> &str {
        &self.sent
    }

    fn finish(&mut self) -> Option<String> {
        match too_much(self.process.take()?.finish().err()?, self.takes) {
            ProgramError::Nonsense(what) => Some(what),
            _ => None,
        }
    }
}
