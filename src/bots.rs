//! Bots and the games that they play. A bot chooses a move; the referee decides whether it is legal.
//!
//! ```
//! use gokata::bots::{RandomBot, play_out};
//! use gokata::{Playable, PureGame, Size};
//!
//! let mut game = PureGame::new(Size::square(5)?);
//! play_out(&mut game, &mut RandomBot::new(1), &mut RandomBot::new(2))?;
//! assert!(game.is_over() && game.turns() > 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::basics::{Color, Move, PlayError, Random};
use crate::referee::Playable;

/// A player that chooses moves. The referee checks them. `Box<dyn Bot>` is any bot.
pub trait Bot {
    /// The move for the side to play.
    fn choose(&mut self, game: &dyn Playable) -> Move;
}

/// Plays any of the [sensible plays](Playable::sensible_plays) with equal probability, and passes when there
/// is none. It never resigns.
///
/// **The same seed gives the same moves** on every machine, with either referee, and in every version of this crate.
/// For a play, the bot draws one number with [`Random::below`]: the index of the play among the sensible plays in
/// reading order. A pass draws no number. Give two bots in one game different seeds; with the same seed they draw the
/// same numbers.
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
/// assert_eq!(game.moves()[0], Move::play(Color::Black, (7, 8))); // in every version
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomBot {
    random: Random,
    termination: Termination,
}

impl RandomBot {
    /// A bot that draws from this seed, with the default [`Termination`].
    pub fn new(seed: u64) -> RandomBot {
        RandomBot {
            random: Random::new(seed),
            termination: Termination::default(),
        }
    }

    /// The same bot with this termination.
    #[must_use]
    pub fn with_termination(mut self, termination: Termination) -> RandomBot {
        self.termination = termination;
        self
    }
}

impl Bot for RandomBot {
    // In a game of a known type, the calls of the game are then direct: a twentieth of the time of a random game.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn choose(&mut self, game: &dyn Playable) -> Move {
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

/// When a bot passes although it still has sensible plays.
///
/// Two random bots usually end their game because no sensible play is left. But under simple ko a position may repeat
/// forever, for example with three kos or on boards with one or two lines.
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
    /// Whether the bot passes when the opponent has just passed.
    pub pass_when_passed: bool,
    /// The bot passes once this many turns have been taken for each point of the board.
    pub turns_a_point: usize,
}

impl Default for Termination {
    /// Does not answer a pass with a pass; passes after three turns for each point.
    fn default() -> Termination {
        Termination {
            pass_when_passed: false,
            turns_a_point: 3,
        }
    }
}

impl Termination {
    /// True if the bot must pass now.
    #[inline]
    pub fn says_pass(self, game: &dyn Playable) -> bool {
        let has_passed = |turn: Move| turn == Move::pass(!game.to_play());
        game.turns() >= self.turns_a_point.saturating_mul(game.size().point_count())
            || self.pass_when_passed && game.last_turn().is_some_and(has_passed)
    }
}

/// Lets two bots continue a game until it is over.
///
/// Only passes and resignations end a game. On any board and under any rules, two random bots end it at most three
/// turns after both [`Termination`]s require a pass.
///
/// # Errors
/// [`PlayError`]: a bot's move was illegal. The game is then in the state before this move.
pub fn play_out<G: Playable>(
    game: &mut G,
    black: &mut (impl Bot + ?Sized),
    white: &mut (impl Bot + ?Sized),
) -> Result<(), PlayError> {
    while !game.is_over() {
        let mv = match game.to_play() {
            Color::Black => black.choose(game),
            Color::White => white.choose(game),
        };
        let made = game.make(mv);
        made.map_err(|reason| PlayError::illegal(mv, game.size(), reason))?;
    }
    Ok(())
}
