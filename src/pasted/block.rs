//! Finds the rows of boards in a text: lines that stand below each other, or the innermost lists of an array.

use std::mem;
use std::ops::Range;

use super::found::{Edges, fault};
use super::row::{Cell, MOST, Row, Unread, Way, start};
use super::signs::is_empty;
use crate::basics::text::{Line, TextError, shown};
use crate::basics::{Color, Size};

/// The rows of one board.
#[derive(Debug, Clone, Default)]
pub(super) struct Block<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) edges: Edges,
    /// The number of columns that are named above or below the rows, and whether letters name them.
    pub(super) names: Option<(usize, bool)>,
    /// The side on a line of its own above the rows.
    pub(super) side: Option<Color>,
    /// What the numbers of the rows mean, in words.
    pub(super) note: Option<&'static str>,
}

/// What a line is.
enum Kind<'a> {
    Blank,
    Names(usize, bool),
    Row(Box<Row<'a>>),
    Other(Unread),
}

fn row<'k, 'a>(kinds: &'k [(Line<'a>, Kind<'a>)], nth: usize) -> Option<&'k Row<'a>> {
    match kinds.get(nth)? {
        (_, Kind::Row(row)) => Some(row),
        _ => None,
    }
}

/// Returns the boards whose rows are lines. Fails at a line beside rows that is nearly a row.
pub(super) fn of_lines<'a>(lines: &[Line<'a>], way: Way) -> Result<Vec<Block<'a>>, TextError> {
    let mut kinds: Vec<(Line<'a>, Kind<'a>)> = Vec::new();
    for (line, next) in lines
        .iter()
        .zip(lines.iter().skip(1).map(Some).chain([None]))
    {
        let is_skipped = match kinds.last() {
            Some((_, Kind::Row(row))) => row.is_table && is_ruled(line.text),
            Some((_, Kind::Names(..))) => is_ruled(line.text),
            Some((_, Kind::Blank)) => line.text.is_empty(),
            _ => false,
        };
        if !is_skipped {
            kinds.push((*line, kind(*line, next, way)));
        }
    }
    // Blank lines between all rows are skipped.
    if !kinds
        .windows(2)
        .any(|pair| row(pair, 0).is_some() && row(pair, 1).is_some())
    {
        kinds.retain(|(_, kind)| !matches!(kind, Kind::Blank));
    }
    for (nth, (line, kind)) in kinds.iter().enumerate() {
        let beside = [
            nth.checked_sub(1).and_then(|nth| row(&kinds, nth)),
            row(&kinds, nth + 1),
        ];
        let lengths = beside.map(|row| row.map(|row| row.cells.len()));
        let is_between = lengths[0] == lengths[1] && lengths[0] > Some(2);
        let mut beside = beside.into_iter().flatten();
        if let Kind::Other(Unread { at, sign }) = kind
            && (is_between || beside.any(|row| is_nearly(*line, row)))
        {
            let message = format!("{} is no sign of a point of this board", shown(*sign));
            return Err(fault(line, *at, message));
        }
    }
    let (mut blocks, mut current, mut names) = (Vec::new(), Block::default(), None);
    for (_, kind) in kinds {
        let here = match kind {
            Kind::Row(row) => {
                if current.rows.is_empty() {
                    current.names = mem::take(&mut names);
                }
                current.rows.push(*row);
                continue;
            }
            Kind::Names(count, are_letters) => Some((count, are_letters)),
            Kind::Other(_) => None,
            Kind::Blank => names,
        };
        if current.rows.is_empty() {
            names = here;
        } else {
            current.names = current.names.or(here);
            blocks.push(mem::take(&mut current));
        }
    }
    blocks.push(current);
    blocks.retain(|block| !block.rows.is_empty());
    Ok(blocks.into_iter().map(Block::trimmed).collect())
}

/// True for a line beside a row that has as many signs at the same places, half of them known, or the next number.
fn is_nearly(line: Line<'_>, row: &Row<'_>) -> bool {
    let number = line.text.get(start(line.text)..).unwrap_or_default();
    let number = number.split(|c: char| !c.is_ascii_digit()).next();
    let number: Option<usize> = number.and_then(|number| number.parse().ok());
    let both = number.zip(row.left);
    if both.is_some_and(|(here, row)| here.abs_diff(row) == 1) {
        return true;
    }
    let Ok(other) = Row::parse(line, Way::Any) else {
        return false;
    };
    let column = |cell: &Cell| cell.column;
    let from = other.cells.len().saturating_sub(row.cells.len());
    let cells = other.cells.get(from..).unwrap_or_default();
    let is_known = |cell: &&Cell| is_empty(cell.sign) || "XOxo#@●○".contains(cell.sign);
    let is_row = cells.iter().filter(is_known).count() * 2 >= cells.len() && cells.len() > 2;
    is_row && !row.is_table && cells.iter().map(column).eq(row.cells.iter().map(column))
}

