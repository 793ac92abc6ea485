//! How a game ends at this table, and how it is kept.

use std::path::PathBuf;

use gokata::scoring::Outcome;
use gokata::sgf::{self, GameInfo};
use gokata::{Color, Point};

use super::table::{Seat, Table};
use crate::output::{Status, name};

impl Table<'_> {
    /// The game has ended.
    pub(super) fn end(&mut self) -> Result<Status, String> {
        let state = self.game.state();
        let turns = state.record().turns();
        if let Some(finish) = state.finish().cloned() {
            // The owners, where they were counted; else the last move.
            if let Some(counted) = &finish.counted {
                self.show();
                self.output.line(&counted.count);
            } else {
                let board = self.screen.position(self.game.state().record());
                self.output.line(format!("\n{board}"));
            }
            self.output.line(format!(
                "{} ({}, {turns} turns)",
                finish.outcome.sentence(),
                finish.outcome
            ));
        }
        let saved = self.keep.write(&self.record());
        self.tell_saved(saved)
    }

    /// Somebody has stopped before the end. What was played is kept, whatever was said before.
    pub(super) fn stop(&mut self) -> Result<Status, String> {
        if self.game.state().record().turns() == 0 && self.keep.file().is_none() {
            return Ok(Status::Fine);
        }
        let kept = self.keep.keep_anywhere();
        let saved = kept.and_then(|()| self.keep.write(&self.record()));
        self.output.line("The game is not finished.");
        self.tell_saved(saved)
    }

    pub(super) fn tell_saved(&mut self, saved: Result<(), String>) -> Result<Status, String> {
        match (saved, self.keep.file()) {
            (Ok(()), Some(file)) => self.output.line(format!("saved: {}", name(file))),
            (Ok(()), None) => {}
            (Err(fault), _) => {
                // Better on the screen than nowhere.
                let record = self.record();
                self.output.line(record);
                return Err(fault);
            }
        }
        Ok(Status::Fine)
    }

    pub(super) fn save(&mut self, file: Option<String>) {
        let kept = match file {
            Some(file) => self.keep.keep_in(PathBuf::from(file)),
            None => self.keep.keep_anywhere(),
        };
        if let Err(fault) = kept.and_then(|()| self.keep.write(&self.record())) {
            return self.output.line(fault);
        }
        let file = self.keep.file().map(name).unwrap_or_default();
        self.output
            .line(format!("saved: {file}; it is kept up to date from now on"));
    }

    /// The file is never behind what is on the board.
    pub(super) fn save_as_it_is(&mut self) {
        if self.saved == self.game.state().seq() {
            return;
        }
        self.saved = self.game.state().seq();
        if let Err(fault) = self.keep.write(&self.record()) {
            self.output.line(fault);
        }
    }

    /// The game record so far.
    pub(super) fn record(&self) -> String {
        let state = self.game.state();
        let player = |color: Color| match self.seats[color as usize] {
            Seat::Human => "human".to_owned(),
            Seat::Bot(_) => "gokata random bot".to_owned(),
        };
        let finish = state.finish();
        let territory = |color: Color| {
            let marks = finish
                .and_then(|finish| finish.counted.as_ref())
                .map(|counted| &counted.marks);
            let is_owned = |point: &Point| {
                marks.is_some_and(|marks| {
                    marks.state(*point).is_some_and(|state| {
                        state.owner() == Some(color) && (state.is_dead() || state.stone().is_none())
                    })
                })
            };
            state.record().size().points().filter(is_owned).collect()
        };
        let about = GameInfo {
            black: Some(player(Color::Black)),
            white: Some(player(Color::White)),
            result: Some(finish.map_or(Outcome::Unknown, |finish| finish.outcome)),
            black_territory: territory(Color::Black),
            white_territory: territory(Color::White),
            ..GameInfo::default()
        };
        sgf::write(state.record(), &about)
    }
}
