//! Tests what a report of `check --exec` says about each wrong answer, and the options that name questions by their
//! identifiers: `--only` and `--known`.

use std::process::Command;
use std::sync::LazyLock;

use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;
use serde_json::Value;

use crate::support::annotations::commands;
use crate::support::command::{
    KO, ROOT, Ran, assert_ends, assert_has, file, gokata, path, without_version,
};
use crate::support::program::compiled;
use crate::support::schema;
use crate::support::terminal::folder;
use crate::support::xml;

/// Answers `legal` to every question whether a move is legal.
static LEGAL: LazyLock<String> = LazyLock::new(|| format!("'{}' legal", compiled("line_program")));

/// Answers `illegal` to every question.
const ILLEGAL: &str =
    "while read -r word; do case $word in legal\\?|board\\?) echo illegal;; esac; done";

fn check(program: &str, more: &[&str]) -> Ran {
    gokata(&[&["check", "--exec", program], more].concat())
}

fn objects(ran: &Ran) -> Vec<Value> {
    let mut objects = schema::judged(&ran.out);
    objects.retain(|object| object["kind"] == "question");
    objects
}

/// The command below each wrong answer explains the right one, in every folder, under all rules.
#[rstest]
#[case::where_all_is_legal(LEGAL.clone(), "expected illegal ", "not legal\n")]
#[case::where_all_is_illegal(ILLEGAL.to_owned(), "expected legal, ", "legal\n")]
fn the_command_below_a_wrong_answer_explains_it(
    #[case] program: String,
    #[case] expected: &str,
    #[case] part: &str,
) {
    let ran = check(&program, &["--list-all", "fixtures"]);
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    let (mut wrong, mut explained, mut tried) = (0, 0, 0);
    let lines: Vec<&str> = ran.out.lines().collect();
    for block in lines
        .windows(3)
        .filter(|block| block[0].starts_with("wrong "))
    {
        wrong += 1;
        assert!(block[1].starts_with("  id: "), "{block:?}");
        let Some(command) = block[2].strip_prefix("  see: gokata ") else {
            continue;
        };
        explained += 1;
        // All of them would take long: each seventeenth, and each third under rules of their own.
        let each = if command.contains("--rules") { 3 } else { 17 };
        if !block[0].contains(expected) || explained % each > 0 {
            continue;
        }
        tried += 1;
        let shell = Command::new("sh")
            .args([
                "-c",
                &format!("\"$0\" {command}"),
                env!("CARGO_BIN_EXE_gokata"),
            ])
            .current_dir(ROOT)
            .output()
            .expect("a shell");
        let explained = String::from_utf8(shell.stdout).expect("UTF-8");
        let first = explained.split_inclusive('\n').next().unwrap_or_default();
        assert_ends(first, format!(": {part}"));
        if let Some((_, reason)) = block[0].split_once("expected illegal ") {
            let reason = reason.split(',').next().unwrap_or_default();
            let word = match reason {
                "game-over" => "the game has ended",
                "off-board" => "off board:",
                "turn" => "turn:",
                reason => reason,
            };
            assert!(explained.contains(word), "{reason}: {explained}");
        }
    }
    // Of few questions no moves under one set of rules are the history.
    assert!(wrong > 400 && tried > 50, "{wrong} {explained} {tried}");
    assert!(explained * 100 > wrong * 95, "{explained} of {wrong}");
}

#[test]
fn reports_have_the_ids_of_the_data() {
    let data = check(&LEGAL, &["--format", "ndjson", "fixtures/kata"]);
    let wrong = objects(&data);
    let wrong = wrong.iter().filter(|object| object["outcome"] == "wrong");
    let ids: Vec<&str> = wrong.filter_map(|object| object["id"].as_str()).collect();
    let text = check(&LEGAL, &["--list-all", "fixtures/kata"]).out;
    let of_text: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  id: "))
        .collect();
    assert_eq!(of_text, ids);
    let page = check(&LEGAL, &["--format", "markdown", "fixtures/kata"]).out;
    let rows = page.lines().filter(|line| line.contains("| fixtures/"));
    let of_page: Vec<String> = rows
        .filter_map(|row| {
            Some(
                row.strip_prefix("| ")?
                    .split(" | ")
                    .next()?
                    .replace('\\', ""),
            )
        })
        .collect();
    assert_eq!(of_page, ids);
    // A program that fails has an id, too, and no explanation.
    let crashed = check("exit 1", &["--first", "1", KO]).out;
    assert_has(&crashed, "\n  id: kata/6-ko/retake-at-once#");
    assert!(!crashed.contains("see:"), "{crashed}");
}

