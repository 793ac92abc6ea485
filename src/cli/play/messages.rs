//! What the players are told while they play.

use gokata::agreement::{Event, Stage};
use gokata::scoring::{Marked, Outcome, Standing};
use gokata::{Action, BoardRecord, Move};

use super::table::Table;
use crate::draw::count::{doubts, in_full, names};

impl Table<'_> {
    /// The board, unless nothing has changed on it since it was shown.
    pub(super) fn show_if_new(&mut self) {
        let picture = self.picture();
        if picture != self.shown {
            self.output.line(format!("\n{picture}"));
            self.shown = picture;
        }
    }

    /// The board in any case.
    pub(super) fn show(&mut self) {
        self.shown.clear();
        self.show_if_new();
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

    /// How the game stands, with what is said of the stones.
    pub(super) fn standing(&self) -> Standing {
        let state = self.game.state();
        Standing {
            marks: state.marks(),
            ..Standing::from(state.record())
        }
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
            if !self.standing().marks.open_borders().is_empty() {
                self.output
                    .line("(If the borders are not finished yet: `resume`.)");
            }
            self.tell_doubts();
        }
    }

    fn tell_doubts(&mut self) {
        for doubt in doubts(&self.standing()) {
            self.output.line(doubt);
        }
    }

    /// Something that happened, as it is told when it is taken back; consequences are not told.
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
            let (count, names) = (points.len(), names(points, size));
            self.output.line(format!("{what} ({count}): {names}"));
        }
        self.tell_doubts();
        let score = self.game.state().count().map(|count| count.score());
        if let Some(score) = score {
            self.output
                .line(format!("so far: {}", Outcome::Counted(score).sentence()));
        }
    }

    pub(super) fn score(&mut self) {
        self.output.line(in_full(&self.standing()));
    }
}
