//! Decodes the bytes of a record to text. Does not interpret the text.
//!
//! In Chinese and Japanese encodings, the second byte of a character may be the byte of `]` or of a backslash. A text
//! that is read in the wrong encoding may therefore lose brackets, and moves with them. So [`checked`] compares the
//! brackets even if all bytes can be decoded.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

use super::charset::{Part, by_label, parts};
use super::foreign::Format;
use super::places::Places;
use super::scan::scan;
use super::tokens::{end_of_value, is_blank, next_start, skip_blanks};

/// The number of bytes used to guess an encoding, beginning at the first one that is not ASCII.
const SAMPLE: usize = 1 << 20;

/// The control character that begins an escape sequence of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

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
    /// True if the rest of the text is missing, because its encoding is unknown.
    pub(super) is_cut: bool,
}

impl<'b> Decoded<'b> {
    fn new(text: Cow<'b, str>, warnings: Vec<String>) -> Decoded<'b> {
        Decoded {
            text,
            warnings,
            is_cut: false,
        }
    }

    fn cut(mut self, end: usize, warning: String) -> Self {
        self.text = Cow::Owned(self.text[..end].to_owned());
        self.warnings.push(warning);
        self.is_cut = true;
        self
    }
}

/// Converts bytes to text; never fails. The encoding is that of a byte order mark, else UTF-16 if the first characters
/// look like it, else the one that the game names (`CA`) or, if it names none, the game before it, else UTF-8 if nearly
/// all bytes are valid, else a Chinese, Japanese, Korean or Cyrillic one if the bytes are strong evidence for it, else
/// windows-1252. This is ISO-8859-1, the default of the SGF standard, with more characters. Valid UTF-8 is read as UTF-8
/// even if the game names a Chinese, Japanese or Korean encoding.
///
/// If two encodings are possible and give different brackets, the text is cut at the first value in which they differ,
/// so that it does not pass for the whole record.
///
/// This function needs the feature `encodings`.
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
    let format = Format::of(bytes).filter(|format| *format != Format::Sgf);
    if let Some(format) = format {
        // UTF-8 is UTF-8, whatever the record names.
        let is_utf8 = std::str::from_utf8(bytes).is_ok();
        let named = format.encoding(bytes).filter(|_| !is_utf8);
        let encoding = encoding_of(bytes, named.and_then(by_label), &mut warnings);
        return decoded(bytes, encoding, warnings);
    }
    let parts = if bytes.is_ascii() {
        // An unknown name does not matter.
        vec![Part::whole(bytes, &mut Vec::new())]
    } else if std::str::from_utf8(bytes).is_ok() {
        vec![Part::whole(bytes, &mut warnings)]
    } else {
        parts(bytes, &mut warnings)
    };
    if let [Part { named, .. }] = parts[..] {
        return decode_part(bytes, named, warnings);
    }
    warnings.push("the games name different encodings, and each is read in its own".to_owned());
    let (mut text, last) = (String::new(), parts.len() - 1);
    for (number, part) in parts.into_iter().enumerate() {
        let decoded = decode_part(&bytes[part.bytes], part.named, Vec::new());
        text.push_str(&decoded.text);
        for warning in decoded.warnings {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        if decoded.is_cut {
            break;
        }
        if number < last && ends_in_a_value(decoded.text.as_bytes()) {
            let message = "the text ends at a game that names another encoding inside a value";
            warnings.push(message.to_owned());
            break;
        }
    }
    Decoded::new(Cow::Owned(text), warnings)
}

/// As [`decode`], but if the bytes contradict the encoding that the record names, they decide alone.
pub(super) fn decode_by_content(bytes: &[u8]) -> Decoded<'_> {
    let named = decode(bytes);
    let is_damaged = |text: &str| text.contains(char::REPLACEMENT_CHARACTER);
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let is_contradicted = if is_utf8 {
        named.warnings.iter().any(|it| it.starts_with("CA names"))
    } else {
        named.is_cut || is_damaged(&named.text)
    };
    if !is_contradicted {
        return named;
    }
    let mut free = decode_part(bytes, None, Vec::new());
    if free.text == named.text || !is_utf8 && is_damaged(&free.text) {
        return named;
    }
    let what = "the bytes contradict the encoding that CA names";
    free.warnings.insert(0, what.to_owned());
    free
}

