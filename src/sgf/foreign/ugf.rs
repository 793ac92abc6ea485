//! Reads UGF and UGI.

use super::translation::{Fault, Header, Translation, lines, wrong};
use crate::basics::Color;
use crate::basics::text::count;

/// True if the first line is `[Header]`, except comments.
pub(super) fn begins(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.find(|line| !(line.is_empty() || line.starts_with(b"#")));
    first.is_some_and(|line| line.trim_ascii().eq_ignore_ascii_case(b"[Header]"))
}

/// Returns the encoding that the record names, else that of Japanese programs.
#[cfg(feature = "encodings")]
pub(super) fn encoding(start: &[u8]) -> &str {
    let mut lines = start.split(|byte| matches!(byte, b'\n' | b'\r'));
    let named = lines.find_map(|line| line.strip_prefix(b"Lang="));
    let named = named.and_then(|name| std::str::from_utf8(name).ok());
    let named = named.filter(|name| !name.trim().is_empty());
    named.unwrap_or("shift_jis")
}

pub(super) fn translate(text: &str, out: &mut Translation) -> Result<(), Fault> {
    let mut header = Header::default();
    let mut section = String::new();
    let mut has_data = false;
    // True if rows are counted from below.
    let mut is_from_below = false;
    for (at, line) in lines(text) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            section = name
                .chars()
                .take(7)
                .collect::<String>()
                .to_ascii_lowercase();
            if section == "data]" && !std::mem::replace(&mut has_data, true) {
                is_from_below = describe(&header, out)?;
            }
        } else if section == "header]" && !has_data {
            let (key, value) = line.split_once('=').unwrap_or_default();
            header.add(key, value, at);
        } else if section == "data]" && !line.is_empty() && !line.starts_with(['.', '#']) {
            play(line, at, is_from_below, out)?;
        }
    }
    if !has_data {
        describe(&header, out)?;
    }
    out.is_cut = !has_data;
    Ok(())
}

/// Adds what the header says. Returns whether rows are counted from below.
fn describe(from: &Header<'_>, out: &mut Translation) -> Result<bool, Fault> {
    let get = |name| from.get(name).unwrap_or_default();
    out.size(from.get("Size").unwrap_or(("19", 0)))?;
    for (color, name) in [(Color::Black, "PlayerB"), (Color::White, "PlayerW")] {
        let (player, at) = get(name);
        let mut parts = player.split(',');
        let mut part = || parts.next().unwrap_or_default();
        out.player(color, part(), part(), at);
    }
    for (name, key) in [("EV", "Title"), ("PC", "Place")] {
        let (value, at) = get(key);
        out.property(name, (value.trim_matches([',', ' ']), at));
    }
    let (date, at) = get("Date");
    // Without a date, its separators stand there.
    out.date((date.trim_start_matches(['/', ',', ' ']), at));
    let (rule, at) = get("Rule");
    let rules = [("JPN", "Japanese"), ("CHN", "Chinese"), ("CH", "Chinese")];
    let named = rules.iter().find(|(short, _)| *short == rule.trim());
    out.property("RU", (named.map_or(rule, |(_, name)| name), at));
    let (handicap, at) = get("Hdcp");
    let (stones, komi) = handicap.split_once(',').unwrap_or((handicap, ""));
    // The stones are set up by moves with the number 0.
    if !matches!(stones.trim(), "0" | "1") {
        out.property("HA", (stones, at));
    }
    out.komi((komi, at));
    let (winner, at) = get("Winner");
    let winner = winner.trim();
    let (who, how) = winner.split_once(',').unwrap_or((winner, ""));
    let result = match who {
        "B" | "W" if how.starts_with(['C', 'c']) => format!("{who}+R"),
        "B" | "W" => format!("{who}+{how}"),
        "D" => "0".to_owned(),
        "N" => "Void".to_owned(),
        _ => winner.trim_end_matches(',').to_owned(),
    };
    out.result((&result, at));
    Ok(get("CoordinateType").0.trim().eq_ignore_ascii_case("IGS"))
}

/// Reads a column and a row as letters, the color, the number, and perhaps seconds and a time: `QD,B1,1,23 '00:01:05`.
fn play(line: &str, at: usize, is_from_below: bool, out: &mut Translation) -> Result<(), Fault> {
    const EXPECTED: &str = "a move is expected, as in `QD,B1,1,0`";
    let parts: Vec<&str> = line.split(',').take(5).collect();
    let ([point, color, number], seconds) = match parts[..] {
        [point, color, number] => ([point, color, number], "0"),
        [point, color, number, seconds] => ([point, color, number], seconds),
        _ => return wrong(at, EXPECTED),
    };
    let color = match color {
        "B1" | "B2" => Some(Color::Black),
        "W1" | "W2" => Some(Color::White),
        // A mark at the end, in place of a color.
        "MK" => None,
        _ => return wrong(at, EXPECTED),
    };
    let seconds = seconds.split(' ').next().and_then(count);
    let (&[col @ b'A'..=b'Z', row @ b'A'..=b'Z'], Some(number), Some(_)) =
        (point.as_bytes(), count(number), seconds)
    else {
        return wrong(at, EXPECTED);
    };
    let side = out.size.cols();
    let [col, row] = [col, row].map(|letter| usize::from(letter - b'A'));
    // A row below the board stays off it.
    let row = if is_from_below {
        (side - 1).wrapping_sub(row)
    } else {
        row
    };
    // Passes are on columns Y and Z: YA, ZZ.
    let point = Some((col, row)).filter(|_| col < side.max(24));
    match (number, color, point) {
        (0, Some(color), Some(point)) => out.set_up(color, point, at),
        _ => out.play((number, usize::MAX), color, point, at),
    }
}
