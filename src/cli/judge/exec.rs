//! A program that speaks the line protocol, and is asked by it.

use std::time::{Duration, Instant};

use gokata::questions::Question;
use gokata::questions::line_protocol::{Heard, hear, text, unsayable};

use super::program::{Program, Trouble, short};
use super::protocol::{About, Judge, Reply};

/// One process for all questions; another one after each that was not answered.
pub(super) struct Exec {
    command: String,
    limit: Duration,
    program: Option<Program>,
}

impl Exec {
    pub(super) fn new(command: &str, limit: Duration) -> Exec {
        Exec {
            command: command.to_owned(),
            limit,
            program: None,
        }
    }

    fn answer(&mut self, question: &Question, id: &str) -> Result<Reply, Trouble> {
        let program = match &mut self.program {
            Some(program) => program,
            none => none.insert(Program::start(&self.command)?),
        };
        if let Some(trouble) = program.unasked_line() {
            return Err(trouble);
        }
        program.tell(text(question, id));
        let until = Instant::now() + self.limit;
        let mut lines = Vec::new();
        loop {
            lines.push(program.line(until)?);
            match hear(question, &lines) {
                Heard::NotAll => {}
                Heard::All(answer) => return Ok(Reply::Said(answer)),
                Heard::Nonsense(why) => {
                    let line = lines.last().map_or("", |line| line.as_str());
                    let hint = match line.chars().next() {
                        Some('=' | '?') => "; does it speak GTP? then it is asked by --engine",
                        _ => "",
                    };
                    let line = short(line);
                    return Err(Trouble::Nonsense(format!("`{line}`: {why}{hint}")));
                }
            }
        }
    }
}

impl Judge for Exec {
    fn begin(&mut self) -> Result<About, Trouble> {
        let rules = "told with each question".to_owned();
        Ok(About {
            name: None,
            rules,
            notes: Vec::new(),
            warning: None,
        })
    }

    fn ask(&mut self, question: &Question, id: &str) -> Reply {
        if let Some(why) = unsayable(question) {
            return Reply::CannotBeAsked(why.to_owned());
        }
        self.answer(question, id).unwrap_or_else(|trouble| {
            self.program = None;
            Reply::Nothing(trouble)
        })
    }

    fn end(&mut self) -> Option<Trouble> {
        self.program.take()?.end()
    }
}
