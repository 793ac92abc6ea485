//! The dialects of East Asian servers: other names of properties, and what tells how a komi is counted.

use super::game::{LONGEST_VALUE, SgfGame};
use super::komi::{Hints, komi};
use super::property::Property;
use super::tokens::{AP, DT, EV, HA, KM, KO, PC, RD, RU, SO, TE};
use super::values::{handicap, rules_named};
use crate::basics::TextError;

/// The names of Fox, whose records have hundredths for a komi.
const FOX: [&str; 2] = ["foxwq", "野狐"];

impl SgfGame<'_> {
    /// Reads the properties of the first node under the names that Sina and other East Asian sites use: `TE` for the event,
    /// `RD` the date, `KO` the komi, `HD` the handicap. The standard has `TE` for good moves and `KO` for forced ones, so
    /// both must have values that these do not.
    pub(super) fn learn_dialect(
        &mut self,
        strange: &[Property<'_>],
        seen: &mut Vec<u64>,
    ) -> Result<(), TextError> {
        let (mut first, mut meanings) = (None, Vec::new());
        for property in strange {
            let text = &*property.value().beginning(LONGEST_VALUE).line();
            let (name, meaning, is_meant) = match property.name {
                TE => (EV, "TE as the event", !matches!(text, "" | "1" | "2")),
                KO => (KM, "KO as the komi", komi(text, || self.hints()).is_some()),
                RD => (DT, "RD as the date", true),
                _ => (HA, "HD as the handicap", true),
            };
            if !is_meant || text.is_empty() {
                continue;
            }
            if property.name == KO {
                self.ko_as_komi = Some(property.at);
            }
            if name == EV && self.about.event.is_none() {
                self.about.event = Some(property.value().beginning(LONGEST_VALUE).line());
            } else if name != EV && !seen.contains(&name) {
                self.learn(property.named(name), seen)?;
            } else {
                continue;
            }
            first = first.or(Some(property.at));
            meanings.push(meaning);
        }
        if let Some(at) = first {
            let meanings = meanings.join(", ");
            self.warn(
                at,
                format_args!("read as some servers write it: {meanings}"),
            );
        }
        Ok(())
    }

    /// Finds what helps to read an unusual komi.
    pub(super) fn hints(&self) -> Hints {
        let root = || self.properties(self.tree.nodes.start);
        let value = |name| root().find(|property| property.name == name);
        let names_fox = |property: Property<'_>| {
            let text = property.value().text;
            matches!(property.name, AP | PC | SO) && FOX.iter().any(|name| text.contains(name))
        };
        let stones = value(HA).and_then(|property| handicap(property.value().text.trim()));
        let named = value(RU).and_then(|property| rules_named(&property.value().line()));
        Hints {
            is_in_hundredths: root().any(names_fox),
            has_handicap: stones.is_some_and(|(stones, _)| stones > 0),
            rules: named,
        }
    }
}
