//! Tests that take a second in all and catch nearly everything: what mutation testing runs, and whoever
//! works on a referee. The long ones are in `agreement.rs` and `oracles.rs`.

#[path = "support/conformance.rs"]
mod conformance;
#[path = "support/pair.rs"]
mod pair;
mod support;

use gokata::{BoardRecord, FastGame};

#[test]
fn every_fixture() {
    pair::every_fixture();
}

#[test]
fn conformance_of_both() {
    conformance::all::<BoardRecord>();
    conformance::all::<FastGame>();
}

#[test]
fn a_few_thousand_plies() {
    let mut plies = 0;
    let games = (0..).take_while(|seed| {
        plies += pair::random_game(*seed);
        plies < 5000
    });
    assert!(games.count() > 10);
}

#[test]
fn every_board_of_six_points() {
    for (rows, cols) in [(1, 6), (2, 3), (3, 2)] {
        let legal = (0..729).filter(|number| pair::small_board(pair::size(rows, cols), *number));
        assert!(legal.count() > 100);
    }
}
