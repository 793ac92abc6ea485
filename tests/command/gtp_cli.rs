//! `gokata gtp` with its input and output as pipes.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use crate::support::command::{gokata, gokata_command, gokata_with, words};
use pretty_assertions::assert_eq;

/// Returns the output of `gokata gtp --size 5 --seed 1` for this input.
fn answers(input: &[u8]) -> String {
    let ran = gokata_with(&["gtp", "--size", "5", "--seed", "1"], input);
    ran.is_fine();
    ran.out
}

fn started() -> Child {
    gokata_command()
        .args(["gtp", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs")
}

#[test]
fn lines_are_answered_up_to_quit_or_the_end() {
    assert_eq!(answers(b""), "");
    assert_eq!(answers(b"\n\n# nobody\n"), "");
    assert_eq!(answers(b"1 quit\nname\n"), "=1\n\n");
    // The last line feed may be missing, and empty lines are ignored.
    assert_eq!(
        answers(b"query_boardsize\r\n2 name"),
        "= 5\n\n=2 gokata\n\n"
    );
    assert_eq!(answers(b"\nname\n\n\n"), "= gokata\n\n");
}

#[test]
fn options_set_the_board_the_rules_and_the_bot() {
    let ask = b"rectangular_boardsize 26 1\nquery_boardsize\nkata-get-rules\nget_komi\n";
    let ran = gokata_with(&words("gtp --size 3x7 --rules aga,komi=0.5 --seed 9"), ask);
    let expected = "? unacceptable size\n\n= 7 3\n\n= {\"hasButton\":false,\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\
                    \"suicide\":false,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"N-1\"}\n\n= 0.5\n\n";
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (expected, ""));
    // Without `--seed`, the engine chooses a seed and reports it, so that the run can be repeated.
    let ran = gokata_with(&["gtp", "--size", "9"], b"genmove b\ngenmove b\n");
    let seed = ran.err.trim().rsplit(' ').next().unwrap_or_default();
    let again = gokata_with(
        &["gtp", "--size", "9", "--seed", seed],
        b"genmove b\ngenmove b\n",
    );
    assert_eq!(again.out, ran.out);
    assert_eq!(
        ran.err,
        format!("gokata: genmove plays with --seed {seed}\n")
    );
    for wrong in [
        ["--size", "26"],
        ["--size", "9x"],
        ["--rules", "chess"],
        ["--seed", "-1"],
    ] {
        let ran = gokata(&["gtp", wrong[0], wrong[1]]);
        ran.is_refused();
    }
}

#[test]
fn the_help_says_how_to_attach_the_engine() {
    let ran = gokata(&["gtp", "--help"]);
    ran.prints_all([
        "GoGui",
        "Sabaki",
        "--size",
        "--rules",
        "--seed",
        "gokata-explain",
    ]);
}

/// A controller waits for each answer before it sends the next command.
#[test]
fn each_answer_comes_at_once() {
    let mut engine = started();
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = BufReader::new(engine.stdout.take().expect("a pipe"));
    for (line, first) in [
        ("name\n", "= gokata\n"),
        ("7 genmove b\n", "=7 "),
        ("# no\nplay b Z1\n", "? invalid"),
    ] {
        input.write_all(line.as_bytes()).expect("written");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("read");
        assert!(answer.starts_with(first), "{line}: {answer}");
        output.read_line(&mut answer).expect("read");
        assert!(answer.ends_with("\n\n"), "{line}: {answer}");
    }
    drop(input);
    assert_eq!(engine.wait().expect("it ends").code(), Some(0));
}

#[test]
fn the_engine_survives_very_long_lines() {
    let ten_million = "A1 ".repeat(10_000_000 / 3);
    let long = format!("set_free_handicap {ten_million}\nname\n");
    assert_eq!(
        answers(long.as_bytes()),
        "? bad vertex list\n\n= gokata\n\n"
    );
    // The line exceeds the limit. The engine must not read its end as another command.
    let longer = format!(
        "1 play b A1 #{}{ten_million}\n2 list_stones b\n",
        ten_million.replace('1', "2")
    );
    assert_eq!(answers(longer.as_bytes()), "? syntax error\n\n=2\n\n");
    let unended = "7".repeat(17 << 20);
    assert_eq!(answers(unended.as_bytes()), "? syntax error\n\n");
}

#[test]
fn the_engine_ends_quietly_if_nobody_reads_its_answers() {
    let mut engine = started();
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().expect("a pipe");
    // The engine ends because nobody reads its answers; then this write fails.
    while input.write_all(b"list_commands\n").is_ok() {}
    let mut printed = String::new();
    let mut errors = engine.stderr.take().expect("a pipe");
    errors.read_to_string(&mut printed).expect("read");
    assert_eq!(
        (engine.wait().expect("it ends").code(), printed.as_str()),
        (Some(0), "")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn answers_that_cannot_be_written_are_an_error() {
    let full = File::options()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let mut engine = gokata_command()
        .args(["gtp", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = engine.stdin.take().expect("a pipe");
    // The engine ends although its input is still open.
    while input.write_all(b"name\n").is_ok() {}
    let mut printed = String::new();
    let mut errors = engine.stderr.take().expect("a pipe");
    errors.read_to_string(&mut printed).expect("read");
    assert_eq!(engine.wait().expect("it ends").code(), Some(2));
    assert!(
        printed.starts_with("gokata: cannot write the output: "),
        "{printed}"
    );
}

#[test]
fn loadsgf_refuses_missing_and_special_files_at_once() {
    let input = b"loadsgf /dev/zero\nloadsgf -\nloadsgf src\nloadsgf no-such-file.sgf\nname\n";
    let ran = gokata_with(&["gtp", "--size", "5", "--seed", "1"], input);
    let refused = "? cannot load file\n\n".repeat(4);
    assert_eq!(ran.out, refused + "= gokata\n\n");
    // The answer has the protocol's message; the reason goes to standard error.
    let files = ["/dev/zero", "-", "src", "no-such-file.sgf"];
    let why = files.map(|file| format!("gokata: {file}: it cannot be read\n"));
    assert_eq!((ran.status, ran.err), (Some(0), why.concat()));
}
