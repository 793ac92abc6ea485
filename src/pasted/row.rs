//! Splits a line of text into the points of a row, and what stands in its margins. Does not know which signs are stones.

use super::signs::{BLANK, MINUS_ONE, folded, is_sign};
use crate::basics::text::Line;

/// The most points that are read in a row: more than a board has, so that the error can say so.
pub(super) const MOST: usize = 64;

/// How lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Letters and other signs are stones; numbers stand in the margins, or on stones.
    Letters,
    /// `0`, `1`, `2` and `-1` are points.
    Numbers,
    /// As `Numbers`, with a number in the margin on the left.
    NumbersWithMargin,
    /// Any character may be a sign.
    Any,
}

/// What stands at a point.
#[derive(Debug, Clone, Copy)]
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

#[derive(Debug, Clone)]
pub(super) struct Row<'a> {
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
pub(super) fn start(text: &str) -> usize {
    let mut rest = text.trim_start();
    if let Some(response) = rest.strip_prefix('=') {
        rest = response.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    loop {
        rest = rest.trim_start();
        let quoted = rest.strip_prefix('>').or_else(|| rest.strip_prefix("//"));
        match quoted {
            Some(inner) => rest = inner,
            None => break,
        }
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
    pub(super) fn inside(
        line: Line<'a>,
        part: std::ops::Range<usize>,
        way: Way,
    ) -> Result<Row<'a>, Unread> {
        let mut tables = ['|', '│', '\t', ',', ';'].into_iter();
        match tables.find_map(|delimiter| table(line, part.clone(), delimiter, way)) {
            Some(row) => Ok(row),
            None => Reader::new(line, part, way).read(),
        }
    }
}

impl Row<'_> {
    /// True for words whose letters could all be signs.
    fn is_text(&self) -> bool {
        let (mut seen, mut labels, mut is_word) = (0_u32, 0, false);
        let mut before = None;
        for cell in &self.cells {
            if cell.sign.is_ascii_alphabetic() {
                is_word |= before.is_some_and(|column| column + 1 == cell.column);
                before = Some(cell.column);
                if !"XOBWxobw".contains(cell.sign) {
                    let bit = 1 << (u32::from(cell.sign.to_ascii_lowercase()) - u32::from('a'));
                    if seen & bit != 0 {
                        return true;
                    }
                    (seen, labels) = (seen | bit, labels + 1);
                }
            }
        }
        labels * 2 > self.cells.len() && (is_word || self.left.is_none())
    }
}

/// Reads the fields of a table, each of which is one point.
fn table(
    line: Line<'_>,
    part: std::ops::Range<usize>,
    delimiter: char,
    way: Way,
) -> Option<Row<'_>> {
    // Tabs before the first sign and behind the last one are empty cells.
    let is_first = line.text.get(..part.start)?.trim().is_empty();
    let mut at = if delimiter == '\t' && is_first {
        0
    } else {
        part.start
    };
    let mut text = line.text.get(at..part.end)?.trim_end_matches([' ', '\r']);
    if !text.contains(delimiter) {
        return None;
    }
    if matches!(delimiter, '|' | '│') {
        let inner = text.strip_prefix(delimiter)?.strip_suffix(delimiter)?;
        (text, at) = (inner, at + delimiter.len_utf8());
    }
    let mut row = Row {
        line,
        cells: Vec::new(),
        left: None,
        right: None,
        frame: [false; 2],
        end: line.text.len(),
        is_table: true,
    };
    let mut column = 0;
    for (nth, field) in text.split(delimiter).enumerate() {
        let mut cell = field_cell(field, way);
        let number = field.trim().parse().ok();
        if nth == 0 && way == Way::NumbersWithMargin {
            row.left = number;
        } else if let Some(number) = number.filter(|_| way == Way::Letters && field.trim() != "0") {
            if nth == 0 {
                row.left = Some(number);
            } else {
                row.right = Some(number);
            }
        } else {
            let cell = cell.as_mut().filter(|_| row.right.is_none())?;
            (cell.at, cell.column) = (at, column);
            row.cells.push(*cell);
        }
        (at, column) = (
            at + field.len() + delimiter.len_utf8(),
            column + field.chars().count() + 1,
        );
        if row.cells.len() == MOST {
            break;
        }
    }
    (row.cells.len() > 1).then_some(row)
}

