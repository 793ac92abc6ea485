//! Tests of the library that take seconds; with `GOKATA_DEEP` set, minutes or hours.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used
)] // tests read files and may panic

mod agreement;
mod boards;
mod counts;
mod ending_games;
mod ending_model;
mod ending_places;
mod ending_talk;
mod faulty;
mod games;
mod life;
mod oracles;
mod properties;
mod scoring_fixtures;
mod scoring_properties;
mod solved_life;

/// Shared with the other test programs, which use other parts of it.
#[allow(dead_code)]
#[path = "../support"]
mod support {
    pub(crate) mod built_in;
    pub(crate) mod corpus;
    // Wrong on purpose: what reads best beside the right code is not always what lints prefer.
    #[allow(clippy::pedantic, clippy::if_same_then_else, clippy::nonminimal_bool)]
    pub(crate) mod faulty;
    pub(crate) mod games;
    // A program of its own, which is compiled without these lints.
    #[allow(clippy::pedantic, clippy::print_stdout, clippy::all)]
    pub(crate) mod line_program;
    pub(crate) mod moved;
    pub(crate) mod naive;
    pub(crate) mod numbers;
    pub(crate) mod oracles;
    pub(crate) mod pair;
    pub(crate) mod places;
    pub(crate) mod proofs;
    pub(crate) mod solver;
    pub(crate) mod standing;
    pub(crate) mod table;
}

/// What `gokata report` makes its cards of.
#[allow(dead_code)]
#[path = "../../src/cli/report"]
mod report {
    pub(crate) mod causes;
    pub(crate) mod conditions;
    pub(crate) mod past;
    pub(crate) mod play;

    #[path = "../../../tests/slow/named.rs"]
    mod named;
}
