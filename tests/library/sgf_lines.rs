//! Which lines of a record are judged, how far, and how much work that may take.

use crate::support::sgf::first;
use gokata::sgf::{AfterIllegal, Judgement, Judging, Lines, Order, Verdict};
use gokata::{BoardRecord, ByColor, Move, ParseError, TextError};
use pretty_assertions::assert_eq;

fn judged(text: &str, how: &Judging) -> Judgement {
    first(text, |game| game.judge(how))
}

const ALL: Judging = Judging {
    rules: None,
    referees: gokata::sgf::Referees::Fast,
    lines: Lines::All,
    order: Order::Any,
    after_illegal: AfterIllegal::Stop,
    stats: false,
    all_warnings: false,
};
const GO_ON: Judging = Judging {
    after_illegal: AfterIllegal::GoOn,
    ..ALL
};

fn sentences(judgement: &Judgement) -> Vec<String> {
    let refusals = judgement.illegal.iter();
    refusals
        .map(|refusal| format!("{} {}", refusal.path, refusal.mv.describe(refusal.size)))
        .collect()
}

#[test]
fn an_illegal_move_ends_its_line_and_no_other() {
    let text = "(;SZ[5](;B[cc];W[cc](;B[aa])(;B[aa];W[aa]))(;B[dd];W[ee](;B[ee])(;B[cc])))";
    let stopped = judged(text, &ALL);
    assert_eq!(sentences(&stopped), ["main White C3", "0/2 Black E1"]);
    assert_eq!((stopped.moves, stopped.variations_left), (6, 1));
    let all = judged(text, &GO_ON);
    assert_eq!(
        sentences(&all),
        ["main White C3", "2/2 White A5", "0/2 Black E1"]
    );
    assert_eq!((all.moves, all.variations_left), (9, 0));
    let main = judged(text, &Judging::default());
    assert_eq!((main.moves, main.variations_left), (2, 3));
    let straight = judged("(;SZ[5];B[cc];W[cc];B[aa])", &ALL);
    assert_eq!((straight.moves, straight.variations_left), (2, 0));
    // A text that cannot be understood ends the judgement of all lines.
    let fault = judged("(;SZ[5](;B[c])(;B[dd])(;B[ee]))", &ALL);
    assert_eq!(
        (fault.verdict(), fault.variations_left),
        (Verdict::Partial, 2)
    );
}

/// Quadratic time would take minutes here.
#[test]
fn many_variations_after_a_long_line_take_linear_time() {
    let passes = |count: usize| [";B[]", ";W[]"].repeat(count / 2).concat();
    // The first variation has enough branchings that kept states are dropped.
    let comb = format!("(;B[]{}{}", "(;W[])(;W[]".repeat(300), ")".repeat(301));
    let star = format!(
        "(;SZ[19]{}{comb}{})",
        passes(19_000),
        "(;B[aa])".repeat(20_000)
    );
    let judgement = judged(&star, &ALL);
    assert_eq!(
        (judgement.verdict(), judgement.moves),
        (Verdict::Legal, 19_000 + 601 + 20_000)
    );
    // Each node of a long line has a second variation; those of the last nodes are judged first.
    let (line, teeth) = ("(;B[]".repeat(19_000), ")(;W[])".repeat(19_000));
    let judgement = judged(&format!("(;SZ[19]{line}{teeth})"), &ALL);
    assert_eq!(
        (judgement.verdict(), judgement.moves),
        (Verdict::Legal, 2 * 19_000)
    );
}

/// Returning to a variation may set up the same stones again, which does not count towards the limit.
#[test]
fn set_up_points_are_counted_once_for_all_variations() {
    let comb = format!("{}{}", "(;B[](;W[])".repeat(140), ")".repeat(140));
    let text = format!("(;SZ[19]AB[aa:jo]{comb}{})", "(;B[ss])".repeat(40_000));
    let judgement = judged(&text, &ALL);
    assert_eq!(judgement.fault, None);
    assert_eq!(judgement.moves, 280 + 40_000);
}

/// The comment must not be read again for each illegal move.
#[test]
fn long_comments_are_read_only_once() {
    let comment = "no end, ".repeat(500_000);
    let moves = ";B[aa];W[aa]".repeat(500);
    let text = format!("(;SZ[9]C[{comment}]{moves}(;B[bb])(;B[cc]))");
    let judgement = judged(&text, &GO_ON);
    assert_eq!(judgement.illegal.len(), 999);
}

#[test]
fn stones_set_up_after_the_last_move_are_counted() {
    let stats = |text: &str| {
        let judgement = judged(text, &Judging { stats: true, ..ALL });
        let stats = judgement.stats.unwrap_or_default();
        (stats.final_board, stats.area)
    };
    let board = "-----/-----/--x--/---o-/-----".to_owned();
    assert_eq!(stats("(;SZ[5];B[cc];AW[dd])"), (board, ByColor::new(1, 1)));
    let board = "x--/---/---".to_owned();
    assert_eq!(stats("(;SZ[3]AB[aa])"), (board, ByColor::new(9, 0)));
}

type Replayed = Result<(BoardRecord, Judgement), TextError>;

fn words(replayed: Replayed) -> Result<String, String> {
    let (record, judgement) = replayed.map_err(|error| error.message().to_owned())?;
    let describe = |mv: &Move| mv.describe(record.size());
    let words: Vec<String> = record.moves().iter().map(describe).collect();
    let fault = judgement
        .fault
        .map(|error| format!(" | {}", error.message()));
    Ok(words.join(", ") + &fault.unwrap_or_default())
}

