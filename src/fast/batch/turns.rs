//! What the latest turns of a game say about superko, without any board.

/// What happened in a lane at a step: the code of a play (see `Slot::drawn`), whether its color has lost a stone there,
/// and the number of stones taken, fewer than 127; or one of the other two numbers.
pub(super) mod entry {
    pub(crate) const PLACE: u16 = 0xff;
    pub(crate) const LOST: u16 = 0x100;
    pub(crate) const TAKEN: u32 = 9;
    pub(crate) const PASS: u16 = 0xff;
    pub(crate) const NOTHING: u16 = 0xffff;
}

/// A play that has been drawn.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) place: u16,
    /// True if its color had lost a stone there.
    pub(super) has_lost: bool,
    pub(super) taken: u32,
}

/// True if the turns before, the latest first, show that the board after a move is new. Side 0 moves; each side
/// has this many `stones` then, after `taken` of side 1 have been taken off. `has` tells whether a side has a stone at a place. `is_whole` means that
/// no boards came before those turns.
pub(super) fn is_new(
    turns: impl Iterator<Item = Option<Entry>>,
    stones: [u32; 2],
    taken: u32,
    has: impl Fn(usize, u16) -> bool,
    is_whole: bool,
) -> bool {
    // The stones of each side after the turn that is looked at.
    let mut before = [stones[0] - 1, stones[1] + taken];
    // The boards since stones were last taken do not have the new stone.
    let mut is_old = false;
    let mut side = 0;
    for turn in turns {
        side = 1 - side;
        let Some(turn) = turn else { continue };
        if is_old && before == stones {
            return false;
        }
        if !turn.has_lost && has(side, turn.place) {
            return true;
        }
        is_old |= turn.taken > 0;
        before[side] -= 1;
        before[1 - side] += turn.taken;
    }
    is_whole && !(is_old && before == stones)
}
