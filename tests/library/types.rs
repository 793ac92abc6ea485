//! The value types: text forms that round-trip, near-misses that fail to parse, and common traits.
use std::fmt::{Debug, Display};
use std::str::FromStr;

use gokata::{
    Action, Board, Color, GameEvent, HandicapBonus, KoRule, Komi, LastPass, Move, Point, Preset,
    Rules, Scoring, Size, Suicide, Tax,
};

/// Each text must parse as the value beside it, and the value's `Display` as the same value.
fn reads<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(
    cases: impl IntoIterator<Item = (&'static str, T)>,
) {
    for (text, value) in cases {
        assert_eq!(text.parse::<T>().as_ref().ok(), Some(&value), "{text:?}");
        assert_eq!(value.to_string().parse::<T>().unwrap(), value, "{text:?}");
    }
}

/// Each text must fail to parse with a message that contains `reason`.
fn refuses<T: FromStr<Err: Display> + Debug>(reason: &str, texts: &[&str]) {
    for text in texts {
        let error = text.parse::<T>().expect_err(text).to_string();
        assert!(error.contains(reason), "{text:?}: {error}");
    }
}

#[test]
fn colors() {
    for text in ["x", "X", "b", "B", "black", "Black", "BLACK"] {
        reads([(text, Color::Black)]);
    }
    for text in ["o", "O", "w", "W", "white", "White", "WHITE"] {
        reads([(text, Color::White)]);
    }
    refuses::<Color>(
        "is not a color",
        &["", " x", "x ", "0", "bl", "blacks", "ｘ", "О", "-"],
    );
}

#[test]
fn events() {
    let black = Color::Black;
    reads([
        ("x:(2,2)", GameEvent::Turn(Move::play(black, (2, 2)))),
        ("x:resign", GameEvent::Turn(Move::resign(black))),
        ("x:turn", GameEvent::HandTurn(black)),
        ("o:turn", GameEvent::HandTurn(!black)),
        ("x:resume", GameEvent::Resume(black)),
        ("o:resume", GameEvent::Resume(!black)),
    ]);
    refuses::<GameEvent>(
        "is not a move",
        &["", "turn", "x:Turn", "X:turn", "x:turn ", "xturn", "resume"],
    );
}

#[test]
fn sizes() {
    let size = |rows, cols| Size::new(rows, cols).unwrap();
    reads([("19", size(19, 19)), ("9x13", size(9, 13))]);
    reads([("1x25", size(1, 25)), ("1", size(1, 1))]);
    refuses::<Size>(
        "such as 19 or 9x13",
        &[
            "", "x", "9x", "x9", "9 x 9", "9X9", "09", "+9", "-9", "9x9x9", "9×9", "1234567",
        ],
    );
    let large = "a board has 1 to 25 rows and columns, not 26x26";
    refuses::<Size>(large, &["26", "26x26"]);
    refuses::<Size>("1 to 25", &["0", "0x5", "5x0", "999999"]);
    assert_eq!(Size::default(), size(19, 19));
}

#[test]
fn points() {
    let point = |row: i32, col: i32| Point { row, col };
    reads([
        ("(2,3)", point(2, 3)),
        ("(-1,0)", point(-1, 0)),
        ("(0,-999999)", point(0, -999_999)),
    ]);
    refuses::<Point>(
        "is not a point (row,col), such as (2,3)",
        &[
            "", "()", "2,3", "(2,3", "2,3)", "(2, 3)", " (2,3)", "(2,3) ", "(02,3)", "(-0,3)",
            "(+2,3)", "(2;3)", "C4", "((2,3))", "(2,3,4)",
        ],
    );
    assert_eq!(Point::from((2_usize, 3_usize)), point(2, 3));
    assert_eq!(Point::from((2, 3)), point(2, 3), "literals need no type");
    let far = Point::from((usize::MAX, 0));
    assert!(!Size::default().contains(far), "{far}");
}

#[test]
fn moves_and_actions() {
    reads([
        ("x:(2,3)", Move::play(Color::Black, (2, 3))),
        ("o:(-1,25)", Move::play(Color::White, (-1, 25))),
        ("o:pass", Move::pass(Color::White)),
        ("x:resign", Move::resign(Color::Black)),
    ]);
    reads([
        ("(2,3)", Action::Play(Point::from((2, 3)))),
        ("pass", Action::Pass),
        ("resign", Action::Resign),
    ]);
    refuses::<Move>(
        "is not a move, such as x:(2,3)",
        &[
            "", "x", "x:", ":pass", "x pass", "x: pass", "x:pass ", " x:pass", "X:pass", "b:pass",
            "x:Pass", "x:C4", "x:2,3", "xo:pass", "é:pass", "x::pass", "x:pass\n",
        ],
    );
    refuses::<Action>(
        "is not (row,col), pass or resign",
        &["", "Pass", "pass ", "C4", "x:pass"],
    );
}

#[test]
fn rules_are_parsed_as_they_are_written() {
    for preset in Preset::ALL {
        reads([(preset.name(), *preset)]);
        reads([(preset.name(), preset.rules())]);
    }
    reads([("7", Komi::from_halves(14).unwrap())]);
    for (text, komi) in [("-0", "0"), ("-0.0", "0"), ("0.0", "0"), ("-0.5", "-0.5")] {
        let read: Komi = text.parse().unwrap();
        assert_eq!(read.to_string(), komi);
        assert_eq!(komi.parse(), Ok(read));
    }
    let part = "ko=simple suicide=forbidden scoring=area";
    refuses::<Rules>("is no name of rules", &["", "ko=simple", part, "Kata"]);
    let twice = format!("{part} komi=7 ko=simple");
    refuses::<Rules>("ko is given twice", &[&twice]);
    let name = format!("{part} kata komi=7");
    refuses::<Rules>("is not key=value", &[&name]);
}

/// A new preset has a count in the fixtures, and a row in the table for writers of fixtures.
#[test]
fn every_preset_has_a_count_and_a_row() {
    let counts = include_str!("../../fixtures/rulesets/one-count-under-every-name.txt");
    let tables = include_str!("../../fixtures/README.md");
    for preset in Preset::ALL {
        let (&name, others) = preset.names().split_first().unwrap();
        assert!(counts.contains(&format!("rules     {name}\n")), "{name}");
        let others: Vec<String> = others.iter().map(|name| format!("`{name}` ")).collect();
        let value = |key| preset.rules().pairs().find(|pair| pair.0 == key).unwrap().1;
        let keys = [
            "ko",
            "suicide",
            "scoring",
            "tax",
            "komi",
            "handicap-bonus",
            "button",
        ];
        let row = format!(
            "| `{name}` | {}| {} |\n",
            others.concat(),
            keys.map(value).join(" | ")
        );
        assert!(tables.contains(&row), "{row}");
        // What the text below the table says.
        let (pass_stones, last_pass) = (value("pass-stones"), value("last-pass"));
        let wanted = if name == "aga" { "white" } else { "any" };
        assert_eq!((&*pass_stones, &*last_pass), ("no", wanted), "{name}");
    }
}

#[test]
fn defaults_are_those_of_the_kata() {
    assert_eq!(Rules::default(), Preset::default().rules());
    let parts = Rules::default()
        .with_ko(KoRule::default())
        .with_suicide(Suicide::default())
        .with_scoring(Scoring::default())
        .with_tax(Tax::default())
        .with_komi(Komi::default())
        .with_handicap_bonus(HandicapBonus::default())
        .with_last_pass(LastPass::default());
    assert_eq!(parts, Rules::default());
}

#[test]
fn boards() {
    for text in ["-", "x-", "x-o\n---\n-o-"] {
        let board: Board = text.parse().unwrap();
        assert_eq!(board.to_string(), text);
        assert_eq!(format!("{text}\n").parse(), Ok(board));
    }
    for (text, reason) in [
        ("", "the board is missing"),
        ("-x\n-", "2:2: this row has 1 of the 2 points"),
        ("-x\n\n--", "2:1: this row has 0"),
        ("-x\n-a", "2:2: `a`: a point of this board is x, o or -"),
        ("-X", "1:2: `X`: a black stone is a small x"),
        ("x-\n-- ", "no spaces"),
        ("--\nx-\nox\nx-", "3:1: the chain at A2 has no liberty"),
    ] {
        let error = text.parse::<Board>().expect_err(text).to_string();
        assert!(error.contains(reason), "{text:?}: {error}");
    }
}

#[test]
fn moves_sort_by_color_then_action() {
    let sorted = [
        "x:(0,9)", "x:(1,0)", "x:pass", "x:resign", "o:(0,1)", "o:pass",
    ];
    let sorted = sorted.map(|text| text.parse::<Move>().unwrap());
    for (nth, one) in sorted.iter().enumerate() {
        assert!(sorted[nth + 1..].iter().all(|other| one < other), "{one}");
    }
}

mod serialized {
    use super::*;
    use gokata::Setup;
    use serde_json::json;

    #[test]
    fn basic_types_are_serialized_as_text() {
        let mv = Move::play(Color::Black, (2, 3));
        assert_eq!(serde_json::to_string(&mv).unwrap(), "\"x:(2,3)\"");
        assert_eq!(serde_json::from_str::<Move>("\"x:(2,3)\"").unwrap(), mv);
        assert_eq!(json!(Color::White), json!("White"));
        let white: Color = serde_json::from_value(json!("white")).unwrap();
        assert_eq!(white, Color::White);
        assert_eq!(json!(Size::default()), json!("19x19"));
        assert_eq!(json!(Point::from((2, 3))), json!("(2,3)"));
        assert_eq!(json!(Action::Pass), json!("pass"));
        assert_eq!(json!(KoRule::Simple), json!("simple"));
        let rules = Preset::AgaButton.rules();
        let read: Rules = serde_json::from_value(json!(rules)).unwrap();
        assert_eq!(read, rules);
        for (value, reason) in [
            (json!("X:pass"), "is not a move"),
            (json!(7), "expected a string"),
            (json!(null), "expected a string"),
        ] {
            let error = serde_json::from_value::<Move>(value).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn a_setup_round_trips_and_has_no_other_fields() {
        let setup =
            Setup::new(Size::default(), Color::White).with(Point::from((3, 3)), Color::Black);
        let value = json!({"size": "19x19", "stones": [["(3,3)", "Black"]], "to_play": "White"});
        assert_eq!(json!(setup), value);
        assert_eq!(serde_json::from_value::<Setup>(value).unwrap(), setup);
        let odd = json!({"size": "19x19", "stones": [], "to_play": "White", "komi": 7});
        let error = serde_json::from_value::<Setup>(odd).unwrap_err();
        assert!(error.to_string().contains("unknown field `komi`"));
    }
}
