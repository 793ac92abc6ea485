//! The effect of a play, before it is made.

use super::around::Prospect;

/// The effect of a play that has not been checked.
pub(super) struct Plan<const LEN: usize> {
    pub(super) place: u16,
    pub(super) prospect: Prospect<LEN>,
    pub(super) suicide: bool,
}

impl<const LEN: usize> Plan<LEN> {
    /// Which of the four points beside the place belong to enemy chains that it takes; `None` for a suicide.
    #[inline(always)]
    pub(super) fn taken_unless_suicide(&self) -> Option<u32> {
        (!self.suicide).then(|| self.prospect.taken())
    }
}
