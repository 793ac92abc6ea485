//! Runs the command, and creates files for it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the repository. A package's tests run in the folder of the package.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub(crate) const KO: &str = "fixtures/kata/6-ko/retake-at-once.txt";

pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn gokata(arguments: &[&str]) -> Ran {
    gokata_with(arguments, b"")
}

/// Runs the command with the words of a text as its first arguments.
pub(crate) fn gokata_words(words: &str, more: &[&str]) -> Ran {
    let words: Vec<&str> = words.split(' ').collect();
    gokata(&[&words, more].concat())
}

pub(crate) fn gokata_with(arguments: &[&str], input: &[u8]) -> Ran {
    run(gokata_command().args(arguments), input)
}

/// The command in the root of the repository.
pub(crate) fn gokata_command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gokata"));
    command.current_dir(ROOT);
    command
}

/// Returns a path in the repository.
pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(ROOT).join(path)
}

pub(crate) fn run(command: &mut Command, input: &[u8]) -> Ran {
    let command = command
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    // The program may end without reading its input.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input));
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        status: status.code(),
        out: text(stdout),
        err: text(stderr),
    }
}

/// A file for one test, outside the repository.
pub(crate) fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("written");
    path
}

pub(crate) fn path(file: &Path) -> &str {
    file.to_str().expect("UTF-8")
}

/// Leaves out the line about the version of the fixtures, which changes with every fixture.
pub(crate) fn without_version(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines
        .filter(|line| !line.starts_with("  fixtures: "))
        .collect()
}

#[track_caller]
pub(crate) fn assert_has(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

#[track_caller]
pub(crate) fn assert_begins(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.starts_with(part), "`{part}` does not begin\n{text}");
}

#[track_caller]
pub(crate) fn assert_ends(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.ends_with(part), "`{part}` does not end\n{text}");
}
