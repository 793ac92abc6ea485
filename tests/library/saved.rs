//! Feature `serde`: saves and loads records and games. Loading fails at the first illegal event and names its number.

use gokata::{BoardRecord, Color, FastGame, KoRule, Move, Preset, Random, Rules, play_move};
use serde_json::{Value, from_str, from_value, json, to_string};

use crate::support::pair::{Pair, size, some_rules};
use crate::support::rows::rows;

#[test]
fn every_random_game_is_loaded_as_it_was_saved() {
    let (mut saved, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let shape = size(1 + random.below(5), 1 + random.below(5));
        let mut pair = Pair::new(shape, some_rules(&mut random));
        let mut rules_changed = false;
        for _ in 0..2 * shape.point_count() + 20 {
            let (moves, rules) = (pair.compare(), pair.pure().rules());
            pair.go_on(&moves, false, &mut random);
            rules_changed |= pair.pure().rules() != rules;
        }
        match to_string(pair.pure()) {
            Ok(text) => {
                saved += 1;
                assert_eq!(to_string(pair.fast()).unwrap(), text);
                assert_eq!(&from_str::<BoardRecord>(&text).unwrap(), pair.pure());
                let fast: FastGame = from_str(&text).unwrap();
                Pair::of_games(pair.pure().clone(), fast).exchanged();
            }
            Err(error) => {
                refused += 1;
                let is_named = error.to_string().contains("present rules: event ");
                assert!(rules_changed && is_named, "{error}");
                assert!(to_string(pair.fast()).is_err());
            }
        }
    }
    assert!(saved > 200 && refused > 10, "{saved} {refused}");
}

/// A game with every kind of event, as JSON.
fn game() -> Value {
    json!({
        "rules": "ko=positional suicide=multi-stone scoring=area komi=7",
        "opening": {"size": "3x4", "stones": [["(0,0)", "Black"]], "to_play": "White"},
        "events": ["o:(2,3)", "o:turn", "o:(2,2)", "x:pass", "o:pass", "o:resume", "x:turn", "x:resign"],
    })
}

#[test]
fn a_saved_game_is_its_rules_opening_and_events() {
    let record: BoardRecord = from_value(game()).unwrap();
    let rules = Preset::NewZealand.rules().with_ko(KoRule::Positional);
    assert_eq!(record.rules(), rules);
    assert_eq!((record.turns(), record.resigned()), (5, Some(Color::Black)));
    assert_eq!(json!(record), game());
    assert_eq!(json!(from_value::<FastGame>(game()).unwrap()), game());
}

/// A game that was saved before there was a last pass keeps the count that it had, and is saved as it was.
#[test]
fn an_older_game_owes_no_last_pass() {
    let older = "ko=situational suicide=forbidden scoring=territory komi=7.5 handicap-bonus=n-1 pass-stones=yes";
    for (rules, held) in [
        (older.to_owned(), 1),
        (format!("{older} last-pass=white"), 2),
    ] {
        let mut saved = game();
        (saved["rules"], saved["events"]) = (json!(rules), json!(["o:pass", "x:pass"]));
        let record: BoardRecord = from_value(saved.clone()).unwrap();
        assert_eq!(Color::BOTH.map(|color| record.prisoners(color)), [held, 1]);
        assert_eq!(json!(record), saved);
    }
}

/// A JSON pointer into the game | the value put there | a part of the error.
const CHANGED: &str = r#"
/events/0 | "x:(2,3)" | event 1, x:(2,3): turn: it is the other player's turn
/events/0 | "o:(0,0)" | event 1, o:(0,0): occupied: there is a stone already
/events/0 | "o:(3,0)" | event 1, o:(3,0): off board: there is no such point
/events/1 | "x:turn" | event 2, x:turn: it is Black's turn already
/events/1 | "x:resume" | event 2, x:resume: play can be resumed only after passes
/events/5 | "o:turn" | event 8, x:resign: game over: the game has ended
/events/5 | "x:(1,1)" | event 6, x:(1,1): game over: the game has ended
/events/7 | "x:turn" | event 8, x:turn: it is Black's turn already
/events/7 | "x:C4" | `x:C4` is not a move
/events/7 | " x:pass" | is not a move
/events/7 | ["x:pass"] | invalid type: sequence
/events | "x:pass" | expected a sequence
/rules | "chess" | `chess` is no name of rules
/opening/size | "26" | a board has 1 to 25 rows and columns, not 26x26
/opening/stones | [["(3,0)", "x"]] | opening: the stone at (3,0) lies off the board
/opening/stones | [["(0,0)", "x"], ["(0,0)", "o"]] | opening: there are two stones on (0,0)
/opening/stones | [["(0,0)", "x"], ["(0,1)", "o"], ["(1,0)", "o"]] | opening: the chain at (0,0) has no liberty
 | {"rules": "kata", "winner": "Black"} | unknown field `winner`
 | {"opening": {"size": "1", "stones": [], "to_play": "x"}, "events": []} | missing field `rules`
 | [] | invalid length 0
 | null | invalid type: null
"#;

#[test]
fn malformed_and_illegal_games_fail_to_load_with_the_reason() {
    for [pointer, value, reason] in rows(CHANGED) {
        let mut changed = game();
        *changed.pointer_mut(pointer).unwrap() = from_str(value).unwrap();
        let record = from_value::<BoardRecord>(changed.clone()).expect_err(reason);
        let fast = from_value::<FastGame>(changed).expect_err(reason);
        assert!(record.to_string().contains(reason), "{reason}: {record}");
        assert_eq!(fast.to_string(), record.to_string());
    }
}

/// Retaking a ko at once restores the opening board. Every ko rule forbids this except natural situational superko,
/// which counts only boards made by playing a stone.
#[test]
fn a_repetition_cannot_be_loaded() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let game = json!({
            "rules": format!("ko={ko} suicide=forbidden scoring=area komi=0"),
            "opening": {
                "size": "3x4",
                "stones": [["(0,1)", "x"], ["(1,0)", "x"], ["(2,1)", "x"], ["(1,2)", "x"],
                           ["(0,2)", "o"], ["(1,3)", "o"], ["(2,2)", "o"]],
                "to_play": "o",
            },
            "events": ["o:(1,1)", "x:(1,2)"],
        });
        let error = from_value::<BoardRecord>(game).unwrap_err().to_string();
        assert!(error.starts_with("event 2, x:(1,2): ko: "), "{error}");
    }
}

/// The last move was legal when it was played, but the present rules forbid it.
#[test]
fn a_game_is_not_saved_if_its_present_rules_forbid_an_earlier_move() {
    let allowed: Rules = "new-zealand".parse().unwrap();
    let record: BoardRecord = "o\n-x-\n-x-\n-x-".parse().unwrap();
    let mut record = record.with_rules(allowed);
    for mv in ["o:(1,0)", "x:pass", "o:(0,0)", "x:pass", "o:(2,0)"] {
        record = play_move(mv.parse::<Move>().unwrap(), &record).unwrap();
    }
    assert!(to_string(&record).is_ok());
    let error = to_string(&record.with_rules(Rules::default())).unwrap_err();
    let reason = "event 5, o:(2,0): suicide: your own stones would be left without a liberty";
    assert!(error.to_string().ends_with(reason), "{error}");
    assert!(to_string(&FastGame::from(&record).with_rules(Rules::default())).is_err());
}
