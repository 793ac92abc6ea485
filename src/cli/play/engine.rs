//! A GTP engine as a player: follows the game on the engine's own board, and asks it for moves and dead stones.

use std::time::Duration;

use gokata::{Action, BoardRecord, Color, Move, Point, Preset, Rules, Size, Suicide};

use crate::program::error::ProgramError;
use crate::program::gtp_connection::{GtpConnection, Response, letter, play};
use crate::program::process::shortened;
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

/// Why an engine cannot go on.
pub(super) enum EngineError {
    Failed(ProgramError),
    /// The engine rejects a move of the game. Holds its message.
    Refused(Move, String),
    /// The engine rejects another command.
    Unable(String),
}

impl From<ProgramError> for EngineError {
    fn from(error: ProgramError) -> EngineError {
        EngineError::Failed(error)
    }
}

impl Engine {
    /// Starts an engine and sets up a game on its board.
    pub(super) fn start(
        command: &str,
        timeout: Duration,
        record: &BoardRecord,
    ) -> Result<Engine, String> {
        let shown = plain_line(command);
        let failed = |error: ProgramError| match error {
            ProgramError::NotStarted(why) => format!(
                "cannot start `{shown}`: {why}\na player is `human`, `random` or the command line of a GTP engine, \
                 as in 'gnugo --mode gtp'"
            ),
            error => format!("`{shown}`: {error}; does it speak GTP? (gnugo: --mode gtp)"),
        };
        let mut connection = GtpConnection::start(command, timeout).map_err(failed)?;
        let questions = ["name", "version", "list_commands"].map(str::to_owned);
        let responses = connection.run_all(&questions).map_err(failed)?;
        let mut texts = responses.into_iter().map(Response::ok);
        let [name, version, commands] = [(); 3].map(|()| texts.next().flatten());
        let name = name.filter(|name| !name.is_empty()).map(|name| {
            let name = format!("{name} {}", version.unwrap_or_default());
            shortened(name.trim())
        });
        let known = commands.unwrap_or_default();
        let mut engine = Engine {
            connection,
            known: known.split_whitespace().map(str::to_owned).collect(),
            name: name.unwrap_or_else(|| "GTP engine".to_owned()),
            notes: Vec::new(),
            start: record.at(0).unwrap_or_else(|| record.clone()),
            moves: Vec::new(),
            command: shown,
        };
        let size = record.size();
        let begun = engine.begin().and_then(|()| engine.follow(record));
        begun.map_err(|error| engine.describe(&error, size))?;
        Ok(engine)
    }

