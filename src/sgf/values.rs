//! The values of properties, as the standard, people and other programs write them: size, points, moves, rules.

use super::amounts::{Amount, Unit, narrow};
use super::places::Places;
use super::property::{Property, Value};
use super::tokens::{B, DT, HA, KM, PB, PW, RU};
use crate::basics::text::{count, quoted};
use crate::basics::{Action, Color, Move, Point, Preset, Rules, Size, Tax, TextError, katago};

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
        let problem = match text.trim() {
            "" => "the size is empty".to_owned(),
            _ => format!("{} is no size", quoted(text)),
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

/// Parses a number of handicap stones. Also returns whether it is a number alone.
pub(super) fn handicap(text: &str) -> Option<(usize, bool)> {
    if let Ok(stones) = text.parse() {
        return Some((stones, true));
    }
    let small = narrow(text);
    let bare = small.strip_prefix(['让', '讓']).unwrap_or(&small);
    let units = ["stones", "stone", "子", "점"];
    let number = units.iter().find_map(|unit| bare.strip_suffix(unit));
    let amount = Amount::read(number.unwrap_or(bare).trim_end())?;
    let is_number = amount.unit == Unit::Unnamed && amount.quarters.is_multiple_of(4);
    let stones = usize::try_from(amount.quarters / 4).ok()?;
    is_number.then_some((stones, false))
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

/// True for the point below and to the right of the lowest right one: `jj` on 9x9.
pub(super) fn is_past_the_corner(point: Point, size: Size) -> bool {
    let past = |place: i32, count: usize| usize::try_from(place) == Ok(count);
    past(point.row, size.rows()) && past(point.col, size.cols())
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

#[inline]
pub(super) fn mover(property: Property<'_>) -> Color {
    match property.name {
        B => Color::Black,
        _ => Color::White,
    }
}

/// The standard has two letters and nothing else.
pub(super) const BLANKS: &str = "blanks around a point are ignored";

/// Parses a move. Also returns a warning if it is written in an unusual way.
#[inline]
pub(super) fn read_move(
    size: Size,
    color: Color,
    value: Value<'_>,
) -> Result<(Move, Option<&'static str>), String> {
    // On boards of up to 19 rows and columns, where that point lies off the board.
    let is_pass = |text| text == "tt" && size.rows() <= 19 && size.cols() <= 19;
    if let Some(point) = Point::from_sgf(value.text)
        && !is_pass(value.text)
    {
        return Ok((Move::play(color, point), None));
    }
    let text = value.text.trim();
    let action = if text.is_empty() || is_pass(text) {
        Action::Pass
    } else {
        let problem = "is no point: two letters, or nothing for a pass";
        Action::Play(point(text).ok_or_else(|| format!("{} {problem}", quoted(text)))?)
    };
    let unusual = match text {
        _ if text.len() == value.text.len() => None,
        "" => Some("blanks are read as a pass"),
        _ => Some(BLANKS),
    };
    Ok((Move { color, action }, unusual))
}

/// Begins the comment that gives the rules in our words.
const EXACT_RULES: &str = "Exact rules: ";

pub(super) fn exact_rules(comment: Value<'_>) -> Option<Rules> {
    let words = comment.text.trim().strip_prefix(EXACT_RULES)?;
    words.trim().parse().ok()
}

/// True if the rules differ at most in how a seki counts, and in the komi, which a record gives by itself.
pub(super) fn is_near(rules: Rules, named: Rules) -> bool {
    let only_seki = rules.tax() != Tax::All && named.tax() != Tax::All;
    // A name is of rules without pass stones, where nobody owes a last pass.
    let rules = rules.with_last_pass(named.last_pass());
    only_seki && rules.with_tax(named.tax()).with_komi(named.komi()) == named
}

/// What may follow the name of rules.
const ENDINGS: [&str; 8] = [
    "-rules",
    "-rule",
    "规则",
    "規則",
    "規約",
    "ルール",
    "규칙",
    "룰",
];

/// Parses the name of rules, as this library and other programs write it; keys may follow after a comma.
pub(super) fn rules_named(text: &str) -> Option<Rules> {
    let ours = || text.parse().ok();
    if let Some(rules) = ours().or_else(|| katago::joined(text)) {
        return Some(rules.as_saved(text));
    }
    let small = text.to_lowercase();
    let (named, keys) = small.split_once(',').unwrap_or((&small, ""));
    let usual = named.trim().replace([' ', '_', '/'], "-");
    let short = ENDINGS.iter().find_map(|end| usual.strip_suffix(end));
    let preset = Preset::spelled(short.unwrap_or(&usual), true)?;
    let rules: Rules = format!("{preset},{keys}").parse().ok()?;
    Some(rules.as_saved(keys))
}

/// Returns the preset from which the rules differ least, and the differences. Ignores the komi, which has its own
/// property. If rules of the standard are near enough, returns their name, and the comment with all of them.
pub(super) fn rules_name(rules: Rules) -> (String, Option<String>) {
    let changes = |preset: Preset| {
        let changes = rules.changes(preset).filter(|(key, _)| *key != "komi");
        let changes = changes.map(|(key, value)| format!(",{key}={value}"));
        changes.collect::<Vec<_>>()
    };
    let words = |preset: Preset| preset.name().to_owned() + &changes(preset).concat();
    let presets = Preset::ALL.iter().copied();
    let nearest = presets.min_by_key(|preset| changes(*preset).len());
    let nearest = nearest.unwrap_or_default();
    if changes(nearest).is_empty() {
        return (nearest.ru().to_owned(), None);
    }
    match Preset::standard().find(|preset| is_near(rules, preset.rules())) {
        Some(near) => (
            near.ru().to_owned(),
            Some(EXACT_RULES.to_owned() + &words(near)),
        ),
        None => (words(nearest), None),
    }
}
