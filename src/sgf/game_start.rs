//! Where games and variations begin in a text.

use super::property::{name_at, skip_blanks};

/// Returns the offset of the next game. It may lack the `;` of its first node if only blanks are before it.
pub(super) fn next_start(bytes: &[u8], from: usize) -> Option<usize> {
    let start = skip_blanks(bytes, from);
    if lacks_semicolon(bytes, start) {
        return Some(start);
    }
    next_game(bytes, from)
}

/// Returns the offset of the next `(` followed by a `;`.
pub(super) fn next_game(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let open = from + bytes[from..].iter().position(|byte| *byte == b'(')?;
        if begun_at(bytes, open).is_some() {
            return Some(open);
        }
        // The blanks are not searched again.
        from = skip_blanks(bytes, open + 1);
    }
}

/// Returns the offset of the first node's text if a game or a variation begins here.
pub(super) fn begun_at(bytes: &[u8], place: usize) -> Option<usize> {
    if bytes.get(place) != Some(&b'(') {
        return None;
    }
    let node = skip_blanks(bytes, place + 1);
    (bytes.get(node) == Some(&b';')).then_some(node + 1)
}

/// Like [`begun_at`], also for a game that lacks the `;` of its first node.
pub(super) fn first_node(bytes: &[u8], place: usize) -> Option<usize> {
    begun_at(bytes, place).or_else(|| lacks_semicolon(bytes, place).then_some(place + 1))
}

/// True for a `(` before a property, as some programs begin a game.
pub(super) fn lacks_semicolon(bytes: &[u8], place: usize) -> bool {
    let start = skip_blanks(bytes, place + 1);
    bytes.get(place) == Some(&b'(')
        && bytes.get(start).is_some_and(u8::is_ascii_uppercase)
        && bytes.get(skip_blanks(bytes, name_at(bytes, start).end)) == Some(&b'[')
}

/// True for a `(` without a node or a property of its own: `()`, and the first one of `((;B[aa]))`.
pub(super) fn begins_no_node(bytes: &[u8], place: usize) -> bool {
    let next = bytes.get(skip_blanks(bytes, place + 1));
    matches!(next, Some(b'(' | b')'))
}
