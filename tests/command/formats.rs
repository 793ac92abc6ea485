//! Tests `check --format junit` and `--format github` for fixtures and game records. Those about another program are in
//! `judge_formats.rs`; `.ci/run` has other programs read the documents.

use std::fs;
use std::path::PathBuf;

use pretty_assertions::assert_eq;

use crate::support::annotations::commands;
use crate::support::command::{
    KO, assert_begins, assert_ends, assert_has, file, gokata, gokata_command, gokata_with,
    gokata_words, path,
};
use crate::support::xml;

/// A folder whose name, files, cases and comments are hostile to XML and to commands.
fn hostile(test: &str) -> PathBuf {
    let folder = format!("formats-{test}/::error file=a,b::100%0A");
    let folder = file("x", b"").with_file_name(folder);
    fs::create_dir_all(&folder).expect("a folder");
    let fixture = "x\n--\n--\n\ncase ::error::<b>\"&amp;' ]]> ##[error]x\nillegal ko A1\n\n# ::warning::no\n\ncase b\nlegal A1\n\ncase b\nillegal suicide A1\nillegal occupied A2\n";
    for (name, content) in [
        ("<a>&\".txt", fixture),
        ("b%,.txt", "x\n-X\n"),
        ("c.txt", "x\n-\n-\n"),
        ("d.txt", "x\n-X\n"),
        ("d.error", "another message\n"),
        (
            "e.sgf",
            "(;SZ[5]KM[6,5]GN[::error::]RU[::x::\n::y];B[aa];W[bb])(;SZ[5];B[aa];W[aa])(;SZ[5])(;SZ[5];B[aa];W[zz]x",
        ),
        ("f.sgf", "no record"),
    ] {
        fs::write(folder.join(name), content).expect("written");
    }
    folder
}

#[test]
fn junit_has_a_case_for_each_case_and_each_game() {
    let folder = hostile("junit");
    let text = gokata(&["check", path(&folder)]);
    let ran = gokata(&["check", "--format", "junit", path(&folder)]);
    assert_eq!((ran.status, text.status), (Some(2), Some(2)));
    assert_eq!(ran.err, "", "all is in the document");
    let document = xml::parse(&ran.out);
    assert_eq!(document.name, "testsuites");
    // One suite for each file; its numbers are those of its cases.
    assert_eq!(document.children.len(), 6, "{}", ran.out);
    for suite in &document.children {
        for (attribute, element) in [
            ("tests", "testcase"),
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ] {
            let counted = suite.count(element).to_string();
            assert_eq!(suite.attribute(attribute), counted, "{element}");
        }
    }
    let suites = document.children.iter();
    let cases: Vec<&xml::Element> = suites.flat_map(|suite| &suite.children).collect();
    let results = cases.iter().map(|case| {
        let name = case
            .attribute("name")
            .rsplit('/')
            .next()
            .unwrap_or_default();
        let result = case.children.first().map_or("", |result| &*result.name);
        format!("{name}: {result}")
    });
    let results: Vec<String> = results.collect();
    // Five letters stand for the name of a case.
    let id = |nth: usize| results[nth].split([':', '-']).next().unwrap_or_default();
    let (first, second) = (id(0), id(1));
    assert!(first.starts_with("<a>&\"#") && first.len() == 11, "{first}");
    assert_eq!(
        results,
        [
            &*format!("{first}: failure"),
            &*format!("{second}: "),
            &*format!("{second}-2: failure"),
            "b%,: error",
            "c: ",
            "d: failure",
            "e.sgf game 1: system-out",
            "e.sgf game 2: failure",
            "e.sgf game 3: error",
            "e.sgf game 4: error",
            "f.sgf: error",
        ]
    );
    let failure = cases[0].child("failure").expect("a failure");
    assert_eq!(
        failure.attribute("message"),
        "A1: expected illegal ko, got legal"
    );
    assert_has(&failure.text, "\ncase ::error::<b>\"&amp;' ]]>\n");
    assert_eq!(
        (cases[0].attribute("line"), cases[2].attribute("line")),
        ("6", "14")
    );
    assert_ends(
        cases[0].attribute("file"),
        "::error file=a,b::100%0A/<a>&\".txt",
    );
    let two = cases[2].child("failure").expect("two failures");
    assert_begins(
        two.attribute("message"),
        "2 failures, the first: A1: expected",
    );
    // Warnings stand beside the game.
    let remarks = &cases[6].child("system-out").expect("warnings").text;
    assert_has(remarks, "the komi `6,5` is read as 6.5");
    let illegal = cases[7].child("failure").expect("an illegal move");
    assert_eq!(
        illegal.attribute("message"),
        "move 2: White A5: occupied: there is a stone already"
    );
    assert_has(&illegal.text, "\n  see: gokata explain ");
}

