//! Tests `check --exec` with programs that give right or wrong answers, and the reports on them. Programs that crash,
//! hang or answer nonsense are in `judge_patience.rs`.

use crate::support::schema;
use std::fs;
use std::process::Command;

use crate::support::command::{
    KO, contains_all, file, gokata_words, path, root, rows, run, without_version, words,
};
use crate::support::judged::{LEGAL, RIGHT, answering, check, lying};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

#[test]
fn a_correct_program_passes_every_fixture() {
    let ran = check(&RIGHT, &[]);
    ran.is_fine();
    let right = ran.out.split(" questions: ").nth(1);
    let right: Option<usize> = right.and_then(|found| found.split(' ').next()?.parse().ok());
    assert!(right.is_some_and(|right| right >= 2489), "{}", ran.out);
    ran.prints(" 0 wrong, ");
    ran.omits("crashed");
    // Lines that cannot be asked are counted.
    ran.prints("cannot be asked: there is no question about chains");
    for reason in words("game-over ko occupied off-board suicide superko turn") {
        ran.prints(format!("\n{reason} "));
    }
}

/// A program may answer `illegal` without a reason, but a wrong reason is a wrong answer.
#[test]
fn reasons_are_judged_if_they_are_given() {
    let kata = |lie: &str| check(&lying(lie), &["fixtures/kata"]);
    let silent = kata("none");
    silent.ends(0);
    let wrong = kata("reason");
    wrong.ends(1);
    wrong.prints("expected illegal ko, got illegal turn");
    // It always gives the reason `turn`: right in all rows about turns, wrong in all about suicide.
    let row = |name: &str| {
        let row = wrong.out.lines().find(|line| line.starts_with(name));
        let columns = row.unwrap_or_default().split_whitespace();
        columns.map(str::to_owned).collect::<Vec<_>>()
    };
    // The columns are: reason, right, wrong, cannot be asked.
    let (turn, suicide) = (row("turn "), row("suicide "));
    assert!(turn[1] != "0" && turn[2] == "0", "{turn:?}");
    assert!(suicide[1] == "0" && suicide[2] != "0", "{suicide:?}");
}

#[test]
fn a_wrong_answer_is_reported_with_fixture_and_line() {
    let ran = check(&LEGAL, &[KO]);
    ran.ends(1);
    assert_str_eq!(
        without_version(&ran.out),
        "\
wrong fixtures/kata/6-ko/retake-at-once.txt:13:12: Black C3 (ko=simple suicide=forbidden): expected illegal ko, got legal
  id: kata/6-ko/retake-at-once#C3-xugq7
  see: gokata explain fixtures/kata/6-ko/retake-at-once.txt x:C3 --play B3
wrong fixtures/kata/6-ko/retake-at-once.txt:15:1: Black C3 (ko=simple suicide=forbidden): expected illegal ko, got legal
  id: kata/6-ko/retake-at-once#C3-xugq7-2
  see: gokata explain fixtures/kata/6-ko/retake-at-once.txt x:C3 --play B3

folder     right  wrong  cannot be asked
kata/6-ko     22      2                0

right answer  right  wrong  cannot be asked
board             1      0                0
ko                0      2                0
legal            21      0                0

1 file, 24 questions: 22 right, 2 wrong, 0 cannot be asked
  rules: sent with each question
"
    );
    let page = check(&lying("board"), &["--format", "markdown", KO]);
    page.ends(1);
    for line in [
        "| kata/6-ko | 23 | 1 | 0 |",
        "| board | 0 | 1 | 0 |",
        "| kata/6-ko/retake-at-once\\#B3-r4yw8 | fixtures/kata/6-ko/retake-at-once.txt:12:1 |  | ko=simple suicide=forbidden | the board after White B3 | x -----/-xo--/xo-o-/-xo--/----- | o -----/-xo--/xo-o-/-xo--/----- |",
    ] {
        page.prints(format!("\n{line}\n"));
    }
}

#[test]
fn judge_records_match_the_schema() {
    let bad = file("judge-bad.txt", b"x\n-X\n");
    let untrue = file("judge-untrue.txt", b"x\n--\n\nillegal ko A1\n");
    let exec = lying("legal; echo more");
    let files = ["fixtures/kata", "fixtures/eyes", path(&bad), path(&untrue)];
    let judge = || check(&exec, &[&["--format", "ndjson"], &files[..]].concat());
    let ran = judge();
    ran.ends(2);
    let records = schema::judged(&ran.out);
    for kind in ["program", "question", "line", "file", "end"] {
        let mut records = records.iter();
        assert!(records.any(|record| record["kind"] == kind), "{kind}");
    }
    assert_str_eq!(ran.out, judge().out, "the same bytes each time");
    let end = records.last().expect("an end");
    assert!(end["unrequested"].is_string(), "{end}");
}

