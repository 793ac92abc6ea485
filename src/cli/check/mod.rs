//! `gokata check`: checks fixtures and game records with the referees.

mod command;
mod fixture;
mod fixture_report;
mod record_file;
mod record_json;
mod record_report;
mod summary;

pub(crate) use self::command::{CheckArgs, run};
