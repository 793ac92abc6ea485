//! Arguments that several commands take: rules, sizes, moves, seeds.

use std::time::{SystemTime, UNIX_EPOCH};

use gokata::fixture::parse_moves;
use gokata::{Action, BoardRecord, Color, Labels, Move, Rules, RulesError, Size};

use crate::terminal::text::plain;

/// Rules as a person writes them: capital letters do no harm.
pub(crate) fn rules(text: &str) -> Result<Rules, String> {
    let rules = text.to_ascii_lowercase().parse();
    rules.map_err(|error: RulesError| error.to_string())
}

/// A move as a person types it; without a color it is the move of the side to play.
pub(crate) struct Typed {
    color: Option<Color>,
    action: Action,
}

impl Typed {
    pub(crate) fn for_side(&self, record: &BoardRecord) -> Move {
        Move {
            color: self.color.unwrap_or(record.to_play()),
            action: self.action,
        }
    }
}

/// Moves in one argument. Small letters will do for a vertex: `d4`.
pub(crate) fn moves(
    text: &str,
    record: &BoardRecord,
    labels: &Labels,
) -> Result<Vec<Typed>, String> {
    let capital = |word: &str| {
        let start = word.find(':').map_or(0, |colon| colon + 1);
        let vertex = word[start..].bytes().skip(1).any(|b| b.is_ascii_digit())
            && !word[start..].starts_with('(');
        let end = if vertex {
            word[start..].to_ascii_uppercase()
        } else {
            word[start..].to_owned()
        };
        format!("{}{end}", &word[..start])
    };
    let words: Vec<String> = text.split_whitespace().map(capital).collect();
    let read = parse_moves(&words.join(" "), record.size(), labels).map_err(|error| match words
        .len()
    {
        1 => error.message().to_owned(),
        _ => format!("in `{}`: {}", plain(text), error.message()),
    })?;
    Ok(read
        .into_iter()
        .map(|word| Typed {
            color: word.value.color,
            action: word.value.action,
        })
        .collect())
}

/// `9` or `9x13`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let is_plain = |text: &&str| text.bytes().all(|b| b.is_ascii_digit());
    let number = |text: &str| Some(text).filter(is_plain)?.parse::<usize>().ok();
    let sides = match text.split_once('x') {
        Some((rows, cols)) => number(rows).zip(number(cols)),
        None => number(text).zip(number(text)),
    };
    let (rows, cols) = sides.ok_or("a number is needed, as in 9, or two, as in 9x13")?;
    Size::new(rows, cols).map_err(|error| error.to_string())
}

/// Another one each time.
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    // Short enough to be typed.
    since.map_or(0, |since| {
        u64::from(since.subsec_micros()) + 1_000_000 * (since.as_secs() % 1000)
    })
}