/// Reads a field as one point: a sign, a number, or a word.
fn field_cell(field: &str, way: Way) -> Option<Cell> {
    let is_around = |c: char| c.is_whitespace() || "[]{}\"'`".contains(c);
    let text = field.trim_matches(is_around);
    let inner = text.strip_prefix('(').unwrap_or(text);
    let inner = inner.strip_suffix(')').unwrap_or(inner);
    let number = inner.strip_suffix(".0").or(inner.strip_suffix('.'));
    let number = number.filter(|number| !number.is_empty()).unwrap_or(inner);
    let mut signs = inner.chars();
    let one = signs.next().filter(|_| signs.next().is_none()).map(folded);
    let sign = match (number, one) {
        ("", _) => Some(BLANK),
        ("-1", _) if way != Way::Letters => Some(MINUS_ONE),
        ("0" | "1" | "2", _) if way != Way::Letters => number.chars().next(),
        (_, None) => match &*inner.to_ascii_lowercase() {
            "black" => Some('B'),
            "white" => Some('W'),
            "none" | "null" | "nil" | "empty" => Some(BLANK),
            _ => None,
        },
        (_, one) => one.filter(|sign| way == Way::Any || is_sign(*sign)),
    };
    Some(Cell {
        sign: sign?,
        at: 0,
        column: 0,
        number: None,
        mark: if inner.len() < text.len() { 9 } else { 0 },
    })
}

