//! The web game over real connections: routes, races, faults, kills. With feature `web`.

#![allow(clippy::unwrap_used)] // a test may panic

mod client;
mod faults;
mod files;
mod hostile;
mod kills;
mod races;
mod routes;
mod served;
mod words;
