//! The fast referee as callers see it: a [`FastGame`] of any size.

use std::fmt;

use super::ask::Taken;
use super::playout::Playout;
use super::point_set::PointSet;
use super::shaped::ShapedGame;
use crate::basics::{
    Color, Event, IllegalMove, Move, NotPassedOut, Point, Random, Rules, Setup, SetupError, Size,
};

/// A game so far, on a board that is changed in place.
///
/// Its verdicts are those of a [`BoardRecord`](crate::BoardRecord), many times as fast (`gokata bench` tells
/// how many times here). It gives no explanations and keeps no earlier board: to branch, clone it. Whatever a caller
/// passes, nothing panics, and what is refused changes nothing.
///
/// A game on 9x9 takes 1.5 KB, on 13x13 2.8 KB, on 19x19 5.6 KB, on any other size up to 9.3 KB, all with
/// room for one turn and a half a point; then two bytes a turn. Under a superko rule about 31 bytes
/// more for each turn: 37 KB for 1,000 turns on 19x19.
///
/// ```
/// use gokata::{Color, FastGame, IllegalMove, Move, Size};
///
/// let mut game = FastGame::new(Size::square(9)?);
/// game.play(Move::play(Color::Black, (2, 2)))?;
/// assert_eq!(game.check(Move::play(Color::White, (2, 2))), Err(IllegalMove::Occupied));
/// assert_eq!(game.legal_points().len(), 80);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FastGame {
    shape: Shape,
}

/// The usual sizes are known to the compiler.
#[derive(Clone)]
enum Shape {
    /// Up to 111 places: 8x8, 7x11, 1x25 and the like.
    Small(Box<ShapedGame<0, 111, 2>>),
    Nine(Box<ShapedGame<10, 111, 2>>),
    Thirteen(Box<ShapedGame<14, 211, 4>>),
    Nineteen(Box<ShapedGame<20, 421, 7>>),
    Any(Box<ShapedGame<0, 703, 11>>),
}

/// The same words for a game of any shape.
macro_rules! on {
    ($shape:expr, $game:ident => $answer:expr) => {
        match $shape {
            Shape::Small($game) => $answer,
            Shape::Nine($game) => $answer,
            Shape::Thirteen($game) => $answer,
            Shape::Nineteen($game) => $answer,
            Shape::Any($game) => $answer,
        }
    };
}

impl FastGame {
    /// An empty board, Black to play, the kata's rules.
    pub fn new(size: Size) -> FastGame {
        let shape = match (size.rows(), size.cols()) {
            (9, 9) => Shape::Nine(Box::new(ShapedGame::new(size))),
            (13, 13) => Shape::Thirteen(Box::new(ShapedGame::new(size))),
            (19, 19) => Shape::Nineteen(Box::new(ShapedGame::new(size))),
            (rows, cols) if (rows + 2) * (cols + 1) < 111 => {
                Shape::Small(Box::new(ShapedGame::new(size)))
            }
            _ => Shape::Any(Box::new(ShapedGame::new(size))),
        };
        FastGame { shape }
    }

