//! `gokata dataset`: turns game records into arrays for Python.

mod arrays;
mod command;
mod games;

pub(crate) use self::command::{DatasetArgs, run};
