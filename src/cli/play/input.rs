//! Reads the commands of a human player, and carries them out.

use std::io::{BufRead, IsTerminal, Read, stdin};

use gokata::agreement::{Accepted, Command, Event, Refusal, Stage, Suggestion, View, Viewer};
use gokata::fixture::MoveWord;
use gokata::scoring::Mark;
use gokata::{Action, BoardRecord, Color, Labels, Move, Point, explain_move};

use super::game::{Stop, TerminalGame, wait};
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

/// Lines of this many bytes or more are rejected.
const TOO_LONG: u64 = 4096;

impl TerminalGame<'_> {
    /// Reads one command of a human player and carries it out. The input may end the game.
    pub(super) fn ask(&mut self, color: Color) -> Stop {
        self.print_board_if_new();
        let state = self.game.state();
        let prompt = if state.stage() == Stage::Scoring {
            format!("{color}: mark dead stones, or `done`> ")
        } else {
            let turn = state.record().turns() + 1;
            format!("{turn}. {color} ({})> ", color.letter())
        };
        self.output.at_once(&prompt);
        let done = read_line().and_then(|line| {
            let Some(line) = line else {
                self.output.line("");
                return Ok(Some(Status::Fine));
            };
            // A terminal has shown it already.
            if !stdin().is_terminal() {
                self.output.line(plain(&line));
            }
            self.act(color, &line)
        });
        done.unwrap_or_else(|refusal| {
            self.print_refusal(refusal);
            None
        })
    }

    /// Carries out a command of `color`, in capitals or not. Fails with the reason why it is refused.
    fn act(&mut self, color: Color, line: &str) -> Result<Stop, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (&*word.to_ascii_lowercase(), rest.trim()) {
            ("", _) => {}
            ("q" | "quit" | "exit", "") => return Ok(Some(Status::Fine)),
            ("?" | "h" | "help", "") => self.output.line(HELP),
            ("show" | "board", "") => {
                self.shown.clear();
                self.print_board_if_new();
            }
            ("score", "") => self.print_score(),
            ("u" | "undo", "") => self.undo(),
            ("done", "") => drop(self.try_request(color, self.view(color).done())?),
            ("resume", "") => {
                self.try_request(color, self.view(color).resume())?;
                let next = self.game.state().record().to_play();
                self.output.line(format!("Play goes on: {next} moves."));
                self.warn_of_passes();
            }
            ("save", file) => self.save(file)?,
            ("why" | "explain", rest) => {
                let mv = self.typed_move(color, rest)?;
                let explanation = explain_move(mv, self.game.state().record());
                self.output.line(explanation);
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
        Ok(None)
    }

    /// Returns what a player sees, which makes their commands.
    fn view(&self, color: Color) -> View {
        self.game.view(Viewer::Player(color))
    }

    fn try_request(&mut self, by: Color, command: Command) -> Result<Accepted, CommandError> {
        let answer = self.request(by, command);
        answer.map_err(|refusal| self.refused(refusal))
    }

    fn refused(&self, refusal: Refusal) -> CommandError {
        refusal.describe(self.game.state().record().size()).into()
    }

    fn typed_move(&self, color: Color, text: &str) -> Result<Move, CommandError> {
        let moves = typed_moves(text, self.game.state().record())?;
        let [word] = &moves[..] else {
            return Err("one move at a time".into());
        };
        let color = word.color.unwrap_or(color);
        let action = word.action;
        Ok(Move { color, action })
    }

    fn enter_move(&mut self, color: Color, mv: Move) -> Result<(), CommandError> {
        let before = self.game.state().record().clone();
        match mv.action {
            Action::Play(point) if self.game.state().stage() == Stage::Scoring => {
                return self.mark(color, point, self.opposite_mark(point));
            }
            // Players cannot resign for their opponent.
            Action::Resign if mv.color != color => {
                return Err("turn: it is the other player's turn".into());
            }
            _ => {}
        }
        self.play_move(mv).map_err(|refusal| match refusal {
            Refusal::Illegal(_) | Refusal::NotYourTurn => {
                explain_move(mv, &before).to_string().into()
            }
            refusal => self.refused(refusal),
        })?;
        if mv.action == Action::Pass {
            self.output.line(format!("{color} passes."));
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
    fn mark_points(&mut self, color: Color, text: &str, mark: Mark) -> Result<(), CommandError> {
        for word in typed_moves(text, self.game.state().record())? {
            let point = word.action.point().ok_or("which point?")?;
            self.mark(color, point, mark)?;
        }
        Ok(())
    }

    fn mark(&mut self, color: Color, point: Point, mark: Mark) -> Result<(), CommandError> {
        let nothing =
            "Nothing changes. (Only stones of the opponent can live around a dead stone.)";
        self.change_marks(color, self.view(color).mark(point, mark), nothing)
    }

    /// Marks what can be found about the whole board, for the players to check.
    fn suggest(&mut self, color: Color) -> Result<(), CommandError> {
        let suggestion = if self.game.state().stage() == Stage::Scoring {
            wait(self.output, "looking for dead stones ...");
            Suggestion::from(&self.game.state().standing().life())
        } else {
            Suggestion::default() // to be refused
        };
        let nothing = "Nothing changes: everything is marked as suggested.";
        self.change_marks(color, self.view(color).suggest(suggestion), nothing)
    }

    /// Carries out a command that changes marks, and prints what it changes.
    fn change_marks(
        &mut self,
        by: Color,
        command: Command,
        nothing: &str,
    ) -> Result<(), CommandError> {
        let opponent_was_done = self.game.state().is_done(!by);
        let Accepted::Changed { events, .. } = self.try_request(by, command)? else {
            self.output.line(nothing);
            return Ok(());
        };
        for event in &events {
            if let Event::Suggested { suggestion, .. } = event {
                self.print_suggestion(suggestion);
            }
            if let Event::Marked { changes, .. } | Event::Suggested { changes, .. } = event {
                self.print_mark_changes(changes);
            }
        }
        if opponent_was_done {
            self.output.line(format!("{} has to agree again.", !by));
        }
        Ok(())
    }

    /// Takes back the latest action of a human player, and the bots' actions since then.
    fn undo(&mut self) {
        let mut game = self.game.clone();
        let mut undone = Vec::new();
        loop {
            let mut events = game.log().iter().map(|entry| &entry.event);
            let latest = events.rfind(|event| !event.is_consequence());
            let latest = latest.and_then(|event| Some((event.by()?, self.in_words(event)?)));
            let (Some((by, words)), Some(before)) = (latest, game.undo()) else {
                return self.output.line("There is nothing to take back.");
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
        self.output.line(wrapped(&message));
    }
}

/// Parses moves: points, `pass` or `resign`, with or without their colors (`x:`, `o:`), in capitals or not.
fn typed_moves(text: &str, record: &BoardRecord) -> Result<Vec<MoveWord>, CommandError> {
    if text.is_empty() {
        return Err("which point?".into());
    }
    let parsed = moves(&text.to_ascii_lowercase(), record, &Labels::default());
    parsed.map_err(|_| {
        let (text, size) = (shortened(text), record.size());
        let side = |length: usize| i32::try_from(length / 2).unwrap_or_default();
        let middle = Point::from((side(size.rows()), side(size.cols())));
        let vertex = middle.vertex(size);
        CommandError::usage(format!(
            "`{text}` is neither a command nor a point, such as {vertex} or {middle}: row and column from the top left, \
             from 0 (type ? for help)"
        ))
    })
}

/// Reads the next line of the input. Returns `None` at the end of the input, which a closed terminal is, too. Bytes that
/// are not UTF-8 are replaced. Fails if the line is longer than any command.
fn read_line() -> Result<Option<String>, CommandError> {
    let mut bytes = Vec::new();
    let mut input = stdin().lock();
    let mut start = input.by_ref().take(TOO_LONG);
    if start.read_until(b'\n', &mut bytes).is_err() || bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == TOO_LONG && !bytes.ends_with(b"\n") {
        let _ = input.skip_until(b'\n');
        return Err("that line is too long".into());
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end().to_owned()))
}
