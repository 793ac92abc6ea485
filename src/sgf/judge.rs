//! Judging a record: how, and what comes of it. The moves are gone through in `walk`.

use std::fmt;

use super::path::ordinal;
use super::read::Game;
use super::stats::Stats;
use super::umpire::Pair;
use super::walk::Walk;
use crate::basics::{Action, IllegalMove, Move, Rules, Size, TextError};
use crate::fast::FastGame;
use crate::pure::BoardRecord;

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
    /// Nothing: the rest of the line is not gone through, nor a variation that goes on from there.
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
    /// Illegal moves in the order of the text, up to a thousand: the first one of each line, or with
    /// [`Refused::GoOn`] all of them. A move that the record itself says was made by force (`KO`) is none, if
    /// its point is empty.
    pub illegal: Vec<Refusal>,
    /// How many more there were.
    pub more_illegal: usize,
    /// What is odd about the record, but understood.
    pub warnings: Vec<TextError>,
    /// How many more warnings there were.
    pub more_warnings: usize,
    /// What could not be understood: then the rest, or what goes on from there, was not judged.
    pub fault: Option<TextError>,
    /// Where the two referees differ, which is a bug.
    pub disagreement: Option<String>,
    /// The counts over the main line, if they were asked for.
    pub stats: Option<Stats>,
    /// How many variations were not gone through: with [`Lines::Main`] all there are, with [`Lines::All`] those
    /// behind what ends a line.
    pub variations_left: usize,
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
    /// Which variation: `main`, or where the main line is left: `12/2` is the second variation after move 12,
    /// `12/2,30/3` goes on with the third one after move 30. [`Game::replay_path`] goes there, unless it ends
    /// in `...`, after thirty of them.
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
        let (branch, mv) = (self.branch(), self.describe());
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

    /// The move: `Black C4`. A point off the board has no name of its own: it is told as in the record.
    fn describe(&self) -> String {
        let letter = |place: i32| {
            let letters = (b'a'..=b'z').chain(b'A'..=b'Z').map(char::from);
            let place = usize::try_from(place).ok();
            place.and_then(|place| letters.clone().nth(place))
        };
        match self.mv.action {
            Action::Play(point) if !self.size.contains(point) => {
                let letters: String = [point.col, point.row]
                    .into_iter()
                    .filter_map(letter)
                    .collect();
                format!("{} `{letters}`", self.mv.color)
            }
            _ => self.mv.describe(self.size),
        }
    }

    /// In which variation, in words: empty in the main line.
    fn branch(&self) -> String {
        let branches = self.path.split(',').filter_map(|part| part.split_once('/'));
        let words = branches.map(|(after, number)| {
            let number = number.parse().map_or_else(|_| number.to_owned(), ordinal);
            format!("the {number} variation after move {after}")
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
            Referees::Pure => Walk::<BoardRecord>::new(self, how).judge(),
            Referees::Fast => Walk::<FastGame>::new(self, how).judge(),
            Referees::Both => Walk::<Pair>::new(self, how).judge(),
        }
    }

    /// Goes through the moves before the fast referee, and calls `each` before every legal one, with the game
    /// as it stands before it. A set-up in the middle of a record begins a new game, of no turns yet.
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
        walk.watched(&mut each).judge()
    }

    /// The main line as it was played, legal or not, up to its end or to so many moves; and what is to be said
    /// about it. The past goes back to the latest set-up.
    ///
    /// Colors are to alternate: a second move in a row by one is made, and told as illegal
    /// ([`Order::Alternating`]).
    ///
    /// # Errors
    /// What could not be understood, unless it comes later in the text than these moves: then
    /// [`Judgement::fault`] tells of it.
    pub fn replay(
        &self,
        rules: Option<Rules>,
        moves: Option<usize>,
    ) -> Result<(BoardRecord, Judgement), TextError> {
        self.walk_on(rules).replay(moves)
    }

    /// The same of a variation, by its name as [`Refusal::path`] has it: `main`, or `12/2,30/3` for the third
    /// one after move 30 of the second one after move 12, which after that goes on with the first one at each
    /// branching. Moves are counted from the beginning of the game.
    ///
    /// ```
    /// use gokata::sgf::Collection;
    ///
    /// let file = Collection::parse("(;SZ[5];B[cc](;W[dd];B[cd])(;W[bb];B[bc]))")?;
    /// let game = file.games().next().unwrap()?;
    /// let (record, _) = game.replay_path("1/2", None, None)?;
    /// let played = record.moves().into_iter().map(|mv| mv.describe(record.size()));
    /// assert_eq!(played.collect::<Vec<_>>(), ["Black C3", "White B4", "Black B3"]);
    /// let absent = game.replay_path("1/3", None, None).unwrap_err();
    /// assert_eq!(absent.message(), "there is no 3rd variation after move 1");
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    ///
    /// # Errors
    /// As of [`Game::replay`]; and there is no such variation, at the place where it would begin.
    pub fn replay_path(
        &self,
        path: &str,
        rules: Option<Rules>,
        moves: Option<usize>,
    ) -> Result<(BoardRecord, Judgement), TextError> {
        let way = self.way(path)?;
        self.walk_on(rules).replay_nodes(way.into_iter(), moves)
    }

    fn walk_on(&self, rules: Option<Rules>) -> Walk<'_, BoardRecord> {
        let how = Judging {
            rules,
            refused: Refused::GoOn,
            ..Judging::default()
        };
        Walk::new(self, &how)
    }
}
