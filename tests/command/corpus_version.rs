//! Every report names the version of the fixtures that it speaks of, and claims it for no others.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::command::{KO, assert_has, file, gokata, path, root};
#[cfg(unix)]
use crate::support::judged::NO_BOARD;
use crate::support::schema::objects;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

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

/// The version as an object of JSON.
fn object(whole: bool) -> Value {
    json!({ "version": version(), "whole": whole })
}

#[test]
fn an_export_names_the_version_of_these_fixtures_only() {
    let exported = |paths: &[&str]| {
        let ran = gokata(&[&["export"], paths].concat());
        let document: Value = serde_json::from_str(&ran.out).expect("JSON");
        document["corpus"].clone()
    };
    assert_eq!(exported(&[]), object(true));
    assert_eq!(exported(&["fixtures", KO]), object(true));
    assert_eq!(exported(&["fixtures/kata"]), object(false));
    let content = fs::read(root(KO)).expect("a fixture");
    let own = file("version-own.txt", b"x\n--\n--\n\nlegal A1\n");
    // A copy is the same fixture; one with another comment is not, nor is one with another name.
    let copy = elsewhere("version-copy", "kata/6-ko/retake-at-once.txt", &content);
    assert_eq!(exported(&[path(&copy)]), object(false));
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

/// The notes about files: all of the corpus, a part of it, and with the file `own`.
fn notes(own: &Path) -> [String; 3] {
    let version = version();
    let name = path(own).trim_end_matches(".txt");
    [
        format!("fixtures: corpus {version}"),
        format!("fixtures: a part of corpus {version}"),
        format!("fixtures: 1 of corpus {version}, and 1 file not of it: {name}"),
    ]
}

#[test]
fn a_check_names_the_version() {
    let note = |paths: &[&str]| {
        let ran = gokata(&[&["check"], paths].concat());
        let mut lines = ran.out.lines().map(str::trim_start);
        let note = lines.find(|line| line.starts_with("fixtures: "));
        note.map(str::to_owned)
    };
    let own = file("version-own.txt", b"x\n--\n--\n\nlegal A1\n");
    let [whole, part, mixed] = notes(&own).map(Some);
    assert_eq!(note(&[]), whole);
    assert_eq!(note(&["fixtures/kata"]), part);
    assert_eq!(note(&[KO, path(&own)]), mixed);
    assert_eq!(note(&[path(&own)]), None);
    let refusal = "fixtures/malformed/ragged-row.txt";
    assert_eq!(note(&[refusal]), part);
    // Without its message it is another fixture; the words of the message are no part of a version.
    let content = fs::read(root(refusal)).expect("a fixture");
    let alone = elsewhere("version-alone", "malformed/ragged-row.txt", &content);
    let _ = fs::remove_file(alone.with_extension("error"));
    assert_eq!(note(&[path(&alone)]), None);
    fs::write(alone.with_extension("error"), "another").expect("written");
    assert_eq!(note(&[path(&alone)]), part);
    let lines = gokata(&["check", "--format", "ndjson", KO, refusal, path(&own)]).out;
    let versions = objects(&lines)
        .into_iter()
        .map(|line| line["corpus"].clone());
    let expected = [json!(version()), json!(version()), Value::Null];
    assert_eq!(versions.collect::<Vec<_>>(), expected);
}

#[cfg(unix)]
#[test]
fn a_report_on_a_program_names_the_version() {
    let report = |format: &str, paths: &[&str]| {
        gokata(&[&["check", "--exec", &NO_BOARD, "--format", format], paths].concat()).out
    };
    let own = file("version-own.txt", b"x\n--\n--\n\nlegal A1\n");
    let files = [&[][..], &[KO], &[KO, path(&own)]];
    for (format, begin) in [("text", "  "), ("markdown", "- ")] {
        for (paths, note) in files.iter().zip(notes(&own)) {
            assert_has(&report(format, paths), format!("\n{begin}{note}\n"));
        }
        assert!(!report(format, &[path(&own)]).contains("corpus"));
    }
    let expected = [object(true), object(false), Value::Null];
    for (paths, expected) in files.iter().zip(expected) {
        assert_eq!(objects(&report("ndjson", paths))[0]["corpus"], expected);
    }
}
