//! Tests what `check --exec` says about common mistakes of a first program and of the first command line.

use std::path::Path;

use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::command::{KO, file, gokata, gokata_command, gokata_words, path, run};
use crate::support::judged::{RIGHT, answering, check};
use crate::support::waiting::with_time_limit;

/// Two moves, a board of two rows and three columns, and a move.
const BOARD: &[u8] = b"x\n---\n---\n\nlegal A1 B1\nplay A1\nboard\no\n---\nx--\n\nlegal B1\n";

/// Where the last question is about a board.
const LAST: &[u8] = b"x\n---\n---\n\nlegal A1 B1\nplay A1\nboard\no\n---\nx--\n";

/// One question.
const ONE: &[u8] = b"x\n---\n\nlegal A1\n";

#[test]
fn a_command_that_is_not_quoted_is_recognized() {
    let program = file("mistakes.py", b"import sys\n");
    let ran = gokata(&["check", "--exec", "python3", path(&program)]);
    ran.is_refused();
    let hint = "\nIf this is a part of the program's command, quote the whole command: ";
    ran.says_last(format!("{hint}--exec 'python3 {}'\n", path(&program)));
    let missing = gokata(&["check", "--engine", "gnugo", "game", KO]);
    let why = "gokata: game: no such file";
    assert_str_eq!(missing.err, format!("{why}{hint}--engine 'gnugo game'\n"));
    let option = gokata(&["check", "--exec", "python3", "-u", path(&program)]);
    option.ends(2);
    option.says_last("Quote it: --exec 'python3 -u program.py'\n");
    gokata(&["check", "-u", KO]).keeps_quiet_about("--exec");
    // A fixture that is missing is one, and so is a file beside a command of several words.
    for (program, path) in [("cat", "missing.txt"), ("cat -u", "missing")] {
        check(program, &[path, KO]).keeps_quiet_about("quote");
    }
}

#[test]
fn a_program_that_ends_after_one_answer_is_advised_to_go_on() {
    let fixture = file("mistakes-once.txt", b"x\n---\n\nlegal A1 B1 C1\n");
    let once = answering("echo legal; exit", "exit");
    let ran = check(&once, &[path(&fixture)]);
    ran.ends(2);
    let part = "it ended (exit status: 0) after one answer; a program must read all questions in a loop, until the end of \
                its input\n";
    ran.prints(part);
    for other in [
        "exit 0",
        "n=0; while read -r word; do case $word in legal\\?) echo legal; n=$((n+1)); [ $n = 2 ] && exit;; esac; done",
    ] {
        check(other, &[path(&fixture)]).prints("it ended (exit status: 0)\n");
    }
    check(&answering("echo legal; exit 1", ""), &[path(&fixture)]).omits("in a loop");
}

#[rstest]
#[case::paths(&["no/such/path"], "cannot ask no/such/path: no such file\ngokata: nothing is asked\n")]
#[case::records(&["tests/records/ko.sgf"], "gokata: nothing is asked; left out: 1 game record\n")]
#[case::malformed(&["fixtures/malformed/26-columns.txt"], "gokata: nothing is asked; left out: 1 file for parser tests\n")]
#[case::rules(&[KO, "--rules", "ing"], "gokata: nothing is asked; left out: 24 questions under other rules than ko=positional suicide=multi-stone (--rules)\n")]
fn a_run_without_questions_says_why(#[case] arguments: &[&str], #[case] found: &str) {
    for format in ["text", "ndjson", "markdown", "junit", "github"] {
        let ran = check("cat", &[arguments, &["--format", format]].concat());
        ran.is_refused();
        assert_str_eq!(ran.err, found, "{format}");
    }
}

