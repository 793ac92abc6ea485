//! The controller's side of GTP: commands and their answers. What they mean is not understood here.

use std::mem;
use std::time::{Duration, Instant};

use super::program::{Program, Trouble, short};

/// A running engine.
pub(super) struct Client {
    program: Program,
    /// For each answer.
    limit: Duration,
    /// The number of the latest command.
    id: u32,
    /// The commands since it was last asked for them, a line each.
    sent: String,
}

/// What an engine answers to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Response {
    /// `=`: done, and what it says.
    Done(String),
    /// `?`: refused, and what it says.
    Refused(String),
}

impl Response {
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Response::Done(_))
    }
}

/// An answer of more lines is none.
const MOST_LINES: usize = 1000;

impl Client {
    pub(super) fn start(command: &str, limit: Duration) -> Result<Client, Trouble> {
        Ok(Client {
            program: Program::start(command)?,
            limit,
            id: 0,
            sent: String::new(),
        })
    }

    /// One command and its answer.
    pub(super) fn ask(&mut self, command: &str) -> Result<Response, Trouble> {
        self.send(command);
        self.answer(self.id)
    }

    /// Several at once, which is faster than one after the other.
    pub(super) fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Response>, Trouble> {
        let first = self.id + 1;
        for command in commands {
            self.send(command);
        }
        (first..=self.id).map(|id| self.answer(id)).collect()
    }

    /// What has been sent since this was last asked.
    pub(super) fn sent(&mut self) -> String {
        mem::take(&mut self.sent)
    }

    /// Something that has come although nothing was asked.
    pub(super) fn unasked(&mut self) -> Option<Trouble> {
        self.program.unasked_words()
    }

    pub(super) fn end(mut self) {
        self.send("quit");
        // It answers, and its answer is of no interest.
        let _ = self.program.end();
    }

    fn send(&mut self, command: &str) {
        self.id += 1;
        self.program.tell(format!("{} {command}\n", self.id));
        self.sent = mem::take(&mut self.sent) + command + "\n";
    }

    fn answer(&mut self, id: u32) -> Result<Response, Trouble> {
        let until = Instant::now() + self.limit;
        let mut line = self.program.line(until)?;
        // The blank line that ended the answer before.
        while line.trim().is_empty() {
            line = self.program.line(until)?;
        }
        let nonsense = |why: &str| Trouble::Nonsense(format!("`{}`: {why}", short(&line)));
        let done = line.starts_with('=');
        let rest = line
            .strip_prefix(['=', '?'])
            .ok_or_else(|| nonsense("an answer begins with `=` or `?`"))?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // Some engines leave the number out.
        if digits > 0 && rest[..digits].parse() != Ok(id) {
            return Err(nonsense(&format!("this is no answer to command {id}")));
        }
        let mut text = rest[digits..].trim().to_owned();
        for _ in 0..MOST_LINES {
            let line = self.program.line(until)?;
            if line.trim().is_empty() {
                return Ok(if done {
                    Response::Done(text)
                } else {
                    Response::Refused(text)
                });
            }
            text = text + "\n" + &line;
        }
        Err(Trouble::Nonsense(format!(
            "an answer of more than {MOST_LINES} lines"
        )))
    }
}
