//! Reads the commands of a human player, and carries them out.

use std::fmt;
use std::ops::ControlFlow::{Break, Continue};

use gokata::agreement::{Accepted, Command, Event, Refusal, Stage, Suggestion};
use gokata::fixture::MoveWord;
use gokata::scoring::Mark;
use gokata::{Action, BoardRecord, Color, Explanation, Labels, Move, Point, Size, explain_move};

use super::game::{Flow, TerminalGame};
use super::page::LineTooLong;
use crate::draw::board::stone;
use crate::program::process::shortened;
use crate::read::arguments::moves;
use crate::terminal::error::CommandError;
use crate::terminal::output::Status;
use crate::terminal::text::{plain, wrapped};

/// No line is longer than 60 columns, and all fit below a board of 9 rows in a window of 24.
const HELP: &str = "\
Commands:
  c3             a stone; at the end: mark it dead or alive
  pass, resign   two passes end play
  why c3         may a stone be put there, and why not?
  dead, alive c3 mark stones, up to living enemy stones
  neutral c3     nobody's points; `counted c3`: not so
  suggest        marks for the whole board; check them
  done           agree with all marks; `undo` withdraws that
  resume         disagree about the marks, and play on
  undo, score    take back your latest move or mark; count
  save [FILE]    save the game record (SGF)
  show, quit     the board again; stop here, with the game saved";

/// Why a command of a player is refused.
pub(super) enum Refused {
    /// It is incomplete, or too long to read.
    Command(&'static str),
    /// It is neither a command nor a point of a board of this size.
    Unknown(String, Size),
    /// The game does not allow it now.
    Request(Refusal, Size),
    /// The move is illegal.
    Move(Box<Explanation>),
    /// The record cannot be saved.
    File(CommandError),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Command(why) => f.write_str(why),
            Refused::Unknown(text, size) => {
                let text = shortened(text);
                let side = |length: usize| i32::try_from(length / 2).unwrap_or_default();
                let middle = Point::from((side(size.rows()), side(size.cols())));
                let vertex = middle.vertex(*size);
                write!(
                    f,
                    "`{text}` is neither a command nor a point, such as {vertex} or {middle}: row and column from the top \
                     left, from 0 (type ? for help)"
                )
            }
            Refused::Request(refusal, size) => f.write_str(&refusal.describe(*size)),
            Refused::Move(explanation) => explanation.fmt(f),
            Refused::File(error) => error.fmt(f),
        }
    }
}

impl From<CommandError> for Refused {
    fn from(error: CommandError) -> Refused {
        Refused::File(error)
    }
}

