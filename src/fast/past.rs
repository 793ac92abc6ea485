//! The boards of the game so far, for the superko rules.
//!
//! No board is stored. Three facts make the answers exact and cheap:
//! - A stone that stays on the board can bring back an earlier board only if its color **lost a stone at that point
//!   before**, and only one from before stones were last taken.
//! - A stone that is still on the board, at a point where its color never lost one, is **new**: it is on no board before
//!   the turn that put it. If one was put since stones were last taken, a play that does not take it brings back no earlier
//!   board. The first fact and this one, for plays that take nothing, leave 5 plays of a game on 9x9, and 12 on 19x19.
//! - Otherwise earlier boards are compared from the latest one back. The difference to a board follows from the difference
//!   to the next one and the turn between them, so that each takes a few flips. The first new stone ends the comparison.
//!
//! Where many turns repeat old points, as in a long game on a small board, an [index](BoardIndex) of the boards ends it.

use super::around::Plan;
use super::bits::{Bits, key};
use super::board_index::{BoardIndex, Situations, small};
use super::clone::reuses_memory_of;
use super::log::{Event, Log};
use crate::basics::Color;

/// What is not in the log: the stones taken off. Takes eight bytes for each.
#[derive(Default)]
pub(super) struct Past<const WORDS: usize> {
    /// Where each color has lost a stone.
    lost: [Bits<WORDS>; 2],
    /// In order.
    taken: Vec<Taken>,
    /// True if a new stone has been put since stones were last taken, or when they were; and the place of one.
    calm: bool,
    newest: u16,
    /// The number of boards before the first pass of the game, or 0.
    boards_before_pass: usize,
    index: BoardIndex,
    /// The number of events that may have repeated a board.
    doubtful: usize,
}

#[derive(Clone, Copy)]
struct Taken {
    /// The number of the event in the log.
    event: u32,
    place: u16,
    color: Color,
}

/// The boards are indexed when a quarter of the events may have repeated one, not counting the first n.
const FEW: usize = 8;

/// They are also indexed after n events for each word of a plane: about two a point, most of which put a new stone.
const MANY: usize = 128;

impl<const WORDS: usize> Past<WORDS> {
    /// The past of a new game, with capacity for this many stones taken off.
    pub(super) fn new(taken: usize) -> Past<WORDS> {
        Past {
            taken: Vec::with_capacity(taken),
            ..Past::default()
        }
    }

    /// Begins anew after the turns of another past. Does not have their boards.
    pub(super) fn begin_after(&mut self, other: &Past<WORDS>) {
        self.lost = other.lost;
        self.calm = false;
        self.taken.clear();
    }

    /// Records that the next event puts a stone, no suicide, if it is clear that it repeats no board. Else returns false.
    #[inline(always)]
    pub(super) fn put_if_clear<const LEN: usize>(
        &mut self,
        plan: &Plan<LEN>,
        color: Color,
    ) -> bool {
        if self.stays_calm(plan) {
            return true;
        }
        let is_new = !self.has_lost(plan.place, color);
        if is_new {
            (self.calm, self.newest) = (true, plan.place);
        }
        is_new
    }

    pub(super) fn put<const LEN: usize>(&mut self, plan: &Plan<LEN>, color: Color) {
        self.calm = self.stays_calm(plan) || self.put_if_clear(plan, color);
    }

    /// True if a new stone that was put since stones were last taken is still there after a play that is no suicide.
    #[inline(always)]
    fn stays_calm<const LEN: usize>(&self, plan: &Plan<LEN>) -> bool {
        self.calm & (plan.prospect.taken() == 0)
    }

    #[inline]
    pub(super) fn take(&mut self, place: u16, color: Color, event: usize) {
        self.lost[color as usize].insert(place);
        let event = small(event);
        self.taken.push(Taken {
            event,
            place,
            color,
        });
    }

    /// True if only a play that takes stones may bring back an earlier board.
    pub(super) fn is_calm(&self) -> bool {
        self.calm
    }

