//! Explains why a move is legal or not: every reason with its evidence, as data and as sentences for a player.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow::Continue;

use super::board::Board;
use super::legality::judge;
use super::record::BoardRecord;
use crate::basics::{IllegalMove, Move, Point, Size};

/// Returns every reason why a move is illegal, with its evidence.
///
/// Checks the later rules even if an earlier one is broken, with two exceptions: suicide and repetition are not
/// checked for a play off the board or on a stone, and repetition is not checked for a forbidden suicide.
#[must_use]
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

/// Why a move is legal or not: see [`explain_move`]. `Display` writes it in sentences for a player.
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
    /// The move that is explained.
    pub fn asked(&self) -> Move {
        self.mv
    }

    /// True if the move is legal.
    pub fn is_legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Every reason why the move is illegal, in order. [`check_move`](crate::check_move) returns the first one.
    pub fn reasons(&self) -> &[IllegalMove] {
        &self.reasons
    }

    /// The opposing stones that the move takes, or would take, in reading order.
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// The player's own chain that the move leaves, or would leave, without a liberty, the new stone included. In
    /// reading order.
    pub fn self_captured(&self) -> &[Point] {
        &self.self_captured
    }

    /// For ko and superko: the number of turns after which the repeated position last occurred. 0 is the opening
    /// board.
    pub fn repeats(&self) -> Option<usize> {
        self.repeats
    }

    /// The board after the move, legal or not; `None` for a pass, a resignation, and a play off the board or on a
    /// stone.
    pub fn board_after(&self) -> Option<&Board> {
        self.after.as_ref()
    }

    /// Returns why the move is illegal, and which stones it takes off, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let reasons = self.reasons.iter();
        let reasons = reasons.map(|reason| match (reason, self.repeats) {
            (IllegalMove::Suicide, _) => format!("{reason} ({})", self.list(&self.self_captured)),
            (IllegalMove::Ko | IllegalMove::Superko, Some(0)) => {
                format!("{reason} (the opening board)")
            }
            (IllegalMove::Ko | IllegalMove::Superko, Some(turn)) => {
                format!("{reason} (the board after turn {turn})")
            }
            _ => reason.to_string(),
        });
        let mut sentences: Vec<String> = reasons.collect();
        let is_legal = self.is_legal();
        let takes = if is_legal { "takes" } else { "would take" };
        if !self.captured.is_empty() {
            sentences.push(format!("{takes} {}", self.list(&self.captured)));
        }
        if !self.self_captured.is_empty() && !self.reasons.contains(&IllegalMove::Suicide) {
            let own = self.list(&self.self_captured);
            sentences.push(format!("{takes} off its own {own}"));
        }
        sentences
    }

    fn list(&self, points: &[Point]) -> String {
        let names = self.size.vertices(points.iter().copied());
        let stones = if points.len() == 1 { "stone" } else { "stones" };
        format!("{} {stones}: {names}", points.len())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_legal = self.is_legal();
        let verdict = if is_legal { "legal" } else { "not legal" };
        write!(f, "{}: {verdict}", self.mv.describe(self.size))?;
        let mut sentences = self.sentences().into_iter();
        sentences.try_for_each(|sentence| write!(f, "\n  {sentence}"))
    }
}
