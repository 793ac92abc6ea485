//! The situations in which a board occurred, and what the superko rules make of them.

use crate::basics::{Color, KoRule, Rules};

/// The situations in which one board occurred, as flags. Those before the first pass of the game are the upper half.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Situations(u8);

/// The flags since the first pass, or since the start if there is none.
const SINCE_FIRST_PASS: u8 = 0x0f;

impl Situations {
    /// In no situation.
    pub(super) const NEVER: Situations = Situations(0);

    /// With this side to play; for the board after a play, also the player.
    pub(super) fn new(to_play: Color, made_by: Option<Color>) -> Situations {
        Situations(1 << to_play as u8 | made_by.map_or(0, |player| 4 << player as u8))
    }

    pub(super) fn and(self, other: Situations) -> Situations {
        Situations(self.0 | other.0)
    }

    /// The same situations, all before the first pass of the game.
    pub(super) fn before_first_pass(self) -> Situations {
        Situations(self.0 << 4)
    }

    /// True if the rules forbid a stone of this color that brings the board back. With the button, the boards before
    /// the first pass do not count.
    pub(super) fn bars(self, color: Color, rules: Rules) -> bool {
        let all = if rules.button() {
            self.0 & SINCE_FIRST_PASS
        } else {
            self.0 | self.0 >> 4
        };
        let situations = match rules.ko() {
            KoRule::Simple => Situations::NEVER,
            KoRule::Positional => return all != 0,
            KoRule::Situational => Situations(1 << !color as u8),
            KoRule::NaturalSituational => Situations(4 << color as u8),
        };
        all & situations.0 != 0
    }
}
