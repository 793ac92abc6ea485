//! Reads NGF.

use super::translation::{Fault, Translation, lines};
use crate::basics::Color;
use crate::basics::text::count;

/// The lines about the game, by number from 0.
struct Layout {
    lines: usize,
    size: usize,
    white: usize,
    black: usize,
    place: Option<usize>,
    handicap: usize,
    komi: usize,
    date: usize,
    result: Option<usize>,
    moves: usize,
}

/// The usual lines.
const USUAL: Layout = Layout {
    lines: 12,
    size: 1,
    white: 2,
    black: 3,
    place: Some(4),
    handicap: 5,
    komi: 7,
    date: 8,
    result: Some(10),
    moves: 11,
};

/// Lines that begin with `GI`, in older records.
const OLDER: Layout = Layout {
    lines: 11,
    size: 6,
    white: 1,
    black: 2,
    place: None,
    handicap: 7,
    komi: 9,
    date: 5,
    result: None,
    moves: 10,
};

/// The number of moves after which the letters of their numbers begin again.
const WRAP: usize = 26 * 26;

fn layout(first: &[u8]) -> &'static Layout {
    if first.starts_with(b"GI") {
        &OLDER
    } else {
        &USUAL
    }
}

/// True if the lines of numbers are numbers.
pub(super) fn begins(text: &[u8]) -> bool {
    let layout = layout(text);
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    let numbers = [layout.size, layout.handicap, layout.moves];
    let mut lines = text
        .split(|byte| *byte == end)
        .enumerate()
        .take(layout.lines);
    let mut found = 0;
    let is_number = |line: &[u8]| {
        let line = line.strip_prefix(b"GI").unwrap_or(line).trim_ascii();
        (1..=6).contains(&line.len()) && line.iter().all(u8::is_ascii_digit)
    };
    lines.all(|(nth, line)| {
        let is_wanted = numbers.contains(&nth);
        found += usize::from(is_wanted);
        !is_wanted || is_number(line)
    }) && found == numbers.len()
}

pub(super) fn translate(text: &str, out: &mut Translation) -> Result<(), Fault> {
    let layout = layout(text.as_bytes());
    let mut rest = lines(text);
    let header: Vec<(usize, &str)> = rest.by_ref().take(layout.lines).collect();
    let line = |nth: usize| {
        let (at, line) = header.get(nth).copied().unwrap_or((text.len(), ""));
        (line.strip_prefix("GI").unwrap_or(line).trim(), at)
    };
    let (side, at) = line(layout.size);
    out.size(side, at)?;
    for (color, nth) in [(Color::Black, layout.black), (Color::White, layout.white)] {
        let (player, at) = line(nth);
        let (name, rank) = name_and_rank(player);
        out.player(color, name, rank, at);
    }
    let title = line(0);
    out.property("EV", title.0, title.1);
    if let Some((place, at)) = layout.place.map(line) {
        out.property("PC", place, at);
    }
    let (date, at) = line(layout.date);
    out.date(date, at);
    let (stones, at) = line(layout.handicap);
    let (komi, komi_at) = line(layout.komi);
    // A whole komi means half a point more in an even game: games end with half a point.
    let half = if stones == "0" && count(komi).is_some() {
        ".5"
    } else {
        ""
    };
    out.komi(&format!("{komi}{half}"), komi_at);
    if let Some((result, at)) = layout.result.map(line) {
        // The numbers of points may follow, as in `Black wins by 2.5! >> White(62):Black(71)`.
        let plain = result.split(">>").next().unwrap_or_default();
        out.result(plain.trim_end_matches(['!', '！', ' ']), at);
    }
    out.handicap(stones, at)?;
    // In older records, comments follow.
    let moves = rest.take_while(|(_, line)| !line.starts_with("GI"));
    for (at, line) in moves.filter(|(_, line)| !line.trim().is_empty()) {
        play(line.trim(), at, out)?;
    }
    // Passes are not counted, and some records count one move too many.
    out.is_cut = count(line(layout.moves).0).is_none_or(|count| count > out.moves + 1);
    Ok(())
}

/// Splits off a rank, which has a digit or a word for dan or kyu: `name     7D*`.
fn name_and_rank(player: &str) -> (&str, &str) {
    let is_rank =
        |word: &str| word.contains(|c: char| c.is_ascii_digit() || "段단級级급".contains(c));
    let split = player.rsplit_once([' ', '\u{3000}']);
    split
        .filter(|(_, rank)| is_rank(rank))
        .unwrap_or((player, ""))
}

/// Reads `PM`, the number of the move in two letters, the color, the point, and the point backwards.
fn play(line: &str, at: usize, out: &mut Translation) -> Result<(), Fault> {
    let wrong = || (at, "a move is expected, as in `PMABBREER`".to_owned());
    let [b'P', b'M', tens, ones, color, point @ ..] = line.as_bytes() else {
        return Err(wrong());
    };
    let place = |letter: u8| {
        Some(usize::from(
            letter.is_ascii_uppercase().then(|| letter - b'A')?,
        ))
    };
    let number = place(*tens)
        .zip(place(*ones))
        .map(|(tens, ones)| 26 * tens + ones);
    let color = match color {
        b'B' => Some(Color::Black),
        b'W' => Some(Color::White),
        _ => None,
    };
    let point = match *point {
        [b'A', b'A', b'A', b'A'] => None,
        [col, row, again, back] if (again, back) == (row, col) => {
            let place = |letter| place(letter)?.checked_sub(1);
            Some(place(col).zip(place(row)).ok_or_else(wrong)?)
        }
        _ => return Err(wrong()),
    };
    let number = number.filter(|_| color.is_some()).ok_or_else(wrong)?;
    out.play((number, WRAP), color, point, at)
}
