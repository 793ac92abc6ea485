//! Tests the commands on a folder of records that other programs have written over decades.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::command::{assert_has, file, gokata, gokata_with, path, run};
use pretty_assertions::{assert_eq, assert_str_eq};

/// A folder with these files.
fn folder_of(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("old-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("made");
    for (name, content) in files {
        fs::write(folder.join(name), content).expect("written");
    }
    folder
}

/// Games without moves are counted apart from those that are not understood, and are one line.
#[test]
fn games_without_moves_are_counted_apart() {
    let folder = folder_of(
        "empty",
        &[
            ("a.sgf", b"(;SZ[9])(;SZ[9];B[aa])(;SZ[9];C[x])"),
            ("b.sgf", b"(;SZ[9]"),
            ("c.sgf", b"(;SZ[9];B[aa];x"),
        ],
    );
    let at = folder.display();
    let first = format!("not judged {at}/a.sgf: game 1, there is no move in the main line");
    let sum = "3 records, 5 games, 2 moves: 3 without moves, 1 not understood\n";
    for jobs in ["1", "3"] {
        let check = |options: &[&str]| {
            let ran = gokata(&[&["check", path(&folder), "--jobs", jobs], options].concat());
            assert_eq!(ran.status, Some(2));
            let lines = ran.err.lines().map(str::to_owned);
            let lines = lines.filter(|line| line.starts_with("not judged "));
            (ran.out, lines.collect::<Vec<_>>())
        };
        let grouped = vec![format!(
            "{first} (and 2 more like this; --list-all prints them)"
        )];
        assert_eq!(check(&[]), (sum.to_owned(), grouped.clone()));
        assert_eq!(check(&["--no-warnings"]).1, grouped);
        // Status 2 is never silent.
        assert_eq!(check(&["--quiet"]), (String::new(), grouped));
        let all = [
            first.clone(),
            first.replace("game 1", "game 3"),
            format!("not judged {at}/b.sgf: there is no move in the main line"),
        ];
        assert_eq!(check(&["--list-all"]), (sum.to_owned(), all.to_vec()));
    }
    let one = gokata_with(&["check", "-"], b"(;SZ[9])");
    assert_eq!(one.out, "1 record, 1 game, 0 moves: 1 without moves\n");
    let found = "not judged -: there is no move in the main line\n";
    assert_eq!((one.status, one.err.as_str()), (Some(2), found));
}

/// Handicap stones written as moves: the option that allows them is named once for each game.
#[test]
fn a_move_out_of_turn_names_the_option_that_allows_it() {
    let hint = "  --any-order allows a color to move twice in a row\n";
    for (record, options, hints) in [
        ("(;SZ[9]HA[2];B[cc];B[gg];W[aa])", &[][..], 1),
        ("(;SZ[9];B[cc];B[gg];B[aa])", &["--keep-going"], 1),
        ("(;SZ[9];B[cc];B[gg])(;SZ[9];W[cc];W[gg])", &[], 2),
        ("(;SZ[9];B[cc];B[gg])", &["--any-order"], 0),
        ("(;SZ[9];B[cc];W[cc])", &[], 0),
        ("(;SZ[9];B[cc];W[cc];B[gg];B[aa])", &["--keep-going"], 0),
    ] {
        let part = gokata_with(&[&["check", "-"], options].concat(), record.as_bytes());
        assert_eq!(part.out.matches(hint).count(), hints, "{}", part.out);
    }
    let named = file("old-turn.sgf", b"(;SZ[9];B[cc];B[gg])");
    let part = gokata(&["check", path(&named)]).out;
    assert_has(&part, format!("x:G3 --at 1\n{hint}  rules: "));
}

#[test]
fn a_compressed_file_is_named_as_such() {
    for (name, start, format) in [
        ("a.sgf.gz", &b"\x1f\x8b\x08\0\0"[..], "gzip"),
        ("b.sgf", b"\x1f\x8b\x08\0\0", "gzip"),
        ("c.zip", b"PK\x03\x04\x14\0", "zip"),
        ("d.txt", b"BZh91AY&SY", "bzip2"),
        ("e", b"\xfd7zXZ\0\0", "xz"),
        ("f.zst", b"\x28\xb5\x2f\xfd\x24", "zstd"),
        ("g.7z", b"7z\xbc\xaf\x27\x1c\0", "7z"),
        ("h.rar", b"Rar!\x1a\x07\0", "rar"),
    ] {
        let file = file(&format!("old-{name}"), start);
        let part = format!(
            "{}: this is a compressed file ({format}): unpack it first\n",
            file.display()
        );
        let ran = gokata(&["check", path(&file)]);
        assert_eq!(
            (ran.status, ran.err),
            (Some(2), format!("cannot read {part}"))
        );
        for command in [&["show"][..], &["convert", "--to", "sgf"], &["explain"]] {
            let mut arguments = vec![command[0], path(&file)];
            arguments.extend(&command[1..]);
            if command == ["explain"] {
                arguments.push("x:A1");
            }
            let ran = gokata(&arguments);
            assert_eq!(ran.status, Some(2), "{}", ran.err);
            assert!(ran.err.contains(&part), "{}", ran.err);
        }
    }
    let text = gokata_with(&["check", "-"], b"\x1f\x8b\x08");
    assert_has(&text.err, "-: this is a compressed file (gzip)");
}

#[test]
fn another_format_of_game_records_is_named() {
    for ending in ["gib", "NGF", "ugf", "ugi"] {
        let other = file(&format!("old-other.{ending}"), b"\\HS\nSTO 0 2 1 15 15\n");
        let ran = gokata(&["check", path(&other)]);
        let found = format!(
            "cannot read {}: this is no game record in SGF: files in .{} are not read\n",
            other.display(),
            ending.to_ascii_lowercase()
        );
        assert_eq!((ran.status, ran.err), (Some(2), found));
    }
    // Some programs give SGF another ending.
    let record = file("old-record.gib", b"\r\n(;SZ[9];B[aa])");
    assert_eq!(gokata(&["check", path(&record)]).status, Some(0));
}

/// Hidden files and the expected messages beside fixtures do not count.
#[test]
fn files_that_a_folder_has_besides_are_counted() {
    let folder = folder_of(
        "mixed",
        &[
            ("a.sgf", b"(;SZ[9];B[aa])"),
            ("b.gib", b"\\HS"),
            (".hidden", b""),
            ("d.txt", b"x\n--\n"),
            ("d2.txt", b"x\n-\n"),
            ("d2.error", b"x"),
        ],
    );
    fs::remove_file(folder.join("d2.txt")).expect("removed");
    let report = |options: &[&str]| gokata(&[&["check", path(&folder)], options].concat()).out;
    let one = "1 record, 1 game, 1 move: all legal\n  \
        1 other file was passed over: in folders, only .sgf and .txt are read\n";
    assert!(report(&[]).ends_with(one), "{}", report(&[]));
    fs::create_dir(folder.join("below")).expect("made");
    fs::write(folder.join("below/c.sgf.gz"), b"\x1f\x8b").expect("written");
    let two = "  2 other files were passed over: in folders, only .sgf and .txt are read\n";
    assert!(report(&[]).ends_with(two), "{}", report(&[]));
    assert_eq!(report(&["--quiet"]), "");
    assert!(!report(&["--format", "ndjson"]).contains("passed over"));
    let given = gokata(&["check", path(&folder.join("a.sgf"))]).out;
    assert_eq!(given, "1 record, 1 game, 1 move: all legal\n");
}

/// A shell passes `<(command)` as a pipe.
#[test]
fn a_list_of_names_may_be_a_pipe() {
    let record = file("old-listed.sgf", b"(;SZ[9];B[aa])");
    let pipe = record.with_file_name("old-pipe");
    let _ = fs::remove_file(&pipe);
    // The end of the writer is not waited for, so that the test fails if the pipe is not opened.
    let script = "mkfifo \"$2\" || exit 9
        printf '%s\\0' \"$1\" > \"$2\" &
        \"$3\" check -0 --files-from \"$2\"
        status=$?; kill $! 2> /dev/null; exit $status";
    let mut shell = Command::new("sh");
    let gokata_path = env!("CARGO_BIN_EXE_gokata");
    shell.args(["-c", script, "sh", path(&record), path(&pipe), gokata_path]);
    let ran = run(&mut shell, b"");
    ran.is_fine();
    assert_eq!(ran.out, "1 record, 1 game, 1 move: all legal\n");
    let folder = folder_of("list", &[]);
    let ran = gokata(&["check", "--files-from", path(&folder)]);
    ran.ends(2);
    ran.says("not a regular file");
    let ran = gokata(&["check", "--files-from", "/dev/null"]);
    ran.ends(2);
    assert_eq!(ran.err, "gokata: the list names no file\n");
}

/// `convert` keeps a komi, a handicap and a result that it does not understand, unless the komi is given.
#[test]
fn convert_keeps_what_it_does_not_understand() {
    let record = file(
        "old-kept.sgf",
        b"(;SZ[5]KM[7.25]RU[Calvinball]RE[W+3.25]HA[two];B[aa])",
    );
    let root = |options: &[&str]| {
        let ran = gokata(
            &[
                &["convert", path(&record), "--to", "sgf", "--moves-only"],
                options,
            ]
            .concat(),
        );
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        ran.out.lines().nth(1).expect("a root").to_owned()
    };
    assert_str_eq!(root(&[]), "SZ[5]KM[7.25]RU[Calvinball]RE[W+3.25]HA[two]");
    assert_str_eq!(
        root(&["--rules", "japanese"]),
        "SZ[5]KM[6.5]RU[Japanese]RE[W+3.25]HA[two]"
    );
    let shown = gokata(&["check", path(&record)]).err;
    assert_has(
        &shown,
        "the komi `7.25` is not understood: that of the named rules counts, else 0",
    );
}
