//! The controller's side of GTP: sends commands and reads responses. `GtpClient` interprets them.

use std::fmt::Display;
use std::time::{Duration, Instant};

use gokata::gtp::{Controller, ResponseError};

use super::error::ProgramError;
use super::process::{Process, shortened};

pub(crate) struct GtpConnection {
    process: Process,
    timeout: Duration,
    controller: Controller,
    /// The commands sent so far, one per line. The client empties it.
    pub(crate) sent: String,
}

/// An engine's response to a command: the text after `=` as `Ok`, the text after `?` as `Err`.
pub(crate) type Response = Result<String, String>;

impl GtpConnection {
    pub(crate) fn start(command: &str, timeout: Duration) -> Result<GtpConnection, ProgramError> {
        Ok(GtpConnection {
            process: Process::start(command)?,
            timeout,
            controller: Controller::default(),
            sent: String::new(),
        })
    }

    /// Asks for the engine's name, its version and the list of its commands; `None` if it rejects the question.
    pub(crate) fn introduction(&mut self) -> Result<[Option<String>; 3], ProgramError> {
        let responses = self.run_all(&["name", "version", "list_commands"])?;
        // These commands belong to no question.
        self.sent.clear();
        let mut texts = responses.into_iter().map(Response::ok);
        Ok([(); 3].map(|()| texts.next().flatten()))
    }

    pub(crate) fn run(&mut self, command: impl Display) -> Result<Response, ProgramError> {
        self.send(command);
        self.response()
    }

    /// Sends all commands before it reads the responses, which is much faster than waiting for each.
    pub(crate) fn run_all(
        &mut self,
        commands: &[impl Display],
    ) -> Result<Vec<Response>, ProgramError> {
        for command in commands {
            self.send(command);
        }
        commands.iter().map(|_| self.response()).collect()
    }

    /// Fails if the engine has written anything but blank lines since its last response.
    pub(crate) fn expect_silence(&self) -> Result<(), ProgramError> {
        self.process.expect_silence(|line| line.trim().is_empty())
    }

    pub(crate) fn quit(mut self) {
        self.send("quit");
        // `finish` reports the response to `quit` as unrequested output, so its result is ignored.
        let _ = self.process.finish();
    }

    fn send(&mut self, command: impl Display) {
        self.sent += &format!("{command}\n");
        self.process.send(self.controller.send(command));
    }

    fn response(&mut self) -> Result<Response, ProgramError> {
        let deadline = Instant::now() + self.timeout;
        loop {
            let line = self.process.read_line(deadline)?;
            if let Some(response) = self.controller.receive(line).map_err(nonsense)? {
                return Ok(response.text);
            }
        }
    }
}

fn nonsense(error: ResponseError) -> ProgramError {
    let line = error.line.map(|line| format!("`{}`: ", shortened(&line)));
    ProgramError::Nonsense(line.unwrap_or_default() + &error.problem)
}
