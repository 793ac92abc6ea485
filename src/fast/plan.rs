//! The effect of a play, before it is made.

use super::around::Prospect;

/// The effect of a play that has not been checked.
pub(super) struct Plan<const LEN: usize> {
    pub(super) place: u16,
    pub(super) prospect: Prospect<LEN>,
    pub(super) suicide: bool,
}
