//! Finds the encodings that the games of a file name (`CA`). Does not decode.

use std::ops::Range;

use encoding_rs::{Encoding, ISO_2022_JP};

use super::tokens::{CA, begun_at, end_of_value, first_node, name_at, next_start, skip_blanks};

/// No name of an encoding has more bytes.
const LONGEST_LABEL: usize = 100;

/// The most warnings about the names of encodings in a file.
const MOST_WARNINGS: usize = 10;

pub(super) struct Part {
    pub(super) bytes: Range<usize>,
    pub(super) named: Option<&'static Encoding>,
}

impl Part {
    /// A file in which the first game's encoding is that of all.
    pub(super) fn whole(bytes: &[u8], warnings: &mut Vec<String>) -> Part {
        Part {
            bytes: 0..bytes.len(),
            named: named(bytes, warnings),
        }
    }
}

/// Divides a file at the games that name another encoding than the games before them. A game that names none has that of
/// the game before it.
pub(super) fn parts(bytes: &[u8], warnings: &mut Vec<String>) -> Vec<Part> {
    let mut parts = vec![Part::whole(bytes, warnings)];
    let mut from = next_start(bytes, 0).unwrap_or(bytes.len());
    while let Some((label, end)) = next_label(bytes, from) {
        // The game, unless this name is another one in the same node.
        let mut before = (from..label.start).rev();
        let game = before.find(|open| begun_at(bytes, *open).is_some());
        from = end;
        let known = known(&bytes[label], warnings);
        if let (Some(game), Some(encoding)) = (game, known)
            && let Some(last) = parts.last_mut()
            && last.named != known
            && last.bytes.start < game
            && next_start(bytes, last.bytes.start) != Some(game)
        {
            last.bytes.end = game;
            parts.push(Part {
                bytes: game..bytes.len(),
                named: Some(encoding),
            });
        }
    }
    parts
}

fn named(bytes: &[u8], warnings: &mut Vec<String>) -> Option<&'static Encoding> {
    let start = first_node(bytes, next_start(bytes, 0)?)?;
    let label = charset(bytes, start, end_of_value);
    // In the second form, a backslash after a byte that is not ASCII does not hide a bracket.
    let label = label.or_else(|| charset(bytes, start, end_after_pairs))?;
    known(label, warnings)
}

fn charset(bytes: &[u8], node: usize, ending: fn(&[u8], usize) -> Option<usize>) -> Option<&[u8]> {
    let mut at = node;
    loop {
        let name = name_at(bytes, skip_blanks(bytes, at));
        at = skip_blanks(bytes, name.end);
        if bytes.get(at) != Some(&b'[') {
            return None;
        }
        if name.letters == CA {
            let end = ending(bytes, at + 1)?;
            return Some(&bytes[at + 1..end]);
        }
        while bytes.get(at) == Some(&b'[') {
            at = skip_blanks(bytes, ending(bytes, at + 1)? + 1);
        }
    }
}

/// Like [`end_of_value`] in a text of characters of two bytes, of which only the first one is never ASCII.
fn end_after_pairs(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'\\' | 0x80.. => at += 2,
            _ => at += 1,
        }
    }
}

/// Returns the place of the value of the next property `CA`, and the offset after it.
fn next_label(bytes: &[u8], from: usize) -> Option<(Range<usize>, usize)> {
    let mut at = from;
    loop {
        at += bytes.get(at..)?.windows(2).position(|pair| pair == b"CA")?;
        let open = skip_blanks(bytes, at + 2);
        let is_name = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        at += 2;
        if is_name && bytes.get(open) == Some(&b'[') {
            let longest = bytes.len().min(open + LONGEST_LABEL);
            let end = end_of_value(&bytes[..longest], open + 1);
            if let Some(end) = end {
                return Some((open + 1..end, end + 1));
            }
        }
    }
}

fn known(label: &[u8], warnings: &mut Vec<String>) -> Option<&'static Encoding> {
    let label = label.trim_ascii();
    let label = String::from_utf8_lossy(&label[..label.len().min(LONGEST_LABEL)]);
    let known = by_label(&label);
    let warning = match known {
        None => {
            let label: String = label.chars().take(24).collect();
            format!("CA names an unknown encoding: {label:?}")
        }
        // In these the name itself could not be read as ASCII.
        Some(other) if !other.is_ascii_compatible() && other != ISO_2022_JP => {
            let name = other.name();
            format!("CA names {name}, but the bytes are not {name}")
        }
        Some(_) => return known,
    };
    if warnings.len() < MOST_WARNINGS && !warnings.contains(&warning) {
        warnings.push(warning);
    }
    None
}

/// Returns the encoding of a name, also as other programs write it: with blanks or underscores, or as a Windows code page.
pub(super) fn by_label(label: &str) -> Option<&'static Encoding> {
    let letters = label.chars().filter(char::is_ascii_alphanumeric);
    let squeezed: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    let digits = squeezed.find(|c: char| c.is_ascii_digit());
    let (system, number) = squeezed.split_at(digits.unwrap_or(squeezed.len()));
    let usual = match (system, number) {
        ("jis", "") | ("iso", "2022jp") => "iso-2022-jp",
        ("uhc" | "euckr", "") => "euc-kr",
        ("euccn", "") | ("gb", "231280") => "gbk",
        ("eucjp" | "ujis", "") => "euc-jp",
        ("shiftjisx", "0213") | ("mskanji", "") => "shift_jis",
        ("big", "5hkscs" | "5eten") => "big5",
        ("utf", "16le") => "utf-16le",
        ("utf", "16be") => "utf-16be",
        ("" | "cp" | "xcp" | "ms" | "win" | "windows" | "mswin" | "ibm" | "codepage", number) => {
            match number {
                "932" => "shift_jis",
                "936" => "gbk",
                "950" => "big5",
                "54936" => "gb18030",
                "65001" => "utf-8",
                number => &format!("windows-{number}"),
            }
        }
        _ => &squeezed,
    };
    [label, &label.replace('_', "-"), &squeezed, usual]
        .iter()
        .find_map(|label| Encoding::for_label_no_replacement(label.as_bytes()))
}
