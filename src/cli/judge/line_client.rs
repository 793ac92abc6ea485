//! The client for programs that speak the line protocol (`--exec`).

use std::borrow::Cow;
use std::time::{Duration, Instant};

use gokata::Rules;
use gokata::questions::line_protocol::{Heard, hear, text, unsayable};
use gokata::questions::{Answer, Question};

use super::client::{Client, NoAnswer, ProgramInfo};
use super::failure_limit::patience_at_first;
use super::own_rules::can_ask_under;
use crate::program::error::ProgramError;
use crate::program::process::{Process, shortened};

/// Sends all questions to one process, and starts a new process after each failure.
pub(super) struct LineClient {
    command: String,
    timeout: Duration,
    /// The rules that the program plays by, if they are not those of each question.
    own: Option<Rules>,
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
            process: None,
            patience: patience_at_first(timeout),
            sent: String::new(),
        }
    }

    fn answer(&mut self, question: &Question, id: &str) -> Result<Answer, ProgramError> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.command)?),
        };
        process.expect_silence()?;
        self.sent = text(question, id);
        process.send(self.sent.clone());
        let deadline = Instant::now() + self.timeout.min(self.patience);
        let mut lines = Vec::new();
        loop {
            let line = process.read_line(deadline)?;
            lines.push(line);
            match hear(question, &lines) {
                Heard::NotAll => {}
                Heard::All(answer) => return Ok(answer),
                Heard::Nonsense(why) => {
                    let line = shortened(lines.last().map_or("", |line| line.as_str()));
                    let hint = if line.starts_with(['=', '?']) {
                        "; does it speak GTP? then use --engine"
                    } else {
                        ""
                    };
                    return Err(ProgramError::Nonsense(format!("`{line}`: {why}{hint}")));
                }
            }
        }
    }
}

impl Client for LineClient {
    fn describe(&mut self) -> Result<ProgramInfo, ProgramError> {
        Ok(ProgramInfo {
            rules: match self.own {
                None => "sent with each question".to_owned(),
                Some(own) => format!(
                    "given as ko={} suicide={}; questions that depend on other rules are not asked",
                    own.ko, own.suicide
                ),
            },
            ..ProgramInfo::default()
        })
    }

    fn ask(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer> {
        let mut question = Cow::Borrowed(question);
        if let Some(own) = self.own {
            can_ask_under(own, &question)?;
            let asked = question.to_mut();
            asked.before = asked.before.with_rules(own);
        }
        if let Some(why) = unsayable(&question) {
            return Err(NoAnswer::Unaskable(why.to_owned()));
        }
        let begun = Instant::now();
        let answer = self.answer(&question, id);
        self.patience = match answer {
            Ok(_) => Duration::MAX,
            Err(_) => self.patience.saturating_sub(begun.elapsed()),
        };
        answer.map_err(|error| {
            self.process = None;
            NoAnswer::Failed(error)
        })
    }

    fn sent(&self) -> String {
        self.sent.clone()
    }

    fn finish(&mut self) -> Option<ProgramError> {
        self.process.take()?.finish().err()
    }
}