/// Reads a row whose points stand beside each other.
struct Reader<'a> {
    row: Row<'a>,
    way: Way,
    text: &'a str,
    at: usize,
    column: usize,
    /// The number of blanks since the last sign.
    gap: usize,
    /// The number of points before a parenthesis that is open.
    opened: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(line: Line<'a>, part: std::ops::Range<usize>, way: Way) -> Reader<'a> {
        let text = line.text.get(..part.end).unwrap_or(line.text);
        let before = text.get(..part.start).unwrap_or_default();
        Reader {
            row: Row {
                line,
                cells: Vec::new(),
                left: None,
                right: None,
                frame: [false; 2],
                end: text.len(),
                is_table: false,
            },
            way,
            text,
            at: part.start,
            // The columns matter for lines that follow each other, not far behind on one line.
            column: before.get(..200).unwrap_or(before).chars().count(),
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
            let sign = self.text.trim().chars().next().unwrap_or(' ');
            return Err(Unread {
                at: self.row.end.min(start(self.text)),
                sign,
            });
        }
        Ok(self.row)
    }

    fn left_margin(&mut self) {
        let rest = self.rest();
        let around = |c: char| c.is_whitespace() || "[{\"'`".contains(c);
        let number = rest.trim_start_matches(around);
        self.skip(rest.len() - number.len());
        if self.way == Way::Numbers {
            return;
        }
        let digits = number.trim_start_matches('(');
        let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let value = &digits[..digits.len() - after.len()];
        let is_margin = (1..=2).contains(&value.len());
        if let Some(left) = value.parse().ok().filter(|_| is_margin) {
            self.row.left = Some(left);
            let after = after.strip_prefix(')').unwrap_or(after);
            let colon = after.strip_prefix(':').unwrap_or(after);
            self.skip(number.len() - colon.len());
        }
    }

    /// Reads the number behind the row.
    fn right_margin(&mut self) {
        let rest = self.rest().trim_start_matches([' ', '(', ':']);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
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
            ' ' | '\t' | '\u{a0}' | '\u{3000}' => {
                self.gap += if sign == '\t' { 4 } else { 1 };
                self.skip(length);
                return Ok(true);
            }
            '|' | '│' | '┃' | '║' | '¦' if points == 0 => self.row.frame[0] = true,
            '|' | '│' | '┃' | '║' | '¦' => {
                self.row.frame[1] = true;
                self.skip(length);
                return Ok(false);
            }
            '<' if points > 0 && self.gap == 0 => self.mark(9),
            '(' | '[' | '<' => self.opened = Some(points),
            ')' | ']' | '>' => {
                let is_pair = self
                    .opened
                    .take()
                    .is_some_and(|before| before + 1 == points);
                if is_pair || sign == ')' && self.gap == 0 {
                    self.mark(9);
                }
            }
            '\\' if next == 'n' => self.skip(1),
            // Lines between the points, and what stands around the rows of lists. These are no blanks.
            '─' | '━' | '═' | '╶' | '╴' | '{' | '}' | '"' | '\'' | '`' | '\\' | '\u{fe0e}'
            | '\u{fe0f}' | '\u{200b}' | '\u{feff}' => {}
            // What stands behind a text in a program: `"..X\n" +`.
            ',' | ';' | '+' if points > 0 && rest.trim().is_empty() && self.is_closed() => {}

            '0'..='9' if !self.has_numbers() => return self.number(),
            '-' if self.has_numbers() && self.is_minus_one(rest) => {
                self.point(MINUS_ONE);
                self.skip(1);
            }
            _ => return self.sign(folded(sign), next, length),
        }
        self.skip(length);
        if !matches!(sign, '(' | '[' | '<') {
            self.gap = 0;
        }
        Ok(true)
    }

    fn has_numbers(&self) -> bool {
        matches!(self.way, Way::Numbers | Way::NumbersWithMargin)
    }

    fn is_closed(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.trim_end().ends_with(['"', '\'', ']', '}', '`'])
    }

    /// True for a `-` of a number that stands alone.
    fn is_minus_one(&self, rest: &str) -> bool {
        let is_first = self.gap > 0 || self.row.cells.is_empty();
        let after = rest
            .strip_prefix('1')
            .map(|after| after.trim_start_matches(['.', '0']));
        is_first
            && after.is_some_and(|after| after.starts_with([' ', ']', ',']) || after.is_empty())
    }

    fn mark(&mut self, mark: u8) {
        if let Some(cell) = self.row.cells.last_mut() {
            cell.mark = mark;
        }
    }

    fn point(&mut self, sign: char) {
        let (at, column) = (self.at, self.column);
        self.row.cells.push(Cell {
            sign,
            at,
            column,
            number: None,
            mark: 0,
        });
        self.gap = 0;
    }

    /// Reads a sign, or a letter of the text behind the row.
    fn sign(&mut self, sign: char, next: char, length: usize) -> Result<bool, Unread> {
        let is_behind = self.gap >= 2 && self.row.cells.len() >= 2;
        let is_word = sign.is_alphabetic() && next.is_alphabetic();
        let is_known = is_sign(sign) || self.way == Way::Any;
        if is_behind && (is_word || !is_known) {
            return Ok(false);
        }
        if !is_known {
            return Err(Unread { at: self.at, sign });
        }
        self.point(sign);
        self.skip(length);
        // A number such as 1. or 0.0 of an array.
        if self.has_numbers() && sign.is_ascii_digit() {
            let float = self.rest().strip_prefix('.').unwrap_or_default();
            let zero = float.strip_prefix('0').unwrap_or(float);
            if zero.starts_with([' ', ']', ',']) && self.row.line.text.contains(['[', ',']) {
                self.skip(self.rest().len() - zero.len());
            }
        }
        Ok(true)
    }

    /// Reads a number behind a stone, on a stone, or in the right margin.
    fn number(&mut self) -> Result<bool, Unread> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (at, text) = (self.at, &rest[..digits]);
        let points = self.row.cells.len();
        let unread = Unread {
            at,
            sign: rest.chars().next().unwrap_or(' '),
        };
        let value: usize = text.parse().map_err(|_| unread)?;
        let after = &rest[digits..];
        // What follows a number in the margin is not a row, except that of a second board.
        let mut words = after.trim_start().chars();
        let is_text = words.next().is_none_or(char::is_alphabetic)
            && words.next().is_none_or(char::is_alphabetic);
        let is_margin = self.row.left == Some(value) && (is_text || self.gap >= 3);
        if text == "0" {
            self.point('0');
        } else if points > 0 && self.gap == 0 && digits == 1 && (1..=3).contains(&value) {
            self.mark(u8::try_from(value).unwrap_or(9));
        } else if points > 0 && (is_margin || self.row.left.is_none() && after.trim().is_empty()) {
            self.row.right = Some(value);
            self.skip(digits);
            return Ok(false);
        } else if (1..=3).contains(&digits) && (self.gap > 0 || points == 0) {
            self.point('9');
            if let Some(cell) = self.row.cells.last_mut() {
                cell.number = Some(value);
            }
        } else {
            return Err(unread);
        }
        self.skip(digits);
        self.gap = 0;
        Ok(true)
    }
}