    /// Describes an error as a sentence that names the engine.
    pub(super) fn describe(&self, error: &EngineError, size: Size) -> String {
        let command = &self.command;
        match error {
            EngineError::Failed(error) => format!("`{command}`: {error}"),
            EngineError::Unable(why) => format!("`{command}`: {why}"),
            EngineError::Refused(mv, why) => format!(
                "`{command}` rejects {}, which is legal here: {why}",
                mv.describe(size)
            ),
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// Sets the size, the rules, the komi and the opening position.
    fn begin(&mut self) -> Result<(), EngineError> {
        let size = self.start.size();
        let (rows, cols) = (size.rows(), size.cols());
        let resize = if rows == cols {
            format!("boardsize {rows}")
        } else {
            format!("rectangular_boardsize {cols} {rows}")
        };
        if let Err(why) = self.connection.run(&resize)? {
            let why = or_unsaid(&why);
            return Err(EngineError::Unable(format!(
                "it has no {size} board ({why})"
            )));
        }
        let rules = self.start.rules();
        let is_set = match self.rules_command(rules) {
            Some(command) => self.connection.run(&command)?.is_ok(),
            None => false,
        };
        if !is_set {
            let note = "it has no command for these rules, and plays by its own";
            self.notes.push(note.to_owned());
        }
        let komi = format!("komi {}", rules.komi);
        if self.connection.run(&komi)?.is_err() {
            let note = format!(
                "it rejects a komi of {}, and plays with its own",
                rules.komi
            );
            self.notes.push(note);
        }
        self.open()
    }

    /// Returns the command that sets these rules, if the engine has one.
    fn rules_command(&self, rules: Rules) -> Option<String> {
        if self.knows("kata-set-rules") {
            let suicide = match rules.suicide {
                Suicide::Forbidden => "false",
                Suicide::MultiStone => "true",
                Suicide::Allowed => "\"ALLOWED\"",
            };
            let capital = |name: &str| name.to_ascii_uppercase().replace('-', "_");
            // KataGo does not know this key, and so rejects the rules.
            let pass_stones = if rules.pass_stones {
                ",\"passStones\":true"
            } else {
                ""
            };
            return Some(format!(
                "kata-set-rules {{\"ko\":\"{}\",\"suicide\":{suicide},\"scoring\":\"{}\",\"tax\":\"{}\",\
                 \"hasButton\":{},\"whiteHandicapBonus\":\"{}\"{pass_stones}}}",
                capital(rules.ko.name()),
                capital(rules.scoring.name()),
                capital(rules.tax.name()),
                rules.button,
                rules.handicap_bonus.name().to_ascii_uppercase(),
            ));
        }
        let names = [
            (Preset::Japanese, "japanese"),
            (Preset::Chinese, "chinese"),
            (Preset::ChineseKgs, "chinese"),
            (Preset::Aga, "aga"),
            (Preset::NewZealand, "new_zealand"),
        ];
        let komi = rules.komi;
        let is_these = |preset: Preset| {
            let named = preset.rules();
            Rules { komi, ..named } == rules
        };
        let (_, name) = names.into_iter().find(|(preset, _)| is_these(*preset))?;
        let command = format!("kgs-rules {name}");
        self.knows("kgs-rules").then_some(command)
    }

    /// Clears the board and places the stones of the opening position.
    fn open(&mut self) -> Result<(), EngineError> {
        self.moves.clear();
        let unable = |why: &str| {
            let why = or_unsaid(why);
            EngineError::Unable(format!("it rejects the opening position ({why})"))
        };
        if let Err(why) = self.connection.run("clear_board")? {
            return Err(unable(&why));
        }
        let (setup, size) = (self.start.setup(), self.start.size());
        let is_handicap = setup.to_play == Color::White
            && setup.stones.len() > 1
            && setup.stones.iter().all(|(_, color)| *color == Color::Black);
        if is_handicap && self.knows("set_free_handicap") {
            let points = setup.stones.iter().map(|(point, _)| point.vertex(size));
            let command = points.fold("set_free_handicap".to_owned(), |text, point| {
                text + " " + &point
            });
            if self.connection.run(&command)?.is_ok() {
                return Ok(());
            }
        }
        // No stone captures another, because each chain of the position has a liberty.
        for (point, color) in setup.stones {
            let command = play(Move::play(color, point), size);
            if let Err(why) = self.connection.run(&command)? {
                return Err(unable(&why));
            }
        }
        Ok(())
    }

    /// Makes the engine's board that of the game: takes moves back and plays others.
    pub(super) fn follow(&mut self, record: &BoardRecord) -> Result<(), EngineError> {
        let moves = record.moves();
        let both = self.moves.iter().zip(&moves);
        let common = both.take_while(|(own, other)| own == other).count();
        while self.moves.len() > common {
            if !self.knows("undo") || self.connection.run("undo")?.is_err() {
                self.open()?;
                break;
            }
            self.moves.pop();
        }
        for mv in &moves[self.moves.len()..] {
            if let Err(why) = self.connection.run(&play(*mv, record.size()))? {
                return Err(EngineError::Refused(*mv, or_unsaid(&why)));
            }
            self.moves.push(*mv);
        }
        Ok(())
    }

    /// Returns the engine's move in this position, legal or not.
    pub(super) fn choose(&mut self, record: &BoardRecord) -> Result<Move, EngineError> {
        self.follow(record)?;
        let color = record.to_play();
        let command = format!("genmove {}", letter(color));
        let text = match self.connection.run(&command)? {
            Ok(text) => text,
            Err(why) => {
                let why = or_unsaid(&why);
                return Err(EngineError::Unable(format!(
                    "it rejects `{command}` ({why})"
                )));
            }
        };
        let action = match text.trim().to_ascii_lowercase().as_str() {
            "resign" => Action::Resign,
            "pass" => Action::Pass,
            "" => {
                let why = format!("an empty answer to `{command}`");
                return Err(ProgramError::Nonsense(why).into());
            }
            vertex => {
                let point = Point::from_vertex(vertex, record.size());
                let point = point.ok_or_else(|| {
                    let text = shortened(&text);
                    ProgramError::Nonsense(format!("`{text}` is no move on this board"))
                });
                Action::Play(point?)
            }
        };
        let mv = Move { color, action };
        if action != Action::Resign {
            self.moves.push(mv);
        }
        Ok(mv)
    }

    /// Returns the stones that the engine takes as dead; `None` if it has no opinion.
    pub(super) fn dead_stones(
        &mut self,
        record: &BoardRecord,
    ) -> Result<Option<Vec<Point>>, EngineError> {
        if !self.knows("final_status_list") {
            return Ok(None);
        }
        match self.follow(record) {
            Err(EngineError::Failed(error)) => return Err(error.into()),
            Err(_) => return Ok(None),
            Ok(()) => {}
        }
        let Ok(text) = self.connection.run("final_status_list dead")? else {
            return Ok(None);
        };
        let stone = |word: &str| {
            let point = Point::from_vertex(word, record.size());
            point.filter(|point| record.board().stone_at(*point).is_some())
        };
        // A list with anything but stones of the board is no opinion: other marks decide.
        let stones: Option<Vec<Point>> = text.split_whitespace().map(stone).collect();
        Ok(stones.map(|mut stones| {
            stones.sort_unstable();
            stones.dedup();
            stones
        }))
    }

    pub(super) fn quit(self) {
        self.connection.quit();
    }
}

/// Returns an engine's message in one short line.
fn or_unsaid(why: &str) -> String {
    match shortened(why.trim()) {
        why if why.is_empty() => "it does not say why".to_owned(),
        why => why,
    }
}