/// Replaying up to a move before the fault also returns the fault; replaying further fails.
#[test]
fn a_record_is_replayed_up_to_its_fault() {
    let replay = |text: &str, until| first(text, |game| words(game.replay(None, until)));
    let missing = "the `]` for this `[` is missing";
    let cut = "(;SZ[5];B[cc];W[dd];B[ee";
    // The fault lies in a variation that is not replayed.
    let elsewhere = "(;SZ[5];B[cc](;W[dd])(;W[ee";
    // A position is not replayed if its set-up is incomplete.
    let half = "(;SZ[5];B[cc];AB[aa]AW[bb";
    for (text, until, moves) in [
        (cut, Some(1), Some("Black C3")),
        (cut, Some(2), Some("Black C3, White D2")),
        (cut, Some(3), None),
        (cut, None, None),
        (elsewhere, None, Some("Black C3, White D2")),
        (half, Some(1), None),
    ] {
        let moves = moves.map(|moves| format!("{moves} | {missing}"));
        assert_eq!(replay(text, until), moves.ok_or(missing.to_owned()));
    }
    let no_point = "(;SZ[5];B[cc];W[d];B[ee])";
    assert_eq!(replay(no_point, Some(1)), Ok("Black C3".to_owned()));
    assert!(replay(no_point, Some(2)).is_err());
}

#[test]
fn a_variation_is_replayed_by_its_name() {
    // Both the first and the second node branch after move 0, because the second has no move.
    let text = "(;SZ[5](;C[x](;B[aa])(;B[bb](;W[cc])(;W[dd])(;W[ee])))(;B[cc]))";
    let replay = |path: &str| {
        let path = path
            .parse()
            .map_err(|error: ParseError| error.to_string())?;
        first(text, |game| words(game.replay_path(&path, None, None)))
    };
    for (path, moves) in [
        ("main", Ok("Black A5")),
        ("0/2", Ok("Black C3")),
        ("0/3", Ok("Black B4, White C3")),
        ("0/3,1/3", Ok("Black B4, White E1")),
        ("0/4", Err("there is no 4th variation after move 0")),
        ("0/3,1/4", Err("there is no 4th variation after move 1")),
        ("1/2", Err("there is no 2nd variation after move 1")),
        ("7/2", Err("there is no move 7 in this line: it has 1")),
    ] {
        assert_eq!(
            replay(path),
            moves.map(str::to_owned).map_err(str::to_owned)
        );
    }
    let form = "`main`, or as `12/2` for the second variation after move 12";
    let huge = "0/99999999999999999999";
    for path in ["", "x", "1", "0/0", "0/+2", "-1/2", "0/2,", "0/2/3", huge] {
        let part = path.rsplit(',').next().unwrap_or_default();
        let message = format!("`{part}` names no variation: it is written {form}");
        assert_eq!(replay(path), Err(message));
    }
    let until = first(text, |game| {
        words(game.replay_path(&"0/3,1/2".parse().unwrap(), None, Some(1)))
    });
    assert_eq!(until.as_deref(), Ok("Black B4"));
}

#[test]
fn points_off_the_board_are_reported_as_written() {
    let illegal = judged("(;SZ[9];B[jj];W[aZ];B[ja])", &GO_ON).illegal;
    let refusals = illegal.iter().map(gokata::sgf::IllegalTurn::sentence);
    assert_eq!(
        refusals.collect::<Vec<_>>(),
        [
            "move 1: Black `jj`: off board: there is no such point",
            "move 2: White `aZ`: off board: there is no such point",
            "move 3: Black `ja`: off board: there is no such point",
        ]
    );
}

#[test]
fn each_of_many_repetitions_names_the_move_that_it_repeats() {
    let head = "(;SZ[19]AB[ba][ab][bc]AW[ca][db][cc][bb]";
    let passes = ";B[];W[]".repeat(750);
    let takes = ";B[cb];W[bb]".repeat(500);
    let illegal = judged(&format!("{head}{passes}{takes})"), &GO_ON).illegal;
    let repeats = illegal
        .iter()
        .map(|refusal| (refusal.number, refusal.repeats));
    let expected = (0..999).map(|nth| (1502 + nth, Some(1500 + nth)));
    assert_eq!(repeats.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// The name of a line with more than thirty variations leads to no line, not to another one.
#[test]
fn a_name_that_is_cut_leads_to_no_line() {
    let nested = |depth: usize| {
        let (open, close) = ("(;B[])(;B[]".repeat(depth), ")".repeat(depth));
        format!("(;SZ[5]{open};B[aa]{close})")
    };
    for (depth, is_whole) in [(30, true), (31, false)] {
        let text = nested(depth);
        let text = text.replace("B[aa]", "B[zz]");
        let path = judged(&text, &ALL).illegal.remove(0).path;
        assert_eq!(path.is_whole(), is_whole);
        assert_eq!(path.to_string().ends_with(",..."), !is_whole);
        let found = first(&text, |game| words(game.replay_path(&path, None, Some(0))));
        let cut = "the path is cut after thirty variations";
        assert_eq!(found.err().as_deref(), (!is_whole).then_some(cut));
    }
}
