//! Prints the board, moves and marks during a game.

use std::fmt::Display;

use gokata::agreement::{Event, Marking, Stage, Suggestion};
use gokata::scoring::{Marked, Outcome};
use gokata::{Action, BoardRecord, Color, Labels, Move, Point};

use super::game::TerminalGame;
use crate::draw::board as draw;
use crate::draw::count::{self, doubts, in_full, names, unfinished};
use crate::draw::grid::Grid;
use crate::terminal::output::{BAD, TITLE, styled};
use crate::terminal::text::{number, window, wrapped, wrapped_at};

impl TerminalGame<'_> {
    /// Prints the board if it differs from the last printed one.
    pub(super) fn print_board_if_new(&mut self) {
        let board = self.board();
        if self.shown != board {
            self.output.line(format!("\n{board}"));
            self.shown = board;
        }
    }

    /// Returns the board with its latest stone marked, and the prisoners; after play, with the owner of each point, and dead
    /// stones in capitals.
    fn board(&self) -> String {
        let state = self.game.state();
        let record = state.record();
        let is_counted = state.finish().is_none_or(|finish| finish.counted.is_some());
        let (grid, below) = if state.stage() != Stage::Play && is_counted {
            let map = count::map(&state.standing());
            (Grid::new(record.size(), None, map), count::legend())
        } else {
            let ko = draw::ko_points(record);
            let mut grid = Grid::of_game(record, &Labels::default());
            let [black, white] = Color::BOTH.map(|color| record.prisoners(color));
            let mut below = format!("prisoners: Black {black}, White {white}");
            if !ko.is_empty() {
                below += "; k forbidden by ko";
            }
            grid.label(ko, draw::KO);
            (grid, below)
        };
        let columns = window().unwrap_or(usize::MAX);
        let rows = grid.within(columns).join("\n");
        format!("{rows}\n{}", wrapped_at(&below, columns))
    }

    /// Prints why something is refused.
    pub(super) fn print_refusal(&mut self, text: impl Display) {
        let text = text.to_string();
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        self.output.line(styled(BAD, first));
        if !rest.is_empty() {
            self.output.line(rest);
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
            Stage::Scoring => self.print_end_of_play(),
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
        let standing = self.game.state().standing();
        let is_open = standing.unfinished().is_none() && !standing.marks.open_borders().is_empty();
        if self.has_humans() && is_open {
            self.output
                .line("(Enter `resume` if the borders are not finished yet.)");
        }
        self.print_unfinished();
    }

    /// Prints which points are unfinished, and which territory does not count.
    fn print_unfinished(&mut self) {
        let standing = self.game.state().standing();
        let lines = unfinished(&standing, advice).into_iter();
        for line in lines.chain(doubts(&standing)) {
            self.output.line(line);
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

    /// Prints how sure a suggestion is of the dead chains and those in seki, and which chains it does not decide: a stone of
    /// each.
    pub(super) fn print_suggestion(&mut self, suggestion: &Suggestion) {
        let size = self.game.state().record().size();
        let Suggestion {
            proven,
            open,
            unsettled,
            ..
        } = suggestion;
        let of = |chains: &[Point], is_proven: bool| {
            let is_listed =
                |chain: &Point| !open.contains(chain) && proven.contains(chain) == is_proven;
            names(chains.iter().copied().filter(is_listed), size)
        };
        let is_open = |chain: &Point| !unsettled.contains(chain);
        let open = names(open.iter().copied().filter(is_open), size);
        let unsettled = names(unsettled.iter().copied(), size);
        let lines = [
            (
                "unsettled, so the game is most likely not finished (`resume` to play on)",
                unsettled,
            ),
            ("proven dead", of(&suggestion.dead, true)),
            ("likely dead", of(&suggestion.dead, false)),
            ("proven in seki", of(&suggestion.seki, true)),
            ("likely in seki", of(&suggestion.seki, false)),
            ("open, only a guess: look at", open),
        ];
        let is_empty = lines.iter().all(|(_, chains)| chains.is_empty());
        if is_empty {
            self.output.line("No stone seems to be dead.");
        }
        for (what, chains) in lines {
            if !chains.is_empty() {
                self.output.line(wrapped(&format!("{what}: {chains}")));
            }
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
                self.output.line(format!("{what} ({count}): {names}"));
            }
        }
        self.print_unfinished();
        if let Some(count) = self.game.state().count() {
            let outcome = Outcome::Counted(count.score());
            self.output.line(format!("so far: {}", outcome.sentence()));
        }
    }

    pub(super) fn print_score(&mut self) {
        let standing = self.game.state().standing();
        let is_scored = self.game.state().stage() == Stage::Scoring;
        if let Some(line) = unfinished(&standing, advice).filter(|_| is_scored) {
            self.output.line(line);
        }
        self.output.line(in_full(&standing));
    }

    /// Prints the board, the count and the result of a finished game.
    pub(super) fn print_result(&mut self) {
        self.print_board_if_new();
        let state = self.game.state();
        let Some(finish) = state.finish() else {
            return;
        };
        if let Some(counted) = &finish.counted {
            self.output.line(&counted.count);
        }
        let (outcome, turns) = (finish.outcome, number(state.record().turns(), "turn"));
        let result = format!("{} ({outcome}, {turns})", outcome.sentence());
        self.output.line(styled(TITLE, result));
    }
}

/// Returns what to do about unfinished points.
fn advice(rules: &str) -> String {
    format!(
        "If no stone is dead and they are no seki, enter `resume` to fill them. A game with `--rules {rules}` counts \
         without the tax, and `neutral POINT` marks the eyes of a seki."
    )
}
