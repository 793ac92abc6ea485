//! Prints the board, moves and marks during a game.

use gokata::agreement::{Event, Marking, Stage};
use gokata::scoring::{Marked, Outcome};
use gokata::{Action, BoardRecord, Move};

use super::terminal_game::TerminalGame;
use crate::draw::count::{doubts, in_full, names, unfinished};
use crate::terminal::text::number;

impl TerminalGame<'_> {
    /// Prints the board if it differs from the last printed one.
    pub(super) fn print_board_if_new(&mut self) {
        let picture = self.picture();
        if picture != self.last_picture {
            self.output.board(&picture);
            self.last_picture = picture;
        }
    }

    pub(super) fn print_board(&mut self) {
        self.last_picture.clear();
        self.print_board_if_new();
    }

    fn picture(&mut self) -> String {
        let state = self.game.state();
        let is_counted = state.finish().is_none_or(|finish| finish.counted.is_some());
        if state.stage() != Stage::Play && is_counted {
            self.screen.marked(&self.standing())
        } else {
            self.screen.position(state.record())
        }
    }

    pub(super) fn print_move(&mut self, mv: Move, before: &BoardRecord) {
        let verb = match mv.action {
            Action::Play(point) => format!("plays {}", point.vertex(before.size())),
            Action::Pass => "passes".to_owned(),
            Action::Resign => "resigns".to_owned(),
        };
        self.output.line(format!("{} {verb}.", mv.color));
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
                    self.output.line(format!("{color} takes {stones}{how}."));
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
            Stage::Scoring => {
                let marks = state.marks();
                let set = Marked {
                    killed: marks.dead().collect(),
                    neutral: marks.neutral().collect(),
                    ..Marked::default()
                };
                if set.is_change() {
                    self.output.line("Both have passed, and stones are marked.");
                    self.print_mark_changes(&set);
                } else {
                    self.print_end_of_play();
                }
            }
            Stage::Play | Stage::Finished => {}
        }
    }

    fn print_end_of_play(&mut self) {
        // Engines name the dead stones first.
        if self.has_engines() {
            return self.output.line("Both have passed.");
        }
        self.output.line("Both have passed. Which stones are dead?");
        self.print_unfinished_borders();
    }

    /// Warns of passes that end the game without marks, after play was resumed.
    pub(super) fn warn_of_passes(&mut self) {
        if self.game.state().passes_decide() {
            self.output
                .line("Two passes without a stone now end the game, with all stones alive.");
        }
    }

    /// Prints which borders are unfinished and which territory does not count, before stones are marked.
    pub(super) fn print_unfinished_borders(&mut self) {
        let is_unfinished = self.print_unfinished();
        let has_humans = self.has_humans();
        if has_humans && !is_unfinished && !self.standing().marks.open_borders().is_empty() {
            self.output
                .line("(Enter `resume` if the borders are not finished yet.)");
        }
        self.print_doubts();
    }

    /// Prints which points are unfinished. Returns false if there are none.
    fn print_unfinished(&mut self) -> bool {
        let advice = |rules: &str| {
            format!(
                "If no stone is dead and they are no seki, enter `resume` to fill them. A game with `--rules {rules}` \
                 counts without the tax, and `neutral POINT` marks the eyes of a seki."
            )
        };
        let unfinished = unfinished(&self.standing(), advice);
        if let Some(unfinished) = &unfinished {
            self.output.line(unfinished);
        }
        unfinished.is_some()
    }

    fn print_doubts(&mut self) {
        for doubt in doubts(&self.standing()) {
            self.output.line(doubt);
        }
    }

    /// Describes an action of a player; `None` for events that follow from an action.
    pub(super) fn in_words(&self, event: &Event) -> Option<String> {
        let size = self.game.state().record().size();
        let by = event.by()?;
        let what = match event {
            Event::Played { point, .. } => point.vertex(size),
            Event::Passed { .. } => "pass".to_owned(),
            Event::Marked { point, mark, .. } => format!("{} {}", mark.name(), point.vertex(size)),
            other => other.name().to_owned(),
        };
        Some(format!("{by} {what}"))
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
                let (count, names) = (points.len(), names(points, size));
                self.output.line(format!("{what} ({count}): {names}"));
            }
        }
        self.print_unfinished();
        self.print_doubts();
        if let Some(count) = self.game.state().count() {
            let outcome = Outcome::Counted(count.score());
            self.output.line(format!("so far: {}", outcome.sentence()));
        }
    }

    pub(super) fn print_score(&mut self) {
        if self.game.state().stage() == Stage::Scoring {
            self.print_unfinished();
        }
        self.output.line(in_full(&self.standing()));
    }
}
