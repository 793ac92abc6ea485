//! Every fixture file on every referee, one named test each. A new file is a new test.

#[path = "support/corpus.rs"]
mod corpus;

use std::fs;
use std::path::{Path, PathBuf};

use corpus::{corpus, read};
use gokata::fixture::{Fixture, Referee, check};
use gokata::{BoardRecord, FastGame};
use pretty_assertions::assert_str_eq;
use rstest::rstest;

#[rstest]
fn pure(
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let mut referee = BoardRecord::new(fixture.opening.setup.size);
    holds(&file, &fixture, &mut referee);
}

#[rstest]
fn fast(
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let mut referee = FastGame::new(fixture.opening.setup.size);
    holds(&file, &fixture, &mut referee);
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

fn holds(file: &Path, fixture: &Fixture, referee: &mut dyn Referee) {
    let report = check(fixture, referee);
    if let Some(failure) = report.failures.first() {
        let told = failure.describe(&file.display().to_string());
        assert_str_eq!(failure.got, failure.expected, "\n{told}");
    }
    assert_eq!(
        report.not_asked,
        [],
        "{}: asked of every referee of ours",
        file.display()
    );
}

/// A corpus that has gone would be no failure anywhere.
#[test]
fn the_corpus_is_there() {
    let corpus = corpus("fixtures");
    assert!(corpus.len() >= 290, "the corpus has {} files", corpus.len());
}

/// The examples in the contract, and in the page that shows the format first, are fixtures that hold.
#[rstest]
fn the_examples_hold(#[values("fixtures/README.md", "README.md")] page: &str) {
    let text = fs::read_to_string(page).expect("a page");
    let blocks = text.split("```text\n").skip(1);
    let examples = blocks.filter_map(|block| block.split("```").next());
    let mut fixtures = 0;
    for example in
        examples.filter(|example| example.starts_with("x\n") || example.starts_with("o\n"))
    {
        let fixture = Fixture::parse(example.as_bytes())
            .unwrap_or_else(|error| panic!("{page}: {example}\n{error}"));
        holds(
            Path::new(page),
            &fixture,
            &mut BoardRecord::new(fixture.opening.setup.size),
        );
        holds(
            Path::new(page),
            &fixture,
            &mut FastGame::new(fixture.opening.setup.size),
        );
        fixtures += fixture.cases.len();
    }
    assert!(fixtures > 0, "{page}");
}