/// One question, those of a case, those of a fixture, several.
#[rstest]
#[case::a_question(&["kata/6-ko/retake-at-once#C3-xugq7"], 1)]
#[case::a_fixture(&["kata/6-ko/retake-at-once"], 24)]
#[case::a_case(&["superko/one-stone-suicide-on-a-square#jg65x"], 0)]
#[case::two(&["kata/6-ko/retake-at-once#C3-xugq7", "kata/6-ko/retake-at-once#C3-xugq7-2"], 2)]
fn only_these_are_asked(#[case] ids: &[&str], #[case] count: usize) {
    let only: Vec<&str> = ids.iter().flat_map(|id| ["--only", id]).collect();
    let ran = check(&LEGAL, &[&only[..], &["--format", "ndjson"]].concat());
    let asked = objects(&ran);
    let case = format!("{}.", ids[0]);
    for question in &asked {
        let id = question["id"].as_str().expect("an id");
        let of_fixture = id.starts_with(&format!("{}#", ids[0]));
        assert!(
            ids.contains(&id) || of_fixture || id.starts_with(&case),
            "{id}"
        );
    }
    assert!(
        asked.len() == count || count == 0 && asked.len() > 1,
        "{}",
        asked.len()
    );
    let lines = ran.out.lines().count();
    // The program before them, the end after them.
    assert_eq!(lines, asked.len() + 2, "no lines that cannot be asked");
    let text = check(&LEGAL, &only).out;
    assert_has(&text, format!("1 file, {} question", asked.len()));
    assert!(text.contains(" questions not named by --only\n"), "{text}");
}