    /// The same game under other rules. Board, history and side to play are kept. When a superko
    /// rule comes into force for the first time, the game is gone through once more, from its start.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> FastGame {
        self.under(rules);
        self
    }

    /// The same, in place.
    pub(crate) fn under(&mut self, rules: Rules) {
        on!(&mut self.shape, game => game.under(rules));
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        on!(&self.shape, game => game.rules)
    }

    /// May this move be made now, and if not, what is the first reason?
    ///
    /// # Errors
    /// [`IllegalMove`]: why not. Any coordinates may be asked about.
    #[inline]
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        on!(&self.shape, game => game.check(mv))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`IllegalMove`]: why not. Then nothing has changed.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        on!(&mut self.shape, game => game.play_one(mv))
    }

    /// Makes moves, one after the other, up to the first that is illegal.
    ///
    /// # Errors
    /// The number of moves made, and why the next one was not.
    pub fn play_all(
        &mut self,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<(), (usize, IllegalMove)> {
        on!(&mut self.shape, game => {
            (0..).zip(moves).try_for_each(|(nth, mv)| game.play(mv).map_err(|reason| (nth, reason)))
        })
    }

    /// Every point where the side to play may put a stone: none when the game is over.
    #[inline]
    pub fn legal_points(&self) -> PointSet {
        on!(&self.shape, game => game.legal_points())
    }

    /// Every legal move for the side to play: plays in reading order, then the pass and the
    /// resignation. None at all when the game is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let side = self.to_play();
        let others = (!self.is_over()).then_some([Move::pass(side), Move::resign(side)]);
        let plays = self
            .legal_points()
            .iter()
            .map(move |point| Move::play(side, point));
        plays.chain(others.into_iter().flatten())
    }

    /// Plays random moves from here to the end of the game, and tells what came of it. This game stays as it
    /// is.
    ///
    /// The moves are those of a *light playout*: each is drawn from all that are legal under simple ko and
    /// without suicide, whatever the rules here, and that fill no [light eye](FastGame::light_eyes),
    /// one as likely as another; a pass when there is none. It ends with two passes, or after three
    /// moves for each point.
    ///
    /// ```
    /// use gokata::{FastGame, Random, Size};
    ///
    /// let game = FastGame::new(Size::square(9)?);
    /// let played = game.playout(&mut Random::new(7));
    /// assert_eq!(played, game.playout(&mut Random::new(7)));
    /// assert!(played.plies > 60 && played.area.iter().sum::<usize>() <= 81);
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    pub fn playout(&self, random: &mut Random) -> Playout {
        on!(&self.shape, game => game.playout(random))
    }

    /// How large the board is.
    pub fn size(&self) -> Size {
        on!(&self.shape, game => game.size())
    }

    /// Whose turn it is.
    pub fn to_play(&self) -> Color {
        on!(&self.shape, game => game.to_play)
    }

    /// The stone on a point; `None` where there is none, and off the board.
    pub fn stone_at(&self, point: Point) -> Option<Color> {
        on!(&self.shape, game => game.stone_at(point))
    }

    /// The points with stones of this color.
    pub fn stones(&self, color: Color) -> PointSet {
        on!(&self.shape, game => game.stones_of(color))
    }

    /// The stones of the chain at a point; empty if there is no stone.
    pub fn chain(&self, point: Point) -> PointSet {
        on!(&self.shape, game => game.chain(point))
    }

    /// The liberties of the chain at a point; empty if there is no stone.
    pub fn liberties(&self, point: Point) -> PointSet {
        on!(&self.shape, game => game.liberties(point))
    }

    /// The eyes of this color: empty points with all points beside them own, and of the diagonal
    /// ones at least three, or all of them on the edge. An empty diagonal is not own.
    /// (The rule of *Deep Learning and the Game of Go*, chapter 3.)
    pub fn eyes(&self, color: Color) -> PointSet {
        on!(&self.shape, game => game.eyes(color))
    }

    /// The points that light playouts of this color do not fill: empty ones with all points beside
    /// them own, and fewer than two enemies on the diagonal ones, an edge counted as one enemy. An empty
    /// diagonal is as good as an own one.
    pub fn light_eyes(&self, color: Color) -> PointSet {
        on!(&self.shape, game => game.light_eyes(color))
    }

    /// Points that count for Black and for White as the board stands: their stones, and the empty
    /// points that only they reach.
    pub fn area(&self) -> [usize; 2] {
        on!(&self.shape, game => game.area())
    }

    /// Stones this color holds: captured ones, self-captured ones of the opponent, and under rules
    /// with pass stones one for each pass of the opponent.
    pub fn prisoners(&self, color: Color) -> usize {
        on!(&self.shape, game => game.prisoners(color))
    }

    /// Number of turns taken so far: plays, passes and a resignation.
    pub fn turns(&self) -> usize {
        on!(&self.shape, game => game.log.turns())
    }

    /// The latest turn; `None` at the start.
    pub fn last_turn(&self) -> Option<Move> {
        on!(&self.shape, game => game.events().rev().find_map(Event::turn))
    }

    /// Every turn so far, the first one first.
    pub fn moves(&self) -> Vec<Move> {
        on!(&self.shape, game => game.events().filter_map(Event::turn).collect())
    }

    /// Has the game ended, by passes or by a resignation?
    pub fn is_over(&self) -> bool {
        on!(&self.shape, game => game.over)
    }

    /// The key of the stones, the same for the same board of the same size: for tables of positions. A
    /// hint, never a verdict: boards with one key may differ.
    pub fn key(&self) -> u64 {
        on!(&self.shape, game => game.key)
    }

    /// Hands the turn to a side without a move, as GTP and game records can. History is kept,
    /// nothing is reopened, no turn is counted.
    pub fn hand_turn(&mut self, side: Color) {
        on!(&mut self.shape, game => game.hand_turn(side));
    }

    /// Play goes on after passes have ended the game: for `side`, or else for the side whose turn
    /// it is. History stays; the count of passes starts afresh.
    ///
    /// # Errors
    /// [`NotPassedOut`] unless passes have just ended the game. Then nothing has changed.
    pub fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        on!(&mut self.shape, game => game.resume(side))
    }

    /// Takes back the latest turn, and whatever [`resume`](FastGame::resume) or
    /// [`hand_turn`](FastGame::hand_turn) did after it. Returns the move of that turn; `None` at the start, where
    /// nothing changes. The rules now in force stay.
    ///
    /// The game is replayed from its start, about 10 µs for 250 moves on 19x19, and twice that under a superko rule.
    /// A search clones the game before a move instead.
    ///
    /// ```
    /// use gokata::{Color, FastGame, Move, Size};
    ///
    /// let mut game = FastGame::new(Size::default());
    /// let mv = Move::play(Color::Black, (3, 3));
    /// game.play(mv)?;
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!((game.turns(), game.undo()), (0, None));
    /// # Ok::<(), gokata::IllegalMove>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        on!(&mut self.shape, game => game.undo())
    }

    /// Calls `tell` with the verdict on each stone that the side to play might put, and what it takes. The
    /// points where no rule could forbid a stone, and it takes nothing, are left out: it gives their number.
    pub(crate) fn each_play(&self, tell: impl FnMut(Result<Taken, IllegalMove>)) -> u64 {
        on!(&self.shape, game => game.each_play(tell))
    }

    /// Would a pass end the game?
    pub(crate) fn ends_with_a_pass(&self) -> bool {
        on!(&self.shape, game => game.ends_with_a_pass())
    }

    /// How the game began.
    pub(crate) fn opening(&self) -> Setup {
        on!(&self.shape, game => game.opening())
    }

    /// Everything that has happened since.
    pub(crate) fn events(&self) -> Vec<Event> {
        on!(&self.shape, game => game.events().collect())
    }

    /// Does what happened in a game that another referee has judged.
    pub(crate) fn replay(&mut self, event: Event) {
        on!(&mut self.shape, game => game.replay(event));
    }
}