/// What is wrong with the number of lines is said with what the question takes.
#[rstest]
#[case::surplus_to_legal(
    ONE,
    answering("echo legal; echo", "echo"),
    "it wrote a line without a question: ``; the question before, `legal?` takes one line"
)]
#[case::no_board(
    BOARD,
    answering("echo legal", "echo legal"),
    "`legal`: neither `x` nor `o`, whose turn it is after the move; this is line 1 of the answer, and `board?` takes 3 lines, whose turn it is and 2 rows"
)]
#[case::no_side(
    BOARD,
    answering("echo legal", "echo ---; echo x--"),
    "`---`: neither `x` nor `o`, whose turn it is after the move; this is line 1 of the answer, and `board?` takes 3 lines"
)]
#[case::narrow(
    BOARD,
    answering("echo legal", "echo o; echo --"),
    "`--`: a row is as long as the board is wide; this is line 2 of the answer, and `board?` takes 3 lines"
)]
#[case::surplus_rows(
    LAST,
    answering("echo legal", "echo o; echo ---; echo x--; echo ---"),
    "it wrote a line without a question: `---`; the question before, `board?` takes 3 lines, whose turn it is and 2 rows"
)]
#[case::ends_in_a_board(
    BOARD,
    answering("echo legal", "echo o; echo ---; exit 3"),
    "it ended (exit status: 3), after line 2 of the answer; `board?` takes 3 lines, whose turn it is and 2 rows"
)]
#[case::a_board_for_legal(
    BOARD,
    answering("echo o; echo ---; echo x--", "echo"),
    "`o`: neither `legal` nor `illegal` nor `illegal REASON` nor `cannot WHY`; boards answer `board?`, and `legal?` takes one line"
)]
#[case::a_longer_word(
    ONE,
    answering("echo cannotation", "echo"),
    "`cannotation`: neither `legal` nor `illegal` nor `illegal REASON` nor `cannot WHY`\n"
)]
#[case::late_start(
    ONE,
    answering("echo legal; echo start me 1", "echo"),
    "it wrote a line without a question: `start me 1`; `start` may be written once, before the first answer"
)]
#[case::a_row_too_many(
    BOARD,
    answering(
        "[ $rows ] && echo --- || echo legal",
        "echo o; echo ---; echo x--; rows=1"
    ),
    "boards answer `board?`, and `legal?` takes one line; the question before, `board?` takes 3 lines, whose turn it is and 2 rows"
)]
#[case::start_for_an_answer(
    BOARD,
    answering("echo ${late:-legal}; late='start me 1'", "echo"),
    "`start me 1`: neither `legal` nor `illegal` nor `illegal REASON` nor `cannot WHY`; `start` may be written once, before the first answer"
)]
fn messages_name_the_lines_of_an_answer(
    #[case] fixture: &[u8],
    #[case] program: String,
    #[case] part: &str,
) {
    let name = format!("mistakes-lines-{}-{}.txt", program.len(), part.len());
    let fixture = file(&name, fixture);
    let ran = check(&program, &[path(&fixture)]);
    ran.ends(2);
    ran.prints(part);
}

#[test]
fn a_board_that_does_not_come_whole_is_timed_out_with_its_lines() {
    let fixture = file("mistakes-slow.txt", BOARD);
    let program = answering("echo legal", "echo o; sleep 300");
    let part =
        ": after line 1 of the answer; `board?` takes 3 lines, whose turn it is and 2 rows\n";
    let run = |limit: &str| {
        gokata_words(
            "check --timeout",
            &[limit, "--exec", &program, path(&fixture)],
        )
    };
    let ran = with_time_limit(run, |ran| ran.out.contains(part));
    ran.prints(part);
}

/// A path that is given twice, or inside a folder that is given, is read once.
#[test]
fn every_file_is_read_once() {
    let totals = |arguments: &[&str]| {
        let ran = gokata(&[&["check"], arguments].concat());
        let total = ran.out.lines().find(|line| line.contains(" file"));
        total.unwrap_or_else(|| panic!("{ran}")).to_owned()
    };
    let folder = "fixtures/kata/6-ko";
    let once = totals(&[folder]);
    for again in [
        &[folder, folder][..],
        &[folder, "./fixtures/kata/6-ko/"],
        &[folder, KO],
        &[KO, folder],
        &["fixtures/kata/../kata/6-ko", folder, KO],
    ] {
        assert_eq!(totals(again), once, "{again:?}");
    }
    let asked = |arguments: &[&str]| totals(&[&["--exec", &RIGHT], arguments].concat());
    assert_eq!(asked(&[folder, folder]), asked(&[folder]));
    // Other files of the folder are read only if they are named.
    let inside = file("x", b"").with_file_name("mistakes-inside");
    std::fs::create_dir_all(&inside).expect("a folder");
    for name in ["a.txt", "b"] {
        std::fs::write(inside.join(name), "x\n-\n-\n").expect("written");
    }
    let b = inside.join("b");
    assert!(totals(&[path(&inside), path(&b)]).starts_with("2 files"));
    assert!(totals(&[path(&inside)]).starts_with("1 file,"));
    // A file of its own under two names.
    let mut link = gokata_command();
    let name = inside.join("c");
    let _ = std::fs::remove_file(&name);
    std::os::unix::fs::symlink("b", &name).expect("a link");
    link.current_dir(&inside).args(["check", "b", "c"]);
    assert!(run(&mut link, b"").out.starts_with("2 files"));
    assert!(Path::new(&name).exists());
}

/// Files that are not of the corpus are named, up to three.
#[test]
fn files_that_are_not_of_the_corpus_are_named() {
    let own = ["a", "b", "c", "d"].map(|name| format!("mistakes-own-{name}.txt"));
    let own = own.map(|name| file(&name, b"x\n-\n-\n\nlegal A1\n"));
    let ran = gokata(&[&["check", KO], &own.each_ref().map(|file| path(file))[..]].concat());
    // The fixtures have no version while they are changed.
    if !ran.out.contains("changed since") {
        let names = own.map(|file| path(&file).trim_end_matches(".txt").to_owned());
        let named = names[..3].join(", ");
        ran.prints(format!(", and 4 files not of it: {named}, …\n"));
    }
}
