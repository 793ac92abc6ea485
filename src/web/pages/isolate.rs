//! Names inside sentences.
//!
//! A name stands between two Unicode isolates, so that its letters cannot turn the sentence around, and [`text`] finds it.
//! Names themselves contain no isolates: [`Name`] refuses them.

use maud::{Markup, html};

use crate::name::Name;

const ISOLATE: char = '\u{2068}';
const END: char = '\u{2069}';

/// A name as a part of a sentence.
pub(super) fn isolated(name: &Name) -> String {
    format!("{ISOLATE}{name}{END}")
}

/// A sentence as HTML.
pub(super) fn text(sentence: &str) -> Markup {
    let mut parts = sentence.split(ISOLATE);
    let before = parts.next().unwrap_or_default();
    html! {
        (before)
        @for part in parts {
            @let (name, rest) = part.split_once(END).unwrap_or((part, ""));
            bdi { (name) }
            (rest)
        }
    }
}

/// A sentence without marks for names: for titles of windows.
pub(super) fn plain(sentence: &str) -> String {
    sentence.replace([ISOLATE, END], "")
}
