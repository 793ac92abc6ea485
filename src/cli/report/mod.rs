//! `gokata report`: pages about programs that `gokata check --exec` or `--engine` has judged.

mod badge;
mod command;
mod deviation;
mod facts;
mod index;
mod page;
mod results;
mod slugs;

pub(crate) use self::command::{ReportArgs, run};
