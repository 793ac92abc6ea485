//! Ends a game and saves its record.

use std::path::Path;

use gokata::Point;
use gokata::agreement::Stage;
use gokata::scoring::Outcome;
use gokata::sgf::{self, GameInfo, TooLong};

use super::game::TerminalGame;
use crate::draw::count;
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, TITLE, styled};
use crate::terminal::text::{number, plain};
use crate::terminal::workers::lock;

impl TerminalGame<'_> {
    /// Ends a finished game: prints the result and saves the record.
    pub(super) fn finish(&mut self) -> Result<(), CommandError> {
        let turns = number(self.game.state().record().turns(), "turn");
        if let Some(finish) = self.game.state().finish().cloned() {
            self.print_board_if_new();
            if let Some(counted) = &finish.counted {
                self.page.line(&counted.count);
            }
            let outcome = finish.outcome;
            let result = format!("{} ({outcome}, {turns})", outcome.sentence());
            self.page.line(styled(TITLE, result));
        }
        self.save_changes();
        let has_humans = self.has_humans();
        let is_named = lock(&self.keep).name().is_some();
        let anywhere = has_humans && (is_named || self.ask_for_file());
        let saved = lock(&self.keep).close(anywhere);
        self.print_saved(saved)
    }

    /// Asks for a file to save the record in. Returns false if the player enters an empty line. At the end of input the
    /// record is saved: the terminal may have been closed.
    fn ask_for_file(&mut self) -> bool {
        loop {
            let prompt = "Keep the game record? A file name (Enter alone: do not keep): ";
            let Ok(Some(line)) = self.page.ask(prompt) else {
                self.page.line("");
                return true;
            };
            let line = line.trim();
            let command = line.split_once(char::is_whitespace);
            let command = command.filter(|(word, _)| word.eq_ignore_ascii_case("save"));
            let file = command.map_or(line, |(_, file)| file.trim_start());
            if file.is_empty() {
                return false;
            }
            // An answer or a command is no name.
            if !file.contains(['.', '/']) {
                let file = plain(file);
                self.page.refusal(format!(
                    "`{file}` has no ending: is it a file? Enter alone: do not keep. A file of that name: ./{file}"
                ));
                continue;
            }
            match lock(&self.keep).keep_in(Path::new(file)) {
                Ok(()) => return true,
                Err(error) => self.page.refusal(error),
            }
        }
    }

    /// Ends a game that is stopped. Saves the record even if the player named no file.
    pub(super) fn stop(&mut self) -> Result<(), CommandError> {
        self.save_changes();
        if self.game.state().finish().is_none() {
            self.page.line("The game is not finished.");
        }
        let saved = lock(&self.keep).stop();
        self.print_saved(saved)
    }

    fn print_saved(&mut self, saved: Result<String, CommandError>) -> Result<(), CommandError> {
        match saved {
            Ok(report) if report.is_empty() => {}
            Ok(report) => {
                self.page.line(report);
                if let Err(long) = self.written() {
                    Output::log(&format!("gokata: {long}"));
                }
            }
            Err(error) => {
                // The record cannot be saved in any file, so print it.
                let record = self.sgf();
                self.page.line(record);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Saves the record in this file from now on; without a name, in the current file or a new one.
    pub(super) fn save(&mut self, file: Option<&str>) -> Result<(), CommandError> {
        self.save_changes();
        let mut keep = lock(&self.keep);
        let before = keep.name();
        keep.save(file.map(Path::new))?;
        let file = keep.name().unwrap_or_default();
        let left = match before {
            Some(before) if before != file => format!("; {before} is left unchanged"),
            _ => String::new(),
        };
        self.page.line(format!(
            "saved: {file}; it is kept up to date from now on{left}"
        ));
        Ok(())
    }

    pub(super) fn save_changes(&mut self) {
        let is_finished = self.game.state().finish().is_some();
        let record = self.sgf();
        if let Err(error) = lock(&self.keep).set(record, is_finished) {
            self.page.refusal(error);
        }
    }

    pub(super) fn sgf(&self) -> String {
        self.written().unwrap_or_else(|long| long.text)
    }

    fn written(&self) -> Result<String, TooLong> {
        let state = self.game.state();
        let finish = state.finish();
        // Writes the points that the count has used, so that board and result agree; and the marks of a game that is
        // stopped before all agree, if there are any.
        let standing = self.game.state().standing();
        let is_marked = || {
            let marked = standing.marks.dead() | standing.marks.neutral();
            state.stage() == Stage::Scoring && !marked.is_empty()
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
