//! A board that was found in a text, and why none was.

use std::fmt;

use crate::basics::text::{Line, TextError};
use crate::basics::{Color, Labels, Move, Point, Rules, Setup, SetupError, Showboard, Size};
use crate::pure::{BoardRecord, play_move};

/// Which edges of the board a drawing shows: top, bottom, left, right.
pub(super) type Edges = [bool; 4];

/// A board as it stands in a text.
#[derive(Debug, Default)]
pub(super) struct Drawn<'a> {
    pub(super) taken_for: String,
    pub(super) cols: usize,
    /// The points, with their places in the text.
    pub(super) points: Vec<(Line<'a>, usize, Option<Color>)>,
    pub(super) labels: Vec<(char, usize)>,
    pub(super) moves: Vec<(Color, usize)>,
    pub(super) edges: Edges,
    /// The size of the board, if the text names it.
    pub(super) given: Option<usize>,
    /// The side to play before the moves, and after them.
    pub(super) first: Option<Color>,
    pub(super) to_play: Option<Color>,
    pub(super) rules: Option<Rules>,
    pub(super) notes: Vec<String>,
}

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
/// of two that are Black's in the table, must be given. The first row is the upper one, unless letters name the columns and
/// the rows are numbered from the top: then row 1 is the lowest. Other numbers and letters in the margins are checked, but
/// points get the names of this library.
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

/// Returns an error at an offset of a line, or of several lines.
pub(super) fn fault(line: &Line<'_>, at: usize, message: impl Into<String>) -> TextError {
    let before = line.text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let text = line.text.get(start..).unwrap_or_default();
    let number = line.number + before.matches('\n').count();
    let text = text.lines().next().unwrap_or_default();
    TextError::new(&Line { number, text }, at.saturating_sub(start), message)
}

impl Drawn<'_> {
    /// Puts the drawing on its board: one without some of the edges shows a part of it, of 19x19 unless a size is given.
    pub(super) fn placed(mut self) -> Result<Pasted, PastedError> {
        let first = self
            .points
            .first()
            .map_or((Line::empty(1), 0), |it| (it.0, it.1));
        let broken = |why: String| PastedError::Broken(fault(&first.0, first.1, why));
        let size = Size::new(self.points.len() / self.cols.max(1), self.cols);
        let drawn = size.map_err(|error| broken(error.to_string()))?;
        let (rows, cols) = (drawn.rows(), drawn.cols());
        let [top, bottom, left, right] = self.edges;
        let (mut size, mut down, mut across) = (drawn, 0, 0);
        let is_whole = match self.given {
            Some(given) => given == rows && given == cols,
            None => !(top || bottom) && (left == right || rows == cols),
        };
        if self.edges != [true; 4] && !is_whole {
            let full = match self.given {
                Some(given) => given,
                None if left && right => cols,
                None if top && bottom => rows,
                None => 19,
            };
            let has_rows = top || bottom || rows == full;
            let has_cols = left || right || cols == full;
            if !(has_rows && has_cols) || rows > full || cols > full {
                return Err(broken(format!(
                    "this is a part of a board of {full}x{full}, and its edges do not say which: draw a side edge and the upper or lower one"
                )));
            }
            size = Size::square(full).map_err(|error| broken(error.to_string()))?;
            down = if top { 0 } else { full - rows };
            across = if left { 0 } else { full - cols };
            self.notes.push(format!(
                "the drawing shows a part of the board: the rest of {full}x{full} is taken to be empty"
            ));
        }
        let point = |nth: usize| Size::point_at(nth / cols + down, nth % cols + across);
        let mut setup = Setup::new(size, self.first.or(self.to_play).unwrap_or(Color::Black));
        let stones = self.points.iter().zip(0..);
        setup.stones = stones
            .filter_map(|((.., stone), nth)| Some((point(nth), (*stone)?)))
            .collect();
        let moves = self.moves.iter();
        let pasted = Pasted {
            taken_for: self.taken_for,
            setup,
            labels: self
                .labels
                .iter()
                .map(|(c, nth)| (*c, point(*nth)))
                .collect(),
            moves: moves
                .map(|(color, nth)| Move::play(*color, point(*nth)))
                .collect(),
            to_play: self.to_play,
            rules: self.rules,
            notes: self.notes,
            fault: None,
        };
        let place = |at: Point| {
            let (row, col) = size.row_and_col(at)?;
            let nth = row.checked_sub(down)? * cols + col.checked_sub(across)?;
            self.points.get(nth).map(|it| (it.0, it.1))
        };
        Ok(pasted.checked(|at| at.and_then(place).unwrap_or(first)))
    }
}

impl Showboard {
    /// Reads a board as [`Pasted::read`] does, for this side to play. Of the text, only the stones are kept.
    ///
    /// # Errors
    /// [`TextError`] with line and column for a text that is no board, or an impossible one.
    pub fn parse(bytes: &[u8], to_play: Color) -> Result<Showboard, TextError> {
        let pasted = Pasted::read(&String::from_utf8_lossy(bytes), None);
        let mut setup = pasted.map_err(|error| error.text_error().clone())?.setup;
        setup.to_play = to_play;
        Ok(Showboard(setup))
    }
}

impl Pasted {
    /// Looks whether the board is possible and the moves are legal. `place` finds a point in the text.
    pub(super) fn checked<'a>(
        mut self,
        place: impl FnOnce(Option<Point>) -> (Line<'a>, usize),
    ) -> Pasted {
        if let Err((point, message)) = self.played(None) {
            let (line, at) = place(point);
            self.fault = Some(fault(&line, at, message));
        }
        self
    }

    /// Starts a game from the board, and plays the moves. The rules are those of the text, else the kata's. `to_play` beats
    /// the side that the text names; where neither does, Black plays. A board has no past: no ko is forbidden but by the moves.
    ///
    /// # Errors
    /// [`PastedError::Broken`]: a chain without liberties, or an illegal move. None of a board that was read and not changed.
    pub fn record(&self, to_play: Option<Color>) -> Result<BoardRecord, PastedError> {
        let broken = |(_, message)| fault(&Line::empty(1), 0, message).into();
        self.played(to_play).map_err(broken)
    }

    /// As [`Pasted::record`]. Fails with the point and the reason.
    fn played(&self, to_play: Option<Color>) -> Result<BoardRecord, (Option<Point>, String)> {
        let mut setup = self.setup.clone();
        let side = to_play.or(self.to_play);
        if self.moves.is_empty() {
            setup.to_play = side.unwrap_or(setup.to_play);
        }
        let size = setup.size;
        let record = BoardRecord::try_from(&setup).map_err(|error| {
            let point = error.point();
            let vertex = point.vertex(size);
            let why = match error {
                SetupError::NoLiberty(_) => {
                    format!("the chain at {vertex} has no liberty, so it cannot be on the board")
                }
                error => error.to_string(),
            };
            (Some(point), why)
        })?;
        let mut record = record.with_rules(self.rules.unwrap_or_default());
        for (mv, number) in self.moves.iter().zip(1..) {
            if record.to_play() != mv.color {
                record = record.hand_turn(mv.color);
            }
            record = play_move(*mv, &record).map_err(|reason| {
                let sentence = format!("move {number}, {}: {reason}", mv.describe(size));
                (mv.action.point(), sentence)
            })?;
        }
        Ok(match side {
            Some(side) if side != record.to_play() => record.hand_turn(side),
            _ => record,
        })
    }
}
