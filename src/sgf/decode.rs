//! Decodes the bytes of a record to text. Does not interpret the text.
//!
//! In Chinese and Japanese encodings, the second byte of a character may be the byte of `]` or of a backslash. A text
//! that is read in the wrong encoding may therefore lose brackets, and moves with them. So [`checked`] compares the
//! brackets even if all bytes can be decoded.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::place::Places;
use super::property::{CA, end_of_value, name_at, skip_blanks};
use super::scan::{begun_at, next_game, scan};

/// The number of bytes used to guess an encoding, beginning at the first one that is not ASCII.
const SAMPLE: usize = 1 << 20;

/// No name of an encoding has more bytes.
const LONGEST_LABEL: usize = 100;

/// A record as text, with the assumptions made about its bytes.
///
/// ```
/// use gokata::sgf::decode;
///
/// let record = decode(b"(;PB[M\xfcller];B[aa])");
/// assert_eq!(record.text, "(;PB[Müller];B[aa])");
/// assert_eq!(record.warnings.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'b> {
    /// The text, without a byte order mark.
    pub text: Cow<'b, str>,
    /// Messages about the assumptions made.
    pub warnings: Vec<String>,
}

/// Converts bytes to text; never fails. The encoding is that of a byte order mark, else UTF-16 if the first characters
/// look like it, else the one that the first game names (`CA`), else UTF-8 if nearly all bytes are valid, else a Chinese,
/// Japanese or Korean one if the bytes are strong evidence for it, else windows-1252. This is ISO-8859-1, the default of
/// the SGF standard, with more characters. Valid UTF-8 is read as UTF-8 even if the game names a Chinese, Japanese or
/// Korean encoding.
///
/// If two encodings are possible and give different brackets, the text is cut at the first value in which they differ,
/// so that it does not pass for the whole record.
///
/// This function needs the feature `encodings`, which is part of the default feature `cli`.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let mut warnings = Vec::new();
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let name = encoding.name();
        warnings.push(format!("the file begins with a byte order mark ({name})"));
        return decoded(bytes.get(length..).unwrap_or_default(), encoding, warnings);
    }
    if let Some(encoding) = two_bytes_each(bytes) {
        let name = encoding.name();
        warnings.push(format!(
            "the bytes look like {name} without a byte order mark, and are read as {name}"
        ));
        return decoded(bytes, encoding, warnings);
    }
    if bytes.is_ascii() {
        return decoded(bytes, UTF_8, warnings);
    }
    let named = named(bytes, &mut warnings);
    if std::str::from_utf8(bytes).is_ok() {
        let one_byte = named.filter(|encoding| encoding.is_single_byte());
        let other = named.filter(|encoding| one_byte.is_none() && *encoding != UTF_8);
        if let Some(other) = other {
            let name = other.name();
            warnings.push(format!(
                "CA names {name}, but the bytes are UTF-8 and are read as UTF-8"
            ));
        }
        return decoded(bytes, one_byte.unwrap_or(UTF_8), warnings);
    }
    let start = bytes.iter().take_while(|byte| byte.is_ascii()).count();
    let rest = &bytes[start..];
    let sample = &rest[..rest.len().min(SAMPLE)];
    let encoding = match named {
        Some(encoding) if encoding != UTF_8 => encoding,
        _ if is_nearly_utf8(sample, named.is_some()) => UTF_8,
        _ => {
            let guess = strong_guess(bytes, sample).or_else(|| halved(bytes));
            let guess = guess.unwrap_or(WINDOWS_1252);
            warnings.push(format!("the bytes are not UTF-8; read as {}", guess.name()));
            guess
        }
    };
    let decoded = decoded(bytes, encoding, warnings);
    if encoding.is_single_byte() || encoding == UTF_8 {
        decoded
    } else {
        checked(bytes, decoded, encoding)
    }
}

fn decoded<'b>(
    bytes: &'b [u8],
    encoding: &'static Encoding,
    mut warnings: Vec<String>,
) -> Decoded<'b> {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    if damaged {
        warnings.push(damage(encoding));
    }
    Decoded { text, warnings }
}

fn damage(encoding: &'static Encoding) -> String {
    let name = encoding.name();
    format!("some bytes are invalid in {name}, and are replaced by U+FFFD")
}

/// Detects UTF-16 by the first two characters, which are ASCII in a record.
fn two_bytes_each(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [one, 0, other, 0, ..] if *one != 0 && *other != 0 => Some(UTF_16LE),
        [0, one, 0, other, ..] if *one != 0 && *other != 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns the encoding that the first game of the file names, which applies to all games.
fn named(bytes: &[u8], warnings: &mut Vec<String>) -> Option<&'static Encoding> {
    let label = charset(bytes)?;
    let label = String::from_utf8_lossy(&label[..label.len().min(LONGEST_LABEL)]);
    let known = Encoding::for_label_no_replacement(label.as_bytes())
        .or_else(|| Encoding::for_label_no_replacement(label.replace('_', "-").as_bytes()))
        // Excludes encodings in which the name itself could not be read as ASCII.
        .filter(|encoding| encoding.is_ascii_compatible());
    if known.is_none() {
        let label: String = label.chars().take(24).collect();
        warnings.push(format!("CA names an unknown encoding: {label:?}"));
    }
    known
}

