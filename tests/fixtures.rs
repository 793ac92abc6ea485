//! Runs every fixture file on every referee. Each file is a test of its own.

#[path = "support/corpus.rs"]
mod corpus;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use corpus::{corpus, read};
use gokata::fixture::{Ask, Fixture, Referee, Verb, check};
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
fn printing_and_parsing_gives_the_same_fixture(
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
        report.asked,
        questions(fixture),
        "{}: every question is asked",
        file.display()
    );
    assert_eq!(
        report.not_asked,
        [],
        "{}: asked of every referee of ours",
        file.display()
    );
}

/// Returns the number of moves, points and pictures that the fixture asks about.
fn questions(fixture: &Fixture) -> usize {
    let steps = fixture.cases.iter().flat_map(|case| &case.steps);
    let count = |verb: &Verb| match verb {
        Verb::Do(_) => 0,
        Verb::Ask(Ask::Legal(moves) | Ask::Illegal(_, moves)) => moves.len(),
        Verb::Ask(Ask::Liberties(_, points)) => points.len(),
        Verb::Ask(_) => 1,
    };
    steps.map(|step| count(&step.value)).sum()
}

/// An impossible mark fails with its place and reason, and ends its case. The next case is run.
#[test]
fn impossible_marks_fail_with_place_and_reason() {
    let text = "x\n-xo-\n-xo-\n\ncase a list\ndead B2 A1\nscore x+99\n\ncase a mark\nmark dead B2 D1\nscore x+99\n\n\
                case a region\nmark neutral A1 E5\nscore x+99\n\ncase wrong answers\nmark neutral A1\nowner\nxxoo\nxxoo\n\n\
                state\nBbwW\nBbwW\n\nscore x+99\n\ncase the list is obeyed\ndead B2\nstate\nBbwW\nBbwW\n";
    let fixture = Fixture::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let report = check(&fixture, &mut FastGame::new(fixture.opening.setup.size));
    let told = report.failures.iter().map(|failure| {
        let got = failure.got.replace('\n', "/");
        format!(
            "{}:{} {}: {got}",
            failure.line, failure.column, failure.asked
        )
    });
    let expected = [
        "6:9 A1: there is no stone on A1",
        "10:14 D1: there is no stone on D1",
        "14:17 E5: E5 lies off the board",
        "19:1 owner: -xoo/-xoo",
        "23:1 state: .bwW/.bwW",
        "27:1 score: o+2",
        "31:1 state: WcwW/WcwW",
    ]
    .map(str::to_owned);
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!(report.asked, 4);
    let text = "x\nx-xo-\n--xo-\n\ndead A2\nstate\n.....\n.....\n";
    let fixture = Fixture::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let report = check(&fixture, &mut FastGame::new(fixture.opening.setup.size));
    assert_eq!(
        report.failures[0].got,
        "no letter: the dead stone on A2 is not in enemy territory"
    );
}

/// Without this test, no test would fail if the fixtures were missing.
#[test]
fn the_corpus_is_not_missing() {
    let corpus = corpus("fixtures");
    assert!(corpus.len() >= 290, "the corpus has {} files", corpus.len());
}

/// A version names the content of all fixtures, so other fixtures are another version, and `fixtures/CHANGELOG.md` says what
/// moved and why. `GOKATA_BLESS=1` raises the version; the reason is for a person to write.
#[test]
fn the_version_is_that_of_these_fixtures() {
    let found = gokata::corpus::fingerprint();
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let (version, changes) = (read(VERSION), read(CHANGELOG));
    if let Some((version, changes)) = raised(&version, &changes, found)
        && env::var_os("GOKATA_BLESS").is_some()
    {
        fs::write(VERSION, version).expect("written");
        fs::write(CHANGELOG, changes).expect("written");
    }
    let (version, changes) = (read(VERSION), read(CHANGELOG));
    if let Err(why) = is_version_of(&version, &changes, found) {
        panic!("{why}");
    }
}