/// Names and a program's words are text: no HTML, link, emphasis or code, and no break out of a cell or a code span.
#[test]
fn untrusted_words_are_not_markup_in_markdown() {
    let folder = file("x", b"").with_file_name("fixtures/<u>*a*|b");
    fs::create_dir_all(&folder).expect("a folder");
    let fixture = folder.join("[f](x) `f`\n````\u{1b}.txt");
    let case = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](z) a|b \\| `c` ~~d~~ &lt; https://e.f";
    let text = format!("x\n--\n--\n\ncase {case}\nlegal A1\n");
    fs::write(&fixture, text).expect("written");
    let words = "`<img src=x onerror=alert(2)>` [x](javascript:alert(2)) | *b* __c__ www.e.f";
    let engine = format!(
        "say() {{ printf '=%s %s\\n\\n' \"$id\" \"$1\"; }}; # ``` | `
        while read -r id word rest; do case $word in
        name) say '# {words}';; list_commands) say is_legal;; is_legal) say '{words}';; *) say '';; esac; done"
    );
    let words = "check --show-questions --format markdown --engine";
    let ran = gokata_words(words, &[&engine, path(&fixture)]);
    ran.ends(2);
    // The command is a code span, whose fence is longer than the longest run of backticks in it.
    let (name, command) = ran.out.split_once(": ````").expect("a code span");
    let (command, page) = command.split_once("````\n").expect("its end");
    assert!(command.contains("# ``` | ` / "), "{command}");
    // The name is shortened to 60 characters.
    assert_str_eq!(
        name,
        "\\# \\`&lt;img src=x onerror=alert(2)&gt;\\` \\[x\\](javascript:alert(2)) \\| ..."
    );
    contains_all(
        page,
        [
            "| &lt;u&gt;\\*a\\*\\|b | 0 | 0 | 0 | 1 |",
            "/&lt;u&gt;\\*a\\*\\|b/\\[f\\](x) \\`f\\`\u{fffd}\\`\\`\\`\\`\u{fffd}.txt:6:7",
            "| &lt;img src=x onerror=alert(1)&gt; \\[x\\](javascript:alert(1)) \\!\\[y\\](z) a\\|b \\\\\\| \\`c\\` \\~\\~d\\~\\~ &amp;lt; https\\://e.f |",
            "| nonsense: \\`\\`&lt;img src=x onerror=alert(2)&gt;\\` \\[x\\](javascript:alert(2)) \\| \\*b...\\` is no answer to is_legal |",
        ],
    );
    // The question stands in a block of code, whose fence is longer than any run of backticks in it.
    let (before, block) = page.split_once("\n`````text\n").expect("a block");
    let (_, after) = block.split_once("\n`````\n").expect("its end");
    assert!(!(before.to_owned() + after).contains(['<', '>']), "{page}");
    ran.omits("\u{1b}");
    // Every row has as many cells as its heading: only the bars of the table are not escaped.
    let bars = |line: &str| {
        let line = line.replace("\\\\", "").replace("\\|", "");
        line.matches('|').count()
    };
    for table in page.split("\n\n").filter(|table| table.starts_with("| ")) {
        let mut lines = table.lines().map(bars);
        let heading = lines.next();
        assert!(lines.all(|bars| Some(bars) == heading), "{table}");
    }
}

/// The same move is asked about under different rules, so each report names the rules and the case.
#[test]
fn a_wrong_answer_is_reported_with_rules_and_case() {
    let fixture = b"x\n-ox\nox-\n---\n\nrules kata\nlegal A3\n\ncase it may: as it would\nrules kata ko=positional suicide=allowed\nlegal A3\n";
    let fixture = file("judge-rules.txt", fixture);
    let lie = answering("echo illegal", "");
    let text = check(&lie, &[path(&fixture)]);
    text.ends(1);
    text.prints_all([
        ":7:7: Black A3 (ko=simple suicide=forbidden): expected legal, got illegal\n",
        ":11:7: Black A3 (ko=positional suicide=allowed, case `it may: as it would`): expected legal, got illegal\n",
    ]);
    let page = check(&lie, &["--format", "markdown", path(&fixture)]);
    page.ends(1);
    page.prints_all([
        ":7:7 |  | ko=simple suicide=forbidden | Black A3 | legal | illegal |\n",
        ":11:7 | it may: as it would | ko=positional suicide=allowed | Black A3 | legal | illegal |\n",
    ]);
}