#[test]
fn junit_of_the_corpus_is_one_document() {
    let ran = gokata(&["check", "--format", "junit", "--jobs", "3"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    let document = xml::parse(&ran.out);
    assert!(document.children.len() > 600, "{}", document.children.len());
    assert_eq!(document.count("failure") + document.count("error"), 0);
    let one = gokata(&["check", "--format", "junit", "--jobs", "1"]);
    assert_eq!(one.out, ran.out, "for any number of threads");
}

/// Names do not depend on where the fixtures are, nor on other cases.
#[test]
fn names_of_cases_stay() {
    let names = |text: &str| -> Vec<String> {
        let ran = gokata_with(&["check", "--format", "junit", "-"], text.as_bytes());
        let document = xml::parse(&ran.out);
        let cases = document.children.iter().flat_map(|suite| &suite.children);
        cases
            .map(|case| case.attribute("name").to_owned())
            .collect()
    };
    let before = names("x\n--\n--\n\ncase one\nlegal A1\n");
    let after =
        names("x\n--\n--\n\n# more\nlegal pass\n\ncase two\nlegal A2\n\ncase one\nlegal A1\n");
    assert_eq!((before.len(), after.len()), (1, 3));
    assert_eq!((before.last(), &*after[0]), (after.last(), "-"));
}

#[test]
fn junit_of_nothing_is_a_document() {
    let missing = gokata(&["check", "--format", "junit", "no-such-file.txt"]);
    assert_eq!(missing.status, Some(2));
    let document = xml::parse(&missing.out);
    let error = document.children[0].children[0]
        .child("error")
        .expect("an error");
    assert_eq!(error.attribute("message"), "no-such-file.txt: no such file");
}

#[test]
fn github_gets_an_annotation_for_each_finding() {
    let folder = hostile("github");
    let text = gokata(&["check", path(&folder)]);
    let ran = gokata(&["check", "--format", "github", path(&folder)]);
    assert_eq!(ran.status, text.status);
    assert_eq!(ran.err, "");
    let found = commands(&ran.out);
    let shown = found.iter().map(|found| {
        let file = found
            .property("file")
            .rsplit('/')
            .next()
            .unwrap_or_default();
        let (line, title) = (found.property("line"), found.property("title"));
        format!("{} {file}:{line} {title}", found.name)
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            "error <a>&\".txt:6 failed: ::error::<b>\"&amp;' ]]>",
            "error <a>&\".txt:14 failed: b",
            "error <a>&\".txt:15 failed: b",
            "error b%,.txt:2 cannot read",
            "error d.txt: not refused as expected",
            "error e.sgf:2 illegal move",
            "error e.sgf:2 illegal move",
            "error e.sgf:2 not understood",
            "error f.sgf:1 cannot read",
            "warning e.sgf:1 warning",
            "warning e.sgf:1 warning",
            "warning e.sgf:2 warning",
            "error e.sgf: not judged",
        ],
        "{}",
        ran.out
    );
    for found in &found {
        assert!(
            found.property("file").starts_with(path(&folder)),
            "{found:?}"
        );
    }
    assert_eq!(found[0].property("col"), "12");
    assert_begins(&found[0].message, "A1: expected illegal ko, got legal\n\n");
    assert_has(&found[0].message, "\ncase ::error::");
    assert_eq!(
        found[5].message,
        "game 2, move 2: White A5: occupied: there is a stone already"
    );
    // The totals are those of the text, in lines that are no commands.
    for total in text.out.lines().rev().take(2) {
        assert!(ran.out.contains(total), "{total}\n{}", ran.out);
    }
    let no_warnings = gokata_words("check --format github --no-warnings", &[path(&folder)]);
    let found = commands(&no_warnings.out);
    assert!(found.iter().all(|found| found.name == "error"), "{found:?}");
}

#[test]
fn github_gets_only_totals_if_all_is_right() {
    let ran = gokata(&["check", "--format", "github", KO]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out, gokata(&["check", KO]).out);
    assert!(commands(&ran.out).is_empty());
}

/// Messages of other commands and of the command line, too, begin with words of gokata's own.
#[test]
fn no_name_becomes_a_command_on_either_stream() {
    let folder = file("x", b"").with_file_name("formats-names");
    fs::create_dir_all(&folder).expect("a folder");
    let mut names = String::new();
    for name in [
        "::error::a.txt",
        "::stop-commands::x.sgf",
        " ::debug::##[error]b",
        "::set-output name=a::c.gib",
    ] {
        fs::write(folder.join(name), "x\n-\n\nlegal A1\nillegal ko A1\n").expect("written");
        names += name;
        names.push('\n');
    }
    names += "::error::missing.txt\n";
    for format in ["github", "junit"] {
        let mut gokata = gokata_command();
        gokata.current_dir(&folder);
        gokata.args(["check", "--format", format, "--files-from", "-"]);
        let ran = crate::support::command::run(&mut gokata, names.as_bytes());
        assert_eq!(ran.status, Some(2), "{}", ran.err);
        if format == "github" {
            let found = commands(&(ran.out + &ran.err));
            assert!(
                found
                    .iter()
                    .all(|found| found.name == "error" && !found.property("file").is_empty()),
                "{found:?}"
            );
            assert!(found.len() >= 5, "{found:?}");
        } else {
            xml::parse(&ran.out);
        }
    }
}
