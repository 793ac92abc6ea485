//! Finds the rows of boards in a text: lines that stand below each other, or the innermost lists of an array.

use super::row::{Cell, Row, Unread, Way, start};
use super::signs::is_empty;
use crate::basics::text::{Line, TextError, shown};
use crate::basics::{Color, Size};

/// The edges of a board that a drawing shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each may be drawn without the others
pub(super) struct Edges {
    pub(super) top: bool,
    pub(super) bottom: bool,
    pub(super) left: bool,
    pub(super) right: bool,
}

/// The rows of one board.
#[derive(Debug, Clone)]
pub(super) struct Block<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) edges: Edges,
    /// The number of columns that are named above or below the rows.
    pub(super) names: Option<usize>,
    /// The side on a line of its own above the rows.
    pub(super) side: Option<Color>,
    /// True if lines such as `|  |  |` stand between the rows.
    has_lines: bool,
}

/// What a line is.
enum Kind<'a> {
    Blank,
    Names(usize),
    Row(Row<'a>),
    Other(Unread),
}

/// Returns the boards whose rows are lines. Fails at a line beside rows that is nearly a row.
pub(super) fn of_lines<'a>(lines: &[Line<'a>], way: Way) -> Result<Vec<Block<'a>>, TextError> {
    let mut blocks: Vec<(Block<'a>, usize)> = Vec::new();
    let mut current = Block::new();
    let (mut blanks, mut names) = (0, None);
    // The line above, if it is no row.
    let mut other: Option<(Line<'a>, Unread)> = None;
    for (nth, line) in lines.iter().enumerate() {
        let found = kind(*line, lines.get(nth + 1), way);
        // Lines between the rows of a drawing, or below the head of a table.
        let is_line = match (&found, current.rows.last()) {
            (Kind::Row(row), Some(above)) => {
                row.is_table != above.is_table || row.cells.len() != above.cells.len()
            }
            (Kind::Row(_), None) => false,
            _ => true,
        };
        let is_table = current.rows.last().is_some_and(|row| row.is_table);
        if is_line && is_between(line.text, is_table) {
            current.has_lines = true;
            continue;
        }
        if let Kind::Row(row) = found {
            if let Some((line, unread)) = other.take() {
                let above = blocks.last().and_then(|(block, _)| block.rows.last());
                let is_between = above.is_some_and(|above| {
                    above.line.number + 1 == line.number && above.cells.len() == row.cells.len()
                });
                refuse_nearly(line, unread, &row, is_between && row.cells.len() > 2)?;
            }
            if current.rows.is_empty() {
                current.names = names.take();
            }
            current.rows.push(row);
            continue;
        }
        (other, names) = (None, names.filter(|_| matches!(found, Kind::Blank)));
        match found {
            Kind::Names(count) if current.rows.is_empty() => names = Some(count),
            Kind::Names(count) => current.names = current.names.or(Some(count)),
            Kind::Other(unread) => {
                if let Some(row) = current.rows.last() {
                    refuse_nearly(*line, unread, row, false)?;
                }
                other = Some((*line, unread));
            }
            _ => {}
        }
        if !current.rows.is_empty() {
            blocks.push((std::mem::replace(&mut current, Block::new()), blanks));
            blanks = 0;
        }
        blanks += usize::from(is_blank(line.text));
    }
    if !current.rows.is_empty() {
        blocks.push((current, blanks));
    }
    let mut joined: Vec<Block<'a>> = Vec::new();
    let are_single = blocks.len() > 1 && blocks.iter().all(|(block, _)| block.rows.len() == 1);
    for (block, blanks) in blocks {
        let left = |row: Option<&Row<'_>>| row.and_then(|row| row.left).filter(|left| *left > 0);
        let above = joined.last().and_then(|above| left(above.rows.last()));
        let is_next = above.is_some_and(|above| Some(above - 1) == left(block.rows.first()));
        match joined.last_mut() {
            Some(above) if is_next || are_single && blanks == 1 => {
                above.rows.extend(block.rows);
                above.names = above.names.or(block.names);
            }
            _ => joined.push(block),
        }
    }
    Ok(joined.into_iter().map(Block::trimmed).collect())
}

/// Fails for a line beside a row if it has as many signs at the same places, half of them known, or the next number.
fn refuse_nearly(
    line: Line<'_>,
    Unread { at, sign }: Unread,
    row: &Row<'_>,
    is_between: bool,
) -> Result<(), TextError> {
    let message = format!("{} is no sign of a point of this board", shown(sign));
    let number = line.text.get(start(line.text)..).unwrap_or_default();
    let number = number.split(|c: char| !c.is_ascii_digit()).next();
    let number: Option<usize> = number.and_then(|number| number.parse().ok());
    let is_next = number
        .zip(row.left)
        .is_some_and(|(here, row)| here.abs_diff(row) == 1);
    if is_next || is_between {
        return Err(TextError::new(&line, at, message));
    }
    let Ok(other) = Row::parse(line, Way::Any) else {
        return Ok(());
    };
    let columns = |cells: &[Cell]| cells.iter().map(|cell| cell.column).collect::<Vec<_>>();
    let from = other.cells.len().saturating_sub(row.cells.len());
    let cells = other.cells.get(from..).unwrap_or_default();
    let known = cells
        .iter()
        .filter(|cell| is_empty(cell.sign) || "XOxo#@●○".contains(cell.sign));
    let is_row = known.count() * 2 >= cells.len() && cells.len() > 2;
    if is_row && !row.is_table && columns(cells) == columns(&row.cells) {
        return Err(TextError::new(&line, at, message));
    }
    Ok(())
}

/// True for a line of blanks, unless it is a row of empty cells of a spreadsheet.
fn is_blank(text: &str) -> bool {
    let inner = text.get(start(text)..).unwrap_or_default();
    inner.trim().is_empty() && !text.contains("		")
}

fn kind<'a>(line: Line<'a>, next: Option<&Line<'a>>, way: Way) -> Kind<'a> {
    if is_blank(line.text) {
        return Kind::Blank;
    }
    let text = line.text.get(start(line.text)..).unwrap_or_default();
    if let Some(count) = column_names(text, next.map(|line| line.text), way) {
        return Kind::Names(count);
    }
    match Row::parse(line, way) {
        Ok(row) => Kind::Row(row),
        Err(unread) => Kind::Other(unread),
    }
}

/// True for a line between two rows that has no points: `|  |  |`, or the line below the head of a table in Markdown.
fn is_between(text: &str, is_table: bool) -> bool {
    let text = text.trim();
    let is_ruled = text.starts_with('+') && text.ends_with('+') && text.contains("--");
    (is_table && is_ruled || text.contains(['|', '│']))
        && text.chars().all(|c| "|│-:=+ ".contains(c))
}

/// Counts the names of columns: letters from A, with or without I, or numbers from 0 or 1, of which the line below has one
/// more. Other text may follow after two blanks.
fn column_names(text: &str, next: Option<&str>, way: Way) -> Option<usize> {
    let text = text.trim().trim_matches(['|', '│']);
    let is_number = text.trim_start().starts_with(['0', '1']);
    if is_number {
        let words: Vec<&str> = text.split_whitespace().take(30).collect();
        let first: usize = words.first()?.parse().ok()?;
        let is_run = (first..)
            .zip(&words)
            .all(|(number, word)| word.parse() == Ok(number) || word.parse() == Ok(number % 10));
        let below = next?.split_whitespace().filter(|word| *word != "|");
        let is_longer = way == Way::Letters || below.take(30).count() > words.len();
        return (is_run && words.len() > 1 && is_longer).then_some(words.len());
    }
    let (mut expected, mut count, mut blanks) = ('A', 0, 0);
    for c in text.chars() {
        let upper = c.to_ascii_uppercase();
        if c.is_whitespace() || c == '|' || c == '│' {
            blanks += 1;
            continue;
        } else if upper == expected || expected == 'I' && upper == 'J' {
            count += 1;
            expected = char::from_u32(u32::from(upper) + 1)?;
        } else if blanks > 1 && count > 1 {
            break;
        } else {
            // Other letters do not name the columns of a board from its left edge on.
            let are_letters = text.chars().enumerate().all(|(nth, c)| {
                if nth % 2 == 0 {
                    c.is_ascii_uppercase()
                } else {
                    c == ' '
                }
            });
            let is_other = text.len() > 2 && !text.chars().all(|c| "XOBW ".contains(c));
            return (are_letters && is_other).then_some(0);
        }
        blanks = 0;
    }
    let is_one = text.trim() == "A" || count > 1;
    is_one.then_some(count)
}

/// Returns the boards whose rows are lists: `[[0, 1], [2, 0]]`, `{{0,1},{2,0}}`, `["X.", ".O"]`.
pub(super) fn of_lists<'a>(lines: &[Line<'a>], way: Way) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut current = Block::new();
    let mut opened: Option<(usize, usize)> = None;
    for (nth, line) in lines.iter().enumerate() {
        for (at, c) in line.text.char_indices() {
            match c {
                '[' | '{' => opened = Some((nth, at + 1)),
                ']' | '}' => {
                    let inner = opened.take().filter(|(first, _)| *first == nth);
                    let rows = inner.map_or_else(Vec::new, |(_, from)| list(*line, from..at, way));
                    current.rows.extend(rows);
                }
                // Between lists: `vec![0, 1], np.array([1, 0])`
                ',' | '"' | '\'' | '(' | ')' | '!' | '.' | 'a'..='z' => {}
                c if c.is_whitespace() || opened.is_some() => {}
                _ if current.rows.is_empty() => {}
                _ => blocks.push(std::mem::replace(&mut current, Block::new())),
            }
        }
    }
    blocks.push(current);
    blocks.retain(|block| block.rows.len() > 1);
    blocks.into_iter().map(Block::trimmed).collect()
}