/// The question shown can be piped to the program, which gives the same wrong answer again.
#[test]
fn a_wrong_answer_is_shown_with_its_question() {
    let report = |format: &str, more: &[&str]| {
        check(&LEGAL, &[&["--format", format, KO], more].concat()).out
    };
    let records = schema::judged(&report("ndjson", &["--show-questions"]));
    let asked = records.iter().filter_map(|record| {
        let text = record["question_text"].as_str().map(str::to_owned);
        assert_eq!(text.is_some(), record["outcome"] == "wrong", "{record}");
        text
    });
    let asked: Vec<String> = asked.collect();
    assert_eq!(asked.len(), 2);
    for (format, between) in [("text", "\n"), ("markdown", "\n\n")] {
        let shown = report(format, &["--show-questions"]);
        for question in &asked {
            let fenced = format!("{between}```text\n{question}```\n");
            assert!(shown.contains(&fenced), "{fenced}{shown}");
        }
        assert!(!report(format, &[]).contains("```"));
    }
    assert!(!report("ndjson", &[]).contains("question_text"));
    let mut again = Command::new("/bin/sh");
    let again = run(again.args(["-c", &LEGAL]), asked.concat().as_bytes());
    again.is_fine();
    assert_str_eq!(again.out, "legal\nlegal\n");
}

/// If asked for the board after a legal move, `illegal` is a wrong answer, not nonsense.
#[rstest]
#[case("illegal", "got illegal")]
#[case("illegal ko", "got illegal ko")]
fn illegal_is_an_answer_to_every_question(#[case] answer: &str, #[case] found: &str) {
    let echo = format!("echo {answer}");
    let ran = check(&answering(&echo, &echo), &[KO]);
    ran.ends(1);
    ran.prints("\n1 file, 24 questions: 2 right, 22 wrong, 0 cannot be asked\n");
    let board = "the board after White B3 (ko=simple suicide=forbidden): expected x -----/-xo--/xo-o-/-xo--/-----";
    let wrong = format!("{board}, {found}\n");
    ran.prints(&wrong);
}

#[test]
fn the_question_in_the_fixtures_readme_is_the_one_that_is_sent() {
    let readme = fs::read_to_string(root("fixtures/README.md")).expect("a page");
    let sent = file("judge-sent.txt", b"");
    let keep = format!("tee '{}' | '{}'", path(&sent), *RIGHT);
    check(&keep, &[KO]).ends(0);
    let sent = fs::read_to_string(sent).expect("what was sent");
    let questions = sent
        .split_inclusive("?\n")
        .filter(|text| text.contains("move x 2 2\n"));
    let question = questions.last().expect("the ko");
    // The last question comes from a drawn board. The line about the move itself is asked first.
    assert!(sent.contains("case kata/6-ko/retake-at-once#C3-xugq7\n"));
    let shown = readme
        .split("```text\ncase ")
        .nth(1)
        .and_then(|text| text.split("```").next());
    let body = |text: &str| text.split_once('\n').map(|(_, body)| body.to_owned());
    assert_eq!(shown.and_then(body), body(question));
}

/// Game records and fixtures about parsing are counted, but not asked.
#[test]
fn files_without_questions_are_left_out_and_counted() {
    let record = file("judge-left-out.sgf", b"(;GM[1];B[aa])");
    let refused = "fixtures/malformed/26-columns.txt";
    let ran = check(&RIGHT, &[path(&record), KO, refused]);
    ran.is_fine();
    ran.prints_all([
        "1 file, 24 questions: 24 right, 0 wrong, 0 cannot be asked\n",
        "  left out: 1 file for parser tests\n",
        "  left out: 1 game record\n",
    ]);
}

#[test]
fn invalid_exec_options_are_explained_in_a_sentence() {
    let needed = "error: the following required arguments were not provided:\n  <--exec <CMD>|--engine <CMD>>\n";
    for [options, sentence] in rows(INVALID) {
        let ran = gokata_words("check", &[&[KO], &words(options)[..]].concat());
        ran.is_refused();
        ran.says(sentence.replace("NEEDED", needed));
    }
    // A run that asks the program nothing is not a success.
    check("cat", &["fixtures/scoring/nobody-owns-an-empty-board.txt"]).ends(2);
}

const INVALID: &str = "
--show-questions              | NEEDED
--first 1                     | NEEDED
--timeout 1                   | NEEDED
--engine-rules kata           | NEEDED
--only a                      | NEEDED
--known a                     | NEEDED
--exec cat --referee pure     | cannot be used with
--exec cat --jobs 2           | cannot be used with
--exec cat --variations       | cannot be used with
--exec cat --keep-going       | cannot be used with
--exec cat --any-order        | cannot be used with
--exec cat --stats            | cannot be used with
--exec cat --engine cat       | cannot be used with
--format markdown             | --format markdown goes with --engine or --exec
--exec cat --timeout 0        | a number of seconds is needed
--exec cat --timeout soon     | a number of seconds is needed
--exec cat --first 0          | invalid value '0' for '--first <N>'
--exec cat --first=-1         | invalid value '-1' for '--first <N>'
--exec cat --first many       | invalid value 'many' for '--first <N>'
";
