//! Runs every fixture on both referees. Each file is a test of its own: `pure::…` and `fast::…`, or `malformed::…`.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // tests read files and may panic

#[path = "support/corpus.rs"]
mod corpus;

use std::fs;
use std::path::{Path, PathBuf};

use corpus::{ROOT, corpus, read};
use gokata::fixture::{Ask, Do, Fixture, Verb, check};
use gokata::{FastGame, PureGame, Referee};
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;

#[rstest]
fn pure(
    #[base_dir = "../.."]
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let mut referee = PureGame::new(fixture.opening.setup.size);
    holds(&file, &fixture, &mut referee);
}

#[rstest]
fn fast(
    #[base_dir = "../.."]
    #[files("fixtures/**/*.txt")]
    #[exclude("/malformed/")]
    file: PathBuf,
) {
    let fixture = read(&file);
    let mut referee = FastGame::new(fixture.opening.setup.size);
    holds(&file, &fixture, &mut referee);
}

/// NAME.txt is refused with the message in NAME.error.
#[rstest]
fn malformed(
    #[base_dir = "../.."]
    #[files("fixtures/malformed/*.txt")]
    file: PathBuf,
) {
    let expected = fs::read_to_string(file.with_extension("error")).unwrap();
    let error = Fixture::parse(&fs::read(&file).unwrap()).expect_err("the file is accepted");
    assert_str_eq!(error.to_string(), expected.trim_end());
}

/// Every question of the fixture is asked, and the referee gives the expected answers.
fn holds(file: &Path, fixture: &Fixture, referee: &mut dyn Referee) {
    let report = check(fixture, referee);
    if let Some(failure) = report.failures.first() {
        let message = failure.describe(&file.display().to_string());
        assert_str_eq!(failure.got, failure.expected, "\n{message}");
    }
    // What the finder leaves open is listed in `tests/library/status.rs`.
    let (open, not_asked): (Vec<_>, Vec<_>) = report
        .not_asked
        .into_iter()
        .partition(|line| line.why.contains(" is open: "));
    let answered = report.asked + open.len();
    assert_eq!(answered, questions(fixture), "{}", file.display());
    assert_eq!(not_asked, [], "{}", file.display());
}

/// Returns the number of moves, points and pictures that the fixture asks about.
fn questions(fixture: &Fixture) -> usize {
    let steps = fixture.cases.iter().flat_map(|case| &case.steps);
    let count = |verb: &Verb| match verb {
        Verb::Do(act) => usize::from(matches!(act, Do::Try(_))),
        Verb::Ask(Ask::Legal(moves) | Ask::Illegal(_, moves)) => moves.len(),
        Verb::Ask(Ask::Liberties(_, points) | Ask::Status(_, points)) => points.len(),
        Verb::Ask(_) => 1,
    };
    steps.map(|step| count(&step.value)).sum()
}

/// Without this test, no test would fail if the fixtures were missing.
#[test]
fn the_corpus_is_not_missing() {
    let corpus = corpus("fixtures");
    assert!(corpus.len() >= 430, "the corpus has {} files", corpus.len());
}

/// The examples in both pages are fixtures that hold.
#[rstest]
fn the_examples_in_both_pages_hold(#[values("fixtures/README.md", "README.md")] page: &str) {
    let text = fs::read_to_string(Path::new(ROOT).join(page)).expect("a page");
    let blocks = text.split("```text\n").skip(1);
    let examples = blocks.filter_map(|block| block.split("```").next());
    let is_fixture = |example: &&str| example.starts_with("x\n") || example.starts_with("o\n");
    let mut cases = 0;
    for example in examples.filter(is_fixture) {
        let fixture: Fixture = example
            .parse()
            .unwrap_or_else(|error| panic!("{page}: {example}\n{error}"));
        let size = fixture.opening.setup.size;
        holds(Path::new(page), &fixture, &mut PureGame::new(size));
        holds(Path::new(page), &fixture, &mut FastGame::new(size));
        cases += fixture.cases.len();
    }
    assert!(cases > 0, "{page}");
}

/// An impossible action fails with its place and reason, and ends its case. The next case is run.
#[rstest]
#[case(
    "x\n-xo-\n-xo-\n\ncase a list\ndead B2 A1\nscore x+99\n\ncase a mark\nmark dead B2 D1\nscore x+99\n\n\
     case a region\nmark neutral A1 E5\nscore x+99\n\ncase wrong answers\nmark neutral A1\nowner\nxxoo\nxxoo\n\n\
     state\nBbwW\nBbwW\n\nscore x+99\n\ncase the list is obeyed\ndead B2\nstate\nBbwW\nBbwW\n",
    &[
        "6:9 A1: there is no stone on A1",
        "10:14 D1: there is no stone on D1",
        "14:17 E5: E5 lies off the board",
        "19:1 owner: -xoo/-xoo",
        "23:1 state: .bwW/.bwW",
        "27:1 score: o+2",
        "31:1 state: WcwW/WcwW",
    ],
    4
)]
#[case(
    "o\n-xo-\nxaxo\n-xo-\n\ncase accepted\ntry x:A1 D3\nlegal pass\n\ncase too many\nplay a\nundo 2\nlegal pass\n\n\
     case right\ntry x:a C2 pass\n\ncase counted\nplay a\nundo\nprisoners x=0 o=1\ncaptured 1\n",
    &[
        "7:10 D3, which must be refused: legal",
        "12:1 undo: illegal",
        "16:12 pass, which must be refused: legal",
        "21:1 prisoners: x=0 o=0",
        "22:1 captured: no move has been made",
    ],
    7
)]
#[case(
    "x\nx-xo-\n--xo-\n\ndead A2\nstate\n.....\n.....\n",
    &["6:1 state: no letter: the dead stone on A2 is not in enemy territory"],
    1
)]
fn impossible_actions_fail_with_place_and_reason(
    #[case] text: &str,
    #[case] expected: &[&str],
    #[case] asked: usize,
) {
    let fixture: Fixture = text.parse().unwrap();
    let report = check(&fixture, &mut FastGame::new(fixture.opening.setup.size));
    let failures = report.failures.iter().map(|failure| {
        let got = failure.got.replace('\n', "/");
        format!(
            "{}:{} {}: {got}",
            failure.line, failure.column, failure.asked
        )
    });
    assert_eq!(failures.collect::<Vec<_>>(), expected);
    assert_eq!(report.asked, asked);
}
