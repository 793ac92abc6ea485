//! What the latest turns of a game say about superko, without any board.

/// A play that has been drawn.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) place: u16,
    /// True if its color has had a stone there before.
    pub(super) is_held: bool,
    pub(super) taken: u32,
}

/// True if the turns before, the latest first, show that the board after a move is new. It has `stones` stones, after `taken`
/// have been taken off. `has` tells whether a side has a stone at a place; side 0 is the one that moves. `is_whole` means that
/// no boards came before those turns.
pub(super) fn is_new(
    turns: impl Iterator<Item = Option<Entry>>,
    stones: u32,
    taken: u32,
    has: impl Fn(usize, u16) -> bool,
    is_whole: bool,
) -> bool {
    // The number of stones after the turn that is looked at.
    let mut before = stones + taken - 1;
    // The boards since stones were last taken do not have the new stone.
    let mut is_old = false;
    let mut side = 0;
    for turn in turns {
        side = 1 - side;
        let Some(Entry {
            place,
            is_held,
            taken,
        }) = turn
        else {
            continue;
        };
        if is_old && before == stones {
            return false;
        }
        if !is_held && has(side, place) {
            return true;
        }
        is_old |= taken > 0;
        before = before + taken - 1;
    }
    is_whole && !(is_old && before == stones)
}
