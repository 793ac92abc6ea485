//! The public interface of a batch.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::form::Form;
use super::slot::{Round, Slot};
use super::start::fits;
use crate::basics::{ByColor, Color, IllegalMove, KoRule, Move, PointSet, Random, Rules, Size};
use crate::fast::{FastGame, masks};

/// Many games of one size under the same rules, stepped together.
///
/// Each game gives the same verdicts as a [`FastGame`], and is one when asked for. What a batch does better: **drawn moves**
/// on boards of up to 9 rows and 14 columns, which are played side by side, one in each lane of a vector. On larger boards a
/// drawn move takes 10 to 20 % longer than in [`FastGame::playout`].
///
/// A drawn move is one of the legal plays that fill no [light eye](FastGame::light_eyes), retake no ko at once and are
/// no suicide, each with equal probability; without such a play it is a pass. Superko rules hold over the whole history of the
/// game. Equal seeds and equal calls give equal games, on every processor and for any number of threads; a game does not
/// depend on the others. One call of `play_out` draws other moves than many calls of `draw`.
///
/// Games are numbered from 0. A game takes 240 bytes until it is stepped, drawn by [`Batch::draw`] or seen by
/// [`Batch::legal_points`], then as much as a [`FastGame`] besides; drawn moves take two bytes each.
///
/// Moves that a program chooses, here the first legal point; [`Batch::play_out`] draws them:
///
/// ```
/// use gokata::{Batch, Move, Rules, Size};
///
/// let mut batch = Batch::new(3, Size::square(5)?, Rules::default(), 42);
/// let mut legal = Vec::new();
/// for _ in 0..100 {
///     batch.legal_points(&mut legal);
///     let chosen = legal.iter().enumerate().map(|(nth, points)| {
///         let side = batch.to_play(nth)?;
///         Some(points.nth(0).map_or(Move::pass(side), |point| Move::play(side, point)))
///     });
///     let chosen: Vec<Option<Move>> = chosen.collect();
///     assert!(batch.step(&chosen).iter().all(Result::is_ok));
///     for nth in 0..batch.len() {
///         if batch.is_over(nth) == Some(true) {
///             batch.reset(nth);
///         }
///     }
/// }
/// batch.play_out();
/// assert!(batch.area(0).is_some_and(|area| area.black + area.white <= 25));
/// # Ok::<(), gokata::SizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Batch {
    opening: Arc<FastGame>,
    slots: Vec<Slot>,
    threads: NonZero<usize>,
    form: Form,
}

/// The parts that a thread works on: several, because some take longer than others.
const PARTS: usize = 4;
/// The fewest games in a part. At the end of each, some lanes wait for others.
const LEAST_PART: usize = 256;

impl Batch {
    /// This many games on empty boards. `seed` decides the drawn moves.
    ///
    /// # Panics
    /// If there is not enough memory for the games.
    pub fn new(games: usize, size: Size, rules: Rules, seed: u64) -> Batch {
        Batch::of(&FastGame::new(size).with_rules(rules), games, seed)
    }

    /// This many copies of a game. `seed` decides the drawn moves.
    ///
    /// # Panics
    /// If there is not enough memory for the games.
    pub fn of(game: &FastGame, games: usize, seed: u64) -> Batch {
        let opening = Arc::new(game.clone());
        let mut seeds = Random::new(seed);
        let slots = (0..games).map(|_| Slot::new(&opening, Random::new(seeds.number())));
        Batch {
            slots: slots.collect(),
            opening,
            threads: NonZero::<usize>::MIN,
            form: Form::best(),
        }
    }