/// Reads a list as a row, or a list of texts as rows.
fn list(line: Line<'_>, part: std::ops::Range<usize>, way: Way) -> Vec<Row<'_>> {
    let text = line.text.get(part.clone()).unwrap_or_default();
    if let Ok(row) = Row::inside(line, part.clone(), way)
        && (row.is_table || !text.contains(['"', '\'', ',']))
    {
        return Vec::from_iter(Some(row).filter(|row| row.cells.len() > 1));
    }
    let mut at = part.start;
    let rows = text.split(',').map(|field| {
        let from = at;
        at += field.len() + 1;
        Row::inside(line, from..from + field.len(), way).ok()
    });
    rows.collect::<Option<Vec<_>>>().unwrap_or_default()
}

impl<'a> Block<'a> {
    fn new() -> Block<'a> {
        Block {
            rows: Vec::new(),
            edges: Edges::default(),
            names: None,
            side: None,
            has_lines: false,
        }
    }

    pub(super) fn cols(&self) -> usize {
        self.rows.first().map_or(0, |row| row.cells.len())
    }

    /// Takes off the lines above and below the rows that are a frame, the side to play, or words.
    fn trimmed(mut self) -> Block<'a> {
        let mut counts = [0; super::row::MOST + 1];
        self.rows
            .iter()
            .for_each(|row| counts[row.cells.len()] += 1);
        let most = (1..counts.len()).max_by_key(|length| (counts[*length], *length));
        let usual = most.unwrap_or(0);
        if usual > 1
            && let Some(first) = self.rows.first()
            && let [cell] = first.cells[..]
            && first.left.is_none()
        {
            self.side = super::context::side(&cell.sign.to_string());
            self.rows.remove(0);
        }
        for is_top in [true, false] {
            for _ in 0..4 {
                if self.rows.len() < 2 || !self.is_outside(is_top, usual) {
                    break;
                }
                let row = if is_top {
                    Some(self.rows.remove(0))
                } else {
                    self.rows.pop()
                };
                let edge = row.is_some_and(|row| is_rule(&row));
                if is_top {
                    self.edges.top |= edge;
                } else {
                    self.edges.bottom |= edge;
                }
            }
        }
        let has = |side: usize| self.rows.iter().all(|row| row.frame[side] || row.is_table);
        let is_framed = self.rows.iter().any(|row| row.frame != [false; 2]);
        (self.edges.left, self.edges.right) = (is_framed && has(0), is_framed && has(1));
        if !is_framed {
            self.edges = Edges::default();
        }
        self.drop_blank_columns();
        self.with_zeros();
        self.drop_lines();
        self
    }

    /// True for a first or last line that is no row of this board.
    fn is_outside(&self, is_top: bool, usual: usize) -> bool {
        let nth = if is_top { 0 } else { self.rows.len() - 1 };
        let row = &self.rows[nth];
        let is_word = row.cells.iter().all(|cell| cell.sign.is_ascii_alphabetic());
        if row.cells.len() != usual {
            let is_numbers = row.cells.iter().all(|cell| cell.number.is_some());
            return is_rule(row) || is_numbers || is_word && row.left.is_none();
        }
        // A row of `-` that are a frame, because empty points have another sign.
        let others = || {
            let others = self
                .rows
                .iter()
                .enumerate()
                .filter(|(other, row)| *other != nth && !is_rule(row));
            others.flat_map(|(_, row)| &row.cells).map(|cell| cell.sign)
        };
        let is_line = row.left.is_none() && row.cells.iter().all(|cell| "-_".contains(cell.sign));
        is_line && others().any(is_empty) && others().all(|sign| !"-_".contains(sign))
    }

    /// Takes off columns of blanks at the sides, such as those of commas at the ends of lines.
    fn drop_blank_columns(&mut self) {
        for is_first in [true, false] {
            let is_blank = |row: &Row<'_>| {
                let cell = if is_first {
                    row.cells.first()
                } else {
                    row.cells.last()
                };
                cell.is_some_and(|cell| cell.sign == ' ')
            };
            let blanks = self.rows.iter().flat_map(|row| &row.cells);
            let blanks = blanks.filter(|cell| cell.sign == ' ').count();
            if blanks == self.rows.len() && self.rows.iter().all(is_blank) {
                for row in &mut self.rows {
                    let at = if is_first { 0 } else { row.cells.len() - 1 };
                    row.cells.remove(at);
                }
            }
        }
    }

    /// Takes the lines out of rows such as `+--X--+`, if there are lines between the rows, too.
    fn drop_lines(&mut self) {
        let is_line = |step: usize| {
            let mut rows = self.rows.iter();
            rows.all(|row| {
                let mut cells = row.cells.iter().enumerate();
                (row.cells.len() - 1).is_multiple_of(step)
                    && cells.all(|(nth, cell)| (cell.sign == '-') != nth.is_multiple_of(step))
            })
        };
        if let Some(step) = (2..=4).find(|step| self.has_lines && is_line(*step)) {
            for row in &mut self.rows {
                let mut nth = 0..;
                row.cells.retain(|_| {
                    nth.next()
                        .is_some_and(|nth: usize| nth.is_multiple_of(step))
                });
            }
        }
    }

    /// Takes `0` in the margins for points, where these are no numbers of rows.
    fn with_zeros(&mut self) {
        let lefts: Vec<Option<usize>> = self.rows.iter().map(|row| row.left).collect();
        let are_zeros = lefts.iter().all(|left| left.is_none_or(|left| left == 0));
        if !are_zeros || lefts.len() < 2 || lefts.iter().all(Option::is_none) {
            return;
        }
        for row in &mut self.rows {
            let zero = |(at, column)| super::row::Cell {
                sign: '0',
                at,
                column,
                number: None,
                mark: 0,
            };
            if row.left.take().is_some() {
                let at = start(row.line.text);
                row.cells.insert(0, zero((at, at)));
            }
            if row.right.take().is_some() {
                row.cells.push(zero((row.end, row.end)));
            }
        }
    }

    /// Checks that the rows have one length and are numbered one after the other. Returns the size, and the sentence for
    /// numbers that begin at the top.
    pub(super) fn size(&self) -> Result<(Size, Option<&'static str>), TextError> {
        let cols = self.cols();
        let at = |row: &Row<'a>, message: String| {
            let first = row.cells.first().map_or(0, |cell| cell.at);
            TextError::new(&row.line, first, message)
        };
        let Some(first) = self.rows.first() else {
            return Err(TextError::new(&Line::empty(1), 0, "there is no board here"));
        };
        let mut note = None;
        let mut above: Option<&Row<'a>> = None;
        let step = match self.rows.get(1).map(|row| (row.left, first.left)) {
            Some((Some(second), Some(first))) if second > first => 1,
            _ => -1,
        };
        for row in &self.rows {
            let here = row.cells.len();
            if here != cols {
                let message = format!("this row has {here} points, the first one {cols}");
                return Err(at(row, message));
            }
            if let (Some(left), Some(right)) = (row.left, row.right)
                && left != right
            {
                return Err(at(row, format!("row {left} ends with the number {right}")));
            }
            if let Some(above) = above {
                match (above.left, row.left) {
                    (Some(above), Some(left)) if above.checked_add_signed(step) == Some(left) => {}
                    (None, None) => {}
                    (Some(above), Some(left)) => {
                        return Err(at(row, format!("row {left} stands below row {above}")));
                    }
                    _ => return Err(at(row, "only some of the rows have numbers".to_owned())),
                }
            }
            above = Some(row);
        }
        if let (Some(top), Some(last)) = (first.left, above.and_then(|row| row.left)) {
            let lowest = top.min(last);
            if lowest > 1 {
                let message =
                    format!("this is a part of a board: its rows are numbered {top} to {last}");
                return Err(at(first, message));
            }
            if top < last {
                note = Some("the rows are numbered from the top; gokata names the lowest row 1");
            }
        }
        if let Some(names) = self.names.filter(|names| *names != cols) {
            let message = match names {
                0 => "the columns of this board are not named A, B, C and so on".to_owned(),
                names => {
                    format!("this row has {cols} points, but there are names of {names} columns")
                }
            };
            return Err(at(first, message));
        }
        if cols > usize::from(Size::MAX) {
            let message = format!("a board has 1 to {} columns", Size::MAX);
            return Err(at(first, message));
        }
        let size =
            Size::new(self.rows.len(), cols).map_err(|error| at(first, error.to_string()))?;
        Ok((size, note))
    }
}

/// True for the line of a frame.
fn is_rule(row: &Row<'_>) -> bool {
    let mut cells = row.cells.iter();
    row.left.is_none() && cells.all(|cell| is_empty(cell.sign) && !".,:·・•∙".contains(cell.sign))
}
