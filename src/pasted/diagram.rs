//! Diagrams of Sensei's Library: lines that begin with `$$`.

use super::block::Edges;
use super::context;
use super::found::{Pasted, PastedError};
use super::grid::placed;
use crate::basics::text::{Line, TextError};
use crate::basics::{Color, Labels, Move, Setup, Size};

/// The first line: `$$Wc9m13 title`.
#[derive(Debug, Default)]
struct Header {
    /// The side that plays the move with the number 1.
    first: Option<Color>,
    size: Option<usize>,
}

/// What stands at a point.
#[derive(Debug, Clone, Copy)]
enum Cell {
    Empty,
    Stone(Color),
    Label(char),
    /// A move, with the offset of its number in the line.
    Move(usize, usize),
}

#[derive(Debug, Default)]
struct Drawing<'a> {
    header: Header,
    rows: Vec<(Line<'a>, Vec<Cell>)>,
    edges: Edges,
}

/// Reads the only diagram of a text; `None` if it has none.
pub(super) fn read(lines: &[Line<'_>]) -> Option<Result<Pasted, PastedError>> {
    let is_inside = |line: &Line<'_>| inner(line).is_some();
    let groups = lines.chunk_by(|above, below| is_inside(above) == is_inside(below));
    let mut diagrams = groups
        .filter(|group| group.first().is_some_and(is_inside))
        .peekable();
    diagrams.peek()?;
    let drawings: Result<Vec<Drawing<'_>>, TextError> = diagrams.map(drawing).collect();
    let drawings = match drawings {
        Ok(drawings) => drawings
            .into_iter()
            .filter(|drawing| !drawing.rows.is_empty()),
        Err(error) => return Some(Err(error.into())),
    };
    let drawings: Vec<Drawing<'_>> = drawings.collect();
    match &drawings[..] {
        [] => None,
        [one] => Some(pasted(one, lines)),
        [one, other, ..] => {
            let number = |drawing: &Drawing<'_>| drawing.rows.first().map_or(1, |row| row.0.number);
            let (one, at) = (number(one), number(other));
            let message = format!(
                "there are two diagrams here, from line {one} and from line {at}: leave one"
            );
            let line = other.rows.first().map_or(Line::empty(at), |row| row.0);
            Some(Err(PastedError::TwoReadings(TextError::new(
                &line, 0, message,
            ))))
        }
    }
}

/// Returns the part of a line behind `$$`, and its offset.
fn inner<'a>(line: &Line<'a>) -> Option<(usize, &'a str)> {
    let at = super::row::start(line.text) + 2;
    let text = line.text.get(at - 2..)?.strip_prefix("$$")?;
    Some((at, text))
}

fn drawing<'a>(group: &[Line<'a>]) -> Result<Drawing<'a>, TextError> {
    let mut drawing = Drawing::default();
    for (nth, line) in group.iter().enumerate() {
        let (at, text) = inner(line).unwrap_or_default();
        let body = text.trim();
        let is_edge = body.contains("--") && body.chars().all(|c| "-+| ".contains(c));
        if body.is_empty() || body.starts_with(['[', '{']) {
            // A link, an arrow.
        } else if is_edge && drawing.rows.is_empty() {
            drawing.edges.top = true;
        } else if is_edge {
            drawing.edges.bottom = true;
        } else if nth == 0 && (!text.starts_with(' ') || has_words(body)) {
            drawing.header = header(text);
        } else {
            let cells = row(line, at, text)?;
            let (left, right) = (body.starts_with('|'), body.len() > 1 && body.ends_with('|'));
            let is_first = drawing.rows.is_empty();
            drawing.edges.left = left && (is_first || drawing.edges.left);
            drawing.edges.right = right && (is_first || drawing.edges.right);
            if let Some(first) = drawing.rows.first().map(|row| row.1.len())
                && first != cells.len()
            {
                let message = format!("this row has {} points, the first one {first}", cells.len());
                return Err(TextError::new(line, at, message));
            }
            drawing.rows.push((*line, cells));
        }
    }
    Ok(drawing)
}

/// True for a title, which has letters beside each other.
fn has_words(text: &str) -> bool {
    let letters: Vec<bool> = text.chars().map(char::is_lowercase).collect();
    !text.starts_with('|') && letters.windows(2).any(|pair| pair == [true, true])
}

fn header(text: &str) -> Header {
    let word = text
        .split_whitespace()
        .next()
        .filter(|_| !text.starts_with(' '));
    let word = word.unwrap_or_default();
    let (first, rest) = match word.split_at_checked(1) {
        Some(("B", rest)) => (Some(Color::Black), rest),
        Some(("W", rest)) => (Some(Color::White), rest),
        _ => (None, word),
    };
    let rest = rest.strip_prefix('c').unwrap_or(rest);
    let size = rest.split('m').next().and_then(|size| size.parse().ok());
    Header { first, size }
}