    /// Lets at most this many threads draw moves, each in parts of at least 256 games. With one, as at the start, no thread is
    /// started.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Batch {
        self.threads = threads;
        self
    }

    #[cfg(test)]
    pub(super) fn with_form(mut self, form: Form) -> Batch {
        self.form = form;
        self
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// True if there is no game.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.opening.size()
    }

    /// The rules of the games.
    pub fn rules(&self) -> Rules {
        self.opening.rules()
    }

    /// A game with its history; `None` if there is none with this number. Each call makes the moves that were drawn since the
    /// game was last stepped or seen by [`Batch::legal_points`].
    pub fn game(&self, nth: usize) -> Option<FastGame> {
        let mut slot = self.slots.get(nth)?.clone();
        slot.settle(self.size());
        Some(Arc::unwrap_or_clone(slot.game))
    }

    /// Puts a game in the place of another. Returns false, and changes nothing, if there is none with this number, or if the
    /// size or the rules, komi included, are not those of the batch.
    #[must_use]
    pub fn put(&mut self, nth: usize, game: FastGame) -> bool {
        let is_alike = game.size() == self.size() && game.rules() == self.rules();
        let slot = self.slots.get_mut(nth).filter(|_| is_alike);
        slot.map(|slot| slot.set(Arc::new(game))).is_some()
    }

    /// Starts a game anew, as it was when the batch was made. Its draws go on, so that the next game is another one. Does
    /// nothing if there is no game with this number.
    pub fn reset(&mut self, nth: usize) {
        if let Some(slot) = self.slots.get_mut(nth) {
            slot.set(Arc::clone(&self.opening));
        }
    }

    /// Starts all games anew: [`Batch::reset`] for each.
    pub fn reset_all(&mut self) {
        (0..self.len()).for_each(|nth| self.reset(nth));
    }

    /// Makes one move in each game, in order; `None` leaves a game as it is, and its verdict is `Ok`. Returns the verdicts of
    /// [`FastGame::play`]; an illegal move leaves its game as it was. Games without a move in the list stay as they are, and moves without a game have no verdict.
    pub fn step(&mut self, moves: &[Option<Move>]) -> Vec<Result<(), IllegalMove>> {
        let size = self.size();
        let make = |(slot, mv): (&mut Slot, &Option<Move>)| {
            let Some(mv) = mv else { return Ok(()) };
            slot.settle(size);
            Arc::make_mut(&mut slot.game).play(*mv)
        };
        self.slots.iter_mut().zip(moves).map(make).collect()
    }

    /// Draws a move in each game that is not over, and makes it. A move takes 15 to 70 times as long as one of
    /// [`Batch::play_out`], the longer the larger the board, because each call sets up all lanes or lists anew.
    pub fn draw(&mut self) {
        self.play_round(1);
    }

    /// Draws moves in each game until it is over or this call has drawn three moves for each point.
    pub fn play_out(&mut self) {
        let most = 3 * self.size().point_count();
        self.play_round(most);
    }

    fn play_round(&mut self, most: usize) {
        let (size, form) = (self.size(), self.form);
        let superko = self.rules().ko() != KoRule::Simple;
        self.in_parts(|slots| {
            if fits(size) {
                form.play(&mut Round::new(size, slots, most, superko));
            } else {
                for slot in slots {
                    slot.draw_from_list(size, most);
                }
            }
        });
    }

    /// Does some work on all games, in parts that the threads take one after the other.
    fn in_parts(&mut self, work: impl Fn(&mut [Slot]) + Sync) {
        let threads = self.threads.get().min(self.slots.len() / LEAST_PART);
        if threads <= 1 {
            return work(&mut self.slots);
        }
        let part = self.slots.len().div_ceil(PARTS * threads).max(LEAST_PART);
        let parts = Mutex::new(self.slots.chunks_mut(part));
        // A thread that panicked has left the list of parts as it was.
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work_on = || {
            while let Some(slots) = next() {
                work(slots);
            }
        };
        #[allow(clippy::disallowed_methods)] // no thread outlives the call
        thread::scope(|scope| {
            for _ in 1..threads {
                // The system may refuse a thread. The others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work_on);
            }
            work_on();
        });
    }

    /// True if passes or a resignation have ended the game; `None` if there is none with this number.
    pub fn is_over(&self, nth: usize) -> Option<bool> {
        Some(self.slots.get(nth)?.is_over())
    }

    /// The side to play in a game; `None` if there is none with this number.
    pub fn to_play(&self, nth: usize) -> Option<Color> {
        Some(self.slots.get(nth)?.to_play())
    }

    /// The number of turns of a game; `None` if there is none with this number.
    pub fn turns(&self, nth: usize) -> Option<usize> {
        Some(self.slots.get(nth)?.turns())
    }

    /// The points of Black and of White in a game, as [`FastGame::area`] counts them; `None` if there is none with this number.
    pub fn area(&self, nth: usize) -> Option<ByColor<usize>> {
        let owned = self.owned(nth)?;
        Some(ByColor::from_fn(|color| owned[color].len()))
    }

    /// The stones of each color in a game, and the empty points that are connected to no other color; `None` if there is no
    /// game with this number.
    pub fn owned(&self, nth: usize) -> Option<ByColor<PointSet>> {
        Some(self.slots.get(nth)?.owned())
    }

    /// Every point where the side to play has a legal play, for each game: [`FastGame::legal_points`]. `points` is filled
    /// anew.
    pub fn legal_points(&mut self, points: &mut Vec<PointSet>) {
        let size = self.size();
        self.slots.iter_mut().for_each(|slot| slot.settle(size));
        let games: Vec<&FastGame> = self.slots.iter().map(|slot| &*slot.game).collect();
        masks::fill(&games, points);
    }
}
