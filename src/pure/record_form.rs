//! Feature `serde`: a record is its opening, its rules and its events. Deserializing plays the events, so a record that
//! breaks its rules is an error.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::legality::play_move;
use super::record::BoardRecord;
use crate::basics::{Event, Rules, Setup};

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordForm {
    setup: Setup,
    rules: Rules,
    /// Moves as `x:(2,3)`, a turn handed to a side as `turn:x`, resumed play as `resume:x`.
    events: Vec<String>,
}

impl Serialize for BoardRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |event| match event {
            Event::Turn(mv) => mv.to_string(),
            Event::Hand(side) => format!("turn:{}", side.letter()),
            Event::Resume(side) => format!("resume:{}", side.letter()),
        };
        let form = RecordForm {
            setup: self.opening_setup(),
            rules: self.rules(),
            events: self.events().into_iter().map(text).collect(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BoardRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardRecord, D::Error> {
        let form = RecordForm::deserialize(deserializer)?;
        let opening = BoardRecord::try_from(&form.setup).map_err(D::Error::custom)?;
        let events = form.events.iter().enumerate();
        events
            .map(|(index, text)| (index + 1, text.as_str()))
            .try_fold(opening.with_rules(form.rules), |record, (number, text)| {
                followed_by(&record, text).map_err(|reason| format!("event {number}: {reason}"))
            })
            .map_err(D::Error::custom)
    }
}

fn followed_by(record: &BoardRecord, text: &str) -> Result<BoardRecord, String> {
    if let Some(side) = text.strip_prefix("turn:") {
        let side = side.parse().map_err(|error| format!("{error}"))?;
        Ok(record.hand_turn(side))
    } else if let Some(side) = text.strip_prefix("resume:") {
        let side = side.parse().map_err(|error| format!("{error}"))?;
        let resumed = record.resume(Some(side));
        resumed.map_err(|error| error.to_string())
    } else {
        let mv = text.parse().map_err(|error| format!("{error}"))?;
        play_move(mv, record).map_err(|error| error.to_string())
    }
}
