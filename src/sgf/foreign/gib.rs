//! Reads GIB.

use super::translation::{Fault, Header, Translation, lines, wrong};
use crate::basics::Color;
use crate::basics::text::count;

pub(super) fn begins(start: &[u8]) -> bool {
    matches!(start, [b'\\', b'[', ..] | [b'\\', b'H' | b'G', b'S', ..])
}

/// Returns the encoding of the server that the record names.
#[cfg(feature = "encodings")]
pub(super) fn encoding(start: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 4] = [
        (b"GIBOKIND=Korea", "euc-kr"),
        (b"GIBOKIND=China", "gb18030"),
        (b"GIBOKIND=Japan", "shift_jis"),
        (b"GIBOKIND=Global", "utf-8"),
    ];
    let has = |kind: &[u8]| start.windows(kind.len()).any(|bytes| bytes == kind);
    let found = KINDS.iter().find(|(kind, _)| has(kind));
    found.map(|(_, encoding)| *encoding)
}

pub(super) fn translate(text: &str, out: &mut Translation) -> Result<(), Fault> {
    let mut header = Some(Header::default());
    let mut is_over = false;
    for (at, line) in lines(text) {
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if is_over && first == "\\HS" {
            return wrong(at, "a second game begins here: it is not read");
        }
        if matches!(first, "INI" | "STO" | "SKI" | "\\GE")
            && let Some(header) = header.take()
        {
            describe(&header, out)?;
        }
        match (first, &mut header) {
            _ if is_over => {}
            ("\\GE", _) => is_over = true,
            ("INI", _) if out.moves == 0 => {
                out.handicap((words.nth(2).unwrap_or_default(), at))?;
            }
            ("STO" | "SKI", _) => play(first, words, at, out)?,
            // After the passes, dead stones are taken off.
            ("REM", _) if out.is_passed => {}
            ("", _) => {}
            (_, Some(header)) => read(line, at, header),
            (_, None) => return wrong(at, EXPECTED),
        }
    }
    out.is_cut = !is_over;
    header.map_or(Ok(()), |header| describe(&header, out))
}

/// Reads the properties of a line: `\[GAMEPLACE=Tygem\]`.
fn read<'t>(line: &'t str, mut at: usize, header: &mut Header<'t>) {
    for property in line.split("\\[") {
        let (key, value) = property.split_once('=').unwrap_or_default();
        let value = value.split("\\]").next().unwrap_or_default();
        header.add(key, value, at + key.len() + 1);
        at += property.len() + 2;
    }
}

/// Returns a part of a property: the number after `GRLT:` in `GRLT:7,ZIPSU:0`.
fn part<'t>(from: &Header<'t>, key: &str, name: &str) -> Option<(&'t str, usize)> {
    let (value, at) = from.get(key)?;
    let mut parts = value.split(',');
    let part = parts.find_map(|part| part.trim().strip_prefix(name));
    Some((part.filter(|part| !part.is_empty())?, at))
}

/// The results by their codes. Points follow the first two; with 5 and 6 the other player left the server.
const RESULTS: [&str; 9] = ["B+", "W+", "", "B+R", "W+R", "B+F", "W+F", "B+T", "W+T"];

/// The code of a game without a result.
const UNFINISHED: &str = "255";

fn describe(from: &Header<'_>, out: &mut Translation) -> Result<(), Fault> {
    let either = |main: &str, tag: &str| {
        let main = part(from, "GAMEINFOMAIN", main);
        main.or_else(|| part(from, "GAMETAG", tag))
    };
    let side = part(from, "GAMEINFOMAIN", "LINE:");
    out.size(side.unwrap_or(("19", 0)))?;
    for (color, key, info, [id, level]) in [
        (Color::Black, "GAMEBLACKNAME", "BUSERINFO", ["BID:", "BLV:"]),
        (Color::White, "GAMEWHITENAME", "WUSERINFO", ["WID:", "WLV:"]),
    ] {
        let name = from.get(key).or_else(|| part(from, info, id));
        let (name, at) = name.unwrap_or_default();
        let bare = name.trim().strip_suffix(')');
        let ranked = bare.and_then(|name| name.rsplit_once('('));
        let level = part(from, info, level).map_or(String::new(), |(level, _)| rank(level));
        let (name, rank) = ranked.unwrap_or((name, &level));
        out.player(color, name, rank, at);
    }
    out.property("EV", from.get("GAMENAME").unwrap_or_default());
    out.property("PC", from.get("GAMEPLACE").unwrap_or_default());
    let date = from.get("GAMEDATE").or_else(|| part(from, "GAMETAG", "C"));
    out.date(date.unwrap_or_default());
    let komi = either("GONGJE:", "G").or_else(|| from.get("GAMEGONGJE"));
    // What White gives, in whole points.
    let (dum, dum_at) = either("DUM:", "D").unwrap_or(("0", 0));
    match komi {
        Some((tenths, at)) if tenths != "0" || dum == "0" => out.komi((&points(tenths), at)),
        _ if dum != "0" => out.komi((&format!("-{dum}"), dum_at)),
        _ => {}
    }
    let (code, at) = either("GRLT:", "W").unwrap_or((UNFINISHED, 0));
    let coded = count(code).and_then(|code| RESULTS.get(code));
    match (
        coded.filter(|coded| !coded.is_empty()),
        from.get("GAMERESULT"),
    ) {
        (Some(coded), _) if coded.ends_with('+') => {
            let (tenths, _) = either("ZIPSU:", "Z")
                .filter(|it| it.0 != "0")
                .unwrap_or_default();
            out.property("RE", (&format!("{coded}{}", points(tenths)), at));
        }
        (Some(coded), _) => out.property("RE", (coded, at)),
        (None, Some(words)) => out.result(words),
        (None, None) if code == UNFINISHED => {}
        (None, None) => out.property("RE", (&format!("GRLT {code}"), at)),
    }
    Ok(())
}

/// Returns the rank of a level: 17 is the first kyu, 18 the first dan, 27 the first professional dan.
fn rank(level: &str) -> String {
    match count(level) {
        Some(level @ 0..18) => format!("{}k", 18 - level),
        Some(level @ 18..27) => format!("{}d", level - 17),
        Some(level @ 27..36) => format!("{}p", level - 26),
        _ => String::new(),
    }
}

/// Returns tenths as points: 6.5 for 65. A text that is no number is returned as it is.
fn points(tenths: &str) -> String {
    match count(tenths) {
        None => tenths.to_owned(),
        Some(tenths) if tenths % 10 == 0 => (tenths / 10).to_string(),
        Some(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
    }
}

const EXPECTED: &str =
    "`STO 0 NUMBER 1 COLUMN ROW` (2 for White), or `SKI 0 NUMBER` for a pass, is expected";

fn play<'t>(
    first: &str,
    words: impl Iterator<Item = &'t str>,
    at: usize,
    out: &mut Translation,
) -> Result<(), Fault> {
    let numbers: Option<Vec<usize>> = words.take(6).map(count).collect();
    let (number, color, point) = match (first, numbers.as_deref()) {
        ("STO", Some(&[_, number, 1, col, row])) => (number, Some(Color::Black), Some((col, row))),
        ("STO", Some(&[_, number, 2, col, row])) => (number, Some(Color::White), Some((col, row))),
        ("SKI", Some(&[_, number])) => (number, None, None),
        _ => return wrong(at, EXPECTED),
    };
    out.play((number, usize::MAX), color, point, at)
}
