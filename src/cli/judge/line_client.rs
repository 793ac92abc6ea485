//! The client for programs that speak the line protocol (`--exec`).

use std::borrow::Cow;
use std::fmt;
use std::time::{Duration, Instant};

use gokata::Rules;
use gokata::questions::line_protocol::{Heard, Start, hear, start, text, unsayable};
use gokata::questions::{Answer, Expected, Question};

use super::client::{Client, NoAnswer, ProgramInfo};
use super::failure_limit::patience_at_first;
use super::own_rules::{can_ask_under, stated};
use crate::program::error::ProgramError;
use crate::program::process::{Process, cut, shortened};
use crate::read::rules::{GivenRules, rules};
use crate::terminal::text::number;

/// Sends all questions to one process, and starts a new process after each failure.
pub(super) struct LineClient {
    command: String,
    timeout: Duration,
    /// The rules that the program plays by, if they are not those of each question: from the command line, else from
    /// its line `start`.
    own: Option<Rules>,
    /// The line `start` of the program's first process that wrote one.
    start: Option<Start>,
    process: Option<Process>,
    /// How long the program may still be silent before its first answer.
    patience: Duration,
    sent: String,
    /// The number of answers of the process, and what the latest question takes.
    answers: usize,
    takes: Takes,
    /// What the question before takes, if this process has answered it.
    took: Option<Takes>,
}

/// The lines that an answer to a question takes.
#[derive(Clone, Copy, Default)]
struct Takes {
    /// The number of rows of the board, if it asks for one.
    rows: Option<usize>,
}

impl Takes {
    fn of(question: &Question) -> Takes {
        let is_board = matches!(question.expected, Expected::Board(_));
        Takes {
            rows: is_board.then(|| question.before.size().rows()),
        }
    }

    fn lines(self) -> usize {
        self.rows.map_or(1, |rows| rows + 1)
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows {
            None => f.write_str("`legal?` takes one line"),
            Some(rows) => {
                let (lines, rows) = (self.lines(), number(rows, "row"));
                write!(
                    f,
                    "`board?` takes {lines} lines, whose turn it is and {rows}"
                )
            }
        }
    }
}

impl LineClient {
    pub(super) fn new(command: &str, timeout: Duration, own: Option<Rules>) -> LineClient {
        LineClient {
            command: command.to_owned(),
            timeout,
            own,
            start: None,
            process: None,
            patience: patience_at_first(timeout),
            sent: String::new(),
            answers: 0,
            takes: Takes::default(),
            took: None,
        }
    }

    fn answer(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer> {
        let is_new = self.process.is_none();
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.command)?),
        };
        // A new process may have written its line `start` already.
        if is_new {
            self.answers = 0;
        } else {
            let silence = process.expect_silence();
            silence.map_err(|error| too_much(error, self.takes))?;
        }
        self.took = (!is_new).then_some(self.takes);
        self.takes = Takes::of(question);
        self.sent = text(question, id);
        process.send(self.sent.clone());
        let deadline = Instant::now() + self.timeout.min(self.patience);
        let mut lines = vec![process.read_line(deadline)?];
        if let Some(started) = start(&lines[0]).filter(|_| is_new) {
            let started = started.map_err(|why| nonsense(&lines[0], why))?;
            note_start(&mut self.start, &mut self.own, started)?;
            lines = vec![process.read_line(deadline)?];
        }
        loop {
            match hear(question, &lines) {
                Heard::NotAll => {
                    let line = process.read_line(deadline);
                    lines.push(line.map_err(|error| too_little(error, lines.len(), self.takes))?);
                }
                Heard::All(answer) => return Ok(answer),
                Heard::Cannot(why) => {
                    let why = cut(&why, LONGEST_REASON);
                    return Err(NoAnswer::Declined(format!("the program says: {why}")));
                }
                Heard::Nonsense(why) => {
                    let line = lines.last().map_or("", |line| line.as_str());
                    let why = format!("{why}{}", hint(line, lines.len(), self.takes, self.took));
                    return Err(nonsense(line, &why).into());
                }
            }
        }
    }
}

/// The number of characters of a program's reason that reports show.
const LONGEST_REASON: usize = 200;

