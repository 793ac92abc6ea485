//! The web game over real connections: routes, races, faults, kills. With feature `web`.

#![allow(clippy::unwrap_used)] // a test may panic

mod client;
#[cfg(feature = "postgres")]
mod database;
mod faults;
mod hostile;
mod kills;
mod limits;
mod mails;
mod names;
#[cfg(feature = "postgres")]
mod postgres;
mod processes;
mod races;
mod rematches;
mod routes;
mod schema;
mod seats;
mod secrets;
mod served;
mod stops;
mod streams;
mod suggestions;
mod take_back;
mod upkeep;
