//! `gokata play`: a game in the terminal, from its first move to the agreed result.

mod actions;
mod command;
mod engine;
mod engine_turns;
mod input;
mod line_editor;
mod messages;
mod page;
mod read_line;
mod record_file;
mod recorded_marks;
mod saving;
mod screen;
mod start;
mod terminal_game;
mod turns;

pub(crate) use self::command::{PlayArgs, run};
