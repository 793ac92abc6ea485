//! Programs to be judged by `check --exec`, and runs that judge them.

use std::path::Path;
use std::process::{Child, Command};
use std::sync::LazyLock;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::command::{Ran, gokata, run};
use super::program::compiled;
use super::waiting::NO_TIME_LIMIT;

/// The program of `line_program.rs`, which is always right, compiled once.
pub(crate) static RIGHT: LazyLock<String> = LazyLock::new(|| compiled("line_program"));

/// Answers `legal` to every question whether a move is legal.
pub(crate) static LEGAL: LazyLock<String> = LazyLock::new(|| lying("legal"));

/// Answers `illegal` to every question.
pub(crate) static ILLEGAL: LazyLock<String> = LazyLock::new(|| lying("illegal"));

/// Answers that every move is legal, and no board.
pub(crate) static NO_BOARD: LazyLock<String> = LazyLock::new(|| lying("no-board"));

/// The program of `line_program.rs` with wrong answers of this kind.
pub(crate) fn lying(lie: &str) -> String {
    format!("'{}' {lie}", *RIGHT)
}

/// A shell program that answers `legal?` and `board?` with these commands.
pub(crate) fn answering(legal: &str, board: &str) -> String {
    format!(
        "while read -r word; do case $word in legal\\?) {legal};; board\\?) {board};; esac; done"
    )
}

/// Judges a program.
pub(crate) fn check(program: &str, more: &[&str]) -> Ran {
    let check = ["check", "--timeout", NO_TIME_LIMIT, "--exec", program];
    gokata(&[&check[..], more].concat())
}

/// Runs a shell command in a folder. The word `gokata` at its beginning is the program under test.
pub(crate) fn shell(folder: &Path, command: &str) -> Ran {
    let gokata = format!("'{}'", env!("CARGO_BIN_EXE_gokata"));
    let command = command.replacen("gokata", &gokata, 1);
    let mut shell = Command::new("sh");
    run(shell.args(["-c", &command]).current_dir(folder), b"")
}

/// Sends a signal to a program. Returns its exit status.
pub(crate) fn ended_by(signal: Signal, mut program: Child) -> Option<i32> {
    let pid = i32::try_from(program.id()).expect("a pid");
    kill(Pid::from_raw(pid), signal).expect("the signal is sent");
    program.wait().expect("it ends").code()
}
