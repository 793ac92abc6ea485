//! The boards with a published status, `fixtures/status`: how many the finder decides, and where it does not.

use std::collections::BTreeSet;

use gokata::fixture::{Ask, Fixture, Verb, check};
use gokata::{FastGame, Size};
use pretty_assertions::assert_eq;

use crate::support::corpus::{corpus, read};

/// The lines that the finder leaves open, of all fixtures: file, line, and where the chain stands. This list is to fall, not
/// to grow.
const OPEN: [&str; 1] = ["three-points-without-capturing.txt:14 B5"];

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
    assert!(boards >= 43 && decided >= 42, "{decided} of {boards}");
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
