//! Tests `check --exec` and `--engine` with `--format junit` and `--format github`.

use std::fs;

use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::annotations::{Annotation, commands};
use crate::support::command::{KO, assert_has, file, gokata, path};
use crate::support::judged::{LEGAL, answering, check, engine};
use crate::support::xml;

/// A program with each outcome: right, wrong, cannot, crashed, nonsense. Its words are hostile.
const EVERY: &str = "n=0; echo 'start ::error::<b> ##[error]1'; while read -r word; do case $word in legal\\?) n=$((n+1)); \
    case $n in 1) echo legal;; 2) echo illegal;; 3) echo 'cannot ::error::]]> <\"&'; ;; \
    4) echo '::error file=x::y'; exit 1;; esac;; esac; done";

#[test]
fn junit_has_a_case_for_each_question() {
    let fixture = b"x\n-----\n-----\n\nlegal A1 B1 C1 D1\neyes x\n-----\n-----\n";
    let fixture = file("formats-every.txt", fixture);
    let ran = check(EVERY, &["--format", "junit", path(&fixture)]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
    let document = xml::parse(&ran.out);
    let suite = &document.children[0];
    let counts = ["tests", "failures", "errors", "skipped"].map(|name| suite.attribute(name));
    assert_eq!(counts, ["5", "1", "1", "2"], "{}", ran.out);
    let results: Vec<&str> = suite
        .children
        .iter()
        .map(|case| case.children.first().map_or("", |result| &*result.name))
        .collect();
    assert_eq!(results, ["skipped", "", "failure", "skipped", "error"]);
    let declined = suite.children[3].child("skipped").expect("skipped");
    let why = "the program says: ::error::]]> <\"&";
    assert_eq!(declined.attribute("message"), why);
    let failure = suite.children[2].child("failure").expect("a failure");
    assert_eq!(failure.attribute("message"), "expected legal, got illegal");
    assert_has(&failure.text, "  see: gokata explain ");
    let name = suite.children[2].attribute("name");
    assert!(name.starts_with(suite.attribute("name")), "{name}");
    assert_has(name, "#B1-");
    assert_eq!(suite.children[2].attribute("line"), "5");
}

/// Nothing that a program or a file says becomes a command.
#[test]
fn github_gets_the_findings_and_the_totals() {
    let folder = file("x", b"").with_file_name("judge-formats");
    fs::create_dir_all(&folder).expect("a folder");
    let fixture = folder.join("::error::a,b.txt");
    let text = "x\n-----\n\ncase ::warning::x\nlegal A1 B1 C1 D1\n";
    fs::write(&fixture, text).expect("written");
    let untrue = folder.join("c.txt");
    fs::write(&untrue, "x\n--\n\nillegal ko A1\n").expect("written");
    let github = ["--format", "github", "--show-questions", path(&folder)];
    let ran = check(EVERY, &github);
    ran.ends(2);
    let found = commands(&(ran.out.clone() + &ran.err));
    assert!(found.iter().all(|found| found.name == "error"), "{found:?}");
    let place =
        |found: &Annotation| format!("{}:{}", found.property("line"), found.property("col"));
    let places: Vec<String> = found.iter().map(place).collect();
    assert_eq!(places, [":", "5:10", "5:16"], "{}", ran.out);
    assert_eq!(found[0].property("title"), "cannot ask");
    assert_eq!(found[1].property("file"), path(&fixture));
    assert!(found[1].property("title").contains('#'), "{found:?}");
    let wrong = "wrong: Black B1 (ko=simple suicide=forbidden, case `::warning::x`): expected legal, got illegal\n";
    assert!(found[1].message.starts_with(wrong), "{found:?}");
    assert_has(&found[1].message, "\nlegal?");
    assert!(found[2].message.starts_with("nonsense: "), "{found:?}");
    ran.prints("\n1 file, 4 questions: 1 right, 1 wrong, 1 cannot be asked, 1 nonsense\n");
    ran.prints("| ::error::<b> ## [error]1\n");
}

/// GitHub shows ten errors of a step, so those of one kind are three, as in the text.
#[test]
fn github_gets_the_first_of_each_kind() {
    let report = |more: &[&str]| {
        let github = ["--format", "github", "fixtures/kata"];
        let ran = check(&LEGAL, &[&github, more].concat());
        ran.ends(1);
        (commands(&ran.out).len(), ran.out)
    };
    let (few, out) = report(&[]);
    assert!((4..=10).contains(&few), "{few}");
    assert_has(&out, " more wrong: expected illegal occupied, got legal\n");
    assert!(out.contains("\nright answer "), "{out}");
    let (all, _) = report(&["--list-all"]);
    assert!(all > 100, "{all}");
    assert_eq!(report(&["--first", "2"]).0, 2);
}

/// An engine whose rules are unknown is a warning.
#[test]
fn an_engine_is_reported_in_both_formats() {
    let run = |format: &str| gokata(&["check", "--engine", &engine("0"), "--format", format, KO]);
    let ran = run("github");
    let found = commands(&ran.out);
    assert_eq!(
        (found[0].name.as_str(), found[0].property("title")),
        ("warning", "the engine's rules")
    );
    assert!(found.len() > 1 && ran.err.is_empty(), "{}", ran.err);
    let junit = xml::parse(&run("junit").out);
    assert_eq!(junit.count("testcase"), 24);
}

/// What comes after the last answer, too, stands in the report. A run that ends with an error ends the document.
#[rstest]
#[case::surplus(&answering("echo legal; echo ::error::legal", ""), 1)]
#[case::no_program("exec no-such-program", 0)]
fn junit_is_whole_at_the_end(#[case] program: &str, #[case] errors: usize) {
    let fixture = file(
        &format!("formats-end-{errors}.txt"),
        b"x\n-\n-\n\nlegal A1\n",
    );
    let ran = check(program, &["--format", "junit", path(&fixture)]);
    ran.ends(2);
    assert_eq!(xml::parse(&ran.out).count("error"), errors, "{}", ran.out);
    let github = check(program, &["--format", "github", path(&fixture)]);
    let found = commands(&(github.out + &github.err));
    assert_eq!(found.len(), errors, "{found:?}");
}
