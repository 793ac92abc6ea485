//! Judging other programs by the fixtures: `gokata check --exec` and `--engine`.

mod client;
mod command;
mod drawn;
mod engine;
mod exec;
mod family;
mod finding;
mod markdown;
mod ndjson;
mod patience;
mod program;
mod protocol;
mod record_file;
mod report;
mod setup;
mod summary;

pub(crate) use self::command::{JudgeArgs, run};
