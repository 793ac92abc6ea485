//! Checks and makes moves. All functions are pure.
//!
//! The rules are in `judge`, one guard each, in the order of [`IllegalMove`]. Every function about one move calls it,
//! so that their answers agree. [`legal_moves`] does not call it for points where the survey finds a liberty: there it
//! checks only repetition. `tests/slow/properties.rs` compares both.

// The question whether a move is legal has an answer for every input.
#![deny(clippy::expect_used, clippy::indexing_slicing)]
#![deny(clippy::panic, clippy::panic_in_result_fn)]
#![deny(clippy::string_slice, clippy::unreachable)]

use std::ops::ControlFlow::{self, Break, Continue};

use super::board::{Board, Placement};
use super::record::BoardRecord;
use super::survey::{Fate, Survey};
use crate::basics::{Action, Color, IllegalMove, KoRule, Move, Suicide};

/// Answers the kata's question: is this move legal now?
///
/// ```
/// use gokata::{BoardRecord, Color, Move, is_legal_move};
///
/// let record: BoardRecord = "o\n-x-\nx--\n---\n".parse()?;
/// assert!(is_legal_move(Move::play(Color::White, (1, 1)), &record));
/// assert!(!is_legal_move(Move::play(Color::White, (0, 0)), &record)); // no liberty
/// # Ok::<(), gokata::TextError>(())
/// ```
#[must_use]
pub fn is_legal_move(mv: Move, record: &BoardRecord) -> bool {
    check_move(mv, record).is_ok()
}

/// Checks whether a move is legal now.
///
/// # Errors
/// [`IllegalMove`]: the first reason why it is illegal. The coordinates may lie off the board.
pub fn check_move(mv: Move, record: &BoardRecord) -> Result<(), IllegalMove> {
    verdict(mv, record).map(|_| ())
}

/// Makes a move and returns the new record, which shares its past with the old one.
///
/// # Errors
/// [`IllegalMove`]: the first reason why it is illegal.
pub fn play_move(mv: Move, record: &BoardRecord) -> Result<BoardRecord, IllegalMove> {
    verdict(mv, record).map(|outcome| made(mv, record, outcome.as_ref()))
}

/// Every legal move for the side to play: plays in reading order, then the pass and the
/// resignation. Empty when the game is over.
#[must_use]
pub fn legal_moves(record: &BoardRecord) -> Vec<Move> {
    if record.is_over() {
        return Vec::new();
    }
    let (board, color) = (record.board(), record.to_play());
    let mut moves = Vec::with_capacity(board.size().point_count() + 2);
    Survey::of(board, color).for_each(|point, fate| {
        let mv = Move::play(color, point);
        let after = || Some(board.place(point, color)?.board());
        let legal = match fate {
            Fate::Lives { key, takes } => {
                let may_return = || takes || record.may_return(color, point);
                repetition(record, color, key, may_return, after).is_none()
            }
            // If a suicide of two stones is forbidden, every suicide is; otherwise `is_legal_move` counts the stones.
            Fate::Lost => !is_forbidden_suicide(record, 2) && is_legal_move(mv, record),
        };
        if legal {
            moves.push(mv);
        }
    });
    moves.extend([Move::pass(color), Move::resign(color)]);
    moves
}

/// Returns the record after a legal move, without checking it.
pub(crate) fn made(mv: Move, record: &BoardRecord, outcome: Option<&Placement<'_>>) -> BoardRecord {
    match outcome {
        None => record.after_no_play(mv),
        Some(placement) => record.after_play(mv, placement),
    }
}

/// Returns the first reason why a move is illegal, or the effect of its stone: `None` for a pass or a resignation.
pub(crate) fn verdict(
    mv: Move,
    record: &BoardRecord,
) -> Result<Option<Placement<'_>>, IllegalMove> {
    match judge(mv, record, |reason, _| Break(reason)) {
        Break(reason) => Err(reason),
        Continue(placement) => Ok(placement),
    }
}

/// Checks the rules in order and calls `refuse` with each reason why the move is illegal, until `refuse` breaks. For
/// ko and superko, it also passes the number of turns after which the board was the same.
#[inline]
pub(super) fn judge<Enough>(
    mv: Move,
    record: &BoardRecord,
    mut refuse: impl FnMut(IllegalMove, Option<usize>) -> ControlFlow<Enough>,
) -> ControlFlow<Enough, Option<Placement<'_>>> {
    if record.is_over() {
        refuse(IllegalMove::GameOver, None)?;
    }
    if mv.color != record.to_play() {
        refuse(IllegalMove::Turn, None)?;
    }
    let Action::Play(point) = mv.action else {
        return Continue(None);
    };
    if !record.size().contains(point) {
        refuse(IllegalMove::OffBoard, None)?;
        return Continue(None);
    }
    let Some(placement) = record.board().place(point, mv.color) else {
        refuse(IllegalMove::Occupied, None)?;
        return Continue(None);
    };
    if is_forbidden_suicide(record, placement.self_captured().len()) {
        refuse(IllegalMove::Suicide, None)?;
    } else {
        let may_return = || placement.takes() || record.may_return(mv.color, point);
        let after = || Some(placement.board());
        let repeated = repetition(record, mv.color, placement.key(), may_return, after);
        if let Some((reason, turns)) = repeated {
            refuse(reason, Some(turns))?;
        }
    }
    Continue(Some(placement))
}

/// True if the rules forbid a player to leave this many own stones without a liberty.
fn is_forbidden_suicide(record: &BoardRecord, stones: usize) -> bool {
    match record.rules().suicide() {
        Suicide::Forbidden => stones > 0,
        Suicide::MultiStone => stones == 1,
        Suicide::Allowed => false,
    }
}

/// Returns the reason why the ko rule in force forbids a play that leads to this board ([`IllegalMove::Ko`] if simple
/// ko forbids it, too), and the number of turns after which the board was the same. Looks at the whole past only if the
/// board `may_return`, and calls `after` only if an earlier board has the same key.
fn repetition(
    record: &BoardRecord,
    color: Color,
    key: u64,
    may_return: impl FnOnce() -> bool,
    after: impl Fn() -> Option<Board>,
) -> Option<(IllegalMove, usize)> {
    let simple = record.repeats_last(color, key, &after);
    if record.rules().ko() == KoRule::Simple {
        return simple.map(|turns| (IllegalMove::Ko, turns));
    }
    if !may_return() {
        return None;
    }
    let repeated = record.repeats_any(color, key, &after)?;
    Some(simple.map_or((IllegalMove::Superko, repeated), |turns| {
        (IllegalMove::Ko, turns)
    }))
}
