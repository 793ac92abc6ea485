//! Tests `show`, `score`, `legal`, `explain` and `convert` on game records.

use crate::support::command::{contains_all, file, gokata, gokata_with, path, rows, words};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

#[test]
fn records_are_accepted_wherever_boards_are() {
    let record = file(
        "shown.sgf",
        b"(;SZ[3]RU[Japanese]KM[0]PB[Ann]\n;B[bb];W[ab];B[ac];W[])(;SZ[5];B[cc])",
    );
    let record = path(&record);
    let show =
        |arguments: &[&str]| gokata(&[&["show", record, "--as", "kata"], arguments].concat());
    assert_str_eq!(show(&[]).out, "x\n---\nox-\nx--\n");
    assert_str_eq!(show(&["--at", "1"]).out, "o\n---\n-x-\n---\n");
    assert_str_eq!(
        show(&["--game", "2"]).out,
        "o\n-----\n-----\n--x--\n-----\n-----\n"
    );
    let none = show(&["--game", "3"]);
    none.ends(2);
    none.says("there is no game 3: the file has 2 games");
    assert_str_eq!(gokata(&["legal", record, "A3"]).out, "Black A3: legal\n");
    let counted = gokata(&["score", record, "--dead", "A2"]);
    counted.prints("scoring=territory");
    counted.prints_last("result: B+8\n");
    let anew = gokata(&["convert", record, "--to", "sgf", "--moves-only"]);
    let moves = "SZ[3]KM[0]RU[Japanese]\nPB[Ann]\n;B[bb];W[ab];B[ac];W[])\n";
    anew.prints_last(moves);
    assert_str_eq!(
        gokata_with(
            &["convert", "-", "--to", "sgf", "--moves-only"],
            anew.out.as_bytes()
        )
        .out,
        anew.out
    );
    let board = gokata(&["convert", record, "--to", "kata", "--at", "2"]);
    let there = gokata_with(
        &["convert", "-", "--to", "sgf", "--rules", "aga"],
        board.out.as_bytes(),
    );
    there.prints_all(["RU[AGA]", "AB[bb]\nAW[ab]"]);
    assert_str_eq!(
        gokata_with(&["convert", "-", "--to", "kata"], there.out.as_bytes()).out,
        board.out
    );
    let before = gokata_with(
        &["show", "-", "--at", "1", "--as", "kata"],
        b"(;SZ[2];B[aa];W[bb",
    );
    assert_str_eq!(before.out, "o\nx-\n--\n");
    assert_str_eq!(
        before.err,
        "warning -:1:16: the `]` for this `[` is missing\n"
    );
    let cut = gokata_with(&["show", "-"], b"(;SZ[9];B[aa");
    cut.ends(2);
    assert_str_eq!(
        cut.err,
        "gokata: -:1:10: the `]` for this `[` is missing\n(;SZ[9];B[aa\n         ^\n"
    );
}

#[test]
fn a_variation_is_chosen_by_its_name() {
    let record = file(
        "branches.sgf",
        b"(;SZ[3];B[bb](;W[aa];B[ca])(;W[cc](;B[aa])(;B[ac];W[ba])))",
    );
    let show = |arguments: &[&str]| {
        let ran = gokata(&[&["show", path(&record), "--as", "kata"], arguments].concat());
        (ran.status, ran.out, ran.err)
    };
    let note = format!(
        "note {}: this is the main line; --path chooses from 2 variations besides\n",
        path(&record)
    );
    assert_eq!(show(&[]), (Some(0), "o\no-x\n-x-\n---\n".to_owned(), note));
    let shown = |board: &str| (Some(0), board.to_owned(), String::new());
    assert_eq!(show(&["--path", "main"]), shown("o\no-x\n-x-\n---\n"));
    assert_eq!(show(&["--path", "1/2"]), shown("o\nx--\n-x-\n--o\n"));
    assert_eq!(
        show(&["--path", "1/2,2/2", "--at", "3"]),
        shown("o\n---\n-x-\nx-o\n")
    );
    let (status, out, err) = show(&["--path", "1/3"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    contains_all(&err, ["there is no 3rd variation after move 1"]);
    let anew = gokata(&["convert", path(&record), "--path", "1/2,2/2", "--to", "sgf"]);
    anew.prints_last(";B[bb];W[cc];B[ac];W[ba])\n");
    // `--path` and `--at` accept the place that `check` reports.
    let ko = "tests/records/ko.sgf";
    let asked = gokata(&["explain", ko, "C3", "--path", "10/2", "--at", "10"]);
    asked.prints_first("Black C3: not legal\n  occupied");
}

#[test]
fn notes_report_other_games_and_a_different_komi() {
    let two = b"(;SZ[3]KM[5.5];B[bb])(;SZ[3];B[aa])";
    let show = |arguments: &[&str]| {
        gokata_with(&[&["show", "-", "--as", "kata"], arguments].concat(), two).err
    };
    assert_str_eq!(show(&[]), "note -: this is game 1 of 2; --game chooses\n");
    assert_str_eq!(show(&["--game", "1"]), "");
    assert_str_eq!(
        show(&["--game", "1", "--rules", "japanese"]),
        "note -: the komi is 6.5 by --rules, 5.5 in the record\n"
    );
    assert_str_eq!(show(&["--game", "1", "--rules", "japanese,komi=5.5"]), "");
    let misnamed = show(&["--game", "1", "--path", "8"]);
    contains_all(
        &misnamed,
        ["'--path <PATH>': `8` names no variation: it is written `main`"],
    );
}

/// Set-up stones of a node are placed before its move, and the moves after an illegal move can still be explained.
#[rstest]
#[case("(;SZ[5]AB[aa]B[aa])", "x:A5 --at 0", "Black A5")]
#[case(
    "(;SZ[5];B[aa](;AB[bb]W[bb])(;W[cc]))",
    "o:B4 --path main --at 1",
    "White B4"
)]
#[case("(;SZ[5];B[aa]B[bb];W[cc];B[cc];W[aa])", "x:C3 --at 2", "Black C3")]
#[case("(;SZ[5];B[aa]B[bb];W[cc];B[cc];W[aa])", "o:A5 --at 3", "White A5")]
fn moves_that_check_finds_illegal_are_explained_as_illegal(
    #[case] record: &str,
    #[case] options: &str,
    #[case] mv: &str,
) {
    let ran = gokata_with(&words(&format!("explain - {options}")), record.as_bytes());
    ran.ends(1);
    ran.prints_first(format!("{mv}: not legal\n  occupied"));
}

