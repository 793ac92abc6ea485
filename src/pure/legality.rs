//! Is this move legal, and if not, why? Pure questions: nothing is printed, read, or changed.
//!
//! The rules stand in `judge`, one guard each, in the order of [`IllegalMove`]; every question
//! about one move goes through it, so the answers cannot disagree. [`legal_moves`] has the survey's
//! word where a stone lives, and asks for repetition alone; `tests/properties.rs` holds the two
//! together.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};

use super::board::{Board, Placement};
use super::record::BoardRecord;
use super::survey::{Prospect, Survey};
use crate::basics::{Action, Color, IllegalMove, KoRule, Move, Point, Size, Suicide};

/// The kata's question: may this move be made now?
///
/// ```
/// use gokata::{BoardRecord, Color, Move, is_legal_move};
///
/// let record: BoardRecord = "o\n-x-\nx--\n---\n".parse()?;
/// assert!(is_legal_move(Move::play(Color::White, (1, 1)), &record));
/// assert!(!is_legal_move(Move::play(Color::White, (0, 0)), &record)); // no liberty
/// # Ok::<(), gokata::TextError>(())
/// ```
pub fn is_legal_move(mv: Move, record: &BoardRecord) -> bool {
    check_move(mv, record).is_ok()
}

/// May this move be made now, and if not, what is the first reason?
///
/// # Errors
/// [`IllegalMove`]: why not. Any coordinates may be asked about.
pub fn check_move(mv: Move, record: &BoardRecord) -> Result<(), IllegalMove> {
    match judge(mv, record, |reason, _| Break(reason)) {
        Break(reason) => Err(reason),
        Continue(_) => Ok(()),
    }
}

/// Makes a move: a new record, which shares its past with the old one. The old one is untouched.
///
/// # Errors
/// [`IllegalMove`]: why not.
pub fn play_move(mv: Move, record: &BoardRecord) -> Result<BoardRecord, IllegalMove> {
    verdict(mv, record).map(|outcome| made(mv, record, outcome.as_ref()))
}

/// Every legal move for the side to play: plays in reading order, then the pass and the
/// resignation. None at all when the game is over.
pub fn legal_moves(record: &BoardRecord) -> Vec<Move> {
    if record.is_over() {
        return Vec::new();
    }
    let (board, color) = (record.board(), record.to_play());
    let mut moves = Vec::with_capacity(board.size().area() + 2);
    Survey::of(board, color).tell(|point, prospect| {
        let mv = Move::play(color, point);
        let after = || Some(board.place(point, color)?.board());
        let legal = match prospect {
            Prospect::Lives { key } => repetition(record, color, key, after).is_none(),
            // Where two stones may not be given up, none may; else they are counted.
            Prospect::Lost => !is_forbidden_suicide(record, 2) && is_legal_move(mv, record),
        };
        if legal {
            moves.push(mv);
        }
    });
    moves.extend([Move::pass(color), Move::resign(color)]);
    moves
}

/// Why may this move not be made: every reason that holds, with its evidence.
///
/// Each rule is asked by itself, for the color that moves. Where there is no point, or a stone
/// already, the questions about the board end; a forbidden suicide is not asked for ko.
pub fn explain_move(mv: Move, record: &BoardRecord) -> Explanation {
    let mut explanation = Explanation {
        mv,
        size: record.size(),
        reasons: Vec::new(),
        captured: Vec::new(),
        self_captured: Vec::new(),
        repeats: None,
        after: None,
    };
    let Continue(placement) = judge::<Infallible>(mv, record, |reason, repeats| {
        explanation.reasons.push(reason);
        explanation.repeats = repeats.or(explanation.repeats);
        Continue(())
    });
    if let Some(placement) = placement {
        explanation.captured = placement.captured().to_vec();
        explanation.self_captured = placement.self_captured().to_vec();
        explanation.captured.sort_unstable();
        explanation.self_captured.sort_unstable();
        explanation.after = Some(placement.board());
    }
    explanation
}

/// Why a move is legal or not: see [`explain_move`]. `Display` gives it in sentences for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    mv: Move,
    size: Size,
    reasons: Vec<IllegalMove>,
    captured: Vec<Point>,
    self_captured: Vec<Point>,
    repeats: Option<usize>,
    after: Option<Board>,
}

impl Explanation {
    /// The move asked about.
    pub fn asked(&self) -> Move {
        self.mv
    }

