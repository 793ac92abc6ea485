//! Referees that each break one rule: they must fail fixtures in the folder of that rule.

use std::fs;
use std::path::Path;

use gokata::BoardRecord;
use gokata::fixture::{Fixture, check};
use pretty_assertions::assert_str_eq;
use rstest::rstest;

use crate::support::liar::{Liar, Lie};

#[rstest]
#[case(Lie::Turn, "kata/2-turns")]
#[case(Lie::Bounds, "kata/1-empty-board")]
#[case(Lie::Occupied, "kata/3-on-an-empty-point")]
#[case(Lie::SelfCapture, "kata/4-self-capture")]
#[case(Lie::Capture, "kata/5-capture")]
#[case(Lie::Ko, "kata/6-ko")]
#[case(Lie::Superko, "superko")]
fn a_referee_that_breaks_a_rule_fails_fixtures_of_that_rule(
    #[case] lie: Lie,
    #[case] folder: &str,
) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(folder);
    let (mut files, mut convicting) = (0, 0);
    for entry in fs::read_dir(path).unwrap_or_else(|error| panic!("{error}")) {
        let file = entry.unwrap_or_else(|error| panic!("{error}")).path();
        let text = fs::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let fixture =
            Fixture::parse(&text).unwrap_or_else(|error| panic!("{}:{error}", file.display()));
        let mut honest = BoardRecord::new(fixture.opening.setup.size);
        assert!(
            check(&fixture, &mut honest).failures.is_empty(),
            "{} convicts the innocent",
            file.display()
        );
        files += 1;
        convicting += usize::from(!check(&fixture, &mut Liar::new(lie)).failures.is_empty());
    }
    assert!(
        convicting >= 2,
        "{lie:?}: {convicting} of {files} files in {folder}"
    );
}

/// It contains the place, the question, both answers, and a fixture that fails in the same way.
#[test]
fn a_failure_is_described_completely() {
    let text = "x\nabc\n\ncase no board may ever return\nrules     tromp-taylor\nplay      a c b c\nillegal   superko a\n";
    let fixture: Fixture = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let report = check(&fixture, &mut Liar::new(Lie::Superko));
    assert_eq!(report.failures.len(), 1);
    assert_str_eq!(
        report.failures[0].describe("superko/three-points.txt"),
        "\
superko/three-points.txt:7:19: a: expected illegal superko, got legal

x
---

case no board may ever return
rules tromp-taylor
play x:A1 o:C1 x:B1 o:C1
board
x
a-o

illegal superko x:a
"
    );
}

#[test]
fn the_fixture_in_a_failure_fails_in_the_same_way() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/superko");
    let mut pasted = 0;
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}")) {
        let file = entry.unwrap_or_else(|error| panic!("{error}")).path();
        let text = fs::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let fixture = Fixture::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        for lie in [Lie::Superko, Lie::Ko] {
            for failure in check(&fixture, &mut Liar::new(lie)).failures {
                let again: Fixture = failure
                    .reproduction
                    .parse()
                    .unwrap_or_else(|error| panic!("{}\n{error}", failure.reproduction));
                let report = check(&again, &mut Liar::new(lie));
                assert_eq!(report.failures.len(), 1, "{failure}");
                assert_eq!(report.failures[0].expected, failure.expected);
                assert_eq!(report.failures[0].got, failure.got);
                let honest = check(&again, &mut BoardRecord::new(again.opening.setup.size));
                pasted += usize::from(honest.failures.is_empty());
            }
        }
    }
    assert!(pasted > 10, "{pasted}");
}
