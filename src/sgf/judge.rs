//! Judges the steps of nodes: a referee checks each move. `traversal` chooses the nodes.

use std::fmt::Display;

use super::game::{SgfGame, Warnings};
use super::judgement::{AfterIllegal, IllegalTurn, Judgement, Judging, Verdict};
use super::node_steps::NodeStep;
use super::path::LinePath;
use super::play_state::{History, PlayState, Rejected};
use super::stats::StatsCounter;
use super::values::Rectangle;
use crate::basics::{Color, IllegalMove, Move, TextError};
use crate::referee::Playable;

/// The maximum number of illegal moves kept for one game.
const MOST_ILLEGAL: usize = 1000;

/// To find the turn whose board a move repeats, the fast referee replays at most this many turns in one game. This takes a
/// quarter of a second.
const MOST_REPLAYED: usize = 5_000_000;

/// The most points set up in one game.
const MOST_SETUP: usize = 5_000_000;

/// The judge of a game, with its state after the latest node.
pub(super) struct Judge<'g, U> {
    pub(super) game: &'g SgfGame<'g>,
    pub(super) how: Judging,
    pub(super) line: PlayState<U>,
    pub(super) judgement: Judgement,
    warnings: Warnings,
    counter: Option<StatsCounter>,
    /// The number of turns that may still be replayed.
    replays: usize,
    points_set_up: usize,
    pub(super) observer: Option<Observer<'g, U>>,
}

/// A function called before each legal move, with the game before it.
type Observer<'o, U> = &'o mut dyn FnMut(&U, Move);

/// The part of the record that is not judged any further after a node.
#[derive(Debug)]
pub(super) enum Stop {
    /// The line, and every variation that continues it.
    Line,
    /// The whole game, because a part of it is not understood.
    Game(Box<TextError>),
}

impl From<TextError> for Stop {
    fn from(fault: TextError) -> Stop {
        Stop::Game(Box::new(fault))
    }
}

