//! The web game for two: two people play by links, without accounts.
//!
//! [`agreement::Game`](crate::agreement::Game) decides everything; this module keeps it, shows it and says whose turn it is.

mod link;
mod name;
mod pages;
mod store;
