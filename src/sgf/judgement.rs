//! The options for judging a record, and the result.

use std::fmt;

use super::path::{LinePath, ordinal};
use super::stats::Stats;
use crate::basics::named::named;
use crate::basics::{Action, IllegalMove, Move, Rules, Size, TextError};
use crate::referee::difference::report;

/// The options for judging a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Judging {
    /// The rules; with `None` those that the record names, else the kata's.
    pub rules: Option<Rules>,
    /// The referees that judge the moves.
    pub referees: Referees,
    /// The lines that are judged.
    pub lines: Lines,
    /// Whether a color may move twice in a row.
    pub order: Order,
    /// What is judged after an illegal move.
    pub after_illegal: AfterIllegal,
    /// Whether [`Judgement::stats`] are counted.
    pub stats: bool,
    /// Whether up to ten thousand [`Judgement::warnings`] about the moves are kept, not only the first twenty.
    pub all_warnings: bool,
}

/// The referees that judge the moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Referees {
    /// The pure referee.
    Pure,
    /// The fast referee.
    #[default]
    Fast,
    /// Both, which must agree.
    Both,
}

/// The lines of a record that are judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lines {
    /// The main line: the first variation at each branching.
    #[default]
    Main,
    /// All variations, each node once.
    All,
}

/// Whether a color may move twice in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// No: the second move is illegal ([`IllegalMove::Turn`]).
    #[default]
    Alternating,
    /// Yes, for records in which moves were taken back, or handicap stones are written as moves.
    Any,
}

/// What is judged after an illegal move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AfterIllegal {
    /// Neither the rest of the line nor a variation that continues it.
    #[default]
    Stop,
    /// The rest of the line. The illegal move is played if its point is empty, else skipped.
    GoOn,
}

/// The result of judging a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// The rules in force.
    pub rules: Rules,
    /// Number of moves judged, passes and illegal ones included.
    pub moves: usize,
    /// Of a replayed line, the number of moves before its latest set-up of stones, which the game returned does not have.
    pub moves_before_set_up: usize,
    /// Number of moves left out because their node has a move before them. The first one is a [`fault`](Self::fault).
    pub second_moves: usize,
    /// Illegal moves in the order of the text, up to a thousand: the first one of each line, or with
    /// [`AfterIllegal::GoOn`] all of them. A move that the record marks as made by force (`KO`) is not listed if its
    /// point is empty.
    pub illegal: Vec<IllegalTurn>,
    /// Number of further illegal moves.
    pub more_illegal: usize,
    /// Warnings about parts of the record that are unusual but understood.
    pub warnings: Vec<TextError>,
    /// Number of further warnings.
    pub more_warnings: usize,
    /// The first part that could not be understood. Moves after it may not have been judged.
    pub fault: Option<TextError>,
    /// The end of a text that ends before the record does, if this is all that is wrong: see [`Verdict::Incomplete`].
    /// Beside an illegal move or a fault, or in a record without moves, the open parentheses are a warning.
    pub incomplete: Option<TextError>,
    /// The first difference between the two referees, which is a bug.
    pub disagreement: Option<String>,
    /// The counts over the main line, if [`Judging::stats`] is set.
    pub stats: Option<Stats>,
    /// Number of variations not judged: with [`Lines::Main`] all of them, with [`Lines::All`] those that
    /// begin after an illegal move or a fault.
    pub variations_left: usize,
}

named! {
    /// The summary of a judgement.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Verdict {
        /// Every move is legal.
        Legal = "legal",
        /// A move is illegal.
        Illegal = "illegal",
        /// Only a part could be understood.
        Partial = "partial",
        /// Every move is legal, but parentheses are open at the end of the text. Old records often lack the last one, and
        /// so does a file of which only the beginning has arrived, whose other moves nobody has judged. The text
        /// cannot say which it is, so the record does not count as legal.
        Incomplete = "incomplete",
        /// The record has no move.
        NoMoves = "no-moves",
        /// The two referees differ.
        Disagreement = "disagreement",
    }

    /// Returns the name: `legal`, `illegal`, `partial`, `incomplete`, `no-moves` or `disagreement`.
    pub const fn name(self) -> &'static str;
}

/// An illegal move, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalTurn {
    /// The line, for [`SgfGame::replay_path`](super::SgfGame::replay_path).
    pub path: LinePath,
    /// The number of the move in its line, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The first reason why it is illegal.
    pub reason: IllegalMove,
    /// For ko and superko: the number of the move after which the repeated position occurred; 0 is the opening board.
    /// `None` for other reasons, and if the game has too many repeating moves to look them all up.
    pub repeats: Option<usize>,
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1 in characters.
    pub column: usize,
    /// The size of the board, on which the names of points depend.
    pub size: Size,
}

