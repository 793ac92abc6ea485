//! The client for engines that speak GTP (`--engine`).

use std::mem;
use std::time::Duration;

use gokata::gtp::GtpCommand;
use gokata::questions::{Asked, OwnRules, Question};
use gokata::{Action, Answer, Color, Move, Point, Rules, Size};

use super::client::{Client, NoAnswer, unaskable};
use super::gtp_commands::GtpCommands;
use super::gtp_count::{ask_count, points};
use super::gtp_game::Opening;
use super::ndjson::ProgramLine;
use super::record_file;
use super::showboard::parse_showboard;
use crate::program::error::ProgramError;
use crate::program::gtp_connection::{GtpConnection, Response};
use crate::program::process::shortened;

/// Sends all questions to one process, each in a new game, and starts a new process after each failure.
pub(super) struct GtpClient {
    program: ProgramLine,
    timeout: Duration,
    connection: Option<GtpConnection>,
    commands: GtpCommands,
    sent: String,
}

const REFUSED_RULES: &str = "the engine rejects the command that sets these rules";
const REFUSED_OPENING: &str = "the engine rejects the opening board";
const REFUSED_MOVE: &str = "the engine rejects an earlier move of the game";

const NO_SETUP: &str = "the opening stones can only be played one by one, and a later board repeats one of the \
    boards in between";

const UNNAMABLE: &str = "GTP cannot name a file for loadsgf: the path of the folder for temporary files has white \
    space or `#` in it";

impl GtpClient {
    /// Starts an engine and asks what must be known before the first question.
    pub(super) fn start(
        command: &str,
        timeout: Duration,
        given: Option<OwnRules>,
    ) -> Result<GtpClient, ProgramError> {
        let mut connection = GtpConnection::start(command, timeout)?;
        let [name, version, commands] = connection.introduction()?;
        let known = commands.unwrap_or_default();
        let known = known.split_whitespace().map(str::to_owned).collect();
        let commands = GtpCommands { known, given };
        let version = version.map(|version| shortened(version.trim()));
        Ok(GtpClient {
            program: ProgramLine {
                command: command.to_owned(),
                option: "engine".to_owned(),
                name: name.map(|name| shortened(name.trim())),
                version: version.filter(|version| !version.is_empty()),
                rules: commands.source_of_rules(),
                own_rules: given.map(|own| own.text(commands.knows("final_score"))),
                can: commands.can(),
                notes: commands.note().into_iter().map(str::to_owned).collect(),
                corpus: None,
                warning: commands.warning(),
                ..ProgramLine::here()
            },
            timeout,
            connection: Some(connection),
            commands,
            sent: String::new(),
        })
    }