fn decode_part<'b>(
    bytes: &'b [u8],
    named: Option<&'static Encoding>,
    mut warnings: Vec<String>,
) -> Decoded<'b> {
    let encoding = encoding_of(bytes, named, &mut warnings);
    let decoded = decoded(bytes, encoding, warnings);
    if std::str::from_utf8(bytes).is_ok() && encoding != ISO_2022_JP {
        return decoded;
    }
    let decoded = if encoding.is_single_byte() || encoding == UTF_8 {
        decoded
    } else {
        checked(bytes, decoded, encoding)
    };
    without_hidden_brackets(bytes, decoded, encoding)
}

/// Chooses the encoding of games that name one.
fn encoding_of(
    bytes: &[u8],
    named: Option<&'static Encoding>,
    warnings: &mut Vec<String>,
) -> &'static Encoding {
    let name = named.map_or("", Encoding::name);
    if bytes.is_ascii() {
        // Escapes switch to other characters in ISO-2022-JP.
        let switches = |part: &[u8]| matches!(part, [ESCAPE, b'$', b'@' | b'B']);
        if named == Some(ISO_2022_JP) && bytes.contains(&ESCAPE) {
            return ISO_2022_JP;
        }
        if bytes.windows(3).any(switches) {
            let name = ISO_2022_JP.name();
            let warning = format!("the bytes look like {name}, and are read as {name}");
            warnings.push(warning);
            return ISO_2022_JP;
        }
        return UTF_8;
    }
    if std::str::from_utf8(bytes).is_ok() {
        let (encoding, what) = match named {
            Some(encoding) if encoding.is_single_byte() => {
                let what = format!("and the bytes are read as {name}, but they are also UTF-8");
                (encoding, what)
            }
            Some(encoding) if encoding != UTF_8 => (
                UTF_8,
                "but the bytes are UTF-8 and are read as UTF-8".to_owned(),
            ),
            _ => return UTF_8,
        };
        warnings.push(format!("CA names {name}, {what}"));
        return encoding;
    }
    let start = bytes.iter().take_while(|byte| byte.is_ascii()).count();
    let rest = &bytes[start..];
    let sample = &rest[..rest.len().min(SAMPLE)];
    match named {
        Some(encoding) if encoding != UTF_8 && encoding.is_ascii_compatible() => encoding,
        _ if is_nearly_utf8(sample, named.is_some()) => UTF_8,
        _ => {
            let guess = strong_guess(bytes, sample).or_else(|| halved(bytes));
            let guess = guess.unwrap_or(WINDOWS_1252);
            warnings.push(format!("the bytes are not UTF-8; read as {}", guess.name()));
            guess
        }
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
    Decoded::new(text, warnings)
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

/// True if most non-ASCII characters are valid UTF-8. Unless the record names UTF-8, nearly all must be valid.
fn is_nearly_utf8(bytes: &[u8], is_named: bool) -> bool {
    let (mut right, mut wrong) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        right += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    right > wrong * if is_named { 1 } else { 4 }
}

/// Returns the decoded text if it has the same brackets as the bytes read as UTF-8, or if the UTF-8 text has errors, or if
/// escapes mark its characters and it has none.
/// Returns the UTF-8 text if only the decoded text has errors. If neither has, returns the decoded text if it has more
/// brackets: then the second byte of a character looks like a backslash in UTF-8 and hides a `]`. Otherwise the meaning
/// is ambiguous, and the decoded text is cut at the first difference.
fn checked<'b>(
    bytes: &'b [u8],
    mut decoded: Decoded<'b>,
    encoding: &'static Encoding,
) -> Decoded<'b> {
    let kinds = |bytes| brackets(bytes).map(|(_, bracket)| bracket);
    let text = decoded.text.as_bytes();
    let plain = String::from_utf8_lossy(bytes);
    let is_damaged = decoded.text.contains(char::REPLACEMENT_CHARACTER);
    let is_marked = encoding == ISO_2022_JP && !is_damaged && is_whole(&decoded.text);
    if is_marked || kinds(bytes).eq(kinds(text)) || !is_whole(&plain) {
        return decoded;
    }
    let name = encoding.name();
    if !is_whole(&decoded.text) {
        decoded.warnings.push(format!(
            "the record has errors if it is read as {name}; it is read as UTF-8"
        ));
        if matches!(plain, Cow::Owned(_)) {
            decoded.warnings.push(damage(UTF_8));
        }
        decoded.text = plain;
        return decoded;
    }
    if !is_damaged && kinds(bytes).count() < kinds(text).count() {
        return decoded;
    }
    let end = first_difference(&decoded.text, encoding);
    let warning = format!(
        "the brackets differ between {name} and UTF-8, and the right encoding is unknown: the text ends at \
         the first difference"
    );
    decoded.cut(end, warning)
}

