//! The client for programs that speak the line protocol (`--exec`).

use std::borrow::Cow;
use std::time::{Duration, Instant};

use gokata::Rules;
use gokata::questions::line_protocol::{Heard, Start, hear, start, text, unsayable};
use gokata::questions::{Answer, Question};

use super::client::{Client, NoAnswer, ProgramInfo};
use super::failure_limit::patience_at_first;
use super::own_rules::{can_ask_under, in_force, stated};
use crate::program::error::ProgramError;
use crate::program::process::{Process, cut, shortened};
use crate::read::rules::{GivenRules, rules};

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
        }
    }

    fn answer(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer> {
        let is_new = self.process.is_none();
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.command)?),
        };
        // A new process may have written its line `start` already.
        if !is_new {
            process.expect_silence()?;
        }
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
                Heard::NotAll => lines.push(process.read_line(deadline)?),
                Heard::All(answer) => return Ok(answer),
                Heard::Cannot(why) => {
                    let why = cut(&why, LONGEST_REASON);
                    return Err(NoAnswer::Declined(format!("the program says: {why}")));
                }
                Heard::Nonsense(why) => {
                    let line = lines.last().map_or("", |line| line.as_str());
                    return Err(nonsense(line, why).into());
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
            nonsense(
                &line,
                &format!("after name and version, of one word each: {why}"),
            )
        })?;
        *own = Some(GivenRules::over_kata(stated));
    }
    *first = Some(started);
    Ok(())
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
            own_rules: self.own.map(in_force),
            name: start.map(|start| shortened(&start.name)),
            version: start.map(|start| shortened(&start.version)),
            rules: self
                .own
                .map_or_else(|| "sent with each question".to_owned(), stated),
            ..ProgramInfo::default()
        }
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
        if let Err(NoAnswer::Failed(_)) = answer {
            self.patience = self.patience.saturating_sub(begun.elapsed());
            self.process = None;
            return answer;
        }
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
        self.process.take()?.finish().err()
    }
}
