//! The boards with a published status, `fixtures/status`: how many the finder decides, and where it does not.

use std::collections::BTreeSet;

use gokata::fixture::{Ask, Fixture, Verb, check};
use gokata::scoring::{Finding, Life, Standing, Status};
use gokata::{BoardRecord, ByColor, FastGame, Point, Size};
use pretty_assertions::assert_eq;
use rstest::rstest;

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
            assert!(
                line.why.contains(" is open: ") || line.why.contains(" is unsettled: "),
                "{file:?}: {}",
                line.why
            );
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

fn life(board: &str, rules: &str) -> Life {
    let board: BoardRecord = (board.replace('/', "\n") + "\n").parse().unwrap();
    Standing::from(&board.with_rules(rules.parse().unwrap())).life()
}

fn finding<'a>(life: &'a Life, at: &str) -> &'a Finding {
    let size = life.standing().marks.size();
    let point = Point::from_vertex(at, size).unwrap();
    &life.chain_at(point).unwrap().finding
}

/// A ko for the last eye saves a chain with enough ko threats. Where a ko is retaken only after a pass for it, nothing does.
#[rstest]
#[case("x/-xoooo/xo-ooo/xxoooo/ooo-o-", &["B4", "A3", "A2"])]
#[case("x/-ox-xox-xo-/ooxxxooxxoo/ooxxxo-xxoo/oxxxxooxxoo/-ox-xo-oxo-", &["A4"])]
#[case("o/xx-ox-/xoooxx/-oxxx-/ooxxxx", &["D4"])]
fn what_a_ko_can_save_is_dead_by_ruling_alone(#[case] board: &str, #[case] chains: &[&str]) {
    for chain in chains {
        for rules in ["chinese", "aga", "tromp-taylor"] {
            let life = life(board, rules);
            let found = finding(&life, chain);
            assert!(
                matches!(found, Finding::Unsettled { ko: true, .. }),
                "{rules} {chain}: {found:?}"
            );
        }
        for rules in ["japanese", "korean"] {
            let life = life(board, rules);
            assert_eq!(finding(&life, chain), &Finding::Ruling, "{rules} {chain}");
        }
    }
}

/// The first move of both sides is the point between two eyes.
#[rstest]
#[case(
    "ooooooooo/oooxxxxoo/ooxxooxoo/oox--xxoo/ooxxxxooo/ooooooooo/ooooooooo/ooooooooo/oooooo-o-",
    "D8",
    "E6"
)]
#[case(
    "xxxxxxxxx/xxooooxxx/xxoxxooxx/xxoo--oxx/xxxooooxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/-x-xxxxxx",
    "F8",
    "E6"
)]
fn who_moves_first_decides(#[case] board: &str, #[case] chain: &str, #[case] first: &str) {
    for rules in ["japanese", "chinese", "new-zealand"] {
        let life = life(&format!("x/{board}"), rules);
        let moves = ByColor::from_fn(|_| Point::from_vertex(first, Size::square(9).unwrap()));
        let Finding::Unsettled {
            moves: found, ko, ..
        } = finding(&life, chain)
        else {
            panic!("{rules}: {:?}", finding(&life, chain));
        };
        assert_eq!((found, *ko), (&moves, false), "{rules}");
        assert!(!life.open().is_empty());
        assert_ne!(life.range().black, life.range().white);
    }
}

/// Mirrored, turned, and with the colors exchanged.
#[rstest]
#[case("o-x-xo-/-oxxxo-/xxoooo-/-xo----/xxo----/ooo----/-------", &["o+22", "x+22"], 4)]
#[case("xxx-o-/-xxooo", &["draw"], 2)]
fn sekis_are_found(#[case] board: &str, #[case] results: &[&str], #[case] chains: usize) {
    let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    for turn in 0..8 {
        for exchanged in [false, true] {
            let letter = |letter: &char| match letter {
                'x' if exchanged => 'o',
                'o' if exchanged => 'x',
                other => *other,
            };
            let text: Vec<String> = rows
                .iter()
                .map(|row| row.iter().map(letter).collect())
                .collect();
            let life = life(&format!("o/{}", text.join("/")), "japanese,komi=0");
            let in_seki = |found: &Finding| found.status() == Some(Status::Seki);
            let found = life.chains().iter().filter(|chain| in_seki(&chain.finding));
            assert_eq!(found.count(), chains, "{text:?}");
            let result = life.result().to_string();
            assert!(results.contains(&result.as_str()), "{text:?}: {result}");
        }
        if turn == 3 {
            rows.reverse();
        } else {
            let columns = 0..rows[0].len();
            rows = columns
                .map(|col| rows.iter().rev().map(|row| row[col]).collect())
                .collect();
        }
    }
}