/// Checks that no backslash hides the bracket after it because it is half of a character in another encoding. Then
/// returns the text in that encoding if one gives a whole record, else the text up to that value.
fn without_hidden_brackets<'b>(
    bytes: &'b [u8],
    mut decoded: Decoded<'b>,
    encoding: &'static Encoding,
) -> Decoded<'b> {
    let hides = !decoded.is_cut && has_halves(bytes);
    let Some(start) = hides.then(|| hiding_value(&decoded.text)).flatten() else {
        return decoded;
    };
    let name = encoding.name();
    let Some(other) = halved(bytes) else {
        let warning = format!(
            "a backslash seems to hide a bracket if the record is read as {name}, and the right encoding is unknown: \
             the text ends at this value"
        );
        return decoded.cut(start, warning);
    };
    let other_name = other.name();
    decoded.warnings.push(format!(
        "backslashes hide brackets if the record is read as {name}; it is read as {other_name}"
    ));
    decoded.text = other.decode_without_bom_handling(bytes).0;
    decoded
}

/// Returns the offset of the first value that [`hides_a_bracket`].
fn hiding_value(text: &str) -> Option<usize> {
    let text = text.as_bytes();
    let values = brackets(text).filter(|(_, bracket)| *bracket == b'[');
    values.map(|(open, _)| open + 1).find(|start| {
        let end = end_of_value(text, *start).unwrap_or(text.len());
        hides_a_bracket(&text[*start..end])
    })
}

/// True if the last escaped bracket of a value follows a character that is not ASCII, and a property with an open bracket
/// follows: `Müller\];B[cc`. A bracket that is escaped on purpose has one that opens before it, not after it.
fn hides_a_bracket(value: &[u8]) -> bool {
    let (mut at, mut last) = (0, None);
    while let Some(byte) = value.get(at) {
        let is_escape = *byte == b'\\';
        if is_escape && value.get(at + 1) == Some(&b']') {
            last = Some(at);
        }
        at += 1 + usize::from(is_escape);
    }
    let Some(last) = last else { return false };
    let is_after_letter = value[..last].last().is_some_and(|byte| !byte.is_ascii());
    let rest = value[last + 2..].iter();
    let is_structure =
        |byte: &u8| is_blank(char::from(*byte)) || matches!(byte, b';' | b'(' | b')');
    let skipped = rest.take_while(|byte| is_structure(byte)).count();
    let rest = &value[last + 2 + skipped..];
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
    let name = name.count();
    is_after_letter && name > 0 && rest.get(skip_blanks(rest, name)) == Some(&b'[')
}

fn ends_in_a_value(text: &[u8]) -> bool {
    let last = brackets(text).last();
    last.is_some_and(|(at, bracket)| bracket == b'[' && end_of_value(text, at + 1).is_none())
}

