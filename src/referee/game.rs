//! A game that can be played and searched, as both referees of this library have it.

use crate::basics::{
    Chain, Color, GameEvent, IllegalEvent, IllegalMove, Move, Point, PointSet, Rules, Setup,
    SetupError, Size,
};

/// A game of either referee: for bots, searches and counts that work with both. Only this library implements it.
///
/// ```
/// use gokata::{Color, FastGame, Move, Playable, PureGame, Size};
///
/// fn replies(game: &dyn Playable, mv: Move) -> usize {
///     let mut next = game.boxed();
///     next.make(mv).map_or(0, |()| next.legal_points().len())
/// }
///
/// let (size, mv) = (Size::square(9)?, Move::play(Color::Black, (4, 4)));
/// assert_eq!(replies(&FastGame::new(size), mv), 80);
/// assert_eq!(replies(&PureGame::new(size), mv), 80);
/// # Ok::<(), gokata::SizeError>(())
/// ```
pub trait Playable: Internal {
    /// The size of the board.
    fn size(&self) -> Size;

    /// The rules in force.
    fn rules(&self) -> Rules;

    /// Whose turn it is.
    fn to_play(&self) -> Color;

    /// The number of turns so far.
    fn turns(&self) -> usize;

    /// The latest turn; `None` at the start.
    fn last_turn(&self) -> Option<Move>;

    /// True if the game has ended.
    fn is_over(&self) -> bool;

    /// The stone on a point; `None` where there is none, and off the board.
    fn stone_at(&self, point: Point) -> Option<Color>;

    /// The number of prisoners that a color holds: see [`FastGame::prisoners`](crate::FastGame::prisoners).
    fn prisoners(&self, color: Color) -> usize;

    /// The chain of the stone on this point, with its liberties; `None` where there is no stone.
    fn chain(&self, point: Point) -> Option<Chain>;

    /// Checks whether a move is legal now.
    ///
    /// # Errors
    /// The first reason why it is illegal.
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;

    /// Every point where the side to play has a legal play; none when the game is over.
    fn legal_points(&self) -> PointSet;

    /// Every point where the side to play may put a stone without filling an eye of its own, as defined by
    /// [`Board::is_eye`](crate::Board::is_eye) and [`FastGame::eyes`](crate::FastGame::eyes). Empty when the game is
    /// over.
    fn sensible_plays(&self) -> PointSet;

    /// Makes a move in this game.
    ///
    /// # Errors
    /// The first reason why it is illegal. The game is unchanged then.
    fn make(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// Applies an event to this game.
    ///
    /// # Errors
    /// [`IllegalEvent`] if it cannot happen now. The game is unchanged then.
    fn apply(&mut self, event: GameEvent) -> Result<(), IllegalEvent>;

    /// A copy of the game, to search in.
    fn boxed(&self) -> Box<dyn Playable>;

    /// Applies events in order, up to the first one that cannot happen.
    ///
    /// # Errors
    /// [`IllegalEvent`] with its number.
    fn apply_all(&mut self, events: &[GameEvent]) -> Result<(), IllegalEvent> {
        (1..).zip(events).try_for_each(|(number, event)| {
            let done = self.apply(*event);
            done.map_err(|illegal| IllegalEvent { number, ..illegal })
        })
    }

    /// The stones and the side to play.
    fn setup(&self) -> Setup {
        let points = self.size().points().map(|point| self.stone_at(point));
        Setup::of_points(self.size(), points, self.to_play())
    }

    /// Every legal move: plays in reading order, the pass, the resignation. Empty when the game is over.
    fn legal_moves(&self) -> Vec<Move>;
}

/// Only this library has a value of this type, so nobody else can break the rules.
pub struct Sealed(pub(crate) ());

/// What the library itself needs of a game. Seals [`Playable`].
pub trait Internal {
    /// A game that starts in this position under these rules.
    fn begin(setup: &Setup, rules: Rules) -> Result<Self, SetupError>
    where
        Self: Sized;

    /// Changes the rules and keeps the board, the history and the side to play.
    fn change_rules(&mut self, rules: Rules, _: Sealed);

    /// Takes back the latest turn and the events after it. False at the start.
    fn take_back(&mut self) -> bool;

    /// Makes an illegal move of the side to play on an empty point.
    fn force(&mut self, mv: Move, _: Sealed);

    /// True if the point is an eye of that side: [`Board::is_eye`](crate::Board::is_eye).
    fn is_eye(&self, point: Point, side: Color) -> bool;

    /// Returns the turn whose board the move would repeat, if ko or superko forbids it; 0 for the opening board. A referee
    /// that must replay the game takes its events off the budget, and finds nothing when that is spent.
    fn repeats(&self, mv: Move, budget: &mut usize) -> Option<usize>;

    /// Calls `found` for plays of the side to play, with the number of stones that they take (the opponent's, and own
    /// ones with the new one) or the reason why they are illegal. Returns the number of further plays, which are legal
    /// and take nothing.
    fn each_play(&self, found: impl FnMut(Result<[u32; 2], IllegalMove>)) -> u64
    where
        Self: Sized;

    /// True if a pass would end the game.
    fn ends_with_a_pass(&self) -> bool;
}
