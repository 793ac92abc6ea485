//! Tests what a report of `check --exec` says about each wrong answer, and the options that name questions by their
//! identifiers: `--only` and `--known`.

use std::path::Path;

use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::annotations::commands;
use crate::support::command::{KO, ROOT, assert_ends, assert_has, file, path, without_version};
use crate::support::judged::{ILLEGAL, LEGAL, RIGHT, check, questions, shell};
use crate::support::terminal::folder;
use crate::support::xml;

/// The command below each wrong answer explains the right one, in every folder, under all rules.
#[rstest]
#[case::where_all_is_legal(LEGAL.clone(), "expected illegal ", "not legal\n")]
#[case::where_all_is_illegal(ILLEGAL.clone(), "expected legal, ", "legal\n")]
fn the_command_below_a_wrong_answer_explains_it(
    #[case] program: String,
    #[case] expected: &str,
    #[case] part: &str,
) {
    let ran = check(&program, &["--list-all", "fixtures"]);
    ran.ends(1);
    let (mut wrong, mut explained, mut tried) = (0, 0, 0);
    let lines: Vec<&str> = ran.out.lines().collect();
    let blocks = lines.windows(3);
    for block in blocks.filter(|block| block[0].starts_with("wrong ")) {
        wrong += 1;
        assert!(block[1].starts_with("  id: "), "{block:?}");
        let Some(command) = block[2].strip_prefix("  see: ") else {
            continue;
        };
        explained += 1;
        // All of them would take long: each seventeenth, and each third under rules of their own.
        let each = if command.contains("--rules") { 3 } else { 17 };
        if !block[0].contains(expected) || explained % each > 0 {
            continue;
        }
        tried += 1;
        let explained = shell(Path::new(ROOT), command).out;
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
    let wrong = questions(&data);
    let wrong = wrong.iter().filter(|object| object["outcome"] == "wrong");
    let ids: Vec<&str> = wrong.filter_map(|object| object["id"].as_str()).collect();
    let text = check(&LEGAL, &["--list-all", "fixtures/kata"]).out;
    let of_text = text.lines().filter_map(|line| line.strip_prefix("  id: "));
    let of_text: Vec<&str> = of_text.collect();
    assert_eq!(of_text, ids);
    let page = check(&LEGAL, &["--format", "markdown", "fixtures/kata"]).out;
    let rows = page.lines().filter(|line| line.contains("| fixtures/"));
    let id = |row: &str| {
        Some(
            row.strip_prefix("| ")?
                .split_once(" | ")?
                .0
                .replace('\\', ""),
        )
    };
    let of_page: Vec<String> = rows.filter_map(id).collect();
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
    let asked = questions(&ran);
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
        "{asked:?}"
    );
    let lines = ran.out.lines().count();
    // The program before them, the end after them.
    assert_eq!(lines, asked.len() + 2, "no lines that cannot be asked");
    let text = check(&LEGAL, &only);
    text.prints(format!("1 file, {} question", asked.len()));
    text.prints(" questions not named by --only\n");
}

#[test]
fn an_unknown_id_is_refused_with_the_nearest() {
    let ran = check(&LEGAL, &["--only", "kata/6-ko/retake-at-once#C3-xugq8"]);
    ran.is_refused();
    let part = "gokata: --only: no question of these fixtures has the id `kata/6-ko/retake-at-once#C3-xugq8`; the nearest \
                are kata/6-ko/retake-at-once#C3-xugq7, ";
    ran.says_first(part);
    let ran = check(&LEGAL, &["--only", "retake-at-once#C3-xugq7"]);
    ran.says(", kata/6-ko/retake-at-once#C3-xugq7, ");
    let ran = check(&LEGAL, &["--only", "\u{1b}[31m\n"]);
    ran.ends(2);
    ran.says_last("has the id `\u{fffd}[31m\u{fffd}`\n");
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
    ran.is_fine();
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
    data.ends(0);
    let wrong = questions(&data);
    let wrong = wrong.iter().filter(|object| object["outcome"] == "wrong");
    assert_eq!(wrong.count(), 2);
    let report = |format: &str| {
        let ran = check(&LEGAL, &["--known", path(&list), "--format", format, KO]);
        ran.ends(0);
        ran.out
    };
    let page = report("markdown");
    assert_eq!(page.matches(" | legal (known) |\n").count(), 2, "{page}");
    let document = xml::parse(&report("junit"));
    let counts = ["failure", "skipped"].map(|name| document.count(name));
    assert_eq!(counts, [0, 2]);
    let known = "message=\"known: expected illegal ko, got legal\"";
    assert_has(&report("junit"), known);
    assert!(commands(&report("github")).is_empty());
    // A known one does not end the run.
    let first = check(&LEGAL, &["--known", path(&list), "--first", "1", KO]);
    first.ends(0);
}

#[test]
fn a_wrong_answer_that_is_not_known_fails() {
    let list = file("known-one.txt", b"kata/6-ko/retake-at-once#C3-xugq7\n");
    let ran = check(&LEGAL, &["--known", path(&list), KO]);
    ran.ends(1);
    ran.prints(" 22 right, 1 wrong, 0 cannot be asked, 1 known\n");
    assert_eq!(ran.out.matches("  id: ").count(), 1);
    let crashes = check("exit 1", &["--known", path(&list), KO]);
    crashes.ends(2);
    let empty = file("known-none.txt", b"# none yet\n");
    check(&LEGAL, &["--known", path(&empty), KO]).ends(1);
}

