//! Prints the board, moves and marks during a game.

use gokata::agreement::{Event, Marking, Stage, Suggestion};
use gokata::scoring::{Marked, Outcome};
use gokata::{Action, BoardRecord, Color, Move};

use super::game::TerminalGame;
use super::page::Picture;
use crate::draw::board as draw;
use crate::draw::count::{self, doubts, in_full, names, unfinished};
use crate::draw::grid::Grid;
use crate::terminal::text::{number, wrapped};

impl TerminalGame<'_> {
    /// Prints the board if it differs from the last printed one.
    pub(super) fn print_board_if_new(&mut self) {
        let picture = self.picture();
        self.page.board(picture);
    }

    pub(super) fn print_board(&mut self) {
        self.page.board = None;
        self.print_board_if_new();
    }

    /// Returns the board with its latest stone marked, and the prisoners; after play, with the owner of each point, and dead
    /// stones in capitals.
    fn picture(&self) -> Picture {
        let state = self.game.state();
        let record = state.record();
        let is_counted = state.finish().is_none_or(|finish| finish.counted.is_some());
        if state.stage() != Stage::Play && is_counted {
            return Picture {
                grid: Grid::new(
                    record.size(),
                    None,
                    count::map(&self.game.state().standing()),
                ),
                below: count::legend(),
            };
        }
        let ko = draw::ko_points(record);
        let letter = |point| match record.board().stone_at(point) {
            Some(color) => color.letter(),
            None if ko.contains(&point) => draw::KO,
            None => '.',
        };
        let [black, white] = Color::BOTH.map(|color| record.prisoners(color));
        let legend = if ko.is_empty() {
            ""
        } else {
            "; k forbidden by ko"
        };
        Picture {
            grid: Grid::new(record.size(), draw::last_stone(record), letter),
            below: format!("prisoners: Black {black}, White {white}{legend}"),
        }
    }

    pub(super) fn print_move(&mut self, mv: Move, before: &BoardRecord) {
        let verb = match mv.action {
            Action::Play(point) => format!("plays {}", point.vertex(before.size())),
            Action::Pass => "passes".to_owned(),
            Action::Resign => "resigns".to_owned(),
        };
        self.page.line(format!("{} {verb}.", mv.color));
        self.print_effects(mv, before);
    }

    /// Prints what a move has captured, or, after the passes that end play, what to do next.
    pub(super) fn print_effects(&mut self, mv: Move, before: &BoardRecord) {
        let after = self.game.state().record();
        if mv.action != Action::Pass {
            // A pass may hand over a stone, which is not a capture.
            for (color, how) in [(mv.color, ""), (!mv.color, " by suicide")] {
                let taken = after.prisoners(color) - before.prisoners(color);
                if taken > 0 {
                    let stones = number(taken, "stone");
                    self.page.line(format!("{color} takes {stones}{how}."));
                }
            }
        } else if self.game.state().stage() == Stage::Scoring {
            self.print_end_of_play();
        }
    }

    /// Prints in what state a loaded game is, if it is not simply a player's turn.
    pub(super) fn print_loaded_state(&mut self) {
        let state = self.game.state();
        match state.stage() {
            Stage::Play if state.terms().marking != Marking::Nothing => self.warn_of_passes(),
            Stage::Scoring => self.print_end_of_play(),
            Stage::Play | Stage::Finished => {}
        }
    }

    fn print_end_of_play(&mut self) {
        // Engines name the dead stones first.
        if self.has_engines() {
            return self.page.line("Both have passed.");
        }
        self.page.line("Both have passed. Which stones are dead?");
        self.print_unfinished_borders();
    }

    /// Warns of passes that end the game without marks, after play was resumed.
    pub(super) fn warn_of_passes(&mut self) {
        if self.game.state().passes_decide() {
            self.page
                .line("Two passes without a stone now end the game, with all stones alive.");
        }
    }

    /// Prints which borders are unfinished and which territory does not count, before stones are marked.
    pub(super) fn print_unfinished_borders(&mut self) {
        let standing = self.game.state().standing();
        let is_open = standing.unfinished().is_none() && !standing.marks.open_borders().is_empty();
        if self.has_humans() && is_open {
            self.page
                .line("(Enter `resume` if the borders are not finished yet.)");
        }
        self.print_unfinished();
    }

    /// Prints which points are unfinished, and which territory does not count.
    fn print_unfinished(&mut self) {
        let standing = self.game.state().standing();
        for line in unfinished(&standing, advice)
            .into_iter()
            .chain(doubts(&standing))
        {
            self.page.line(line);
        }
    }

    /// Describes an action of a player; `None` for events that follow from an action.
    pub(super) fn in_words(&self, event: &Event) -> Option<String> {
        let size = self.game.state().record().size();
        let by = event.by()?;
        let what = match event {
            Event::Played { point, .. } => point.vertex(size),
            Event::Passed { .. } => "pass".to_owned(),
            Event::Suggested { .. } => "suggest".to_owned(),
            Event::Marked { point, mark, .. } => format!("{} {}", mark.name(), point.vertex(size)),
            other => other.name().to_owned(),
        };
        Some(format!("{by} {what}"))
    }

    pub(super) fn all_marks(&self) -> Marked {
        let marks = self.game.state().marks();
        let mut all = Marked::default();
        all.killed = marks.dead().list();
        all.neutral = marks.neutral().list();
        all
    }

    /// Prints how sure a suggestion is of the dead chains and those in seki, and which chains it does not decide: a stone of
    /// each.
    pub(super) fn print_suggestion(&mut self, suggestion: &Suggestion) {
        let size = self.game.state().record().size();
        let Suggestion {
            dead, seki, open, ..
        } = suggestion;
        let mut lines = Vec::new();
        for (what, chains) in [("dead", dead), ("in seki", seki)] {
            for (how, is_proven) in [("proven", true), ("likely", false)] {
                let chains = chains.iter().filter(|chain| {
                    !open.contains(chain) && suggestion.proven.contains(chain) == is_proven
                });
                lines.push((format!("{how} {what}"), names(chains.copied(), size)));
            }
        }
        lines.push((
            "open, only a guess: look at".to_owned(),
            names(open.iter().copied(), size),
        ));
        lines.retain(|(_, chains)| !chains.is_empty());
        if lines.is_empty() {
            self.page.line("No stone seems to be dead.");
        }
        for (what, chains) in lines {
            self.page.line(wrapped(&format!("{what}: {chains}")));
        }
    }

    pub(super) fn print_mark_changes(&mut self, changes: &Marked) {
        let size = self.game.state().record().size();
        for (what, points) in [
            ("dead now", &changes.killed),
            ("alive again", &changes.revived),
            ("nobody's now", &changes.neutral),
            ("counted again", &changes.counted),
        ] {
            if !points.is_empty() {
                let (count, names) = (points.len(), names(points.iter().copied(), size));
                self.page.line(format!("{what} ({count}): {names}"));
            }
        }
        self.print_unfinished();
        if let Some(count) = self.game.state().count() {
            let outcome = Outcome::Counted(count.score());
            self.page.line(format!("so far: {}", outcome.sentence()));
        }
    }

    pub(super) fn print_score(&mut self) {
        let standing = self.game.state().standing();
        let is_scored = self.game.state().stage() == Stage::Scoring;
        if let Some(line) = unfinished(&standing, advice).filter(|_| is_scored) {
            self.page.line(line);
        }
        self.page.line(in_full(&standing));
    }
}

/// Returns what to do about unfinished points.
fn advice(rules: &str) -> String {
    format!(
        "If no stone is dead and they are no seki, enter `resume` to fill them. A game with `--rules {rules}` counts \
         without the tax, and `neutral POINT` marks the eyes of a seki."
    )
}
