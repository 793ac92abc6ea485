//! Counting every way a game can go on: the fingerprint by which two referees are compared.

use std::ops::AddAssign;

use crate::illegal::IllegalMove;
use crate::legality::{made, play_move, verdict};
use crate::moves::Move;
use crate::record::BoardRecord;

/// Whether a pass is one of the moves that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// It is; two in a row end the game.
    Counted,
    /// Passes do not exist: a player without a play has no move.
    LeftOut,
}

/// What is counted. All but the nodes describe the last ply only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sequences of moves of exactly this length. Resignations are not counted.
    pub nodes: u64,
    /// How many of them end in a stone.
    pub plays: u64,
    /// How many end in a pass.
    pub pass_leaves: u64,
    /// How many end in a stone that takes opposing stones.
    pub capturing_plays: u64,
    /// Opposing stones taken by the last stones.
    pub stones_captured: u64,
    /// How many end in a stone that takes its own chain off.
    pub suicide_plays: u64,
    /// Points refused as suicide at the last ply.
    pub rejected_suicide: u64,
    /// Points refused for ko or superko at the last ply.
    pub rejected_ko: u64,
    /// How many end the game, by a second pass in a row.
    pub ended_leaves: u64,
}

impl Counts {
    /// The names of the columns, in the order of [`Counts::columns`].
    pub const COLUMNS: [&str; 9] = [
        "nodes",
        "plays",
        "pass_leaves",
        "capturing_plays",
        "stones_captured",
        "suicide_plays",
        "rejected_suicide",
        "rejected_ko",
        "ended_leaves",
    ];

    /// Every count.
    pub fn columns(self) -> [u64; 9] {
        [
            self.nodes,
            self.plays,
            self.pass_leaves,
            self.capturing_plays,
            self.stones_captured,
            self.suicide_plays,
            self.rejected_suicide,
            self.rejected_ko,
            self.ended_leaves,
        ]
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        let Counts {
            nodes,
            plays,
            pass_leaves,
            capturing_plays,
            stones_captured,
            suicide_plays,
            rejected_suicide,
            rejected_ko,
            ended_leaves,
        } = more;
        self.nodes += nodes;
        self.plays += plays;
        self.pass_leaves += pass_leaves;
        self.capturing_plays += capturing_plays;
        self.stones_captured += stones_captured;
        self.suicide_plays += suicide_plays;
        self.rejected_suicide += rejected_suicide;
        self.rejected_ko += rejected_ko;
        self.ended_leaves += ended_leaves;
    }
}

/// Counts the sequences of moves that go on from this record, of every length from 1 to `depth`:
/// the first element is for one move, the last for `depth`. Takes memory linear in `depth`.
///
/// ```
/// use gokata::perft::{Passes, perft};
/// use gokata::{BoardRecord, Size};
///
/// let empty = BoardRecord::new(Size::square(9)?);
/// let nodes = |passes| perft(&empty, 2, passes).iter().map(|counts| counts.nodes).collect::<Vec<_>>();
/// assert_eq!(nodes(Passes::LeftOut), [81, 81 * 80]);
/// assert_eq!(nodes(Passes::Counted), [82, 82 + 81 * 81]);
/// # Ok::<(), gokata::SizeError>(())
/// ```
pub fn perft(record: &BoardRecord, depth: usize, passes: Passes) -> Vec<Counts> {
    let mut levels = vec![Counts::default(); depth];
    walk(record, passes, &mut levels);
    levels
}

/// Every record one move on: plays in reading order, then the pass.
pub fn children(record: &BoardRecord, passes: Passes) -> impl Iterator<Item = BoardRecord> {
    candidates(record, passes).filter_map(|mv| play_move(mv, record).ok())
}

fn candidates(record: &BoardRecord, passes: Passes) -> impl Iterator<Item = Move> + use<> {
    let color = record.to_play();
    let pass = (passes == Passes::Counted).then_some(Move::pass(color));
    record
        .size()
        .points()
        .map(move |point| Move::play(color, point))
        .chain(pass)
}

/// Counts the moves of one ply, and what comes after each, as deep as there are levels.
fn walk(record: &BoardRecord, passes: Passes, levels: &mut [Counts]) {
    let Some((counts, deeper)) = levels.split_first_mut() else {
        return;
    };
    for mv in candidates(record, passes) {
        let outcome = match verdict(mv, record) {
            Ok(outcome) => outcome,
            Err(IllegalMove::Suicide) => {
                counts.rejected_suicide += 1;
                continue;
            }
            Err(IllegalMove::Ko | IllegalMove::Superko) => {
                counts.rejected_ko += 1;
                continue;
            }
            Err(_) => continue,
        };
        counts.nodes += 1;
        match &outcome {
            None => counts.pass_leaves += 1,
            Some(placement) => {
                counts.plays += 1;
                counts.capturing_plays += u64::from(!placement.captured().is_empty());
                counts.stones_captured += placement.captured().len() as u64;
                counts.suicide_plays += u64::from(!placement.self_captured().is_empty());
            }
        }
        if !deeper.is_empty() || outcome.is_none() {
            let next = made(mv, record, outcome.as_ref());
            counts.ended_leaves += u64::from(next.is_over());
            walk(&next, passes, deeper);
        }
    }
}
