//! The pages, as HTML. The server draws everything; the script only replaces what has changed.
//!
//! [`game`] is the whole page of a game; [`fragment`] is its `<main>`, which the script puts in the place of the old one.

mod assets;
mod board;
mod buttons;
mod drawing;
mod frame;
mod game;
mod isolate;
mod made;
mod questions;
mod shown;
mod start;
#[cfg(test)]
mod tests;
pub(super) mod words;

pub(super) use assets::asset;
pub(super) use frame::{Stop, Stopped, message, stop};
pub(super) use game::{fragment, game};
pub(super) use made::{Made, made};
pub(super) use shown::{Look, OwnSeat, Question, Said, Shown};
pub(super) use start::{StartForm, start};
