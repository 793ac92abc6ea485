//! Tests how much `gokata check` prints: `--quiet`, `--no-warnings`, `--list-all`, groups of equal findings, commands
//! that show a finding, progress.

use std::fs;
use std::path::PathBuf;

use crate::support::command::{KO, assert_ends, assert_has, file, gokata, path};
use pretty_assertions::{assert_eq, assert_str_eq};
use serde_json::Value;

/// A folder of four records: three that go on after two passes, of which one has an illegal move, and an old one.
fn records(name: &str) -> PathBuf {
    let folder = file("x", b"").with_file_name(format!("report-{name}"));
    fs::create_dir_all(&folder).expect("a folder");
    for (name, record) in [
        ("a.sgf", "(;SZ[5];B[aa];W[];B[];W[bb])"),
        ("b.sgf", "(;SZ[5]KM[6,5];B[];W[];B[bb])"),
        ("c.sgf", "(;SZ[5]KM[5,5];B[];W[];B[bb];W[bb])"),
        ("d.sgf", "(;Size[5];B[aa];W[bb])"),
    ] {
        fs::write(folder.join(name), record).expect("written");
    }
    folder
}

#[test]
fn equal_warnings_are_one_line_with_their_number() {
    let folder = records("warnings");
    let at = folder.display();
    let all = [
        format!("warning {at}/a.sgf:1:25: the game goes on after two passes\n"),
        format!("warning {at}/b.sgf:1:11: the komi `6,5` is read as 6.5\n"),
        format!("warning {at}/b.sgf:1:26: the game goes on after two passes\n"),
        format!("warning {at}/c.sgf:1:11: the komi `5,5` is read as 5.5\n"),
        format!("warning {at}/c.sgf:1:26: the game goes on after two passes\n"),
        format!(
            "warning {at}/d.sgf:1:3: this property's name has small letters, as in old records\n"
        ),
    ];
    for jobs in ["1", "3"] {
        let check = |options: &[&str]| {
            let ran = gokata(&[&["check", path(&folder), "--jobs", jobs], options].concat());
            assert_eq!(ran.status, Some(1), "{}", ran.err);
            (ran.out, ran.err)
        };
        let (out, err) = check(&[]);
        let more = |line: &str, count: usize| {
            format!(
                "{} (and {count} more like this; --list-all prints them)\n",
                line.trim_end()
            )
        };
        let expected = [more(&all[0], 2), more(&all[1], 1), all[5].clone()];
        assert_str_eq!(err, expected.concat());
        assert_eq!(check(&["--list-all"]), (out.clone(), all.concat()));
        assert_eq!(check(&["--no-warnings"]), (out.clone(), String::new()));
        // What is wrong, without the totals.
        let wrong: Vec<&str> = out.lines().take(3).collect();
        assert!(wrong[0].starts_with("illegal "), "{out}");
        assert_eq!(out.lines().count(), 4, "{out}");
        assert_eq!(
            check(&["--quiet"]),
            (wrong.join("\n") + "\n", String::new())
        );
    }
}

/// What a message quotes does not make it another kind. Of the warnings about one game the first 20 are listed, and
/// the others counted; `--list-all` lists them, too.
#[test]
fn very_many_warnings_are_few_lines() {
    let names = (0..400).map(|number| format!("(;SZ[5]RU[`{number}` x{number}];B[aa])\n"));
    let set_up = format!("(;SZ[5]{})", ";B[aa]AE[aa]".repeat(40));
    let file = file(
        "report-many.sgf",
        (names.collect::<String>() + &set_up).as_bytes(),
    );
    let ran = gokata(&["check", path(&file), "--any-order"]);
    assert_eq!(ran.status, Some(0));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_ends(
        lines[0],
        " names no known rules (and 399 more like this; --list-all prints them)",
    );
    let unlisted = "warning: 60 more warnings; --list-all prints them";
    assert_eq!(lines.last(), Some(&unlisted));
    assert!(lines.len() < 8, "{}", ran.err);
    let all = gokata(&["check", path(&file), "--any-order", "--list-all"]).err;
    let counted = lines
        .iter()
        .filter(|line| !line.contains("60 more warnings"))
        .map(|line| {
            let more = line
                .split_once(" (and ")
                .map(|(_, more)| more.split(' ').next());
            1 + more
                .flatten()
                .map_or(0, |more| more.parse().expect("a number"))
        });
    assert_eq!(counted.sum::<usize>(), 420);
    assert_eq!(all.lines().count(), 480);
    assert!(!all.contains("more"), "{all}");
    let object = |options: &[&str]| {
        let ran = gokata(
            &[
                &["check", path(&file), "--any-order", "--format", "ndjson"],
                options,
            ]
            .concat(),
        );
        let last = ran.out.lines().last().expect("a line");
        let game: Value = serde_json::from_str(last).expect("JSON");
        let listed = game["warnings"].as_array().map(Vec::len);
        (listed, game["more_warnings"].as_u64())
    };
    assert_eq!(object(&[]), (Some(20), Some(60)));
    assert_eq!(object(&["--list-all"]), (Some(80), Some(0)));
}

/// Even `--list-all` lists a bounded number of warnings about a game, and names the game.
#[test]
fn ten_thousand_warnings_are_listed_at_most() {
    let game = format!("(;SZ[5];B[aa])(;SZ[5]{})", ";B[aa]AE[aa]".repeat(5001));
    let file = file("report-most.sgf", game.as_bytes());
    let ran = gokata(&["check", path(&file), "--any-order", "--list-all"]);
    let last = format!(
        "warning {}: game 2, 2 more warnings: too many to list\n",
        path(&file)
    );
    assert!(ran.err.ends_with(&last), "{}", ran.err.len());
    assert_eq!(ran.err.lines().count(), 10_001);
}

