//! Chooses the board of a text among the rows that were found, and says what its signs mean.

use super::block::{Block, Edges, of_lines, of_lists};
use super::context;
use super::found::{Pasted, PastedError};
use super::katago;
use super::row::{Cell, Row, Way};
use super::signs::{MINUS_ONE, Meaning, Signs, UnknownSigns, folded, is_empty, written};
use crate::basics::text::{Line, TextError, number};
use crate::basics::{Color, Labels, Setup, Size};

/// Words in a line that only this program prints, and its name.
const PROGRAMS: [(&str, &str); 7] = [
    ("MoveNum:", "KataGo"),
    ("Captures B:", "Pachi"),
    ("Passes:", "Leela Zero"),
    (" has captured ", "GNU Go"),
    ("; prisoners: Black ", "gokata"),
    (" caps   White: ", "Michi"),
    ("Captures X:", "Minigo"),
];

/// Reads the only board of a text. `black`: the sign of Black's stones, if it is known.
pub(super) fn read(lines: &[Line<'_>], black: Option<char>) -> Result<Pasted, PastedError> {
    let mut refusal = None;
    for way in [Way::Letters, Way::NumbersWithMargin, Way::Numbers] {
        let of_lines = match of_lines(lines, way) {
            Ok(blocks) => blocks,
            Err(error) => {
                refusal = refusal.or(Some(error));
                Vec::new()
            }
        };
        for blocks in [of_lists(lines, way), of_lines] {
            for with_stones in [true, false] {
                let fitting = blocks.iter().filter(|block| fits(block, way, with_stones));
                if let Some(block) = one(fitting.collect())? {
                    refuse_rest(block, &blocks)?;
                    let read = board(block, lines, black);
                    return read.map_err(|error| refusal.map_or(error, PastedError::Broken));
                }
            }
        }
    }
    let few_signs = |block: &&Block<'_>| {
        let mut signs: Vec<char> = signs(block);
        signs.retain(|sign| !is_empty(*sign));
        let is_known =
            refusal.is_some() && black.is_none() && signs.iter().any(|sign| "XOxo".contains(*sign));
        block.rows.len() > 2 && block.cols() > 2 && (1..=2).contains(&signs.len()) && !is_known
    };
    let blocks = of_lines(lines, Way::Any)?;
    if let Some(block) = one(blocks.iter().filter(few_signs).collect())? {
        return board(block, lines, black);
    }
    if let Some(error) = refusal {
        return Err(PastedError::Broken(error));
    }
    let message =
        "there is no board here: rows of signs for black stones, white stones and empty points";
    let first = lines.first().copied().unwrap_or(Line::empty(1));
    Err(PastedError::NoBoard(TextError::new(&first, 0, message)))
}

/// Fails if rows with larger numbers stand elsewhere: a row between them and the board was not read.
fn refuse_rest(block: &Block<'_>, all: &[Block<'_>]) -> Result<(), TextError> {
    let top = |block: &Block<'_>| block.rows.first().and_then(|row| row.left);
    let is_rest = |other: &&Block<'_>| top(other) > top(block) && other.cols() == block.cols();
    let rest = all.iter().find(is_rest).and_then(|rest| rest.rows.first());
    match (top(block), rest) {
        (Some(top), Some(row)) => {
            let message = format!("the board ends at row {top}, but this row belongs to it");
            Err(TextError::new(&row.line, 0, message))
        }
        _ => Ok(()),
    }
}

