//! `gokata check`: checks fixtures and game records with the referees.

mod command;
mod fixture;
mod fixture_cases;
mod fixture_json;
mod record_file;
mod record_json;
mod record_report;
mod records;
mod summary;
mod warnings;

pub(crate) use self::command::{CheckArgs, run};
