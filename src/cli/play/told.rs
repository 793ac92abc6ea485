//! What the players are told while they play.

use gokata::agreement::Stage;
use gokata::scoring::{Marked, Outcome, Standing};
use gokata::{Action, BoardRecord, Move};

use super::table::Table;

impl Table<'_> {
    pub(super) fn show(&mut self) {
        let state = self.game.state();
        self.shown = state.seq();
        let picture = match state.stage() {
            Stage::Play => self.screen.position(state.record()),
            Stage::Scoring | Stage::Finished => self.screen.marked(&state.marks()),
        };
        self.output.line(format!("\n{picture}"));
    }

    pub(super) fn tell_move(&mut self, mv: Move, before: &BoardRecord) {
        let verb = match mv.action {
            Action::Play(point) => format!("plays {}", point.vertex(before.size())),
            Action::Pass => "passes".to_owned(),
            Action::Resign => "resigns".to_owned(),
        };
        self.output.line(format!("{} {verb}.", mv.color));
        self.tell_captures(mv, before);
    }

    pub(super) fn tell_captures(&mut self, mv: Move, before: &BoardRecord) {
        let after = self.game.state().record();
        for (color, what) in [(mv.color, "takes"), (!mv.color, "gets by suicide")] {
            // Pass stones are handed over, not taken.
            let taken = after.prisoners(color) - before.prisoners(color);
            if taken > 0 && mv.action != Action::Pass {
                let word = if taken == 1 { "stone" } else { "stones" };
                self.output.line(format!("{color} {what} {taken} {word}."));
            }
        }
        if mv.action == Action::Pass && self.game.state().stage() == Stage::Scoring {
            self.output.line("Both have passed. Which stones are dead?");
            let borders = self.game.state().marks().open_borders();
            let open: usize = borders.iter().map(|border| border.points.len()).sum();
            if open > 0 {
                self.output.line(format!(
                    "{open} points lie open between both sides and are nobody's: `resume` if that is not finished."
                ));
            }
        }
    }

    pub(super) fn tell_changes(&mut self, changes: &Marked) {
        let record = self.game.state().record();
        let size = record.size();
        for (what, points) in [
            ("dead now", &changes.killed),
            ("alive again", &changes.revived),
            ("nobody's now", &changes.neutral),
            ("counted again", &changes.counted),
        ] {
            if points.is_empty() {
                continue;
            }
            let names: Vec<String> = points.iter().map(|point| point.vertex(size)).collect();
            let (count, names) = (names.len(), names.join(" "));
            self.output.line(format!("{what} ({count}): {names}"));
        }
        let score = self.game.state().count().map(|count| count.score());
        if let Some(score) = score {
            self.output
                .line(format!("so far: {}", Outcome::Counted(score).sentence()));
        }
    }

    pub(super) fn score(&mut self) {
        let state = self.game.state();
        let standing = Standing {
            marks: state.marks(),
            ..Standing::from(state.record())
        };
        let size = state.record().size();
        self.output
            .line(crate::score::told_in_full(&standing, size));
    }
}