/// True for rows that may be a board if they are read this way.
fn fits(block: &Block<'_>, way: Way, with_stones: bool) -> bool {
    let cells = || block.rows.iter().flat_map(|row| &row.cells);
    let is_numbered = block.rows.iter().all(|row| row.left.is_some());
    let is_stone = |sign: char| match way {
        Way::Letters => {
            !is_empty(sign)
                && !matches!(sign, '0' | 'a' | 'c'..='n' | 'p'..='v' | 'y' | 'z' | 'A' | 'C'..='N' | 'P'..='V' | 'Y' | 'Z')
        }
        _ => matches!(sign, '1' | '2' | MINUS_ONE),
    };
    let is_number = |sign: char| is_empty(sign) || matches!(sign, '0' | '1' | '2' | MINUS_ONE);
    if way != Way::Letters && !cells().all(|cell| is_number(cell.sign)) {
        return false;
    }
    let has_numbers = cells().any(|cell| cell.number.is_some());
    let has_stones = cells().any(|cell| cell.number.is_none() && is_stone(cell.sign))
        || is_numbered && cells().any(|cell| cell.number > Some(2));
    let (rows, cols) = (block.rows.len(), block.cols());
    let is_large = rows > 1 && cols > 1 && (with_stones || rows > 2 && cols > 2);
    let is_framed = block.names.is_some() || block.edges.left;
    let is_plain = match way {
        Way::Letters => with_stones || !has_numbers && cells().any(|cell| cell.sign != '0'),
        Way::NumbersWithMargin => is_numbered && is_framed,
        _ => with_stones || cells().all(|cell| cell.sign == '0'),
    };
    let is_board = is_large || is_numbered && is_framed || block.side.is_some();
    has_stones == with_stones && is_plain && is_board
}

/// Returns the signs of the points, each once.
fn signs(block: &Block<'_>) -> Vec<char> {
    let cells = block.rows.iter().flat_map(|row| &row.cells);
    let mut signs = Vec::new();
    for cell in cells.filter(|cell| cell.number.is_none()) {
        if !signs.contains(&cell.sign) {
            signs.push(cell.sign);
        }
    }
    signs
}

/// Returns the only board. Of a much smaller one beside it, it is no matter what it is.
fn one<'b, 'a>(mut blocks: Vec<&'b Block<'a>>) -> Result<Option<&'b Block<'a>>, PastedError> {
    let area = |block: &Block<'_>| block.rows.len() * block.cols();
    let most = blocks.iter().map(|block| area(block)).max().unwrap_or(0);
    blocks.retain(|block| area(block) * 8 >= most);
    let Some(first) = blocks.first() else {
        return Ok(None);
    };
    let points = |block: &Block<'_>| -> Vec<char> {
        let cells = block.rows.iter().flat_map(|row| &row.cells);
        cells.map(|cell| cell.sign).collect()
    };
    let first_points = points(first);
    let other = blocks.iter().find(|block| points(block) != first_points);
    if let Some((row, other)) = other.and_then(|other| Some((other.rows.first()?, other))) {
        let shape = |block: &Block<'_>| format!("{}x{}", block.rows.len(), block.cols());
        let line = first.rows.first().map_or(1, |row| row.line.number);
        let (one, other, here) = (shape(first), shape(other), row.line.number);
        let boards = if blocks.len() > 2 {
            "boards"
        } else {
            "two boards"
        };
        let message = format!(
            "there are {boards} here, one of {one} points from line {line} and one of {other} from line {here}: leave one"
        );
        return Err(PastedError::TwoReadings(TextError::new(
            &row.line, 0, message,
        )));
    }
    Ok(blocks.into_iter().next())
}