    /// True if no reason holds.
    pub fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Every reason that holds, in order. The first is what [`check_move`] gives.
    pub fn reasons(&self) -> &[IllegalMove] {
        &self.reasons
    }

    /// The opposing stones that it takes, or would take, in reading order.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// The player's own chain that it leaves, or would leave, without a liberty; the stone itself
    /// included. In reading order.
    pub fn self_captured(&self) -> &[Point] {
        &self.self_captured
    }

    /// For ko and superko: after how many turns there was, for the last time, what may not return.
    /// 0 is the opening board.
    pub fn repeats(&self) -> Option<usize> {
        self.repeats
    }

    /// The board as it would be, legal or not; `None` for a pass, a resignation, and where no
    /// stone can lie.
    pub fn board_after(&self) -> Option<&Board> {
        self.after.as_ref()
    }

    fn list(&self, points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(|point| point.vertex(self.size)).collect();
        let stones = if points.len() == 1 {
            "1 stone"
        } else {
            &format!("{} stones", points.len())
        };
        format!("{stones}: {}", names.join(" "))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_legal() {
            "legal"
        } else {
            "not legal"
        };
        write!(f, "{}: {verdict}", self.mv.describe(self.size))?;
        for reason in &self.reasons {
            write!(f, "\n  {reason}")?;
            match (reason, self.repeats) {
                (IllegalMove::Suicide, _) => write!(f, " ({})", self.list(&self.self_captured))?,
                (IllegalMove::Ko | IllegalMove::Superko, Some(0)) => {
                    f.write_str(" (the opening board)")?;
                }
                (IllegalMove::Ko | IllegalMove::Superko, Some(turn)) => {
                    write!(f, " (the board after turn {turn})")?;
                }
                _ => {}
            }
        }
        let tense = if self.is_legal() {
            "takes"
        } else {
            "would take"
        };
        if !self.captured.is_empty() {
            write!(f, "\n  {tense} {}", self.list(&self.captured))?;
        }
        if !self.self_captured.is_empty() && !self.reasons.contains(&IllegalMove::Suicide) {
            write!(
                f,
                "\n  {tense} off its own {}",
                self.list(&self.self_captured)
            )?;
        }
        Ok(())
    }
}

/// The record after a move that has been found legal.
pub(crate) fn made(mv: Move, record: &BoardRecord, outcome: Option<&Placement<'_>>) -> BoardRecord {
    match outcome {
        None => record.after_no_play(mv),
        Some(placement) => {
            let taken = [placement.captured().len(), placement.self_captured().len()];
            record.after_play(mv, placement.board(), taken)
        }
    }
}

/// The first reason against a move, or what its stone would do; `None` for a pass or resignation.
pub(crate) fn verdict(
    mv: Move,
    record: &BoardRecord,
) -> Result<Option<Placement<'_>>, IllegalMove> {
    match judge(mv, record, |reason, _| Break(reason)) {
        Break(reason) => Err(reason),
        Continue(placement) => Ok(placement),
    }
}

/// Asks every rule in order and tells `refuse` each reason that holds, until it has heard enough.
/// For ko and superko with the number of turns after which the board was the same.
#[inline]
fn judge<Enough>(
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
    } else if let Some((reason, turns)) = repetition(record, mv.color, placement.key(), || {
        Some(placement.board())
    }) {
        refuse(reason, Some(turns))?;
    }
    Continue(Some(placement))
}

/// May so many stones not be left without a liberty by their own player?
fn is_forbidden_suicide(record: &BoardRecord, stones: usize) -> bool {
    match record.rules().suicide {
        Suicide::Forbidden => stones > 0,
        Suicide::MultiStone => stones == 1,
        Suicide::Allowed => false,
    }
}

/// Does a play that leads to this board bring back what the ko rule in force forbids? It is called
/// ko where the simple rule would see it, too. The board is built only if its key says it might.
fn repetition(
    record: &BoardRecord,
    color: Color,
    key: u64,
    after: impl Fn() -> Option<Board>,
) -> Option<(IllegalMove, usize)> {
    let simple = record.repeats_last(color, key, &after);
    if record.rules().ko == KoRule::Simple {
        return simple.map(|turns| (IllegalMove::Ko, turns));
    }
    let repeated = record.repeats_any(color, key, &after)?;
    Some(simple.map_or((IllegalMove::Superko, repeated), |turns| {
        (IllegalMove::Ko, turns)
    }))
}
