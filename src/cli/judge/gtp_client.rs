//! The client for engines that speak GTP (`--engine`).

use std::mem;
use std::time::Duration;

use gokata::gtp::GtpCommand;
use gokata::questions::{Asked, OwnRules, Question, Step};
use gokata::scoring::{Marks, Outcome};
use gokata::{Action, Answer, ByColor, Color, Move, Point, PointSet, Rules, Size};

use super::client::{About, Answered, Client, NoAnswer, unaskable};
use super::gtp_commands::{GtpCommands, MARK_DEAD, NO_OWNERS};
use super::gtp_game::{opening, remove_record};
use super::ndjson::ProgramLine;
use super::showboard::parse_showboard;
use crate::program::error::ProgramError;
use crate::program::gtp_connection::{GtpConnection, Response};
use crate::program::process::shortened;

/// Sends all questions to one process, each in a new game, and starts a new process after each failure.
pub(super) struct GtpClient {
    about: About,
    timeout: Duration,
    connection: Option<GtpConnection>,
    commands: GtpCommands,
}

const REFUSED_SIZE: &str = "the engine rejects boards of this size";
const REFUSED_RULES: &str = "the engine rejects the command that sets these rules";
const REFUSED_OPENING: &str = "the engine rejects the opening board";
const REFUSED_MOVE: &str = "the engine rejects an earlier move of the game";
const REFUSED_UNDO: &str = "the engine rejects undo";
const REFUSED_COUNT: &str = "the engine rejects the command that sets how to count";

