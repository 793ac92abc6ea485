//! The turns of engines, and what they say about dead stones.

use std::ops::ControlFlow::{self, Break, Continue};

use gokata::agreement::{Command, Game};
use gokata::scoring::{Mark, Marked};
use gokata::{Color, Move, Point, explain_move};

use super::engine::EngineError;
use super::terminal_game::{Player, TerminalGame};
use crate::draw::count::names;
use crate::terminal::output::Status;
use crate::terminal::text::{quoted_word, wrapped};

impl TerminalGame<'_> {
    /// Prints the names of the engines and what they do not know about the game.
    pub(super) fn print_engines(&mut self) {
        for (player, side) in self.players.iter().zip(Color::BOTH) {
            if let Player::Engine(engine) = player {
                self.output.line(format!("{side}: {}", engine.name));
                for note in &engine.notes {
                    self.output.line(format!("note: {note}"));
                }
            }
        }
    }

    /// Returns the options that start these engines again.
    pub(super) fn engine_options(&self) -> String {
        let players = self.players.iter().zip(["--black", "--white"]);
        let options = players.filter_map(|(player, option)| match player {
            Player::Engine(engine) => Some(format!(" {option} {}", quoted_word(&engine.command))),
            _ => None,
        });
        options.collect()
    }

    /// Asks the engine of the side to play for its move and plays it. The game stops if the engine fails.
    pub(super) fn take_engine_turn(&mut self) -> ControlFlow<()> {
        let record = self.game.state().record().clone();
        let side = record.to_play();
        let has_humans = self.has_humans();
        let Player::Engine(engine) = &mut self.players[side as usize] else {
            return Continue(());
        };
        let thinking = format!("{side} is thinking ...");
        if !has_humans {
            self.output.flush();
        }
        self.output.flush_before(&thinking);
        let mv = match engine.choose(&record) {
            Ok(mv) => mv,
            Err(EngineError::Refused(mv, why)) => return self.take_back_refused(side, mv, &why),
            Err(error) => return self.stop_for_engine(side, &error),
        };
        if self.screen.shows_every_board() {
            self.screen.wait();
        }
        if self.play_move(mv).is_err() {
            let explanation = explain_move(mv, &record);
            self.output.refusal(format!(
                "{side}'s engine plays an illegal move, so the game stops.\n{explanation}"
            ));
            self.ending = Some(Ok(Status::NotAsExpected));
            return Break(());
        }
        self.print_move(mv, &record);
        if self.screen.shows_every_board() {
            self.print_board();
        }
        Continue(())
    }

    /// Takes back the human move that an engine rejects. The game stops if the move is not the latest of a human.
    fn take_back_refused(&mut self, engine: Color, mv: Move, why: &str) -> ControlFlow<()> {
        let size = self.screen.size;
        let refusal = format!("{engine}'s engine rejects {}: {why}.", mv.describe(size));
        let is_latest = self.game.state().record().last_turn() == Some(mv);
        let before = self.game.undo().filter(|before| {
            let record = self.game.state().record();
            before.state().record().turns() + 1 == record.turns()
        });
        match before {
            Some(before) if is_latest && self.is_human(mv.color) => {
                self.game = before;
                self.saved_events = None;
                let advice = "The move is legal here, but taken back, because the engine cannot go on with it.";
                self.output.line(wrapped(&format!("{refusal} {advice}")));
                Continue(())
            }
            _ => {
                let message = format!("{refusal} The move is legal here; the game stops.");
                self.output.line(wrapped(&message));
                self.ending = Some(Ok(Status::NotAsExpected));
                Break(())
            }
        }
    }

    fn stop_for_engine(&mut self, side: Color, error: &EngineError) -> ControlFlow<()> {
        if let Player::Engine(engine) = &self.players[side as usize] {
            let error = engine.describe(error, self.screen.size);
            self.ending = Some(Err(format!("{side}'s engine {error}")));
        }
        Break(())
    }

    /// Marks the stones that the engines take as dead, once after each end of play. The human player decides; two engines
    /// must name the same stones.
    pub(super) fn mark_for_engines(&mut self) -> ControlFlow<()> {
        let record = self.game.state().record().clone();
        if !self.has_engines() || self.proposed_at == Some(record.turns()) {
            return Continue(());
        }
        self.proposed_at = Some(record.turns());
        self.output.flush_before("looking for dead stones ...");
        let mut lists: Vec<(Color, Vec<Point>)> = Vec::new();
        for side in Color::BOTH {
            let Player::Engine(engine) = &mut self.players[side as usize] else {
                continue;
            };
            match engine.dead_stones(&record) {
                Ok(Some(stones)) => lists.push((side, stones)),
                Ok(None) => self.output.line(format!(
                    "{side}'s engine does not say which stones are dead."
                )),
                Err(error) => return self.stop_for_engine(side, &error),
            }
        }
        let size = self.screen.size;
        let named = |stones: &[Point]| match stones {
            [] => "none".to_owned(),
            stones => names(stones, size),
        };
        match &lists[..] {
            [(_, black), (_, white)] if black != white => {
                let (black, white) = (named(black), named(white));
                self.output.line(wrapped(&format!(
                    "The engines disagree about dead stones, so the game stops. Black's: {black}; White's: {white}"
                )));
                self.ending = Some(Ok(Status::NotAsExpected));
                return Break(());
            }
            [(side, stones), ..] => {
                let message = format!("{side}'s engine takes as dead: {}", named(stones));
                self.output.line(wrapped(&message));
                if !stones.is_empty() {
                    self.mark_dead(*side, stones);
                    return Continue(());
                }
            }
            [] => {}
        }
        self.print_unfinished_borders();
        Continue(())
    }

    /// Marks these stones, as far as they can be dead, and prints what has changed.
    fn mark_dead(&mut self, by: Color, stones: &[Point]) {
        let dead = |game: &Game| game.state().marks().dead().collect::<Vec<Point>>();
        let before = dead(&self.game);
        for point in stones {
            let (point, mark) = (*point, Mark::Dead);
            let base = self.game.state().scoring_number();
            // A stone stays alive if only stones of its own color are around it.
            let _ = self.request(by, Command::Mark { point, mark, base });
        }
        let after = dead(&self.game);
        let only_in = |some: &[Point], others: &[Point]| {
            let only = some.iter().filter(|point| !others.contains(point));
            only.copied().collect()
        };
        self.print_mark_changes(&Marked {
            killed: only_in(&after, &before),
            revived: only_in(&before, &after),
            ..Marked::default()
        });
    }
}
