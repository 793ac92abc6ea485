//! `gokata check --exec` and `--engine`: sends the questions of the fixtures to another program and judges its answers.

mod chosen;
mod client;
mod command;
mod failure_limit;
mod findings;
mod gtp_client;
mod gtp_commands;
mod gtp_game;
mod kinds;
mod line_client;
mod markdown;
mod mistakes;
pub(crate) mod ndjson;
mod own_rules;
mod record_file;
mod report;
mod screen;
mod see;
mod showboard;
mod summary;
mod verdict;

pub(crate) use self::command::{Asked, JudgeArgs, run};