/// The command in the report is quoted for a shell.
#[test]
fn the_report_has_a_command_that_explains_the_move() {
    let odd = file(
        "Ann's game (1).sgf",
        b"(;SZ[3];B[bb])(;SZ[3];B[aa];B[bb](;W[bb])(;W[aa])(;W[dd]))",
    );
    let ran = gokata(&["check", path(&odd), "--variations", "--keep-going"]);
    let name = path(&odd).replace('\'', "'\\''");
    let seen: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("  see: "))
        .collect();
    let expected = ["x:B2 --game 2 --at 1", "o:A3 --game 2 --path 2/2 --at 2"];
    assert_eq!(
        seen,
        expected.map(|rest| format!("gokata explain '{name}' {rest}"))
    );
}

/// `--at` beyond the last move is an error, rather than a verdict on the last position.
#[test]
fn a_position_beyond_the_end_is_an_error() {
    let record = b"(;SZ[3];B[aa])";
    for command in [
        &["legal", "-", "B2"][..],
        &["show", "-"],
        &["score", "-"],
        &["convert", "-", "--to", "kata"],
    ] {
        let ran = gokata_with(&[command, &["--at", "2"]].concat(), record);
        ran.is_refused();
        assert_str_eq!(
            ran.err,
            "gokata: -: there is no position after move 2: this line has 1 move\n"
        );
        assert_eq!(
            gokata_with(&[command, &["--at", "1"]].concat(), record).status,
            Some(0)
        );
    }
}

