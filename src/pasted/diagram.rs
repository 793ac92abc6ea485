//! Diagrams of Sensei's Library: lines that begin with `$$`.

use super::context;
use super::found::{Drawn, Pasted, PastedError, fault};
use crate::basics::text::{Line, TextError, shown};
use crate::basics::{Color, Size};

/// A diagram, and its moves: the number, the point, and the place in the text.
#[derive(Default)]
struct Diagram<'a> {
    drawn: Drawn<'a>,
    moves: Vec<(usize, usize, Line<'a>, usize)>,
}

/// Reads the only diagram of a text; `None` if it has none.
pub(super) fn read(lines: &[Line<'_>]) -> Option<Result<Pasted, PastedError>> {
    let is_inside = |line: &Line<'_>| inner(line).is_some();
    let groups = lines.chunk_by(|above, below| is_inside(above) == is_inside(below));
    let groups = groups.filter(|group| group.first().is_some_and(is_inside));
    let diagrams: Result<Vec<Diagram<'_>>, TextError> = groups.map(diagram).collect();
    let mut diagrams = match diagrams {
        Ok(diagrams) => diagrams,
        Err(error) => return Some(Err(error.into())),
    };
    diagrams.retain(|diagram| diagram.drawn.cols > 0);
    let mut firsts = diagrams.iter().filter_map(|it| it.drawn.points.first());
    if let (Some((one, ..)), Some((other, ..))) = (firsts.next(), firsts.next()) {
        let (one, at) = (one.number, other.number);
        let message =
            format!("there are two diagrams here, from line {one} and from line {at}: leave one");
        return Some(Err(PastedError::TwoReadings(fault(other, 0, message))));
    }
    Some(pasted(diagrams.pop()?, lines))
}

/// Returns the part of a line behind `$$`, and its offset. Forums write `[go]` and `[/go]` around a diagram.
fn inner<'a>(line: &Line<'a>) -> Option<(usize, &'a str)> {
    let text = line.text.get(super::row::start(line.text)..)?;
    let text = text.strip_prefix("[go]").unwrap_or(text);
    let text = text.trim_start().strip_prefix("$$")?;
    let end = text.find("[/").unwrap_or(text.len());
    Some((line.text.len() - text.len(), &text[..end]))
}

fn diagram<'a>(group: &[Line<'a>]) -> Result<Diagram<'a>, TextError> {
    let mut diagram = Diagram::default();
    for (nth, line) in group.iter().enumerate() {
        let (at, text) = inner(line).unwrap_or_default();
        let body = text.trim();
        let edges = &mut diagram.drawn.edges;
        let is_first = diagram.drawn.cols == 0;
        if body.is_empty() || body.starts_with(['[', '{']) {
            // A link, an arrow.
        } else if body.contains("--") && body.chars().all(|c| "-+| ".contains(c)) {
            edges[usize::from(!is_first)] = true;
        } else if nth == 0 && (!text.starts_with(' ') || has_words(body)) {
            (diagram.drawn.first, diagram.drawn.given) = header(text);
        } else {
            edges[2] = body.starts_with('|') && (is_first || edges[2]);
            edges[3] = body.len() > 1 && body.ends_with('|') && (is_first || edges[3]);
            let before = diagram.drawn.points.len();
            diagram.row(line, at, text)?;
            let (here, first) = (diagram.drawn.points.len() - before, diagram.drawn.cols);
            if !is_first && first != here {
                let message = format!("this row has {here} points, the first one {first}");
                return Err(fault(line, at, message));
            }
            diagram.drawn.cols = here;
        }
    }
    Ok(diagram)
}

/// True for a title, which has letters beside each other.
fn has_words(text: &str) -> bool {
    let letters: Vec<bool> = text.chars().map(char::is_lowercase).collect();
    !text.starts_with('|') && letters.windows(2).any(|pair| pair == [true, true])
}

/// Reads `Wc9m13`: the side that plays the move with the number 1, and the size.
fn header(text: &str) -> (Option<Color>, Option<usize>) {
    let word = text.split(' ').next().unwrap_or_default();
    let (first, rest) = match word.split_at_checked(1) {
        Some(("B", rest)) => (Some(Color::Black), rest),
        Some(("W", rest)) => (Some(Color::White), rest),
        _ => (None, word),
    };
    let rest = rest.strip_prefix('c').unwrap_or(rest);
    let size = rest.split('m').next().and_then(|size| size.parse().ok());
    (first, size)
}

impl<'a> Diagram<'a> {
    fn row(&mut self, line: &Line<'a>, at: usize, text: &str) -> Result<(), TextError> {
        let points = &mut self.drawn.points;
        let most = points.len() + usize::from(Size::MAX);
        for (offset, sign) in text.char_indices() {
            let (at, nth) = (at + offset, points.len());
            let mut stone = None;
            match sign {
                ' ' | '\t' | '|' => continue,
                'X' | 'B' | '#' | 'Y' | 'Z' => stone = Some(Color::Black),
                'O' | 'W' | '@' | 'Q' | 'P' => stone = Some(Color::White),
                '.' | ',' | '+' | '?' | 'C' | 'S' | 'T' | 'M' | 'x' | 'o' => {}
                'a'..='z' => self.drawn.labels.push((sign, nth)),
                _ => {
                    let digit = sign.to_digit(10).map(|digit| digit as usize);
                    let number = digit.ok_or_else(|| {
                        let sign = shown(sign);
                        let message = format!("{sign} is no sign of a diagram of Sensei's Library");
                        fault(line, at, message)
                    })?;
                    let number = if number == 0 { 10 } else { number };
                    self.moves.push((number, nth, *line, at));
                }
            }
            points.push((*line, at, stone));
            if points.len() > most {
                let message = format!("a board has 1 to {} columns", Size::MAX);
                return Err(fault(line, at, message));
            }
        }
        Ok(())
    }
}

fn pasted(diagram: Diagram<'_>, lines: &[Line<'_>]) -> Result<Pasted, PastedError> {
    let Diagram {
        mut drawn,
        mut moves,
    } = diagram;
    moves.sort_by_key(|(number, ..)| *number);
    let (named, mut side) = (drawn.first, drawn.first.unwrap_or(Color::Black));
    for ((number, nth, line, at), expected) in moves.iter().zip(1..) {
        if *number != expected {
            let message = format!("move {expected} is missing, or move {number} stands here twice");
            return Err(fault(line, *at, message).into());
        }
        drawn.moves.push((side, *nth));
        side = !side;
    }
    if drawn.edges == [false; 4] {
        let note = "the diagram has no edges, and is taken for a whole board";
        drawn.notes.push(note.to_owned());
    }
    let said = context::to_play(lines.iter().copied()).unwrap_or_else(|both| {
        drawn.notes.push(both);
        None
    });
    if let (Some(named), Some(said), []) = (named, said, &moves[..])
        && named != said
    {
        let message = format!(
            "the side to play has two readings: {named} by the first line, {said} by the words"
        );
        let line = drawn.points.first().map_or(Line::empty(1), |point| point.0);
        return Err(PastedError::TwoReadings(fault(&line, 0, message)));
    }
    let is_named = named.is_some() || !moves.is_empty();
    drawn.to_play = is_named.then_some(side).or(said);
    drawn.first = named.or((!moves.is_empty()).then_some(Color::Black));
    drawn.taken_for.push_str("a diagram of Sensei's Library");
    drawn.placed()
}