impl Clone for FastGame {
    fn clone(&self) -> FastGame {
        FastGame {
            shape: self.shape.clone(),
        }
    }

    /// Allocates nothing, if both boards are of one shape and this one has had as long a game.
    fn clone_from(&mut self, other: &FastGame) {
        match (&mut self.shape, &other.shape) {
            (Shape::Small(old), Shape::Small(new)) => old.clone_from(new),
            (Shape::Nine(old), Shape::Nine(new)) => old.clone_from(new),
            (Shape::Thirteen(old), Shape::Thirteen(new)) => old.clone_from(new),
            (Shape::Nineteen(old), Shape::Nineteen(new)) => old.clone_from(new),
            (Shape::Any(old), Shape::Any(new)) => old.clone_from(new),
            (old, new) => *old = new.clone(),
        }
    }
}

impl TryFrom<&Setup> for FastGame {
    type Error = SetupError;

    /// A game that starts from this position, under the kata's rules.
    fn try_from(setup: &Setup) -> Result<FastGame, SetupError> {
        let mut game = FastGame::new(setup.size);
        on!(&mut game.shape, game => game.set_up(setup)?);
        Ok(game)
    }
}

impl From<&FastGame> for Setup {
    /// The position now as a claim, from which a game without a past can start.
    fn from(game: &FastGame) -> Setup {
        on!(&game.shape, game => game.setup())
    }
}

impl fmt::Debug for FastGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turns, side, rules) = (self.turns(), self.to_play(), self.rules());
        write!(f, "FastGame after {turns} turns, {side} to play, {rules}")?;
        for point in self.size().points() {
            let line = if point.col == 0 { "\n" } else { "" };
            write!(
                f,
                "{line}{}",
                self.stone_at(point).map_or('-', Color::letter)
            )?;
        }
        Ok(())
    }
}
