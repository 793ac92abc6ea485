//! The boards with a published status, `fixtures/status`: how many the finder decides, and where it does not.

use std::path::Path;

use std::collections::BTreeSet;

use gokata::fixture::{Ask, Fixture, Verb, check};
use gokata::{FastGame, Size};
use pretty_assertions::assert_eq;

use crate::support::corpus::{ROOT, corpus, read};

/// The lines that the finder leaves open, of all fixtures: file, line, and where the chain stands. This list is to fall, not
/// to grow.
const OPEN: [&str; 5] = [
    "bent-four-with-liberties-outside.txt:12 D4",
    "seki-with-an-eye-each.txt:12 D1",
    "seki-with-an-eye-each.txt:15 D1",
    "seki-with-an-eye-each.txt:18 D1",
    "three-points-without-capturing.txt:14 B5",
];

#[test]
fn boards_with_a_published_status_are_decided() {
    let (mut boards, mut open, mut open_boards) = (0, Vec::new(), BTreeSet::new());
    for file in corpus("fixtures/status") {
        let fixture = read(&file);
        let mut steps = fixture.cases.iter().flat_map(|case| &case.steps);
        boards += usize::from(steps.any(|step| matches!(step.value, Verb::Ask(Ask::Status(..)))));
        let report = check(&fixture, &mut FastGame::new(fixture.opening.setup.size));
        assert_eq!(report.failures, [], "{file:?}");
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for line in report.not_asked {
            assert!(line.why.contains(" is open: "), "{file:?}: {}", line.why);
            let place = line.why.split(' ').next().unwrap();
            open.push(format!("{name}:{} {place}", line.line));
            open_boards.insert(name.clone());
        }
    }
    assert_eq!(open, OPEN);
    let decided = boards - open_boards.len();
    assert!(boards >= 43 && decided >= 40, "{decided} of {boards}");
}

/// The published status, and the wrong one that the finder is sure of: suicide makes the search larger than allowed. The fixture
/// leaves the line out. Where this test fails because the finder is right, the line goes there.
#[test]
fn a_known_wrong_finding() {
    let board = read(&Path::new(ROOT).join("fixtures/status/a-seki-of-four-chains.txt")).opening;
    let text = format!("{board}\nrules new-zealand\nstatus seki H8\n");
    assert_eq!(
        failures(&text),
        ["H8: expected seki, got dead (likely, 98 %)"]
    );
}

/// Every fault has its place, the other points are asked, and the case goes on.
#[test]
fn a_wrong_status_fails_with_its_place_and_what_was_found() {
    let text = "x\n-x-xo\nxxxxo\nooooo\n-o-o-\n\nstatus dead A3 A4 D1 F9\nstatus seki D1\nstatus alive D4\n\
                status dead B3\ncaptured 1\nstatus alive B3\n";
    let report = check(
        &text.parse::<Fixture>().unwrap(),
        &mut FastGame::new(Size::square(1).unwrap()),
    );
    let failures = report.failures.iter().map(|failure| {
        let (line, column, asked, got) =
            (failure.line, failure.column, &failure.asked, &failure.got);
        format!("{line}:{column} {asked}: {got}")
    });
    assert_eq!(
        failures.collect::<Vec<_>>(),
        [
            "7:13 A3: alive (proven)",
            "7:16 A4: there is no stone on A4",
            "7:19 D1: alive (proven)",
            "7:22 F9: F9 lies off the board",
            "8:13 D1: line 7 calls this chain dead",
            "9:14 D4: line 7 calls this chain dead",
            "10:13 B3: alive (proven)",
            "11:1 captured: no move has been made",
        ]
    );
    assert_eq!((report.asked, report.not_asked.len()), (9, 0));
}

fn failures(text: &str) -> Vec<String> {
    let fixture: Fixture = text.parse().unwrap();
    let report = check(&fixture, &mut FastGame::new(fixture.opening.setup.size));
    let failures = report.failures.iter();
    failures
        .map(|failure| {
            format!(
                "{}: expected {}, got {}",
                failure.asked, failure.expected, failure.got
            )
        })
        .collect()
}
