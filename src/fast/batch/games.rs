//! The public interface of a batch.

use std::num::NonZero;
use std::sync::Arc;

use super::form::Form;
use super::listed::Listed;
use super::parallel::share_while;
use super::slot::SavedGame;
use super::slot::{Round, Slot};
use super::start::fits;
use crate::basics::{
    ByColor, Color, IllegalMove, KoRule, Komi, Move, PointSet, Random, Rules, Size,
};
use crate::fast::{FastGame, masks};

/// Many games of one size under the same rules, stepped together.
///
/// Each game gives the same verdicts as a [`FastGame`], and is one when asked for. What a batch does better: **drawn moves**
/// on boards of up to 9 rows and 14 columns, which are played side by side, one in each lane of a vector. On larger boards a
/// drawn move takes up to 6 % longer than in [`FastGame::playout`], and under superko, which single playouts do not judge, 25 %.
///
/// A drawn move is one of the legal plays that fill no [light eye](FastGame::light_eyes), retake no ko at once and are
/// no suicide, each with equal probability; without such a play it is a pass. Superko rules hold over the whole history of the
/// game. Equal seeds and equal calls give equal games, on every processor and for any number of threads; a game does not
/// depend on the others. One call of `play_out` draws other moves than many calls of `draw`.
///
/// A network that chooses the moves has [`Batch::step_into`], [`Batch::draw_from`] and [`Batch::planes_into`]: arrays in, arrays
/// out.
///
/// Games are numbered from 0. A game takes 256 bytes until it is stepped, drawn by [`Batch::draw`] or seen by
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
    pub(super) slots: Vec<Slot>,
    threads: NonZero<usize>,
    form: Form,
}

/// The parts that a thread works on: several, because some take longer than others.
const PARTS: usize = 4;
/// The fewest games in a part. At the end of each, some lanes wait for others.
const LEAST_PART: usize = 256;
/// The most games in a part that are played out without asking whether to go on: some milliseconds.
const MOST_IN_LANES: usize = 4096;
const MOST_FROM_LISTS: usize = 64;

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

    /// Begins the draws anew, as those of a new batch with this seed. The games stay as they are.
    pub fn reseed(&mut self, seed: u64) {
        let mut seeds = Random::new(seed);
        for slot in &mut self.slots {
            slot.random = Random::new(seeds.number());
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
    /// size or the rules, komi included, are not those of the other.
    #[must_use]
    pub fn put(&mut self, nth: usize, game: FastGame) -> bool {
        let slot = self.slots.get_mut(nth).filter(|slot| slot.takes(&game));
        slot.map(|slot| slot.set(Arc::new(game))).is_some()
    }

    /// A game as it is now, to go back to it with [`Batch::restore`]: for a search. `None` if there is none with this number.
    pub fn save(&mut self, nth: usize) -> Option<SavedGame> {
        let size = self.size();
        let slot = self.slots.get_mut(nth)?;
        slot.settle(size);
        Some(slot.saved())
    }

    /// Puts a saved game in the place of any game, as [`Batch::put`] does. The draws of this place go on.
    #[must_use]
    pub fn restore(&mut self, nth: usize, saved: &SavedGame) -> bool {
        let slot = self
            .slots
            .get_mut(nth)
            .filter(|slot| slot.takes(saved.game()));
        slot.map(|slot| slot.restore(saved)).is_some()
    }

    /// The komi of a game; `None` if there is none with this number.
    pub fn komi(&self, nth: usize) -> Option<Komi> {
        Some(self.slots.get(nth)?.opening.rules().komi())
    }

    /// Gives each game a komi of its own, from now on and when it is started anew. Games without a komi in the list keep theirs.
    pub fn set_komis(&mut self, komis: &[Komi]) {
        // Games with the same komi share an opening.
        let mut openings: Vec<Arc<FastGame>> = vec![Arc::clone(&self.opening)];
        for (slot, komi) in self.slots.iter_mut().zip(komis) {
            let rules = self.opening.rules().with_komi(*komi);
            let known = openings.iter().find(|opening| opening.rules() == rules);
            let opening = known.cloned().unwrap_or_else(|| {
                let opening = Arc::new((*self.opening).clone().with_rules(rules));
                openings.push(Arc::clone(&opening));
                opening
            });
            slot.begin_from(opening);
        }
    }

    /// Starts a game anew, as it was when the batch was made. Its draws go on, so that the next game is another one. Does
    /// nothing if there is no game with this number.
    pub fn reset(&mut self, nth: usize) {
        if let Some(slot) = self.slots.get_mut(nth) {
            slot.set(Arc::clone(&slot.opening));
        }
    }

    /// Starts anew the games that are not 0 in a list.
    pub fn reset_where(&mut self, which: &[u8]) {
        for (slot, _) in self
            .slots
            .iter_mut()
            .zip(which)
            .filter(|(_, which)| **which != 0)
        {
            slot.set(Arc::clone(&slot.opening));
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
        self.play_round(1, || true);
    }

    /// Draws moves in each game until it is over or this call has drawn three moves for each point.
    pub fn play_out(&mut self) {
        self.play_out_while(|| true);
    }

    /// As [`Batch::play_out`], but asks again and again whether to go on, between some games and on the thread that calls. If
    /// not, the games that have not begun stay as they are.
    pub fn play_out_while(&mut self, go_on: impl Fn() -> bool) {
        self.play_round(3 * self.size().point_count(), go_on);
    }

    fn play_round(&mut self, most: usize, go_on: impl Fn() -> bool) {
        let (size, form) = (self.size(), self.form);
        let superko = self.rules().ko() != KoRule::Simple;
        let (threads, part) = self.parts();
        let most_games = if fits(size) {
            MOST_IN_LANES
        } else {
            MOST_FROM_LISTS
        };
        let parts = self.slots.chunks_mut(part.min(most_games));
        let work = |slots: &mut [Slot]| {
            if fits(size) {
                form.play(&mut Round::new(size, slots, most, superko));
            } else {
                self.opening.on_game(Listed { size, slots, most });
            }
        };
        share_while(threads, parts, work, go_on);
    }

    /// The number of threads that some work is worth, and of games that one of them works on at a time.
    pub(super) fn parts(&self) -> (usize, usize) {
        let threads = self.threads.get().min(self.len() / LEAST_PART).max(1);
        let part = if threads == 1 {
            self.len()
        } else {
            self.len().div_ceil(PARTS * threads).max(LEAST_PART)
        };
        (threads, part.max(1))
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
