//! Parses and writes boards in the format of GTP's `showboard`. The parser does not check that the position is legal.

use std::fmt;

use super::color::Color;
use super::point::{Point, Size};
use super::setup::Setup;
use super::text::{Line, TextError, Word, lines, quoted, words};

/// A position in the format that GNU Go and others print: `X` black, `O` white, `.` empty, columns
/// named above and below, rows numbered from the bottom on both sides.
///
/// The format does not include the side to play.
///
/// ```
/// use gokata::{Color, Showboard};
///
/// let text = "   A B C\n 2 . X . 2\n 1 O . . 1\n   A B C\n";
/// let board = Showboard::parse(text.as_bytes(), Color::White)?;
/// assert_eq!(board.0.stones.len(), 2);
/// assert_eq!(board.to_string(), text);
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Showboard(pub Setup);

impl Showboard {
    /// Parses a board. `+` is an empty point, too (a star point). Ignores text after the row number on the right, and
    /// lines that begin with `=` (GTP's response).
    ///
    /// # Errors
    /// [`TextError`] with line and column. Liberties are not checked.
    pub fn parse(bytes: &[u8], to_play: Color) -> Result<Showboard, TextError> {
        let lines = lines(bytes)?;
        let mut rows: Vec<(usize, Vec<Option<Color>>)> = Vec::new();
        let mut names: Vec<(Line<'_>, String)> = Vec::new();
        for line in &lines {
            let words = words(line.text);
            match words.clone().next() {
                None => {}
                Some(word) if word.text.starts_with('=') => {}
                Some(word) if word.text.bytes().all(|b| b.is_ascii_digit()) => {
                    let row = read_row(line, words)?;
                    if let Some((above, points)) = rows.last() {
                        if row.0 + 1 != *above {
                            let message = format!("row {} stands below row {above}", row.0);
                            return Err(TextError::new(line, word_at(line), message));
                        }
                        let (here, there) = (row.1.len(), points.len());
                        if here != there {
                            let message =
                                format!("this row has {here} points, the one above {there}");
                            return Err(TextError::new(line, word_at(line), message));
                        }
                    }
                    rows.push(row);
                }
                Some(_) if words.clone().all(|word| is_column_name(word.text)) => {
                    names.push((*line, words.map(|word| word.text).collect::<String>()));
                }
                Some(word) => {
                    let message =
                        "neither column names (A B C) nor a row (its number, then X, O and .)";
                    return Err(TextError::new(line, word.at, message));
                }
            }
        }
        let at_end = |message: String| TextError::new(&Line::empty(lines.len() + 1), 0, message);
        let Some((lowest, points)) = rows.last() else {
            return Err(at_end("there is no board here".to_owned()));
        };
        if *lowest != 1 {
            let message = format!("the board ends at row {lowest}, not at row 1");
            return Err(at_end(message));
        }
        let size =
            Size::new(rows.len(), points.len()).map_err(|error| at_end(error.to_string()))?;
        let expected: String = (0..size.cols()).map(|col| column_name(size, col)).collect();
        if let Some((line, _)) = names.iter().find(|(_, found)| *found != expected) {
            let message = format!("the columns of this board are named {expected}");
            return Err(TextError::new(line, word_at(line), message));
        }
        let points = rows.into_iter().flat_map(|(_, points)| points);
        Ok(Showboard(Setup::of_points(size, points, to_play)))
    }
}

impl fmt::Display for Showboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { size, stones, .. } = &self.0;
        let names: String = (0..size.cols())
            .flat_map(|col| [' ', column_name(*size, col)])
            .collect();
        writeln!(f, "  {names}")?;
        for row in 0..size.rows() {
            let number = size.rows() - row;
            write!(f, "{number:2}")?;
            for col in 0..size.cols() {
                let point = Size::point_at(row, col);
                let stone = stones.iter().find(|(stone, _)| *stone == point);
                let letter = stone.map_or('.', |(_, color)| color.letter().to_ascii_uppercase());
                write!(f, " {letter}")?;
            }
            writeln!(f, " {number}")?;
        }
        writeln!(f, "  {names}")
    }
}

/// Returns the column's letter: `A` for the first.
fn column_name(size: Size, col: usize) -> char {
    let bottom: Point = Size::point_at(size.rows() - 1, col);
    bottom.vertex(size).chars().next().unwrap_or('?')
}

fn is_column_name(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z'])
}

fn word_at(line: &Line<'_>) -> usize {
    line.text.len() - line.text.trim_start_matches(' ').len()
}

/// Parses the number of a row and the content of its points.
fn read_row<'a>(
    line: &'a Line<'a>,
    mut words: impl Iterator<Item = Word<'a>>,
) -> Result<(usize, Vec<Option<Color>>), TextError> {
    let number = |word: Word<'_>| {
        let number = word.text.parse().ok();
        number.filter(|n| (1..=usize::from(Size::MAX)).contains(n))
    };
    let first = words.next().unwrap_or(Word { at: 0, text: "" });
    let row = number(first).ok_or_else(|| {
        let message = format!("rows are numbered 1 to {}", Size::MAX);
        TextError::new(line, first.at, message)
    })?;
    let mut points = Vec::new();
    for word in words {
        let error = |message: String| Err(TextError::new(line, word.at, message));
        points.push(match word.text {
            "X" => Some(Color::Black),
            "O" => Some(Color::White),
            "." | "+" => None,
            text if text.bytes().all(|b| b.is_ascii_digit()) => {
                if number(word) == Some(row) {
                    break;
                }
                return error(format!("row {row} ends with the number {}", word.text));
            }
            text => {
                let rule = "each point is one of X, O, . and +, separated by spaces";
                return error(format!("{}: {rule}", quoted(text)));
            }
        });
    }
    Ok((row, points))
}
