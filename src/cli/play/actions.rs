//! Carries out the commands of a human player.

use std::ops::ControlFlow::{self, Break, Continue};

use gokata::agreement::{Answer, Command, Event, Refusal, Stage, Viewer};
use gokata::scoring::Mark;
use gokata::{Action, Color, IllegalMove, Move, Point, explain_move};

use super::input::{Input, help};
use super::terminal_game::TerminalGame;
use crate::terminal::text::wrapped;

impl TerminalGame<'_> {
    /// Carries out a command of `color`. Returns `Break` if the player stops the game.
    pub(super) fn act(&mut self, color: Color, input: Input) -> ControlFlow<()> {
        match input {
            Input::Nothing => {}
            Input::Quit => return Break(()),
            Input::Help => {
                let allowed = self.game.view(Viewer::Player(color)).allowed;
                let text = help(self.screen.size, &allowed, self.game.state());
                self.output.line(text);
            }
            Input::Show => self.print_board(),
            Input::Score => self.print_score(),
            Input::Why(mv) => {
                let explanation = explain_move(mv, self.game.state().record());
                self.output.line(explanation);
            }
            Input::Save(file) => self.save(file),
            Input::Undo => self.undo(),
            Input::Move(mv) => self.enter_move(color, mv),
            Input::Toggle(point) => {
                let mark = self.opposite_mark(point);
                self.mark(color, point, mark);
            }
            Input::Mark(mark, points) => {
                for point in points {
                    if !self.mark(color, point, mark) {
                        break;
                    }
                }
            }
            Input::Done => {
                let done = self.done(color);
                self.request_or_print(color, done);
            }
            Input::Back => self.withdraw_done(color),
            Input::Resume => self.resume(color),
        }
        Continue(())
    }

    fn enter_move(&mut self, color: Color, mv: Move) {
        let before = self.game.state().record().clone();
        // Players cannot resign for their opponent.
        if mv.color != color && mv.action == Action::Resign {
            return self.output.refusal(IllegalMove::Turn);
        }
        if self.game.state().stage() == Stage::Scoring {
            if mv.action == Action::Resign {
                self.request_or_print(color, Command::Resign);
            } else {
                self.output.line(
                    "Play has ended: `done` if you agree with the board, `resume` to play on.",
                );
            }
            return;
        }
        match self.play_move(mv) {
            Ok(_) => {
                if mv.action == Action::Pass {
                    self.output.line(format!("{color} passes."));
                }
                if self.game.state().stage() != Stage::Finished {
                    self.print_effects(mv, &before);
                }
            }
            Err(Refusal::Illegal(_) | Refusal::NotYourTurn) => {
                self.output.refusal(explain_move(mv, &before));
            }
            Err(refusal) => self.output.refusal(refusal),
        }
    }

    /// Returns the mark for a point that a player enters without a command word: the opposite of its current mark.
    fn opposite_mark(&self, point: Point) -> Mark {
        let marks = self.game.state().marks();
        match marks.stone_at(point) {
            None if marks.neutral().any(|neutral| neutral == point) => Mark::Counted,
            None => Mark::Neutral,
            Some(_) if marks.dead().any(|dead| dead == point) => Mark::Alive,
            Some(_) => Mark::Dead,
        }
    }

    /// Marks a point. Returns false if the game rejects the mark.
    fn mark(&mut self, color: Color, point: Point, mark: Mark) -> bool {
        let base = self.game.state().scoring_number();
        let size = self.game.state().record().size();
        let opponent_was_done = self.game.state().is_done(!color);
        match self.request(color, Command::Mark { point, mark, base }) {
            Ok(Answer::Changed { events, .. }) => {
                let changes = events.iter().find_map(|event| match event {
                    Event::Marked { changes, .. } => Some(changes.clone()),
                    _ => None,
                });
                let marks = self.game.state().marks();
                if mark == Mark::Dead && marks.dead().next().is_none() {
                    self.output
                        .line("Not all stones on the board can be dead, so all are alive again.");
                }
                self.print_mark_changes(&changes.unwrap_or_default());
                if opponent_was_done {
                    self.output.line(format!("{} has to agree again.", !color));
                }
                return true;
            }
            Ok(Answer::Unchanged) => {
                let marks = self.game.state().marks();
                let stays_alive = mark == Mark::Dead && !marks.dead().any(|dead| dead == point);
                self.output.line(if stays_alive {
                    "It stays alive: only stones of the opponent can live around a dead stone."
                } else {
                    "The point already has this mark."
                });
                return true;
            }
            Err(Refusal::Mark(error)) => self.output.refusal(error.describe(size)),
            Err(Refusal::MarkNotOffered(_)) => {
                let point = point.vertex(size);
                self.output.refusal(format!("there is no stone on {point}"));
            }
            Err(refusal) => self.output.refusal(refusal),
        }
        false
    }

    /// Withdraws the opponent's `done`, else the player's own. A player who is done gets no further prompt, so the
    /// opponent at the same terminal withdraws it.
    fn withdraw_done(&mut self, color: Color) {
        let state = self.game.state();
        let by = if state.is_done(!color) { !color } else { color };
        // Event 0 does not exist, so nothing is taken back; the game says if it is not being scored.
        let approval = state.approval(by).map_or(0, |approval| approval.seq);
        match self.request(by, Command::Undone { approval }) {
            Ok(_) => self.output.line(format!("{by} is not done any more.")),
            Err(Refusal::StaleScore) => self.output.line("Nobody is done yet."),
            Err(refusal) => self.output.refusal(refusal),
        }
    }

    fn resume(&mut self, color: Color) {
        let number = self.game.state().scoring_number();
        if !self.request_or_print(color, Command::Resume { number }) {
            return;
        }
        let next = self.game.state().record().to_play();
        self.output.line(format!("Play goes on: {next} moves."));
        self.warn_of_passes();
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
        // After other moves the number of events may be the same again, but the record must be saved.
        self.saved_events = None;
        let message = format!("Taken back: {}.", undone.join(", "));
        self.output.line(wrapped(&message));
    }

    /// Makes a request. Returns true if it is accepted, else prints the reason and returns false.
    fn request_or_print(&mut self, by: Color, command: Command) -> bool {
        let result = self.request(by, command);
        if let Err(refusal) = &result {
            self.output.refusal(refusal);
        }
        result.is_ok()
    }
}
