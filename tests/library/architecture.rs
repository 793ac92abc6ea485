//! Checks that the code follows the plan in `src/README.md`, above all which module may import which.

#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::imports::{Sources, cycles};

/// The modules of the library, then the command line. Each may import only modules that come before it.
const MODULES: [&str; 18] = [
    "basics",
    "pure",
    "fast",
    "referee",
    "scoring",
    "agreement",
    "fixture",
    "questions",
    "sgf",
    "bots",
    "perft",
    "planes",
    "handicap",
    "gtp",
    "picture",
    "book",
    "web",
    "cli",
];

/// The modules of the command line. Each may import only modules that come before it.
const CLI: [&str; 23] = [
    "terminal",
    "write_file",
    "draw",
    "html",
    "read",
    "ask",
    "bench",
    "completions",
    "convert",
    "dataset",
    "dojo",
    "export",
    "gtp",
    "man",
    "program",
    "judge",
    "report",
    "check",
    "perft",
    "play",
    "score",
    "serve",
    "show",
];

/// Files that boards must not import: moves, rules, and the reasons against moves.
const GAMES: &[&str] = &[
    "basics/moves.rs",
    "basics/rules.rs",
    "basics/rule_values.rs",
    "basics/illegal.rs",
    "pure/past.rs",
    "pure/record.rs",
    "pure/legality.rs",
];

/// Further forbidden imports: a file or folder, and the files or folders that it must not import.
const UNKNOWN: &[(&str, &[&str])] = &[
    ("pure/board.rs", GAMES),
    ("pure/board_rows.rs", GAMES),
    ("pure/row.rs", GAMES),
    ("pure/point_rows.rs", GAMES),
    ("pure/survey.rs", GAMES),
    ("pure/past.rs", &["pure/legality.rs"]),
    ("pure/record.rs", &["pure/legality.rs"]),
    // The referees check each other, so they must be independent.
    ("fast/", &["pure/"]),
    ("pure/", &["fast/"]),
];

/// If a file were renamed, its entry in `UNKNOWN` would no longer check anything.
#[test]
fn all_files_named_in_forbidden_imports_exist() {
    let sources = Sources::read();
    let pairs = UNKNOWN
        .iter()
        .flat_map(|(own, others)| others.iter().chain([own]));
    for name in pairs {
        assert!(
            sources.code.keys().any(|file| file.starts_with(name)),
            "{name}"
        );
    }
}

#[test]
fn files_do_not_import_each_other_in_a_cycle() {
    assert_eq!(cycles(&Sources::read().own()), []);
}

/// Plants a cycle into every folder in turn: two files that import each other.
#[test]
fn a_planted_cycle_is_found_in_every_module() {
    let sources = Sources::read();
    let folders: BTreeSet<&str> = sources
        .code
        .keys()
        .filter_map(|file| Some(file.rsplit_once('/')?.0))
        .collect();
    assert!(folders.len() > 12, "{folders:?}");
    for folder in folders {
        let inside = |file: &&String| {
            file.rsplit_once('/')
                .is_some_and(|(parent, _)| parent == folder)
        };
        let files: Vec<&String> = sources
            .code
            .keys()
            .filter(inside)
            .filter(|file| !file.ends_with("main.rs"))
            .take(2)
            .collect();
        let mut planted = sources.clone();
        for (file, other) in [(files[0], files[1]), (files[1], files[0])] {
            planted.plant(file, &path(other));
        }
        let found = cycles(&planted.own());
        assert!(
            found
                .iter()
                .any(|cycle| files.iter().all(|file| cycle.contains(*file))),
            "{files:?}: {found:?}"
        );
    }
}

/// The path of a file's module in its crate.
fn path(file: &str) -> String {
    let inside = file
        .strip_prefix("cli/")
        .unwrap_or(file)
        .trim_end_matches(".rs")
        .trim_end_matches("/mod");
    format!("crate::{}", inside.replace('/', "::"))
}

#[test]
fn modules_import_only_modules_before_them() {
    let sources = Sources::read();
    assert_eq!(upward(&sources), Vec::<String>::new());
    // An import of the next module, planted into any module of the library but the last, must be found.
    for (own, above) in MODULES
        .iter()
        .zip(&MODULES[1..])
        .filter(|(_, above)| **above != "cli")
    {
        let file = sources
            .code
            .keys()
            .find(|file| module(file) == *own)
            .unwrap();
        let mut planted = sources.clone();
        planted.plant(file, &format!("crate::{above}"));
        assert_eq!(upward(&planted).len(), 1, "{above} in {file}");
    }
}

/// Returns all imports of later modules, and all forbidden imports.
fn upward(sources: &Sources) -> Vec<String> {
    let mut wrong = Vec::new();
    for (file, seen) in sources.all() {
        for other in seen {
            let level = |file: &str| MODULES.iter().position(|name| *name == module(file));
            let floor = |file: &str| {
                CLI.iter().position(|name| {
                    file.strip_prefix("cli/")
                        .is_some_and(|file| module(file) == *name)
                })
            };
            let up = !["lib.rs", "cli/main.rs"].contains(&file.as_str())
                && (level(&other) > level(&file) || floor(&other) > floor(&file));
            let unknown = UNKNOWN.iter().any(|(own, others)| {
                file.starts_with(own) && others.iter().any(|unknown| other.starts_with(unknown))
            });
            let outermost =
                ["lib.rs", "cli/main.rs"].contains(&other.as_str()) && module(&file) != "cli";
            if up || unknown || outermost {
                wrong.push(format!("{file} imports {other}"));
            }
        }
    }
    wrong
}

