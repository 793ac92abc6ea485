//! Checks the conformance table: 103 positions and sequences of moves with published verdicts.

use std::collections::BTreeMap;

use gokata::{FastGame, IllegalMove, PureGame};
use pretty_assertions::assert_eq;

use crate::support::oracles::{Asked, Row, colored_move, rows, rules, setup, start, table, taken};

#[test]
fn conformance_of_the_pure_referee() {
    all::<PureGame>();
}

#[test]
fn conformance_of_the_fast_referee() {
    all::<FastGame>();
}

/// Checks every row that is not about scores.
fn all<R: Asked>() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for row in table(include_str!("../oracles/conformance.tsv")) {
        let kind = row["kind"].split(' ').next().unwrap_or_default();
        *kinds.entry(kind).or_default() += 1;
        match kind {
            "move" => conformance_move::<R>(&row),
            "position" => assert!(
                R::try_from(&setup(row["start"])).is_err()
                    == row["expected"].starts_with("invalid"),
                "{}",
                row["id"]
            ),
            "sequence" => conformance_sequence::<R>(&row),
            // tests/slow/counts.rs checks these.
            "area" | "territory" => {}
            other => panic!("{}: {other} is no kind", row["id"]),
        }
    }
    let kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    assert_eq!(
        kinds,
        [
            ("area", 7),
            ("move", 50),
            ("position", 3),
            ("sequence", 8),
            ("territory", 35)
        ]
    );
}

fn conformance_move<R: Asked>(row: &Row) {
    let id = row["id"];
    let mut game: R = start(row["start"]);
    game.judge_by(rules(row["ko"], row["suicide"]));
    for word in row["history"].split(' ').filter(|word| *word != "-") {
        let mv = colored_move(word);
        game.make(mv)
            .unwrap_or_else(|reason| panic!("{id}: {word}: {reason}"));
    }
    let asked = colored_move(row["query"]);
    let verdict = match game.check(asked) {
        Ok(()) => "legal",
        Err(IllegalMove::OffBoard) => "bounds",
        Err(reason) => reason.name(),
    };
    assert_eq!(verdict, row["expected"], "{id}");
    let before = game.stones();
    if game.make(asked).is_ok() {
        let [own, enemies] = taken(&before, &game.stones(), asked);
        let expected = row["captured"].split(",self").collect::<Vec<_>>();
        assert_eq!(enemies.to_string(), expected[0], "{id}");
        if let Some(expected) = expected.get(1) {
            assert_eq!(own.to_string(), *expected, "{id}");
        }
        if row["board_after_or_note"].contains('/') {
            assert_eq!(rows(&game), row["board_after_or_note"], "{id}");
        }
    }
}

/// Plays a sequence in which the colors need not alternate: hands the turn over before each move.
fn conformance_sequence<R: Asked>(row: &Row) {
    let mut game: R = start(row["start"]);
    game.judge_by(rules("simple", "A"));
    for word in row["history"].split(' ').filter(|word| *word != "-") {
        let mv = colored_move(word);
        game.hand_turn(mv.color);
        game.make(mv)
            .unwrap_or_else(|reason| panic!("{}: {word}: {reason}", row["id"]));
    }
    assert_eq!(rows(&game), row["board_after_or_note"], "{}", row["id"]);
}
