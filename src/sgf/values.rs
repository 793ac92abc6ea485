//! The values of properties, as the standard, people and other programs write them: size, komi, points, moves, rules, results.

use std::num::NonZeroU32;

use super::places::Places;
use super::property::{Property, Value};
use super::tokens::{B, DT, HA, KM, PB, PW, RU};
use crate::basics::text::{count, quoted};
use crate::basics::{
    Action, Color, HalfPoints, Komi, Move, Point, Preset, Rules, Size, Tax, TextError, katago,
};
use crate::scoring::{Outcome, Score};

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
        return Some(rules);
    }
    let small = text.to_lowercase();
    let (named, keys) = small.split_once(',').unwrap_or((&small, ""));
    let usual = named.trim().replace([' ', '_', '/'], "-");
    let short = ENDINGS.iter().find_map(|end| usual.strip_suffix(end));
    let preset = Preset::spelled(short.unwrap_or(&usual), true)?;
    format!("{preset},{keys}").parse().ok()
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

/// Parses a result: in the form of [`Outcome`], or in another one with a plain winner. Also returns whether the outcome
/// says all that the text does; it does not for `B+3.25` and `W+Repetition`.
pub(super) fn result(text: &str) -> Option<(Outcome, bool)> {
    if let Ok(outcome) = text.parse() {
        return Some((outcome, true));
    }
    let small = text.trim().to_lowercase();
    let mut words = words(&small).peekable();
    if words.peek().is_some() && words.all(is_draw) {
        return Some((Outcome::Counted(Score::Draw), true));
    }
    let (winner, way) = winner_and_way(&small)?;
    won(winner, way)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

fn is_draw(word: &str) -> bool {
    matches!(word, "draw" | "drawn" | "jigo" | "tie")
}

/// Splits `black + 3.5`, `white wins by resignation`, `black resigns` into the winner and the way to win.
fn winner_and_way(small: &str) -> Option<(Color, &str)> {
    if let Some((winner, way)) = small.split_once(['+', '＋']) {
        // Of two results, none is plain.
        return (!way.contains(['+', '＋'])).then_some((color(winner.trim())?, way.trim()));
    }
    let (who, does) = small.split_once(' ')?;
    let who = color(who)?;
    let (verb, way) = does.trim_start().split_once(' ').unwrap_or((does, ""));
    let way = way.trim_start();
    let prefixes = ["by ", "on ", "due to "];
    let bare = prefixes.iter().find_map(|prefix| way.strip_prefix(prefix));
    let way = bare.unwrap_or(way);
    match verb.trim_end_matches('.').trim() {
        "wins" | "won" | "win" => Some((who, way)),
        "loses" | "lost" => Some((!who, way)),
        "resigns" | "resigned" => Some((!who, "r")),
        _ => None,
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "b" | "black" | "黑" | "黒" => Some(Color::Black),
        "w" | "white" | "白" => Some(Color::White),
        _ => None,
    }
}

/// Reads the way to win, in small letters. `None` if it contradicts that there is a winner.
fn won(winner: Color, way: &str) -> Option<(Outcome, bool)> {
    let way = way.trim().trim_end_matches('.');
    if let Some((before, _)) = way.split_once('(')
        && way.ends_with(')')
    {
        return won(winner, before).map(|(outcome, _)| (outcome, false));
    }
    let words: Vec<&str> = words(way).take(4).collect();
    Some(match words.join(" ").as_str() {
        _ if way.starts_with(['-', '−']) || words.iter().copied().any(is_draw) => return None,
        "" => (Outcome::Win { winner }, way.is_empty()),
        "r" | "res" | "resign" | "resigns" | "resigned" | "resignation" => {
            (Outcome::Resignation { winner }, true)
        }
        "t" | "time" | "timeout" | "time out" | "time over" | "timeover" | "on time"
        | "time up" => (Outcome::Time { winner }, true),
        "f" | "forfeit" | "forfeiture" => (Outcome::Forfeit { winner }, true),
        "illegal" | "illegal move" | "offline" | "default" | "disconnect" | "disconnection"
        | "disconnected" | "no show" => (Outcome::Forfeit { winner }, false),
        _ => match HalfPoints::parse_loosely(&decimal(way)) {
            Some(halves) => {
                let halves = NonZeroU32::new(halves)?;
                (Outcome::Counted(Score::Win(winner, halves)), true)
            }
            None => (Outcome::Win { winner }, false),
        },
    })
}
