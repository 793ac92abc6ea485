//! The traits of referees. `impls` implements them for the two referees of this library.

use crate::basics::{
    Color, IllegalMove, Move, NotPassedOut, Point, Rules, Setup, SetupError, Size,
};

/// A referee of Go that fixtures can test. Fixtures derive captures, prisoners, forbidden points and the end of the
/// game from its answers.
pub trait Referee {
    /// Starts a new game from this position under these rules.
    ///
    /// # Errors
    /// [`SetupError`] if the position is impossible.
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), SetupError>;

    /// Changes the rules and keeps the board, the history and the side to play.
    fn under(&mut self, rules: Rules);

    /// The side to play.
    fn to_play(&self) -> Color;

    /// Checks whether the move is legal.
    ///
    /// # Errors
    /// The first reason why it is illegal.
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;

    /// Makes the move.
    ///
    /// # Errors
    /// The first reason why it is illegal. The game is unchanged then.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// The stone on a point; `None` on an empty point and off the board.
    fn stone_at(&self, point: Point) -> Option<Color>;

    /// Resumes play after passes have ended the game. `side` plays next; if it is `None`, the side whose turn it is.
    ///
    /// # Errors
    /// [`NotPassedOut`] if passes have not just ended the game. The game is unchanged then.
    fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut>;

    /// Makes `side` the side to play without a move.
    fn hand_turn(&mut self, side: Color);

    /// The stones of the chain at a point, in any order; empty if there is no stone.
    /// `None` if this referee does not support it.
    fn chain(&self, _point: Point) -> Option<Vec<Point>> {
        None
    }

    /// The liberties of the chain at a point, in any order. `None` if this referee does not support it.
    fn liberties(&self, _point: Point) -> Option<Vec<Point>> {
        None
    }

    /// True if the point is an eye of that side. `None` if this referee does not support it.
    fn eye(&self, _point: Point, _side: Color) -> Option<bool> {
        None
    }

    /// Evidence that a move is illegal, as a short phrase for a message: `repeats turn 2`.
    fn evidence(&self, _mv: Move) -> Option<String> {
        None
    }
}

/// A referee whose game can be cloned and described, such as both referees of this library. Fixtures need only
/// [`Referee`].
pub trait Playable: Referee + Clone {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The rules in force.
    fn rules(&self) -> Rules;

    /// The stones and the side to play.
    fn setup(&self) -> Setup {
        situation(self, self.size())
    }

    /// The number of turns so far.
    fn turns(&self) -> usize;

    /// The latest turn; `None` at the start.
    fn last_turn(&self) -> Option<Move>;

    /// True if the game has ended.
    fn is_over(&self) -> bool;

    /// Every legal move: plays in reading order, the pass, the resignation.
    fn legal_moves(&self) -> impl Iterator<Item = Move>;
}

/// The stones and the side to play according to the referee.
pub(crate) fn situation(referee: &dyn Referee, size: Size) -> Setup {
    let points = size.points().map(|point| referee.stone_at(point));
    Setup::of_points(size, points, referee.to_play())
}
