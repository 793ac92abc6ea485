//! Counting every way a game can go on: the fingerprint by which two referees are compared.

use std::ops::AddAssign;

use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::legality::{play_move, verdict};
use crate::moves::{Action, Move};
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

/// Counts the sequences of exactly `depth` moves that go on from this record. Depth 0 is the one
/// empty sequence.
///
/// ```
/// use gokata::perft::{Passes, perft};
/// use gokata::{BoardRecord, Size};
///
/// let empty = BoardRecord::new(Size::square(9)?);
/// assert_eq!(perft(&empty, 2, Passes::LeftOut).nodes, 81 * 80);
/// assert_eq!(perft(&empty, 2, Passes::Counted).nodes, 82 + 81 * 81);
/// # Ok::<(), gokata::SizeError>(())
/// ```
pub fn perft(record: &BoardRecord, depth: u32, passes: Passes) -> Counts {
    match depth {
        0 => Counts {
            nodes: 1,
            ..Counts::default()
        },
        1 => last_ply(record, passes),
        _ => {
            let mut counts = Counts::default();
            for next in children(record, passes) {
                counts += perft(&next, depth - 1, passes);
            }
            counts
        }
    }
}

/// Every record one move on: plays in reading order, then the pass.
pub fn children(record: &BoardRecord, passes: Passes) -> impl Iterator<Item = BoardRecord> {
    candidates(record, passes).filter_map(|mv| play_move(mv, record).ok())
}

fn candidates(record: &BoardRecord, passes: Passes) -> impl Iterator<Item = Move> + use<> {
    let color: Color = record.to_play();
    let pass = (passes == Passes::Counted).then_some(Move::pass(color));
    record
        .size()
        .points()
        .map(move |point| Move::play(color, point))
        .chain(pass)
}

fn last_ply(record: &BoardRecord, passes: Passes) -> Counts {
    let mut counts = Counts::default();
    for mv in candidates(record, passes) {
        match verdict(mv, record) {
            Ok(None) => {
                counts.nodes += 1;
                counts.pass_leaves += 1;
                let ends = mv.action == Action::Pass && record.after_no_play(mv).is_over();
                counts.ended_leaves += u64::from(ends);
            }
            Ok(Some(placement)) => {
                counts.nodes += 1;
                counts.plays += 1;
                counts.capturing_plays += u64::from(!placement.captured().is_empty());
                counts.stones_captured += placement.captured().len() as u64;
                counts.suicide_plays += u64::from(!placement.self_captured().is_empty());
            }
            Err(IllegalMove::Suicide) => counts.rejected_suicide += 1,
            Err(IllegalMove::Ko | IllegalMove::Superko) => counts.rejected_ko += 1,
            Err(_) => {}
        }
    }
    counts
}