impl<'g, U: Playable> Judge<'g, U> {
    pub(super) fn new(game: &'g SgfGame<'g>, how: &Judging) -> Judge<'g, U> {
        Judge {
            game,
            how: *how,
            line: PlayState::new(game.size),
            judgement: Judgement {
                rules: game.rules_or(how.rules),
                variations_left: game.variations(),
                ..Judgement::default()
            },
            warnings: Warnings {
                are_all_kept: how.all_warnings,
                ..game.warnings.clone()
            },
            counter: None,
            replays: MOST_REPLAYED,
            points_set_up: 0,
            observer: None,
        }
    }

    pub(super) fn node(&mut self, index: u32) -> Result<(), Stop> {
        let mut has_second_move = false;
        for (at, step) in self.game.steps(index) {
            if let NodeStep::Play { mv, forced } = step {
                self.play(at, mv, forced)?;
                break;
            }
            has_second_move |= matches!(step, NodeStep::SecondMove(_));
            self.step(at, step)?;
        }
        if has_second_move && self.how.after_illegal == AfterIllegal::Stop {
            // The side to play and the captures are unknown from here on.
            return Err(Stop::Line);
        }
        Ok(())
    }

    /// Applies only the set-up of a node. Unless it names a side to play, that is the player of the node's move.
    pub(super) fn set_up(&mut self, index: u32) -> Result<(), Stop> {
        let mut steps = self.game.steps(index);
        while let Some((at, step)) = steps.next_of_set_up() {
            self.step(at, step)?;
        }
        let claim = &mut self.line.claim;
        claim.to_play = claim.to_play.or(steps.mover());
        Ok(())
    }

    /// Repeats a node that has been judged, on the way back to a variation.
    pub(super) fn retrace(&mut self, index: u32) {
        let steps = self.game.steps(index);
        self.line
            .retrace(steps, self.judgement.rules, self.how.order);
    }

    fn step(&mut self, at: usize, step: NodeStep) -> Result<(), Stop> {
        match step {
            NodeStep::Play { mv, forced } => return self.play(at, mv, forced),
            NodeStep::SetUp => self.begin_set_up(at),
            NodeStep::Stones(color, points) => return self.fill(at, color, points),
            NodeStep::ToPlay(color) => self.line.claim.name_player(color),
            NodeStep::HandTurn(color) => {
                self.line.give_turn(color);
                if let Some(counter) = &mut self.counter {
                    counter.hand_turn(color);
                }
            }
            NodeStep::SecondMove(count) => {
                self.judgement.second_moves += count;
                let message = "a second move in one node: it is not played";
                let fault = || self.game.places.at(at, message);
                self.judgement.fault.get_or_insert_with(fault);
            }
            NodeStep::Warning(message) => self.warn(at, message),
            NodeStep::Fault(message) => return self.stop(at, message),
        }
        Ok(())
    }

    /// Begins a set-up, and with it a new history.
    fn begin_set_up(&mut self, at: usize) {
        if let Some(history) = &mut self.line.history {
            if self.judgement.disagreement.is_none() {
                self.judgement.disagreement = history.umpire.disagreement();
            }
            let number = self.line.number;
            let message = "ko and superko ignore the boards before it";
            self.warn(at, format_args!("set-up after move {number}: {message}"));
        }
        self.line.set_up(at);
    }

    fn fill(&mut self, at: usize, color: Option<Color>, points: Rectangle) -> Result<(), Stop> {
        let (count, odd) = self.line.claim.fill(color, points);
        if let Some(point) = odd {
            let vertex = point.vertex(self.game.size);
            let message = match color {
                Some(_) => format!("a stone is set up on {vertex}, which already has one"),
                None => format!("{vertex} is emptied, but it is already empty"),
            };
            self.warn(at, message);
        }
        self.points_set_up += count;
        if self.points_set_up > MOST_SETUP {
            return self.stop(at, format!("more than {MOST_SETUP} points are set up"));
        }
        Ok(())
    }

    fn play(&mut self, at: usize, mv: Move, forced: bool) -> Result<(), Stop> {
        self.line.number += 1;
        if self.line.history.is_none() {
            self.begin_with(at, mv)?;
        }
        let Some(history) = &mut self.line.history else {
            return Ok(());
        };
        self.judgement.moves += 1;
        if let Some(counter) = &mut self.counter {
            counter.play(mv);
        }
        if history.prepare(mv.color, self.how.order) && !self.line.went_on {
            self.line.went_on = true;
            let message = "the game goes on after two passes";
            self.warnings.add(self.game.places, at, message);
        }
        if let Some(observe) = &mut self.observer
            && history.umpire.check(mv).is_ok()
        {
            observe(&history.umpire, mv);
        }
        match history.play(mv) {
            Ok(()) => Ok(()),
            Err(rejected) => self.rejected(at, mv, forced, &rejected),
        }
    }

    fn rejected(&mut self, at: usize, mv: Move, forced: bool, by: &Rejected) -> Result<(), Stop> {
        let reason = by.reason;
        if forced && by.is_possible {
            let message = "KO forces this illegal move";
            self.warn(at, format_args!("{message}: {reason}"));
        } else {
            self.refuse(at, mv, reason);
            if self.how.after_illegal == AfterIllegal::Stop {
                return Err(Stop::Line);
            }
        }
        if let Some(history) = &mut self.line.history {
            history.go_on(mv, by, self.line.number);
        }
        Ok(())
    }

    fn refuse(&mut self, at: usize, mv: Move, reason: IllegalMove) {
        if self.judgement.illegal.len() >= MOST_ILLEGAL {
            self.judgement.more_illegal += 1;
            return;
        }
        let is_repeating = matches!(reason, IllegalMove::Ko | IllegalMove::Superko);
        let history = self.line.history.as_ref();
        let history = history.filter(|_| is_repeating);
        let repeats = history.and_then(|history| history.repeats(mv, &mut self.replays));
        let (line, column) = self.game.places.line_and_column(at);
        self.judgement.illegal.push(IllegalTurn {
            path: LinePath::MAIN,
            number: self.line.number,
            mv,
            reason,
            repeats,
            line,
            column,
            size: self.game.size,
        });
    }

    /// Begins a game with its first move. Warns if the handicap or the color of this move is unusual.
    fn begin_with(&mut self, at: usize, first: Move) -> Result<(), Stop> {
        let stones = self.line.claim.stones(Color::Black);
        if self.judgement.moves == 0
            && let Some((given, place)) = self.game.handicap
            && given >= 2
            && given != stones
        {
            let message = format_args!("the handicap is {given}; black stones set up: {stones}");
            self.warn(place, message);
        }
        if self.line.number == 1
            && self.line.claim.to_play.is_none()
            && self.usual_beginner() == Some(!first.color)
        {
            let unusual = "which is unusual without PL";
            self.warn(at, format_args!("{} moves first, {unusual}", first.color));
        }
        self.begin(first.color, self.line.number - 1)
    }

    /// Begins a game from the set-up, after this number of moves in the line.
    fn begin(&mut self, beginner: Color, moves: usize) -> Result<(), Stop> {
        self.line.history = Some(self.history(beginner, moves)?);
        if self.how.stats && self.judgement.stats.is_none() {
            let opening = self.line.claim.opening(beginner);
            match &mut self.counter {
                Some(counter) => counter.set_up(&opening),
                None => self.counter = Some(StatsCounter::new(&opening)),
            }
        }
        Ok(())
    }

    fn history(&self, beginner: Color, moves: usize) -> Result<History<U>, TextError> {
        let history = self.line.new_history(beginner, self.judgement.rules, moves);
        history.map_err(|error| {
            let vertex = error.point().vertex(self.game.size);
            let message = format!("the chain at {vertex} is set up without a liberty");
            self.game.places.at(self.line.claim.at, message)
        })
    }

    /// Removes and returns the game at the end of a line, which may be a set-up without a move.
    pub(super) fn game_at_end(&mut self) -> Result<U, TextError> {
        let history = match self.line.history.take() {
            Some(history) => history,
            None => self.history(self.beginner(), self.line.number)?,
        };
        Ok(history.umpire.game)
    }

    fn usual_beginner(&self) -> Option<Color> {
        self.line.claim.usual_beginner(self.game.handicap())
    }

    fn beginner(&self) -> Color {
        self.usual_beginner().unwrap_or(Color::Black)
    }

    /// Finishes a line: checks the last set-up, stores the counts of the first line, compares the referees.
    pub(super) fn end_line(&mut self) {
        // The last set-up must be possible even if no move follows.
        if self.line.history.is_none()
            && let Err(stop) = self.begin(self.beginner(), self.line.number)
        {
            self.note(stop);
        }
        if let Some(counter) = self.counter.take() {
            self.judgement.stats = Some(counter.finish());
        } else if self.how.stats && self.judgement.stats.is_none() {
            let opening = self.line.claim.opening(Color::Black);
            self.judgement.stats = Some(StatsCounter::new(&opening).finish());
        }
        if self.judgement.disagreement.is_none()
            && let Some(history) = &mut self.line.history
        {
            let found = history.umpire.disagreement();
            self.judgement.disagreement =
                found.map(|found| format!("up to move {}: {found}", self.line.number));
        }
    }

    /// Records the fault that stopped the game unless there is an earlier one.
    pub(super) fn note(&mut self, stop: Stop) {
        if let Stop::Game(fault) = stop {
            self.judgement.fault.get_or_insert(*fault);
        }
    }

    pub(super) fn finish(mut self) -> Judgement {
        let grammar = || self.game.tree.fault.clone();
        self.judgement.fault = self.judgement.fault.or_else(grammar);
        if self.judgement.verdict() == Verdict::Legal {
            let open = self.game.tree.open;
            self.judgement.incomplete = open.map(|index| self.warnings.kept.remove(index));
        }
        self.judgement.warnings = self.warnings.kept;
        self.judgement.more_warnings = self.warnings.more;
        self.judgement
    }

    fn warn(&mut self, at: usize, message: impl Display) {
        self.warnings.add(self.game.places, at, message);
    }

    /// Returns the error that stops the game: an earlier fault if there is one, else this one.
    fn stop(&self, at: usize, message: String) -> Result<(), Stop> {
        let fault = || self.game.places.at(at, message);
        Err(self.judgement.fault.clone().unwrap_or_else(fault).into())
    }
}
