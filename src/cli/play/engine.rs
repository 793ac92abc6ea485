//! A GTP engine as a player: follows the game on the engine's own board, and asks it for moves and dead stones.

use std::fmt::Display;
use std::time::Duration;

use gokata::gtp::GtpCommand;
use gokata::{Action, BoardRecord, Color, Move, Point, PointSet, Rules};

use crate::program::error::ProgramError;
use crate::program::gtp_connection::{GtpConnection, Response};
use crate::program::process::shortened;
use crate::terminal::error::CommandError;
use crate::terminal::text::plain_line;

pub(super) struct Engine {
    connection: GtpConnection,
    /// The commands that the engine supports.
    known: Vec<String>,
    pub(super) name: String,
    /// What the engine does not know about the game: its rules, its komi.
    pub(super) notes: Vec<String>,
    /// The position before the first move.
    start: BoardRecord,
    /// The moves on the engine's board since then.
    moves: Vec<Move>,
    /// The command line that has started the engine, for messages.
    pub(super) command: String,
}

/// A move of the game that the engine rejects, and its message.
pub(super) struct Rejected {
    pub(super) mv: Move,
    pub(super) why: String,
}

impl Engine {
    /// Starts an engine and sets up a game on its board.
    pub(super) fn start(
        command: &str,
        timeout: Duration,
        record: &BoardRecord,
    ) -> Result<Engine, CommandError> {
        let shown = plain_line(command);
        let failed = |error: ProgramError| {
            CommandError::usage(match error {
                ProgramError::NotStarted(why) => format!(
                    "cannot start `{shown}`: {why}\na player is `human`, `random` or the command line of a GTP engine, \
                     as in 'gnugo --mode gtp'"
                ),
                error => format!("`{shown}`: {error}; does it speak GTP? (gnugo: --mode gtp)"),
            })
        };
        let mut connection = GtpConnection::start(command, timeout).map_err(failed)?;
        let texts = connection.introduction().map_err(failed)?;
        let [name, version, known] = texts.map(Option::unwrap_or_default);
        let mut engine = Engine {
            connection,
            known: known.split_whitespace().map(str::to_owned).collect(),
            name: if name.is_empty() {
                "GTP engine".to_owned()
            } else {
                shortened(format!("{name} {version}").trim())
            },
            notes: Vec::new(),
            start: record.at(0).unwrap_or_else(|| record.clone()),
            moves: Vec::new(),
            command: shown,
        };
        engine.begin()?;
        if let Err(Rejected { mv, why }) = engine.follow(record)? {
            let name = mv.describe(record.size());
            return Err(engine.failed(format!("it rejects {name}, which is legal here ({why})")));
        }
        Ok(engine)
    }

    /// Returns an error as a sentence that names the engine.
    fn failed(&self, why: impl Display) -> CommandError {
        CommandError::usage(format!("`{}`: {why}", self.command))
    }

    /// Returns the engine's answer, or its message, in one short line, if it rejects the command.
    fn run(&mut self, command: impl Display) -> Result<Response, CommandError> {
        let response = self.connection.run(command);
        let response = response.map_err(|error| self.failed(error))?;
        Ok(response.map_err(|why| match shortened(why.trim()) {
            why if why.is_empty() => "it does not say why".to_owned(),
            why => why,
        }))
    }

