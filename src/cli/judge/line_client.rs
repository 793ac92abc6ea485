//! The client for programs that speak the line protocol (`--exec`).

use std::borrow::Cow;
use std::fmt;
use std::time::{Duration, Instant};

use gokata::questions::line_protocol::{Heard, hear, start, text};
use gokata::questions::{Expected, Question, in_force};
use gokata::{Answer, Rules};

use super::client::{Client, NoAnswer};
use super::ndjson::ProgramLine;
use super::own_rules::stated;
use crate::program::error::ProgramError;
use crate::program::process::{Process, cut, shortened};
use crate::read::rules::rules;
use crate::terminal::text::number;

/// Sends all questions to one process, and starts a new process after each failure.
pub(super) struct LineClient {
    program: ProgramLine,
    /// The rules that the program plays by, if they are not those of each question: from the command line, else from
    /// its line `start`.
    own: Option<Rules>,
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
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(rows) = self.rows else {
            return f.write_str("`legal?` takes one line");
        };
        let (lines, rows) = (rows + 1, number(rows, "row"));
        write!(
            f,
            "`board?` takes {lines} lines, whose turn it is and {rows}"
        )
    }
}

/// The number of characters of a program's reason that reports show.
const LONGEST_REASON: usize = 200;

/// Notes that a program plays by rules of its own.
fn note_rules(program: &mut ProgramLine, own: Rules) {
    program.rules = stated(own);
    program.own_rules = Some(in_force(own));
}

impl LineClient {
    pub(super) fn new(command: &str, own: Option<Rules>) -> LineClient {
        let mut program = ProgramLine {
            command: command.to_owned(),
            option: "exec".to_owned(),
            rules: "sent with each question".to_owned(),
            ..ProgramLine::default()
        };
        if let Some(own) = own {
            note_rules(&mut program, own);
        }
        LineClient {
            program,
            own,
            process: None,
            sent: String::new(),
            answers: 0,
            takes: Takes::default(),
            took: None,
        }
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
            let program = &mut self.program;
            if program.name.is_none() {
                if self.own.is_none() && !started.rules.is_empty() {
                    let is_name = started.rules.starts_with(|c: char| c.is_ascii_digit());
                    let hint = if is_name { SEVERAL_WORDS } else { "" };
                    let stated = rules(&started.rules).map_err(|why| {
                        let why = format!("after name and version, of one word each: {why}{hint}");
                        nonsense(&lines[0], &why)
                    })?;
                    note_rules(program, *self.own.insert(stated.over_kata()));
                }
                program.name = Some(shortened(&started.name));
                program.version = Some(shortened(&started.version));
            }
            lines = vec![process.read_line(deadline)?];
        }
        loop {
            match hear(question, &lines) {
                Heard::NotAll => {
                    let takes = self.takes;
                    let so_far = format!("after line {} of the answer; {takes}", lines.len());
                    let line = process.read_line(deadline);
                    lines.push(line.map_err(|error| remarked(error, ", ", &so_far))?);
                }
                Heard::All(Answer::Cannot(why)) => {
                    let why = cut(&why, LONGEST_REASON);
                    return Err(NoAnswer::Declined(format!("the program says: {why}")));
                }
                Heard::All(answer) => return Ok(answer),
                Heard::Nonsense(why) => {
                    let line = &lines[lines.len() - 1];
                    let hint = hint(line, lines.len(), self.takes, self.took);
                    return Err(nonsense(line, &format!("{why}{hint}")).into());
                }
            }
        }
    }
}

const SEVERAL_WORDS: &str =
    "; a name of several words needs `-` between them, as in `start my-program 0.1`";

const ONCE: &str = "; `start` may be written once, before the first answer";

/// Says what is wrong with the lines of an answer, where the reason alone is no help.
fn hint(line: &str, number: usize, takes: Takes, took: Option<Takes>) -> String {
    let is_row = !line.trim().is_empty() && line.trim().chars().all(|c| "xo-".contains(c));
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

    fn own_rules(&self) -> Option<Rules> {
        self.own
    }

    fn ask(
        &mut self,
        question: &Question,
        id: &str,
        patience: Duration,
    ) -> Result<Answer, NoAnswer> {
        let own = self.own;
        let asked = match own.map(|own| question.under(own)) {
            None => Cow::Borrowed(question),
            Some(asked) => Cow::Owned(asked.map_err(NoAnswer::Unaskable)?),
        };
        let sent = text(&asked, id).map_err(|why| NoAnswer::Unaskable(why.to_owned()))?;
        let mut answer = self.answer(&asked, sent, patience);
        if let Err(NoAnswer::Failed(error)) = &mut answer {
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
            return answer;
        }
        self.answers += 1;
        if self.own != own {
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
