//! Parses arguments that several commands take: sizes, sides, moves, seeds, time limits.

use std::env;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gokata::fixture::{MoveWord, parse_moves};
use gokata::{BoardRecord, Color, Labels, Move, Size};
use rawzip::time::UtcDateTime;

use crate::terminal::error::CommandError;
use crate::terminal::text::plain_line;

pub(crate) fn side(text: &str) -> Result<Color, CommandError> {
    match text {
        "x" => Ok(Color::Black),
        "o" => Ok(Color::White),
        _ => Err("the side is x or o".into()),
    }
}

/// Parses a number that consists of digits only, without a sign.
pub(crate) fn plain_number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// True if `-h` is given: its help fits one screen, that of `--help` two.
pub(crate) fn is_short() -> bool {
    let is_flags = |arg: &str| arg.starts_with('-') && !arg.starts_with("--");
    env::args_os().any(|arg| {
        arg.to_str()
            .is_some_and(|arg| is_flags(arg) && arg.ends_with('h'))
    })
}

pub(crate) fn seconds(text: &str) -> Result<Duration, CommandError> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("a number of seconds is needed, from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Parses rows and columns: `9` or `9x13`.
pub(crate) fn rows_and_cols(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    plain_number(rows).zip(plain_number(cols))
}

pub(crate) fn size(text: &str) -> Result<Size, CommandError> {
    let sides = rows_and_cols(text);
    let (rows, cols) = sides.ok_or("a number is needed, as in 9, or two, as in 9x13")?;
    Size::new(rows, cols).map_err(CommandError::other)
}

/// Returns the move that was typed. Without a color, it is a move of the side to play.
pub(crate) fn in_turn(word: &MoveWord, record: &BoardRecord) -> Move {
    Move {
        color: word.color.unwrap_or(record.to_play()),
        action: word.action,
    }
}

/// Parses the moves in one argument. A vertex may be in lower case: `d4`.
pub(crate) fn moves(
    text: &str,
    record: &BoardRecord,
    labels: &Labels,
) -> Result<Vec<MoveWord>, CommandError> {
    let words: Vec<String> = text.split_whitespace().map(vertex_in_capitals).collect();
    let moves = parse_moves(&words.join(" "), record.size(), labels);
    let moves = moves.map_err(|error| match words.len() {
        1 => error.message().to_owned(),
        _ => format!("in `{}`: {}", plain_line(text), error.message()),
    })?;
    Ok(moves.into_iter().map(|word| word.value).collect())
}

/// Returns `x:D4` for `x:d4`, and any word without a vertex unchanged.
fn vertex_in_capitals(word: &str) -> String {
    let start = word.find(':').map_or(0, |colon| colon + 1);
    let (side, point) = word.split_at(start);
    let has_number = point.bytes().skip(1).any(|b| b.is_ascii_digit());
    if has_number && !point.starts_with('(') {
        format!("{side}{}", point.to_ascii_uppercase())
    } else {
        word.to_owned()
    }
}

/// Checks that a text is a date such as `2026-11-28`.
pub(crate) fn date(text: &str) -> Result<String, CommandError> {
    let lengths = text.split('-').map(str::len);
    let numbers: Option<Vec<u32>> = text.split('-').map(plain_number).collect();
    let is_date = lengths.eq([4, 2, 2]) && matches!(numbers.as_deref(), Some([_, 1..=12, 1..=31]));
    let date = is_date.then(|| text.to_owned());
    date.ok_or_else(|| "a date is needed, as in 2026-11-28".into())
}

/// Returns the date in UTC: of `SOURCE_DATE_EPOCH`, if that is set, so that results can be made again as they were.
pub(crate) fn today() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH");
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_secs());
    let seconds = set.ok().and_then(|text| text.parse().ok()).unwrap_or(now);
    let date = UtcDateTime::from_unix(seconds.try_into().unwrap_or(0));
    format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
}

/// Returns a seed from the clock, short enough to type.
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::from(since.subsec_micros()) + 1_000_000 * (since.as_secs() % 1000)
    })
}
