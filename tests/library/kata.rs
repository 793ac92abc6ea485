//! The kata's six rules, in the kata's order. All other positions are in `fixtures/`.

use gokata::{BoardRecord, Color, IllegalMove, Move, Size, check_move, is_legal_move, play_move};
use pretty_assertions::assert_eq;
use rstest::rstest;

#[rstest]
fn rule_1_points_of_the_board_are_legal(#[values((0, 0), (2, 3), (4, 4))] point: (i32, i32)) {
    let start = BoardRecord::new(size(5));
    assert!(is_legal_move(Move::play(Color::Black, point), &start));
}

#[rstest]
fn rule_1_points_off_the_board_are_illegal(
    #[values((-1, 2), (3, -1), (5, 1), (4, 5))] point: (i32, i32),
) {
    let start = BoardRecord::new(size(5));
    assert_eq!(
        check_move(Move::play(Color::Black, point), &start),
        Err(IllegalMove::OffBoard)
    );
}

#[test]
fn rule_2_black_and_white_take_turns() {
    let start = BoardRecord::new(size(5));
    assert_eq!(
        check_move(Move::play(Color::White, (0, 0)), &start),
        Err(IllegalMove::Turn)
    );
    let next = played(&start, &[Move::play(Color::Black, (0, 0))]);
    assert!(is_legal_move(Move::play(Color::White, (0, 1)), &next));
    assert_eq!(
        check_move(Move::play(Color::Black, (0, 1)), &next),
        Err(IllegalMove::Turn)
    );
}

#[test]
fn rule_3_the_point_must_be_empty() {
    let record = board("o\n-x---\nx----\n-----\n-----\n-----\n");
    assert_eq!(
        check_move(Move::play(Color::White, (0, 1)), &record),
        Err(IllegalMove::Occupied)
    );
}

#[test]
fn rule_4_a_stone_needs_a_liberty() {
    let record = board("o\n-x---\nx----\n-----\n-----\n-----\n");
    assert_eq!(
        check_move(Move::play(Color::White, (0, 0)), &record),
        Err(IllegalMove::Suicide)
    );
    assert!(is_legal_move(Move::play(Color::White, (1, 1)), &record));
}

#[test]
fn rule_4_a_chain_needs_a_liberty() {
    let record = board("o\n-xx--\nx-ox-\nxoox-\n-xx--\n-----\n");
    assert_eq!(
        check_move(Move::play(Color::White, (1, 1)), &record),
        Err(IllegalMove::Suicide)
    );
}

#[test]
fn rule_5_captured_stones_are_removed_before_liberties_are_checked() {
    let record = board("o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n");
    let taken = played(&record, &[Move::play(Color::White, (2, 1))]);
    assert_eq!(
        taken.board().to_string(),
        "-----\n-xo--\nxo-o-\n-xo--\n-----"
    );
    assert_eq!(taken.prisoners(Color::White), 1);
}

#[test]
fn rule_5_a_whole_chain_is_captured() {
    let record = board("x\nxx----\nooooo-\noxxxoo\n-xoxx-\n-oox--\n-xxx--\n");
    let taken = played(&record, &[Move::play(Color::Black, (4, 0))]);
    assert_eq!(
        taken.board().to_string(),
        "xx----\nooooo-\noxxxoo\n-x-xx-\nx--x--\n-xxx--"
    );
    assert_eq!(taken.prisoners(Color::Black), 3);
}

#[test]
fn rule_6_the_previous_board_may_not_be_repeated() {
    let record = board("o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n");
    let taken = played(&record, &[Move::play(Color::White, (2, 1))]);
    let retake = Move::play(Color::Black, (2, 2));
    assert_eq!(check_move(retake, &taken), Err(IllegalMove::Ko));
    let exchanged = played(
        &taken,
        &[
            Move::play(Color::Black, (0, 0)),
            Move::play(Color::White, (0, 4)),
        ],
    );
    assert!(is_legal_move(retake, &exchanged));
}

#[test]
fn playing_returns_a_new_record_and_leaves_the_old_one_unchanged() {
    let start = BoardRecord::new(size(5));
    let next = played(
        &start,
        &[
            Move::play(Color::Black, (2, 2)),
            Move::play(Color::White, (1, 1)),
        ],
    );
    assert_eq!((start.turns(), next.turns()), (0, 2));
    assert_eq!(start.board().stones().count(), 0);
    assert_eq!(next.situations().count(), 3);
}

fn size(side: usize) -> Size {
    Size::square(side).unwrap_or_else(|error| panic!("{error}"))
}

fn board(text: &str) -> BoardRecord {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn played(record: &BoardRecord, moves: &[Move]) -> BoardRecord {
    let play = |record: BoardRecord, mv: &Move| {
        play_move(*mv, &record).unwrap_or_else(|error| panic!("{mv:?}: {error}"))
    };
    moves.iter().fold(record.clone(), play)
}
