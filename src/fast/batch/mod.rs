//! Many games of one size, stepped together.

mod arrays;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod avx512;
mod choose;
mod form;
mod games;
mod kernel;
mod lane_games;
mod lanes;
mod listed;
mod logits;
mod observation;
mod parallel;
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
pub use observation::{BatchError, Observation, OnIllegal};
pub use slot::SavedGame;
pub(super) use start::Start;
