//! The kinds of random games.

use crate::basics::named::named;

/// The most questions about one game.
pub(super) const MOST: usize = 40;

named! {
    /// What is frequent in a random game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum GameKind {
        /// Any moves that fill no eye of their own.
        Plain = "plain",
        /// Stones are taken wherever they can be.
        Captures = "captures",
        /// Single stones are taken and retaken.
        Kos = "kos",
        /// All plays lie in a small region of a board that is full elsewhere, so that boards return.
        Returns = "returns",
        /// One turn in four is a pass, and the game ends early.
        Passes = "passes",
        /// Stones without a liberty are played, where the rules allow it.
        Suicides = "suicides",
    }

    /// Returns the kind with this name.
    pub const fn name(self) -> &'static str;

    /// All kinds.
    pub const ALL;
}
