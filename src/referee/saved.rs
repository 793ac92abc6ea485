//! Feature `serde`: a record or a game as its opening, its rules and its events. Loading replays the events under the
//! rules, so that an illegal game cannot be loaded.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::traits::Referee;
use crate::basics::as_text::as_text;
use crate::basics::{Color, GameEvent, ParseError, Rules, Setup, Size};
use crate::fast::FastGame;
use crate::pure::BoardRecord;

/// The serialized form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    rules: Rules,
    opening: Setup,
    events: Vec<SavedEvent>,
}

/// An event as text: a move, `x:turn` for the turn handed to Black, `o:resume` for play resumed by White.
#[derive(Clone, Copy)]
struct SavedEvent(GameEvent);

impl Saved {
    /// Fails if the events cannot be replayed, because the rules were changed during the game and an event was legal
    /// only under earlier rules.
    fn new(rules: Rules, opening: Setup, events: Vec<GameEvent>) -> Result<Saved, String> {
        let events = events.into_iter().map(SavedEvent).collect();
        let saved = Saved {
            rules,
            opening,
            events,
        };
        match saved.replay(FastGame::new(Size::default())) {
            Ok(_) => Ok(saved),
            Err(reason) => Err(format!(
                "a game cannot be saved if events before a change of its rules are illegal under the present rules: \
                 {reason}"
            )),
        }
    }

    fn replay<R: Referee>(&self, mut game: R) -> Result<R, String> {
        game.start(&self.opening, self.rules)
            .map_err(|error| format!("opening: {error}"))?;
        for (number, event) in (1..).zip(&self.events) {
            let done = match event.0 {
                GameEvent::Turn(mv) => game.play(mv).map_err(|reason| reason.to_string()),
                GameEvent::Hand(side) if side == game.to_play() => {
                    Err(format!("it is {side}'s turn already"))
                }
                GameEvent::Hand(side) => {
                    game.hand_turn(side);
                    Ok(())
                }
                GameEvent::Resume(side) => {
                    game.resume(Some(side)).map_err(|error| error.to_string())
                }
            };
            done.map_err(|reason| format!("event {number}, {event}: {reason}"))?;
        }
        Ok(game)
    }
}

impl fmt::Display for SavedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            GameEvent::Turn(mv) => mv.fmt(f),
            GameEvent::Hand(side) => write!(f, "{}:turn", side.letter()),
            GameEvent::Resume(side) => write!(f, "{}:resume", side.letter()),
        }
    }
}

impl FromStr for SavedEvent {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<SavedEvent, ParseError> {
        Ok(SavedEvent(match text {
            "x:turn" => GameEvent::Hand(Color::Black),
            "o:turn" => GameEvent::Hand(Color::White),
            "x:resume" => GameEvent::Resume(Color::Black),
            "o:resume" => GameEvent::Resume(Color::White),
            _ => GameEvent::Turn(text.parse()?),
        }))
    }
}

as_text!(SavedEvent);

/// Implements serialization as [`Saved`]. `opening` is the method that returns the position in which the game began.
macro_rules! as_saved {
    ($type:ident, $opening:ident) => {
        /// With the feature `serde`.
        impl Serialize for $type {
            /// # Errors
            /// If the rules were changed during the game and a move before the change is illegal under the present
            /// rules.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let saved = Saved::new(self.rules(), self.$opening(), self.events());
                saved.map_err(S::Error::custom)?.serialize(serializer)
            }
        }

        /// With the feature `serde`.
        impl<'de> Deserialize<'de> for $type {
            /// Replays the events under the rules. An error names the event that is illegal.
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let saved = Saved::deserialize(deserializer)?;
                let game = $type::new(saved.opening.size);
                saved.replay(game).map_err(D::Error::custom)
            }
        }
    };
}

as_saved!(BoardRecord, opening_setup);
as_saved!(FastGame, opening);
