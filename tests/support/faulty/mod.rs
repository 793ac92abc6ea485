//! Referees that each have one fault, written without gokata's rules: [`Stones`] keeps chains, liberties and a hash from move to
//! move, [`Faulty`] the turn, the ko and the past, and `count` the score. A fault is a name in `tests/faults/referees.tsv`; the code
//! asks for it with `has`. Without a fault, all three are right.

mod count;
mod flood;
mod game;
mod repetition;
mod stones;
mod suicide;

pub(crate) use game::Faulty;

/// The sources, in which every fault of the table stands.
pub(crate) const SOURCES: [&str; 6] = [
    include_str!("count.rs"),
    include_str!("flood.rs"),
    include_str!("game.rs"),
    include_str!("repetition.rs"),
    include_str!("stones.rs"),
    include_str!("suicide.rs"),
];
