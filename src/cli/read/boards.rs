//! Several boards in one text file: each begins with the side to play on a line of its own, after a blank line or at once after
//! the rows of another board. No line of a fixture is like that, so every other text is one board.

/// Returns the texts of the boards, and the number of lines before each.
pub(crate) fn split(text: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let mut boards = vec![(0, Vec::new())];
    // The longest row so far, until a blank line ends the board. A row of one point may look like a side.
    let mut width = Some(0);
    let mut is_after_blank = false;
    for (nth, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let shown = line.trim_ascii_end();
        let is_after_board = is_after_blank || width > Some(1);
        if is_after_board && matches!(shown, b"x" | b"o") {
            boards.push((nth, Vec::new()));
            width = Some(0);
        } else if shown.is_empty() {
            width = None;
        } else {
            width = width.map(|width: usize| width.max(shown.len()));
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

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_side_after_a_board_begins_another_one() {
        for (text, before) in [
            ("", &[0][..]),
            ("x\n--\n", &[0]),
            ("x\n--\n\no\nx-\nx\n--", &[0, 3, 5]),
            ("x\r\n--\r\n\r\n# second\r\no\r\n--\r\n", &[0, 4]),
            // One column, and a diagram in the body.
            ("x\nx\no\n-\n", &[0]),
            ("x\nx\no\n-\n\no\n-\n", &[0, 5]),
            (
                "x\n--\n\nplay A1\nboard\n# as it is\no\nx-\n\nlegal B1\n",
                &[0],
            ),
        ] {
            let starts: Vec<usize> = split(text.as_bytes()).iter().map(|it| it.0).collect();
            assert_eq!(starts, before, "{text:?}");
        }
    }
}