fn kind<'a>(line: Line<'a>, next: Option<&Line<'_>>, way: Way) -> Kind<'a> {
    let text = line.text.get(start(line.text)..).unwrap_or_default();
    // A row of empty cells of a spreadsheet is not blank.
    if text.trim().is_empty() && !line.text.contains("\t\t") {
        return Kind::Blank;
    }
    if let Some((count, are_letters)) = column_names(text, next.map(|line| line.text), way) {
        return Kind::Names(count, are_letters);
    }
    Row::parse(line, way).map_or_else(Kind::Other, |row| Kind::Row(Box::new(row)))
}

/// True for a line between the rows of a table.
fn is_ruled(text: &str) -> bool {
    text.contains("--") && text.chars().all(|c| "|│-:=+ ".contains(c))
}

/// Counts the names of columns: letters from A, with or without I, or numbers from 0 or 1, of which the line below has one
/// more. Other text may follow after two blanks. The bool is true for letters.
fn column_names(text: &str, next: Option<&str>, way: Way) -> Option<(usize, bool)> {
    let text = text.trim().trim_matches(['|', '│']).trim_start();
    if text.starts_with(['0', '1']) {
        let words: Vec<&str> = text.split_whitespace().take(30).collect();
        let first = usize::from(words.first()?.parse::<u8>().ok()?);
        let is_run = (first..)
            .zip(&words)
            .all(|(number, word)| word.parse() == Ok(number) || word.parse() == Ok(number % 10));
        let below = next?.split_whitespace().filter(|word| *word != "|");
        let is_longer = way == Way::Letters || below.take(30).count() > words.len();
        return (is_run && words.len() > 1 && is_longer).then_some((words.len(), false));
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
            let is_letter = |(nth, c): (usize, char)| match nth % 2 {
                0 => c.is_ascii_uppercase(),
                _ => c == ' ',
            };
            let is_other = text.len() > 2 && !text.chars().all(|c| "XOBW ".contains(c));
            let are_letters = is_other && text.chars().enumerate().all(is_letter);
            return are_letters.then_some((0, true));
        }
        blanks = 0;
    }
    (text.trim() == "A" || count > 1).then_some((count, true))
}

/// Returns the boards whose rows are lists, of one or more lines: `[[0, 1], [2, 0]]`, `{{0,1},{2,0}}`, `["X.", ".O"]`.
pub(super) fn of_lists(text: &str, way: Way) -> Vec<Block<'_>> {
    let (mut blocks, mut current) = (Vec::new(), Block::default());
    let (mut number, mut start) = (1, 0);
    let mut opened: Option<(usize, usize, usize)> = None;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => (number, start) = (number + 1, at + 1),
            '[' | '{' | '(' => opened = Some((number, start, at + 1 - start)),
            ']' | '}' | ')' => {
                if let Some((number, start, from)) = opened.take() {
                    let text = &text[start..=at];
                    let rows = list(Line { number, text }, from..at - start, way);
                    current.rows.extend(rows);
                }
            }
            // Between lists: `vec![0, 1], np.array([1, 0])`
            ',' | '"' | '\'' | '!' | '.' | 'a'..='z' => {}
            c if c.is_whitespace() || opened.is_some() || current.rows.is_empty() => {}
            _ => blocks.push(mem::take(&mut current)),
        }
    }
    blocks.push(current);
    blocks.retain(|block| block.rows.len() > 1);
    blocks.into_iter().map(Block::trimmed).collect()
}

