//! Compares the moves that gokata and the crate sgf-parse read from the same records, if both can parse a record and
//! gokata finds every move legal.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use gokata::sgf::{Collection, Judging, Order, Verdict, decode};
use gokata::{Action, Color, Move, Point};
use pretty_assertions::assert_eq;
use sgf_parse::go::Prop;
use sgf_parse::{GameTree, SgfNode};

/// Returns the number of records compared, and the number of their moves.
fn compare(text: &str) -> (usize, usize) {
    let (Ok(ours), Ok(theirs)) = (Collection::parse(text), sgf_parse::parse(text)) else {
        return (0, 0);
    };
    assert_eq!(ours.games().len(), theirs.len(), "{text}");
    let any = Judging {
        order: Order::Any,
        ..Judging::default()
    };
    let (mut games, mut moves) = (0, 0);
    for (ours, theirs) in ours.games().zip(&theirs) {
        let (Ok(ours), GameTree::GoGame(theirs)) = (ours, theirs) else {
            continue;
        };
        if ours.judge(&any).verdict() != Verdict::Legal {
            continue;
        }
        let Ok((record, _)) = ours.replay(None, None) else {
            panic!("{text}");
        };
        let Some(all) = played(theirs, record.size().rows().max(record.size().cols())) else {
            continue;
        };
        assert_eq!(ours.moves(), all.len(), "{text}");
        // `record` begins at the latest set-up, and may end with the resignation that the result names.
        let mut turns = record.moves();
        turns.pop_if(|last| last.action == Action::Resign);
        let latest = all.len().saturating_sub(turns.len());
        assert_eq!(turns, all[latest..], "{text}");
        games += 1;
        moves += all.len();
    }
    (games, moves)
}

/// Returns the moves of the main line (sgf-parse reads `tt` as a point). Returns `None` if only gokata can read one of
/// them.
fn played(root: &SgfNode<Prop>, side: usize) -> Option<Vec<Move>> {
    let read = |color, mv: &sgf_parse::go::Move| match mv {
        sgf_parse::go::Move::Move(point) if (point.x, point.y) != (19, 19) || side > 19 => {
            Move::play(color, Point::from((i32::from(point.y), i32::from(point.x))))
        }
        _ => Move::pass(color),
    };
    let of = |prop: &Prop| match prop {
        Prop::B(mv) => Some(Some(read(Color::Black, mv))),
        Prop::W(mv) => Some(Some(read(Color::White, mv))),
        Prop::Invalid(name, _) if matches!(name.as_str(), "B" | "W") => Some(None),
        // sgf-parse reads the names `b` and `BlaCk` as these.
        Prop::Unknown(name, _) if matches!(name.as_str(), "" | "BC" | "WI") => Some(None),
        _ => None,
    };
    let nodes = root.main_variation();
    nodes.flat_map(SgfNode::properties).filter_map(of).collect()
}

fn compare_all(folder: &Path) -> (usize, usize) {
    let mut sum = (0, 0);
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}")) {
            let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "sgf") {
                let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{error}"));
                let (games, moves) = compare(&decode(&bytes).text);
                sum = (sum.0 + games, sum.1 + moves);
            }
        }
    }
    sum
}

#[test]
fn another_reader_reads_the_same_moves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = fs::read_to_string(root.join("tests/faults/records.tsv"));
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    let plain = table.lines().filter(|line| !line.contains('\\'));
    let games: usize = plain
        .map(|line| compare(line.split('\t').nth(1).unwrap_or_default()).0)
        .sum();
    assert!(games > 60, "{games}");
    assert_eq!(compare_all(&root.join("tests/fuzz/seeds/sgf")), (4, 12));
}

#[test]
#[ignore = "needs records that are not in the repository"]
fn another_reader_reads_the_same_moves_of_real_games() {
    let games =
        env::var_os("GOKATA_GAMES").unwrap_or_else(|| panic!("GOKATA_GAMES names the folder"));
    let (games, moves) = compare_all(Path::new(&games));
    assert!(
        games >= 495 && moves > 80_000,
        "{games} games, {moves} moves"
    );
}
