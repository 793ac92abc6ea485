//! Many games of one size, stepped together.

#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod avx512;
mod form;
mod games;
mod kernel;
mod lane_games;
mod lanes;
mod listed;
mod pasts;
mod play;
mod repeats;
mod slot;
mod start;
mod stream;
#[cfg(test)]
mod tests;
mod turns;

pub use games::Batch;
pub(super) use listed::{Drawn, Receiver};
pub(super) use start::Start;
