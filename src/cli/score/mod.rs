//! `gokata score`: counts positions and game records, with the dead stones that are named, listed or found.

mod command;
pub(crate) mod ending;
mod json;
mod many;
mod suggestion;
mod why;

pub(crate) use command::{ScoreArgs, drawing, run};