/// Keeps the first line `start`, and the rules in it unless others are given.
fn note_start(
    first: &mut Option<Start>,
    own: &mut Option<Rules>,
    started: Start,
) -> Result<(), ProgramError> {
    if first.is_some() {
        return Ok(());
    }
    if own.is_none() && !started.rules.is_empty() {
        let stated = rules(&started.rules).map_err(|why| {
            let line = format!(
                "start {} {} {}",
                started.name, started.version, started.rules
            );
            let hint = if started.rules.starts_with(|c: char| c.is_ascii_digit()) {
                "; a name of several words needs `-` between them, as in `start my-program 0.1`"
            } else {
                ""
            };
            nonsense(
                &line,
                &format!("after name and version, of one word each: {why}{hint}"),
            )
        })?;
        *own = Some(GivenRules::over_kata(stated));
    }
    *first = Some(started);
    Ok(())
}

const ONCE: &str = "; `start` may be written once, before the first answer";

/// Says what is wrong with the lines of an answer, where the reason alone is no help.
fn hint(line: &str, lines: usize, takes: Takes, took: Option<Takes>) -> String {
    let is_row = |line: &str| !line.is_empty() && line.chars().all(|c| "xo-".contains(c));
    if start(line).is_some() {
        ONCE.to_owned()
    } else if takes.rows.is_some() {
        format!("; this is line {lines} of the answer, and {takes}")
    } else if is_row(line.trim()) {
        let before = took.filter(|took| took.rows.is_some());
        let before = before.map(|took| format!("; the question before, {took}"));
        format!(
            "; boards answer `board?`, and {takes}{}",
            before.unwrap_or_default()
        )
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
    let is_answer = ["legal", "illegal", "cannot", "=", "?"];
    let is_answer = is_answer.iter().any(|answer| first.starts_with(answer));
    !is_answer && (words.count() > 1 || first.contains(':'))
}

/// Adds to the error about lines behind an answer how many lines the question takes.
fn too_much(error: ProgramError, takes: Takes) -> ProgramError {
    let Some(what) = error.detail() else {
        return error;
    };
    match error {
        ProgramError::Unrequested(line) if start(&line).is_some() => {
            ProgramError::Nonsense(what + ONCE)
        }
        ProgramError::Unrequested(_) | ProgramError::Nonsense(_) => {
            ProgramError::Nonsense(format!("{what}; the question before, {takes}"))
        }
        other => other,
    }
}

/// Adds to the error about an incomplete answer how many lines it takes.
fn too_little(mut error: ProgramError, lines: usize, takes: Takes) -> ProgramError {
    let remark = format!("after line {lines} of the answer; {takes}");
    match &mut error {
        ProgramError::TimedOut(Some(line)) => *line = format!("{line}, {remark}"),
        ProgramError::TimedOut(none) => *none = Some(remark),
        ProgramError::Crashed(crash) => crash.remark = format!(", {remark}"),
        _ => {}
    }
    error
}

/// Adds to the error about a program that ends without an error after one answer what it must do.
fn ends_at_once(error: &mut ProgramError, answers: usize) {
    if let ProgramError::Crashed(crash) = error
        && crash.is_success
        && answers == 1
    {
        crash.remark += " after one answer; a program must read all questions in a loop, until the end of its input";
    }
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
    fn begin(&mut self) -> Result<(), ProgramError> {
        Ok(())
    }

    fn describe(&self) -> ProgramInfo {
        let start = self.start.as_ref();
        ProgramInfo {
            option: "exec",
            name: start.map(|start| shortened(&start.name)),
            version: start.map(|start| shortened(&start.version)),
            rules: self
                .own
                .map_or_else(|| "sent with each question".to_owned(), stated),
            ..ProgramInfo::default()
        }
    }

    fn own_rules(&self) -> Option<Rules> {
        self.own
    }

    fn ask(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer> {
        let mut asked = Cow::Borrowed(question);
        let own = self.own;
        if let Some(own) = own {
            can_ask_under(own, question)?;
            let asked = asked.to_mut();
            asked.before = asked.before.with_rules(own);
        }
        if let Some(why) = unsayable(&asked) {
            return Err(NoAnswer::Unaskable(why.to_owned()));
        }
        let begun = Instant::now();
        let answer = self.answer(&asked, id);
        if let Err(NoAnswer::Failed(mut error)) = answer {
            self.patience = self.patience.saturating_sub(begun.elapsed());
            self.process = None;
            ends_at_once(&mut error, self.answers);
            return Err(error.into());
        }
        self.answers += 1;
        self.patience = Duration::MAX;
        if self.own != own {
            // The program has stated its own rules with this answer, which is one under the question's rules.
            return self.ask(question, id);
        }
        answer
    }

    fn sent(&self) -> String {
        self.sent.clone()
    }

    fn finish(&mut self) -> Option<ProgramError> {
        let error = self.process.take()?.finish().err()?;
        Some(too_much(error, self.takes))
    }
}
