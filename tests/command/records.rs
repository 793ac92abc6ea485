//! Objects about game records and their schemas, and real records with figures that other programs found.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use crate::support::command::{gokata, gokata_in, gokata_with, path};
use crate::support::folder;
use crate::support::schema::{self, faults, objects};
use pretty_assertions::assert_eq;
use serde_json::Value;

/// Every kind of object matches the schema, and changed objects do not.
#[test]
fn objects_match_the_schema() {
    let schema = schema::read("record.schema.json");
    let folder = folder::empty("schema");
    let records: [(&str, &[u8]); 8] = [
        ("a.sgf", b"(;SZ[5]KM[6,5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb];W[ee](;B[cc])(;B[bb];W[da]))"),
        ("b.sgf", b"(;SZ[7:5];B[aa]"),
        ("c.sgf", b"(;SZ[9];B[aa];x"),
        ("d.SGF", b"no record"),
        ("e.sgf", b"(;SZ[99];B[aa])(;SZ[9];W[aa])"),
        ("f.sgf", b"(;C[nothing])"),
        ("g.sgf", b"(;PB[\xfc];B[aa])"),
        ("i.sgf", b"(;SZ[3];B[aa];W[aa];B[ba];W[ab])"),
    ];
    for (name, content) in records {
        fs::write(folder.join(name), content).expect("written");
    }
    let mut verdicts = BTreeMap::new();
    let mut good = Value::Null;
    let check = ["check", ".", "../no-such.sgf", "--format", "ndjson"];
    let all = ["--variations", "--stats", "--keep-going", "--any-order"];
    for options in [&[][..], &all] {
        let ran = gokata_in(&folder, &[&check, options].concat(), b"");
        assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
        for object in objects(&ran.out) {
            assert_eq!(faults(&schema, &object), [""; 0], "{object}");
            let verdict = object["verdict"].as_str().expect("a verdict").to_owned();
            *verdicts.entry(verdict).or_insert(0) += 1;
            good = object;
        }
    }
    let expected = [
        ("illegal", 4),
        ("incomplete", 2),
        ("legal", 4),
        ("no-moves", 2),
        ("partial", 2),
        ("unreadable", 6),
    ];
    let expected = expected.map(|(verdict, count)| (verdict.to_owned(), count));
    assert_eq!(verdicts, BTreeMap::from(expected));
    for (key, value) in [
        ("verdict", "fine".into()),
        ("moves", Value::from(-1)),
        ("extra", 1.into()),
        ("sha256", "00".into()),
    ] {
        let mut slip = good.clone();
        slip[key] = value;
        assert!(!faults(&schema, &slip).is_empty(), "{key}");
    }
}

/// The objects of `convert --repair`.
#[test]
fn repairs_match_their_schema() {
    let schema = schema::read("repair.schema.json");
    for text in [
        "(;B[aa];W[bb])",
        "(;PB[Ann [2d]];B[aa]W[bb]",
        "\u{feff}(;B[aa])",
    ] {
        let repair = ["convert", "-", "--repair", "--format", "json"];
        let ran = gokata_with(&repair, text.as_bytes());
        let found = objects(&ran.out);
        assert_eq!(found.len(), 1, "{ran}");
        assert_eq!(faults(&schema, &found[0]), [""; 0], "{}", found[0]);
        let mut slip = found[0].clone();
        slip["changes"] = Value::from(1);
        assert!(!faults(&schema, &slip).is_empty());
    }
}

/// The objects of `score --suggest`, and those of `check --stats` about a result that contradicts the count.
#[test]
fn suggestions_match_their_schema() {
    let folder = folder::empty("schema-suggested");
    let stones = "SZ[5]RU[Japanese]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ae]";
    let record = format!("(;{stones}RE[W+11.5];B[];W[])(;{stones};B[];W[]TB[aa:be]TW[ea:ee])");
    for (name, text) in [
        ("games.sgf", &*record),
        (
            "seki.txt",
            "x\n-xo-ox-\nxx-oox-\nooooxxx\nxxxxx--\n-------\n",
        ),
        ("eyes.txt", "x\n-x-x-\nxxxxx\n--o--\n"),
        (
            "open.txt",
            "x\n---ox--\nooooxxx\nxxxxx--\n-------\n-------\n",
        ),
        // Bent four in the corner, unsettled under area scoring.
        ("bent.txt", "o\nxx-ox-\nxoooxx\n-oxxx-\nooxxxx\n"),
    ] {
        fs::write(folder.join(name), text).expect("written");
    }
    let matches = |schema: &str, arguments: &str, count: usize| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let ran = gokata_in(&folder, &arguments, b"");
        let found = objects(&ran.out);
        assert_eq!(found.len(), count, "{ran}");
        for object in found {
            assert_eq!(faults(&schema::read(schema), &object), [""; 0], "{object}");
        }
    };
    let suggestion = "suggestion.schema.json";
    for (file, count) in [
        ("seki.txt --rules japanese", 1),
        ("eyes.txt", 1),
        ("eyes.txt --dead C1", 1),
        ("open.txt", 1),
        ("open.txt bent.txt", 2),
        ("games.sgf --game 1", 1),
        (".", 2),
        ("9x9 --play E5", 1),
    ] {
        let score = format!("score --suggest --format json {file}");
        matches(suggestion, &score, count);
    }
    let check = "check games.sgf --stats --format ndjson";
    matches("record.schema.json", check, 2);
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
