//! Several boards in one text file: each begins, after a blank line, with the side to play on a line of its own. No line of a
//! fixture is like that, so every other text is one board.

/// Returns the texts of the boards, and the number of the line before each.
pub(crate) fn split(text: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let mut boards = vec![(0, Vec::new())];
    let mut is_after_blank = false;
    for (nth, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let shown = line.trim_ascii_end();
        if is_after_blank && matches!(shown, b"x" | b"o") {
            boards.push((nth, Vec::new()));
        }
        // Comments may stand before a board.
        if !shown.trim_ascii_start().starts_with(b"#") {
            is_after_blank = shown.is_empty();
        }
        if let Some((_, board)) = boards.last_mut() {
            board.extend_from_slice(line);
        }
    }
    boards
}
