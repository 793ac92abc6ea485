//! Ko and superko.

use gokata::{Color, IllegalMove, KoRule};

use super::game::{Faulty, Moment};
use super::stones::{Put, Stones, mixed};

impl Faulty {
    /// Whether the button lets a rule look at this board.
    pub(super) fn counts(&self, earlier: &Moment) -> bool {
        !self.rules.button()
            || self.has("the-button-lifts-no-ko")
            || earlier.passed == self.now().passed
    }

    pub(super) fn repetition(
        &self,
        point: usize,
        color: Color,
        put: &Put,
        after: &Stones,
    ) -> Result<(), IllegalMove> {
        let now = self.now();
        let same = |moment: &Moment| moment.board == after.board;
        let opponents = now
            .last
            .filter(|(mover, _)| *mover != color || self.has("own-turns-make-a-ko"));
        let before = opponents.map(|(_, at)| &self.past[at]);
        let mut simple = before.is_some_and(|moment| self.counts(moment) && same(moment));
        let single = put.taken.len() == 1;
        let back = |turns: usize| self.past.len().checked_sub(turns).map(|at| &self.past[at]);
        match self.stones.fault {
            "there-is-no-ko" => simple = false,
            "ko-is-the-point-of-a-single-stone" => simple = self.ko == Some((point, 1)),
            "ko-is-any-taking-back-of-one-stone" => simple = self.ko == Some((point, 1)) && single,
            "ko-is-any-taking-back-on-the-point" => {
                simple = self.ko == Some((point, 1)) && !put.taken.is_empty()
            }
            "ko-stays-after-other-moves" => {
                simple |= self.ko.is_some_and(|(ko, _)| ko == point) && single
            }
            "ko-lasts-for-two-turns" => simple |= self.ko == Some((point, 2)) && single,
            "ko-is-forgotten-at-the-edge" => simple &= self.stones.beside(point).len() == 4,
            "ko-in-the-first-point-is-no-ko" => simple &= point != 0,
            "ko-compares-stone-counts" => {
                let count = |board: &[Option<Color>], color| {
                    board.iter().filter(|stone| **stone == Some(color)).count()
                };
                let counts = |board: &[Option<Color>]| Color::BOTH.map(|color| count(board, color));
                simple = before.is_some_and(|moment| counts(&moment.board) == counts(&after.board));
            }
            "ko-compares-own-stones" | "ko-compares-enemy-stones" => {
                let color = if self.has("ko-compares-own-stones") {
                    color
                } else {
                    !color
                };
                let alike = |moment: &Moment| {
                    (0..after.board.len()).all(|at| {
                        (moment.board[at] == Some(color)) == (after.board[at] == Some(color))
                    })
                };
                simple = before.is_some_and(alike);
            }
            "ko-stays-after-a-pass" => simple |= now.by_pass && back(3).is_some_and(same),
            "ko-is-the-own-latest-point" => simple = self.played[1] == Some(point),
            "ko-compares-with-the-present-board" => simple = same(now) && now.last.is_some(),
            "ko-compares-four-turns-ago" => simple |= back(4).is_some_and(same),
            "ko-of-a-set-up-board-is-missed" => simple &= opponents.is_some_and(|(_, at)| at > 0),
            "ko-needs-a-taken-stone" => simple &= !put.taken.is_empty(),
            "ko-needs-a-turn-taken-by-one-stone" => simple &= now.took == 1,
            "ko-only-for-black" => simple &= color == Color::Black,
            "ko-only-if-one-liberty-is-left" => {
                simple &= after
                    .chains
                    .last()
                    .is_some_and(|chain| chain.liberties.len() == 1 && chain.stones.len() == 1)
            }
            "ko-of-the-opponent-binds-after-handing-over" => {
                simple |= now.last.is_some_and(|(_, at)| same(&self.past[at]))
            }
            _ => {}
        }
        if self.has("ko-is-a-warning-only-under-superko") && self.rules.ko() != KoRule::Simple {
            return Ok(());
        }
        let simple_rule = match self.rules.ko() {
            KoRule::Simple
                if self.has("simple-is-positional") || self.has("simple-is-situational") =>
            {
                false
            }
            rule => rule == KoRule::Simple || self.has("superko-is-simple-ko"),
        };
        if simple_rule {
            return if simple { Err(IllegalMove::Ko) } else { Ok(()) };
        }
        if self.repeats(color, put, after) {
            return Err(if simple {
                IllegalMove::Ko
            } else {
                IllegalMove::Superko
            });
        }
        Ok(())
    }

