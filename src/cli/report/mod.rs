//! `gokata report`: pages about programs that `gokata check --exec` or `--engine` has judged.

mod badge;
mod command;
mod deviation;
mod facts;
mod index;
mod page;
mod page_names;
mod question;
mod results;
mod words;

pub(crate) use self::command::{ReportArgs, run};