    /// Records that the latest play was a suicide.
    pub(super) fn lose(&mut self) {
        self.calm = false;
    }

    /// Records that the latest event of the log is the first pass of the game.
    pub(super) fn first_pass(&mut self, log: &Log) {
        self.boards_before_pass = log.len();
        self.index.first_pass();
    }

    fn has_lost(&self, place: u16, color: Color) -> bool {
        self.lost[color as usize].has(place)
    }

    #[inline]
    pub(super) fn lost(&self, color: Color) -> &Bits<WORDS> {
        &self.lost[color as usize]
    }

    /// The place of a new stone that was put since stones were last taken, or when they were. While it is there, no board
    /// returns: those before it lack it, and those since lack the stone that is put now, because nothing was taken since.
    #[inline]
    pub(super) fn newest(&self) -> Option<u16> {
        self.calm.then_some(self.newest)
    }

    /// True if a play may bring back an earlier board.
    #[inline]
    pub(super) fn may_repeat<const LEN: usize>(&self, plan: &Plan<LEN>, color: Color) -> bool {
        plan.suicide || !self.stays_calm(plan) && self.has_lost(plan.place, color)
    }

    /// Records that the next event may repeat a board. Indexes the boards after many such events, or many events, and from
    /// then on each time.
    pub(super) fn doubt(&mut self, log: &Log) {
        self.doubtful += 1;
        let not_indexed = log.len() + 1 - self.index.count;
        let is_long = self.index.count > 0 || not_indexed >= MANY * WORDS;
        if is_long || 4 * self.doubtful.saturating_sub(FEW) >= not_indexed {
            self.add_to_index(log);
        }
    }

    /// A walk back from the latest board, of which the codes are those of the events before it.
    pub(super) fn walk<'a>(&'a self, codes: &'a [u16]) -> Walk<'a, WORDS> {
        Walk::at(self, codes, codes.len(), self.taken.len())
    }

    /// The situations in which the other board of a walk occurred.
    pub(super) fn find(&self, log: &Log, mut walk: Walk<'_, WORDS>) -> Situations {
        let mut situations = Situations::NEVER;
        while walk.board >= self.index.count {
            if walk.is_equal() {
                situations = situations.and(self.situations(log, walk.board));
            }
            if !walk.go_back() {
                return situations;
            }
        }
        let equal = self
            .index
            .find(self.index.key ^ walk.key(), |board| walk.leads_to(board));
        equal.map_or(situations, |nth| situations.and(self.index.situations(nth)))
    }

    /// Calls `found` with those of some empty places at which a stone of this color, which takes none, brings back a board in
    /// a situation that `bars`. One walk answers for all places, as it compares with the board before any stone is put: it
    /// must differ by that stone alone.
    pub(super) fn each_found(
        &self,
        log: &Log,
        color: Color,
        places: &Bits<WORDS>,
        bars: impl Fn(Situations) -> bool,
        mut found: impl FnMut(u16),
    ) {
        let mut walk = self.walk(log.codes());
        if self.index.count > 0 {
            for place in places.iter() {
                let mut walk = walk.clone();
                walk.flip(place, color);
                if bars(self.find(log, walk)) {
                    found(place);
                }
            }
            return;
        }
        while walk.go_back() {
            if walk.count == 1 {
                let differs = &walk.differing[color as usize];
                let place = places.zip(differs, |places, differs| places & differs);
                let place = place.iter().next();
                let place = place.filter(|_| bars(self.situations(log, walk.board)));
                place.into_iter().for_each(&mut found);
            }
        }
    }

    /// Returns when the other board of a walk last occurred in a situation that `bars`: the number of events before.
    pub(super) fn latest(
        &self,
        log: &Log,
        mut walk: Walk<'_, WORDS>,
        bars: impl Fn(Situations) -> bool,
    ) -> Option<usize> {
        loop {
            if walk.is_equal() && bars(self.situations(log, walk.board)) {
                return Some(walk.board);
            }
            if !walk.go_back() {
                return None;
            }
        }
    }

