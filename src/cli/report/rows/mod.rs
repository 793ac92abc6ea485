//! `gokata scoreboard`: one row for each program and its rules, from runs that others have made.

mod accept;
mod command;
mod row;
mod table;

pub(crate) use self::command::{ScoreboardArgs, run};
