//! The state of a line of play after a node: a set-up, or the game since the latest set-up.

use super::judgement::Order;
use super::values::Rectangle;
use crate::basics::{Action, Color, GameEvent, Move, Point, Rules, Setup, SetupError, Size};
use crate::referee::{Playable, Sealed};

/// The state of a line of play after a node.
#[derive(Clone)]
pub(super) struct PlayState<G> {
    /// The position set up. Meaningless while `history` is set.
    pub(super) claim: Claim,
    /// The game, from the first move after a set-up to the next one.
    pub(super) history: Option<History<G>>,
    pub(super) number: usize,
    /// True if play has continued after two passes.
    pub(super) went_on: bool,
}

/// A position set up, unchecked. At the next move it becomes the opening of a game, and a referee checks it.
#[derive(Clone)]
pub(super) struct Claim {
    size: Size,
    points: Vec<Option<Color>>,
    pub(super) to_play: Option<Color>,
    /// How often the turn is handed over after that, before the first move.
    hand_overs: u32,
    pub(super) at: usize,
}

#[derive(Clone)]
pub(super) struct History<G> {
    pub(super) game: G,
    /// Pairs of a turn and the number to add to that turn and later ones to get the move's number in the line.
    shifts: Vec<(usize, usize)>,
}

impl Claim {
    /// Sets up stones, or removes them if `color` is `None`. Returns the number of points, and the first one that
    /// already had a stone (or, if stones are removed, already had none).
    pub(super) fn fill(&mut self, color: Option<Color>, area: Rectangle) -> (usize, Option<Point>) {
        let (mut count, mut odd) = (0, None);
        for point in area.points() {
            let Some(index) = self.size.index(point) else {
                continue;
            };
            count += 1;
            let before = std::mem::replace(&mut self.points[index], color);
            if before.is_some() == color.is_some() {
                odd = odd.or(Some(point));
            }
        }
        (count, odd)
    }

    /// Sets up black stones.
    pub(super) fn place(&mut self, points: &[Point]) {
        for index in points.iter().filter_map(|point| self.size.index(*point)) {
            self.points[index] = Some(Color::Black);
        }
    }

    /// Names the player of a set-up. Forgets turns handed over before.
    pub(super) fn name_player(&mut self, color: Color) {
        self.to_play = Some(color);
        self.hand_overs = 0;
    }

    /// Names the player of a position if the record names none so far, else hands the turn over.
    fn give_turn(&mut self, color: Color) {
        match self.last_named() {
            None => self.to_play = Some(color),
            Some(side) => self.hand_overs += u32::from(side != color),
        }
    }

    /// Returns the player whose turn it is before the first move, if the record names them.
    fn last_named(&self) -> Option<Color> {
        let is_first = self.hand_overs.is_multiple_of(2);
        self.to_play.map(|side| if is_first { side } else { !side })
    }

    /// Returns the position. `beginner` is to play unless the record names the player.
    pub(super) fn opening(&self, beginner: Color) -> Setup {
        let points = self.points.iter().copied();
        Setup::of_points(self.size, points, self.to_play.unwrap_or(beginner))
    }

    pub(super) fn stones(&self, color: Color) -> usize {
        let points = self.points.iter();
        points.filter(|point| **point == Some(color)).count()
    }

    /// Returns the player who usually begins: White after handicap stones, Black on an empty board, else `None`.
    pub(super) fn usual_beginner(&self, handicap: Option<usize>) -> Option<Color> {
        match (self.stones(Color::Black), self.stones(Color::White)) {
            (0, 0) if handicap.is_none_or(|stones| stones < 2) => Some(Color::Black),
            (2.., 0) => Some(Color::White),
            _ => None,
        }
    }
}

impl<G: Playable> History<G> {
    /// Prepares a move by this color: resumes a game that two passes have ended. Returns whether the game had ended.
    #[allow(clippy::inline_always)] // called for every move
    #[inline(always)]
    pub(super) fn prepare(&mut self, color: Color, order: Order) -> bool {
        let is_over = self.game.is_over();
        if is_over {
            // Records do not contain resignations as moves, so two passes have ended the game.
            self.apply(GameEvent::Resume(self.game.to_play()));
        }
        if order == Order::Any {
            self.hand_turn(color);
        }
        is_over
    }

    /// Gives the turn to this color without a move. If two passes have ended the game, resumes it.
    pub(super) fn give_turn(&mut self, color: Color) {
        if !self.apply(GameEvent::Resume(color)) {
            self.hand_turn(color);
        }
    }

    fn hand_turn(&mut self, color: Color) {
        self.apply(GameEvent::HandTurn(color));
    }

    fn apply(&mut self, event: GameEvent) -> bool {
        self.game.apply(event).is_ok()
    }

    /// True if an illegal move can be forced: its point is on the board and empty.
    pub(super) fn can_force(&self, mv: Move) -> bool {
        match mv.action {
            Action::Play(point) => {
                self.game.size().contains(point) && self.game.stone_at(point).is_none()
            }
            Action::Pass | Action::Resign => true,
        }
    }

    /// Forces the illegal move with this number in the line, or leaves it out if it is impossible.
    pub(super) fn go_on(&mut self, mv: Move, number: usize) {
        if self.can_force(mv) {
            self.game.force(mv, Sealed(()));
        } else {
            self.hand_turn(!mv.color);
            let turns = self.game.turns();
            self.shifts.push((turns + 1, number - turns));
        }
    }

    /// Returns the number, in the line, of the move whose board `mv` would repeat.
    pub(super) fn repeats(&self, mv: Move, replays: &mut usize) -> Option<usize> {
        let turn = self.game.repeats(mv, replays)?;
        let shift = self.shifts.iter().rfind(|(from, _)| *from <= turn);
        Some(turn + shift.map_or(0, |(_, shift)| *shift))
    }
}

impl<G: Playable> PlayState<G> {
    pub(super) fn new(size: Size) -> PlayState<G> {
        PlayState {
            claim: Claim {
                size,
                points: vec![None; size.point_count()],
                to_play: None,
                hand_overs: 0,
                at: 0,
            },
            history: None,
            number: 0,
            went_on: false,
        }
    }

    /// Gives the turn to this color without a move. Keeps the stones and the history.
    pub(super) fn give_turn(&mut self, color: Color) {
        match &mut self.history {
            Some(history) => history.give_turn(color),
            None => self.claim.give_turn(color),
        }
    }

    /// Begins a set-up from the stones on the board.
    pub(super) fn set_up(&mut self, at: usize) {
        if let Some(history) = self.history.take() {
            let points = self.claim.size.points();
            self.claim.points = points.map(|point| history.game.stone_at(point)).collect();
            self.claim.to_play = None;
        } else {
            self.claim.to_play = self.claim.last_named();
        }
        self.claim.hand_overs = 0;
        self.claim.at = at;
    }

    /// Creates the game that begins from the set-up, after this number of moves in the line.
    pub(super) fn new_history(
        &self,
        beginner: Color,
        rules: Rules,
        moves: usize,
    ) -> Result<History<G>, SetupError> {
        let opening = self.claim.opening(beginner);
        let mut history = History {
            game: G::begin(&opening, rules)?,
            shifts: vec![(0, moves)],
        };
        for _ in 0..self.claim.hand_overs {
            history.hand_turn(!history.game.to_play());
        }
        Ok(history)
    }
}
