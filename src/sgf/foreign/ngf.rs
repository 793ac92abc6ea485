//! Reads NGF.

use super::translation::{Fault, Translation, lines, wrong};
use crate::basics::Color;
use crate::basics::text::count;

/// The lines about the game: their number, then which one, from 0, has the size, White, Black, the place, the handicap, the
/// komi, the date, the result, the number of moves.
type Layout = [usize; 10];

const USUAL: Layout = [12, 1, 2, 3, 4, 5, 7, 8, 10, 11];

/// In older records, lines begin with `GI`, and there is neither a place nor a result.
const OLDER: Layout = [11, 6, 1, 2, 99, 7, 9, 5, 99, 10];

/// The number of moves after which the letters of their numbers begin again.
const WRAP: usize = 26 * 26;

fn layout(text: &[u8]) -> Layout {
    if text.starts_with(b"GI") {
        OLDER
    } else {
        USUAL
    }
}

/// True if the lines of numbers are numbers.
pub(super) fn begins(text: &[u8]) -> bool {
    let [lines, size, .., moves] = layout(text);
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    let numbers = text.split(|byte| *byte == end).take(lines).enumerate();
    let numbers = numbers.filter(|(nth, _)| [size, layout(text)[5], moves].contains(nth));
    let is_number = |line: &[u8]| {
        let line = line.strip_prefix(b"GI").unwrap_or(line).trim_ascii();
        (1..=6).contains(&line.len()) && line.iter().all(u8::is_ascii_digit)
    };
    numbers.filter(|(_, line)| is_number(line)).count() == 3
}

pub(super) fn translate(text: &str, out: &mut Translation) -> Result<(), Fault> {
    let [
        count_of_lines,
        size,
        white,
        black,
        place,
        handicap,
        komi,
        date,
        result,
        moves,
    ] = layout(text.as_bytes());
    let mut rest = lines(text);
    let header: Vec<(usize, &str)> = rest.by_ref().take(count_of_lines).collect();
    let line = |nth: usize| {
        let (at, line) = header.get(nth).copied().unwrap_or((text.len(), ""));
        (line.strip_prefix("GI").unwrap_or(line).trim(), at)
    };
    out.size(line(size))?;
    for (color, nth) in [(Color::Black, black), (Color::White, white)] {
        let (player, at) = line(nth);
        let (name, rank) = name_and_rank(player);
        out.player(color, name, rank, at);
    }
    out.property("EV", line(0));
    out.property("PC", line(place));
    out.date(line(date));
    let ((stones, _), (komi, at)) = (line(handicap), line(komi));
    // A whole komi means half a point more in an even game: games end with half a point.
    let half = if stones == "0" && count(komi).is_some() {
        ".5"
    } else {
        ""
    };
    out.komi((&format!("{komi}{half}"), at));
    // The points of both may follow, as in `Black wins by 2.5! >> White(62):Black(71)`.
    let (result, at) = line(result);
    let plain = result.split(">>").next().unwrap_or_default();
    out.result((plain.trim_end_matches(['!', '！', ' ']), at));
    out.handicap(line(handicap))?;
    // In older records, comments follow.
    for (at, line) in rest.take_while(|(_, line)| !line.starts_with("GI")) {
        if !line.trim().is_empty() {
            play(line.trim(), at, out)?;
        }
    }
    // Passes are not counted, and some records count one move too many.
    out.is_cut = count(line(moves).0).is_none_or(|count| count > out.moves + 1);
    Ok(())
}

/// Splits off a rank, which has a digit or a word for dan or kyu: `name     7D*`.
fn name_and_rank(player: &str) -> (&str, &str) {
    let is_rank = |c: char| c.is_ascii_digit() || "段단級级급".contains(c);
    let split = player.rsplit_once([' ', '\u{3000}']);
    split
        .filter(|(_, rank)| rank.contains(is_rank))
        .unwrap_or((player, ""))
}

/// Reads `PM`, the number of the move in two letters, the color, the point, and the point backwards.
fn play(line: &str, at: usize, out: &mut Translation) -> Result<(), Fault> {
    let read = || {
        let &[b'P', b'M', tens, ones, color, col, row, again, back] = line.as_bytes() else {
            return None;
        };
        let letter = |letter: u8| {
            letter
                .is_ascii_uppercase()
                .then(|| usize::from(letter - b'A'))
        };
        let number = 26 * letter(tens)? + letter(ones)?;
        let color = match color {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => return None,
        };
        let point = match (letter(col)?, letter(row)?) {
            _ if (again, back) != (row, col) => return None,
            (0, 0) => None,
            (col, row) => Some((col.checked_sub(1)?, row.checked_sub(1)?)),
        };
        Some((number, color, point))
    };
    let Some((number, color, point)) = read() else {
        return wrong(at, "a move is expected, as in `PMABBREER`");
    };
    out.play((number, WRAP), Some(color), point, at)
}
