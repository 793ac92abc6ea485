//! A move of a record before the referee: which move is legal is his to say.

use std::ops::ControlFlow::{self, Break, Continue};

use super::judge::{Order, Refusal, Refused};
use super::property::Value;
use super::read::point;
use super::umpire::Umpire;
use super::walk::{End, Walk};
use crate::basics::text::quoted;
use crate::basics::{Action, Color, IllegalMove, Move};

/// Illegal moves kept of one game.
const MOST_ILLEGAL: usize = 1000;

/// Events told to the pure referee to say what a move repeats, in one game: a quarter of a second of work.
const MOST_EVIDENCE: usize = 500_000;

impl<U: Umpire> Walk<'_, U> {
    /// Makes a move of a node, by force if the record says so.
    pub(super) fn make(
        &mut self,
        node: u32,
        color: Color,
        value: Value<'_>,
        force: bool,
    ) -> ControlFlow<End> {
        let Some(action) = self.action(value) else {
            let text = quoted(value.text.trim());
            return self.fault(
                value.at,
                format!("{text} is no point: two letters, or nothing for a pass"),
            );
        };
        let mv = Move { color, action };
        self.line.number += 1;
        if self.line.umpire.is_none() {
            self.begin_with(mv, value.at)?;
        }
        self.out.moves += usize::from(!self.quiet);
        if let Some(tally) = self.tally.as_mut().filter(|_| !self.quiet) {
            tally.make(mv);
        }
        self.bring_before(node, mv, value, force)
    }

    fn action(&mut self, value: Value<'_>) -> Option<Action> {
        let text = value.text.trim();
        let size = self.game.size;
        match text {
            "" => {
                if !value.text.is_empty() {
                    self.note(value.at, "blanks are read as a pass");
                }
                Some(Action::Pass)
            }
            "tt" if size.rows() <= 19 && size.cols() <= 19 => Some(Action::Pass),
            _ => point(text).map(Action::Play),
        }
    }

    /// Lets the umpire judge the move, and makes it.
    fn bring_before(
        &mut self,
        node: u32,
        mv: Move,
        value: Value<'_>,
        force: bool,
    ) -> ControlFlow<End> {
        let Some(umpire) = &mut self.line.umpire else {
            return Break(End::Game);
        };
        if umpire.is_over() {
            // Never refused: passes have ended the game.
            let _ = umpire.resume(None);
            if !self.line.went_on && !self.quiet {
                self.notes.add(
                    self.game.places,
                    value.at,
                    "the game goes on after two passes",
                );
            }
            self.line.went_on = true;
        }
        if self.how.order == Order::Any {
            umpire.hand_turn(mv.color);
        }
        if let Some(watch) = self.watch.as_mut().filter(|_| !self.quiet)
            && umpire.check(mv).is_ok()
        {
            watch(umpire, mv);
        }
        let Err(reason) = umpire.play(mv) else {
            return Continue(());
        };
        umpire.hand_turn(mv.color);
        let no_place = matches!(
            umpire.check(mv),
            Err(IllegalMove::OffBoard | IllegalMove::Occupied)
        );
        if force && !no_place {
            self.note_with(value.at, || {
                format!("KO: made by force, though it is not legal: {reason}")
            });
        } else {
            if !self.quiet {
                self.refuse(node, mv, reason, value);
            }
            if self.how.refused == Refused::Stop {
                return Break(End::Line);
            }
        }
        let Some(umpire) = &mut self.line.umpire else {
            return Break(End::Game);
        };
        if no_place {
            umpire.hand_turn(!mv.color);
            let turns = umpire.turns();
            self.line.shifts.push((turns + 1, self.line.number - turns));
        } else {
            umpire.force(mv);
        }
        Continue(())
    }

    fn refuse(&mut self, node: u32, mv: Move, reason: IllegalMove, value: Value<'_>) {
        if self.out.illegal.len() >= MOST_ILLEGAL {
            self.out.more_illegal += 1;
            return;
        }
        let repeats = match (reason, &self.line.umpire) {
            (IllegalMove::Ko | IllegalMove::Superko, Some(umpire))
                if self.retold.events < MOST_EVIDENCE =>
            {
                let shifts = &self.line.shifts;
                umpire.repeats(mv, &mut self.retold).map(|turn| {
                    let shift = shifts.iter().rfind(|(from, _)| *from <= turn);
                    turn + shift.map_or(0, |(_, shift)| *shift)
                })
            }
            _ => None,
        };
        let (line, column) = self.game.places.line_and_column(value.at);
        let path = self
            .tracks
            .as_ref()
            .map_or_else(|| "main".to_owned(), |tracks| tracks.path(node, self.game));
        self.out.illegal.push(Refusal {
            path,
            number: self.line.number,
            mv,
            reason,
            repeats,
            line,
            column,
            size: self.game.size,
        });
    }

    /// The first move after a set-up, or of the game.
    fn begin_with(&mut self, first: Move, place: usize) -> ControlFlow<End> {
        if self.out.moves == 0 {
            self.compare_handicap();
        }
        let told = self.line.claim.to_play;
        let usual = self.usual_beginner();
        if self.line.number == 1 && told.is_none() && usual == Some(!first.color) {
            let message = format!(
                "{} moves first, and the record does not say why",
                first.color
            );
            self.note(place, &message);
        }
        self.go_on(first.color, self.line.number - 1)
    }
}
