//! The public interface of the fast referee: a [`FastGame`] of any size.

use std::any::Any;
use std::fmt;

use super::ask::Taken;
use super::batch::Start;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
use super::bits::MOST_WORDS;
use super::playout::Playout;
use super::playout_board::OnBoard;
use super::sized_game::{OnGame, SizedGame};
use crate::basics::diagram::rows_of;
use crate::basics::{
    Action, ByColor, Chain, Color, GameEvent, IllegalMove, Move, NotPassedOut, PlayError, Point,
    PointSet, Random, Rules, Setup, SetupError, Size,
};

/// The game so far, on a board that is changed in place.
///
/// Gives the same verdicts as a [`BoardRecord`](crate::BoardRecord), but many times as fast (`tests/bench/` measures
/// both). It gives no explanations and keeps no earlier boards: to branch, clone it. No argument makes it panic, and an
/// illegal move changes nothing.
///
/// A game on 9x9 takes 1.7 KB, on 13x13 3.3 KB, on 19x19 6.5 KB, on any other size up to 12.6 KB. This includes a log
/// with space for one and a half turns per point; further turns take two bytes each. Under a superko rule the
/// game takes half as much again, and a long one up to 36 bytes a turn: on 19x19, 10 KB after 500 turns, 20 KB after
/// 1,000 and 145 KB after 4,000.
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

/// One variant for each length of the arrays. For 9x9, 13x13 and 19x19 the compiler knows the length of a row;
/// in WebAssembly, where a program should be small, for 19x19 alone.
#[derive(Clone)]
enum Shape {
    /// Up to 128 places, such as 8x8, 7x11 or 1x25.
    Small(Box<SizedGame<0, 128, 2>>),
    #[cfg(not(target_family = "wasm"))]
    Nine(Box<SizedGame<10, 128, 2>>),
    #[cfg(not(target_family = "wasm"))]
    Thirteen(Box<SizedGame<14, 256, 4>>),
    Nineteen(Box<SizedGame<20, 512, 8>>),
    Any(Box<SizedGame<0, 1024, 16>>),
}

