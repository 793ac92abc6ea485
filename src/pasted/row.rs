//! Splits a line of text into the points of a row, and what stands in its margins. Does not know which signs are stones.

use std::ops::Range;

use super::signs::{BLANK, MINUS_ONE, folded, is_sign};
use crate::basics::text::Line;

/// The most points that are read in a row: more than a board has, so that the error can say so.
/// The characters in which quotes and the like are looked for.
const BEGINNING: usize = 400;

pub(super) const MOST: usize = 64;

/// How lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Letters and other signs are stones; numbers stand in the margins, or on stones.
    Letters,
    /// `0`, `1`, `2` and `-1` are points.
    Numbers,
    /// As `Letters`, and any character may be a sign.
    Any,
}

/// What stands at a point.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cell {
    pub(super) sign: char,
    /// The offset in the line, in bytes.
    pub(super) at: usize,
    /// The offset in the line, in characters.
    pub(super) column: usize,
    /// The number that stands in place of a stone.
    pub(super) number: Option<usize>,
    /// `KataGo` writes 1, 2 and 3 behind the last three moves; others mark the last one, here 9. 0 is no mark.
    pub(super) mark: u8,
}

impl Cell {
    pub(super) fn new(sign: char, at: usize, column: usize) -> Cell {
        let cell = Cell::default();
        Cell {
            sign,
            at,
            column,
            ..cell
        }
    }

    /// The number that this would be in the margin.
    pub(super) fn margin(&self) -> Option<usize> {
        let digit = self.sign.to_digit(10).map(|digit| digit as usize);
        self.number.or(digit)
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Row<'a> {
    /// The line, or those of a list.
    pub(super) line: Line<'a>,
    pub(super) cells: Vec<Cell>,
    /// The numbers in the margins.
    pub(super) left: Option<usize>,
    pub(super) right: Option<usize>,
    /// Whether the row has a frame on its left and right.
    pub(super) frame: [bool; 2],
    /// The offset of the text behind the row.
    pub(super) end: usize,
    /// True for the fields of a table.
    pub(super) is_table: bool,
}

/// The first character of a line that cannot belong to a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unread {
    pub(super) at: usize,
    pub(super) sign: char,
}

