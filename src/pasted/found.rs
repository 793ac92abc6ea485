//! A board that was found in a text, and why none was.

use std::fmt;

use crate::basics::text::{Line, TextError};
use crate::basics::{Action, Color, Labels, Move, Point, Rules, Setup, SetupError, Size};
use crate::pure::{BoardRecord, play_move};

/// A board that was found in a text, and what the text says about it.
///
/// These are found, with coordinates, frames, captions, quotes (`> `) and other text around them:
///
/// - What Go programs print: gokata's `show`, GNU Go, `KataGo`, Pachi, Leela Zero, Fuego, Ray, Michi, Minigo, Go servers. A
///   mark on the last move says who plays next, as do lines such as `White to play`.
/// - Rows of two signs of stones and those of empty points, with or without blanks between them: newsgroups, forums, emoji.
/// - Tables (commas, semicolons, tabs, Markdown), arrays of `NumPy`, lists of JSON and of programming languages: `0 1 2` and
///   `0 1 -1` are empty, Black, White.
/// - Diagrams of [Sensei's Library](https://senseis.xmp.net/?HowDiagramsWork) (`$$`). Numbers are moves. A corner is placed on
///   its board, 19x19 unless the diagram names another size.
/// - Queries of [`KataGo`'s analysis engine](https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md).
///
/// Which signs are stones:
///
/// | Black | White | who writes them |
/// |---|---|---|
/// | `X` `x` | `O` `o` | most programs, newsgroups, Sensei's Library, the kata |
/// | `#` | `O` | the servers IGS and NNGS |
/// | `@` | `O` | Ray and its descendants |
/// | `#` | `@` | newsgroups |
/// | `B` `b` | `W` `w` | `KataGo`'s JSON, spreadsheets; also as words |
/// | `1` | `2` or `-1` | arrays; 0 is empty |
/// | `X` | `0` | where another sign is empty |
/// | `●` `⚫` `黑` `黒` | `○` `⚪` `白` | forums of East Asia, emoji |
///
/// Empty are `. + - _ , · ・` and the crossings of lines, and `*` beside stones of both colors. The colors of other signs, and
/// of two that are Black's in the table, must be given. The first row is the upper one. Numbers and letters in the margins are
/// checked, but points get the names of this library: the lowest row is 1, and no column is I.
///
/// ```
/// use gokata::{Color, Pasted};
///
/// let text = "Can White take here?\n> 3 . # O .\n> 2 # O . O\n> 1 . # O .\n>   A B C D\n";
/// let pasted = Pasted::read(text, None)?;
/// assert_eq!(pasted.to_play, None);
/// assert_eq!(pasted.record(Some(Color::White))?.setup().to_string(), "o\n-xo-\nxo-o\n-xo-\n");
/// assert!(Pasted::read("K . M\nM K .\n. M K\n", Some("K")).is_ok());
/// assert!(Pasted::read("K . M\nM K .\n. M K\n", None).is_err());
/// # Ok::<(), gokata::PastedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pasted {
    /// What the text was taken for, in words.
    pub taken_for: String,
    /// The stones. Where the text does not name the side to play, it is Black.
    pub setup: Setup,
    /// Points with a letter.
    pub labels: Labels,
    /// The moves that follow: numbers in a diagram, `moves` in JSON.
    pub moves: Vec<Move>,
    /// The side to play after the moves, if the text says it.
    pub to_play: Option<Color>,
    /// The rules, if the text names them.
    pub rules: Option<Rules>,
    /// What was assumed, in words.
    pub notes: Vec<String>,
    /// Why the board is impossible, or a move illegal.
    pub(super) fault: Option<TextError>,
}

/// Why no board was read. `Display` writes line, column and message as [`TextError`] does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PastedError {
    /// The text has no board.
    NoBoard(TextError),
    /// The colors of the signs are not known: name Black's.
    Signs(TextError),
    /// The text has several boards, or says two things about one.
    TwoReadings(TextError),
    /// There is a board, but it is damaged, or impossible.
    Broken(TextError),
}

