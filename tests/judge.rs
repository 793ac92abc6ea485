//! Other programs judged by the fixtures: honest ones, liars, and those that crash, hang or talk nonsense.
#![cfg(all(feature = "cli", unix))]

#[path = "support/command.rs"]
mod command;
#[path = "support/program.rs"]
mod program;
#[path = "support/schema.rs"]
mod schema;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use command::{Ran, file, gokata, path};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::{assert_eq, assert_str_eq};
use program::{compiled, left_behind};
use rstest::rstest;
use serde_json::Value;

/// The program of `support/line_program.rs`, compiled once.
static PROGRAM: LazyLock<String> = LazyLock::new(|| compiled("line_program"));

/// Three questions, to each of which `legal` is the right answer.
fn three_questions(name: &str) -> PathBuf {
    file(name, b"x\n---\n\nlegal A1 B1 C1\n")
}

fn records(ran: &Ran) -> Vec<Value> {
    let record = |line| serde_json::from_str(line).expect("an object a line");
    ran.out.lines().map(record).collect()
}

fn outcomes(ran: &Ran) -> Vec<String> {
    let records = records(ran);
    let outcomes = records.iter().filter(|record| record["kind"] == "question");
    outcomes
        .filter_map(|record| record["outcome"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn an_honest_program_passes_every_fixture() {
    let ran = gokata(&["check", "--exec", &PROGRAM]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    let right = ran.out.split(" questions: ").nth(1);
    let right: Option<usize> = right.and_then(|told| told.split(' ').next()?.parse().ok());
    assert!(right.is_some_and(|right| right >= 2489), "{}", ran.out);
    assert!(ran.out.contains(" 0 wrong, "), "{}", ran.out);
    assert!(!ran.out.contains("crashed"), "{}", ran.out);
    // Nothing is dropped in silence: every line that asks is counted.
    assert!(
        ran.out.contains("cannot be asked: not about a move"),
        "{}",
        ran.out
    );
    let reasons = [
        "game-over",
        "ko",
        "occupied",
        "off-board",
        "suicide",
        "superko",
        "turn",
    ];
    for reason in reasons {
        assert!(
            ran.out.contains(&format!("\n{reason} ")),
            "{reason}: {}",
            ran.out
        );
    }
}

/// A program that says only `illegal` is judged by that; one that gives wrong reasons is wrong.
#[test]
fn reasons_are_judged_where_they_are_given() {
    let kata = |lie: &str| {
        gokata(&[
            "check",
            "--exec",
            &format!("'{}' {lie}", *PROGRAM),
            "fixtures/kata",
        ])
    };
    let silent = kata("none");
    assert_eq!(silent.status, Some(0), "{}", silent.out);
    let wrong = kata("reason");
    assert_eq!(wrong.status, Some(1), "{}", wrong.out);
    assert!(
        wrong.out.contains("expected illegal ko, got illegal turn"),
        "{}",
        wrong.out
    );
    // All of its answers about turns are right, and none about suicide.
    let row = |name: &str| {
        wrong
            .out
            .lines()
            .find(|line| line.starts_with(name))
            .map(str::to_owned)
    };
    assert!(
        row("turn ").is_some_and(|row| row.contains("     0  ")),
        "{}",
        wrong.out
    );
    assert!(
        row("suicide ").is_some_and(|row| row.contains("    0  ")),
        "{}",
        wrong.out
    );
}

#[test]
fn a_deviation_names_the_fixture_and_its_line() {
    let ran = gokata(&[
        "check",
        "--exec",
        &format!("'{}' legal", *PROGRAM),
        command::KO,
    ]);
    assert_eq!(ran.status, Some(1));
    assert_str_eq!(
        ran.out,
        "\
wrong fixtures/kata/6-ko/retake-at-once.txt:13:12: Black C3: expected illegal ko, got legal
wrong fixtures/kata/6-ko/retake-at-once.txt:15:1: Black C3: expected illegal ko, got legal

folder     right  wrong  cannot be asked
kata/6-ko     22      2                0

right answer  right  wrong  cannot be asked
board             1      0                0
ko                0      2                0
legal            21      0                0

1 file, 24 questions: 22 right, 2 wrong, 0 cannot be asked
  rules: told with each question
"
    );
    let page = gokata(&[
        "check",
        "--format",
        "markdown",
        "--exec",
        &format!("'{}' board", *PROGRAM),
        command::KO,
    ]);
    assert_eq!(page.status, Some(1));
    for line in [
        "| kata/6-ko | 23 | 1 | 0 |",
        "| board | 0 | 1 | 0 |",
        "| fixtures/kata/6-ko/retake-at-once.txt:12:1 | the board after White B3 | x / ----- / -xo-- / xo-o- / -xo-- / ----- | o / ----- / -xo-- / xo-o- / -xo-- / ----- |",
    ] {
        assert!(
            page.out.lines().any(|told| told == line),
            "{line}\n{}",
            page.out
        );
    }
}

#[test]
fn every_record_is_as_the_schema_says() {
    let schema = read_schema("src/cli/judge/judge.schema.json");
    let bad = file("judge-bad.txt", b"x\n-X\n");
    let untrue = file("judge-untrue.txt", b"x\n--\n\nillegal ko A1\n");
    let exec = format!("'{}' legal", *PROGRAM);
    let ran = gokata(&[
        "check",
        "--format",
        "ndjson",
        "--exec",
        &exec,
        "fixtures/kata",
        "fixtures/eyes",
        path(&bad),
        path(&untrue),
    ]);
    assert_eq!(ran.status, Some(2));
    let records = records(&ran);
    for record in &records {
        assert_eq!(schema::faults(&schema, record), [""; 0]);
    }
    for kind in ["program", "question", "line", "file"] {
        assert!(
            records.iter().any(|record| record["kind"] == kind),
            "{kind}"
        );
    }
    let again = gokata(&[
        "check",
        "--format",
        "ndjson",
        "--exec",
        &exec,
        "fixtures/kata",
        "fixtures/eyes",
        path(&bad),
        path(&untrue),
    ]);
    assert_str_eq!(ran.out, again.out, "the same bytes each time");
}

/// Who thinks that a legal move is none has no board to show, and is wrong, not mad.
#[rstest]
#[case("illegal", "got illegal")]
#[case("illegal ko", "got illegal ko")]
fn illegal_is_an_answer_to_every_question(#[case] answer: &str, #[case] told: &str) {
    let program = format!(
        "while read -r word; do case $word in legal\\?|board\\?) echo {answer};; esac; done"
    );
    let ran = gokata(&["check", "--exec", &program, command::KO]);
    assert_eq!(ran.status, Some(1), "{}", ran.out);
    assert!(
        ran.out
            .contains("\n1 file, 24 questions: 2 right, 22 wrong, 0 cannot be asked\n"),
        "{}",
        ran.out
    );
    let board = "the board after White B3: expected\nx\n-----\n-xo--\nxo-o-\n-xo--\n-----\n";
    let wrong = format!("{board}{told}\n");
    assert!(ran.out.contains(&wrong), "{}", ran.out);
}

/// What the contract shows is what is sent.
#[test]
fn the_question_in_the_contract_is_the_one_that_is_sent() {
    let readme = fs::read_to_string("fixtures/README.md").expect("a page");
    let sent = file("judge-sent.txt", b"");
    let keep = format!("tee '{}' | '{}'", path(&sent), *PROGRAM);
    assert_eq!(
        gokata(&["check", "--exec", &keep, command::KO]).status,
        Some(0)
    );
    let sent = fs::read_to_string(sent).expect("what was sent");
    let questions = sent
        .split_inclusive("?\n")
        .filter(|text| text.contains("move x 2 2\n"));
    let question = questions.last().expect("the ko");
    // The last one is part of a picture; the first is the line's own.
    assert!(sent.contains("case kata/6-ko/retake-at-once#1.3\n"));
    let shown = readme
        .split("```text\ncase ")
        .nth(1)
        .and_then(|text| text.split("```").next());
    let body = |text: &str| text.split_once('\n').map(|(_, body)| body.to_owned());
    assert_eq!(shown.and_then(body), body(question));
}

/// Shell programs, each bad in its own way, and what comes of three questions.
#[rstest]
#[case::crashes_at_the_start("exit 3", ["crashed"; 3])]
#[case::is_killed("kill -9 $$", ["crashed"; 3])]
#[case::crashes_at_the_second_question("answer 1; exit 4", ["right", "crashed", "right"])]
#[case::hangs("sleep 300", ["timed-out"; 3])]
#[case::reads_and_says_nothing("cat >/dev/null; sleep 300", ["timed-out"; 3])]
#[case::ignores_being_told_to_end("trap '' TERM INT HUP PIPE; while :; do sleep 300; done", ["timed-out"; 3])]
#[case::talks_nonsense("while read -r word; do case $word in legal\\?) echo perhaps;; esac; done", ["nonsense"; 3])]
#[case::says_too_much("while read -r word; do case $word in legal\\?) echo legal indeed;; esac; done", ["nonsense"; 3])]
#[case::says_not_even_text("printf '\\377\\376\\000\\n'; sleep 300", ["nonsense"; 3])]
#[case::never_ends_a_line("cat /dev/zero", ["nonsense"; 3])]
#[case::closes_its_output("exec >&-; sleep 300", ["crashed"; 3])]
#[case::answers_late("answer 1 1; sleep 300", ["timed-out"; 3])]
#[case::leaves_a_child("sleep 300 & echo $! >>$pids; answer 3", ["right"; 3])]
#[case::leaves_a_child_that_holds_the_output("sleep 300 & echo $! >>$pids; exit 5", ["crashed"; 3])]
#[case::leaves_a_child_that_has_left_the_group(
    "setsid sh -c 'echo $$ >>$0; setsid sleep 300 & echo $! >>$0; wait' $pids & sleep 0.1; answer 3",
    ["right"; 3]
)]
#[case::leaves_a_daemon("(setsid sh -c 'trap \"\" TERM HUP INT; echo $$ >>$0; sleep 300' $pids &) ; sleep 0.1; exit 5", ["crashed"; 3])]
#[case::goes_on_after_the_end("answer 3; sleep 300", ["right"; 3])]
fn a_bad_program_is_told_of_and_leaves_nobody_behind(
    #[case] program: &str,
    #[case] expected: [&str; 3],
) {
    let name: String = program
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let pids = file(&format!("{name}.pids"), b"");
    let program = format!(
        "pids='{}'; echo $$ >>$pids\n\
         answer() {{ n=0; while [ $n -lt $1 ] && read -r word; do\n\
         case $word in legal\\?) sleep ${{2:-0}}; echo legal; n=$((n+1));; esac; done; }}\n{program}",
        path(&pids)
    );
    let fixture = three_questions(&format!("{name}.txt"));
    let started = Instant::now();
    // Short where it must pass, and long where it must not, however busy the machine is.
    let timeout = if expected[0] == "timed-out" {
        "0.1"
    } else {
        "3"
    };
    let arguments = [
        "check",
        "--format",
        "ndjson",
        "--timeout",
        timeout,
        "--exec",
        &program,
    ];
    let ran = gokata(&[&arguments[..], &[path(&fixture)]].concat());
    assert_eq!(outcomes(&ran), expected, "{}", ran.out);
    let status = if expected == ["right"; 3] { 0 } else { 2 };
    assert_eq!(ran.status, Some(status), "{}", ran.err);
    assert!(
        started.elapsed() < Duration::from_secs(4),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(left_behind(&pids), Vec::<i32>::new());
}

#[rstest]
#[case(Signal::SIGINT)]
#[case(Signal::SIGTERM)]
#[case(Signal::SIGHUP)]
#[case(Signal::SIGQUIT)]
fn whoever_is_told_to_end_ends_the_program_first(#[case] signal: Signal) {
    let pids = file(&format!("judge-{signal}.pids"), b"");
    let program = format!(
        "sleep 300 & echo $! >'{0}.part'; echo $$ >>'{0}.part'; mv '{0}.part' '{0}'; wait",
        path(&pids)
    );
    let mut gokata = Command::new(env!("CARGO_BIN_EXE_gokata"))
        .args(["check", "--exec", &program])
        .arg(three_questions(&format!("judge-{signal}.txt")))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let until = Instant::now() + Duration::from_secs(5);
    while fs::read_to_string(&pids).is_ok_and(|text| text.is_empty()) {
        assert!(Instant::now() < until, "the program has not begun");
        thread::sleep(Duration::from_millis(5));
    }
    let pid = i32::try_from(gokata.id()).expect("a pid");
    kill(Pid::from_raw(pid), signal).expect("told to end");
    assert_eq!(
        gokata.wait().expect("it ends").code(),
        Some(128 + signal as i32)
    );
    assert_eq!(left_behind(&pids), Vec::<i32>::new());
}

#[test]
fn a_program_that_is_not_there_is_trouble_at_once() {
    let ran = gokata(&["check", "--exec", "no-such-program-anywhere"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert!(
        ran.err
            .starts_with("gokata: cannot start `no-such-program-anywhere`: "),
        "{}",
        ran.err
    );
}

/// Its last words are told, and cannot play tricks on the terminal.
#[test]
fn a_crash_is_told_with_its_last_words() {
    let fixture = three_questions("judge-last-words.txt");
    let ran = gokata(&[
        "check",
        "--exec",
        r"printf 'Traceback:\n\033[31mno\n' >&2; exit 3",
        path(&fixture),
    ]);
    assert_eq!(ran.status, Some(2));
    let told = "Black A1: it ended (exit status: 3); its last words: Traceback: / \u{fffd}[31mno\n";
    assert!(ran.out.contains(told), "{}", ran.out);
}

/// One that says `legal` whatever is asked, or when nothing is, may seem right for a while.
#[rstest]
#[case::without_end("while :; do echo legal; done")]
#[case::twice("while read -r word; do case $word in legal\\?) echo legal; echo legal;; esac; done")]
fn a_program_that_speaks_without_being_asked_is_found_out(#[case] program: &str) {
    let schema = read_schema("src/cli/judge/judge.schema.json");
    let fixture = three_questions(&format!("judge-unasked-{}.txt", program.len()));
    let ran = gokata(&[
        "check",
        "--format",
        "ndjson",
        "--exec",
        program,
        path(&fixture),
    ]);
    assert_eq!(ran.status, Some(2), "{}", ran.out);
    assert!(
        ran.out.contains("it spoke without being asked: `legal`"),
        "{}",
        ran.out
    );
    for record in records(&ran) {
        assert_eq!(schema::faults(&schema, &record), [""; 0]);
    }
    let ran = gokata(&["check", "--exec", program, path(&fixture)]);
    assert_eq!(ran.status, Some(2), "{}", ran.out);
    assert!(
        ran.out.contains("it spoke without being asked: `legal`"),
        "{}",
        ran.out
    );
}

/// What is no fixture, or about reading only, is counted and not asked.
#[test]
fn files_without_questions_are_left_out_and_counted() {
    let record = file("judge-left-out.sgf", b"(;GM[1];B[aa])");
    let exec = PROGRAM.as_str();
    let malformed = fs::read_dir("fixtures/malformed")
        .expect("a folder")
        .flatten();
    let mut names = malformed
        .map(|entry| entry.path())
        .filter(|name| name.extension().is_some_and(|end| end == "txt"));
    let refused = names.next().expect("a file");
    let ran = gokata(&[
        "check",
        "--exec",
        exec,
        path(&record),
        command::KO,
        path(&refused),
    ]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    for told in [
        "1 file, 24 questions: 24 right, 0 wrong, 0 cannot be asked\n",
        "  left out: 1 file about reading, not about moves\n",
        "  left out: 1 game record\n",
    ] {
        assert!(ran.out.contains(told), "{told}{}", ran.out);
    }
}

/// A program that never answers is not waited for a thousand times.
#[test]
fn patience_ends() {
    let fixture = file(
        "judge-patience.txt",
        b"x\n-----\n-----\n\nlegal A1 A2 B1 B2 C1 C2 D1 D2 E1 E2 pass pass pass\n",
    );
    let ran = gokata(&[
        "check",
        "--timeout",
        "0.02",
        "--exec",
        "sleep 300",
        path(&fixture),
    ]);
    assert_eq!(ran.status, Some(2));
    assert!(
        ran.out.contains("3 cannot be asked, 10 timed out"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains(
            "3 cannot be asked: no more is asked after 10 time-outs without an answer in between"
        ),
        "{}",
        ran.out
    );
}

#[test]
fn no_trouble_is_gone_through_for_ever() {
    let fixture = format!("x\n--\n--\n\nlegal{}\n", " A1".repeat(103));
    let fixture = file("judge-crashes.txt", fixture.as_bytes());
    let ran = gokata(&["check", "--exec", "exit 1", path(&fixture)]);
    assert_eq!(ran.status, Some(2));
    let told = "\n1 file, 103 questions: 0 right, 0 wrong, 3 cannot be asked, 100 crashed\n";
    assert!(ran.out.contains(told), "{}", ran.out);
    let why =
        "  3 cannot be asked: no more is asked after 100 questions in a row came to nothing\n";
    assert!(ran.out.contains(why), "{}", ran.out);
}

/// The commonest mistake of all: the answer is right, and nobody can know that it is there.
#[test]
fn an_answer_whose_line_does_not_end_is_told_of() {
    let fixture = file("judge-line-end.txt", b"x\n---\n\nlegal A1\n");
    let unended = "printf legal; sleep 300";
    let ran = gokata(&["check", "--timeout", "1", "--exec", unended, path(&fixture)]);
    assert_eq!(ran.status, Some(2));
    let told = ":4:7: Black A1: it wrote `legal` without ending the line\n";
    assert!(ran.out.contains(told), "{}", ran.out);
    // Where its output ends, the line does, too; and blanks around the words mean nothing.
    let one = "answer() { printf ' legal \\r%s' \"$1\"; }; for n in 1 2 3; do
        while read -r word; do case $word in legal\\?) break;; esac; done
        if [ $n = 3 ]; then answer; else answer '\n'; fi; done";
    let fixture = three_questions("judge-line-ends.txt");
    let ran = gokata(&["check", "--exec", one, path(&fixture)]);
    assert_eq!(ran.status, Some(0), "{}", ran.out);
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (
            &["--format", "markdown"][..],
            "--format markdown goes with --engine or --exec",
        ),
        (
            &["--exec", "cat", "--timeout", "0"],
            "a number of seconds is needed",
        ),
        (
            &["--exec", "cat", "--timeout", "soon"],
            "a number of seconds is needed",
        ),
        (
            &["--exec", "cat", "--referee", "pure"],
            "cannot be used with",
        ),
    ] {
        let ran = gokata(&[&["check"], arguments].concat());
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(ran.err.contains(sentence), "{arguments:?}: {}", ran.err);
    }
    for ours in [
        &["--rules", "aga"][..],
        &["--jobs", "2"],
        &["--variations"],
        &["--keep-going"],
        &["--any-order"],
        &["--stats"],
        &["--engine", "cat"],
    ] {
        let ran = gokata(&[&["check", "--exec", "cat"], ours].concat());
        assert_eq!(ran.status, Some(2), "{ours:?}");
        assert!(
            ran.err.contains("cannot be used with"),
            "{ours:?}: {}",
            ran.err
        );
    }
    // Nothing but questions about the count: that is no praise for the program.
    let ran = gokata(&[
        "check",
        "--exec",
        "cat",
        "fixtures/scoring/nobody-owns-an-empty-board.txt",
    ]);
    assert_eq!(ran.status, Some(2), "{}", ran.out);
}

fn read_schema(file: &str) -> Value {
    let text = fs::read_to_string(file).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}
