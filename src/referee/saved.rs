//! Feature `serde`: a record or a game as its opening, its rules and its events. Loading replays the events under the
//! rules, so that an illegal game cannot be loaded.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::basics::{GameEvent, Rules, Setup};
use crate::fast::FastGame;
use crate::pure::BoardRecord;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    rules: Rules,
    opening: Setup,
    events: Vec<GameEvent>,
}

impl Saved {
    /// Fails if the events cannot be replayed, because the rules were changed during the game and an event was legal
    /// only under earlier rules.
    fn new(rules: Rules, opening: Setup, events: Vec<GameEvent>) -> Result<Saved, String> {
        let saved = Saved {
            rules,
            opening,
            events,
        };
        match saved.replay() {
            Ok(_) => Ok(saved),
            Err(reason) => Err(format!(
                "a game cannot be saved if events before a change of its rules are illegal under the present rules: \
                 {reason}"
            )),
        }
    }

    fn replay(&self) -> Result<BoardRecord, String> {
        let opening = BoardRecord::try_from(&self.opening);
        let opening = opening.map_err(|error| format!("opening: {error}"))?;
        let game = opening.with_rules(self.rules).apply_all(&self.events);
        game.map_err(|illegal| illegal.to_string())
    }
}

/// Implements serialization as [`Saved`]. `opening` is the method that returns the position in which the game began, `of` the
/// function that makes the game of a record.
macro_rules! as_saved {
    ($type:ident, $opening:ident, $of:expr) => {
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
                saved.replay().map($of).map_err(D::Error::custom)
            }
        }
    };
}

as_saved!(BoardRecord, opening_setup, |record| record);
as_saved!(FastGame, opening, |record| FastGame::from(&record));