/// The record, the options, the status, the new record without its first line, and the end of the messages, or `none`.
const CONVERTED: &str = r"
(;SZ[3]RE[B+Illegal];B[bb])                           |             | 0 | SZ[3]RE[B+Illegal]/;B[bb])                | none
(;SZ[3]RU[Calvin\]ball]KM[5.5];B[bb])                 |             | 0 | SZ[3]KM[5.5]RU[Calvin\]ball]/;B[bb])      | warning -:1:11: `Calvin]ball` names no known rules
(;SZ[3];B[bb])                                        | --rules AGA | 0 | SZ[3]KM[7.5]RU[AGA]/;B[bb])               | none
(;SZ[3]RU[Japanese]KM[0];B[bb];W[aa];AE[aa];B[ba])    |             | 1 | SZ[3]KM[0]RU[Japanese]/AB[bb]/;B[ba])     | 2 moves left out: before a set-up in the middle of the game, or impossible
(;SZ[3];B[bb];W[bb];B[aa])                            |             | 1 | SZ[3]/;B[bb];PL[B];B[aa])                 | 1 move left out: before a set-up in the middle of the game, or impossible
(;SZ[9];B[cc][dd][ee])                                |             | 1 | SZ[9]/;B[cc])                             | 2 moves left out: after another move in the same node
(;SZ[9];B[cc]W[dd];B[ee]W[ff])                        |             | 1 | SZ[9]/;B[cc];B[ee])                       | 2 moves left out: after another move in the same node
(;SZ[9];B[cc]W[dd];W[ee])                             |             | 1 | SZ[9]/;B[cc];W[ee])                       | 1 move left out: after another move in the same node
(;SZ[9];B[cc]W[dd];W[ee])                             | --at 1      | 1 | SZ[9]/;B[cc])                             | 1 move left out: after another move in the same node
(;SZ[9];W[ee];B[cc]W[dd])                             | --at 1      | 0 | SZ[9]/PL[W]/;W[ee])                       | White moves first, which is unusual without PL
(;SZ[5];B[aa];KO[]B[bb];W[cc])                        |             | 1 | SZ[5]/;B[aa];B[bb];W[cc])                 | other moves are illegal in the new record than in the old one (see `gokata check --keep-going`)
(;SZ[5]PL[B];W[aa];B[bb])                             |             | 0 | SZ[5]/PL[B]/;W[aa];B[bb])                 | warning -:1:16: move 1: White A5: turn: it is the other player's turn
(;SZ[5];B[aa];PL[B];B[bb];B[cc])                      |             | 0 | SZ[5]/;B[aa];PL[B];B[bb];B[cc])           | warning -:1:29: move 3: Black C3: turn: it is the other player's turn
(;SZ[5];B[];W[];PL[W];W[cc])                          |             | 0 | SZ[5]/;B[];W[];PL[W];W[cc])               | none
(;SZ[9]HA[2];B[aa];W[cc])                             |             | 0 | SZ[9]HA[2]/;B[aa];W[cc])                  | warning -:1:11: the handicap is 2; black stones set up: 0
(;SZ[3];B[bb](;W[aa])(;W[ab])(;W[ac]))                |             | 0 | SZ[3]/;B[bb];W[aa])                       | gokata: -: 2 variations left out
(;SZ[3];B[bb](;W[aa])(;W[ab])(;W[ac]))                | --at 1      | 0 | SZ[3]/;B[bb])                             | gokata: -: 2 variations left out
";

/// Rules and result are copied unchanged; the side to play, turns handed over and moves out of turn stay as they are.
/// Moves that are left out are reported, and so is a verdict that changes because a move is no longer forced (KO).
#[test]
fn convert_reports_what_the_new_record_leaves_out() {
    for [record, options, status, body, message] in rows(CONVERTED) {
        let arguments = format!("convert - --to sgf --moves-only {options}");
        let ran = gokata_with(&words(arguments.trim_end()), record.as_bytes());
        ran.ends(status.parse().expect("a number"));
        let new = ran.out.split_once("]\n").map_or("", |(_, new)| new);
        assert_str_eq!(new.trim_end().replace('\n', "/"), body, "{record}");
        let messages = ran.err.trim_end();
        let is_as_said = match message {
            "none" => messages.is_empty(),
            _ => !message.is_empty() && messages.ends_with(message),
        };
        assert!(is_as_said, "{record}\n{messages}");
    }
}

const MARKED: &[u8] = b"(;SZ[3]RU[Japanese]KM[0.5]RE[B+6.5];B[ba];W[cb];B[bb];W[];B[bc];W[]
;B[]TB[aa:ac][ca:cc])";

/// Without the territory, the stone on C2 would be alive, and the result another one.
#[test]
fn a_new_record_keeps_the_territory_at_the_end_of_the_line() {
    let convert = |text: &[u8], more: &[&str]| {
        let ran = gokata_with(
            &[&["convert", "-", "--to", "sgf", "--moves-only"], more].concat(),
            text,
        );
        ran.ends(0);
        ran
    };
    let result = |text: &[u8]| {
        let ran = gokata_with(&["score", "-"], text);
        (ran.status, ran.out.lines().last().map(str::to_owned))
    };
    let new = convert(MARKED, &[]);
    new.prints_last("B[]\nTB[aa][ca][ab][cb][ac][cc])\n");
    assert_eq!(new.err, "");
    assert_eq!(result(MARKED).0, Some(0));
    assert_eq!(result(new.out.as_bytes()), result(MARKED));
    let cut = convert(MARKED, &["--at", "6"]);
    cut.omits("TB[");
    // A variation has its own territory.
    let two = b"(;SZ[3];B[ba](;W[];B[]TB[aa])(;W[ca];B[]TW[cc][zz]))";
    let main = convert(two, &[]).out;
    assert!(main.ends_with("B[]\nTB[aa])\n"), "{main}");
    let other = convert(two, &["--path", "1/2"]);
    other.prints_last("B[]\nTW[cc])\n");
    other.says("warning -:1:");
    other.says("`zz` lies off the board");
}

