//! `gokata report`: pages about programs that `gokata check --exec` or `--engine` has judged.

mod badge;
mod command;
mod deviation;
mod facts;
mod index;
mod page;
mod rebuild;
mod results;
mod slugs;
mod words;

pub(crate) use self::command::{ReportArgs, run};
