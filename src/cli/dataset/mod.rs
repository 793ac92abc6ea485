//! `gokata dataset`: turns game records into arrays for Python.

mod arrays;
mod command;
mod ending;
mod fields;
mod games;
mod npy;
mod parts;
mod shuffle;

pub(crate) use self::command::{DatasetArgs, run};
