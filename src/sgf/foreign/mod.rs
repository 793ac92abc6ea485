//! Game records of servers in formats of their own. Each becomes a text in SGF, with the place of each part in the original.
//!
//! No server has published its format. What is read here is what other programs have found out: xyz2sgf, Sabaki, Ogatak, qGo,
//! and the converters of A. E. Brouwer (<https://homepages.cwi.nl/~aeb/go/misc/>).

mod gib;
mod ngf;
mod translation;
mod ugf;

use std::borrow::Cow;

use self::translation::Translation;
use super::game::Collection;
use super::nodes::{Oddity, small};
use super::places::Places;
use crate::basics::TextError;

/// A format of game records. [`Collection::parse_as`] reads a text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The Smart Game Format.
    Sgf,
    /// The format of Tygem: `\HS`, properties, then a line for each move, `STO 0 2 1 15 3`. Black's handicap stones lie
    /// on the fixed points. The komi is in tenths; one that White gives (`DUM`) is negative.
    Gib,
    /// The format of Cyberoro and `WBaduk`: twelve lines about the game, or eleven that begin with `GI`, then a line for each
    /// move, `PMABBREER`. Black's handicap stones lie on the fixed points; without any, half a point is added to a whole komi.
    Ngf,
    /// The format of Pandanet, `.ugf` or `.ugi`: sections, of which `[Header]` and `[Data]` are read. Has a line for each
    /// move, `QD,B1,1,23`; a move with the number 0 is a stone that is set up.
    Ugf,
}

/// The bytes at the beginning of a file in which its format and its encoding are looked for.
const BEGINNING: usize = 4096;

impl Format {
    /// Returns the format that a text begins with; `None` if it looks like none of them.
    ///
    /// ```
    /// use gokata::sgf::Format;
    ///
    /// assert_eq!(Format::of(b"(;SZ[9];B[ee])"), Some(Format::Sgf));
    /// assert_eq!(Format::of(b"[Header]\nSize=19\n[Data]\nQD,B1,1,0\n"), Some(Format::Ugf));
    /// assert_eq!(Format::of(b"x\n---\n---\n---\n"), None);
    /// ```
    pub fn of(text: &[u8]) -> Option<Format> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let start = text.trim_ascii_start();
        match start.first()? {
            b'(' => Some(Format::Sgf),
            b'\\' => gib::begins(start).then_some(Format::Gib),
            _ if ugf::begins(&start[..start.len().min(BEGINNING)]) => Some(Format::Ugf),
            _ => ngf::begins(text).then_some(Format::Ngf),
        }
    }

    /// Returns the format of files whose names end like this, without the dot: `gib`.
    pub fn of_ending(ending: &str) -> Option<Format> {
        Some(match ending.to_ascii_lowercase().as_str() {
            "sgf" => Format::Sgf,
            "gib" => Format::Gib,
            "ngf" => Format::Ngf,
            "ugf" | "ugi" => Format::Ugf,
            _ => return None,
        })
    }

    /// The name of the encoding that the record names, or that its server uses.
    #[cfg(feature = "encodings")]
    pub(super) fn encoding(self, bytes: &[u8]) -> Option<&str> {
        let start = &bytes[..bytes.len().min(BEGINNING)];
        match self {
            Format::Gib => gib::encoding(start),
            Format::Ugf => Some(ugf::encoding(start)),
            Format::Sgf | Format::Ngf => None,
        }
    }

    /// Translates a text to SGF. Fails if no part of it is understood.
    fn translate(self, text: &str) -> Result<Translation, TextError> {
        let mut made = Translation::new();
        let read = match self {
            Format::Gib => gib::translate(text, &mut made),
            Format::Ugf => ugf::translate(text, &mut made),
            Format::Sgf | Format::Ngf => ngf::translate(text, &mut made),
        };
        made.end(text.trim_end().len(), read.err());
        // A record without moves, and no other text.
        if made.is_empty() && Format::of(text.as_bytes()) != Some(self) {
            let name = format!("{self:?}").to_uppercase();
            let message = format!("this is no game record in {name}");
            return Err(Places::of(text).at(0, message));
        }
        Ok(made)
    }
}

impl<'t> Collection<'t> {
    /// As [`Collection::parse`], for a text in any format. Messages name places in this text.
    ///
    /// ```
    /// use gokata::sgf::{Collection, Format, Judging};
    ///
    /// let moves = "\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 15\nSTO 0 3 2 3 15\n\\GE\n";
    /// let file = Collection::parse_as(Format::Gib, moves)?;
    /// let game = file.games().next().unwrap()?;
    /// assert_eq!(game.judge(&Judging::default()).illegal[0].line, 5);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Collection::parse`]; and if no part of the text is in this format.
    pub fn parse_as(
        format: Format,
        text: impl Into<Cow<'t, str>>,
    ) -> Result<Collection<'t>, TextError> {
        let text = text.into();
        if format == Format::Sgf {
            return Collection::of(Places::of(text));
        }
        let made = format.translate(&text)?;
        let places = Places::translated(made.sgf, text, made.marks);
        let mut collection = Collection::of(places)?;
        let Collection { places, scan } = &mut collection;
        if let Some((at, message)) = made.fault.filter(|_| scan.faults.is_empty()) {
            scan.faults.push((0, places.at_shown(at, message)));
        }
        if made.is_cut {
            scan.oddities
                .push((small(places.text().len()), Oddity::Cut));
        }
        Ok(collection)
    }
}
