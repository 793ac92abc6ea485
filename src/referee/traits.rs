//! What a referee answers. `impls` has both of this library's.

use crate::basics::{
    Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError, Size,
};

/// A referee of Go, as fixtures ask it. Captures, prisoners, forbidden points and the end of the
/// game are derived from these answers; no referee is asked to count for itself.
pub trait Referee {
    /// Starts a new game from this position under these rules.
    ///
    /// # Errors
    /// [`SetupError`] if the position is impossible.
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError>;

    /// Goes on with the same game, board, history and side to play under other rules.
    fn under(&mut self, rules: Rules);

    /// The side to play.
    fn to_play(&self) -> Color;

    /// Is the move legal?
    ///
    /// # Errors
    /// The first reason why not.
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;

    /// Makes the move.
    ///
    /// # Errors
    /// The first reason why not; then nothing has changed.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// The stone on a point.
    fn stone_at(&self, point: Point) -> Option<Color>;

    /// Goes on after two passes, with `side` or else the side whose turn it is.
    ///
    /// # Errors
    /// [`NotPassedOut`] if passes have not just ended the game; then nothing has changed.
    fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut>;

    /// Hands the turn to a side without a move.
    fn hand_turn(&mut self, side: Color);

    /// The stones of the chain at a point, in any order; empty if there is no stone.
    /// `None` if this referee cannot answer.
    fn chain(&self, _point: Point) -> Option<Vec<Point>> {
        None
    }

    /// The liberties of the chain at a point, in any order. `None` if this referee cannot answer.
    fn liberties(&self, _point: Point) -> Option<Vec<Point>> {
        None
    }

    /// Is the point an eye of that side? `None` if this referee cannot answer.
    fn eye(&self, _point: Point, _side: Color) -> Option<bool> {
        None
    }

    /// Evidence for a refusal, as a short phrase for a message: `repeats turn 2`.
    fn evidence(&self, _mv: Move) -> Option<String> {
        None
    }
}

/// A referee whose game can be copied and described without asking about single points. Both
/// referees of this library are; a program that is only checked against fixtures need not be.
pub trait Playable: Referee + Clone {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The rules in force.
    fn rules(&self) -> Rules;

    /// The stones and the side to play.
    fn setup(&self) -> Setup {
        situation(self, self.size())
    }

    /// Number of turns taken so far.
    fn turns(&self) -> usize;

    /// The latest turn; `None` at the start.
    fn last_turn(&self) -> Option<Move>;

    /// Has the game ended?
    fn is_over(&self) -> bool;

    /// Every legal move: plays in reading order, the pass, the resignation.
    fn legal_moves(&self) -> impl Iterator<Item = Move>;
}

/// Stones and side to play, as the referee sees them.
pub(crate) fn situation(referee: &dyn Referee, size: Size) -> Setup {
    let stone = |point: Point| Some((point, referee.stone_at(point)?));
    Setup {
        size,
        stones: size.points().filter_map(stone).collect(),
        to_play: referee.to_play(),
    }
}