    /// The situation after this number of events.
    fn situations(&self, log: &Log, board: usize) -> Situations {
        let situations = match board.checked_sub(1).map(|event| log.event(event)) {
            Some(event) => Situations::new(event.to_play, event.play.map(|(_, color)| color)),
            None => Situations::new(log.first_to_play(), None),
        };
        if board < self.boards_before_pass {
            situations.before_first_pass()
        } else {
            situations
        }
    }

    #[cold]
    fn add_to_index(&mut self, log: &Log) {
        let mut taken = self.index.taken;
        for board in self.index.count..=log.len() {
            if let Some(event) = board.checked_sub(1)
                && let Some((place, color)) = log.event(event).play
            {
                self.index.flip(place, color);
                while let Some(stone) = self.taken_by(event, taken) {
                    self.index.flip(stone.place, stone.color);
                    taken += 1;
                }
            }
            let walk = Walk::at(self, log.codes(), board, taken);
            let equal = self
                .index
                .find(self.index.key, |earlier| walk.leads_to(earlier));
            let situations = self.situations(log, board);
            self.index.add(equal, situations, taken);
        }
    }

    /// The taken stone with this number, if it was this event that took it.
    #[inline]
    fn taken_by(&self, event: usize, nth: usize) -> Option<Taken> {
        let taken = self.taken.get(nth).copied();
        taken.filter(|taken| taken.event == small(event))
    }
}

/// Goes from a board of the game back to earlier ones, and compares each with another board.
#[derive(Clone)]
pub(super) struct Walk<'a, const WORDS: usize> {
    past: &'a Past<WORDS>,
    /// The events of the game.
    codes: &'a [u16],
    /// The number of events before the board, and of stones that they took off.
    board: usize,
    taken: usize,
    /// The stones that one of the two boards has and the other has not, and their number.
    differing: [Bits<WORDS>; 2],
    count: usize,
}

impl<'a, const WORDS: usize> Walk<'a, WORDS> {
    /// Starts at a board, which is also the one to compare with until a stone is flipped.
    fn at(past: &'a Past<WORDS>, codes: &'a [u16], board: usize, taken: usize) -> Self {
        Walk {
            past,
            codes,
            board,
            taken,
            differing: [Bits::default(); 2],
            count: 0,
        }
    }

    /// True if the other board is certainly none of the game. `is_whole` means that no boards came before those of the log.
    pub(super) fn proves_new(mut self, is_whole: bool) -> bool {
        while self.board > 0 {
            if !self.go_back() {
                return true;
            }
            if self.is_equal() {
                return false;
            }
        }
        is_whole
    }

    /// Puts or takes off a stone of the other board.
    #[inline]
    pub(super) fn flip(&mut self, place: u16, color: Color) {
        let differing = &mut self.differing[color as usize];
        differing.flip(place);
        self.count = self.count + 2 * usize::from(differing.has(place)) - 1;
    }

    fn is_equal(&self) -> bool {
        self.count == 0
    }

    /// Goes to the board before. Returns false if none before can be equal.
    #[inline]
    fn go_back(&mut self) -> bool {
        let Some(event) = self.board.checked_sub(1) else {
            return false;
        };
        self.board = event;
        let Some((place, color)) = Event::of(self.codes[event]).play else {
            return true;
        };
        while let Some(stone) = self.past.taken_by(event, self.taken.wrapping_sub(1)) {
            self.flip(stone.place, stone.color);
            self.taken -= 1;
        }
        self.flip(place, color);
        // If it differs, the other board has this stone. If it is new, no board before has it.
        self.past.has_lost(place, color) || !self.differing[color as usize].has(place)
    }

    /// True if the two boards are equal after going back to this one.
    fn leads_to(&self, board: usize) -> bool {
        let mut walk = self.clone();
        while walk.board > board {
            if !walk.go_back() {
                return false;
            }
        }
        walk.is_equal()
    }

    /// The XOR of the keys of all stones that differ.
    fn key(&self) -> u64 {
        key(&self.differing)
    }
}

reuses_memory_of!(taken, index in Past<const WORDS>);
