//! `gokata report`: pages about programs that `gokata check --exec` or `--engine` has judged; and `gokata scoreboard`.

mod badge_file;
mod cards;
mod causes;
mod command;
mod conditions;
mod deviation;
mod facts;
mod page;
mod past;
mod play;
mod results;
pub(crate) mod rows;
mod scoreboard;

pub(crate) use self::badge_file::BadgeFile;
pub(crate) use self::command::{ReportArgs, run};
