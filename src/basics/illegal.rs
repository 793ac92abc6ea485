//! The reasons why a move is illegal. `Explanation` adds the evidence.

use std::fmt;

/// The reasons why a move is illegal, **in the order in which they are checked**.
///
/// Fixtures use the [`name`](IllegalMove::name); `Display` writes a sentence for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IllegalMove {
    /// Two passes in a row or a resignation have ended the game.
    GameOver,
    /// It is the other player's turn.
    Turn,
    /// The point is not on the board.
    OffBoard,
    /// There is a stone on the point.
    Occupied,
    /// The player's own stones would be left without a liberty, and the rules do not allow it.
    Suicide,
    /// The board would be as it was before the opponent's last turn.
    Ko,
    /// The play would repeat an earlier board or situation, in a way that simple ko allows and superko forbids.
    Superko,
}

impl IllegalMove {
    /// Every reason, in order.
    pub const ALL: [IllegalMove; 7] = [
        IllegalMove::GameOver,
        IllegalMove::Turn,
        IllegalMove::OffBoard,
        IllegalMove::Occupied,
        IllegalMove::Suicide,
        IllegalMove::Ko,
        IllegalMove::Superko,
    ];

    /// The reason's name: `game-over turn off-board occupied suicide ko superko`.
    pub const fn name(self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game-over",
            IllegalMove::Turn => "turn",
            IllegalMove::OffBoard => "off-board",
            IllegalMove::Occupied => "occupied",
            IllegalMove::Suicide => "suicide",
            IllegalMove::Ko => "ko",
            IllegalMove::Superko => "superko",
        }
    }

    /// Returns the reason with this name.
    pub fn from_name(name: &str) -> Option<IllegalMove> {
        let mut reasons = IllegalMove::ALL.into_iter();
        reasons.find(|reason| reason.name() == name)
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::GameOver => "game over: the game has ended",
            IllegalMove::Turn => "turn: it is the other player's turn",
            IllegalMove::OffBoard => "off board: there is no such point",
            IllegalMove::Occupied => "occupied: there is a stone already",
            IllegalMove::Suicide => "suicide: your own stones would be left without a liberty",
            IllegalMove::Ko => "ko: the board would be as it was before your opponent's last turn",
            IllegalMove::Superko => "superko: an earlier position would return",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// The error for resuming a game that passes have not just ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NotPassedOut;

impl fmt::Display for NotPassedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("play can be resumed only after passes have just ended the game")
    }
}

impl std::error::Error for NotPassedOut {}