/// Evaluates an expression for a game of any shape.
macro_rules! on {
    ($shape:expr, $game:ident => $answer:expr) => {
        match $shape {
            Shape::Small($game) => $answer,
            #[cfg(not(target_family = "wasm"))]
            Shape::Nine($game) => $answer,
            #[cfg(not(target_family = "wasm"))]
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
            #[cfg(not(target_family = "wasm"))]
            (9, 9) => Shape::Nine(Box::new(SizedGame::new(size))),
            #[cfg(not(target_family = "wasm"))]
            (13, 13) => Shape::Thirteen(Box::new(SizedGame::new(size))),
            (19, 19) => Shape::Nineteen(Box::new(SizedGame::new(size))),
            (rows, cols) if (rows + 2) * (cols + 1) < 128 => {
                Shape::Small(Box::new(SizedGame::new(size)))
            }
            _ => Shape::Any(Box::new(SizedGame::new(size))),
        };
        FastGame { shape }
    }

    /// The same game under other rules: board, history and side to play stay. When a superko rule comes into force for
    /// the first time, the game is replayed from its start.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> FastGame {
        self.under(rules);
        self
    }

    /// As [`FastGame::with_rules`], in place.
    pub(crate) fn under(&mut self, rules: Rules) {
        on!(&mut self.shape, game => game.under(rules));
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        on!(&self.shape, game => game.rules)
    }

    /// Checks whether a move is legal now.
    ///
    /// # Errors
    /// [`IllegalMove`]: the first reason why it is illegal. The coordinates may lie off the board.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        on!(&self.shape, game => game.check(mv))
    }

    /// True if the move is legal now.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Makes the move of the side to play that this text names: `C3`, `(2,2)`, `pass` or `resign`.
    ///
    /// # Errors
    /// [`PlayError`]: the text names no move, or the move is illegal. The game is unchanged then.
    pub fn play_at(&mut self, text: &str) -> Result<(), PlayError> {
        let mv = Move {
            color: self.to_play(),
            action: self.size().parse_action(text)?,
        };
        let played = self.play(mv);
        played.map_err(|reason| PlayError::illegal(mv, self.size(), reason))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`IllegalMove`]: the first reason why it is illegal. The game is unchanged then.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match mv.action {
            Action::Play(point) => on!(&mut self.shape, game => game.play_stone(mv.color, point)),
            // Not the move itself: a reference to it would force every move into memory, which costs a tenth of the time.
            action => self.play_no_stone(mv.color, action == Action::Resign),
        }
    }

    #[cold]
    fn play_no_stone(&mut self, color: Color, resigns: bool) -> Result<(), IllegalMove> {
        on!(&mut self.shape, game => game.play_no_stone(color, resigns))
    }

    /// Makes moves in order, up to the first illegal one.
    ///
    /// # Errors
    /// The number of moves made, and the reason why the next one is illegal.
    pub fn play_all(
        &mut self,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<(), (usize, IllegalMove)> {
        (0..)
            .zip(moves)
            .try_for_each(|(nth, mv)| self.play(mv).map_err(|reason| (nth, reason)))
    }

    /// Every point where the side to play has a legal play; none when the game is over.
    pub fn legal_points(&self) -> PointSet {
        on!(&self.shape, game => game.legal_points())
    }

    /// Every legal move for the side to play: plays in reading order, then the pass and the
    /// resignation. Empty when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let side = self.to_play();
        let others = (!self.is_over()).then_some([Move::pass(side), Move::resign(side)]);
        let plays = self.legal_points().into_iter();
        let plays = plays.map(|point| Move::play(side, point));
        plays.chain(others.into_iter().flatten()).collect()
    }

    /// Plays random moves from here to the end of a copy of the game, and returns the result.
    ///
    /// It is a *light playout*: each move is drawn with equal probability from the plays that fill no [light
    /// eye](FastGame::light_eyes) and are legal under simple ko without suicide, whatever the rules in force. A side
    /// without such a play passes. The playout ends with two passes, or after three moves for each point.
    ///
    /// ```
    /// use gokata::{FastGame, Random, Size};
    ///
    /// let game = FastGame::new(Size::square(9)?);
    /// let played = game.playout(&mut Random::new(7));
    /// assert_eq!(played, game.playout(&mut Random::new(7)));
    /// assert!(played.plies > 60 && played.area.black + played.area.white <= 81);
    /// # Ok::<(), gokata::SizeError>(())
    /// ```
    pub fn playout(&self, random: &mut Random) -> Playout {
        on!(&self.shape, game => game.playout(random))
    }

    /// Lifts a simple ko, as if both sides had made a move elsewhere.
    pub(crate) fn lift_ko(&mut self) {
        on!(&mut self.shape, game => game.lift_ko());
    }

    /// The point where the side to play may not retake under simple ko.
    pub(crate) fn ko_point(&self) -> Option<Point> {
        on!(&self.shape, game => game.ko_point())
    }

    /// Does some work on the board for playouts in which nobody plays on the `closed` points.
    pub(crate) fn on_board<W: OnBoard>(&self, closed: PointSet, work: W) -> W::Result {
        on!(&self.shape, game => work.run(&game.playout_board(closed)))
    }

    /// The size of the board.
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

    /// The stones of one color.
    pub fn stones_of(&self, color: Color) -> PointSet {
        on!(&self.shape, game => game.stones_of(color))
    }

    /// The chain of the stone on this point, with its liberties; `None` where there is no stone.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        on!(&self.shape, game => game.chain(point))
    }

    /// The liberties of the chain at a point; empty if there is no stone.
    pub fn liberties(&self, point: Point) -> PointSet {
        on!(&self.shape, game => game.liberties(point))
    }

    /// The eyes of this color: empty points with own stones on all adjacent points and on at least three diagonal
    /// points, or at the edge on all of them. (The rule of *Deep Learning and the Game of Go*, chapter 3.)
    pub fn eyes(&self, color: Color) -> PointSet {
        on!(&self.shape, game => game.eyes(color))
    }

    /// The points that light playouts of this color do not fill: empty points with own stones on all adjacent points
    /// and with fewer than two enemies on the diagonal points. The edge counts as one enemy.
    pub fn light_eyes(&self, color: Color) -> PointSet {
        on!(&self.shape, game => game.light_eyes(color))
    }

    /// The points of Black and of White if all stones are alive: stones, and empty points connected to one color only.
    pub fn area(&self) -> ByColor<usize> {
        on!(&self.shape, game => game.area())
    }

    /// The points that [`FastGame::area`] counts.
    pub(super) fn owned(&self) -> ByColor<PointSet> {
        on!(&self.shape, game => game.owned())
    }

    /// The position, on a board that fits into lanes.
    pub(super) fn start(&self) -> Start {
        on!(&self.shape, game => game.start())
    }

    /// Does some work for games of this shape.
    pub(super) fn on_game(&self, work: impl OnGame) {
        on!(&self.shape, game => work.run(game));
    }

    /// The game, if its shape is this one.
    pub(super) fn sized<T: Any>(&self) -> Option<&T> {
        on!(&self.shape, game => <dyn Any>::downcast_ref(&**game))
    }

    /// The number of prisoners that `color` holds: captured stones, the opponent's self-captured ones, and under rules
    /// with pass stones one for each pass of the opponent, the [last one](Rules::last_pass) that White owes included.
    pub fn prisoners(&self, color: Color) -> usize {
        on!(&self.shape, game => game.prisoners(color))
    }

    /// The number of turns so far: plays, passes and a resignation.
    pub fn turns(&self) -> usize {
        on!(&self.shape, game => game.log.turns())
    }

    /// The latest turn; `None` at the start.
    pub fn last_turn(&self) -> Option<Move> {
        on!(&self.shape, game => game.events().rev().find_map(GameEvent::turn))
    }

    /// Every turn so far, in order.
    pub fn moves(&self) -> Vec<Move> {
        on!(&self.shape, game => game.events().filter_map(GameEvent::turn).collect())
    }

    /// True if passes or a resignation have ended the game.
    pub fn is_over(&self) -> bool {
        on!(&self.shape, game => game.over)
    }

    /// Returns a hash of the stones, kept up to date at each move: 0 for the empty board, and equal for equal boards of
    /// one size. Different boards may have the same key, and another version of this library may have other keys.
    pub fn key(&self) -> u64 {
        on!(&self.shape, game => game.key())
    }

    /// Makes `side` the side to play without a move, as GTP and game records allow. Keeps the history, counts no turn,
    /// and leaves an ended game ended.
    pub fn hand_turn(&mut self, side: Color) {
        on!(&mut self.shape, game => game.hand_turn(side));
    }

    /// Resumes play after passes have ended the game. `side` plays next; if it is `None`, the side whose turn it is.
    /// Keeps the history and resets the number of consecutive passes.
    ///
    /// # Errors
    /// [`NotPassedOut`] unless passes have just ended the game. The game is unchanged then.
    pub fn resume(&mut self, side: Option<Color>) -> Result<(), NotPassedOut> {
        on!(&mut self.shape, game => game.resume(side))
    }

    /// Takes back the latest turn and any [`resume`](FastGame::resume) or [`hand_turn`](FastGame::hand_turn) after it.
    /// Returns the move of that turn, or `None` at the start. Keeps the rules in force.
    ///
    /// The game is replayed from its start, about 10 µs for 250 moves on 19x19. A search should clone the game before a
    /// move instead.
    pub fn undo(&mut self) -> Option<Move> {
        on!(&mut self.shape, game => game.undo())
    }

    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[target_feature(enable = "avx512bw,avx512vbmi2")]
    #[inline]
    pub(super) fn decide(&self, legal: &mut [u64; MOST_WORDS], rest: &mut [u64; 8]) -> bool {
        on!(&self.shape, game => game.decide(legal, rest))
    }

    #[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
    #[inline]
    pub(super) fn decide_rest(&self, legal: &mut [u64; MOST_WORDS], rest: &[u64; 8]) {
        on!(&self.shape, game => game.decide_rest(legal, rest));
    }

    pub(crate) fn each_play(&self, found: impl FnMut(Result<Taken, IllegalMove>)) -> u64 {
        on!(&self.shape, game => game.each_play(found))
    }

    pub(crate) fn repeats(&self, mv: Move) -> Option<usize> {
        on!(&self.shape, game => game.repeated(mv))
    }

    pub(crate) fn ends_with_a_pass(&self) -> bool {
        on!(&self.shape, game => game.ends_with_a_pass())
    }

    pub(crate) fn opening(&self) -> Setup {
        on!(&self.shape, game => game.opening())
    }

    /// Every event so far, in order: turns, and what else changed the side to play.
    pub fn events(&self) -> Vec<GameEvent> {
        on!(&self.shape, game => game.events().collect())
    }

    pub(crate) fn replay(&mut self, event: GameEvent) {
        on!(&mut self.shape, game => game.replay(event));
    }
}