/// Reads a board.
fn board(
    block: &Block<'_>,
    lines: &[Line<'_>],
    black: Option<char>,
) -> Result<Pasted, PastedError> {
    let program = PROGRAMS.iter().find(|(words, _)| {
        let mut texts = lines.iter().map(|line| line.text);
        texts.any(|text| text.contains(words))
    });
    let program = program.map(|(_, program)| *program);
    refuse_two_beside(block, program)?;
    let (size, note) = block.size()?;
    let all = signs(block);
    let unknown = |UnknownSigns(unknown)| unknown_signs(block, &unknown);
    let signs = Signs::new(&all, black).map_err(unknown)?;
    let first = block.rows.first().map_or(0, |row| row.line.number);
    let last = block.rows.last().map_or(0, |row| row.line.number);
    let around = lines
        .iter()
        .filter(|line| !(first..=last).contains(&line.number));
    let mut notes = Vec::from_iter(note.map(str::to_owned));
    let behind = block.rows.iter().map(|row| Line {
        number: row.line.number,
        text: row.line.text.get(row.end..).unwrap_or_default(),
    });
    let said = context::to_play(around.copied().chain(behind));
    let named = block.side.or_else(|| said.clone().ok().flatten());
    let Read {
        mut points,
        labels,
        latest,
        numbered,
    } = points_of(block, &signs, size)?;
    let to_play = named.or(latest.filter(|_| said.is_ok()).map(|color| !color));
    notes.extend(said.err());
    if let Some(&(most, _, line, at)) = numbered.iter().max_by_key(|(number, ..)| *number) {
        let Some(next) = named else {
            let message =
                format!("there is a number on a stone, {most}, but nothing says who plays next");
            return Err(TextError::new(&line, at, message).into());
        };
        for (number, point, ..) in &numbered {
            let is_next = (most - number) % 2 == 1;
            points[*point] = Some(if is_next { next } else { !next });
        }
        notes.push("the stones with numbers are taken for moves of both sides in turn".to_owned());
    }
    let shown = match program {
        Some(program) => format!("a board as {program} prints it"),
        None => format!(
            "{} of {}",
            number(size.rows(), "row"),
            number(size.cols(), "point")
        ),
    };
    let described = signs.describe();
    let described = if described.is_empty() {
        "without stones".to_owned()
    } else {
        described
    };
    let is_whole = block.rows.iter().all(|row| row.left.is_some()) || block.names.is_some();
    let edges = if is_whole {
        Edges::default()
    } else {
        block.edges
    };
    let (size, offset, part) = placed(size, edges, None).map_err(|why| {
        let line = block.rows.first().map_or(Line::empty(1), |row| row.line);
        PastedError::Broken(TextError::new(&line, 0, why))
    })?;
    notes.extend(part);
    let setup = Setup::of_points(size, [], to_play.unwrap_or(Color::Black));
    let mut pasted = Pasted {
        taken_for: format!("{shown}: {described}"),
        setup,
        labels,
        moves: Vec::new(),
        to_play,
        rules: None,
        notes,
        fault: None,
    };
    pasted.put(points, block.cols(), offset);
    if let Some(rules) = lines
        .iter()
        .find_map(|line| line.text.trim().strip_prefix("Rules:"))
    {
        pasted.rules = katago::rules_of(rules.trim());
    }
    let cells = block
        .rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| (row.line, cell.at)));
    Ok(pasted.checked(&cells.collect::<Vec<_>>(), block.cols(), offset))
}

/// What stands on the points of a board.
struct Read<'a> {
    points: Vec<Option<Color>>,
    labels: Labels,
    /// The color of the last move, if it is marked.
    latest: Option<Color>,
    /// The numbers on stones, each with its point, line and place.
    numbered: Vec<(usize, usize, Line<'a>, usize)>,
}

fn points_of<'a>(block: &Block<'a>, signs: &Signs, size: Size) -> Result<Read<'a>, PastedError> {
    let (mut points, mut labels) = (Vec::new(), Labels::new());
    let (mut marked, mut numbered) = (Vec::new(), Vec::new());
    for (row, cell) in cells(block) {
        let meaning = match cell.number {
            Some(number) => {
                numbered.push((number, points.len(), row.line, cell.at));
                Meaning::Empty
            }
            None => signs.meaning(cell.sign),
        };
        let mut stone = None;
        match meaning {
            Meaning::Stone(color) => stone = Some(color),
            Meaning::Label('x' | 'o') | Meaning::Empty => {}
            Meaning::Label(letter) => {
                let earlier = labels.insert(letter, size.point(points.len()));
                earlier.map_or(Ok(()), |_| Err(unknown_signs(block, &[letter])))?;
            }
        }
        points.push(stone);
        if cell.mark > 0 {
            marked.push((cell.mark, stone));
        }
    }
    // Of several marks, the largest number is that of the last move.
    let largest = marked.iter().map(|(mark, _)| *mark).max();
    let mut last = marked.iter().filter(|(mark, _)| Some(*mark) == largest);
    let latest = last.next().and_then(|(_, stone)| *stone);
    Ok(Read {
        points,
        labels,
        latest: latest.filter(|_| last.next().is_none()),
        numbered,
    })
}

/// Returns the points of all rows.
fn cells<'b, 'a>(block: &'b Block<'a>) -> impl Iterator<Item = (&'b Row<'a>, &'b Cell)> {
    let rows = block.rows.iter();
    rows.flat_map(|row| row.cells.iter().map(move |cell| (row, cell)))
}