    fn connection(&mut self) -> Result<&mut GtpConnection, ProgramError> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(GtpConnection::start(&self.program.command, self.timeout)?)),
        }
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, NoAnswer> {
        self.commands.can_ask(question)?;
        self.connection()?.expect_silence()?;
        self.clear_board(question.before.size())?;
        self.set_up(question)?;
        match &question.asked {
            Asked::Legal(mv, _) => self.ask_verdict(question.before.size(), *mv),
            Asked::Board(mv, _) => self.ask_board(question.before.size(), *mv),
            Asked::Score(..) | Asked::Owner(..) | Asked::Dead(..) => {
                self.connection()?;
                match &mut self.connection {
                    Some(connection) => ask_count(connection, &self.commands, question),
                    None => unaskable("the engine has ended"),
                }
            }
        }
    }

    fn clear_board(&mut self, size: Size) -> Result<(), NoAnswer> {
        let commands = [
            GtpCommand::boardsize(size).to_string(),
            "clear_board".to_owned(),
        ];
        let responses = self.connection()?.run_all(&commands)?;
        if responses.iter().all(Response::is_ok) {
            Ok(())
        } else {
            unaskable("the engine rejects boards of this size")
        }
    }

    /// Sets up the opening and plays the moves that precede the question, each under the rules of its turn.
    fn set_up(&mut self, question: &Question) -> Result<(), NoAnswer> {
        let (size, now) = (question.before.size(), question.before.rules());
        let opening = self.opening(question)?;
        // Each command, with the reason to report if the engine rejects it.
        let mut commands: Vec<(String, &str)> = Vec::new();
        let mut in_force = None;
        let mut set_rules = |rules: Rules, commands: &mut Vec<(String, &str)>| {
            let command = self.commands.set_rules(rules)?;
            if command != in_force {
                commands.extend(command.iter().map(|set| (set.to_string(), REFUSED_RULES)));
                in_force = command;
            }
            Ok::<(), NoAnswer>(())
        };
        // Rules of earlier turns that no command can set are replaced by the current rules.
        let settable = |rules: &Rules| self.commands.set_rules(*rules).map_or(now, |_| *rules);
        let then: Vec<Rules> = question.rules_then.iter().map(settable).collect();
        set_rules(then.first().copied().unwrap_or(now), &mut commands)?;
        let opening = opening.into_iter();
        commands.extend(opening.map(|command| (command, REFUSED_OPENING)));
        for (rules, mv) in then.into_iter().zip(question.before.moves()) {
            set_rules(rules, &mut commands)?;
            commands.push((GtpCommand::play(mv, size).to_string(), REFUSED_MOVE));
        }
        set_rules(now, &mut commands)?;
        let (commands, reasons): (Vec<String>, Vec<&str>) = commands.into_iter().unzip();
        let responses = self.connection()?.run_all(&commands)?;
        let refused = responses.iter().position(Response::is_err);
        refused.map_or(Ok(()), |at| unaskable(reasons[at]))
    }

    /// Returns the commands that set up the opening. The stones are played as moves, unless that could change the answer.
    fn opening(&self, question: &Question) -> Result<Vec<String>, NoAnswer> {
        let knows = |command| self.commands.knows(command);
        let (opening, size) = (Opening::of(question), question.before.size());
        let ko = self.commands.ko_rule(question.before.rules().ko());
        if !opening.is_repeated(question, ko) {
            return Ok(opening.as_plays());
        }
        if knows("gogui-setup") {
            let side = format!("gogui-setup_player {:.1}", opening.to_play);
            let side = knows("gogui-setup_player").then_some(side);
            let stones = opening.as_list("gogui-setup");
            return Ok([stones].into_iter().chain(side).collect());
        }
        if knows("set_position") {
            return Ok(vec![opening.as_list("set_position")]);
        }
        if !knows("loadsgf") || size.rows() != size.cols() {
            return unaskable(NO_SETUP);
        }
        match record_file::write(&opening.as_sgf()) {
            Ok(path) => {
                // GTP has no quoting: white space ends a word, `#` begins a comment.
                let breaks = |c: char| c.is_whitespace() || c.is_control() || c == '#';
                let word = path.to_str().filter(|path| !path.contains(breaks));
                let command = word.map(|word| vec![format!("loadsgf {word}")]);
                command.ok_or_else(|| NoAnswer::Unaskable(UNNAMABLE.to_owned()))
            }
            // The message leaves out the file's name, which differs from run to run.
            Err(error) => unaskable(format!(
                "no file for loadsgf can be written into the folder for temporary files ({})",
                error.kind()
            )),
        }
    }

    fn ask_verdict(&mut self, size: Size, mv: Move) -> Result<Answer, NoAnswer> {
        if !self.commands.knows("is_legal") || mv.action == Action::Pass {
            // An accepted move is not taken back: the next question begins a new game.
            let response = self.connection()?.run(GtpCommand::play(mv, size))?;
            return Ok(response.map_or(Answer::Illegal(None), |_| Answer::Legal));
        }
        let on_board = matches!(mv.action, Action::Play(point) if size.contains(point));
        let vertex = mv.action.describe(size);
        let command = format!("is_legal {:.1} {vertex}", mv.color);
        match self.connection()?.run(command)? {
            Ok(text) if text == "1" => Ok(Answer::Legal),
            Ok(text) if text == "0" => Ok(Answer::Illegal(None)),
            Err(_) if !on_board => Ok(Answer::Illegal(None)),
            Ok(text) | Err(text) => {
                let text = shortened(&text);
                let what = format!("`{text}` is no answer to is_legal");
                Err(ProgramError::Nonsense(what).into())
            }
        }
    }

    fn ask_board(&mut self, size: Size, mv: Move) -> Result<Answer, NoAnswer> {
        let lists_stones = self.commands.knows("list_stones");
        if !lists_stones && !self.commands.knows("showboard") {
            return unaskable("the engine has no command that shows the board");
        }
        let connection = self.connection()?;
        if connection.run(GtpCommand::play(mv, size))?.is_err() {
            return Ok(Answer::Illegal(None));
        }
        let stones = if lists_stones {
            listed_stones(connection, size)?
        } else {
            let board = connection.run("showboard")?.ok();
            match board.and_then(|text| parse_showboard(&text, size)) {
                Some(stones) => stones,
                None => return unaskable("the format of the engine's showboard is unknown"),
            }
        };
        Ok(Answer::Board(None, stones))
    }
}

/// Returns the stones in reading order, from the answers to `list_stones`.
fn listed_stones(
    connection: &mut GtpConnection,
    size: Size,
) -> Result<Vec<Option<Color>>, NoAnswer> {
    let mut listed = |color: Color| {
        let text = connection.run(format_args!("list_stones {color:.1}"))?;
        text.map_or_else(
            |_| unaskable("the engine rejects list_stones"),
            |text| points(&text, size),
        )
    };
    let (black, white) = (listed(Color::Black)?, listed(Color::White)?);
    let stone = |point: Point| match () {
        () if white.contains(point) => Some(Color::White),
        () if black.contains(point) => Some(Color::Black),
        () => None,
    };
    Ok(size.points().map(stone).collect())
}

impl Client for GtpClient {
    fn program(&self) -> &ProgramLine {
        &self.program
    }

    fn own_rules(&self) -> Option<OwnRules> {
        self.commands.given
    }

    fn ask(&mut self, question: &Question, _: &str, _: Duration) -> Result<Answer, NoAnswer> {
        let answer = self.answer(question);
        drop(record_file::remove());
        let connection = self.connection.as_mut();
        self.sent = connection.map_or_else(String::new, |one| mem::take(&mut one.sent));
        if let Err(NoAnswer::Failed(_)) = answer {
            self.connection = None;
        }
        answer
    }

    fn sent(&self) -> &str {
        &self.sent
    }

    fn finish(&mut self) -> Option<String> {
        self.connection.take()?.quit();
        // `GtpConnection::quit` ignores all further output, such as the response to the command `quit`.
        None
    }
}
