//! Boards as people paste them: what other programs print, diagrams of forums, tables, arrays. [`Diagram`](crate::Diagram)
//! reads one format strictly; this reader finds the board in its surroundings.

mod block;
mod context;
mod diagram;
mod found;
mod grid;
mod katago;
mod row;
mod signs;

use std::borrow::Cow;

pub use found::{Pasted, PastedError};

use crate::basics::text::Line;
use found::fault;

/// The most bytes in which a board is searched.
const LONGEST: usize = 4 << 20;

impl Pasted {
    /// Finds the board in a text. `black`: the sign of Black's stones, where the table above does not say it.
    ///
    /// # Errors
    /// [`PastedError`]: no board, two boards, unknown signs, or a damaged board.
    pub fn read(text: &str, black: Option<&str>) -> Result<Pasted, PastedError> {
        let mut pasted = Pasted::read_unchecked(text, black)?;
        let fault = pasted.fault.take();
        fault.map_or(Ok(pasted), |fault| Err(fault.into()))
    }

    /// As [`Pasted::read`], also for a board with chains without liberties, such as a faulty program prints.
    ///
    /// # Errors
    /// As [`Pasted::read`].
    pub fn read_unchecked(text: &str, black: Option<&str>) -> Result<Pasted, PastedError> {
        let at_start = |message: String| fault(&Line::empty(1), 0, message);
        if text.len() > LONGEST {
            let most = LONGEST >> 20;
            let message = format!("a text of more than {most} MiB is not searched for a board");
            return Err(PastedError::NoBoard(at_start(message)));
        }
        let black = match black.map(signs::named) {
            Some(None) => {
                let message = "the sign of Black's stones is one character, or -1";
                return Err(PastedError::Signs(at_start(message.to_owned())));
            }
            black => black.flatten(),
        };
        let text = plain(text.trim_start_matches('\u{feff}'));
        let lines: Vec<Line<'_>> = (text.split('\n').zip(1..))
            .map(|(text, number)| Line {
                number,
                text: text.strip_suffix('\r').unwrap_or(text),
            })
            .collect();
        katago::read(&text)
            .or_else(|| diagram::read(&lines))
            .unwrap_or_else(|| grid::read(&text, &lines, black))
    }
}

/// Takes out the codes for colors of a terminal, and makes all ends of lines the same: some programs write them escaped.
fn plain(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if text.contains('\u{1b}') {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default();
        let mut is_white = false;
        let rest = parts.map(|part| {
            let code = part.strip_prefix('[').unwrap_or(part);
            let end = code.find(|c: char| c.is_ascii_alphabetic());
            let (code, text) = code
                .split_at_checked(end.map_or(0, |end| end + 1))
                .unwrap_or_default();
            // `gokata` draws the stones of both sides with one sign, in white and black.
            is_white =
                code.contains("38;5;231") || is_white && !code.contains("38;5;16m") && code != "0m";
            if is_white {
                text.replace('●', "○")
            } else {
                text.to_owned()
            }
        });
        text = std::iter::once(first.to_owned())
            .chain(rest)
            .collect::<String>()
            .into();
    }
    if text.contains('\u{2028}') {
        text = text.replace('\u{2028}', "\n").into();
    }
    if text.contains("\\n") && text.lines().count() < 3 {
        text = text.replace("\\n", "\n").into();
    }
    text
}
