//! Tests `gokata check` on game records: its reports, and real records with figures that other programs found.

use crate::support::schema::{self, objects};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use crate::support::command::{KO, assert_has, file, gokata, gokata_with, path, without_version};
use pretty_assertions::{assert_eq, assert_str_eq};
use serde_json::Value;

const KO_FIGHT: &[u8] = b"(;SZ[5]RU[Japanese]KM[6,5]HA[0]
;B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]
;B[cb];W[ee](;B[cc])(;B[bb];W[da]))";

#[test]
fn one_run_checks_fixtures_and_records() {
    let good = file("one-good.sgf", b"(;SZ[5];B[cc];W[cb])");
    let ran = gokata(&["check", KO, path(&good)]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(
        without_version(&ran.out),
        "1 file, 1 case, 6 questions: all as expected\n1 record, 1 game, 2 moves: all legal\n"
    );
}

#[test]
fn an_illegal_move_is_reported_with_its_place_and_its_reason() {
    let ko = file("ko-fight.sgf", KO_FIGHT);
    let ran = gokata(&["check", path(&ko)]);
    assert_eq!(ran.status, Some(1));
    let at = ko.display();
    assert_str_eq!(
        ran.out,
        format!(
            "illegal {at}:3:4: move 9: Black C4: ko: the board would be as it was before your opponent's last turn \
             (as after move 7)\n  \
             see: gokata explain {at} x:C4 --at 8\n  \
             rules: ko=simple suicide=forbidden scoring=territory tax=seki komi=6.5 (as the record names them)\n\
             1 record, 1 game, 9 moves: 1 with an illegal move\n  \
             1 variation not judged; use --variations to judge all\n"
        )
    );
    assert_str_eq!(
        ran.err,
        format!("warning {at}:1:23: the komi `6,5` is read as 6.5\n")
    );
}

#[test]
fn options_report_all_variations_and_all_illegal_moves() {
    let ko = file("ko-all.sgf", KO_FIGHT);
    let arguments = [
        "check",
        path(&ko),
        "--variations",
        "--keep-going",
        "--format",
        "ndjson",
    ];
    for referee in ["pure", "fast", "both"] {
        let ran = gokata(&[&arguments[..], &["--referee", referee]].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
        let game = objects(&ran.out).remove(0);
        assert_eq!(game["moves"], 13);
        let found = game["all_illegal"].as_array().expect("a list").iter();
        let found: Vec<String> = found
            .map(|one| {
                format!(
                    "{}:{}:{}:{}",
                    one["path"], one["move"], one["vertex"], one["reason"]
                )
                .replace('"', "")
            })
            .collect();
        assert_eq!(found, ["main:9:C4:ko", "main:11:C3:occupied"]);
        assert_eq!(game["illegal"], game["all_illegal"][0]);
    }
    let named = file(
        "variation.sgf",
        b"(;SZ[5];B[aa](;W[bb](;B[cc])(;B[bb]))(;W[cc])(;W[dd];B[ee](;W[ab])(;W[ee])))",
    );
    let ran = gokata(&["check", path(&named), "--variations", "--keep-going"]);
    assert_has(
        &ran.out,
        "move 3 in the 2nd variation after move 2: Black B4: occupied",
    );
    assert_has(
        &ran.out,
        "move 4 in the 3rd variation after move 1, the 2nd variation after move 3: White E1: occupied",
    );
    assert!(ran.out.contains("1 game, 9 moves"), "{}", ran.out);
}

/// A record is judged by the rules of the options, else by those that it names, else by the kata's.
#[test]
fn rules_are_given_or_named() {
    let superko = b"(;SZ[5]RU[NAME];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb])";
    let record = |name: &str| String::from_utf8_lossy(superko).replace("NAME", name);
    let judged = |name: &str, rules: &[&str]| {
        let file = file("rules.sgf", record(name).as_bytes());
        let ran = gokata(&[&["check", "--format", "ndjson", path(&file)], rules].concat());
        let game = objects(&ran.out).remove(0);
        let words = [&game["verdict"], &game["rules_from"], &game["rules"]["ko"]];
        words
            .map(|word| word.as_str().unwrap_or_default().to_owned())
            .join(" ")
    };
    assert_eq!(judged("Japanese", &[]), "legal record simple");
    assert_eq!(judged("Tromp/Taylor", &[]), "illegal record positional");
    assert_eq!(judged("New Zealand", &[]), "illegal record situational");
    assert_eq!(
        judged("Tromp-Taylor", &["--rules", "kata"]),
        "legal option simple"
    );
    assert_eq!(judged("Calvinball", &[]), "legal default simple");
    assert_eq!(
        judged("Calvinball", &["--rules", "tt"]),
        "illegal option positional"
    );
}

/// Every kind of object matches the schema, and changed objects do not.
#[test]
fn objects_match_the_schema() {
    let schema = schema::read("record.schema.json");
    let folder = file("x", b"").with_file_name("schema");
    fs::create_dir_all(folder.join("below")).expect("a folder");
    let records: [(&str, &[u8]); 8] = [
        ("a.sgf", KO_FIGHT),
        ("b.sgf", b"(;SZ[7:5];B[aa]"),
        ("c.sgf", b"(;SZ[9];B[aa];x"),
        ("d.SGF", b"no record"),
        ("e.sgf", b"(;SZ[99];B[aa])(;SZ[9];W[aa])"),
        ("f.sgf", b"(;C[nothing])"),
        ("below/g.sgf", b"(;PB[\xfc];B[aa])"),
        ("i.sgf", b"(;SZ[3];B[aa];W[aa];B[ba];W[ab])"),
    ];
    for (name, content) in records {
        fs::write(folder.join(name), content).expect("written");
    }
    let mut verdicts = BTreeMap::new();
    let absent = "no-such.sgf";
    for options in [
        &[][..],
        &["--stats", "--keep-going", "--any-order", "--variations"],
    ] {
        let ran = gokata(
            &[
                &["check", path(&folder), absent, "--format", "ndjson"],
                options,
            ]
            .concat(),
        );
        assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
        for object in objects(&ran.out) {
            assert_eq!(schema::faults(&schema, &object), [""; 0], "{object}");
            *verdicts.entry(object["verdict"].to_string()).or_insert(0) += 1;
        }
    }
    let verdicts: Vec<String> = verdicts
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    assert_eq!(
        verdicts,
        [
            "\"illegal\" 4",
            "\"incomplete\" 2",
            "\"legal\" 4",
            "\"no-moves\" 2",
            "\"partial\" 2",
            "\"unreadable\" 6"
        ]
    );
    let ran = gokata(&["check", path(&folder), "--format", "ndjson"]);
    let good = objects(&ran.out).remove(0);
    for (key, value) in [
        ("verdict", "fine".into()),
        ("moves", Value::from(-1)),
        ("extra", 1.into()),
        ("sha256", "00".into()),
    ] {
        let mut slip = good.clone();
        slip[key] = value;
        assert!(!schema::faults(&schema, &slip).is_empty(), "{key}");
    }
}

#[test]
fn statistics_are_sentences() {
    let report = |name: &str, record: &[u8]| {
        let record = file(name, record);
        let ran = gokata(&["check", path(&record), "--stats", "--keep-going"]);
        let (_, report) = ran.out.rsplit_once(".sgf: ").expect("stats");
        report.to_owned()
    };
    let expected = [
        "11 moves, Black first, 0 passes",
        "  Black took 1 stone, White 1, at most 1 by one move; 2 kos taken",
        "  of the moves 1 on a stone or off the board, 1 retook a ko at once, 1 brought back an earlier board",
        "  area at the end: Black 6, White 4, nobody's 15",
        "1 record, 1 game, 11 moves: 1 with an illegal move",
        "  1 variation not judged; use --variations to judge all\n",
    ];
    assert_str_eq!(report("happened.sgf", KO_FIGHT), expected.join("\n"));
    let expected = [
        "1 move, White first, 0 passes",
        "  Black took 0 stones, White 0; 0 kos taken",
        "  area at the end: Black 0, White 9, nobody's 0",
        "1 record, 1 game, 1 move: all legal\n",
    ];
    assert_str_eq!(report("quiet.sgf", b"(;SZ[3];W[bb])"), expected.join("\n"));
}

/// A missing parenthesis affects only its own game, and the run never ends with status 0 if a game was cut off by guess.
#[test]
fn games_are_separated_even_if_a_parenthesis_is_missing() {
    let two = "(;GM[1]FF[4]SZ[9];B[aa];W[bb]\n(;GM[1]FF[4]SZ[9];B[cc];W[dd])";
    let ran = gokata_with(&["check", "-"], two.as_bytes());
    assert_eq!(ran.out, "1 record, 2 games, 4 moves: 1 not understood\n");
    let why = "the `)` before this line, which seems to begin another game, is missing";
    let line = "(;GM[1]FF[4]SZ[9];B[cc];W[dd])\n^";
    assert_eq!(
        ran.err,
        format!("not understood -:2:1: {why}\n{line}\n  2 moves were judged\n")
    );
    assert_eq!(ran.status, Some(2));
    let three = "(;SZ[19];B[aa];W[bb]\n  (;GM[1]SZ[9];B[cc];W[cc])\r\n(;FF[4]SZ[9];B[cc])";
    let ran = gokata_with(&["check", "-", "--format", "ndjson"], three.as_bytes());
    let found = objects(&ran.out);
    let found = found.iter().map(|game| {
        (
            game["size"].as_u64(),
            game["moves"].as_u64(),
            game["verdict"].as_str(),
        )
    });
    let expected = [(19, 2, "partial"), (9, 2, "illegal"), (9, 1, "legal")];
    assert!(
        found.eq(expected.map(|(size, moves, verdict)| (Some(size), Some(moves), Some(verdict)))),
        "{}",
        ran.out
    );
}

/// If the parentheses balance, a line break does not turn a variation into another game.
#[test]
fn variations_may_begin_lines() {
    let record = "(;SZ[9];B[cc]\n(;PW[a]W[dd])\n(;PW[b]W[cc])";
    let closed = record.to_owned() + ")";
    for (text, is_closed) in [(record, false), (&closed, true)] {
        let main = gokata_with(&["check", "-"], text.as_bytes());
        let (verdict, status) = [("1 incomplete", 2), ("all legal", 0)][usize::from(is_closed)];
        assert_eq!(
            main.out.lines().next(),
            Some(&*format!("1 record, 1 game, 2 moves: {verdict}"))
        );
        assert_eq!(main.status, Some(status));
        let all = gokata_with(&["check", "-", "--variations"], text.as_bytes());
        assert_eq!(all.status, Some(1));
        assert!(all.out.contains("move 2"), "{}", all.out);
    }
}

#[test]
fn a_record_on_standard_input_is_recognized() {
    let ran = gokata_with(&["check", "-"], b"\xEF\xBB\xBF (;SZ[9];B[aa])");
    ran.ends(0);
    assert_eq!(ran.out, "1 record, 1 game, 1 move: all legal\n");
    assert!(ran.err.contains("byte order mark"), "{}", ran.err);
}

/// Returns the folder of real records that are not in this repository. `.ci/deep` sets `GOKATA_GAMES`.
fn games() -> PathBuf {
    env::var_os("GOKATA_GAMES")
        .expect("GOKATA_GAMES names the folder")
        .into()
}

/// Compares the output of `check` with `expected.tsv`, a table of other programs' findings.
#[test]
#[ignore = "needs records that are not in the repository"]
fn check_agrees_with_other_programs_on_real_records() {
    let games = games();
    let table = fs::read_to_string(games.join("expected.tsv")).expect("expected.tsv");
    let mut lines = table
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let columns = lines.next().expect("names of columns");
    let options = [
        "--stats",
        "--any-order",
        "--keep-going",
        "--format",
        "ndjson",
    ];
    for referee in ["fast", "both"] {
        let arguments = [&["check", path(&games), "--referee", referee], &options[..]].concat();
        let ran = gokata(&arguments);
        assert_eq!(
            (ran.err.as_str(), ran.out.as_str()),
            ("", gokata(&arguments).out.as_str())
        );
        let mut found = BTreeMap::new();
        for line in ran.out.lines() {
            let game: Value = serde_json::from_str(line).expect("an object");
            if game["game"] == 1 {
                found.insert(game["file"].as_str().unwrap_or_default().to_owned(), game);
            }
        }
        let mut cells = 0;
        for row in lines.clone() {
            let file = games.join(row[0]);
            let game = found
                .get(path(&file))
                .unwrap_or_else(|| panic!("{}: not found", row[0]));
            for (column, expected) in columns.iter().zip(&row).skip(1) {
                let actual = match &game[*column] {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(actual, *expected, "{}: {column}", row[0]);
                cells += 1;
            }
        }
        assert_eq!(cells, 500 * 23);
    }
}

/// A record that is cut off is never "all legal", not even with `--quiet`; its last parenthesis alone makes it so.
#[test]
fn a_record_that_is_cut_off_is_incomplete() {
    let whole = "(;SZ[9];B[aa];W[bb])";
    let cut = whole.strip_suffix(')').expect("a parenthesis");
    let check = |text: &str, options: &[&str]| {
        gokata_with(&[&["check", "-"], options].concat(), text.as_bytes())
    };
    let ran = check(whole, &["--quiet"]);
    assert_eq!((ran.status, &*ran.out, &*ran.err), (Some(0), "", ""));
    let ran = check(cut, &["--quiet"]);
    let place = "incomplete -:1:20: the `)` at the end is missing\n";
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.starts_with(place) && ran.err.ends_with("\n  2 moves were judged\n"));
    assert!(!ran.err.contains("warning"), "{}", ran.err);
    let ran = check(cut, &[]);
    assert_eq!(ran.out, "1 record, 1 game, 2 moves: 1 incomplete\n");
    let game = &objects(&check(cut, &["--format", "ndjson"]).out)[0];
    assert_eq!(
        (&game["verdict"], &game["error"]["column"]),
        (&"incomplete".into(), &20.into())
    );
    let ran = check(cut, &["--format", "github"]);
    assert!(ran.out.starts_with("::error ") && ran.out.contains("title=incomplete"));
    let ran = check(cut, &["--format", "junit"]);
    ran.prints("<error message=\"1:20: the `)` at the end is missing");
    // An illegal move counts more: the open parenthesis is a warning.
    let ran = check("(;SZ[9];B[aa];W[aa]", &[]);
    assert_eq!(ran.status, Some(1));
    ran.says("warning -:1:20: the `)` at the end is missing");
}
