//! Arrays in, arrays out: steps of all games from indices, and what is seen of them, in slices that the caller owns.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use super::games::Batch;
use super::observation::{BatchError, Observation, OnIllegal, check_length, sign};
use super::parallel::share;
use super::slot::Slot;
use crate::basics::{Color, IllegalMove, Move, Size};
use crate::fast::{History, Layout};

/// Games of which one thread sees the legal points at a time: what it needs of them stays in its cache.
const AT_ONCE: usize = 64;

/// Some games with the slices that belong to them.
struct Part<'a> {
    /// The number of the first game.
    first: usize,
    slots: &'a mut [Slot],
    actions: &'a [i32],
    seen: Observation<'a>,
}

/// How far a part came: the number of its first game, the number of games that were stepped, and what is wrong with the next.
type Stepped = (usize, usize, Option<BatchError>);

impl Slot {
    /// Makes the move with this index; -1 leaves the game as it is.
    #[inline]
    fn step(
        &mut self,
        action: i32,
        on_illegal: OnIllegal,
        size: Size,
    ) -> Result<(), (Move, IllegalMove)> {
        let Ok(index) = usize::try_from(action) else {
            return Ok(());
        };
        self.settle(size);
        let game = Arc::make_mut(&mut self.game);
        let side = game.to_play();
        let mv = if index < size.point_count() {
            Move::play(side, size.point(index))
        } else {
            Move::pass(side)
        };
        let played = game.play(mv).map_err(|reason| (mv, reason));
        if let Err((_, reason)) = played {
            let loses = on_illegal == OnIllegal::Lose && reason != IllegalMove::GameOver;
            if !loses || game.play(Move::resign(side)).is_err() {
                return played;
            }
        }
        if let Some(history) = &mut self.history {
            history.push(&self.game);
        }
        played
    }

    fn undo(&mut self) {
        Arc::make_mut(&mut self.game).undo();
        self.history = None;
    }
}

impl Part<'_> {
    fn step(self, on_illegal: OnIllegal, size: Size) -> Stepped {
        let mut legal = Vec::new();
        let Part {
            first,
            slots,
            actions,
            seen,
        } = self;
        let mut made = 0;
        let pieces = slots.chunks_mut(AT_ONCE).zip(actions.chunks(AT_ONCE));
        for ((slots, actions), mut seen) in pieces.zip(seen.parts(AT_ONCE, size.point_count())) {
            seen.reasons.fill(0);
            for (nth, (slot, action)) in slots.iter_mut().zip(actions).enumerate() {
                let stepped = slot.step(*action, on_illegal, size);
                if let Err((mv, reason)) = stepped {
                    if on_illegal == OnIllegal::Refuse {
                        let error = BatchError::illegal(first + made, mv, size, reason);
                        return (first, made, Some(error));
                    }
                    if let Some(code) = seen.reasons.get_mut(nth) {
                        *code = reason as u8 + 1;
                    }
                }
                made += 1;
            }
            seen.see(slots, size, &mut legal);
        }
        (first, made, None)
    }
}

impl Batch {
    /// Makes a move of the side to play in each game, and writes what is seen then. A move is an index: `row * columns +
    /// column` for a play, the number of points for a pass, -1 to leave the game as it is.
    ///
    /// # Errors
    /// [`BatchError`]: the slices have wrong lengths, an action is no index, or, with [`OnIllegal::Refuse`], a move is illegal,
    /// of which the first is named. The games are as they were, and the slices say so.
    pub fn step_into(
        &mut self,
        actions: &[i32],
        on_illegal: OnIllegal,
        mut seen: Observation<'_>,
    ) -> Result<(), BatchError> {
        let (games, size) = (self.len(), self.size());
        let points = size.point_count();
        check_length("actions", actions.len(), games)?;
        seen.check(games, points)?;
        let is_move =
            |action: i32| usize::try_from(action).map_or(action == -1, |index| index <= points);
        if let Some(game) = actions.iter().position(|action| !is_move(*action)) {
            let action = actions[game];
            return Err(BatchError::NotAMove {
                game,
                action,
                points,
            });
        }
        let (threads, part) = self.parts();
        let stepped = Mutex::new(Vec::new());
        let parts = self.slots.chunks_mut(part).zip(actions.chunks(part));
        let parts = parts.zip(seen.borrowed().parts(part, points)).enumerate();
        let parts = parts.map(|(nth, ((slots, actions), seen))| Part {
            first: nth * part,
            slots,
            actions,
            seen,
        });
        share(threads, parts, |part| {
            let step = part.step(on_illegal, size);
            let mut stepped = stepped.lock().unwrap_or_else(PoisonError::into_inner);
            stepped.push(step);
        });
        let mut stepped = stepped.into_inner().unwrap_or_else(PoisonError::into_inner);
        stepped.sort_by_key(|(first, ..)| *first);
        let Some(error) = stepped.iter_mut().find_map(|(.., error)| mem::take(error)) else {
            return Ok(());
        };
        for (first, made, _) in stepped {
            for nth in (first..first + made).filter(|nth| actions[*nth] != -1) {
                self.slots[nth].undo();
            }
        }
        self.observe(seen)?;
        Err(error)
    }