fn row(line: &Line<'_>, at: usize, text: &str) -> Result<Vec<Cell>, TextError> {
    let mut cells = Vec::new();
    for (offset, sign) in text.char_indices() {
        let offset = at + offset;
        cells.push(match sign {
            ' ' | '\t' | '|' => continue,
            'X' | 'B' | '#' | 'Y' | 'Z' => Cell::Stone(Color::Black),
            'O' | 'W' | '@' | 'Q' | 'P' => Cell::Stone(Color::White),
            '.' | ',' | '+' | '?' | 'C' | 'S' | 'T' | 'M' | 'x' | 'o' => Cell::Empty,
            '0' => Cell::Move(10, offset),
            '1'..='9' => Cell::Move(sign.to_digit(10).map_or(0, |digit| digit as usize), offset),
            'a'..='z' => Cell::Label(sign),
            _ => {
                let sign = crate::basics::text::shown(sign);
                return Err(TextError::new(
                    line,
                    offset,
                    format!("{sign} is no sign of a diagram of Sensei's Library"),
                ));
            }
        });
        if cells.len() > usize::from(Size::MAX) {
            let message = format!("a board has 1 to {} columns", Size::MAX);
            return Err(TextError::new(line, offset, message));
        }
    }
    Ok(cells)
}

fn pasted(drawing: &Drawing<'_>, lines: &[Line<'_>]) -> Result<Pasted, PastedError> {
    let Some((line, cells)) = drawing.rows.first() else {
        return Err(PastedError::NoBoard(TextError::new(
            &Line::empty(1),
            0,
            "no rows",
        )));
    };
    let cols = cells.len();
    let broken = |why: String| PastedError::Broken(TextError::new(line, 0, why));
    let drawn = Size::new(drawing.rows.len(), cols).map_err(|error| broken(error.to_string()))?;
    let (size, offset, part) = placed(drawn, drawing.edges, drawing.header.size).map_err(broken)?;
    let (mut points, mut labels, mut moves) = (Vec::new(), Labels::new(), Vec::new());
    for (line, cells) in &drawing.rows {
        for cell in cells {
            let point = drawn.point(points.len());
            points.push(None);
            match *cell {
                Cell::Empty => {}
                Cell::Stone(color) => *points.last_mut().unwrap_or(&mut None) = Some(color),
                Cell::Label(letter) => {
                    labels.entry(letter).or_insert(point);
                }
                Cell::Move(number, at) => moves.push((number, point, *line, at)),
            }
        }
    }
    moves.sort_by_key(|(number, ..)| *number);
    let first = drawing.header.first.unwrap_or(Color::Black);
    for ((number, _, line, at), expected) in moves.iter().zip(1..) {
        if *number != expected {
            let message = format!("move {expected} is missing, or move {number} stands here twice");
            return Err(PastedError::Broken(TextError::new(line, *at, message)));
        }
    }
    let last = if moves.len() % 2 == 0 { first } else { !first };
    let named = (drawing.header.first.is_some() || !moves.is_empty()).then_some(last);
    let mut notes = Vec::from_iter(part);
    if drawing.edges == Edges::default() {
        notes.push("the diagram has no edges, and is taken for a whole board".to_owned());
    }
    let said = context::to_play(lines.iter().copied()).unwrap_or_else(|both| {
        notes.push(both);
        None
    });
    if let (Some(named), Some(said), true) = (named, said, moves.is_empty())
        && named != said
    {
        let message = format!(
            "the side to play has two readings: {named} by the first line, {said} by the words"
        );
        return Err(PastedError::TwoReadings(TextError::new(line, 0, message)));
    }
    let colors = [first, !first].into_iter().cycle();
    let turns = moves.iter().zip(colors);
    let (down, right) = (offset.0, offset.1);
    let shifted = |nth: usize| Size::point_at(nth / cols + down, nth % cols + right);
    let turns = turns.filter_map(|((_, point, ..), color)| {
        Some(Move::play(color, shifted(drawn.index(*point)?)))
    });
    let mut pasted = Pasted {
        taken_for: "a diagram of Sensei's Library".to_owned(),
        setup: Setup::new(
            size,
            if moves.is_empty() {
                named.or(said).unwrap_or(Color::Black)
            } else {
                first
            },
        ),
        labels,
        moves: turns.collect(),
        to_play: named.or(said),
        rules: None,
        notes,
        fault: None,
    };
    pasted.put(points, cols, offset);
    let places = drawing
        .rows
        .iter()
        .flat_map(|(line, cells)| cells.iter().map(|_| (*line, 0)));
    Ok(pasted.checked(&places.collect::<Vec<_>>(), cols, offset))
}
