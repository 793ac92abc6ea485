//! Feature `serde`: a basic type is serialized as what its `Display` writes and deserialized by its `FromStr`.

use super::color::Color;
use super::moves::{Action, GameEvent, Move};
use super::point::{Point, Size};
use super::presets::Preset;
use super::rule_values::{HandicapBonus, KoRule, Komi, LastPass, Scoring, Suicide, Tax};
use super::rules::Rules;

macro_rules! as_text {
    ($($type:ident)+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use as_text;

as_text!(Color Point Size Action Move GameEvent);
as_text!(Rules Preset KoRule Suicide Scoring Tax HandicapBonus Komi LastPass);
