//! What the pages show in each state of a game.

#![allow(clippy::unwrap_used)] // a test may panic
