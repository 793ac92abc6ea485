//! `gokata check`: checks fixtures and game records with the referees.

mod command;
mod fixture;
mod pieces;
mod record;
mod record_json;
mod summary;

pub(crate) use self::command::{CheckArgs, run};
