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
mod scene;
mod start;
#[cfg(test)]
mod tests;
pub(super) mod words;

pub(super) use assets::asset;
pub(super) use frame::{Stopped, message, stop};
pub(super) use game::{fragment, game};
pub(super) use made::own_link;
pub(super) use scene::{Feedback, Invitation, Look, Question, Shown};
pub(super) use start::start;
