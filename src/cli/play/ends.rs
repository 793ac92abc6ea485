//! How a game ends at this table, and how it is kept.

use std::path::PathBuf;

use gokata::scoring::Outcome;
use gokata::sgf::{self, GameInfo};
use gokata::{Color, Point};

use super::keyboard::read_line;
use super::table::{Seat, Table};
use crate::draw::count;
use crate::terminal::output::Status;

impl Table<'_> {
    /// The game has ended.
    pub(super) fn end(&mut self) -> Result<Status, String> {
        let turns = match self.game.state().record().turns() {
            1 => "1 turn".to_owned(),
            turns => format!("{turns} turns"),
        };
        if let Some(finish) = self.game.state().finish().cloned() {
            self.show_if_new();
            if let Some(counted) = &finish.counted {
                self.output.line(&counted.count);
            }
            let outcome = finish.outcome;
            self.output
                .line(format!("{} ({outcome}, {turns})", outcome.sentence()));
        }
        self.save_as_it_is();
        let refused = self.has_people() && !self.keep.has_file() && self.offer_to_save();
        let saved = self.keep.close(self.has_people() && !refused);
        self.tell_saved(saved)
    }

    /// A finished game that is kept nowhere yet: a person may say where. Whether he has said no; who says
    /// nothing at all may have lost his terminal.
    fn offer_to_save(&mut self) -> bool {
        loop {
            self.output
                .at_once("Keep the game record? A file name, or nothing: ");
            let Ok(Some(line)) = read_line() else {
                self.output.line("");
                return false;
            };
            if line.trim().is_empty() {
                return true;
            }
            match self.keep.keep_in(PathBuf::from(line.trim())) {
                Ok(()) => return false,
                Err(fault) => self.output.line(fault),
            }
        }
    }

    /// Somebody has stopped before the end. What was played is kept, whether or not a file was named.
    pub(super) fn stop(&mut self) -> Result<Status, String> {
        self.save_as_it_is();
        if self.game.state().record().turns() > 0 {
            self.output.line("The game is not finished.");
        }
        let saved = self.keep.close(true);
        self.tell_saved(saved)
    }

    fn tell_saved(&mut self, saved: Result<(), String>) -> Result<Status, String> {
        match (saved, self.keep.name()) {
            (Ok(()), Some(file)) => self.output.line(format!("saved: {file}")),
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
        let before = self.keep.name();
        self.save_as_it_is();
        let kept = match file {
            Some(file) => self.keep.keep_in(PathBuf::from(file)),
            None => self.keep.save_anywhere(),
        };
        if let Err(fault) = kept {
            return self.output.line(fault);
        }
        // Before the first move, there was nothing to write yet.
        self.saved = None;
        let file = self.keep.name().unwrap_or_default();
        let instead = match before {
            Some(before) if before != file => format!(", and {before} is left as it is"),
            _ => String::new(),
        };
        self.output.line(format!(
            "saved: {file}; it is kept up to date from now on{instead}"
        ));
    }

    /// The file is never behind what is on the board.
    pub(super) fn save_as_it_is(&mut self) {
        let state = self.game.state();
        if self.saved == Some(state.seq()) {
            return;
        }
        let nothing_to_lose = state.record().turns() == 0 && !self.keep.has_file();
        self.saved = Some(state.seq());
        let record = if nothing_to_lose {
            String::new()
        } else {
            self.record()
        };
        if let Err(fault) = self.keep.set(record) {
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
        // What the count has counted, so that board and result agree.
        let is_counted = finish.is_some_and(|finish| finish.counted.is_some());
        let map = count::map(&self.standing());
        let territory = |letters: [char; 2]| {
            let counts = |point: &Point| is_counted && letters.contains(&map(*point));
            state.record().size().points().filter(counts).collect()
        };
        let about = GameInfo {
            black: Some(player(Color::Black)),
            white: Some(player(Color::White)),
            result: Some(finish.map_or(Outcome::Unknown, |finish| finish.outcome)),
            black_territory: territory(['+', 'O']),
            white_territory: territory(['-', 'X']),
            ..GameInfo::default()
        };
        sgf::write(state.record(), &about)
    }
}