#[test]
fn quiet_prints_nothing_if_all_is_as_expected() {
    let record = file("report-fine.sgf", b"(;SZ[5];B[aa];W[];B[];W[bb])");
    for arguments in [
        &[KO][..],
        &["fixtures/kata", "fixtures/malformed"],
        &[path(&record)],
    ] {
        for quiet in ["--quiet", "-q"] {
            let ran = gokata(&[&["check", quiet], arguments].concat());
            assert_eq!((ran.status, ran.out + &ran.err), (Some(0), String::new()));
        }
    }
}

#[test]
fn quiet_prints_what_is_wrong() {
    let wrong = file("report-wrong.txt", b"x\nab\n\nlegal a\nillegal ko b\n");
    let bad = file("report-bad.txt", b"x\n-X\n");
    let record = file("report-bad.sgf", b"(;SZ[5];B[aa];W[aa];x");
    let arguments = [
        "check",
        path(&wrong),
        path(&bad),
        path(&record),
        "no-such.sgf",
    ];
    let full = gokata(&arguments);
    let quiet = gokata(&[&arguments[..], &["--quiet"]].concat());
    assert_eq!((full.status, quiet.status), (Some(2), Some(2)));
    // Errors are the same, and the totals are missing.
    assert!(!quiet.err.contains("warning"), "{}", quiet.err);
    for line in quiet.err.lines() {
        assert!(full.err.contains(line), "{line}");
    }
    for begin in ["cannot read ", "not understood "] {
        assert!(quiet.err.contains(begin), "{}", quiet.err);
    }
    let (findings, _) = full.out.split_once("2 files, ").expect("totals");
    assert_str_eq!(quiet.out, findings);
    assert!(findings.contains("failed "), "{findings}");
}

#[test]
fn quiet_goes_with_text_and_other_formats_are_complete() {
    let folder = records("formats");
    let refused = gokata(&["check", path(&folder), "--quiet", "--stats"]);
    assert_eq!((refused.status, refused.out.as_str()), (Some(2), ""));
    assert_has(&refused.err, "'--quiet' cannot be used with '--stats'");
    let objects = |options: &[&str]| {
        let ran = gokata(&[&["check", path(&folder), "--format", "ndjson"], options].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
        ran.out
    };
    let complete = objects(&[]);
    let first: Value =
        serde_json::from_str(complete.lines().next().expect("a line")).expect("JSON");
    assert_eq!(
        first["warnings"].as_array().map(Vec::len),
        Some(1),
        "{first}"
    );
    for option in ["--no-warnings", "--list-all"] {
        assert_str_eq!(objects(&[option]), complete);
    }
}

/// The command in the report shows the move under the same rules, and finds it illegal for the same reason.
#[test]
fn the_command_that_explains_a_move_has_the_rules_of_the_run() {
    let repeats = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb]";
    let superko = format!("(;SZ[5]RU[Japanese]{repeats})");
    let suicide = "(;SZ[3];B[ba];W[cc];B[ab];W[aa](;B[bb];W[bb]))";
    let two = "(;SZ[3];B[bb])(;SZ[3]RU[Tromp-Taylor];B[ba];W[cc];B[ab](;W[bb])(;W[aa]))";
    for (nth, (record, given, shown, reason)) in [
        (&*superko, "tt", "tromp-taylor", "superko"),
        (
            &superko,
            "Tromp-Taylor komi=5.5",
            "tromp-taylor,komi=5.5",
            "superko",
        ),
        (&superko, "ko=situational", "ko=situational", "superko"),
        (
            &superko,
            "aga,ko=positional",
            "aga,ko=positional",
            "superko",
        ),
        (
            suicide,
            "nz,suicide=forbidden",
            "new-zealand,suicide=forbidden",
            "suicide",
        ),
        (
            two,
            "suicide=multi-stone,komi=-3.5",
            "suicide=multi-stone,komi=-3.5",
            "suicide",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let file = file(&format!("report-see-{nth}.sgf"), record.as_bytes());
        let ran = gokata(&["check", path(&file), "--rules", given, "--variations"]);
        assert_eq!(ran.status, Some(1), "{given}: {}", ran.out);
        let see = ran
            .out
            .lines()
            .find_map(|line| line.strip_prefix("  see: gokata "));
        let see = see.unwrap_or_else(|| panic!("{given}: {}", ran.out));
        let arguments: Vec<&str> = see.split(' ').collect();
        let rules = arguments
            .iter()
            .skip_while(|word| **word != "--rules")
            .nth(1);
        let sorted = |rules: &str| {
            let mut rules: Vec<String> = rules.split(',').map(str::to_owned).collect();
            rules.sort();
            rules
        };
        assert_eq!(
            rules.map(|rules| sorted(rules)),
            Some(sorted(shown)),
            "{see}"
        );
        let explained = gokata(&arguments);
        assert_eq!(explained.status, Some(1), "{see}: {}", explained.err);
        assert_has(&explained.out, format!("\n  {reason}: "));
        let of = |text: &str| {
            let rules = text
                .lines()
                .find_map(|line| line.trim_start().strip_prefix("rules: "));
            rules.map(|rules| rules.replace(" (as given by --rules)", ""))
        };
        assert_eq!(of(&ran.out), of(&explained.out), "{see}");
        // Without the option, the move is not illegal for that reason.
        let plain = arguments.iter().take_while(|word| **word != "--rules");
        let plain = gokata(&plain.copied().collect::<Vec<_>>()).out;
        let has_reason = plain.contains(&format!("\n  {reason}: "));
        assert_eq!(has_reason, nth >= 4, "{see}\n{plain}");
    }
}