/// The module that a file belongs to: the first part of its path.
fn module(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

#[test]
fn src_contains_exactly_the_modules_of_the_plan() {
    let sources = Sources::read();
    let standing: BTreeSet<&str> = sources
        .code
        .keys()
        .map(|file| module(file))
        .filter(|module| *module != "lib")
        .collect();
    assert_eq!(standing, BTreeSet::from(MODULES));
    let in_cli = sources
        .code
        .keys()
        .filter_map(|file| file.strip_prefix("cli/"))
        .map(module);
    assert_eq!(
        in_cli
            .filter(|module| *module != "main")
            .collect::<BTreeSet<&str>>(),
        BTreeSet::from(CLI)
    );
}

#[test]
fn only_the_pure_referee_uses_the_persistent_vector_and_no_public_line_names_it() {
    for (file, code) in Sources::read().code {
        for line in code.lines().filter(|line| {
            line.contains("im::")
                && line
                    .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                    .any(|word| word.starts_with("im::"))
        }) {
            assert!(file.starts_with("pure/"), "{file}: {line}");
            assert!(!line.trim_start().starts_with("pub "), "{file}: {line}");
        }
    }
}

#[test]
fn only_the_command_line_and_the_web_touch_the_outside_world() {
    let outside = [
        "std::fs",
        "std::io",
        "std::process",
        "std::time",
        "std::env",
        "std::net",
        "println!",
    ];
    for (file, code) in Sources::read()
        .code
        .iter()
        .filter(|(file, _)| !["cli", "web"].contains(&module(file)))
    {
        for word in outside {
            assert!(!code.contains(word), "{file} uses {word}");
        }
    }
}

/// The question whether a move is legal must have an answer for every input.
#[test]
fn the_rules_of_the_pure_referee_never_panic() {
    let sources = Sources::read();
    for word in [
        "panic!",
        "unwrap()",
        "expect(",
        "unreachable!",
        "assert",
        "todo!",
    ] {
        assert!(!sources.code["pure/legality.rs"].contains(word), "{word}");
    }
}

/// In each referee, only one file decides by these variants.
#[test]
fn a_rule_is_written_once_in_each_referee() {
    let sources = Sources::read();
    let deciding = |word: &str| -> Vec<&str> {
        let files = sources.code.iter().filter(|(file, code)| {
            [
                "pure",
                "fast",
                "referee",
                "scoring",
                "fixture",
                "questions",
                "sgf",
                "bots",
                "perft",
            ]
            .contains(&module(file))
                && code.contains(word)
        });
        files.map(|(file, _)| file.as_str()).collect()
    };
    assert_eq!(
        deciding("Suicide::MultiStone"),
        ["fast/judge.rs", "pure/legality.rs"]
    );
    // The line protocol must know which questions boards alone cannot decide.
    assert_eq!(
        deciding("KoRule::NaturalSituational"),
        [
            "fast/past.rs",
            "pure/record.rs",
            "questions/line_protocol.rs"
        ]
    );
}

/// `.ci/deep` measures how much speed the vectors gain.
#[test]
fn only_the_vectors_are_unsafe() {
    let sources = Sources::read();
    let unsafe_files = sources
        .code
        .iter()
        .filter(|(_, code)| code.contains("unsafe ") || code.contains("unsafe_code"));
    assert_eq!(
        unsafe_files
            .map(|(file, _)| file.as_str())
            .collect::<Vec<_>>(),
        [
            "fast/avx2.rs",
            "fast/avx512.rs",
            "fast/bits.rs",
            "fast/legal.rs",
            "fast/point_set.rs",
            "fast/quad.rs"
        ]
    );
}

#[test]
fn the_library_without_features_depends_on_one_crate() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = manifest
        .split("\n[dependencies]\n")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    let always = section.lines().filter(|line| {
        line.contains('=') && !line.starts_with('#') && !line.contains("optional = true")
    });
    assert_eq!(
        always
            .map(|line| line.split(' ').next().unwrap())
            .collect::<Vec<_>>(),
        ["im"]
    );
}

/// The pure referee must be short enough to read in one sitting.
#[test]
fn files_stay_short() {
    let lines = |file: &str| {
        fs::read_to_string(root().join("src").join(file))
            .unwrap()
            .lines()
            .count()
    };
    let story: usize = ["board", "record", "legality", "explain"]
        .iter()
        .map(|name| lines(&format!("pure/{name}.rs")))
        .sum();
    assert!(
        story < 900,
        "the pure referee has {story} lines with its docs"
    );
    for file in Sources::read().code.keys() {
        assert!(lines(file) <= 500, "{file} has {} lines", lines(file));
    }
}

#[test]
fn every_fixture_folder_is_run_and_documented() {
    let known = [
        "chains",
        "dojo",
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
    let tests = fs::read_to_string(root().join("tests/fixtures.rs")).unwrap();
    assert!(
        tests.contains("fixtures/**/*.txt"),
        "tests/fixtures.rs runs every folder but malformed"
    );
    let readme = fs::read_to_string(root().join("fixtures/README.md")).unwrap();
    for folder in known {
        assert!(
            readme.contains(&format!("`{folder}")),
            "fixtures/README.md does not name {folder}"
        );
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folders(below: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(below))
        .unwrap()
        .map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
