//! Tests of `gokata report` about data that it cannot read: each is named with its place, and nothing is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::report_pages::{liar, place, report, results};
use crate::support::command::{KO, file, gokata, path};
use crate::support::folder::names;

/// Nothing is written, and one sentence says where the fault is.
#[test]
fn a_file_that_is_no_run_is_refused() {
    let schema = "{\"schema\":\"gokata-judge-5\",\"kind\"";
    let no_line = "not a line that gokata writes";
    for (content, message) in [
        (
            "",
            ": there is nothing in it; `gokata check --exec CMD --format ndjson` writes what is read here",
        ),
        ("\n\n", ": there is nothing in it; "),
        (
            "<html>\n",
            &format!(":1: column 1: {no_line} (expected value); `gokata "),
        ),
        (
            "12\n",
            &format!(":1: column 2: {no_line} (invalid type: integer `12`"),
        ),
        (
            "{\"a\":1}\n",
            ":1: the format is ``, not gokata-judge-5: run check again; ",
        ),
        (
            "{\"schema\":\"gokata-judge-4\"}\n",
            ":1: the format is `gokata-judge-4`, not gokata-judge-5: ",
        ),
        (
            "{\"schema\":\"\\u001b[31m\\u202e\"}\n",
            ":1: the format is `\u{fffd}[31m\u{fffd}`, ",
        ),
        (
            &format!("{schema}:\"end\"}}\n"),
            ":1: no line about the program, with which a run begins, is before it",
        ),
        (
            &format!("{schema}:\"program\"}}\n"),
            &format!(":1: column 44: {no_line} (missing field `command`"),
        ),
    ] {
        refused("report-bad", content, &format!("{{file}}{message}"));
    }
}

fn refused(name: &str, content: &str, part: &str) {
    let (folder, file, pages) = place(name, content);
    let ran = report(&[&file], &pages);
    ran.is_refused();
    let part = format!("gokata: {}", part.replace("{file}", path(&file)));
    ran.says_first(&part);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert_eq!(names(&folder), ["run.ndjson"]);
}

/// Each line with its end.
fn ended<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A run, changed so that a line of it cannot be right.
#[rstest]
#[case::in_a_line("in-a-line", |text: &str| text[..text.len() - 40].to_owned(), "{file}:26: the line is cut off, so the run was interrupted: run check again")]
#[case::between_lines("between", |text: &str| ended(text.lines().take(9)), "{file}:1: this run has no end, so it was interrupted: run check again")]
#[case::a_line_less("less", |text: &str| ended(text.lines().take(5).chain(text.lines().skip(6))), "{file}:25: the run had 24 questions and lines, but 23 are here")]
#[case::two_runs("two-runs", |text: &str| ended(text.lines().take(9).chain(text.lines())), "{file}:10: another run begins here. {file}:1: this run has no end")]
#[case::the_same_run("same-run", |text: &str| text.repeat(2), "{file}:27: the same run as {file}:1")]
#[case::outcome("outcome", |text: &str| text.replacen("\"wrong\"", "\"odd\"", 1), "{file}:4: column 434: not a line that gokata writes (unknown variant `odd`, ")]
#[case::kind("kind", |text: &str| text.replacen("\"kind\":\"question\"", "\"kind\":\"odd\"", 1), "{file}:2: `odd` is no kind of line")]
#[case::illegal_move("move", |text: &str| text.replacen("play o:B3", "play o:B2", 20), "{file}:4: this is not a question as gokata writes it: ")]
#[case::another_board("board", |text: &str| text.replace("\"board\":\"x\\n-----\\n-xo", "\"board\":\"x\\n-----\\n-xx"), "{file}:4: this is not a question as gokata writes it: the actions do not lead to the board")]
#[case::wrong_truth("truth", |text: &str| text.replace("\"expected\":\"illegal ko\"", "\"expected\":\"illegal turn\""), "{file}:4: this is not a question as gokata writes it: ")]
fn a_damaged_run_is_refused(
    #[case] name: &str,
    #[case] damage: fn(&str) -> String,
    #[case] found: &str,
) {
    static RUN: LazyLock<String> = LazyLock::new(|| results(&liar("liar 1.0", "legal"), &[KO]));
    refused(&format!("report-damaged-{name}"), &damage(&RUN), found);
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let results = results(&liar("liar 1.0", "legal"), &[KO]);
    let (folder, file, pages) = place("report-files", &results);
    let copy = folder.join("copy.ndjson");
    fs::write(&copy, &results).expect("written");
    let at = path(&folder);
    let same = format!(":1: the same run as {at}/run.ndjson:1");
    for (files, what) in [
        (&["run.ndjson", "run.ndjson"][..], &*same),
        (&["run.ndjson", "./run.ndjson"], &same),
        (&["run.ndjson", "copy.ndjson"], &same),
        (&["run.ndjson", "none"], ": no such file"),
        (&["."], ": not a regular file"),
    ] {
        let message = format!("gokata: {at}/{}{what}\n", files[files.len() - 1]);
        let files: Vec<PathBuf> = files.iter().map(|name| Path::new(at).join(name)).collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let ran = report(&files, &pages);
        ran.is_refused();
        assert_str_eq!(ran.err, message);
        assert_eq!(names(&folder).len(), 2, "{:?}", names(&folder));
    }
    let not_utf8 = self::file("report-utf8.ndjson", b"{\"schema\":\"\xff\"}\n");
    let ran = report(&[&not_utf8], &pages);
    let part = format!("gokata: {}:1: column 12: not a line", path(&not_utf8));
    ran.ends(2);
    ran.says_first(&part);
    // Another folder's files stay.
    let ran = report(&[&file], &folder);
    ran.ends(2);
    ran.says("the folder is not empty, and is left unchanged");
    let ran = gokata(&["report", path(&file), "--exit-zero", "-o", path(&pages)]);
    ran.says("--exit-zero has no effect");
}
