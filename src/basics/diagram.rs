//! Parses and writes boards in the kata's format. The parser does not check that the position is legal.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::color::Color;
use super::point::{Point, Size};
use super::setup::{Setup, SetupError};
use super::text::{Line, TextError, lines, number, shown};

/// The points that a diagram names with a letter.
pub type Labels = BTreeMap<char, Point>;

/// A board in the kata's format: the side to move (`x` or `o`) on a line of its own, then the rows. In a row, `x` is a
/// black stone, `o` a white one, `-` an empty point, and any other lowercase letter an empty point with that name (a
/// label).
///
/// ```
/// use gokata::{Color, Diagram, Point};
///
/// let diagram = Diagram::parse(b"o\n-xo\na--\n")?;
/// assert_eq!(diagram.setup.to_play, Color::White);
/// assert_eq!(diagram.labels[&'a'], Point::from((1, 0)));
/// assert_eq!(diagram.to_string(), "o\n-xo\na--\n");
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagram {
    /// Stones and side to move.
    pub setup: Setup,
    /// The named points. They are empty, and no name is `x` or `o`.
    pub labels: Labels,
}

impl Diagram {
    /// Parses a board file. Blank lines at its end are ignored: the kata's files have one.
    ///
    /// # Errors
    /// [`TextError`] with line and column. Liberties are not checked.
    pub fn parse(bytes: &[u8]) -> Result<Diagram, TextError> {
        let lines = lines(bytes)?;
        let (diagram, used) = Diagram::read(&lines)?;
        if let Some(line) = lines[used..].iter().find(|line| !line.is_blank()) {
            let message = "after the board nothing may follow but blank lines";
            return Err(TextError::new(line, 0, message));
        }
        Ok(diagram)
    }

    /// Parses the diagram that ends at the first blank line. Also returns the number of its lines.
    pub(crate) fn read(lines: &[Line<'_>]) -> Result<(Diagram, usize), TextError> {
        let first = lines.first().copied().unwrap_or(Line::empty(1));
        let to_play = side_line(&first, 0, first.text)?;
        let end = lines.iter().position(Line::is_blank).unwrap_or(lines.len());
        let mut rows = Rows::new(None);
        for line in &lines[1..end] {
            rows.add(line, 0, line.text)?;
        }
        let diagram = rows.finish(&Line::empty(first.number + 1), to_play)?;
        Ok((diagram, end))
    }

    /// Returns the setup, where labels have no meaning.
    ///
    /// # Errors
    /// [`TextError`]: the place of the first label.
    pub fn unlabelled(&self) -> Result<&Setup, TextError> {
        without_labels(&self.labels, &self.to_string(), 1).map(|()| &self.setup)
    }

    /// Converts a referee's error about the setup to an error with line and column in `self.to_string()`.
    pub(crate) fn error_at(&self, error: &SetupError) -> TextError {
        let text = self.to_string();
        match error {
            SetupError::NoLiberty(point) => no_liberty(&text, 1, *point, self.setup.size),
            SetupError::OffBoard(point) | SetupError::Twice(point) => {
                at_point(&text, 1, *point, error.to_string())
            }
        }
    }
}

/// Parses rows without a side to move and without labels. Returns the content of every point in reading order.
pub(crate) fn rows_alone(text: &str) -> Result<(Size, Vec<Option<Color>>), TextError> {
    let lines = lines(text.as_bytes())?;
    let mut rows = Rows::new(None);
    for line in &lines {
        rows.add(line, 0, line.text)?;
    }
    let end = Line::empty(lines.len() + 1);
    let Diagram { setup, labels } = rows.finish(&end, Color::Black)?;
    without_labels(&labels, text, 0)?;
    let points = setup
        .points()
        .map_err(|error| at_point(text, 0, error.point(), error.to_string()))?;
    Ok((setup.size, points))
}

/// Refuses labels. `lines_before` is the number of lines before the rows.
fn without_labels(labels: &Labels, text: &str, lines_before: usize) -> Result<(), TextError> {
    let Some((letter, point)) = labels.iter().min_by_key(|(_, point)| **point) else {
        return Ok(());
    };
    let message = format!("{}: a point of this board is x, o or -", shown(*letter));
    Err(at_point(text, lines_before, *point, message))
}

/// Creates the error for a chain without a liberty. `lines_before` is the number of lines before the rows.
pub(crate) fn no_liberty(text: &str, lines_before: usize, point: Point, size: Size) -> TextError {
    let vertex = point.vertex(size);
    let message = format!("the chain at {vertex} has no liberty, so it cannot be on the board");
    at_point(text, lines_before, point, message)
}

fn at_point(text: &str, lines_before: usize, point: Point, message: String) -> TextError {
    let row = usize::try_from(point.row).unwrap_or(0) + lines_before;
    let line = Line {
        number: row + 1,
        text: text.lines().nth(row).unwrap_or_default(),
    };
    TextError::new(&line, usize::try_from(point.col).unwrap_or(0), message)
}

impl fmt::Display for Diagram {
    /// Writes the kata's format, with a newline after each row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, &self.setup, &self.labels)
    }
}

impl fmt::Display for Setup {
    /// Writes the kata's format, with a newline after each row, stones in reading order. Of an impossible position, stones
    /// off the board are left out, and of two stones on a point the last is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self, &Labels::new())
    }
}

impl FromStr for Setup {
    type Err = TextError;