const LIST_DEAD: &str = "final_status_list dead";
const REFUSED_LIST: &str = "the engine rejects final_status_list dead";

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
        let program = commands.described(ProgramLine {
            command: command.to_owned(),
            option: "engine".to_owned(),
            name: name.map(|name| shortened(name.trim())),
            version: version.filter(|version| !version.is_empty()),
            ..ProgramLine::here()
        });
        let (own, sent) = (given, String::new());
        Ok(GtpClient {
            about: About {
                program,
                own,
                sizes: None,
                sent,
            },
            timeout,
            connection: Some(connection),
            commands,
        })
    }

    fn connection(&mut self) -> Result<&mut GtpConnection, ProgramError> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => {
                let command = &self.about.program.command;
                Ok(none.insert(GtpConnection::start(command, self.timeout)?))
            }
        }
    }

    fn answer(&mut self, question: &Question) -> Answered {
        self.commands.can_ask(question)?;
        self.connection()?.expect_silence()?;
        if let Some(accepted) = self.set_up(question)? {
            return Ok(accepted);
        }
        let size = question.before.size();
        match &question.asked {
            Asked::Legal(mv, _) => self.ask_verdict(size, *mv),
            Asked::Board(mv, _) => {
                self.can_show()?;
                let play = GtpCommand::play(*mv, size);
                if self.connection()?.run(play)?.is_err() {
                    return Ok(Answer::Illegal(None));
                }
                self.ask_board(size)
            }
            Asked::Now(_) => {
                self.can_show()?;
                self.ask_board(size)
            }
            Asked::Prisoners(_) => {
                let black = self.captures("captures B")?;
                let white = self.captures("captures W")?;
                Ok(Answer::Prisoners(ByColor { black, white }))
            }
            Asked::Score(counted, _) => self.ask_score(size, &counted.standing.marks),
            Asked::Dead(..) => {
                let dead = self.points(LIST_DEAD, REFUSED_LIST, size)?;
                let is_dead = size.points().map(|point| Some(dead.contains(point)));
                Ok(Answer::Dead(is_dead.collect()))
            }
            Asked::Owner(..) => unaskable(NO_OWNERS),
        }
    }

    /// Sets up the opening, plays the moves before the question, each under the rules of its turn, and sets how to count.
    /// Returns the answer if the engine accepts an illegal move among them.
    fn set_up(&mut self, question: &Question) -> Result<Option<Answer>, NoAnswer> {
        let (size, now) = (question.before.size(), question.before.rules());
        let cleared = [
            GtpCommand::boardsize(size).to_string(),
            "clear_board".to_owned(),
        ];
        // Read before the rest is sent: an engine may crash on points outside its board.
        let responses = self.connection()?.run_all(&cleared)?;
        if responses.iter().any(Response::is_err) {
            return Err(NoAnswer::NoBoard(REFUSED_SIZE.to_owned()));
        }
        let opening = opening(question, &self.commands)?;
        // Each command, with the reason to report if the engine rejects it, or the step that it must reject.
        let mut commands: Vec<(String, Result<&str, usize>)> = Vec::new();
        // Rules of earlier turns that no command can set are replaced by the current rules.
        let settable = |rules: &Rules| self.commands.set_rules(*rules).map_or(now, |_| *rules);
        let then = question.rules_then.iter().map(settable);
        let moves = match &question.steps[..] {
            [] => question.before.moves(),
            _ => Vec::new(),
        };
        let moves = moves.into_iter().map(Some);
        let mut in_force = None;
        for (nth, (rules, mv)) in then.zip(moves).chain([(now, None)]).enumerate() {
            let command = self.commands.set_rules(rules)?;
            if command != in_force {
                commands.extend(
                    command
                        .iter()
                        .map(|set| (set.to_string(), Ok(REFUSED_RULES))),
                );
                in_force = command;
            }
            if nth == 0 {
                let opening = opening.iter().cloned();
                commands.extend(opening.map(|command| (command, Ok(REFUSED_OPENING))));
            }
            let play = |mv| (GtpCommand::play(mv, size).to_string(), Ok(REFUSED_MOVE));
            commands.extend(mv.map(play));
        }
        let steps = (1..).zip(&question.steps);
        commands.extend(steps.map(|(number, step)| match *step {
            Step::Play(mv) => (GtpCommand::play(mv, size).to_string(), Ok(REFUSED_MOVE)),
            Step::Try(mv) => (GtpCommand::play(mv, size).to_string(), Err(number)),
            Step::Undo => ("undo".to_owned(), Ok(REFUSED_UNDO)),
        }));
        if let Some(counted) = question.asked.counted() {
            let settings = self.commands.set_count(counted.standing.rules)?;
            commands.extend(settings.into_iter().map(|set| (set, Ok(REFUSED_COUNT))));
        }
        let (commands, expected): (Vec<String>, Vec<_>) = commands.into_iter().unzip();
        let responses = self.connection()?.run_all(&commands)?;
        for (response, expected) in responses.iter().zip(expected) {
            match (response, expected) {
                (Err(_), Ok(why)) => return unaskable(why),
                (Ok(_), Err(step)) => return Ok(Some(Answer::Accepted(step))),
                _ => {}
            }
        }
        Ok(None)
    }

    fn ask_verdict(&mut self, size: Size, mv: Move) -> Answered {
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

    fn can_show(&self) -> Result<(), NoAnswer> {
        let shows = ["list_stones", "showboard"];
        if shows.iter().any(|command| self.commands.knows(command)) {
            return Ok(());
        }
        unaskable("the engine has no command that shows the board")
    }

    fn captures(&mut self, command: &str) -> Result<u32, NoAnswer> {
        let Ok(text) = self.connection()?.run(command)? else {
            return unaskable("the engine rejects captures");
        };
        text.trim().parse().map_err(|_| {
            let what = format!("`{}` is no answer to captures", shortened(&text));
            ProgramError::Nonsense(what).into()
        })
    }

    fn ask_board(&mut self, size: Size) -> Answered {
        if self.commands.knows("list_stones") {
            let why = "the engine rejects list_stones";
            let black = self.points("list_stones B", why, size)?;
            let white = self.points("list_stones W", why, size)?;
            let stone = |point: Point| match () {
                () if white.contains(point) => Some(Color::White),
                () if black.contains(point) => Some(Color::Black),
                () => None,
            };
            return Ok(Answer::Board(None, size.points().map(stone).collect()));
        }
        let board = self.connection()?.run("showboard")?.ok();
        match board.and_then(|text| parse_showboard(&text, size)) {
            Some(stones) => Ok(Answer::Board(None, stones)),
            None => unaskable("the format of the engine's showboard is unknown"),
        }
    }

    /// Asks for the score. `marks`: those of the fixture.
    ///
    /// `final_score` is about a finished game: engines play on where a border is open, and find dead stones themselves. So
    /// an engine that takes marks (`gokata-mark_dead`) is given those of the fixture, and the dead stones that another lists
    /// must be those of the fixture.
    fn ask_score(&mut self, size: Size, marks: &Marks) -> Answered {
        if self.commands.knows(MARK_DEAD) {
            let mark = format!("{MARK_DEAD} {}", size.vertices(marks.dead()));
            if self.connection()?.run(mark.trim_end())?.is_err() {
                return unaskable("the engine rejects gokata-mark_dead");
            }
        } else if self.commands.knows("final_status_list")
            && self.points(LIST_DEAD, REFUSED_LIST, size)? != marks.dead()
        {
            return unaskable("the engine takes other stones for dead than the fixture");
        }
        let Ok(text) = self.connection()?.run("final_score")? else {
            return unaskable("the engine rejects final_score");
        };
        if let Ok(Outcome::Counted(score)) = text.trim().parse() {
            return Ok(Answer::Score(score));
        }
        let what = format!("`{}` is no answer to final_score", shortened(&text));
        Err(ProgramError::Nonsense(what).into())
    }

    /// Runs a command that lists points. `refused`: the reason if the engine rejects it.
    fn points(&mut self, command: &str, refused: &str, size: Size) -> Result<PointSet, NoAnswer> {
        let Ok(text) = self.connection()?.run(command)? else {
            return unaskable(refused);
        };
        let point = |word| {
            Point::from_vertex(word, size).ok_or_else(|| {
                let what = format!("`{}` is no point of the board", shortened(word));
                ProgramError::Nonsense(what)
            })
        };
        let points: Result<Vec<Point>, ProgramError> = text.split_whitespace().map(point).collect();
        Ok(PointSet::new(size, points?))
    }
}

impl Client for GtpClient {
    fn about(&self) -> &About {
        &self.about
    }

    fn ask(&mut self, question: &Question, _: &str, _: Duration) -> Answered {
        let answer = self.answer(question);
        drop(remove_record());
        let connection = self.connection.as_mut();
        self.about.sent = connection.map_or_else(String::new, |one| mem::take(&mut one.sent));
        if let Err(NoAnswer::Failed(_)) = answer {
            self.connection = None;
        }
        answer
    }

    fn finish(&mut self) -> Option<String> {
        self.connection.take()?.quit();
        // `GtpConnection::quit` ignores all further output, such as the response to the command `quit`.
        None
    }
}
