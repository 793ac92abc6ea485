//! Runs the command, and creates files for it.

use std::fmt;
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

/// What a run must have printed. Each fails with all that it has printed.
impl Ran {
    /// Checks the exit status.
    #[track_caller]
    pub(crate) fn ends(&self, status: i32) {
        assert_eq!(self.status, Some(status), "{self}");
    }

    /// Checks that the run has succeeded, without a message.
    #[track_caller]
    pub(crate) fn is_fine(&self) {
        assert_eq!((self.status, self.err.as_str()), (Some(0), ""), "{self}");
    }

    /// Checks that the run has failed before it printed anything but messages.
    #[track_caller]
    pub(crate) fn is_refused(&self) {
        assert_eq!((self.status, self.out.as_str()), (Some(2), ""), "{self}");
    }

    /// Checks that a text is on standard output.
    #[track_caller]
    pub(crate) fn prints(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(self.out.contains(text), "missing: {text}\n{self}");
    }

    /// Checks that these texts are on standard output, in any order.
    #[track_caller]
    pub(crate) fn prints_all<const N: usize>(&self, texts: [&str; N]) {
        contains_all(&self.out, texts);
    }

    /// Checks that standard output begins with a text.
    #[track_caller]
    pub(crate) fn prints_first(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(self.out.starts_with(text), "not first: {text}\n{self}");
    }

    /// Checks that a text is not on standard output.
    #[track_caller]
    pub(crate) fn omits(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(!self.out.contains(text), "printed: {text}\n{self}");
    }

    /// Checks that a message on standard error contains a text.
    #[track_caller]
    pub(crate) fn says(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(self.err.contains(text), "unsaid: {text}\n{self}");
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.out, self.err)
    }
}

/// Runs gokata in this folder.
pub(crate) fn gokata_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Ran {
    run(gokata_command().current_dir(folder).args(arguments), input)
}

/// Checks that a text has these parts.
#[track_caller]
pub(crate) fn contains_all<const N: usize>(text: &str, parts: [&str; N]) {
    for part in parts {
        assert_has(text, part);
    }
}

/// Returns the words of a command line in which no word has a space.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

pub(crate) fn gokata(arguments: &[&str]) -> Ran {
    gokata_with(arguments, b"")
}

/// Runs the command with the words of a text as its first arguments.
pub(crate) fn gokata_words(words: &str, more: &[&str]) -> Ran {
    gokata(&[&self::words(words), more].concat())
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

#[track_caller]
pub(crate) fn assert_has(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

#[track_caller]
pub(crate) fn assert_ends(text: &str, part: impl AsRef<str>) {
    let part = part.as_ref();
    assert!(text.ends_with(part), "`{part}` does not end\n{text}");
}