fn unknown_signs(block: &Block<'_>, unknown: &[char]) -> PastedError {
    let mut cells = cells(block).filter(|(_, cell)| unknown.contains(&cell.sign));
    let (line, at) = cells
        .next()
        .map_or((Line::empty(1), 0), |(row, cell)| (row.line, cell.at));
    let names: Vec<String> = unknown
        .iter()
        .map(|sign| format!("`{}`", written(*sign)))
        .collect();
    let message = match &names[..] {
        [one] => format!("it is not known whose stones are {one}"),
        names => format!(
            "it is not known which stones are Black's: {}",
            names.join(" or ")
        ),
    };
    PastedError::Signs(TextError::new(&line, at, message))
}

/// Fails for two boards beside each other: their rows follow one another, or each row has one wide gap.
fn refuse_two_beside(block: &Block<'_>, program: Option<&str>) -> Result<(), PastedError> {
    let cols = block.cols();
    let second = |row: &Row<'_>| {
        let length = row.line.text.len();
        let row = Row::inside(row.line, row.end.min(length)..length, Way::Letters).ok()?;
        (row.cells.len() == cols).then(|| {
            row.cells
                .iter()
                .map(|cell| cell.sign)
                .collect::<Vec<char>>()
        })
    };
    let is_second = |row: &Row<'_>| {
        second(row).is_some_and(|second| {
            second != row.cells.iter().map(|cell| cell.sign).collect::<Vec<_>>()
        })
    };
    // Pachi prints the owners of the points there.
    let has_owners = program == Some("Pachi");
    let has_second = cols > 1 && block.rows.iter().all(|row| second(row).is_some());
    let mut gaps = vec![usize::MAX; cols.saturating_sub(1)];
    for row in block.rows.iter().filter(|row| !row.is_table) {
        for (gap, pair) in gaps.iter_mut().zip(row.cells.windows(2)) {
            *gap = (*gap).min(pair[1].column - pair[0].column);
        }
    }
    let least = gaps.iter().min().copied().unwrap_or(0);
    let wide = least.saturating_add(if least == 1 { 1 } else { 2 });
    let wide = gaps.iter().filter(|gap| **gap >= wide);
    let is_split = cols > 3 && block.rows.len() > 1 && wide.count() == 1;
    if has_second && !has_owners && block.rows.iter().any(is_second) || is_split {
        let line = block.rows.first().map_or(Line::empty(1), |row| row.line);
        let message =
            "two boards stand side by side, one on the left and one on the right: leave one";
        return Err(PastedError::TwoReadings(TextError::new(&line, 0, message)));
    }
    Ok(())
}

/// Places a drawing on its board: one without some of the edges shows a part of it. `given`: the size of the board, if the
/// drawing names it; else a part is one of 19x19. Also returns the row and the column of the first point.
#[allow(clippy::type_complexity)] // one of its kind
pub(super) fn placed(
    size: Size,
    edges: Edges,
    given: Option<usize>,
) -> Result<(Size, (usize, usize), Option<String>), String> {
    let Edges {
        top,
        bottom,
        left,
        right,
    } = edges;
    let (rows, cols) = (size.rows(), size.cols());
    let is_whole = top && bottom && left && right;
    let has_none = !(top || bottom || left || right);
    let is_sides_only = !(top || bottom) && (left && right || rows == cols);
    if is_whole
        || given == Some(rows) && rows == cols
        || given.is_none() && (has_none || is_sides_only)
    {
        return Ok((size, (0, 0), None));
    }
    let full = match given {
        Some(given) => given,
        None if left && right => cols,
        None if top && bottom => rows,
        None => 19,
    };
    let has_rows = top || bottom || rows == full;
    let has_cols = left || right || cols == full;
    if !(has_rows && has_cols) || rows > full || cols > full {
        return Err(format!(
            "this is a part of a board of {full}x{full}, and its edges do not say which: draw a side edge and the upper or lower one"
        ));
    }
    let board = Size::square(full).map_err(|error| error.to_string())?;
    let offset = (
        if top { 0 } else { full - rows },
        if left { 0 } else { full - cols },
    );
    let note = format!(
        "the drawing shows a part of the board: the rest of {full}x{full} is taken to be empty"
    );
    Ok((board, offset, Some(note)))
}

/// Returns the sign that an argument names.
pub(super) fn sign(text: &str) -> Option<char> {
    let mut signs = text.chars();
    match (text, signs.next(), signs.next()) {
        ("-1", ..) => Some(MINUS_ONE),
        (_, Some(sign), None) => Some(folded(sign)),
        _ => None,
    }
}
