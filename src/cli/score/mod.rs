//! `gokata score`: counts a position, and compares the count with the result in a game record.

mod command;
mod record_result;

pub(crate) use self::command::{ScoreArgs, run};
