//! Many games of one size, stepped together.

#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
mod avx512;
mod batch;
mod kernel;
mod lanes;
mod listed;
mod repeats;
mod round;
mod seats;
mod slot;
mod start;
mod stream;
mod turns;
#[cfg(test)]
mod tests;

pub use self::batch::Batch;
pub(super) use listed::{Drawn, Receiver};
pub(super) use start::Start;