impl PastedError {
    /// The place and the message.
    pub fn text_error(&self) -> &TextError {
        match self {
            PastedError::NoBoard(error)
            | PastedError::Signs(error)
            | PastedError::TwoReadings(error)
            | PastedError::Broken(error) => error,
        }
    }
}

impl fmt::Display for PastedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text_error().fmt(f)
    }
}

impl std::error::Error for PastedError {}

impl From<TextError> for PastedError {
    fn from(error: TextError) -> PastedError {
        PastedError::Broken(error)
    }
}

impl Pasted {
    /// Puts points on the board, rows of this length from a row and column on. Moves the labels with them.
    pub(super) fn put(
        &mut self,
        points: Vec<Option<Color>>,
        cols: usize,
        (row, col): (usize, usize),
    ) {
        let moved = |nth: usize| Size::point_at(nth / cols + row, nth % cols + col);
        let stones = points.into_iter().enumerate();
        let stones = stones.filter_map(|(nth, stone)| Some((moved(nth), stone?)));
        self.setup.stones = stones.collect();
        let shift = |at: usize| i32::try_from(at).unwrap_or(0);
        for point in self.labels.values_mut() {
            *point = Point::from((point.row + shift(row), point.col + shift(col)));
        }
    }

    /// Looks whether the board is possible and the moves are legal. `places`: where the points stand in the text, by rows of
    /// this length from a row and column on.
    pub(super) fn checked(
        mut self,
        places: &[(Line<'_>, usize)],
        cols: usize,
        (row, col): (usize, usize),
    ) -> Pasted {
        let Err((point, message)) = self.played(None) else {
            return self;
        };
        let nth = point.and_then(|point| {
            let (down, right) = self.setup.size.row_and_col(point)?;
            Some(down.checked_sub(row)? * cols + right.checked_sub(col)?)
        });
        let (line, at) = places
            .get(nth.unwrap_or(0))
            .or(places.first())
            .copied()
            .unwrap_or((Line::empty(1), 0));
        self.fault = Some(TextError::new(&line, at, message));
        self
    }

    /// Starts a game from the board, and plays the moves. The rules are those of the text, else the kata's. `to_play` counts
    /// where the text does not name the side; else Black plays. A board has no past: no ko is forbidden but by the moves.
    ///
    /// # Errors
    /// [`PastedError::Broken`]: a chain without liberties, or an illegal move. None of a board that was read and not changed.
    pub fn record(&self, to_play: Option<Color>) -> Result<BoardRecord, PastedError> {
        self.played(to_play).map_err(|(_, message)| {
            PastedError::Broken(TextError::new(&Line::empty(1), 0, message))
        })
    }

    /// As [`Pasted::record`]. Fails with the point and the reason.
    fn played(&self, to_play: Option<Color>) -> Result<BoardRecord, (Option<Point>, String)> {
        let mut setup = self.setup.clone();
        if self.to_play.is_none() {
            setup.to_play = to_play.unwrap_or(setup.to_play);
        }
        let size = setup.size;
        let record = BoardRecord::try_from(&setup).map_err(|error| {
            let point = error.point();
            let vertex = point.vertex(size);
            let why = format!("the chain at {vertex} has no liberty, so it cannot be on the board");
            let is_liberty = matches!(error, SetupError::NoLiberty(_));
            (
                Some(point),
                if is_liberty { why } else { error.to_string() },
            )
        })?;
        let mut record = record.with_rules(self.rules.unwrap_or_default());
        for (mv, number) in self.moves.iter().zip(1..) {
            if record.to_play() != mv.color {
                record = record.hand_turn(mv.color);
            }
            record = play_move(*mv, &record).map_err(|reason| {
                let point = match mv.action {
                    Action::Play(point) => Some(point),
                    _ => None,
                };
                (
                    point,
                    format!("move {number}, {}: {reason}", mv.describe(size)),
                )
            })?;
        }
        Ok(match self.to_play {
            Some(side) if side != record.to_play() => record.hand_turn(side),
            _ => record,
        })
    }
}