/// Black stones at the beginning look like a handicap, but in the middle of a game they are none.
#[test]
fn a_set_up_in_the_middle_of_a_game_is_no_handicap() {
    let even = "(;SZ[9]RU[Chinese]KM[0.5];B[aa];W[bb];B[cc];AE[bb];W[dd];B[])";
    let unknown =
        "no handicap bonus: the number of handicap stones is unknown (--handicap N sets it)\n";
    let score = |text: &str, more: &[&str]| {
        gokata_with(&[&["score", "-"], more].concat(), text.as_bytes()).out
    };
    for text in [even, &even.replace("AE[bb]", "AW[ba]")] {
        let out = score(text, &[]);
        assert!(out.contains(unknown), "{out}");
        assert!(!out.contains("handicap bonus  "), "{out}");
    }
    assert!(score(even, &["--at", "4"]).contains(unknown));
    assert!(!score(even, &["--at", "2"]).contains("handicap bonus"));
    let out = score(even, &["--handicap", "2"]);
    assert!(out.contains("handicap bonus "), "{out}");
    let new = gokata_with(
        &["convert", "-", "--to", "sgf", "--moves-only"],
        even.as_bytes(),
    );
    new.ends(1);
    new.prints("HA[0]\nAB[aa][cc]");
    let out = score(&new.out, &[]);
    contains_all(
        &out,
        ["no handicap bonus: the record names no handicap (HA) ("],
    );
    // A record may say so itself.
    let none = "(;SZ[9]RU[Chinese]HA[0]AB[aa][bb];W[cc])";
    let new = gokata_with(
        &["convert", "-", "--to", "sgf", "--moves-only"],
        none.as_bytes(),
    );
    new.prints("HA[0]\nAB[aa][bb]");
    assert!(!score(none, &[]).contains("handicap bonus  "));
    assert!(score(&none.replace("HA[0]", ""), &[]).contains("handicap bonus  "));
    // An impossible move changes nothing about the stones at the beginning.
    let impossible = "(;SZ[9]RU[Chinese]HA[2]AB[aa][bb];W[aa];B[ee])";
    assert!(score(impossible, &[]).contains("handicap bonus  "));
    let new = gokata_with(
        &["convert", "-", "--to", "sgf", "--moves-only"],
        impossible.as_bytes(),
    );
    new.prints("HA[2]");
    // An even game needs no HA[0].
    let plain = gokata_with(
        &["convert", "-", "--to", "sgf", "--moves-only"],
        b"(;SZ[9]HA[0];B[aa])",
    );
    plain.omits("HA[");
}

/// The reader resumes play after two passes by itself; the writer adds a node for it.
#[test]
fn a_record_that_gokata_does_not_read_again_is_reported() {
    let passes = |pairs: usize| format!("(;SZ[3]{})", ";B[];W[]".repeat(pairs));
    for (pairs, is_too_long) in [(6_667, true), (6_666, false)] {
        let new = gokata_with(
            &["convert", "-", "--to", "sgf", "--moves-only"],
            passes(pairs).as_bytes(),
        );
        let printed = new.err.contains("so gokata does not read it again");
        assert_eq!(printed, is_too_long, "{}", new.err);
        assert_eq!(new.status, Some(i32::from(is_too_long)), "{}", new.err);
        let again = gokata_with(&["check", "-"], new.out.as_bytes());
        let is_refused = again.err.contains("20000 nodes") || again.out.contains("20000 nodes");
        assert_eq!(is_refused, is_too_long, "{} {}", again.out, again.err);
    }
}

/// The result is that of the whole main line.
#[test]
fn a_resignation_in_a_record_is_its_result_and_leaves_the_position_open() {
    let record = b"(;SZ[3]RE[B+R];B[bb](;W[aa];B[ca])(;W[cc]))";
    let of = |arguments: &[&str]| {
        let ran = gokata_with(arguments, record);
        ran.ends(0);
        ran.out
    };
    assert!(of(&["show", "-"]).contains("White (o) to play"));
    assert_str_eq!(of(&["show", "-", "--as", "kata"]), "o\no-x\n-x-\n---\n");
    assert_str_eq!(of(&["convert", "-", "--to", "kata"]), "o\no-x\n-x-\n---\n");
    assert_str_eq!(of(&["legal", "-", "C1"]), "White C1: legal\n");
    let result = |arguments: &[&str]| {
        let out = of(&[&["score", "-"], arguments].concat());
        out.lines().last().map(str::to_owned)
    };
    assert_eq!(result(&[]).as_deref(), Some("result: B+R"));
    assert_eq!(result(&["--at", "2"]).as_deref(), Some("result: 0"));
    assert_eq!(result(&["--play", "C1"]).as_deref(), Some("result: 0"));
    let has_result = |arguments: &[&str]| {
        let out = of(&[&["convert", "-", "--to", "sgf", "--moves-only"], arguments].concat());
        out.contains("RE[B+R]")
    };
    assert!(has_result(&[]));
    assert!(has_result(&["--at", "3"]));
    assert!(!has_result(&["--at", "1"]));
    assert!(!has_result(&["--path", "1/2"]));
}