#[test]
fn a_known_one_that_is_right_now_is_said() {
    let list = file("known-right.txt", KNOWN.as_bytes());
    let ran = check(&RIGHT, &["--known", path(&list), KO]);
    ran.ends(0);
    let part = format!(
        "  right now, so no longer a known deviation: {}",
        path(&list)
    );
    ran.prints_all([
        &*format!("{part}:2: kata/6-ko/"),
        &format!("{part}:4: kata/6-ko/"),
    ]);
    let quiet = check(&RIGHT, &["--known", path(&list), "--quiet", KO]);
    assert_eq!(quiet.out.lines().count(), 2, "{}", quiet.out);
    let github = check(&RIGHT, &["--known", path(&list), "--format", "github", KO]);
    let found = commands(&github.out);
    let lines: Vec<&str> = found.iter().map(|found| found.property("line")).collect();
    assert_eq!(lines, ["2", "4"]);
    assert!(found.iter().all(|found| found.name == "warning"));
    assert_eq!(found[0].property("file"), path(&list));
}

/// Those of gokata's own fixtures need not be asked in every run. A mistake in the list is one nevertheless.
#[test]
fn the_list_is_checked() {
    let list = |name: &str, text: &str| file(&format!("known-list-{name}.txt"), text.as_bytes());
    let elsewhere = list("elsewhere", KNOWN);
    let check_with =
        |list: &Path| check(&LEGAL, &["--known", path(list), "fixtures/kata/5-capture"]);
    check_with(&elsewhere).ends(1);
    let unknown = "no question of these fixtures has the id `kata/6-ko/";
    let twice = format!("{KNOWN}kata/6-ko/retake-at-once#C3-xugq7\n");
    let again = "`kata/6-ko/retake-at-once#C3-xugq7` stands in line 2, too\n";
    for (name, text, part) in [
        (
            "id",
            "# a\nkata/6-ko/retake-at-once#C3-aaaaa\n",
            format!(":2: {unknown}retake-at-once#C3-aaaaa`"),
        ),
        (
            "fixture",
            "kata/6-ko/no-such#C3-xugq7\n",
            format!(":1: {unknown}"),
        ),
        (
            "case",
            "kata/6-ko/retake-at-one\n",
            format!(":1: {unknown}"),
        ),
        ("twice", &twice, format!(":5: {again}")),
    ] {
        let list = list(name, text);
        let ran = check_with(&list);
        ran.is_refused();
        let part = format!("gokata: {}{part}", path(&list));
        ran.says_first(&part);
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
    let ran = shell(
        Path::new(ROOT),
        &format!(
            "echo '{id}' | gokata check --exec '{legal}' --only '{only}' --known /dev/stdin {fixture}"
        ),
    );
    ran.ends(0);
    ran.prints(" 0 wrong, 0 cannot be asked, 1 known\n");
    ran.omits("right now");
}

/// Where there is no folder `fixtures`, a program is asked gokata's own, and what a report names can be read.
#[test]
fn a_program_is_asked_the_built_in_fixtures_where_there_are_no_others() {
    let folder = folder("built-in-fixtures");
    let here = |command: &str| shell(&folder, command);
    let ask = "gokata check --exec 'while read -r w; do case $w in legal\\?) echo legal;; board\\?) echo illegal;; esac; done'";
    let ran = here(&format!("{ask} --rules kata"));
    ran.ends(1);
    ran.prints_all(["\nwrong fixtures/", "\n  fixtures: corpus "]);
    let see = ran
        .out
        .lines()
        .find_map(|line| line.strip_prefix("  see: "));
    let explained = here(see.expect("a command"));
    let verdicts = [": legal\n", ": not legal\n"];
    let is_judged = verdicts.iter().any(|part| explained.out.contains(part));
    assert!(is_judged, "{explained}");
    let part = here(&format!("{ask} fixtures/kata/6-ko"));
    part.ends(1);
    part.prints("\n  fixtures: a part of corpus ");
    // Nothing else is made up.
    here(&format!("{ask} fixtures/mine")).ends(2);
    here("gokata check").ends(0);
    std::fs::create_dir(folder.join("fixtures")).expect("a folder");
    here(ask).ends(2);
}

/// The name of a file may have what begins a comment in a list.
#[test]
fn a_name_may_have_a_blank_and_a_number_sign() {
    let fixture = file("ids #1 #2.txt", b"x\n--\n--\n\nlegal A1\n");
    let ran = check(&ILLEGAL, &["--list-all", path(&fixture)]);
    let id = ran.out.lines().find_map(|line| line.strip_prefix("  id: "));
    let id = id.expect("an identifier");
    for line in [id.to_owned(), format!("{id} # a bug #7")] {
        let list = file("ids-sign.list", line.as_bytes());
        let known = ["--known", path(&list), path(&fixture)];
        check(&ILLEGAL, &known).ends(0);
    }
}
