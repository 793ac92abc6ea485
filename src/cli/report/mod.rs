//! `gokata report`: pages about programs that `gokata check --exec` or `--engine` has judged.

mod badge;
mod command;
mod deviation;
mod facts;
mod page;
mod results;

pub(crate) use self::command::{ReportArgs, run};