#[test]
fn an_unknown_id_is_refused_with_the_nearest() {
    let ran = check(&LEGAL, &["--only", "kata/6-ko/retake-at-once#C3-xugq8"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    let part = "gokata: --only: no question of these fixtures has the id `kata/6-ko/retake-at-once#C3-xugq8`; the nearest \
                are kata/6-ko/retake-at-once#C3-xugq7, ";
    assert!(ran.err.starts_with(part), "{}", ran.err);
    let ran = check(&LEGAL, &["--only", "retake-at-once#C3-xugq7"]);
    assert_has(&ran.err, ", kata/6-ko/retake-at-once#C3-xugq7, ");
    let ran = check(&LEGAL, &["--only", "\u{1b}[31m\n"]);
    assert_eq!(ran.status, Some(2));
    assert_ends(&ran.err, "has the id `\u{fffd}[31m\u{fffd}`\n");
}

const KNOWN: &str = "\
# What my program gets wrong.
kata/6-ko/retake-at-once#C3-xugq7

  kata/6-ko/retake-at-once#C3-xugq7-2   # the same again\r
";

#[test]
fn known_wrong_answers_are_counted_and_do_not_fail() {
    let list = file("known.txt", KNOWN.as_bytes());
    let ran = check(&LEGAL, &["--known", path(&list), KO]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert_str_eq!(
        without_version(&ran.out),
        "\
folder     right  wrong  cannot be asked  known
kata/6-ko     22      0                0      2

right answer  right  wrong  cannot be asked  known
board             1      0                0      0
ko                0      0                0      2
legal            21      0                0      0

1 file, 24 questions: 22 right, 0 wrong, 0 cannot be asked, 2 known
  rules: sent with each question
"
    );
    // The data say what the program answers; the other reports, that it is known.
    let data = check(&LEGAL, &["--known", path(&list), "--format", "ndjson", KO]);
    assert_eq!(data.status, Some(0));
    let wrong = objects(&data);
    let wrong = wrong.iter().filter(|object| object["outcome"] == "wrong");
    assert_eq!(wrong.count(), 2);
    let report = |format: &str| {
        let ran = check(&LEGAL, &["--known", path(&list), "--format", format, KO]);
        assert_eq!(ran.status, Some(0), "{}", ran.out);
        ran.out
    };
    let page = report("markdown");
    assert_eq!(page.matches(" | legal (known) |\n").count(), 2, "{page}");
    let document = xml::parse(&report("junit"));
    assert_eq!(
        (document.count("failure"), document.count("skipped")),
        (0, 2)
    );
    assert_has(
        &report("junit"),
        "message=\"known: expected illegal ko, got legal\"",
    );
    assert!(commands(&report("github")).is_empty());
    // A known one does not end the run.
    let first = check(&LEGAL, &["--known", path(&list), "--first", "1", KO]);
    assert_eq!(first.status, Some(0), "{}", first.out);
}

#[test]
fn a_wrong_answer_that_is_not_known_fails() {
    let list = file("known-one.txt", b"kata/6-ko/retake-at-once#C3-xugq7\n");
    let ran = check(&LEGAL, &["--known", path(&list), KO]);
    assert_eq!(ran.status, Some(1));
    assert_has(&ran.out, " 22 right, 1 wrong, 0 cannot be asked, 1 known\n");
    assert_eq!(ran.out.matches("  id: ").count(), 1);
    let crashes = check("exit 1", &["--known", path(&list), KO]);
    assert_eq!(crashes.status, Some(2), "only wrong answers are known");
    let empty = file("known-none.txt", b"# none yet\n");
    assert_eq!(
        check(&LEGAL, &["--known", path(&empty), KO]).status,
        Some(1)
    );
}

#[test]
fn a_known_one_that_is_right_now_is_said() {
    let list = file("known-right.txt", KNOWN.as_bytes());
    let right = compiled("line_program");
    let ran = check(&right, &["--known", path(&list), KO]);
    assert_eq!(ran.status, Some(0));
    for line in [2, 4] {
        let part = format!(
            "  right now, so no longer a known deviation: {}:{line}: kata/6-ko/",
            path(&list)
        );
        assert!(ran.out.contains(&part), "{part}{}", ran.out);
    }
    let quiet = check(&right, &["--known", path(&list), "--quiet", KO]);
    assert_eq!(quiet.out.lines().count(), 2, "{}", quiet.out);
    let github = check(&right, &["--known", path(&list), "--format", "github", KO]);
    let found = commands(&github.out);
    let part: Vec<(&str, &str)> = found
        .iter()
        .map(|found| (&*found.name, found.property("line")))
        .collect();
    assert_eq!(part, [("warning", "2"), ("warning", "4")]);
    assert_eq!(found[0].property("file"), path(&list));
}

/// Those of gokata's own fixtures need not be asked in every run. A mistake in the list is one nevertheless.
#[test]
fn the_list_is_checked() {
    let list = |name: &str, text: &str| file(&format!("known-list-{name}.txt"), text.as_bytes());
    let elsewhere = list("elsewhere", KNOWN);
    let ran = check(
        &LEGAL,
        &["--known", path(&elsewhere), "fixtures/kata/5-capture"],
    );
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    for (name, text, part) in [
        (
            "id",
            "# a\nkata/6-ko/retake-at-once#C3-aaaaa\n",
            ":2: no question of these fixtures has the id `kata/6-ko/retake-at-once#C3-aaaaa`",
        ),
        (
            "fixture",
            "kata/6-ko/no-such#C3-xugq7\n",
            ":1: no question of these fixtures has the id `",
        ),
        (
            "case",
            "kata/6-ko/retake-at-one\n",
            ":1: no question of these fixtures has the id `",
        ),
        (
            "twice",
            &format!("{KNOWN}kata/6-ko/retake-at-once#C3-xugq7\n"),
            ":5: `kata/6-ko/retake-at-once#C3-xugq7` stands in line 2, too\n",
        ),
    ] {
        let list = list(name, text);
        let ran = check(&LEGAL, &["--known", path(&list), "fixtures/kata/5-capture"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{name}");
        let part = format!("gokata: {}{part}", path(&list));
        assert!(ran.err.starts_with(&part), "{part}\n{}", ran.err);
    }
    let missing = check(&LEGAL, &["--known", "no-such-list.txt", KO]);
    assert_str_eq!(missing.err, "gokata: no-such-list.txt: no such file\n");
}

/// The list may be a pipe, and name a whole case or fixture.
#[rstest]
#[case::a_case("kata/5-capture/four-chains-at-once#f4z85")]
#[case::a_fixture("kata/5-capture/four-chains-at-once")]
fn known_deviations_may_be_cases_from_a_pipe(#[case] id: &str) {
    let fixture = "fixtures/kata/5-capture/four-chains-at-once.txt";
    let only = "kata/5-capture/four-chains-at-once#f4z85";
    let legal = LEGAL.replace('\'', "");
    let command = format!(
        "echo '{id}' | '{}' check --exec '{legal}' --only '{only}' --known /dev/stdin {fixture}",
        env!("CARGO_BIN_EXE_gokata")
    );
    let ran = Command::new("sh")
        .args(["-c", &command])
        .output()
        .expect("a shell");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(0), "{out}");
    assert_has(&out, " 0 wrong, 0 cannot be asked, 1 known\n");
    assert!(!out.contains("right now"), "{out}");
}

/// Where there is no folder `fixtures`, a program is asked gokata's own, and what a report names can be read.
#[test]
fn a_program_is_asked_the_built_in_fixtures_where_there_are_no_others() {
    let folder = folder("built-in-fixtures");
    let here = |command: &str| {
        let command = command.replacen("gokata", &format!("'{}'", env!("CARGO_BIN_EXE_gokata")), 1);
        let ran = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .output()
            .expect("a shell");
        let text = [ran.stdout, ran.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        (ran.status.code(), text)
    };
    let ask = "gokata check --exec 'while read -r w; do case $w in legal\\?) echo legal;; board\\?) echo illegal;; esac; done'";
    let (status, out) = here(&format!("{ask} --rules kata"));
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("\nwrong fixtures/"), "{out}");
    assert!(out.contains("\n  fixtures: corpus "), "{out}");
    let see = out.lines().find_map(|line| line.strip_prefix("  see: "));
    let (status, explained) = here(see.expect("a command"));
    assert!(
        explained.contains(": legal\n") || explained.contains(": not legal\n"),
        "{status:?} {explained}"
    );
    let (status, part) = here(&format!("{ask} fixtures/kata/6-ko"));
    assert_eq!(status, Some(1), "{part}");
    assert!(part.contains("\n  fixtures: a part of corpus "), "{part}");
    // Nothing else is made up.
    let (status, out) = here(&format!("{ask} fixtures/mine"));
    assert_eq!(status, Some(2), "{out}");
    let (status, out) = here("gokata check");
    assert_eq!(status, Some(2), "{out}");
    std::fs::create_dir(folder.join("fixtures")).expect("a folder");
    let (status, out) = here(ask);
    assert_eq!(status, Some(2), "{out}");
}
