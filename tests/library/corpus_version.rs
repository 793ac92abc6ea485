//! The version of the corpus: a version names the content of all fixtures, so other fixtures are another version, and
//! `fixtures/CHANGELOG.md` says what changed and why.

use std::env;
use std::fs;
use std::path::Path;

use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

use crate::support::built_in::CORPUS;
use crate::support::corpus::ROOT;

const VERSION: &str = "fixtures/VERSION";
const CHANGELOG: &str = "fixtures/CHANGELOG.md";
/// Stands in the changelog until someone has written the answer.
const QUESTION: &str = "- What moved, and why?\n";

/// `GOKATA_BLESS=1` raises the version; the reason is for a person to write.
#[test]
fn the_version_is_that_of_these_fixtures() {
    let found = CORPUS.fingerprint();
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file)).unwrap_or_default();
    if let Some((version, changes)) = raised(&read(VERSION), &read(CHANGELOG), found)
        && env::var_os("GOKATA_BLESS").is_some()
    {
        fs::write(Path::new(ROOT).join(VERSION), version).unwrap();
        fs::write(Path::new(ROOT).join(CHANGELOG), changes).unwrap();
    }
    let problem = problem(&read(VERSION), &read(CHANGELOG), found);
    assert!(problem.is_none(), "{}", problem.unwrap_or_default());
}

/// Returns what is to be done if these files do not describe the fixtures with the hash `found`.
fn problem(version: &str, changes: &str, found: &str) -> Option<String> {
    let Some((number, hash)) = version.trim().split_once(' ') else {
        return Some(format!(
            "{VERSION}: a version is needed, a space, and {found}"
        ));
    };
    if hash != found {
        return Some(format!(
            "the fixtures are not those of version {number} any more.\n\
             1. GOKATA_BLESS=1 cargo test --test library corpus_version\n\
             2. Write into {CHANGELOG} what moved and why."
        ));
    }
    let latest = changes.split("\n## ").nth(1).unwrap_or_default();
    match latest.split_once('\n') {
        Some((heading, _)) if heading != number => Some(format!(
            "{VERSION} says {number}, and the first heading of {CHANGELOG} says {heading}"
        )),
        Some((_, reason)) if !reason.trim().is_empty() && !latest.contains(QUESTION.trim()) => None,
        _ => Some(format!(
            "{CHANGELOG}: write below {number} what moved and why"
        )),
    }
}

/// Returns both files for the next version, or for the latest one while its question stands unanswered. `None` if the
/// fixtures are those of the version.
fn raised(version: &str, changes: &str, found: &str) -> Option<(String, String)> {
    let (number, hash) = version.trim().split_once(' ')?;
    if hash == found {
        return None;
    }
    if changes.contains(QUESTION) {
        return Some((format!("{number} {found}\n"), changes.to_owned()));
    }
    let (first, second) = number.split_once('.')?;
    let number = format!("{first}.{}", second.parse::<u32>().ok()? + 1);
    let changes = changes.replacen("\n## ", &format!("\n## {number}\n\n{QUESTION}\n## "), 1);
    Some((format!("{number} {found}\n"), changes))
}

const CHANGES: &str = "# Changes\n\n## 1.9\n\n- A new fixture.\n";
const ASKED: &str =
    "# Changes\n\n## 1.10\n\n- What moved, and why?\n\n## 1.9\n\n- A new fixture.\n";

#[rstest]
#[case::right("1.9 aa\n", CHANGES, "")]
#[case::other_fixtures(
    "1.9 bb\n",
    CHANGES,
    "the fixtures are not those of version 1.9 any more"
)]
#[case::no_version("", CHANGES, "a version is needed")]
#[case::other_heading(
    "2.0 aa\n",
    CHANGES,
    "says 2.0, and the first heading of fixtures/CHANGELOG.md says 1.9"
)]
#[case::no_reason("1.9 aa\n", "# Changes\n\n## 1.9\n\n\n", "write below 1.9 what moved")]
#[case::no_changelog("1.9 aa\n", "", "write below 1.9 what moved")]
#[case::unanswered("1.10 aa\n", ASKED, "write below 1.10 what moved")]
fn a_version_needs_a_reason(#[case] version: &str, #[case] changes: &str, #[case] expected: &str) {
    let found = problem(version, changes, "aa").unwrap_or_default();
    assert!(
        found.contains(expected) && found.is_empty() == expected.is_empty(),
        "{found}"
    );
}

#[test]
fn a_version_is_raised_once_until_its_reason_is_written() {
    assert_eq!(raised("1.9 aa\n", CHANGES, "aa"), None);
    let (version, changes) = raised("1.9 aa\n", CHANGES, "bb").unwrap();
    assert_str_eq!(version, "1.10 bb\n");
    assert_str_eq!(changes, ASKED);
    let again = raised(&version, &changes, "cc");
    assert_eq!(again, Some(("1.10 cc\n".to_owned(), changes)));
}
