//! The turns of engines, and what they say about dead stones.

use std::ops::ControlFlow::{self, Break, Continue};

use gokata::agreement::{Answer, Command, Event, Stage};
use gokata::scoring::{Mark, Marked};
use gokata::{BoardRecord, Color, Move, Point, explain_move};

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

    /// Marks the stones that the engines take as dead, once after each end of play.
    pub(super) fn mark_for_engines(&mut self) -> ControlFlow<()> {
        let record = self.game.state().record().clone();
        if self.proposed_at == Some(record.turns()) {
            return Continue(());
        }
        self.proposed_at = Some(record.turns());
        if self.has_engines() {
            self.output.flush_before("looking for dead stones ...");
        }
        self.proposals = [None, None];
        for side in Color::BOTH {
            let Player::Engine(engine) = &mut self.players[side as usize] else {
                continue;
            };
            let stones = match engine.dead_stones(&record) {
                Ok(stones) => stones,
                Err(error) => return self.stop_for_engine(side, &error),
            };
            let all = record.board().stones().count();
            if all > 0 && stones.as_ref().is_some_and(|stones| stones.len() == all) {
                self.output.line(wrapped(&format!(
                    "{side}'s engine takes all stones as dead, which is impossible: it has no say."
                )));
                continue;
            }
            self.proposals[side as usize] = stones;
            if self.proposals[side as usize].is_none() {
                self.output.line(format!(
                    "{side}'s engine does not say which stones are dead."
                ));
            }
        }
        let size = self.screen.size;
        let list = |stones: &[Point]| match stones {
            [] => "none".to_owned(),
            stones => names(stones, size),
        };
        if let [Some(black), Some(white)] = &self.proposals
            && black != white
        {
            let (black, white) = (list(black), list(white));
            self.output.line(wrapped(&format!(
                "The engines disagree about dead stones, so the game stops. Black's: {black}; White's: {white}"
            )));
            self.ending = Some(Ok(Status::NotAsExpected));
            return Break(());
        }
        let by = Color::BOTH.map(|side| (side, self.proposals[side as usize].clone()));
        let Some((side, stones)) = by
            .into_iter()
            .find_map(|(side, stones)| Some((side, stones?)))
        else {
            if self.has_engines() {
                self.print_unfinished_borders();
            }
            return Continue(());
        };
        let stones_listed = list(&stones);
        let message = format!("{side}'s engine takes as dead: {stones_listed}");
        self.output.line(wrapped(&message));
        if stones.is_empty() {
            self.print_unfinished_borders();
        } else {
            let changes = self.mark_dead(side, &stones);
            let alive = stones.into_iter().filter(|point| !self.is_dead(*point));
            let alive: Vec<Point> = alive.collect();
            if !alive.is_empty() {
                let names = names(&alive, size);
                self.output.line(wrapped(&format!(
                    "These stay alive, because only stones of the opponent can live around dead stones: {names}"
                )));
            }
            self.print_mark_changes(&changes);
        }
        Continue(())
    }

    fn mark_dead(&mut self, by: Color, stones: &[Point]) -> Marked {
        let mut all = Marked::default();
        for point in stones {
            if self.is_dead(*point) || self.game.state().stage() != Stage::Scoring {
                continue;
            }
            let command = Command::Mark {
                point: *point,
                mark: Mark::Dead,
                base: self.game.state().scoring_number(),
            };
            let Ok(Answer::Changed { events, .. }) = self.request(by, command) else {
                continue;
            };
            for event in events {
                if let Event::Marked { changes, .. } = event {
                    all.killed.extend(changes.killed);
                    all.revived.extend(changes.revived);
                }
            }
        }
        all.revived.retain(|point| !self.is_dead(*point));
        all.killed.retain(|point| self.is_dead(*point));
        all
    }

    fn is_dead(&self, point: Point) -> bool {
        self.game.state().marks().dead().any(|dead| dead == point)
    }

    /// Returns a remark if this side's engine takes other stones as dead than are marked.
    pub(super) fn dissent(&self, side: Color) -> Option<String> {
        let stones = self.proposals[side as usize].as_ref()?;
        let mut dead: Vec<Point> = self.game.state().marks().dead().collect();
        dead.sort_unstable();
        (dead != *stones).then(|| format!("{side}'s engine had other stones for dead."))
    }

    /// Forgets what the engines take as dead, once moves have been taken back.
    pub(super) fn forget_proposals(&mut self, record: &BoardRecord) {
        if !record.is_over() {
            self.proposed_at = None;
            self.proposals = [None, None];
        }
    }
}
