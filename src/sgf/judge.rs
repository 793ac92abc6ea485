//! Judging a record: how, and what comes of it. The moves are gone through in `walk`.

use std::fmt;

use super::read::Game;
use super::stats::Stats;
use super::umpire::Pair;
use super::walk::Walk;
use crate::fast::FastGame;
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::point::Size;
use crate::record::BoardRecord;
use crate::rules::Rules;
use crate::text::TextError;

/// How a record is judged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Judging {
    /// The rules; else those that the record names, else the kata's.
    pub rules: Option<Rules>,
    /// Who is asked.
    pub referees: Referees,
    /// What is gone through.
    pub lines: Lines,
    /// Whether a color may move twice in a row.
    pub order: Order,
    /// What comes after an illegal move.
    pub refused: Refused,
    /// Whether [`Judgement::stats`] are counted.
    pub stats: bool,
}

/// Who is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Referees {
    /// The pure one.
    Pure,
    /// The fast one.
    #[default]
    Fast,
    /// Both, which must agree.
    Both,
}

/// What of a record is gone through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lines {
    /// The first variation at each branching.
    #[default]
    Main,
    /// All variations, each node once.
    All,
}

/// Whether a color may move twice in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// No: that is out of turn.
    #[default]
    Alternating,
    /// Yes, as where moves were taken back, or handicap stones are given as moves.
    Any,
}

/// What comes after an illegal move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Refused {
    /// Nothing: the rest is not gone through.
    #[default]
    Stop,
    /// The game as it went on: the move is made all the same if its point is empty, else left out.
    GoOn,
}

/// What came of judging a record.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The rules that were in force.
    pub rules: Rules,
    /// Number of moves gone through, passes and illegal ones included.
    pub moves: usize,
    /// Illegal moves in the order of the text: the first one, or with [`Refused::GoOn`] up to a thousand.
    pub illegal: Vec<Refusal>,
    /// How many more there were.
    pub more_illegal: usize,
    /// What is odd about the record, but understood.
    pub warnings: Vec<TextError>,
    /// How many more warnings there were.
    pub more_warnings: usize,
    /// What could not be understood: then the rest was not judged.
    pub fault: Option<TextError>,
    /// Where the two referees differ, which is a bug.
    pub disagreement: Option<String>,
    /// The counts over the main line, if they were asked for.
    pub stats: Option<Stats>,
}

/// What a record is found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every move is legal.
    Legal,
    /// A move is not.
    Illegal,
    /// Only a part could be understood.
    Partial,
    /// There is no move in it.
    NoMoves,
    /// The two referees differ.
    Disagreement,
}

impl Verdict {
    /// In one word: `legal illegal partial no-moves disagreement`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Legal => "legal",
            Verdict::Illegal => "illegal",
            Verdict::Partial => "partial",
            Verdict::NoMoves => "no-moves",
            Verdict::Disagreement => "disagreement",
        }
    }
}

/// A move that is not legal, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Which variation: `main`, or where the main line is left: `12/2` is the second variation after move
    /// 12, `12/2,30/3` goes on with the third one after move 30.
    pub path: String,
    /// The number of the move in its line, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The first reason against it.
    pub reason: IllegalMove,
    /// For ko and superko: after which move there was what would return; 0 is the opening board. Not looked
    /// for when there are very many.
    pub repeats: Option<usize>,
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1 in characters.
    pub column: usize,
    /// How large the board is, from which its points have their names.
    pub size: Size,
}

impl Refusal {
    /// What is refused and why: `move 9: Black C4: ko: …`.
    pub fn sentence(&self) -> String {
        let (branch, mv) = (self.branch(), self.mv.describe(self.size));
        let repeats = match self.repeats {
            None => String::new(),
            Some(0) => " (as the opening board)".to_owned(),
            Some(turn) => format!(" (as after move {turn})"),
        };
        format!(
            "move {}{branch}: {mv}: {}{repeats}",
            self.number, self.reason
        )
    }

    /// In which variation, in words: empty in the main line.
    fn branch(&self) -> String {
        let branches = self.path.split(',').filter_map(|part| part.split_once('/'));
        let words = branches.map(|(after, number)| {
            let ending = match number {
                "2" => "nd",
                "3" => "rd",
                _ => "th",
            };
            format!("the {number}{ending} variation after move {after}")
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            String::new()
        } else {
            format!(" in {}", words.join(", "))
        }
    }
}

/// `3:4: move 9: Black C4: ko: …`, with the place in the text first, as in all errors.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.sentence())
    }
}

impl Judgement {
    /// What the record is found to be. What was not understood is never legal.
    pub fn verdict(&self) -> Verdict {
        if self.disagreement.is_some() {
            Verdict::Disagreement
        } else if self.fault.is_some() {
            Verdict::Partial
        } else if !self.illegal.is_empty() {
            Verdict::Illegal
        } else if self.moves == 0 {
            Verdict::NoMoves
        } else {
            Verdict::Legal
        }
    }
}

impl Game<'_> {
    /// Goes through the moves.
    ///
    /// ```
    /// use gokata::IllegalMove;
    /// use gokata::sgf::{Collection, Judging, Verdict};
    ///
    /// let file = Collection::parse("(;SZ[5];B[cc];W[cc])")?;
    /// let judgement = file.games().next().unwrap()?.judge(&Judging::default());
    /// assert_eq!(judgement.verdict(), Verdict::Illegal);
    /// assert_eq!((judgement.illegal[0].number, judgement.illegal[0].reason), (2, IllegalMove::Occupied));
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn judge(&self, how: &Judging) -> Judgement {
        match how.referees {
            Referees::Pure => Walk::<BoardRecord>::new(self, how).run(None).0,
            Referees::Fast => Walk::<FastGame>::new(self, how).run(None).0,
            Referees::Both => Walk::<Pair>::new(self, how).run(None).0,
        }
    }

    /// Goes through the moves before the fast referee, and calls `each` before every legal one, with the game as
    /// it stands before it. A set-up in the middle of a record begins a new game, of no turns yet.
    ///
    /// ```
    /// use gokata::sgf::{Collection, Judging};
    ///
    /// let file = Collection::parse("(;SZ[5];B[cc];W[dd];B[cd])")?;
    /// let mut legal = Vec::new();
    /// file.games()
    ///     .next()
    ///     .unwrap()?
    ///     .judge_each(&Judging::default(), |game, _| legal.push(game.legal_points().len()));
    /// assert_eq!(legal, [25, 24, 23]);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn judge_each(&self, how: &Judging, mut each: impl FnMut(&FastGame, Move)) -> Judgement {
        let walk = Walk::<FastGame>::new(self, how);
        walk.watched(&mut each).run(None).0
    }

    /// The main line as it was played, legal or not, up to its end or to so many moves; and what is to be said
    /// about it. The past goes back to the latest set-up.
    ///
    /// # Errors
    /// What could not be understood.
    pub fn replay(
        &self,
        rules: Option<Rules>,
        moves: Option<usize>,
    ) -> Result<(BoardRecord, Judgement), TextError> {
        let how = Judging {
            rules,
            refused: Refused::GoOn,
            ..Judging::default()
        };
        let (judgement, record) = Walk::<BoardRecord>::new(self, &how).run(moves);
        match judgement.fault {
            Some(fault) => Err(fault),
            None => Ok((record?, judgement)),
        }
    }
}
