//! Reads GIB.

use super::translation::{Fault, Translation, lines};
use crate::basics::Color;
use crate::basics::text::count;

pub(super) fn begins(start: &[u8]) -> bool {
    [&b"\\HS"[..], b"\\[", b"\\GS"]
        .iter()
        .any(|sign| start.starts_with(sign))
}

/// Returns the encoding of the server that the record names, as it is called elsewhere.
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

/// The properties that are read.
const KEYS: [&str; 11] = [
    "GAMEBLACKNAME",
    "GAMEWHITENAME",
    "BUSERINFO",
    "WUSERINFO",
    "GAMENAME",
    "GAMEPLACE",
    "GAMEDATE",
    "GAMERESULT",
    "GAMEGONGJE",
    "GAMEINFOMAIN",
    "GAMETAG",
];

/// The values of these properties, with their offsets.
#[derive(Default)]
struct Header<'t>([Option<(&'t str, usize)>; KEYS.len()]);

impl<'t> Header<'t> {
    /// Reads the properties of a line: `\[GAMEPLACE=Tygem\]`. The first one of a name counts.
    fn read(&mut self, line: &'t str, start: usize) {
        let mut at = start;
        for property in line.split("\\[") {
            let (key, value) = property.split_once('=').unwrap_or_default();
            if let Some(known) = KEYS.iter().position(|known| *known == key) {
                let value = value.split("\\]").next().unwrap_or_default();
                self.0[known].get_or_insert((value, at + key.len() + 1));
            }
            at += property.len() + 2;
        }
    }

    fn get(&self, key: &str) -> Option<(&'t str, usize)> {
        let known = KEYS.iter().position(|known| *known == key)?;
        self.0[known].filter(|(value, _)| !value.trim().is_empty())
    }

    /// Returns a part of a property: the number after `GRLT:` in `GRLT:7,ZIPSU:0`.
    fn part(&self, key: &str, name: &str) -> Option<(&'t str, usize)> {
        let (value, at) = self.get(key)?;
        let mut parts = value.split(',');
        let part = parts.find_map(|part| part.trim().strip_prefix(name));
        Some((part.filter(|part| !part.is_empty())?, at))
    }

    fn parts(&self, main: &str, tag: &str) -> Option<(&'t str, usize)> {
        let main = self.part("GAMEINFOMAIN", main);
        main.or_else(|| self.part("GAMETAG", tag))
    }

    fn write(&self, out: &mut Translation) -> Result<(), Fault> {
        let side = self.part("GAMEINFOMAIN", "LINE:");
        let (side, at) = side.unwrap_or(("19", 0));
        out.size(side, at)?;
        let players = [
            (Color::Black, "GAMEBLACKNAME", "BUSERINFO", "BID:"),
            (Color::White, "GAMEWHITENAME", "WUSERINFO", "WID:"),
        ];
        for (color, key, info, id) in players {
            if let Some((name, at)) = self.get(key).or_else(|| self.part(info, id)) {
                let name = name.trim();
                let ranked = name
                    .strip_suffix(')')
                    .and_then(|name| name.rsplit_once('('));
                let (name, rank) = ranked.unwrap_or((name, ""));
                out.player(color, name, rank, at);
            }
        }
        for (key, name) in [("GAMENAME", "EV"), ("GAMEPLACE", "PC")] {
            if let Some((value, at)) = self.get(key) {
                out.property(name, value, at);
            }
        }
        let tag = || self.part("GAMETAG", "C");
        if let Some((date, at)) = self.get("GAMEDATE").or_else(tag) {
            out.date(date, at);
        }
        let given = self
            .parts("GONGJE:", "G")
            .or_else(|| self.get("GAMEGONGJE"));
        // What White gives, in whole points.
        let dum = self.parts("DUM:", "D").filter(|(dum, _)| *dum != "0");
        match (given, dum) {
            (None | Some(("0", _)), Some((dum, at))) => out.komi(&format!("-{dum}"), at),
            (Some((tenths, at)), _) => out.komi(&points(tenths), at),
            (None, None) => {}
        }
        self.write_result(out);
        Ok(())
    }

    fn write_result(&self, out: &mut Translation) {
        let code = self.parts("GRLT:", "W");
        let code = code.filter(|(code, _)| *code != "255");
        let margin = self.parts("ZIPSU:", "Z").map_or("0", |(tenths, _)| tenths);
        let margin = if margin == "0" {
            String::new()
        } else {
            points(margin)
        };
        let coded = match code.map(|(code, _)| code) {
            Some("0") => format!("B+{margin}"),
            Some("1") => format!("W+{margin}"),
            Some("3") => "B+R".to_owned(),
            Some("4") => "W+R".to_owned(),
            // The other player left the server.
            Some("5") => "B+F".to_owned(),
            Some("6") => "W+F".to_owned(),
            Some("7") => "B+T".to_owned(),
            Some("8") => "W+T".to_owned(),
            _ => String::new(),
        };
        match (code, self.get("GAMERESULT")) {
            (Some((_, at)), _) if !coded.is_empty() => out.property("RE", &coded, at),
            (_, Some((words, at))) => out.result(words, at),
            (Some((other, at)), None) => out.property("RE", &format!("GRLT {other}"), at),
            (None, None) => {}
        }
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

pub(super) fn translate(text: &str, out: &mut Translation) -> Result<(), Fault> {
    let mut header = Some(Header::default());
    let mut is_over = false;
    for (at, line) in lines(text) {
        if is_over {
            if line.trim_start().starts_with("\\HS") {
                return Err((at, "a second game begins here: it is not read".to_owned()));
            }
            continue;
        }
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if matches!(first, "INI" | "STO" | "SKI" | "\\GE")
            && let Some(header) = header.take()
        {
            header.write(out)?;
        }
        match first {
            "\\GE" => is_over = true,
            "INI" if out.moves == 0 => {
                let stones = words.nth(2).ok_or((at, INI.to_owned()))?;
                out.handicap(stones, at)?;
            }
            "STO" | "SKI" => play(first, words, at, out)?,
            "" => {}
            _ => match &mut header {
                Some(header) => header.read(line, at),
                None => return Err((at, format!("no move: {STO}, or {SKI}, is expected"))),
            },
        }
    }
    out.is_cut = !is_over;
    header.map_or(Ok(()), |header| header.write(out))
}

const INI: &str = "`INI 0 1 STONES` is expected";
const STO: &str = "`STO 0 NUMBER 1 COLUMN ROW` (2 for White)";
const SKI: &str = "`SKI 0 NUMBER`";

fn play<'t>(
    first: &str,
    words: impl Iterator<Item = &'t str>,
    at: usize,
    out: &mut Translation,
) -> Result<(), Fault> {
    let numbers: Option<Vec<usize>> = words.take(6).map(count).collect();
    let (number, color, point) = match (first, numbers.as_deref()) {
        ("STO", Some([_, number, 1, col, row])) => {
            (*number, Some(Color::Black), Some((*col, *row)))
        }
        ("STO", Some([_, number, 2, col, row])) => {
            (*number, Some(Color::White), Some((*col, *row)))
        }
        ("SKI", Some([_, number])) => (*number, None, None),
        _ => return Err((at, format!("{STO}, or {SKI}, is expected"))),
    };
    out.play((number, usize::MAX), color, point, at)
}
