//! `gokata dataset`: turns game records into arrays for Python.

mod arrays;
mod command;
mod games;
mod output_files;

pub(crate) use self::command::{DatasetArgs, run};
