//! `gokata play`: a game in the terminal, from its first move to the agreed result.

mod command;
mod ends;
mod keep;
mod keyboard;
mod messages;
mod screen;
mod table;
mod words;

pub(crate) use self::command::{PlayArgs, run};
