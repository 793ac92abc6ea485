//! Every fixture file on every referee, one named test each. A new file is a new test.

#[path = "support/corpus.rs"]
mod corpus;

use std::path::{Path, PathBuf};

use corpus::{corpus, read};
use gokata::fixture::{Fixture, Referee, check};
use gokata::{BoardRecord, FastGame};
use pretty_assertions::assert_str_eq;
use rstest::rstest;

/// What no referee is asked yet, by name: `dead`, `mark`, `owner`, `state`, `score`.
const NOT_ASKED: &[&str] = &["scoring is not counted yet"];

#[rstest]
fn pure(
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let mut referee = BoardRecord::new(fixture.opening.setup.size);
    holds(&file, &fixture, &mut referee, NOT_ASKED);
}

#[rstest]
fn fast(
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let mut referee = FastGame::new(fixture.opening.setup.size);
    holds(&file, &fixture, &mut referee, NOT_ASKED);
}

#[rstest]
fn printed_and_read_again(
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let printed = fixture.to_string();
    let again =
        Fixture::parse(printed.as_bytes()).unwrap_or_else(|error| panic!("{printed}\n{error}"));
    assert_eq!(fixture, again);
    assert_str_eq!(again.to_string(), printed);
}

fn holds(file: &Path, fixture: &Fixture, referee: &mut dyn Referee, is_not_asked: &[&str]) {
    let report = check(fixture, referee);
    if let Some(failure) = report.failures.first() {
        let told = failure.describe(&file.display().to_string());
        assert_str_eq!(failure.got, failure.expected, "\n{told}");
    }
    for line in report.not_asked {
        assert!(
            is_not_asked.contains(&line.why),
            "{}:{}: {}",
            file.display(),
            line.line,
            line.why
        );
    }
}

/// What is not asked is known, folder by folder: nothing is left out in silence.
#[test]
fn only_scoring_is_left_out() {
    let mut left_out = Vec::new();
    let corpus = corpus("fixtures");
    assert!(corpus.len() >= 120, "the corpus has {} files", corpus.len());
    for file in corpus {
        let fixture = read(&file);
        let report = check(&fixture, &mut BoardRecord::new(fixture.opening.setup.size));
        if !report.not_asked.is_empty() {
            left_out.push(
                file.parent()
                    .and_then(Path::file_name)
                    .map(|name| name.to_string_lossy().into_owned()),
            );
        }
    }
    left_out.dedup();
    let folders: Vec<String> = left_out.into_iter().flatten().collect();
    assert_eq!(folders, ["games", "rulesets", "scoring"]);
}