/// Returns the Chinese, Japanese, Korean or Cyrillic encoding that the bytes of the sample look like, if the guess is
/// strong: for Cyrillic see [`is_cyrillic`], for the others if the text has at least two characters that are not ASCII, and
/// all brackets. (In Big5, the last letter of `Weiß` and the
/// bracket after it are one character.) A record may lack brackets if it has errors when its bytes are read one by one.
fn strong_guess(bytes: &[u8], sample: &[u8]) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() < SAMPLE);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess.is_single_byte() {
        return is_cyrillic(sample, guess).then_some(guess);
    }
    let chinese = is_rather_chinese(sample, guess).then_some(GBK);
    let guess = chinese.unwrap_or(guess);
    let (text, _) = guess.decode_without_bom_handling(bytes);
    let is_foreign = text.chars().filter(|c| !c.is_ascii()).nth(1).is_some();
    let loses_brackets = brackets(text.as_bytes()).count() < brackets(bytes).count();
    let is_strong = is_foreign && !(loses_brackets && is_whole(&String::from_utf8_lossy(bytes)));
    is_strong.then_some(guess)
}

/// True if the words are Cyrillic in this encoding: at least two of four or more letters, small ones after the first, and
/// few others. No language that is written in windows-1252 has words of letters with accents alone.
fn is_cyrillic(sample: &[u8], guess: &'static Encoding) -> bool {
    let (text, _) = guess.decode_without_bom_handling(sample);
    let words = text.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| !word.is_ascii() && word.chars().nth(3).is_some());
    let (cyrillic, others): (Vec<&str>, Vec<&str>) = words.partition(|word| {
        let mut letters = word.chars();
        matches!(letters.next(), Some('\u{400}'..='\u{45f}'))
            && letters.all(|c| matches!(c, '\u{430}'..='\u{45f}'))
    });
    cyrillic.len() >= 2 && cyrillic.len() > 3 * others.len()
}

/// True if bytes that look like EUC-JP or EUC-KR are rather GBK, which has the same pairs of bytes and is far more usual:
/// if there are no kana, and few characters or some that are rare in Japanese, or if most characters are not Hangul.
fn is_rather_chinese(sample: &[u8], guess: &'static Encoding) -> bool {
    let (mut pairs, mut usual, mut rare) = (0, 0, 0);
    let mut at = 0;
    while let Some([lead, trail]) = sample.get(at..at + 2) {
        let is_pair = *lead > 0xa0 && *trail > 0xa0;
        at += 1 + usize::from(is_pair);
        if is_pair {
            pairs += 1;
            let (is_usual, is_rare) = if guess == EUC_JP {
                (matches!(lead, 0xa4 | 0xa5), *lead >= 0xd0)
            } else {
                (matches!(lead, 0xb0..=0xc8), *lead > 0xc8)
            };
            usual += usize::from(is_usual);
            rare += usize::from(is_rare);
        }
    }
    let is_chinese = match guess {
        _ if guess == EUC_JP => usual * 20 < pairs && (rare > 0 || pairs < 6),
        _ if guess == EUC_KR => usual <= rare,
        _ => false,
    };
    let as_gbk = || GBK.decode_without_bom_handling_and_without_replacement(sample);
    is_chinese && as_gbk().is_some()
}

/// Returns the encoding that gives a record without errors and with more brackets: in it, a backslash is the second
/// byte of a character and does not escape the bracket after it.
fn halved(bytes: &[u8]) -> Option<&'static Encoding> {
    if !has_halves(bytes) {
        return None;
    }
    let count = brackets(bytes).count();
    [SHIFT_JIS, GBK, BIG5].into_iter().find(|encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        text.is_some_and(|text| {
            let is_more = brackets(text.as_bytes()).count() > count;
            is_more && is_whole(&text) && hiding_value(&text).is_none()
        })
    })
}

/// True if a backslash may be the second byte of a character.
fn has_halves(bytes: &[u8]) -> bool {
    let may_be = |pair: &[u8]| !pair[0].is_ascii() && pair[1] == b'\\';
    bytes.windows(2).any(may_be)
}

fn is_whole(text: &str) -> bool {
    scan(&Places::of(text)).is_ok_and(|scan| scan.faults.is_empty())
}

/// Iterates over parentheses, semicolons and brackets that open values, with their offsets.
fn brackets(bytes: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut at = next_start(bytes, 0).unwrap_or(bytes.len());
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
