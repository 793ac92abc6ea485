//! `gokata play`: a game in the terminal, from its first move to the agreed result.

mod command;
mod engine;
mod game;
mod input;
mod messages;
mod record_file;
mod start;

pub(crate) use self::command::{PlayArgs, run};
