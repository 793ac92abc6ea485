//! Ends a game and saves its record.

use std::env;
use std::path::{Path, PathBuf};

use gokata::agreement::Stage;
use gokata::scoring::Outcome;
use gokata::sgf::{self, GameInfo};
use gokata::{Color, Point};

use super::input::{Input, parse};
use super::terminal_game::TerminalGame;
use crate::draw::count;
use crate::read::record::TOO_LONG;
use crate::terminal::output::{Output, Status, TITLE, styled};
use crate::terminal::text::{number, plain};

impl TerminalGame<'_> {
    /// Ends a finished game: prints the result and saves the record.
    pub(super) fn finish(&mut self) -> Result<Status, String> {
        let turns = number(self.game.state().record().turns(), "turn");
        if let Some(finish) = self.game.state().finish().cloned() {
            self.print_board_if_new();
            if let Some(counted) = &finish.counted {
                self.output.line(&counted.count);
            }
            let outcome = finish.outcome;
            let result = format!("{} ({outcome}, {turns})", outcome.sentence());
            self.output.line(styled(TITLE, result));
        }
        self.save_changes();
        let has_humans = self.has_humans();
        let declined = has_humans && !self.keep.lock().has_file() && !self.ask_for_file();
        let saved = self.keep.lock().close(has_humans && !declined);
        self.print_saved(saved)
    }

    /// Asks for a file to save the record in. Returns false if the player enters an empty line. At the end of input the
    /// record is saved: the terminal may have been closed.
    fn ask_for_file(&mut self) -> bool {
        loop {
            let prompt = "Keep the game record? A file name (Enter alone: do not keep): ";
            let Ok(Some(line)) = self.output.ask(prompt) else {
                self.output.line("");
                return true;
            };
            let Some(file) = self.file_meant(line.trim()) else {
                continue;
            };
            if file.is_empty() {
                return false;
            }
            match self.keep.lock().keep_in(&typed_path(&file)) {
                Ok(()) => return true,
                Err(error) => self.output.refusal(error),
            }
        }
    }

    /// Returns the file that a player means; empty for none. Refuses words that are no names of files but an answer or a
    /// command: returns `None`.
    fn file_meant(&mut self, line: &str) -> Option<String> {
        let record = self.game.state().record();
        let is_answer = ["y", "yes", "n", "no"].contains(&line.to_ascii_lowercase().as_str());
        match parse(line, Color::Black, record, false) {
            Ok(Input::Nothing) => Some(String::new()),
            Ok(Input::Save(Some(file))) => Some(file),
            Err(_) if !is_answer => Some(line.to_owned()),
            _ => {
                let line = plain(line);
                self.output.refusal(format!(
                    "`{line}` is no file name here. Enter alone: do not keep. A file of that name: ./{line}"
                ));
                None
            }
        }
    }

    /// Ends a game that a player has stopped. Saves the record even if the player named no file.
    pub(super) fn stop(&mut self) -> Result<Status, String> {
        self.save_changes();
        if self.game.state().finish().is_none() {
            self.output.line("The game is not finished.");
        }
        let removed = self.keep.lock().remove_unneeded();
        if let Some(message) = removed {
            self.output.line(message);
        }
        let saved = self.keep.lock().close(true);
        let status = self.print_saved(saved)?;
        let advice = self.keep.lock().advice();
        if let Some(advice) = advice {
            self.output.line(advice);
        }
        Ok(status)
    }

    fn print_saved(&mut self, saved: Result<(), String>) -> Result<Status, String> {
        if let Err(error) = saved {
            // The record cannot be saved in any file, so print it.
            let record = self.sgf();
            self.output.line(record);
            return Err(error);
        }
        if let Some(file) = self.keep.lock().name() {
            self.output.line(format!("saved: {file}"));
            if sgf::is_too_long(self.game.state().record()) {
                Output::log(&format!("gokata: {file}: {TOO_LONG}"));
            }
        }
        Ok(Status::Fine)
    }

    /// Saves the record in this file from now on; without a name, in the current file or a new one.
    pub(super) fn save(&mut self, file: Option<String>) {
        let before = self.keep.lock().name();
        self.save_changes();
        let saved = match file {
            Some(file) => self.keep.lock().keep_in(&typed_path(&file)),
            None => self.keep.lock().save_anywhere(),
        };
        if let Err(error) = saved {
            return self.output.refusal(error);
        }
        self.is_save_wanted = true;
        self.saved_events = None;
        self.save_changes();
        let file = self.keep.lock().name().unwrap_or_default();
        let left = match before {
            Some(before) if before != file => format!("; {before} is left unchanged"),
            _ => String::new(),
        };
        self.output.line(format!(
            "saved: {file}; it is kept up to date from now on{left}"
        ));
    }

    pub(super) fn save_changes(&mut self) {
        let state = self.game.state();
        if self.saved_events == Some(state.seq()) {
            return;
        }
        self.saved_events = Some(state.seq());
        let is_needed = self.is_save_wanted || self.has_gone_on();
        let record = self.sgf();
        let is_finished = self.game.state().finish().is_some();
        let kept = self.keep.lock().set(record, is_needed, is_finished);
        if let Err(error) = kept {
            self.output.refusal(error);
        }
    }

    pub(super) fn sgf(&self) -> String {
        let state = self.game.state();
        let finish = state.finish();
        // Writes the points that the count has used, so that board and result agree; and the marks of a game that is
        // stopped before all agree, if there are any.
        let standing = self.standing();
        let is_marked = || {
            let mut marked = standing.marks.dead().chain(standing.marks.neutral());
            state.stage() == Stage::Scoring && marked.next().is_some()
        };
        let is_counted = finish.is_some_and(|finish| finish.counted.is_some()) || is_marked();
        let map = count::map(&standing);
        let territory = |letters: [char; 2]| {
            let counts = |point: &Point| is_counted && letters.contains(&map(*point));
            state.record().size().points().filter(counts).collect()
        };
        let info = GameInfo {
            result: Some(finish.map_or(Outcome::Unknown, |finish| finish.outcome)),
            other_result: None,
            // The result depends on the komi in force.
            other_komi: None,
            black_territory: territory(['+', 'O']),
            white_territory: territory(['-', 'X']),
            ..self.about.clone()
        };
        sgf::write(state.record(), &info)
    }
}

/// Returns the path that a player has typed. No shell replaces `~` here.
fn typed_path(text: &str) -> PathBuf {
    let home = env::var_os("HOME").filter(|home| !home.is_empty());
    match text.strip_prefix("~/").zip(home) {
        Some((rest, home)) => Path::new(&home).join(rest),
        None => PathBuf::from(text),
    }
}
