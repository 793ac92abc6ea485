//! A record of a server as a text in SGF.

use crate::basics::text::{count, quoted};
use crate::basics::{Color, Point, Size};
use crate::handicap;
use crate::sgf::komi;
use crate::sgf::results;
use crate::sgf::scan::LONGEST_LINE;
use crate::sgf::write::simple_text;

/// The offset of a part that is not understood, and why.
pub(super) type Fault = (usize, String);

pub(in crate::sgf) struct Translation {
    pub(in crate::sgf) sgf: String,
    /// Offsets in `sgf`, each with that in the original from which the text there was made. Both ascend, but for properties.
    pub(in crate::sgf) marks: Vec<(usize, usize)>,
    /// Nothing after this is translated.
    pub(in crate::sgf) fault: Option<Fault>,
    /// True if the original ends too early.
    pub(in crate::sgf) is_cut: bool,
    pub(super) size: Size,
    pub(super) moves: usize,
    /// The number of stones set up.
    stones: usize,
    /// Who moves next, for moves that do not name the player.
    next: Color,
    /// The number of the last move.
    number: Option<usize>,
    /// The color of the stones that were set up last, if nothing follows them yet.
    set_up: Option<Color>,
}

impl Translation {
    pub(super) fn new() -> Translation {
        Translation {
            sgf: "(;GM[1]FF[4]".to_owned(),
            marks: vec![(0, 0)],
            fault: None,
            is_cut: false,
            size: Size::default(),
            moves: 0,
            stones: 0,
            next: Color::Black,
            number: None,
            set_up: None,
        }
    }

    /// True if nothing was found but, perhaps, the size.
    pub(super) fn is_empty(&self) -> bool {
        self.marks.len() <= 3 && self.moves == 0
    }

    pub(super) fn end(&mut self, length: usize, fault: Option<Fault>) {
        self.fault = fault;
        self.marks.push((self.sgf.len(), length));
        self.sgf.push(')');
    }

    fn push(&mut self, parts: &[&str]) {
        self.sgf.extend(parts.iter().copied());
    }

    fn mark(&mut self, at: usize) {
        self.marks.push((self.sgf.len(), at));
        self.set_up = None;
    }

    /// Adds a property of the game. An empty one is left out.
    pub(super) fn property(&mut self, name: &str, value: &str, at: usize) {
        let value = value.trim();
        if !value.is_empty() {
            self.mark(at);
            self.push(&[name, "[", &simple_text(value), "]"]);
        }
    }

    pub(super) fn player(&mut self, color: Color, name: &str, rank: &str, at: usize) {
        let names = match color {
            Color::Black => ["PB", "BR"],
            Color::White => ["PW", "WR"],
        };
        self.property(names[0], name, at);
        self.property(names[1], rank, at);
    }

    /// Adds a date that is written in any way, but with the year first.
    pub(super) fn date(&mut self, text: &str, at: usize) {
        self.property("DT", &date(text).unwrap_or_else(|| text.to_owned()), at);
    }

    /// Adds a result, in the usual way if it is understood.
    pub(super) fn result(&mut self, text: &str, at: usize) {
        let usual = results::result(text).filter(|(_, says_all)| *says_all);
        let usual = usual.map(|(outcome, _)| outcome.to_string());
        self.property("RE", usual.as_deref().unwrap_or(text), at);
    }

    /// Adds a komi, in the usual way if it is understood.
    pub(super) fn komi(&mut self, text: &str, at: usize) {
        let usual = komi::standard(text.trim()).map(|komi| komi.to_string());
        self.property("KM", usual.as_deref().unwrap_or(text), at);
    }

    pub(super) fn size(&mut self, side: &str, at: usize) -> Result<(), Fault> {
        let size = side.trim().parse().ok();
        // Points are letters in all formats.
        let size = size.filter(|side| *side <= 25).map(Size::square);
        let why = "a size from 1 to 25 is needed, as in 19";
        self.size = size.and_then(Result::ok).ok_or((at, why.to_owned()))?;
        self.property("SZ", side, at);
        Ok(())
    }

