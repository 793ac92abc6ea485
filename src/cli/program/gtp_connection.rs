//! The controller's side of GTP: sends commands and reads responses. `GtpClient` interprets them.

use std::time::{Duration, Instant};

use gokata::{Color, Move, Size};

use super::error::ProgramError;
use super::process::{Process, shortened};

pub(crate) struct GtpConnection {
    process: Process,
    timeout: Duration,
    /// The number of the latest command.
    id: u32,
    /// The commands sent so far, one per line. The client empties it.
    pub(crate) sent: String,
}

/// An engine's response to a command: the text after `=` as `Ok`, the text after `?` as `Err`.
pub(crate) type Response = Result<String, String>;

/// Longer responses count as nonsense.
const MAX_LINES: usize = 1000;

impl GtpConnection {
    pub(crate) fn start(command: &str, timeout: Duration) -> Result<GtpConnection, ProgramError> {
        Ok(GtpConnection {
            process: Process::start(command)?,
            timeout,
            id: 0,
            sent: String::new(),
        })
    }

    pub(crate) fn run(&mut self, command: &str) -> Result<Response, ProgramError> {
        self.send(command);
        self.response(self.id)
    }

    /// Sends all commands before it reads the responses, which is much faster than waiting for each.
    pub(crate) fn run_all(&mut self, commands: &[String]) -> Result<Vec<Response>, ProgramError> {
        let first = self.id + 1;
        for command in commands {
            self.send(command);
        }
        (first..=self.id).map(|id| self.response(id)).collect()
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

    fn send(&mut self, command: &str) {
        self.id += 1;
        self.process.send(format!("{} {command}\n", self.id));
        self.sent.push_str(command);
        self.sent.push('\n');
    }

    fn response(&mut self, id: u32) -> Result<Response, ProgramError> {
        let deadline = Instant::now() + self.timeout;
        let mut line = self.process.read_line(deadline)?;
        // Some engines end a response with several blank lines.
        while line.trim().is_empty() {
            line = self.process.read_line(deadline)?;
        }
        let nonsense = |why: &str| ProgramError::Nonsense(format!("`{}`: {why}", shortened(&line)));
        let is_success = line.starts_with('=');
        let rest = line
            .strip_prefix(['=', '?'])
            .ok_or_else(|| nonsense("an answer begins with `=` or `?`"))?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // Some engines leave the number out.
        if digits > 0 && rest[..digits].parse() != Ok(id) {
            return Err(nonsense(&format!("this is no answer to command {id}")));
        }
        let mut text = rest[digits..].trim().to_owned();
        for _ in 0..MAX_LINES {
            let line = self.process.read_line(deadline)?;
            if line.trim().is_empty() {
                return Ok(if is_success { Ok(text) } else { Err(text) });
            }
            text = text + "\n" + &line;
        }
        Err(ProgramError::Nonsense(format!(
            "an answer of more than {MAX_LINES} lines"
        )))
    }
}

/// `play B C3`.
pub(crate) fn play(mv: Move, size: Size) -> String {
    format!("play {} {}", letter(mv.color), mv.action.describe(size))
}

pub(crate) fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
