//! Reads UGF and UGI.

use super::translation::{Fault, Translation, lines};
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
    named
        .filter(|name| !name.trim().is_empty())
        .unwrap_or("shift_jis")
}

/// The properties that are read.
const KEYS: [&str; 10] = [
    "Title",
    "Place",
    "Date",
    "Rule",
    "Size",
    "Hdcp",
    "Winner",
    "PlayerB",
    "PlayerW",
    "CoordinateType",
];

pub(super) fn translate(text: &str, out: &mut Translation) -> Result<(), Fault> {
    let mut header: [Option<(&str, usize)>; KEYS.len()] = Default::default();
    let mut section = String::new();
    // True if rows are counted from below.
    let mut is_from_below = false;
    let mut has_data = false;
    for (at, line) in lines(text) {
        let line = line.trim();
        let name = line
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        if let Some(name) = name {
            section = name
                .chars()
                .take(12)
                .collect::<String>()
                .to_ascii_lowercase();
            if section == "data" && !std::mem::replace(&mut has_data, true) {
                is_from_below = describe(&header, out)?;
            }
        } else if section == "header" && !has_data {
            let (key, value) = line.split_once('=').unwrap_or_default();
            let known = KEYS
                .iter()
                .position(|known| known.eq_ignore_ascii_case(key));
            if let Some(known) = known {
                header[known].get_or_insert((value.trim(), at));
            }
        } else if section == "data" && !line.is_empty() && !line.starts_with(['.', '#']) {
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
fn describe(
    header: &[Option<(&str, usize)>; KEYS.len()],
    out: &mut Translation,
) -> Result<bool, Fault> {
    let [
        title,
        place,
        date,
        rule,
        size,
        hdcp,
        winner,
        black,
        white,
        kind,
    ] = *header;
    let (side, at) = size.unwrap_or(("19", 0));
    out.size(side, at)?;
    for (color, player) in [(Color::Black, black), (Color::White, white)] {
        if let Some((player, at)) = player {
            let mut parts = player.split(',');
            let (name, rank) = (parts.next(), parts.next());
            out.player(
                color,
                name.unwrap_or_default(),
                rank.unwrap_or_default(),
                at,
            );
        }
    }
    for (name, value) in [("EV", title), ("PC", place)] {
        if let Some((value, at)) = value {
            out.property(name, value.trim_matches([',', ' ']), at);
        }
    }
    if let Some((date, at)) = date.filter(|(date, _)| date.contains(|c: char| c.is_ascii_digit())) {
        out.date(date, at);
    }
    if let Some((rule, at)) = rule {
        let rule = match rule {
            "JPN" => "Japanese",
            "CHN" | "CH" => "Chinese",
            other => other,
        };
        out.property("RU", rule, at);
    }
    if let Some((hdcp, at)) = hdcp {
        let (stones, komi) = hdcp.split_once(',').unwrap_or((hdcp, ""));
        // The stones are set up by moves with the number 0.
        if !matches!(stones.trim(), "0" | "1") {
            out.property("HA", stones, at);
        }
        out.komi(komi.trim_end_matches(','), at);
    }
    if let Some((winner, at)) = winner {
        let (who, how) = winner.split_once(',').unwrap_or((winner, ""));
        let result = match (who, how.as_bytes()) {
            ("B" | "W", [b'C' | b'c', ..]) => format!("{who}+R"),
            ("B" | "W", _) => format!("{who}+{how}"),
            ("D", _) => "0".to_owned(),
            ("N", _) => "Void".to_owned(),
            _ => winner.trim_end_matches(',').to_owned(),
        };
        out.result(&result, at);
    }
    Ok(kind.is_some_and(|(kind, _)| kind.eq_ignore_ascii_case("IGS")))
}

/// Reads a column and a row as letters, the color, the number, and perhaps seconds and a time: `QD,B1,1,23 '00:01:05`.
fn play(line: &str, at: usize, is_from_below: bool, out: &mut Translation) -> Result<(), Fault> {
    let wrong = || (at, "a move is expected, as in `QD,B1,1,0`".to_owned());
    let mut parts = line.split(',');
    let point = parts.next().unwrap_or_default();
    let color = match parts.next().unwrap_or_default() {
        "B1" | "B2" => Some(Color::Black),
        "W1" | "W2" => Some(Color::White),
        // A mark at the end, in place of a color.
        "MK" => None,
        _ => return Err(wrong()),
    };
    let number = parts.next().and_then(count).ok_or_else(wrong)?;
    let seconds = parts.next().unwrap_or("0").split(' ').next();
    if parts.next().is_some() || seconds.and_then(count).is_none() {
        return Err(wrong());
    }
    let [col @ b'A'..=b'Z', row @ b'A'..=b'Z'] = *point.as_bytes() else {
        return Err(wrong());
    };
    let side = out.size.cols();
    let (col, row) = (usize::from(col - b'A'), usize::from(row - b'A'));
    let row = if is_from_below {
        (side - 1).checked_sub(row)
    } else {
        Some(row)
    };
    // Passes are on columns Y and Z: YA, ZZ.
    let is_pass = col >= side && col >= 24;
    let point = row.map(|row| (col, row)).filter(|_| !is_pass);
    match (number, color, point) {
        (_, _, None) if !is_pass => Err(wrong()),
        (0, Some(color), Some(point)) => out.set_up(color, point, at),
        _ => out.play((number, usize::MAX), color, point, at),
    }
}
