//! `gokata bench`: times the referees.

mod command;
mod stopwatch;
mod workload;

pub(crate) use self::command::{BenchArgs, run};
