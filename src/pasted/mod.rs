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

pub use found::{Pasted, PastedError};

use crate::basics::text::{Line, TextError};

/// The most bytes in which a board is searched.
const LONGEST: usize = 4 << 20;

impl Pasted {
    /// Finds the board in a text. `black`: the sign of Black's stones, where the table above does not say it.
    ///
    /// # Errors
    /// [`PastedError`]: no board, two boards, unknown signs, or a damaged board.
    pub fn read(text: &str, black: Option<&str>) -> Result<Pasted, PastedError> {
        let mut pasted = Pasted::read_unchecked(text, black)?;
        pasted
            .fault
            .take()
            .map_or(Ok(pasted), |fault| Err(fault.into()))
    }

    /// As [`Pasted::read`], also for a board with chains without liberties, such as a faulty program prints.
    ///
    /// # Errors
    /// As [`Pasted::read`].
    pub fn read_unchecked(text: &str, black: Option<&str>) -> Result<Pasted, PastedError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.len() > LONGEST {
            let message = format!(
                "a text of more than {} MiB is not searched for a board",
                LONGEST >> 20
            );
            return Err(PastedError::NoBoard(TextError::new(
                &Line::empty(1),
                0,
                message,
            )));
        }
        let shown;
        let text = if text.contains('\u{1b}') {
            shown = without_escapes(text);
            &shown
        } else {
            text
        };
        // Programs write texts with escaped ends of lines.
        let unescaped;
        let text = if text.contains("\\n") && text.lines().count() < 3 {
            unescaped = text.replace("\\n", "\n");
            &unescaped
        } else {
            text
        };
        let lines: Vec<Line<'_>> = text
            .split(['\n', '\u{2028}'])
            .zip(1..)
            .map(|(text, number)| Line {
                number,
                text: text.strip_suffix('\r').unwrap_or(text),
            })
            .collect();
        let black = match black.map(grid::sign) {
            Some(None) => {
                let message = "the sign of Black's stones is one character, or -1";
                return Err(PastedError::Signs(TextError::new(
                    &Line::empty(1),
                    0,
                    message,
                )));
            }
            black => black.flatten(),
        };
        if let Some(query) = katago::read(text, &lines) {
            return query;
        }
        if let Some(diagram) = diagram::read(&lines) {
            return diagram;
        }
        grid::read(&lines, black)
    }
}

/// Takes out the codes for colors of a terminal.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| {
        let code = part.strip_prefix('[').unwrap_or(part);
        let end = code.find(|c: char| c.is_ascii_alphabetic());
        end.and_then(|end| code.get(end + 1..)).unwrap_or_default()
    });
    std::iter::once(first).chain(rest).collect()
}