/// Returns where the text of a line begins: after the signs of quoted mail, comments, GTP's responses, and a variable's name.
///
/// Looks at the first characters only, because it is asked for every list of a line.
pub(super) fn start(text: &str) -> usize {
    let end = text.char_indices().nth(BEGINNING);
    let text = end.and_then(|(end, _)| text.get(..end)).unwrap_or(text);
    let mut rest = text.trim_start();
    if let Some(response) = rest.strip_prefix('=') {
        rest = response.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    rest = rest.trim_start();
    while let Some(quoted) = rest.strip_prefix('>').or_else(|| rest.strip_prefix("//")) {
        rest = quoted.trim_start();
    }
    // The first part of a text in a program: `board = "..X"`.
    let mut assigned = ["= \"", "(\"", "= '", "= `"].iter();
    let assigned = assigned.find_map(|sign| rest.split_once(sign));
    text.len() - assigned.map_or(rest.len(), |(_, inner)| inner.len())
}

impl<'a> Row<'a> {
    /// Reads a line as a row. Does not look at the meaning of the signs.
    pub(super) fn parse(line: Line<'a>, way: Way) -> Result<Row<'a>, Unread> {
        Row::inside(line, start(line.text)..line.text.len(), way)
    }

    /// As [`Row::parse`], for a part of a line.
    pub(super) fn inside(line: Line<'a>, part: Range<usize>, way: Way) -> Result<Row<'a>, Unread> {
        let mut tables = ['|', '│', '\t', ',', ';'].into_iter();
        let table = tables.find_map(|delimiter| table(line, part.clone(), delimiter, way));
        table.map_or_else(|| Reader::new(line, part, way).read(), Ok)
    }

    pub(super) fn signs(&self) -> impl Iterator<Item = char> {
        self.cells.iter().map(|cell| cell.sign)
    }

    /// True for words whose letters could all be signs.
    fn is_text(&self) -> bool {
        let letters = self.cells.iter().filter(|it| it.sign.is_ascii_alphabetic());
        let letters: Vec<&Cell> = letters.collect();
        let mut pairs = letters.windows(2);
        let is_word = pairs.any(|pair| pair[0].column + 1 == pair[1].column);
        let mut labels = letters.iter().map(|cell| cell.sign.to_ascii_lowercase());
        let mut labels: Vec<char> = labels.by_ref().filter(|c| !"xobw".contains(*c)).collect();
        labels.sort_unstable();
        let is_many = labels.len() * 2 > self.cells.len() && self.cells.len() > 1;
        labels.windows(2).any(|pair| pair[0] == pair[1])
            || is_many && (is_word || self.left.is_none())
    }
}

/// Reads the fields of a table, each of which is one point.
fn table(line: Line<'_>, part: Range<usize>, delimiter: char, way: Way) -> Option<Row<'_>> {
    // Tabs before the first sign and behind the last one are empty cells.
    let is_first =
        delimiter == '\t' && part.start < 99 && line.text.get(..part.start)?.trim().is_empty();
    let from = if is_first { 0 } else { part.start };
    let text = line.text.get(from..part.end)?;
    let mut text = text.trim_end_matches([' ', '\r']);
    let mut at = from;
    if matches!(delimiter, '|' | '│') {
        text = text.strip_prefix(delimiter)?.strip_suffix(delimiter)?;
        at += delimiter.len_utf8();
    }
    if !text.contains(delimiter) {
        return None;
    }
    let mut row = Row {
        line,
        end: line.text.len(),
        is_table: true,
        ..Row::default()
    };
    for (nth, text) in text.split(delimiter).enumerate().take(MOST) {
        let number = text.trim().parse().ok();
        match number.filter(|number| way != Way::Numbers && *number > 0) {
            Some(_) if nth == 0 => row.left = number,
            Some(_) => row.right = number,
            None if row.right.is_some() => return None,
            None => row.cells.push(field(line, at..at + text.len(), way)?),
        }
        at += text.len() + delimiter.len_utf8();
    }
    (row.cells.len() > 1).then_some(row)
}

/// Reads a field as one point: a sign, a number, or a word.
fn field(line: Line<'_>, part: Range<usize>, way: Way) -> Option<Cell> {
    let is_around = |c: char| c.is_whitespace() || "[]{}()\"'`".contains(c);
    let text = line.text.get(part.clone())?.trim_matches(is_around);
    let sign = match &*text.to_ascii_lowercase() {
        "" | "none" | "null" | "nil" | "empty" => BLANK,
        "0" | "0." | "0.0" => '0',
        "black" => 'B',
        "white" => 'W',
        _ => {
            let row = Reader::new(line, part, way).read().ok()?;
            let is_one = row.cells.len() == 1 && row.left.or(row.right).is_none();
            return row.cells.first().filter(|_| is_one).copied();
        }
    };
    Some(Cell::new(sign, part.start, 0))
}

/// Reads a row whose points stand beside each other.
struct Reader<'a> {
    row: Row<'a>,
    way: Way,
    text: &'a str,
    from: usize,
    at: usize,
    column: usize,
    /// The number of blanks since the last sign.
    gap: usize,
    /// The number of points before a parenthesis that is open.
    opened: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(line: Line<'a>, part: Range<usize>, way: Way) -> Reader<'a> {
        let text = line.text.get(..part.end).unwrap_or(line.text);
        let before = text.get(..part.start).unwrap_or_default();
        let end = text.len();
        Reader {
            row: Row {
                line,
                end,
                ..Row::default()
            },
            way,
            text,
            from: part.start,
            at: part.start,
            // The columns matter for lines that follow each other, not far behind on one line.
            column: before.chars().take(200).count(),
            gap: 0,
            opened: None,
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, bytes: usize) {
        let skipped = self.rest().get(..bytes).unwrap_or_default();
        self.column += skipped.chars().count();
        self.at += bytes;
    }

    fn read(mut self) -> Result<Row<'a>, Unread> {
        self.left_margin();
        while let Some(sign) = self.rest().chars().next() {
            if self.row.cells.len() == MOST {
                break;
            }
            if !self.step(sign)? {
                self.row.end = self.at;
                self.right_margin();
                break;
            }
        }
        if self.row.cells.is_empty() || self.way == Way::Letters && self.row.is_text() {
            let sign = self.text.get(self.from..).unwrap_or_default();
            let sign = sign.trim_start().chars().next().unwrap_or(' ');
            return Err(Unread {
                at: self.from,
                sign,
            });
        }
        Ok(self.row)
    }

    fn left_margin(&mut self) {
        let rest = self.rest();
        let number = rest.trim_start_matches(|c: char| c.is_whitespace() || "[{\"'`".contains(c));
        self.skip(rest.len() - number.len());
        let text = number.trim_start_matches('(');
        let digits = digits(text);
        if self.way != Way::Numbers && (1..=2).contains(&digits) {
            self.row.left = text[..digits].parse().ok();
            let after = &text[digits..];
            let after = after.strip_prefix(')').unwrap_or(after);
            let after = after.strip_prefix(':').unwrap_or(after);
            self.skip(number.len() - after.len());
        }
    }

    /// Reads the number behind the row.
    fn right_margin(&mut self) {
        let rest = self.rest().trim_start_matches([' ', '(', ':']);
        let digits = digits(rest);
        if self.row.right.is_none() && (1..=2).contains(&digits) {
            self.row.right = rest[..digits].parse().ok();
            self.row.end = self.text.len() - rest.len() + digits;
        }
    }

    /// Reads a character; `false` at the end of the row.
    fn step(&mut self, sign: char) -> Result<bool, Unread> {
        let length = sign.len_utf8();
        let rest = self.rest().get(length..).unwrap_or_default();
        let next = rest.chars().next().unwrap_or(' ');
        let points = self.row.cells.len();
        match sign {
            ' ' | '\t' | '\n' | '\r' | '\u{a0}' | '\u{3000}' => {
                self.gap += if sign == '\t' { 4 } else { 1 };
                self.skip(length);
                return Ok(true);
            }
            '|' | '│' | '┃' | '║' | '¦' => match self.row.cells[..] {
                [] => self.row.frame[0] = true,
                [cell] if self.way == Way::Numbers && !self.row.frame[0] => {
                    (self.row.left, self.row.frame[0]) = (cell.margin(), true);
                    self.row.cells.clear();
                }
                _ => {
                    self.row.frame[1] = true;
                    self.skip(length);
                    return Ok(false);
                }
            },
            '<' if points > 0 && self.gap == 0 => self.mark(9),
            '(' | '[' | '<' => {
                self.opened = Some(points);
                self.skip(length);
                return Ok(true);
            }
            ')' | ']' | '>' => {
                let opened = self.opened.take();
                if opened.is_some_and(|before| before + 1 == points) || sign == ')' && self.gap == 0
                {
                    self.mark(9);
                }
            }
            '\\' if next == 'n' => self.skip(1),
            // Lines between the points, and what stands around the rows of lists. These are no blanks.
            '─' | '━' | '═' | '╶' | '╴' | '{' | '}' | '"' | '\'' | '`' | '\\' | '\u{fe0e}'
            | '\u{fe0f}' | '\u{200b}' | '\u{feff}' => {}
            // What stands behind a text in a program: `"..X\n" +`.
            ',' | ';' | '+' if points > 0 && rest.trim().is_empty() && self.is_closed() => {}
            '1'..='9' if self.way != Way::Numbers => return self.number(),
            '-' if self.way == Way::Numbers && self.is_minus_one(rest) => {
                self.point(MINUS_ONE, 2);
                return Ok(true);
            }
            _ => return self.sign(folded(sign), next, length),
        }
        self.skip(length);
        self.gap = 0;
        Ok(true)
    }

    fn is_closed(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.trim_end().ends_with(['"', '\'', ']', '}', '`'])
    }

    /// True for a `-` of a number that stands alone.
    fn is_minus_one(&self, rest: &str) -> bool {
        let after = rest.strip_prefix('1').unwrap_or("-");
        let after = after.trim_start_matches(['.', '0']);
        (self.gap > 0 || self.row.cells.is_empty())
            && (after.is_empty() || after.starts_with([' ', ']', ',', '\n', '\r', ')']))
    }

    fn mark(&mut self, mark: u8) {
        if let Some(cell) = self.row.cells.last_mut() {
            cell.mark = mark;
        }
    }

    /// Adds a point that takes this number of bytes, and those of a fraction as in `1.` and `0.0`.
    fn point(&mut self, sign: char, length: usize) {
        self.row.cells.push(Cell::new(sign, self.at, self.column));
        self.gap = 0;
        self.skip(length);
        if let Some(fraction) = self.rest().strip_prefix('.')
            && matches!(sign, '0' | '1' | '2' | MINUS_ONE)
        {
            let after = fraction.strip_prefix('0').unwrap_or(fraction);
            let is_number = after.is_empty() || after.starts_with([' ', ']', ',', '\n', '\r']);
            let mut line = self.row.line.text.chars().take(100);
            if is_number && line.any(|c| "[{(,;".contains(c)) {
                self.skip(self.rest().len() - after.len());
            }
        }
    }

    /// Reads a sign, or a letter of the text behind the row.
    fn sign(&mut self, sign: char, next: char, length: usize) -> Result<bool, Unread> {
        let is_behind = self.gap >= 2 && self.row.cells.len() >= 2;
        let is_word = sign.is_alphabetic() && next.is_alphabetic();
        let is_known = is_sign(sign) || self.way == Way::Any;
        if is_behind && (is_word || !is_known) {
            return Ok(false);
        }
        // In the margin on the left of numbers, which the names of columns show.
        let digits = digits(self.rest());
        let is_alone = self.rest()[digits..].starts_with([' ', '|', '│', '\t']);
        let is_number = self.row.cells.is_empty() && is_alone && (digits == 2 || !is_known);
        if is_number && (1..=2).contains(&digits) {
            let number = self.rest()[..digits].parse().ok();
            self.point('9', digits);
            self.row.cells[0].number = number;
        } else if is_known {
            self.point(sign, length);
        } else {
            return Err(Unread { at: self.at, sign });
        }
        Ok(true)
    }

    /// Reads a number behind a stone, on a stone, or in the right margin.
    fn number(&mut self) -> Result<bool, Unread> {
        let (rest, at) = (self.rest(), self.at);
        let (text, after) = rest.split_at(digits(rest));
        let sign = rest.chars().next().unwrap_or(' ');
        let value: usize = text.parse().map_err(|_| Unread { at, sign })?;
        // What follows a number in the margin is not a row, except that of a second board.
        let mut words = after.trim_start().chars().take(2);
        let is_margin =
            self.row.left == Some(value) && (words.all(char::is_alphabetic) || self.gap >= 3);
        let last = self.row.cells.last().map(|cell| cell.sign);
        // `KataGo` marks a move whose stone was captured, too. After other signs, this is `-1` or the field of a table.
        let is_mark = last.is_some_and(|sign| !"0,-".contains(sign));
        if is_mark && self.gap == 0 && value <= 3 {
            self.mark(u8::try_from(value).unwrap_or(9));
            self.skip(text.len());
        } else if last.is_some()
            && (is_margin || self.row.left.is_none() && after.trim().is_empty())
        {
            self.row.right = Some(value);
            self.skip(text.len());
            return Ok(false);
        } else if text.len() <= 3 && (self.gap > 0 || last.is_none()) {
            self.point('9', text.len());
            if let Some(cell) = self.row.cells.last_mut() {
                cell.number = Some(value);
            }
        } else {
            return Err(Unread { at, sign });
        }
        Ok(true)
    }
}

/// Counts the digits at the beginning of a text.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}
