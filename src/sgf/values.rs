//! The values of properties: size, komi, points, players.

use super::places::Places;
use super::property::Value;
use super::tokens::{DT, HA, KM, PB, PW, RU};
use crate::basics::text::{count, quoted};
use crate::basics::{Color, Komi, Point, Size, TextError};

/// Describes a property of the whole game for a message.
pub(super) fn described(name: u64) -> &'static str {
    match name {
        KM => "the komi",
        HA => "the handicap",
        RU => "the name of the rules",
        PB => "Black's name",
        PW => "White's name",
        DT => "the date",
        _ => "the result",
    }
}

/// Parses `19`, or `7:5` for seven columns and five rows.
pub(super) fn size(places: &Places<'_>, value: Value<'_>) -> Result<Size, TextError> {
    let text = value.text;
    let (cols, rows) = text.split_once(':').unwrap_or((text, text));
    let Some((rows, cols)) = count(rows.trim()).zip(count(cols.trim())) else {
        let problem = if text.trim().is_empty() {
            "the size is empty".to_owned()
        } else {
            format!("{} is no size", quoted(text))
        };
        let message = format!("{problem}: 19, or 7:5 for columns and rows");
        return Err(places.at(value.at, message));
    };
    Size::new(rows, cols).map_err(|error| {
        let message = if rows.max(cols) < 100_000 {
            error.to_string()
        } else {
            let limits = format!("a board has 1 to {} rows and columns", Size::MAX);
            format!("{limits}: this one is far too large")
        };
        places.at(value.at, message)
    })
}

/// Words and letters after a number of points.
const POINTS: [&str; 9] = [
    "points", "point", "pts.", "pts", "pt", "moku", "目", "点", "집",
];

/// Fractions after a whole number, and their decimals.
const FRACTIONS: [(&str, &str); 8] = [
    ("½", "5"),
    ("¼", "25"),
    ("¾", "75"),
    (" 1/2", "5"),
    (" 1/4", "25"),
    (" 3/4", "75"),
    ("目半", "5"),
    ("半", "5"),
];

/// Writes a number of points in the usual way: `5 1/2`, `5½`, `5,5`, `5.5 points` and `5目半` as `5.5`. Returns another
/// text as it is, but without the word for points.
pub(super) fn decimal(text: &str) -> String {
    let small = text.trim().to_lowercase().replace('又', " ");
    let bare = POINTS.iter().find_map(|unit| small.strip_suffix(unit));
    let bare = bare.unwrap_or(&small).trim();
    // A fraction alone needs no space before it.
    let spaced = format!(" {bare}");
    let split = FRACTIONS.iter().find_map(|(fraction, decimals)| {
        let whole = spaced.strip_suffix(fraction)?.trim();
        let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_signed = digits.len() < whole.len();
        (is_whole && !(is_signed && digits.is_empty())).then_some((whole, decimals))
    });
    match split {
        Some(("", decimals)) => format!("0.{decimals}"),
        Some((whole, decimals)) => format!("{whole}.{decimals}"),
        None => bare.replace(',', "."),
    }
}

/// Parses a number of handicap stones. Also returns whether it is a number alone.
pub(super) fn handicap(text: &str) -> Option<(usize, bool)> {
    if let Ok(stones) = text.parse() {
        return Some((stones, true));
    }
    let small = text.to_lowercase();
    let units = ["stones", "stone", "子", "점"];
    let number = units.iter().find_map(|unit| small.strip_suffix(unit))?;
    Some((number.trim_end().parse().ok()?, false))
}

/// Parses a komi. Also returns whether it is written in the usual way.
pub(super) fn komi(text: &str) -> Option<(Komi, bool)> {
    let unusual = || {
        if let Some(stones) = text.strip_suffix('子') {
            return in_stones(&decimal(stones));
        }
        numeric_komi(&decimal(text)).map(|(komi, _)| komi)
    };
    numeric_komi(text).or_else(|| Some((unusual()?, false)))
}

/// Parses a komi without words.
fn numeric_komi(text: &str) -> Option<(Komi, bool)> {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let dotted = unsigned.replace(',', ".");
    let short = match dotted.split_once('.') {
        Some((whole, fraction)) => {
            let fraction = fraction.trim_end_matches('0');
            let dot = if fraction.is_empty() { "" } else { "." };
            let whole = if whole.is_empty() { "0" } else { whole };
            format!("{whole}{dot}{fraction}")
        }
        None => dotted.clone(),
    };
    if let Ok(komi) = short.parse() {
        // 6.50 is as usual as 6.5.
        return Some((komi, dotted == text && !text.starts_with('.')));
    }
    // Chinese servers leave out the decimal point.
    let halves = match &*short {
        "550" => 11,
        "650" => 13,
        "700" => 14,
        "750" => 15,
        _ => return Some((in_stones(&short)?, false)),
    };
    Some((Komi::from_halves(halves)?, false))
}

/// Parses a komi in stones of two points each, as some Chinese servers count it: 3.75, or 375 without the point.
fn in_stones(text: &str) -> Option<Komi> {
    Komi::from_halves(match text {
        "275" | "2.75" => 11,
        "325" | "3.25" => 13,
        "350" => 14,
        "375" | "3.75" => 15,
        _ => return None,
    })
}

/// Parses a point of a list or a move. Unlike [`Point::from_sgf`], also accepts capital letters, which follow the small
/// ones: such points lie off every board, and messages show them.
pub(super) fn point(text: &str) -> Option<Point> {
    let place = |letter: u8| match letter {
        b'a'..=b'z' => Some(i32::from(letter - b'a')),
        b'A'..=b'Z' => Some(i32::from(letter - b'A') + 26),
        _ => None,
    };
    let [col, row] = *text.as_bytes() else {
        return None;
    };
    Some(Point::from((place(row)?, place(col)?)))
}

/// A rectangle of points, as in a value of `AB` or `TB`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    first: Point,
    last: Point,
    /// True if the text names the upper left corner first, as the standard demands.
    pub(super) is_in_order: bool,
}

impl Rectangle {
    /// The points, in reading order.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let Rectangle { first, last, .. } = *self;
        let cols = move |row| (first.col..=last.col).map(move |col| Point { row, col });
        (first.row..=last.row).flat_map(cols)
    }
}

/// Parses a value of a list of points: one point, or two corners of a rectangle. `None` if it is empty.
pub(super) fn rectangle(value: Value<'_>, size: Size) -> Result<Option<Rectangle>, String> {
    let text = value.text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let corners = point(first.trim()).zip(point(last.trim()));
    let (one, other) = corners.ok_or_else(|| format!("{} is no point", quoted(text)))?;
    if !size.contains(one) || !size.contains(other) {
        return Err(format!("{} lies off the board of {size}", quoted(text)));
    }
    let first = Point::from((one.row.min(other.row), one.col.min(other.col)));
    let last = Point::from((one.row.max(other.row), one.col.max(other.col)));
    Ok(Some(Rectangle {
        first,
        last,
        is_in_order: first == one,
    }))
}

/// Parses a player, as this and other programs write it.
pub(super) fn player(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}