/// Returns the value of the property `CA` in the first node.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let mut at = begun_at(bytes, next_game(bytes, 0)?)?;
    loop {
        let name = name_at(bytes, skip_blanks(bytes, at));
        at = skip_blanks(bytes, name.end);
        if bytes.get(at) != Some(&b'[') {
            return None;
        }
        if name.letters == CA {
            let end = end_of_value(bytes, at + 1)?;
            return Some(bytes[at + 1..end].trim_ascii());
        }
        while bytes.get(at) == Some(&b'[') {
            at = skip_blanks(bytes, end_of_value(bytes, at + 1)? + 1);
        }
    }
}

/// True if most non-ASCII characters are valid UTF-8. Unless the record names UTF-8, nearly all must be valid.
fn is_nearly_utf8(bytes: &[u8], is_named: bool) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        right += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    right > wrong * if is_named { 1 } else { 4 }
}

/// Returns the decoded text if it has the same brackets as the bytes read as UTF-8, or if the UTF-8 text has errors.
/// Returns the UTF-8 text if only the decoded text has errors. If neither has, returns the decoded text if it has more
/// brackets: then the second byte of a character looks like a backslash in UTF-8 and hides a `]`. Otherwise the meaning
/// is ambiguous, and the decoded text is cut at the first difference.
fn checked<'b>(bytes: &'b [u8], decoded: Decoded<'b>, encoding: &'static Encoding) -> Decoded<'b> {
    let kinds = |bytes| brackets(bytes).map(|(_, bracket)| bracket);
    let text = decoded.text.as_bytes();
    if kinds(bytes).eq(kinds(text)) {
        return decoded;
    }
    let name = encoding.name();
    let mut warnings = decoded.warnings.clone();
    let plain = String::from_utf8_lossy(bytes);
    match (is_whole(&plain), is_whole(&decoded.text)) {
        (false, _) => decoded,
        (true, false) => {
            warnings.push(format!(
                "the record has errors if it is read as {name}; it is read as UTF-8"
            ));
            warnings.push(damage(UTF_8));
            Decoded {
                text: plain,
                warnings,
            }
        }
        (true, true) => {
            let is_damaged = decoded.text.contains(char::REPLACEMENT_CHARACTER);
            if !is_damaged && kinds(bytes).count() < kinds(text).count() {
                return decoded;
            }
            warnings.push(format!(
                "the brackets differ between {name} and UTF-8, and the right encoding is unknown: the text ends at \
                 the first difference"
            ));
            let end = first_difference(&decoded.text, encoding);
            Decoded {
                text: Cow::Owned(decoded.text[..end].to_owned()),
                warnings,
            }
        }
    }
}

/// Returns the Chinese, Japanese or Korean encoding that the bytes of the sample look like, if the guess is strong: if the
/// text has at least two characters that are not ASCII, and all brackets. (In Big5, the last letter of `Weiß` and the
/// bracket after it are one character.) A record may lack brackets if it has errors when its bytes are read one by one.
fn strong_guess(bytes: &[u8], sample: &[u8]) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() < SAMPLE);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess.is_single_byte() {
        return None;
    }
    let (text, _) = guess.decode_without_bom_handling(bytes);
    let is_foreign = text.chars().filter(|c| !c.is_ascii()).nth(1).is_some();
    let loses_brackets = brackets(text.as_bytes()).count() < brackets(bytes).count();
    let is_strong = is_foreign && !(loses_brackets && is_whole(&String::from_utf8_lossy(bytes)));
    is_strong.then_some(guess)
}

/// Returns the encoding that gives a record without errors and with more brackets: in it, a backslash is the second
/// byte of a character and does not escape the bracket after it.
fn halved(bytes: &[u8]) -> Option<&'static Encoding> {
    let may_be = |pair: &[u8]| !pair[0].is_ascii() && pair[1] == b'\\';
    if !bytes.windows(2).any(may_be) {
        return None;
    }
    let count = brackets(bytes).count();
    [SHIFT_JIS, GBK, BIG5].into_iter().find(|encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        text.is_some_and(|text| brackets(text.as_bytes()).count() > count && is_whole(&text))
    })
}

fn is_whole(text: &str) -> bool {
    scan(&Places::of(text)).is_ok_and(|scan| scan.faults.is_empty())
}

/// Iterates over parentheses, semicolons and brackets that open values, with their offsets.
fn brackets(bytes: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut at = next_game(bytes, 0).unwrap_or(bytes.len());
    std::iter::from_fn(move || {
        let mut rest = bytes.get(at..)?.iter();
        at += rest.position(|byte| matches!(byte, b'(' | b')' | b';' | b'['))?;
        let found = (at, bytes[at]);
        at = match found.1 {
            b'[' => end_of_value(bytes, at + 1).map_or(bytes.len(), |end| end + 1),
            _ => at + 1,
        };
        Some(found)
    })
}

/// Returns the offset after the opening bracket of the first value that ends elsewhere if its bytes are read as ASCII.
fn first_difference(text: &str, encoding: &'static Encoding) -> usize {
    let values = brackets(text.as_bytes()).filter(|(_, bracket)| *bracket == b'[');
    let mut starts = values.map(|(place, _)| place + 1).peekable();
    let first = starts.peek().copied().unwrap_or(text.len());
    let differs = |start: &usize| {
        let end = end_of_value(text.as_bytes(), *start).unwrap_or(text.len());
        let mut value = encoding.encode(&text[*start..end]).0.into_owned();
        let length = value.len();
        value.push(b']');
        end_of_value(&value, 0) != Some(length)
    };
    starts.find(differs).unwrap_or(first)
}
