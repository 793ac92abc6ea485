//! `gokata check --exec` and `--engine`: sends the questions of the fixtures to another program and judges its answers.

mod client;
mod command;
mod failure_limit;
mod gtp_client;
mod gtp_commands;
mod gtp_game;
mod kinds;
mod line_client;
mod markdown;
pub(crate) mod ndjson;
mod own_rules;
mod record_file;
mod report;
mod screen;
mod showboard;
mod summary;
mod verdict;

pub(crate) use self::command::{JudgeArgs, run};
