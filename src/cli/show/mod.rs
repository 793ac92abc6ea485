//! `gokata show`: draws a position, or many positions in a folder of pictures or on one page.

mod command;
mod pages_and_folders;
mod positions;

pub(crate) use command::{ShowArgs, run};
