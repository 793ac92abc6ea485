//! Reads results (`RE`) as people and other programs write them.

use std::num::NonZeroU32;

use super::values::decimal;
use crate::basics::{Color, HalfPoints};
use crate::scoring::{Outcome, Score};

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
    let way = prefixes
        .iter()
        .find_map(|prefix| way.strip_prefix(prefix))
        .unwrap_or(way);
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
