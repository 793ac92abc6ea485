//! Feature `serde`: an entry is one flat object, a game is the array of its entries.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use super::event::{Entry, Event};
use super::game::Game;
use super::request::RequestName;
use crate::basics::Color;

/// An entry's fields besides those of its event. If the event has no `by`, `caused_by` is the player whose request caused
/// it.
#[derive(serde::Serialize, serde::Deserialize)]
struct Flat<E> {
    seq: u64,
    at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<RequestName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    caused_by: Option<Color>,
    #[serde(flatten)]
    event: E,
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let by = self.event.by();
        if by.is_some() && by != self.by {
            return Err(S::Error::custom("entry and event name different players"));
        }
        let flat = Flat {
            seq: self.seq,
            at: self.at,
            request: self.request.clone(),
            caused_by: self.by.filter(|_| by.is_none()),
            event: &self.event,
        };
        flat.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        let flat = Flat::<Event>::deserialize(deserializer)?;
        let by = flat.event.by();
        if by.is_some() && flat.caused_by.is_some() {
            return Err(D::Error::custom("`by` and `caused_by` exclude each other"));
        }
        Ok(Entry {
            seq: flat.seq,
            at: flat.at,
            by: by.or(flat.caused_by),
            request: flat.request,
            event: flat.event,
        })
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.log().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let log = Vec::<Entry>::deserialize(deserializer)?;
        Game::replay(&log).map_err(D::Error::custom)
    }
}
