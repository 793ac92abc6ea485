//! `gokata check --exec` and `--engine`: sends the questions of the fixtures to another program and judges its answers.

mod args;
mod boards;
mod client;
mod command;
pub(crate) mod explain_command;
mod failure_limit;
mod games;
mod gtp_client;
mod gtp_commands;
mod gtp_game;
mod line_client;
pub(crate) mod ndjson;
mod plan;
mod showboard;
mod summary;
mod verdict;

pub(crate) use self::args::{Asked, JudgeArgs};
pub(crate) use self::command::run;
pub(crate) use self::verdict::expected;