const VERSION: &str = "fixtures/VERSION";
const CHANGELOG: &str = "fixtures/CHANGELOG.md";
/// Stands in the changelog until someone has written what it asks for.
const WHAT: &str = "- What moved, and why?\n";

/// Fails with what is to be done. `found`: the hash of the fixtures.
fn is_version_of(version: &str, changes: &str, found: &str) -> Result<(), String> {
    let Some((number, of)) = version.trim().split_once(' ') else {
        return Err(format!(
            "{VERSION}: a version is needed, a space, and {found}"
        ));
    };
    if of != found {
        return Err(format!(
            "the fixtures are not those of version {number} any more.\n\
             1. GOKATA_BLESS=1 cargo test --test fixtures version\n\
             2. Write into {CHANGELOG} what moved and why."
        ));
    }
    let latest = changes.split("\n## ").nth(1).unwrap_or_default();
    match latest.split_once('\n') {
        Some((heading, _)) if heading != number => Err(format!(
            "{VERSION} says {number}, and the first heading of {CHANGELOG} says {heading}"
        )),
        Some((_, what)) if !what.trim().is_empty() && !latest.contains(WHAT.trim()) => Ok(()),
        _ => Err(format!(
            "{CHANGELOG}: write below {number} what moved and why"
        )),
    }
}

/// Returns both files for the next version, or for the latest one if nobody has said yet what moved there. `None` if the
/// fixtures are those of the version.
fn raised(version: &str, changes: &str, found: &str) -> Option<(String, String)> {
    let (number, of) = version.trim().split_once(' ')?;
    if of == found {
        return None;
    }
    if changes.contains(WHAT) {
        return Some((format!("{number} {found}\n"), changes.to_owned()));
    }
    let (first, second) = number.split_once('.')?;
    let number = format!("{first}.{}", second.parse::<u32>().ok()? + 1);
    let changes = changes.replacen("\n## ", &format!("\n## {number}\n\n{WHAT}\n## "), 1);
    Some((format!("{number} {found}\n"), changes))
}

#[test]
fn a_version_is_raised_until_someone_has_said_why() {
    let changes = "# Changes\n\n## 1.9\n\n- A new fixture.\n";
    assert_eq!(is_version_of("1.9 aa\n", changes, "aa"), Ok(()));
    assert_eq!(raised("1.9 aa\n", changes, "aa"), None);
    let refused = |version: &str, changes: &str, found: &str, why: &str| {
        let told = is_version_of(version, changes, found).expect_err("it is refused");
        assert!(told.contains(why), "{told}");
    };
    refused(
        "1.9 aa\n",
        changes,
        "bb",
        "the fixtures are not those of version 1.9 any more",
    );
    refused("", changes, "aa", "a version is needed");
    refused(
        "2.0 aa\n",
        changes,
        "aa",
        "says 2.0, and the first heading of fixtures/CHANGELOG.md says 1.9",
    );
    refused(
        "1.9 aa\n",
        "# Changes\n\n## 1.9\n\n\n",
        "aa",
        "write below 1.9 what moved",
    );
    refused("1.9 aa\n", "", "aa", "write below 1.9 what moved");
    let (version, next) = raised("1.9 aa\n", changes, "bb").expect("files");
    assert_str_eq!(version, "1.10 bb\n");
    assert_str_eq!(
        next,
        "# Changes\n\n## 1.10\n\n- What moved, and why?\n\n## 1.9\n\n- A new fixture.\n"
    );
    refused(&version, &next, "bb", "write below 1.10 what moved");
    // Until then, further changes are of the same version.
    assert_eq!(
        raised(&version, &next, "cc"),
        Some(("1.10 cc\n".to_owned(), next.clone()))
    );
    let said = next.replace("What moved, and why?", "Another fixture.");
    assert_eq!(is_version_of(&version, &said, "bb"), Ok(()));
}

/// The examples in both pages are fixtures that hold.
#[rstest]
fn the_examples_in_both_pages_hold(#[values("fixtures/README.md", "README.md")] page: &str) {
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