    /// Parses the kata's format. Labels are ignored. Liberties are not checked.
    fn from_str(text: &str) -> Result<Setup, TextError> {
        Ok(Diagram::parse(text.as_bytes())?.setup)
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, setup: &Setup, labels: &Labels) -> fmt::Result {
    let mut letters = vec!['-'; setup.size.point_count()];
    let stones = setup.stones.iter();
    let stones = stones.map(|(point, color)| (*point, color.letter()));
    let labels = labels.iter().map(|(letter, point)| (*point, *letter));
    for (point, letter) in labels.chain(stones) {
        if let Some(index) = setup.size.index(point) {
            letters[index] = letter;
        }
    }
    let rows = rows_of(setup.size, letters);
    writeln!(f, "{}\n{rows}", setup.to_play.letter())
}

/// Joins the letters of all points, in reading order, to rows. There is no newline after the last row.
pub(crate) fn rows_of(size: Size, letters: impl IntoIterator<Item = char>) -> String {
    let letters: Vec<char> = letters.into_iter().collect();
    let rows: Vec<String> = letters.chunks(size.cols()).map(String::from_iter).collect();
    rows.join("\n")
}

/// Parses the line that contains only the side to move.
pub(crate) fn side_line(line: &Line<'_>, at: usize, text: &str) -> Result<Color, TextError> {
    if line.is_blank() {
        let message = "the side to move is missing: the first line is x or o";
        return Err(TextError::new(line, 0, message));
    }
    let side = text.chars().next().and_then(Color::from_letter);
    if let Some(color) = side.filter(|_| text.len() == 1) {
        return Ok(color);
    }
    let behind = usize::from(side.is_some());
    let found = text[behind..].chars().next().map(shown).unwrap_or_default();
    let message =
        format!("{found}: the side to move, x or o, stands alone on the line above the rows");
    Err(TextError::new(line, at + behind, message))
}

pub(crate) struct Rows {
    size: Option<Size>,
    cols: usize,
    count: usize,
    stones: Vec<(Point, Color)>,
    labels: Labels,
}

impl Rows {
    /// Starts a board of this size, or of any size if `size` is `None`.
    pub(crate) fn new(size: Option<Size>) -> Rows {
        Rows {
            size,
            cols: size.map_or(0, Size::cols),
            count: 0,
            stones: Vec::new(),
            labels: Labels::new(),
        }
    }

    /// Parses the next row, `text`, which begins at byte `at` of `line`.
    pub(crate) fn add(&mut self, line: &Line<'_>, at: usize, text: &str) -> Result<(), TextError> {
        match self.size {
            Some(size) if self.count == size.rows() => {
                let rows = number(size.rows(), "row");
                let message = format!("one row too many: the board has {rows}");
                return Err(TextError::new(line, at, message));
            }
            None if self.count == usize::from(Size::MAX) => {
                let (row, most) = (self.count + 1, Size::MAX);
                let message = format!("row {row}: a board has 1 to {most} rows");
                return Err(TextError::new(line, at, message));
            }
            _ => {}
        }
        let first = self.count == 0 && self.size.is_none();
        let length = || number(self.cols, "point");
        let model = self.size.map_or("the first row", |_| "the board");
        let mut col = 0;
        for (offset, letter) in text.char_indices() {
            let error = |message: String| Err(TextError::new(line, at + offset, message));
            if !matches!(letter, '-' | 'a'..='z') {
                return error(format!("{}: {}", shown(letter), what_instead(letter)));
            }
            if first && col == usize::from(Size::MAX) {
                let (nth, limits) = (col + 1, format!("a board has 1 to {} columns", Size::MAX));
                return error(format!("point {nth} of a row: {limits}"));
            }
            if !first && col == self.cols {
                let length = length();
                return error(format!(
                    "this row is longer than {model}, which has {length}"
                ));
            }
            let point = Size::point_at(self.count, col);
            if let Some(color) = Color::from_letter(letter) {
                self.stones.push((point, color));
            } else if letter != '-' && self.labels.insert(letter, point).is_some() {
                return error(format!("the label `{letter}` is used twice in one diagram"));
            }
            col += 1;
        }
        if !first && col < self.cols {
            let message = format!("this row has {col} of the {} of {model}", length());
            return Err(TextError::new(line, at + text.len(), message));
        }
        self.cols = col;
        self.count += 1;
        Ok(())
    }

    /// Returns the stones and labels of all rows. Fails at `end`, the line after the rows, if rows are missing.
    pub(crate) fn finish(self, end: &Line<'_>, to_play: Color) -> Result<Diagram, TextError> {
        let size = match self.size {
            Some(size) if self.count < size.rows() => {
                let rows = number(size.rows(), "row");
                let message = match self.count {
                    0 => format!("the diagram is missing: {rows}"),
                    count => format!("the diagram ends after {count} of {rows}"),
                };
                return Err(TextError::new(end, 0, message));
            }
            Some(size) => size,
            None => Size::new(self.count, self.cols).map_err(|_| {
                let message = "the board is missing: 1 to 25 rows of 1 to 25 points";
                TextError::new(end, 0, message)
            })?,
        };
        let (stones, labels) = (self.stones, self.labels);
        let setup = Setup {
            size,
            stones,
            to_play,
        };
        Ok(Diagram { setup, labels })
    }
}

fn what_instead(letter: char) -> &'static str {
    match letter {
        'X' | 'B' | '@' | '●' | '⚫' => "a black stone is a small x",
        'O' | 'W' | '0' | '○' | '⚪' => "a white stone is a small o",
        '.' | '+' | '_' | '*' | ',' | '\u{2010}'..='\u{2015}' | '\u{2212}' => {
            "an empty point is - (a hyphen)"
        }
        ' ' => "no spaces before, between or behind the points of a row",
        '#' => "no comments in a board: leave a blank line before the first one",
        'A'..='Z' => "the letters of a board are lowercase",
        _ => "a point is x, o, - or a letter a to z that names it",
    }
}
