//! Parses the answer to `showboard`. GTP does not define its format.

use gokata::{Color, Pasted, Size};

/// Returns the stones in reading order, which may be impossible; `None` if the format is unknown, something had to be assumed,
/// or the board has another size.
pub(super) fn parse_showboard(text: &str, size: Size) -> Option<Vec<Option<Color>>> {
    let Pasted {
        setup,
        labels,
        moves,
        notes,
        ..
    } = Pasted::read_unchecked(text, None).ok()?;
    let is_plain = labels.is_empty() && moves.is_empty() && notes.is_empty();
    setup
        .points()
        .ok()
        .filter(|_| is_plain && setup.size == size)
}
