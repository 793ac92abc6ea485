//! The plan of the house, held against the house: rooms look only at rooms built before them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the library in the order in which they were built.
const ROOMS: [&str; 28] = [
    "text",
    "color",
    "point",
    "moves",
    "rules",
    "illegal",
    "setup",
    "diagram",
    "showboard",
    "keys",
    "random",
    "board",
    "survey",
    "record",
    "legality",
    "fast",
    "exchange",
    "planes",
    "scoring",
    "agreement",
    "perft",
    "fixture",
    "questions",
    "sgf",
    "bots",
    "gtp",
    "book",
    "cli",
];

/// Rooms that know nothing of turns, history and rules, or of the outside world.
const ABSENT: &[(&str, &[&str])] = &[
    (
        "board",
        &["moves", "rules", "record", "legality", "illegal"],
    ),
    (
        "survey",
        &["moves", "rules", "record", "legality", "illegal"],
    ),
    ("record", &["legality"]),
    // Two referees that must be able to disagree.
    ("fast", &["board", "survey", "record", "legality"]),
];

#[test]
fn rooms_look_only_at_rooms_built_before_them() {
    for (room, file) in files() {
        let Some(own) = ROOMS.iter().position(|name| *name == room) else {
            assert!(
                ["lib", "build"].contains(&room.as_str()),
                "the room {room} is not in the plan"
            );
            continue;
        };
        for seen in looks_at(&file) {
            let Some(other) = ROOMS.iter().position(|name| *name == seen) else {
                panic!(
                    "{}: looks at {seen}, which is not in the plan",
                    file.display()
                );
            };
            assert!(
                other <= own,
                "{}: {room} looks at {seen}, which is built after it",
                file.display()
            );
            let forbidden = ABSENT
                .iter()
                .find(|(name, _)| *name == room)
                .map_or(&[][..], |(_, absent)| *absent);
            assert!(
                !forbidden.contains(&seen.as_str()),
                "{}: {room} must not know {seen}",
                file.display()
            );
        }
    }
}

#[test]
fn every_room_of_the_plan_stands() {
    let standing: BTreeSet<String> = files().into_iter().map(|(room, _)| room).collect();
    for room in ROOMS {
        assert!(standing.contains(room), "there is no room {room}");
    }
}

#[test]
fn only_board_and_record_know_the_persistent_vector() {
    let mut users = BTreeSet::new();
    for (room, file) in files() {
        if code(&file)
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
            .any(|word| word.starts_with("im::"))
        {
            users.insert(room);
        }
    }
    assert_eq!(
        users,
        BTreeSet::from(["board".to_owned(), "record".to_owned()])
    );
}

#[test]
fn only_the_command_line_touches_the_outside_world() {
    // One file is compiled for tests only.
    let outside = |(room, file): &(String, PathBuf)| {
        ["cli", "build"].contains(&room.as_str()) || file.ends_with("fixture/weak_keys.rs")
    };
    for (room, file) in files().into_iter().filter(|entry| !outside(entry)) {
        let code = code(&file);
        let code = code
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        for word in [
            "std::fs",
            "std::io",
            "std::process",
            "std::time",
            "std::env",
            "std::net",
            "println!",
        ] {
            assert!(
                !code.contains(word),
                "{}: {room} uses {word}",
                file.display()
            );
        }
    }
}

/// Vectors need a word to the compiler, in one file; `.ci/deep` measures what they are worth.
#[test]
fn only_the_vectors_are_unsafe() {
    for (_, file) in files()
        .into_iter()
        .filter(|(_, file)| !file.ends_with("fast/quad.rs"))
    {
        for word in ["unsafe ", "unsafe_code"] {
            assert!(
                !code(&file).contains(word),
                "{} says {word}",
                file.display()
            );
        }
    }
}

/// The house stays one that can be read in an evening: lines without blanks, comments and tests, as
/// rustfmt lays them out.
#[test]
fn the_house_stays_small() {
    let lines = |rooms: &[&str]| {
        let files = files()
            .into_iter()
            .filter(|(room, file)| rooms.contains(&room.as_str()) && !file.ends_with("tests.rs"));
        let code = files.map(|(_, file)| {
            code(&file)
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default()
                .to_owned()
        });
        code.map(|code| code.lines().filter(|line| !line.trim().is_empty()).count())
            .sum::<usize>()
    };
    let referee = lines(&["board", "survey", "record", "legality"]);
    assert!(referee <= 1280, "the referee has {referee} lines");
    let vocabulary = lines(&ROOMS[..11]);
    assert!(vocabulary <= 1400, "the vocabulary has {vocabulary} lines");
    let guest = lines(&["fast"]);
    assert!(guest <= 1650, "the fast referee has {guest} lines");
    let longest = files()
        .into_iter()
        .map(|(_, file)| (code(&file).lines().count(), file))
        .max();
    assert!(
        longest.as_ref().is_some_and(|(lines, _)| *lines <= 500),
        "{longest:?}"
    );
}

/// A folder of fixtures that no test runs would be a folder of promises.
#[test]
fn every_folder_of_fixtures_is_known() {
    let known = [
        "chains",
        "eyes",
        "games",
        "kata",
        "malformed",
        "moves",
        "rulesets",
        "scoring",
        "superko",
    ];
    assert_eq!(folders("fixtures"), known);
    let kata = [
        "1-empty-board",
        "2-turns",
        "3-on-an-empty-point",
        "4-self-capture",
        "5-capture",
        "6-ko",
    ];
    assert_eq!(folders("fixtures/kata"), kata);
    let tests = fs::read_to_string(root().join("tests/fixtures.rs")).unwrap_or_default();
    assert!(
        tests.contains("fixtures/**/*.txt"),
        "tests/fixtures.rs runs every folder but malformed"
    );
    let readme = fs::read_to_string(root().join("fixtures/README.md")).unwrap_or_default();
    for folder in known {
        assert!(
            readme.contains(&format!("`{folder}")),
            "fixtures/README.md does not tell of {folder}"
        );
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file with its room: the first name below `src`.
fn files() -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}")) {
            let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path
                    .strip_prefix(root().join("src"))
                    .unwrap_or(&path)
                    .to_path_buf();
                let room = inside
                    .iter()
                    .next()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .replace(".rs", "");
                files.push((room, path));
            }
        }
    }
    files
}

fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{error}"));
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n")
}

/// The rooms that a file names with `crate::`.
fn looks_at(file: &Path) -> BTreeSet<String> {
    let in_cli = file.components().any(|part| part.as_os_str() == "cli");
    let code = code(file);
    assert!(
        !code.contains("crate::{"),
        "{}: one room a line, so that it can be seen",
        file.display()
    );
    // The command line is a crate of its own: what it calls `crate` is itself.
    let pieces = code.split("crate::").skip(1).filter(|_| !in_cli);
    let name = |piece: &str| {
        piece
            .chars()
            .take_while(|c| c.is_ascii_lowercase() || *c == '_')
            .collect::<String>()
    };
    pieces.map(name).filter(|name| !name.is_empty()).collect()
}

fn folders(below: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(below)).unwrap_or_else(|error| panic!("{error}"));
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap_or_else(|error| panic!("{error}")))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