impl Clone for FastGame {
    fn clone(&self) -> FastGame {
        FastGame {
            shape: self.shape.clone(),
        }
    }

    /// Allocates nothing if both boards have the same shape and this game's log has enough capacity.
    fn clone_from(&mut self, other: &FastGame) {
        match (&mut self.shape, &other.shape) {
            (Shape::Small(old), Shape::Small(new)) => old.clone_from(new),
            #[cfg(not(target_family = "wasm"))]
            (Shape::Nine(old), Shape::Nine(new)) => old.clone_from(new),
            #[cfg(not(target_family = "wasm"))]
            (Shape::Thirteen(old), Shape::Thirteen(new)) => old.clone_from(new),
            (Shape::Nineteen(old), Shape::Nineteen(new)) => old.clone_from(new),
            (Shape::Any(old), Shape::Any(new)) => old.clone_from(new),
            (old, new) => *old = new.clone(),
        }
    }
}

impl TryFrom<&Setup> for FastGame {
    type Error = SetupError;

    /// A game that starts in this position, under the kata's rules.
    fn try_from(setup: &Setup) -> Result<FastGame, SetupError> {
        let mut game = FastGame::new(setup.size);
        on!(&mut game.shape, game => game.set_up(setup)?);
        Ok(game)
    }
}

impl From<&FastGame> for Setup {
    /// The position now, without its past.
    fn from(game: &FastGame) -> Setup {
        on!(&game.shape, game => game.setup())
    }
}

impl fmt::Debug for FastGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turns, side, rules) = (self.turns(), self.to_play(), self.rules());
        let letter = |point| self.stone_at(point).map_or('-', Color::letter);
        let rows = rows_of(self.size(), self.size().points().map(letter));
        write!(
            f,
            "FastGame after {turns} turns, {side} to play, {rules}\n{rows}"
        )
    }
}
