//! `gokata score`: counts a position, and compares the count with the result in a game record.

mod command;
mod recorded;

pub(crate) use self::command::{ScoreArgs, run};
