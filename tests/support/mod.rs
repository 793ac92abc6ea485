//! The oracles' tables, and how they write boards and moves.

use std::collections::BTreeMap;

use gokata::{BoardRecord, Color, KoRule, Move, Point, Preset, Rules, Size, Suicide};

/// `xo-/---:o` as a record: rows from the top, then the side to move.
pub(crate) fn record(start: &str) -> BoardRecord {
    let (rows, side) = start.split_once(':').unwrap_or((start, "x"));
    let text = format!("{side}\n{}\n", rows.replace('/', "\n"));
    text.parse()
        .unwrap_or_else(|error| panic!("{start}: {error}"))
}

/// `x2,3`, `opass` or `x-1,2`.
pub(crate) fn colored_move(text: &str) -> Move {
    let color = text.chars().next().and_then(Color::from_letter);
    let color = color.unwrap_or_else(|| panic!("{text}: no color"));
    plain_move(color, &text[1..])
}

/// `2,3` or `pass`.
pub(crate) fn plain_move(color: Color, text: &str) -> Move {
    if text == "pass" {
        Move::pass(color)
    } else {
        Move::play(color, point(text))
    }
}

/// `2,3`: row and column.
pub(crate) fn point(text: &str) -> Point {
    let numbers = text
        .split_once(',')
        .and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
    numbers.map_or_else(
        || panic!("{text}: no point"),
        |(row, col): (i32, i32)| Point::from((row, col)),
    )
}

/// The board as rows joined by `/`.
pub(crate) fn rows(record: &BoardRecord) -> String {
    record.board().to_string().replace('\n', "/")
}

/// A row of a table, by the names of its columns.
pub(crate) type Row = BTreeMap<&'static str, &'static str>;

/// The rows of a table.
pub(crate) fn table(text: &'static str) -> impl Iterator<Item = Row> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

pub(crate) fn rules(ko: &str, suicide: &str) -> Rules {
    let ko = match ko {
        "simple" => KoRule::Simple,
        "psk" => KoRule::Positional,
        "ssk" => KoRule::Situational,
        "nssk" => KoRule::NaturalSituational,
        other => panic!("{other} is no ko rule"),
    };
    let suicide = match suicide {
        "F" => Suicide::Forbidden,
        "M" => Suicide::MultiStone,
        "A" => Suicide::Allowed,
        other => panic!("{other} is no suicide rule"),
    };
    Rules {
        ko,
        suicide,
        ..Preset::Kata.rules()
    }
}

pub(crate) fn size(text: &str) -> Size {
    let (rows, cols) = text
        .split_once('x')
        .unwrap_or_else(|| panic!("{text}: no size"));
    Size::new(small(rows), small(cols)).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn number(text: &str) -> u64 {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn small(text: &str) -> usize {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// FNV-1a, 64 bits.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    pub(crate) fn feed(&mut self, number: u64) {
        number
            .to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }

    pub(crate) fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}