impl IllegalTurn {
    /// Describes the move and the reason: `move 9: Black C4: ko: …`.
    pub fn sentence(&self) -> String {
        let (branch, mv, reason) = (self.branch(), self.describe(), self.reason);
        let repeats = match self.repeats {
            None => String::new(),
            Some(0) => " (as the opening board)".to_owned(),
            Some(turn) => format!(" (as after move {turn})"),
        };
        format!("move {}{branch}: {mv}: {reason}{repeats}", self.number)
    }

    /// Describes the move: `Black C4`. A point off the board is written as in the record.
    fn describe(&self) -> String {
        let letter = |place: i32| {
            let mut letters = (b'a'..=b'z').chain(b'A'..=b'Z').map(char::from);
            letters.nth(usize::try_from(place).ok()?)
        };
        match self.mv.action {
            Action::Play(point) if !self.size.contains(point) => {
                let letters = [point.col, point.row].into_iter().filter_map(letter);
                format!("{} `{}`", self.mv.color, letters.collect::<String>())
            }
            _ => self.mv.describe(self.size),
        }
    }

    fn branch(&self) -> String {
        let words = self.path.variations.iter().map(|(after, number)| {
            let number = ordinal(*number);
            format!("the {number} variation after move {after}")
        });
        match words.collect::<Vec<String>>().join(", ") {
            none if none.is_empty() => none,
            words => format!(" in {words}"),
        }
    }
}

/// `3:4: move 9: Black C4: ko: …`, with the place first, as in all errors.
impl fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.sentence())
    }
}

impl Judgement {
    /// Summarizes the judgement. A record that was not fully understood, or is cut off, is never [`Verdict::Legal`].
    pub fn verdict(&self) -> Verdict {
        if self.disagreement.is_some() {
            Verdict::Disagreement
        } else if self.fault.is_some() {
            Verdict::Partial
        } else if !self.illegal.is_empty() {
            Verdict::Illegal
        } else if self.moves == 0 {
            Verdict::NoMoves
        } else if self.incomplete.is_some() {
            Verdict::Incomplete
        } else {
            Verdict::Legal
        }
    }
}

/// Returns the first difference between the judgements of the pure and the fast referee.
pub(super) fn difference(
    judged: [&Judgement; 2],
    boards: &[Vec<(usize, u64)>; 2],
) -> Option<String> {
    let says = |nth: usize| -> Vec<String> {
        let (of, boards) = (judged[nth], boards[nth].iter());
        // The fast referee does not look all repetitions up.
        let illegal = of.illegal.iter().map(|illegal| IllegalTurn {
            repeats: None,
            ..illegal.clone()
        });
        let (moves, more, fault) = (of.moves, of.more_illegal, &of.fault);
        let counts = format!("{moves} moves, {more} more illegal, {fault:?}");
        let boards = boards.map(|(moves, hash)| format!("board {hash:x} after move {moves}"));
        let illegal = illegal.map(|illegal| illegal.to_string());
        illegal.chain([counts]).chain(boards).collect()
    };
    let mut pairs = says(0).into_iter().zip(says(1));
    let (pure, fast) = pairs.find(|(pure, fast)| pure != fast)?;
    Some(report(["pure", "fast"], &[pure, fast]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Collection;

    /// Differences are planted in equal judgements.
    #[test]
    fn the_first_difference_is_found() {
        let file = Collection::parse("(;SZ[3];B[bb];W[bb])").expect("a record");
        let game = file.games().next().and_then(Result::ok).expect("a game");
        let judged = game.judge(&Judging::default());
        let found = |other: &Judgement, board| {
            difference([&judged, other], &[vec![(2, 7)], vec![(2, board)]])
        };
        assert_eq!(found(&judged, 7), None);
        let boards = "pure says board 7 after move 2, fast says board 8 after move 2";
        assert_eq!(found(&judged, 8).as_deref(), Some(boards));
        let legal = Judgement {
            illegal: Vec::new(),
            ..judged.clone()
        };
        let says = "pure says 1:17: move 2: White B2: occupied: there is a stone already, fast says 2 moves, 0 more illegal, None";
        assert_eq!(found(&legal, 8).as_deref(), Some(says));
    }
}