impl TerminalGame<'_> {
    /// Reads one command of a human player and carries it out.
    pub(super) fn ask(&mut self, color: Color) -> Flow {
        self.print_board_if_new();
        let state = self.game.state();
        let prompt = if state.stage() == Stage::Scoring {
            format!("{color}: mark dead stones, or `done`> ")
        } else {
            let turn = state.record().turns() + 1;
            format!("{turn}. {color} ({})> ", color.letter())
        };
        let done = match self.page.ask(&prompt) {
            Ok(Some(line)) => {
                self.page.entered(&prompt, &plain(&line));
                self.act(color, &line)
            }
            Ok(None) => {
                self.page.line("");
                return Break(Ok(Status::Fine));
            }
            Err(LineTooLong) => Err(Refused::Command("that line is too long")),
        };
        done.unwrap_or_else(|error| {
            self.page.refusal(error);
            Continue(())
        })
    }

    /// Carries out a command of `color`, in capitals or not. Returns `Break` if the player stops the game, or why the
    /// command is refused.
    fn act(&mut self, color: Color, line: &str) -> Result<Flow, Refused> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (&*word.to_ascii_lowercase(), rest.trim()) {
            ("", _) => {}
            ("q" | "quit" | "exit", "") => return Ok(Break(Ok(Status::Fine))),
            ("?" | "h" | "help", "") => self.page.line(HELP),
            ("show" | "board", "") => self.print_board(),
            ("score", "") => self.print_score(),
            ("u" | "undo", "") => self.undo(),
            ("done", "") => self.try_request(color, self.done(color))?,
            ("resume", "") => {
                let number = self.game.state().scoring_number();
                self.try_request(color, Command::Resume { number })?;
                let next = self.game.state().record().to_play();
                self.page.line(format!("Play goes on: {next} moves."));
                self.warn_of_passes();
            }
            ("save", file) => self.save((!file.is_empty()).then_some(file))?,
            ("why" | "explain", rest) => {
                let mv = self.typed_move(color, rest)?;
                let explanation = explain_move(mv, self.game.state().record());
                self.page.line(explanation);
            }
            ("dead", rest) => self.mark_points(color, rest, Mark::Dead)?,
            ("alive", rest) => self.mark_points(color, rest, Mark::Alive)?,
            ("neutral", rest) => self.mark_points(color, rest, Mark::Neutral)?,
            ("counted", rest) => self.mark_points(color, rest, Mark::Counted)?,
            ("suggest", "") => self.suggest(color)?,
            _ => {
                let mv = self.typed_move(color, line)?;
                self.enter_move(color, mv)?;
            }
        }
        Ok(Continue(()))
    }

    /// Makes a request. Returns why it is refused.
    fn try_request(&mut self, by: Color, command: Command) -> Result<(), Refused> {
        let size = self.game.state().record().size();
        let answer = self.request(by, command);
        answer
            .map(drop)
            .map_err(|refusal| Refused::Request(refusal, size))
    }

    fn typed_move(&self, color: Color, text: &str) -> Result<Move, Refused> {
        let moves = typed_moves(text, self.game.state().record())?;
        let [word] = &moves[..] else {
            return Err(Refused::Command("one move at a time"));
        };
        let color = word.color.unwrap_or(color);
        let action = word.action;
        Ok(Move { color, action })
    }

    fn enter_move(&mut self, color: Color, mv: Move) -> Result<(), Refused> {
        let before = self.game.state().record().clone();
        match mv.action {
            Action::Play(point) if self.game.state().stage() == Stage::Scoring => {
                return self.mark(color, point, self.opposite_mark(point));
            }
            // Players cannot resign for their opponent.
            Action::Resign if mv.color != color => {
                return Err(Refused::Command("turn: it is the other player's turn"));
            }
            _ => {}
        }
        self.play_move(mv).map_err(|refusal| match refusal {
            Refusal::Illegal(_) | Refusal::NotYourTurn => {
                Refused::Move(Box::new(explain_move(mv, &before)))
            }
            refusal => Refused::Request(refusal, before.size()),
        })?;
        if mv.action == Action::Pass {
            self.page.line(format!("{color} passes."));
        }
        if self.game.state().stage() != Stage::Finished {
            self.print_effects(mv, &before);
        }
        Ok(())
    }

    /// Returns the mark for a point that a player enters without a command word: the opposite of its current mark.
    fn opposite_mark(&self, point: Point) -> Mark {
        let marks = self.game.state().marks();
        match marks.stone_at(point) {
            None if marks.neutral().contains(point) => Mark::Counted,
            None => Mark::Neutral,
            Some(_) if marks.dead().contains(point) => Mark::Alive,
            Some(_) => Mark::Dead,
        }
    }

    /// Marks the points of a command, up to one that the game rejects.
    fn mark_points(&mut self, color: Color, text: &str, mark: Mark) -> Result<(), Refused> {
        for word in typed_moves(text, self.game.state().record())? {
            let point = stone(word.action).ok_or(Refused::Command("which point?"))?;
            self.mark(color, point, mark)?;
        }
        Ok(())
    }

    fn mark(&mut self, color: Color, point: Point, mark: Mark) -> Result<(), Refused> {
        let base = self.game.state().scoring_number();
        let nothing =
            "Nothing changes. (Only stones of the opponent can live around a dead stone.)";
        self.change_marks(color, Command::Mark { point, mark, base }, nothing)
    }

    /// Marks what can be found about the whole board, for the players to check.
    fn suggest(&mut self, color: Color) -> Result<(), Refused> {
        let (stage, number) = (
            self.game.state().stage(),
            self.game.state().scoring_number(),
        );
        let suggestion = if stage == Stage::Scoring {
            self.page.flush_before("looking for dead stones ...");
            Suggestion::from(&self.game.state().standing().life())
        } else {
            Suggestion::default() // to be refused
        };
        let command = Command::Suggest { suggestion, number };
        self.change_marks(
            color,
            command,
            "Nothing changes: everything is marked as suggested.",
        )
    }

    /// Carries out a command that changes marks, and prints what it changes.
    fn change_marks(&mut self, by: Color, command: Command, nothing: &str) -> Result<(), Refused> {
        let state = self.game.state();
        let size = state.record().size();
        let opponent_was_done = state.is_done(!by);
        let answer = self.request(by, command);
        match answer.map_err(|refusal| Refused::Request(refusal, size))? {
            Accepted::Changed { events, .. } => {
                for event in &events {
                    if let Event::Suggested { suggestion, .. } = event {
                        self.print_suggestion(suggestion);
                    }
                    if let Event::Marked { changes, .. } | Event::Suggested { changes, .. } = event
                    {
                        self.print_mark_changes(changes);
                    }
                }
                if opponent_was_done {
                    self.page.line(format!("{} has to agree again.", !by));
                }
            }
            Accepted::Unchanged => self.page.line(nothing),
        }
        Ok(())
    }

    /// Takes back the latest action of a human player, and the bots' actions since then.
    fn undo(&mut self) {
        let mut game = self.game.clone();
        let mut undone = Vec::new();
        loop {
            let mut entries = game.log().iter();
            let latest = entries.rfind(|entry| !entry.event.is_consequence());
            let latest =
                latest.and_then(|entry| Some((entry.event.by()?, self.in_words(&entry.event)?)));
            let (Some((by, words)), Some(before)) = (latest, game.undo()) else {
                return self.page.line("There is nothing to take back.");
            };
            undone.insert(0, words);
            game = before;
            if self.is_human(by) {
                break;
            }
        }
        self.game = game;
        if !self.game.state().record().is_over() {
            self.proposed_at = None;
        }
        let message = format!("Taken back: {}.", undone.join(", "));
        self.page.line(wrapped(&message));
    }
}

/// Parses moves: points, `pass` or `resign`, with or without their colors (`x:`, `o:`), in capitals or not.
fn typed_moves(text: &str, record: &BoardRecord) -> Result<Vec<MoveWord>, Refused> {
    if text.is_empty() {
        return Err(Refused::Command("which point?"));
    }
    let lower = text.to_ascii_lowercase();
    moves(&lower, record, &Labels::default())
        .map_err(|_| Refused::Unknown(text.to_owned(), record.size()))
}
