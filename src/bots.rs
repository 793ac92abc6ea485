//! Players that choose moves, and games that they play. Whether a move may be made is for a referee to say.
//!
//! ```
//! use gokata::bots::{RandomBot, play_out};
//! use gokata::{BoardRecord, Size};
//!
//! let mut game = BoardRecord::new(Size::square(5)?);
//! play_out(&mut game, &mut RandomBot::new(1), &mut RandomBot::new(2))?;
//! assert!(game.is_over() && game.turns() > 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::basics::{Action, Color, IllegalMove, Move, Random, Size};
use crate::fast::{FastGame, PointSet};
use crate::fixture::Referee;
use crate::pure::{BoardRecord, legal_moves};

/// What a bot is shown of a game: both referees' games are shown alike.
pub trait Shown {
    /// How large the board is.
    fn size(&self) -> Size;

    /// Whose turn it is.
    fn to_play(&self) -> Color;

    /// Has the game ended?
    fn is_over(&self) -> bool;

    /// Number of turns taken so far.
    fn turns(&self) -> usize;

    /// The latest turn; `None` at the start.
    fn last_turn(&self) -> Option<Move>;

    /// Every point where the side to play may put a stone without filling an eye of its own, as
    /// [`Board::is_eye`](crate::Board::is_eye) and [`FastGame::eyes`] have it. None when the game is over.
    fn sensible_plays(&self) -> PointSet;
}

/// Whoever chooses moves. It may err: the referee decides.
pub trait Bot {
    /// The move for the side to play.
    fn choose(&mut self, game: &impl Shown) -> Move;
}

/// Plays any of the [sensible plays](Shown::sensible_plays), one as likely as another, and passes when there
/// is none. It never resigns.
///
/// **The same seed gives the same moves** on every machine, with either referee, and in every version of
/// this crate: a play takes one [`Random::below`] of the number of sensible plays, which names one of them in
/// reading order; a pass takes none. Two bots in one game should have different seeds, for with the same
/// one they draw the same numbers.
///
/// ```
/// use gokata::bots::{Bot, RandomBot};
/// use gokata::{Color, FastGame, Move, Size};
///
/// let mut game = FastGame::new(Size::square(9)?);
/// let mut bot = RandomBot::new(7);
/// while !game.is_over() {
///     game.play(bot.choose(&game))?;
/// }
/// assert_eq!(game.moves()[0], Move::play(Color::Black, (7, 8))); // for ever
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomBot {
    random: Random,
    termination: Termination,
}

impl RandomBot {
    /// A bot that draws from this seed, and stops as usual.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot {
            random: Random::new(seed),
            termination: Termination::default(),
        }
    }

    /// The same bot, which stops by this rule.
    #[must_use]
    pub fn with_termination(self, termination: Termination) -> RandomBot {
        RandomBot {
            termination,
            ..self
        }
    }
}

impl Bot for RandomBot {
    #[inline]
    fn choose(&mut self, game: &impl Shown) -> Move {
        let side = game.to_play();
        if self.termination.says_pass(game) {
            return Move::pass(side);
        }
        let plays = game.sensible_plays();
        let count = plays.len();
        if count == 0 {
            return Move::pass(side);
        }
        let drawn = plays.nth(self.random.below(count));
        drawn.map_or(Move::pass(side), |point| Move::play(side, point))
    }
}

/// When a bot stops playing although it could go on: one that sees nothing in a move would else never.
///
/// As a rule two random bots end their game because nothing sensible is left. But under simple ko a
/// board may return for ever, as with three kos; and with only one or two lines, a board often does.
///
/// ```
/// use gokata::bots::{Bot, RandomBot, Termination};
/// use gokata::{Color, FastGame, Move, Size};
///
/// let polite = Termination { pass_when_passed: true, ..Termination::default() };
/// let mut game = FastGame::new(Size::square(9)?);
/// game.play(Move::pass(Color::Black))?;
/// let mut bot = RandomBot::new(7).with_termination(polite);
/// assert_eq!(bot.choose(&game), Move::pass(Color::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Termination {
    /// Whether it passes when the opponent has just passed.
    pub pass_when_passed: bool,
    /// It passes in any case once so many turns have been taken for each point of the board.
    pub turns_a_point: usize,
}

impl Default for Termination {
    /// A pass is not answered with a pass; three turns a point.
    fn default() -> Termination {
        Termination {
            pass_when_passed: false,
            turns_a_point: 3,
        }
    }
}

impl Termination {
    /// Is it time to pass, whatever could be played?
    pub fn says_pass(self, game: &impl Shown) -> bool {
        let has_passed = |turn: Move| turn == Move::pass(!game.to_play());
        game.turns() >= self.turns_a_point.saturating_mul(game.size().area())
            || self.pass_when_passed && game.last_turn().is_some_and(has_passed)
    }
}

/// Two bots play a game to its end: from where it stands until the referee says that it is over.
///
/// Nothing but the bots' passes and resignations ends a game. Two random bots come to an end on any board and
/// under any rules, at most three turns after the later of the numbers at which their [`Termination`]s stop
/// them.
///
/// # Errors
/// [`Refused`]: a bot's move was illegal. The game is then as it was before this move.
pub fn play_out<G: Shown + Referee>(
    game: &mut G,
    black: &mut impl Bot,
    white: &mut impl Bot,
) -> Result<(), Refused> {
    while !game.is_over() {
        let mv = match Shown::to_play(game) {
            Color::Black => black.choose(game),
            Color::White => white.choose(game),
        };
        game.play(mv).map_err(|reason| Refused { mv, reason })?;
    }
    Ok(())
}

/// A bot's move that the referee did not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// What the bot chose.
    pub mv: Move,
    /// The first reason why not.
    pub reason: IllegalMove,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bot for {}: ", self.mv.color)?;
        if let Action::Play(point) = self.mv.action {
            write!(f, "{point}: ")?;
        }
        write!(f, "{}", self.reason)
    }
}

impl std::error::Error for Refused {}

/// The pure referee's game.
impl Shown for BoardRecord {
    fn size(&self) -> Size {
        BoardRecord::size(self)
    }

    fn to_play(&self) -> Color {
        BoardRecord::to_play(self)
    }

    fn is_over(&self) -> bool {
        BoardRecord::is_over(self)
    }

    fn turns(&self) -> usize {
        BoardRecord::turns(self)
    }

    fn last_turn(&self) -> Option<Move> {
        BoardRecord::last_turn(self)
    }

    fn sensible_plays(&self) -> PointSet {
        let sensible = |mv: Move| match mv.action {
            Action::Play(point) if !self.board().is_eye(point, mv.color) => Some(point),
            _ => None,
        };
        let plays = legal_moves(self).into_iter().filter_map(sensible);
        PointSet::from_points(self.board().size(), plays)
    }
}

/// The fast referee's game.
impl Shown for FastGame {
    fn size(&self) -> Size {
        FastGame::size(self)
    }

    fn to_play(&self) -> Color {
        FastGame::to_play(self)
    }

    fn is_over(&self) -> bool {
        FastGame::is_over(self)
    }

    fn turns(&self) -> usize {
        FastGame::turns(self)
    }

    fn last_turn(&self) -> Option<Move> {
        FastGame::last_turn(self)
    }

    #[inline]
    fn sensible_plays(&self) -> PointSet {
        let own_eyes = self.eyes(FastGame::to_play(self));
        self.legal_points().without(&own_eyes)
    }
}