    /// Adds handicap stones on the fixed points. One stone is none.
    pub(super) fn handicap(&mut self, stones: &str, at: usize) -> Result<(), Fault> {
        let wrong = || {
            let stones = quoted(stones);
            (
                at,
                format!("no handicap of {stones} stones is fixed on {}", self.size),
            )
        };
        let number = count(stones.trim()).ok_or_else(wrong)?;
        if number < 2 {
            return Ok(());
        }
        let points = handicap::fixed(self.size, number).ok_or_else(wrong)?;
        self.property("HA", &number.to_string(), at);
        self.push(&["AB"]);
        for point in points.into_iter().filter_map(Point::sgf) {
            self.push(&["[", &point, "]"]);
        }
        self.next = Color::White;
        Ok(())
    }

    pub(super) fn set_up(
        &mut self,
        color: Color,
        point: (usize, usize),
        at: usize,
    ) -> Result<(), Fault> {
        let point = self.point(point, at)?;
        if self.moves > 0 {
            return Err((at, "a stone is set up after the first move".to_owned()));
        }
        if self.stones >= self.size.cols() * self.size.rows() {
            return Err((
                at,
                "more stones are set up than the board has points".to_owned(),
            ));
        }
        self.stones += 1;
        if self.set_up != Some(color) {
            self.mark(at);
            self.sgf += [" AB", " AW"][usize::from(color == Color::White)];
        }
        self.push(&["[", &point, "]"]);
        self.set_up = Some(color);
        Ok(())
    }

    /// Adds a move on a column and a row from 0, or a pass. Its number must be the next one, or 0 after `wrap` - 1.
    pub(super) fn play(
        &mut self,
        (number, wrap): (usize, usize),
        color: Option<Color>,
        point: Option<(usize, usize)>,
        at: usize,
    ) -> Result<(), Fault> {
        if let Some(last) = self
            .number
            .filter(|last| (last + 1) % wrap != number % wrap)
        {
            let missing = "moves are missing, or out of order";
            return Err((
                at,
                format!("number {number} follows number {last}: {missing}"),
            ));
        }
        // The scanner reports the line that is too long.
        if self.moves > LONGEST_LINE as usize {
            return Err((at, String::new()));
        }
        let point = point.map(|point| self.point(point, at)).transpose()?;
        let color = color.unwrap_or(self.next);
        self.mark(at);
        let name = ["\n;B[", "\n;W["][usize::from(color == Color::White)];
        self.push(&[name, &point.unwrap_or_default(), "]"]);
        self.number = Some(number);
        self.next = !color;
        self.moves += 1;
        Ok(())
    }

    fn point(&self, (col, row): (usize, usize), at: usize) -> Result<String, Fault> {
        let point = Size::point_at(row, col);
        let on_board = Some(point).filter(|point| self.size.contains(*point));
        let on_board = on_board.and_then(Point::sgf);
        on_board.ok_or_else(|| {
            let place = format!("column {}, row {} lies off the board", col + 1, row + 1);
            (at, format!("{place} of {}", self.size))
        })
    }
}

/// Returns the lines of a text with their offsets. They end in LF or CR LF; if it has no LF, in CR.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let mut at = 0;
    text.split_inclusive(end).map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\r', '\n']))
    })
}

/// Returns the date in the first numbers of a text: `2015- 8-29-22-56-58`, `2012年11月22日`, `2019/03/08,22:09:00`,
/// `20170316 [09:37]`.
fn date(text: &str) -> Option<String> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.filter(|number| !number.is_empty());
    let first = numbers.next()?;
    let (year, month, day) = match first.len() {
        4 => (first, numbers.next()?, numbers.next()?),
        8 => (&first[..4], &first[4..6], &first[6..]),
        _ => return None,
    };
    let (month, day): (u8, u8) = (month.parse().ok()?, day.parse().ok()?);
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| format!("{year}-{month:02}-{day:02}"))
}
