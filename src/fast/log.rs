//! The events of a game, two bytes each, from which the game can be replayed.

use super::bits::point_at;
use super::clone::reuses_memory_of;
use crate::basics::{Color, GameEvent, Move, Setup, Size};

/// The opening of a game and its events, which are not checked.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// `None` for an empty board with Black to play.
    opening: Option<Box<Setup>>,
    /// The number of events that are not turns.
    others: usize,
    /// A place or one of the numbers below; the highest bit is the color.
    events: Vec<u16>,
}

/// An event without the difference between those that leave the board unchanged.
pub(super) struct Event {
    /// The place of a play, and the player.
    pub(super) play: Option<(u16, Color)>,
    /// Whose turn it is then.
    pub(super) to_play: Color,
}

pub(super) const PASS: u16 = 1000;
const RESIGN: u16 = 1001;
const HAND: u16 = 1002;
const RESUME: u16 = 1003;
const WHITE: u16 = 0x8000;

impl Log {
    /// A log with capacity for this many events, so that most games allocate once.
    pub(super) fn with_capacity(events: usize) -> Log {
        Log {
            events: Vec::with_capacity(events),
            ..Log::default()
        }
    }

    /// The events, as [`decoded`] takes them.
    pub(super) fn codes(&self) -> &[u16] {
        &self.events
    }

    pub(super) fn start(&mut self, opening: &Setup) {
        let is_usual = *opening == Setup::new(opening.size, Color::Black);
        self.opening = (!is_usual).then(|| Box::new(opening.clone()));
    }

    pub(super) fn no_play(&mut self, color: Color, resigns: bool) {
        self.push(color, if resigns { RESIGN } else { PASS });
    }

    pub(super) fn hand(&mut self, side: Color) {
        self.others += 1;
        self.push(side, HAND);
    }

    pub(super) fn resume(&mut self, side: Color) {
        self.others += 1;
        self.push(side, RESUME);
    }

    /// Adds an event: for a play, its place.
    #[inline(always)]
    pub(super) fn push(&mut self, color: Color, event: u16) {
        self.events.push(coded(color, event));
    }

    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub(super) fn turns(&self) -> usize {
        self.events.len() - self.others
    }

    pub(super) fn turns_among(&self, events: usize) -> usize {
        let is_turn = |event: &&u16| !matches!(**event & !WHITE, HAND | RESUME);
        self.events[..events].iter().filter(is_turn).count()
    }

    pub(super) fn first_to_play(&self) -> Color {
        let opening = self.opening.as_deref();
        opening.map_or(Color::Black, |opening| opening.to_play)
    }

    /// What an event was, as far as superko is concerned.
    pub(super) fn event(&self, nth: usize) -> Event {
        Event::of(self.events[nth])
    }

    pub(super) fn opening(&self, size: Size) -> Setup {
        self.opening
            .as_deref()
            .cloned()
            .unwrap_or_else(|| Setup::new(size, Color::Black))
    }

    pub(super) fn events(&self, size: Size) -> impl DoubleEndedIterator<Item = GameEvent> {
        let stride = size.cols() + 1;
        let codes = self.events.iter();
        codes.map(move |code| decoded(*code, stride))
    }
}

/// An event of a game on rows of this stride.
pub(super) fn decoded(code: u16, stride: usize) -> GameEvent {
    let (event, color) = split(code);
    match event {
        PASS => GameEvent::Turn(Move::pass(color)),
        RESIGN => GameEvent::Turn(Move::resign(color)),
        HAND => GameEvent::HandTurn(color),
        RESUME => GameEvent::Resume(color),
        place => GameEvent::Turn(Move::play(color, point_at(place, stride))),
    }
}

/// An event of a player: the place of a play, or [`PASS`].
#[inline(always)]
pub(super) fn coded(color: Color, event: u16) -> u16 {
    event | if color == Color::White { WHITE } else { 0 }
}

impl Event {
    pub(super) fn of(code: u16) -> Event {
        let (event, color) = split(code);
        Event {
            play: (event < PASS).then_some((event, color)),
            to_play: if event < HAND { !color } else { color },
        }
    }
}

fn split(event: u16) -> (u16, Color) {
    let color = Color::BOTH[usize::from(event & WHITE != 0)];
    (event & !WHITE, color)
}

reuses_memory_of!(opening, events in Log);
