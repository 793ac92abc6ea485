//! Bytes -> text: which letters a record is written in. What the text says is for others to read.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// A record as text, with what had to be supposed about its bytes.
///
/// ```
/// use gokata::sgf::decode;
///
/// let record = decode(b"(;PB[M\xfcller];B[aa])");
/// assert_eq!(record.text, "(;PB[Müller];B[aa])");
/// assert_eq!(record.warnings.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text, without a byte order mark.
    pub text: Cow<'b, str>,
    /// What had to be supposed, in sentences.
    pub warnings: Vec<String>,
}

/// Bytes -> text; never fails. The encoding is that of a byte order mark, else the one that the record names
/// (`CA`), else UTF-8 if that is possible, else the one that the bytes look like, Western European (Latin-1)
/// if like no other.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let mut warnings = Vec::new();
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        warnings.push(format!(
            "the file begins with a byte order mark ({})",
            encoding.name()
        ));
        return told(bytes.get(length..).unwrap_or_default(), encoding, warnings);
    }
    if bytes.is_ascii() {
        return told(bytes, UTF_8, warnings);
    }
    let label = charset(bytes);
    let named = label.and_then(|label| {
        let usual: Vec<u8> = label
            .iter()
            .map(|byte| if *byte == b'_' { b'-' } else { *byte })
            .collect();
        let known = Encoding::for_label_no_replacement(label)
            .or_else(|| Encoding::for_label_no_replacement(&usual));
        // Such a file would not have been readable up to here.
        known.filter(|encoding| encoding.is_ascii_compatible())
    });
    if named.is_none()
        && let Some(label) = label
    {
        let label: String = String::from_utf8_lossy(label).chars().take(24).collect();
        warnings.push(format!("CA names an unknown encoding: {label:?}"));
    }
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let encoding = match named {
        Some(encoding) if encoding != UTF_8 || is_utf8 => encoding,
        None if is_utf8 => UTF_8,
        _ => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(bytes, true);
            let guess = detector.guess(None, Utf8Detection::Deny);
            warnings.push(format!("the bytes are not UTF-8; read as {}", guess.name()));
            guess
        }
    };
    told(bytes, encoding, warnings)
}

fn told<'b>(
    bytes: &'b [u8],
    encoding: &'static Encoding,
    mut warnings: Vec<String>,
) -> Decoded<'b> {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    if damaged {
        let name = encoding.name();
        warnings.push(format!(
            "some bytes mean nothing in {name}, and are read as U+FFFD"
        ));
    }
    Decoded { text, warnings }
}

/// The value of the property `CA` in the first node.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let first = bytes
        .windows(2)
        .position(|pair| pair[0] == b'(' && !pair[1].is_ascii_alphanumeric())?;
    let mut at = first + 1 + bytes[first + 1..].iter().position(|byte| *byte == b';')? + 1;
    loop {
        at += bytes
            .get(at..)?
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())?;
        let name = at;
        while bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            at += 1;
        }
        let is_charset = bytes[name..at]
            .iter()
            .filter(|byte| byte.is_ascii_uppercase())
            .eq(b"CA");
        at += bytes
            .get(at..)?
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())?;
        if bytes[at] != b'[' {
            return None;
        }
        let end = super::property::end_of_value(bytes, at + 1)?;
        if is_charset {
            return Some(bytes[at + 1..end].trim_ascii());
        }
        at = end + 1;
        // Further values of the same property.
        while bytes.get(at) == Some(&b'[') {
            at = super::property::end_of_value(bytes, at + 1)? + 1;
        }
    }
}