/// Reads a list as a row, or a list of texts as rows.
fn list(line: Line<'_>, part: Range<usize>, way: Way) -> Vec<Row<'_>> {
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
    pub(super) fn cols(&self) -> usize {
        self.rows.first().map_or(0, |row| row.cells.len())
    }

    /// The rows and points, each with its row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&Row<'a>, &Cell)> {
        let rows = self.rows.iter();
        rows.flat_map(|row| row.cells.iter().map(move |cell| (row, cell)))
    }

    pub(super) fn signs(&self) -> impl Iterator<Item = char> {
        self.rows.iter().flat_map(Row::signs)
    }

    /// Takes off what is no point: lines above and below that are a frame, the side to play or words, and the margin.
    fn trimmed(mut self) -> Block<'a> {
        let mut counts = [0; MOST + 1];
        let rows = self.rows.iter();
        rows.for_each(|row| counts[row.cells.len()] += 1);
        let most = (1..=MOST).max_by_key(|length| (counts[*length], *length));
        let usual = most.unwrap_or(0);
        if let Some(first) = self.rows.first()
            && let [cell] = first.cells[..]
            && usual > 1
            && first.left.is_none()
        {
            self.side = super::context::side(&cell.sign.to_string());
            self.rows.remove(0);
        }
        // A row of `-` is a frame if empty points have another sign.
        let is_dash = |sign: char| "-_".contains(sign);
        let inner = || self.rows.iter().filter(|row| !is_rule(row));
        let has = |wanted: &dyn Fn(char) -> bool| inner().any(|row| row.signs().any(wanted));
        let dashes_are_frame = has(&is_empty) && !has(&is_dash);
        let is_outside = |row: &&Row<'_>| {
            if row.cells.len() == usual {
                return dashes_are_frame && row.left.is_none() && row.signs().all(is_dash);
            }
            let is_word = row.left.is_none() && row.signs().all(|c| c.is_ascii_alphabetic());
            is_word || is_rule(row) || row.cells.iter().all(|cell| cell.number.is_some())
        };
        let most = self.rows.len().saturating_sub(1).min(4);
        let rows = self.rows.iter();
        let top = rows.clone().take(most).take_while(is_outside).count();
        let bottom = rows.rev().take(most - top).take_while(is_outside).count();
        let above: Vec<Row<'_>> = self.rows.drain(..top).collect();
        let below = self.rows.split_off(self.rows.len() - bottom);
        let is_framed = self.rows.iter().any(|row| row.frame != [false; 2]);
        if is_framed {
            let has = |nth: usize| self.rows.iter().all(|row| row.frame[nth] || row.is_table);
            self.edges = [
                above.iter().any(is_rule),
                below.iter().any(is_rule),
                has(0),
                has(1),
            ];
        }
        self.correct_margin();
        if let [first, second, ..] = &self.rows[..]
            && first.left.is_some()
            && first.left < second.left
        {
            self.note = Some("the rows are numbered from the top; gokata names the lowest row 1");
            if self.names.is_some_and(|(_, are_letters)| are_letters) {
                self.note = Some(
                    "row 1 is the uppermost one here, so the drawing is turned over: gokata names the lowest row 1",
                );
                self.rows.reverse();
                self.edges.swap(0, 1);
            }
        }
        self
    }

    /// Takes the first number of every row for that of the row, where the columns have one name less than there are points;
    /// and `0` in the margin for a point, where no row has another number.
    fn correct_margin(&mut self) {
        let names = self.names.map_or(0, |(names, _)| names);
        let mut cells = self.rows.iter().map(|row| (row.left, row.cells.first()));
        let are_numbers = cells
            .all(|(left, first)| left.is_none() && first.is_some_and(|it| it.margin().is_some()));
        let is_zero = |row: &Row<'_>| row.left.is_none_or(|left| left == 0);
        let are_zeros = self.rows.len() > 1 && self.rows.iter().all(is_zero);
        for row in &mut self.rows {
            if are_numbers && names > 0 && names + 1 == row.cells.len() {
                row.left = row.cells.remove(0).margin();
            } else if are_zeros && row.left.take().is_some() {
                let at = start(row.line.text);
                row.cells.insert(0, Cell::new('0', at, at));
            }
        }
    }

    /// Checks that the rows have one length and are numbered one after the other. Returns the size.
    pub(super) fn size(&self) -> Result<Size, TextError> {
        let cols = self.cols();
        let fail = |row: &Row<'a>, message: String| {
            let first = row.cells.first().map_or(0, |cell| cell.at);
            Err(fault(&row.line, first, message))
        };
        let (Some(first), Some(last)) = (self.rows.first(), self.rows.last()) else {
            return Err(fault(&Line::empty(1), 0, "there is no board here"));
        };
        let step = if first.left < last.left { 1 } else { -1 };
        for (nth, row) in self.rows.iter().enumerate() {
            let here = row.cells.len();
            if here != cols {
                let message = format!("this row has {here} points, the first one {cols}");
                return fail(row, message);
            }
            if let (Some(left), Some(right)) = (row.left, row.right)
                && left != right
            {
                return fail(row, format!("row {left} ends with the number {right}"));
            }
            let above = nth.checked_sub(1).and_then(|nth| self.rows.get(nth));
            match (above.map(|above| above.left), row.left) {
                (Some(Some(above)), Some(left)) if above.checked_add_signed(step) != Some(left) => {
                    return fail(row, format!("row {left} stands below row {above}"));
                }
                (Some(above), left) if above.is_some() != left.is_some() => {
                    return fail(row, "only some of the rows have numbers".to_owned());
                }
                _ => {}
            }
        }
        if let (Some(top), Some(last)) = (first.left, last.left)
            && top.min(last) > 1
        {
            let message =
                format!("this is a part of a board: its rows are numbered {top} to {last}");
            return fail(first, message);
        }
        match self.names {
            Some((0, _)) => {
                let message = "the columns of this board are not named A, B, C and so on";
                fail(first, message.to_owned())
            }
            Some((names, _)) if names != cols => fail(
                first,
                format!("this row has {cols} points, but there are names of {names} columns"),
            ),
            _ => Size::new(self.rows.len(), cols).or_else(|error| fail(first, error.to_string())),
        }
    }
}

/// True for the line of a frame.
fn is_rule(row: &Row<'_>) -> bool {
    let is_line = |sign| is_empty(sign) && !".,:·・•∙".contains(sign);
    row.left.is_none() && row.signs().all(is_line)
}
