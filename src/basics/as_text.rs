//! Feature `serde`: a basic type is serialized as what its `Display` writes and deserialized by its `FromStr`.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};

use super::color::Color;
use super::moves::{Action, Move};
use super::point::{Point, Size};
use super::rule_values::{HandicapBonus, KoRule, Komi, Scoring, Suicide, Tax};
use super::rules::{Preset, Rules};

/// Parses the text that a deserializer finds.
pub(crate) struct Text<T>(pub(crate) PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ident)+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str($crate::basics::as_text::Text(std::marker::PhantomData))
            }
        }
    )+};
}
pub(crate) use as_text;

as_text!(Color Point Size Action Move);
as_text!(Rules Preset KoRule Suicide Scoring Tax HandicapBonus Komi);
