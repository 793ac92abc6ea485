//! The client for programs that speak the line protocol (`--exec`).

use std::time::{Duration, Instant};

use gokata::questions::line_protocol::{Heard, hear, text, unsayable};
use gokata::questions::{Answer, Question};

use super::client::{Client, NoAnswer, ProgramInfo};
use crate::program::error::ProgramError;
use crate::program::process::{Process, shortened};

/// Sends all questions to one process, and starts a new process after each failure.
pub(super) struct LineClient {
    command: String,
    timeout: Duration,
    process: Option<Process>,
}

impl LineClient {
    pub(super) fn new(command: &str, timeout: Duration) -> LineClient {
        LineClient {
            command: command.to_owned(),
            timeout,
            process: None,
        }
    }

    fn answer(&mut self, question: &Question, id: &str) -> Result<Answer, ProgramError> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.command)?),
        };
        process.expect_silence()?;
        process.send(text(question, id));
        let deadline = Instant::now() + self.timeout;
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
            rules: "sent with each question".to_owned(),
            ..ProgramInfo::default()
        })
    }

    fn ask(&mut self, question: &Question, id: &str) -> Result<Answer, NoAnswer> {
        if let Some(why) = unsayable(question) {
            return Err(NoAnswer::Unaskable(why.to_owned()));
        }
        self.answer(question, id).map_err(|error| {
            self.process = None;
            NoAnswer::Failed(error)
        })
    }

    fn finish(&mut self) -> Option<ProgramError> {
        self.process.take()?.finish().err()
    }
}