    pub(super) fn repeats(&self, color: Color, put: &Put, after: &Stones) -> bool {
        let now = self.now();
        let unseen = match self.stones.fault {
            "superko-only-after-taking" => put.taken.is_empty(),
            "superko-only-after-taking-one" => put.taken.len() != 1,
            "superko-not-for-suicide" => !put.lost.is_empty(),
            "superko-not-when-joining-an-atari" => put.joined_atari,
            "superko-not-when-several-are-taken" => put.taken.len() > 1,
            "superko-not-after-a-pass" => now.by_pass,
            "superko-only-if-the-last-turn-took" => now.took == 0,
            "superko-only-for-black" => color == Color::White,
            _ => false,
        };
        if unseen {
            return false;
        }
        let hashed = self.stones.fault.contains("hash");
        let key = |key: u64, side: Color| match self.stones.fault {
            "hash-of-a-byte" => key & 0xff,
            "hash-of-two-bytes" => key & 0xffff,
            "hash-with-the-side" => key ^ mixed(1000 + side as u64),
            _ => key,
        };
        let mine = key(after.key, !color);
        let equal = |moment: &Moment| {
            let pairs = || moment.board.iter().zip(&after.board);
            match self.stones.fault {
                _ if hashed => key(moment.key, moment.side) == mine,
                "superko-compares-black-stones" => {
                    pairs().all(|(a, b)| (*a == Some(Color::Black)) == (*b == Some(Color::Black)))
                }
                "superko-compares-own-stones" => {
                    pairs().all(|(a, b)| (*a == Some(color)) == (*b == Some(color)))
                }
                "superko-compares-stone-counts" => {
                    let count = |board: &[Option<Color>], color| {
                        board.iter().filter(|stone| **stone == Some(color)).count()
                    };
                    Color::BOTH
                        .iter()
                        .all(|color| count(&moment.board, *color) == count(&after.board, *color))
                }
                "colors-exchanged-are-equal" => {
                    moment.board == after.board || pairs().all(|(a, b)| a.map(|color| !color) == *b)
                }
                "turned-around-is-equal" => {
                    moment.board == after.board || moment.board.iter().rev().eq(&after.board)
                }
                "superko-compares-the-first-nine-rows" => {
                    let most = 9 * self.stones.size.cols();
                    pairs().take(most).all(|(a, b)| a == b)
                }
                _ => moment.board == after.board,
            }
        };
        let rule = match (self.rules.ko(), self.stones.fault) {
            (KoRule::Situational, "situational-is-positional") => KoRule::Positional,
            (KoRule::Situational, "situational-is-natural") => KoRule::NaturalSituational,
            (KoRule::Positional, "positional-is-situational") => KoRule::Situational,
            (KoRule::Positional, "positional-is-natural") => KoRule::NaturalSituational,
            (KoRule::NaturalSituational, "natural-is-situational") => KoRule::Situational,
            (KoRule::NaturalSituational, "natural-is-positional") => KoRule::Positional,
            (KoRule::Simple, "simple-is-positional") => KoRule::Positional,
            (KoRule::Simple, "simple-is-situational") => KoRule::Situational,
            (rule, _) => rule,
        };
        let window = match self.stones.fault {
            "superko-looks-back-4-turns" => 4,
            "superko-looks-back-6-turns" => 6,
            "superko-looks-back-8-turns" => 8,
            "superko-looks-back-16-turns" => 16,
            "superko-looks-back-30-turns" => 30,
            "superko-looks-back-50-turns" => 50,
            "superko-looks-back-100-turns" => 100,
            _ => usize::MAX,
        };
        let first = self.past.len().saturating_sub(window);
        let last_pass = self
            .past
            .iter()
            .rposition(|moment| moment.by_pass)
            .unwrap_or(0);
        let last_taking = self
            .past
            .iter()
            .rposition(|moment| moment.took > 0)
            .unwrap_or(0);
        let times = self.past.iter().enumerate().filter(|(at, moment)| {
            let at = *at;
            let known = match self.stones.fault {
                "superko-forgets-the-opening" => at > 0,
                "superko-forgets-the-present-board" => at + 1 < self.past.len(),
                "superko-forgets-boards-before-a-pass" => at >= last_pass,
                "superko-forgets-boards-before-the-last-taking" => at + 1 >= last_taking,
                "superko-keeps-boards-with-takings-only" => moment.took > 0 || at == 0,
                "superko-keeps-boards-by-stones-only" => !moment.by_pass,
                "superko-keeps-own-boards-only" => moment.made_by == Some(color),
                "superko-keeps-every-second-board" => (self.past.len() - at).is_multiple_of(2),
                "superko-forgets-handed-turns" => {
                    moment.last.is_none_or(|(mover, _)| mover != moment.side)
                }
                _ => at >= first,
            };
            let barred = match rule {
                KoRule::Positional | KoRule::Simple => true,
                KoRule::Situational => moment.side != color,
                KoRule::NaturalSituational => moment.made_by == Some(color),
            };
            known && barred && self.counts(moment) && equal(moment)
        });
        let times = times.count();
        times > usize::from(self.has("superko-forbids-the-third-time"))
    }
}