    /// Writes what is seen of the games now. No reason against an action is among it.
    ///
    /// # Errors
    /// [`BatchError::Length`]: a slice has a wrong length.
    pub fn observe(&mut self, seen: Observation<'_>) -> Result<(), BatchError> {
        self.step_into(&vec![-1; self.len()], OnIllegal::Keep, seen)
    }

    /// Writes what is seen of the games that are not 0 in a list, as [`Batch::observe`] does, and nothing about the others.
    ///
    /// # Errors
    /// [`BatchError::Length`]: a slice has a wrong length.
    pub fn observe_where(&mut self, which: &[u8], seen: Observation<'_>) -> Result<(), BatchError> {
        let (games, size) = (self.len(), self.size());
        seen.check(games, size.point_count())?;
        let mut legal = Vec::new();
        let games = self
            .slots
            .chunks_mut(1)
            .zip(seen.parts(1, size.point_count()));
        for ((game, mut seen), _) in games.zip(which).filter(|(_, which)| **which != 0) {
            seen.reasons.fill(0);
            seen.see(game, size, &mut legal);
        }
        Ok(())
    }

    /// Writes the planes of the latest boards of each game, as [`History::write`] does: `2 * boards + 1` planes a game. The
    /// first call replays the games; from then on each keeps its latest boards, 1.3 KB.
    ///
    /// # Errors
    /// [`BatchError`]: no board or too many, or the slice has a wrong length.
    pub fn planes_into(
        &mut self,
        boards: usize,
        layout: Layout,
        planes: &mut [u8],
    ) -> Result<(), BatchError> {
        if !(1..=History::MOST).contains(&boards) {
            return Err(BatchError::Boards(boards));
        }
        let size = self.size();
        let width = History::planes(boards) * size.point_count();
        self.each_row("planes", planes, width, |slot, planes| {
            slot.settle(size);
            let game = &slot.game;
            let history = slot
                .history
                .get_or_insert_with(|| Box::new(History::of(game)));
            history.write(boards, layout, game.to_play(), planes);
        })
    }

    /// Writes the boards, a number for each point: 1 Black, -1 White, 0 empty.
    ///
    /// # Errors
    /// [`BatchError::Length`]: the slice has a wrong length.
    pub fn boards_into(&mut self, boards: &mut [i8]) -> Result<(), BatchError> {
        let size = self.size();
        self.each_row("boards", boards, size.point_count(), |slot, board| {
            slot.settle(size);
            let game = &slot.game;
            let stones = size
                .points()
                .map(|point| game.stone_at(point).map_or(0, sign));
            board
                .iter_mut()
                .zip(stones)
                .for_each(|(number, stone)| *number = stone);
        })
    }

    /// Writes who owns each point, as [`Batch::owned`] says: 1 Black, -1 White, 0 nobody.
    ///
    /// # Errors
    /// [`BatchError::Length`]: the slice has a wrong length.
    pub fn owners_into(&mut self, owners: &mut [i8]) -> Result<(), BatchError> {
        let size = self.size();
        self.each_row("owners", owners, size.point_count(), |slot, numbers| {
            let owned = slot.owned();
            numbers.fill(0);
            for color in Color::BOTH {
                for index in owned[color].iter().filter_map(|point| size.index(point)) {
                    numbers[index] = sign(color);
                }
            }
        })
    }

    /// Writes the points of Black and of White in each game, as [`Batch::area`] counts them: two numbers a game.
    ///
    /// # Errors
    /// [`BatchError::Length`]: the slice has a wrong length.
    pub fn areas_into(&mut self, areas: &mut [i32]) -> Result<(), BatchError> {
        self.each_row("areas", areas, 2, |slot, area| {
            let owned = slot.owned();
            for (number, color) in area.iter_mut().zip(Color::BOTH) {
                *number = i32::try_from(owned[color].len()).unwrap_or(i32::MAX);
            }
        })
    }

    /// Calls `write` for each game and its part of the slice, in which each has `width` numbers.
    fn each_row<T: Send>(
        &mut self,
        name: &'static str,
        numbers: &mut [T],
        width: usize,
        write: impl Fn(&mut Slot, &mut [T]) + Sync,
    ) -> Result<(), BatchError> {
        check_length(name, numbers.len(), self.len() * width)?;
        let (threads, part) = self.parts();
        let parts = self
            .slots
            .chunks_mut(part)
            .zip(numbers.chunks_mut(part * width));
        share(threads, parts, |(slots, numbers)| {
            for (slot, numbers) in slots.iter_mut().zip(numbers.chunks_mut(width)) {
                write(slot, numbers);
            }
        });
        Ok(())
    }
}
