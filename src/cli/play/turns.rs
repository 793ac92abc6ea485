//! Runs a game: moves, then marks on dead stones, until the game is finished or a player stops it.

use std::ops::ControlFlow::{self, Break, Continue};

use gokata::Color;
use gokata::agreement::Stage;
use gokata::bots::Bot;

use super::input::parse;
use super::terminal_game::{Player, TerminalGame};
use crate::terminal::output::Status;
use crate::terminal::text::plain;

impl TerminalGame<'_> {
    /// Plays until the game is finished, a player stops it, or the input ends.
    pub(super) fn play(&mut self) -> Result<Status, String> {
        let has_humans = self.has_humans();
        if has_humans {
            self.output.line("Type ? for help.");
        }
        self.print_loaded_state();
        loop {
            let next = match self.game.state().stage() {
                Stage::Play => self.take_turn(),
                Stage::Scoring => self.agree(),
                Stage::Finished => return self.finish(),
            };
            // Stop if nobody reads the output any more; two bots would otherwise play on.
            if next.is_break() || self.output.is_cut_off() {
                let stopped = self.stop()?;
                return self.ending.take().unwrap_or(Ok(stopped));
            }
            if self.is_followed() {
                self.save_changes();
            }
        }
    }

    fn take_turn(&mut self) -> ControlFlow<()> {
        let record = self.game.state().record().clone();
        let side = record.to_play();
        let mv = match &mut self.players[side as usize] {
            Player::Human => return self.ask(side),
            Player::Engine(_) => return self.take_engine_turn(),
            Player::Bot(bot) => bot.choose(&record),
        };
        if self.screen.shows_every_board() {
            self.output.flush();
            self.screen.wait();
        }
        if let Err(refusal) = self.play_move(mv) {
            // Unreachable unless there is a bug: the bot chooses a legal move.
            self.output
                .line(format!("the bot's move is refused: {refusal}"));
            return Break(());
        }
        if self.is_followed() {
            self.print_move(mv, &record);
        }
        if self.screen.shows_every_board() {
            self.print_board();
        }
        Continue(())
    }

    /// After play has ended, marks the stones that an engine takes as dead and lets human players change the marks; then
    /// bots and engines agree with them.
    fn agree(&mut self) -> ControlFlow<()> {
        self.mark_for_engines()?;
        let state = self.game.state();
        let mut sides = self.marking.into_iter().chain(Color::BOTH);
        if let Some(human) = sides.find(|side| !state.is_done(*side) && self.is_human(*side)) {
            self.marking = Some(human);
            return self.ask(human);
        }
        let bot = Color::BOTH.into_iter().find(|side| !state.is_done(*side));
        if let Some(bot) = bot {
            let _ = self.request(bot, self.done(bot));
            if self.has_humans() {
                self.output.line(format!("{bot} agrees."));
            }
        }
        Continue(())
    }

    /// Reads one command of a human player and carries it out.
    fn ask(&mut self, side: Color) -> ControlFlow<()> {
        self.print_board_if_new();
        let state = self.game.state();
        let is_scoring = state.stage() == Stage::Scoring;
        let prompt = if is_scoring {
            format!("{side}: mark dead stones, or `done`> ")
        } else {
            let turn = state.record().turns() + 1;
            format!("{turn}. {side} ({})> ", side.letter())
        };
        let line = match self.output.ask(&prompt) {
            Ok(Some(line)) => line,
            Ok(None) => {
                self.output.line("");
                return Break(());
            }
            Err(error) => {
                self.output.refusal(error);
                return Continue(());
            }
        };
        self.output.entered(&prompt, &plain(&line));
        match parse(&line, side, self.game.state().record(), is_scoring) {
            Ok(input) => self.act(side, input),
            Err(error) => {
                self.output.refusal(error);
                Continue(())
            }
        }
    }
}
