//! `gokata dataset`: game records -> arrays for Python.

mod arrays;
mod command;
mod files;
mod games;

pub(crate) use self::command::{DatasetArgs, run};
