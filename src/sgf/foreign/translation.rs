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

/// A column and a row from 0.
pub(super) type Place = (usize, usize);

pub(super) fn wrong<T>(at: usize, why: impl Into<String>) -> Result<T, Fault> {
    Err((at, why.into()))
}

/// The most properties of a record that are kept. Servers write about thirty.
const MOST_PROPERTIES: usize = 200;

/// The properties of a record: names and values, with their offsets.
#[derive(Default)]
pub(super) struct Header<'t>(Vec<(&'t str, &'t str, usize)>);

impl<'t> Header<'t> {
    pub(super) fn add(&mut self, name: &'t str, value: &'t str, at: usize) {
        if !value.trim().is_empty() && self.0.len() < MOST_PROPERTIES {
            self.0.push((name, value, at));
        }
    }

    /// Returns the first value of this name.
    pub(super) fn get(&self, name: &str) -> Option<(&'t str, usize)> {
        let mut all = self.0.iter();
        let (_, value, at) = all.find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
        Some((value, *at))
    }
}

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
    /// True after a pass.
    pub(super) is_passed: bool,
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
            is_passed: false,
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
    pub(super) fn property(&mut self, name: &str, (value, at): (&str, usize)) {
        if !value.trim().is_empty() {
            self.mark(at);
            self.push(&[name, "[", &simple_text(value.trim()), "]"]);
        }
    }

    pub(super) fn player(&mut self, color: Color, name: &str, rank: &str, at: usize) {
        let is_white = usize::from(color == Color::White);
        self.property(["PB", "PW"][is_white], (name, at));
        self.property(["BR", "WR"][is_white], (rank, at));
    }

    /// Adds a date that is written in any way, but with the year first.
    pub(super) fn date(&mut self, (text, at): (&str, usize)) {
        self.property("DT", (date(text).as_deref().unwrap_or(text), at));
    }

    /// Adds a result, in the usual way if it is understood.
    pub(super) fn result(&mut self, (text, at): (&str, usize)) {
        let usual = results::result(text).filter(|(_, says_all)| *says_all);
        let usual = usual.map(|(outcome, _)| outcome.to_string());
        self.property("RE", (usual.as_deref().unwrap_or(text), at));
    }

    /// Adds a komi, in the usual way if it is understood.
    pub(super) fn komi(&mut self, (text, at): (&str, usize)) {
        let usual = komi::standard(text.trim()).map(|komi| komi.to_string());
        self.property("KM", (usual.as_deref().unwrap_or(text), at));
    }

    pub(super) fn size(&mut self, (side, at): (&str, usize)) -> Result<(), Fault> {
        // Points are letters in all formats.
        let size = count(side.trim()).filter(|side| *side <= 25);
        let size = size.and_then(|side| Size::square(side).ok());
        let why = "a size from 1 to 25 is needed, as in 19";
        self.size = size.ok_or((at, why.to_owned()))?;
        self.property("SZ", (side, at));
        Ok(())
    }

    /// Adds handicap stones on the fixed points. One stone is none.
    pub(super) fn handicap(&mut self, (stones, at): (&str, usize)) -> Result<(), Fault> {
        let number = count(stones.trim());
        if number.is_some_and(|number| number < 2) {
            return Ok(());
        }
        let points = number.and_then(|number| handicap::fixed(self.size, number));
        let Some(points) = points else {
            let (stones, size) = (quoted(stones), self.size);
            return wrong(
                at,
                format!("no handicap of {stones} stones is fixed on {size}"),
            );
        };
        self.property("HA", (stones, at));
        self.push(&["AB"]);
        for point in points.into_iter().filter_map(Point::sgf) {
            self.push(&["[", &point, "]"]);
        }
        self.next = Color::White;
        Ok(())
    }

    /// Adds a stone that is set up before the first move.
    pub(super) fn set_up(&mut self, color: Color, point: Place, at: usize) -> Result<(), Fault> {
        let point = self.point(point, at)?;
        if self.moves > 0 || self.stones == self.size.point_count() {
            return wrong(at, "no stone can be set up here");
        }
        self.stones += 1;
        if self.set_up != Some(color) {
            self.mark(at);
            self.push(&[["AB", "AW"][usize::from(color == Color::White)]]);
            self.set_up = Some(color);
        }
        self.push(&["[", &point, "]"]);
        Ok(())
    }

    /// Adds a move, or a pass. Its number must be the next one, or 0 after `wrap` - 1.
    pub(super) fn play(
        &mut self,
        (number, wrap): (usize, usize),
        color: Option<Color>,
        point: Option<Place>,
        at: usize,
    ) -> Result<(), Fault> {
        let follows = |last: &usize| last.wrapping_add(1) % wrap == number % wrap;
        if let Some(last) = self.number.filter(|last| !follows(last)) {
            let order = format!("number {number} follows number {last}");
            return wrong(at, format!("{order}: moves are missing, or out of order"));
        }
        // The scanner reports the line that is too long.
        if self.moves > LONGEST_LINE as usize {
            return wrong(at, "");
        }
        let is_pass = point.is_none();
        let point = point.map(|point| self.point(point, at)).transpose()?;
        let color = color.unwrap_or(self.next);
        self.mark(at);
        let name = ["\n;B[", "\n;W["][usize::from(color == Color::White)];
        self.push(&[name, &point.unwrap_or_default(), "]"]);
        self.is_passed = is_pass;
        self.number = Some(number);
        self.next = !color;
        self.moves += 1;
        Ok(())
    }

    fn point(&self, (col, row): Place, at: usize) -> Result<String, Fault> {
        let is_inside = col < self.size.cols() && row < self.size.rows();
        let point = is_inside.then(|| Size::point_at(row, col).sgf());
        let why = || (at, format!("the point lies off the board of {}", self.size));
        point.flatten().ok_or_else(why)
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
