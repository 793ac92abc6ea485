//! `gokata report`: pages about programs that `gokata check --exec` or `--engine` has judged.

mod cards;
mod causes;
mod command;
mod conditions;
mod deviation;
mod facts;
mod page;
mod results;
mod scoreboard;

pub(crate) use self::command::{ReportArgs, run};
