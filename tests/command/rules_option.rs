//! The option `--rules`: names, changes, and changes without a name.

use std::fs;
use std::path::PathBuf;

use crate::support::command::{gokata, path, words};
use gokata::{Preset, Rules};
use pretty_assertions::assert_eq;

/// Returns a file with this name and text.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rules-option");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(name);
    fs::write(&file, text).expect("written");
    file
}

/// `key=value` alone changes the kata's rules, or those of the game record.
#[test]
fn a_key_without_a_name_changes_the_usual_rules() {
    let board = file("board.txt", "x\n---\n---\n---\n");
    let record = file("record.sgf", "(;SZ[3]RU[Japanese]KM[0.5];B[bb])");
    let plain = file("plain.sgf", "(;SZ[3]KM[2.5];B[bb])");
    let kata = "ko=positional suicide=forbidden scoring=area komi=0";
    let japanese = "ko=positional suicide=forbidden scoring=territory tax=seki komi=0.5";
    let unnamed = "ko=positional suicide=forbidden scoring=area komi=2.5";
    for (file, expected) in [(&board, kata), (&record, japanese), (&plain, unnamed)] {
        let score = gokata(&["score", path(file), "--rules", "ko=positional"]);
        assert_eq!(score.err, "");
        score.prints(format!("rules: {expected}\n"));
    }
    let score = gokata(&["score", path(&record), "--rules", "KO=positional komi=5"]);
    score.prints("tax=seki komi=5\n");
    // All that `Display` writes are complete rules.
    let complete = Preset::Aga.rules().to_string();
    let score = gokata(&["score", path(&record), "--rules", &complete]);
    let aga =
        "rules: ko=situational suicide=forbidden scoring=area komi=7.5\n  handicap-bonus=n-1\n";
    score.prints(aga);
}

/// Positional superko forbids White's last move, a cycle of the record that Japanese rules allow.
#[test]
fn every_command_understands_a_key_without_a_name() {
    let cycle = "(;SZ[3:1]RU[Japanese];B[aa];W[ca];B[];W[ba];B[aa])";
    let record = file("cycle.sgf", cycle);
    let fine = gokata(&["check", path(&record)]);
    fine.ends(0);
    let check = ["check", path(&record), "--rules", "ko=positional"];
    let ran = gokata(&check);
    ran.ends(1);
    let expected = "rules: ko=positional suicide=forbidden scoring=territory tax=seki komi=6.5 (as given by --rules)";
    ran.prints(expected);
    let ndjson = gokata(&[&check[..], &["--format", "ndjson"]].concat());
    ndjson.prints(r#""rules_from":"option""#);
    ndjson.prints(r#""scoring":"territory""#);

    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rules-option/cycle.npz");
    let _ = fs::remove_file(&data);
    let data = path(&data);
    let ran = gokata(&[
        "dataset",
        path(&record),
        "--out",
        data,
        "--rules",
        "ko=positional",
    ]);
    ran.says("superko");
    let ran = gokata(&[
        "convert",
        path(&record),
        "--to",
        "sgf",
        "--rules",
        "komi=1.5",
    ]);
    ran.prints("KM[1.5]RU[Japanese]");
    let ran = gokata(&["perft", "1x3", "--depth", "2", "--rules", "ko=positional"]);
    ran.is_fine();
    let ran = gokata(&["gtp", "--rules", "komi=2.5"]);
    ran.ends(0);
    let ran = gokata(&words("play --black random --rules komi=0.5 --size 3"));
    ran.prints("rules: ko=simple suicide=forbidden scoring=area komi=0.5\n");
    for (rules, expected) in [
        ("ko=chess", "ko: `chess` is none of: simple, positional, "),
        (
            "superko=yes",
            "`superko` is no key; there are ko, suicide, ",
        ),
        ("ko=simple,ko=simple", "ko is given twice"),
        (
            "positional",
            "`positional` is no name of rules; there are kata, ",
        ),
    ] {
        let ran = gokata(&["check", path(&record), "--rules", rules]);
        ran.ends(2);
        ran.says(expected);
    }
}

/// The help of every command with rules lists all names and keys; only `check -h` has no room for them.
#[test]
fn help_lists_the_names_of_rules_and_keys() {
    for command in [
        "check", "legal", "explain", "show", "score", "play", "gtp", "perft", "convert", "dataset",
    ] {
        for help in ["-h", "--help"] {
            let help = if command == "check" { "--help" } else { help };
            let ran = gokata(&[command, help]);
            let words: Vec<&str> = ran.out.split_whitespace().collect();
            let text = words.join(" ");
            let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
            let (names, keys) = (names.join(", "), Rules::KEYS.join(", "));
            for list in [names, keys] {
                assert!(
                    text.contains(&list),
                    "{command} {help}: {list}\n{}",
                    ran.out
                );
            }
        }
    }
}