    /// As [`Engine::run`], for a command that the engine must not reject. `or`: what it means if it does.
    fn must(&mut self, command: impl Display, or: &str) -> Result<String, CommandError> {
        let response = self.run(command)?;
        response.map_err(|why| self.failed(format!("{or} ({why})")))
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// Sets the size, the rules, the komi and the opening position.
    fn begin(&mut self) -> Result<(), CommandError> {
        let (size, rules) = (self.start.size(), self.start.rules());
        let or = format!("it has no {size} board");
        self.must(GtpCommand::boardsize(size), &or)?;
        match self.rules_command(rules) {
            Some((command, is_whole)) if self.run(&command)?.is_ok() => {
                if !is_whole {
                    self.notes.push(format!(
                        "it has no command for this ko rule, and plays by that of `{command}`"
                    ));
                }
            }
            _ => self
                .notes
                .push("it has no command for these rules, and plays by its own".to_owned()),
        }
        let komi = rules.komi();
        if self.run(format_args!("komi {komi}"))?.is_err() {
            self.notes.push(format!(
                "it rejects a komi of {komi}, and plays with its own"
            ));
        }
        self.open()
    }

    /// Returns the command that sets these rules, if the engine has one, and whether it sets the ko rule, too: KGS has one
    /// name for each way to count.
    fn rules_command(&self, rules: Rules) -> Option<(GtpCommand, bool)> {
        if self.knows("kata-set-rules") {
            return Some((GtpCommand::kata_set_rules(rules), true));
        }
        let exact = GtpCommand::kgs_rules(|named| named.with_komi(rules.komi()) == rules);
        let is_exact = exact.is_some();
        let is_near = |named: Rules| named.with_komi(rules.komi()).with_ko(rules.ko()) == rules;
        let command = exact.or_else(|| GtpCommand::kgs_rules(is_near))?;
        self.knows("kgs-rules").then_some((command, is_exact))
    }

    /// Clears the board and places the stones of the opening position.
    fn open(&mut self) -> Result<(), CommandError> {
        let or = "it rejects the opening position";
        self.moves.clear();
        self.must("clear_board", or)?;
        let (setup, size) = (self.start.setup(), self.start.size());
        let is_handicap = setup.to_play == Color::White
            && setup.stones.len() > 1
            && setup.stones.iter().all(|(_, color)| *color == Color::Black);
        if is_handicap && self.knows("set_free_handicap") {
            let points = size.vertices(setup.stones.iter().map(|(point, _)| *point));
            if self.run(format!("set_free_handicap {points}"))?.is_ok() {
                return Ok(());
            }
        }
        // No stone captures another, because each chain of the position has a liberty.
        for (point, color) in setup.stones {
            self.must(GtpCommand::play(Move::play(color, point), size), or)?;
        }
        Ok(())
    }

    /// Makes the engine's board that of the game: takes moves back and plays others, up to one that it rejects.
    fn follow(&mut self, record: &BoardRecord) -> Result<Result<(), Rejected>, CommandError> {
        let (moves, size) = (record.moves(), record.size());
        while !moves.starts_with(&self.moves) {
            if !self.knows("undo") || self.run("undo")?.is_err() {
                self.open()?;
                break;
            }
            self.moves.pop();
        }
        for mv in &moves[self.moves.len()..] {
            if let Err(why) = self.run(GtpCommand::play(*mv, size))? {
                return Ok(Err(Rejected { mv: *mv, why }));
            }
            self.moves.push(*mv);
        }
        Ok(Ok(()))
    }

    /// Returns the engine's move in this position, legal or not.
    pub(super) fn choose(
        &mut self,
        record: &BoardRecord,
    ) -> Result<Result<Move, Rejected>, CommandError> {
        if let Err(rejected) = self.follow(record)? {
            return Ok(Err(rejected));
        }
        let color = record.to_play();
        let command = format!("genmove {color:.1}");
        let text = self.must(&command, &format!("it rejects `{command}`"))?;
        let action = match text.trim().to_ascii_lowercase().as_str() {
            "resign" => Action::Resign,
            "pass" => Action::Pass,
            vertex => {
                let point = Point::from_vertex(vertex, record.size());
                Action::Play(point.ok_or_else(|| {
                    let text = shortened(&text);
                    let why = format!("`{text}` is no move on this board (`{command}`)");
                    self.failed(ProgramError::Nonsense(why))
                })?)
            }
        };
        let mv = Move { color, action };
        if action != Action::Resign {
            self.moves.push(mv);
        }
        Ok(Ok(mv))
    }

    /// Returns the stones that the engine takes as dead; `None` if it has no opinion.
    pub(super) fn dead_stones(
        &mut self,
        record: &BoardRecord,
    ) -> Result<Option<PointSet>, CommandError> {
        if !self.knows("final_status_list") {
            return Ok(None);
        }
        if self.follow(record)?.is_err() {
            return Ok(None);
        }
        let Ok(text) = self.run("final_status_list dead")? else {
            return Ok(None);
        };
        let stone = |word: &str| {
            let point = Point::from_vertex(word, record.size());
            point.filter(|point| record.board().stone_at(*point).is_some())
        };
        // A list with anything but stones of the board is no opinion: other marks decide.
        let stones: Option<Vec<Point>> = text.split_whitespace().map(stone).collect();
        Ok(stones.map(|stones| PointSet::new(record.size(), stones)))
    }

    pub(super) fn quit(self) {
        self.connection.quit();
    }
}
