//! Every report names the version of the fixtures that it speaks of, and claims it for no others.

use std::fs;
use std::path::PathBuf;

use crate::support::command::{KO, assert_has, file, gokata, path, root};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

/// Answers that every move is legal.
#[cfg(unix)]
const PROGRAM: &str = "while read -r word; do case $word in legal\\?) echo legal;; board\\?) echo illegal;; esac; done";

fn version() -> String {
    let text = fs::read_to_string(root("fixtures/VERSION")).expect("a version");
    text.split(' ').next().expect("a number").to_owned()
}

/// Writes a file into a folder `fixtures` that is not this repository's.
fn elsewhere(folder: &str, name: &str, content: &[u8]) -> PathBuf {
    let file = file("x", b"")
        .with_file_name(folder)
        .join("fixtures")
        .join(name);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, content).expect("written");
    file
}

fn exported(paths: &[&str]) -> Value {
    let ran = gokata(&[&["export"], paths].concat());
    let document: Value = serde_json::from_str(&ran.out).expect("JSON");
    document["corpus"].clone()
}

#[test]
fn an_export_names_the_version_of_these_fixtures_only() {
    let version = version();
    assert_eq!(exported(&[]), json!({ "version": version, "whole": true }));
    assert_eq!(
        exported(&["fixtures", KO]),
        json!({ "version": version, "whole": true })
    );
    assert_eq!(
        exported(&["fixtures/kata"]),
        json!({ "version": version, "whole": false })
    );
    let content = fs::read(root(KO)).expect("a fixture");
    let own = file("version-own.txt", b"x\n--\n--\n\nlegal A1\n");
    // A copy is the same fixture; one with another comment is not, nor is one with another name.
    let copy = elsewhere("version-copy", "kata/6-ko/retake-at-once.txt", &content);
    assert_eq!(
        exported(&[path(&copy)]),
        json!({ "version": version, "whole": false })
    );
    let changed = [&content[..], b"# More.\n"].concat();
    let changed = elsewhere("version-changed", "kata/6-ko/retake-at-once.txt", &changed);
    let renamed = elsewhere("version-renamed", "kata/6-ko/other.txt", &content);
    let refused = file("version-refused.txt", b"x\n-X\n");
    for other in [&own, &changed, &renamed, &refused] {
        for paths in [&[path(other)][..], &[KO, path(other)]] {
            assert_eq!(exported(paths), Value::Null, "{}", other.display());
        }
    }
}

#[test]
fn a_check_names_the_version() {
    let version = version();
    let note = |paths: &[&str]| {
        let ran = gokata(&[&["check"], paths].concat());
        let note = ran
            .out
            .lines()
            .find_map(|line| line.strip_prefix("  fixtures: "));
        note.map(str::to_owned)
    };
    assert_eq!(note(&[]), Some(format!("corpus {version}")));
    assert_eq!(
        note(&["fixtures/kata"]),
        Some(format!("a part of corpus {version}"))
    );
    let own = file("version-own.txt", b"x\n--\n--\n\nlegal A1\n");
    assert_eq!(
        note(&[KO, path(&own)]),
        Some(format!(
            "1 of corpus {version}, and 1 file not of it: {}",
            path(&own).trim_end_matches(".txt")
        ))
    );
    assert_eq!(note(&[path(&own)]), None);
    let refusal = "fixtures/malformed/ragged-row.txt";
    assert_eq!(
        note(&[refusal]),
        Some(format!("a part of corpus {version}"))
    );
    // Without its message it is another fixture; the words of the message are no part of a version.
    let content = fs::read(root(refusal)).expect("a fixture");
    let alone = elsewhere("version-alone", "malformed/ragged-row.txt", &content);
    let _ = fs::remove_file(alone.with_extension("error"));
    assert_eq!(note(&[path(&alone)]), None);
    fs::write(alone.with_extension("error"), "another").expect("written");
    assert_eq!(
        note(&[path(&alone)]),
        Some(format!("a part of corpus {version}"))
    );
    let lines = gokata(&["check", "--format", "ndjson", KO, refusal, path(&own)]).out;
    let lines = lines
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("an object") });
    let versions: Vec<Value> = lines.map(|line| line["corpus"].clone()).collect();
    assert_eq!(versions, [json!(version), json!(version), Value::Null]);
}

#[cfg(unix)]
#[test]
fn a_report_on_a_program_names_the_version() {
    let version = version();
    let report = |format: &str, paths: &[&str]| {
        gokata(&[&["check", "--exec", PROGRAM, "--format", format], paths].concat()).out
    };
    let own = file("version-own.txt", b"x\n--\n--\n\nlegal A1\n");
    for (format, begin) in [("text", "  "), ("markdown", "- ")] {
        let whole = report(format, &[]);
        assert_has(&whole, &format!("\n{begin}fixtures: corpus {version}\n"));
        let part = report(format, &[KO]);
        assert_has(
            &part,
            &format!("\n{begin}fixtures: a part of corpus {version}\n"),
        );
        let mixed = report(format, &[KO, path(&own)]);
        let name = path(&own).trim_end_matches(".txt");
        let note =
            format!("\n{begin}fixtures: 1 of corpus {version}, and 1 file not of it: {name}\n");
        assert!(mixed.contains(&note), "{mixed}");
        assert!(!report(format, &[path(&own)]).contains("corpus"));
    }
    let program = |paths: &[&str]| -> Value {
        let lines = report("ndjson", paths);
        let first = lines.lines().next().expect("a line");
        serde_json::from_str::<Value>(first).expect("an object")["corpus"].clone()
    };
    assert_eq!(program(&[]), json!({ "version": version, "whole": true }));
    assert_eq!(
        program(&[KO]),
        json!({ "version": version, "whole": false })
    );
    assert_eq!(program(&[KO, path(&own)]), Value::Null);
}
