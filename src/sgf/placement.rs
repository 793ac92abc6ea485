//! Handicap stones that a record does not set up: Black's first moves place them, or they are missing.

use super::game::SgfGame;
use super::tokens::{AB, AE, AW, B, PL, W};
use super::values::{player, read_move};
use crate::basics::{Action, Color, Point};

/// How a game begins that has a handicap and no stones set up before the first move.
enum Beginning {
    /// Black plays so many stones before White's first move. Above the handicap, further ones are not counted.
    Black(usize),
    White,
    /// Stones are set up, somebody passes first, or there is no move.
    Other,
}

impl SgfGame<'_> {
    /// Returns the handicap if the record names at least two stones, but sets up none, and its players move in turn. If
    /// White plays first, they were placed where the players or their server always place them.
    ///
    /// ```
    /// use gokata::{handicap, sgf::Collection};
    ///
    /// let file = Collection::parse("(;SZ[9]HA[2];W[ee];B[ce])")?;
    /// let game = file.games().next().unwrap()?;
    /// assert_eq!(game.missing_handicap(), Some(2));
    /// let points = handicap::fixed(game.size(), 2).unwrap_or_default();
    /// let (record, _) = game.with_handicap(&points).replay(None, None)?;
    /// assert_eq!(record.board().stones_of(gokata::Color::Black).len(), 3);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    pub fn missing_handicap(&self) -> Option<usize> {
        let stones = self.handicap().filter(|stones| *stones >= 2)?;
        let is_missing = matches!(self.beginning(), Beginning::White | Beginning::Black(1));
        let is_missing = is_missing && self.placed.is_empty();
        is_missing.then_some(stones)
    }

    /// Returns the game with these black stones set up before its first node. Points off the board are left out.
    #[must_use]
    pub fn with_handicap(mut self, points: &[Point]) -> Self {
        self.placed = points.to_vec();
        self
    }

    /// Returns the number of Black's first moves if they place the handicap: they are as many as `HA` says, at least
    /// two, and no stones are set up.
    pub(super) fn handicap_moves(&self) -> usize {
        let named = self.handicap().filter(|stones| *stones >= 2);
        let Some(stones) = named.filter(|_| self.placed.is_empty()) else {
            return 0;
        };
        match self.beginning() {
            Beginning::Black(moves) if moves == stones => stones,
            _ => 0,
        }
    }

    fn beginning(&self) -> Beginning {
        let most = self.handicap().unwrap_or(0);
        let mut black = 0;
        for node in self.main_line() {
            let mut is_first = true;
            for property in self.properties(node) {
                match property.name {
                    AB | AW | AE => return Beginning::Other,
                    // A record written here hands the turn back to Black after each stone.
                    PL if player(property.value().text.trim()) != Some(Color::Black)
                        && black > 0 =>
                    {
                        return Beginning::Black(black);
                    }
                    W if black == 0 => return Beginning::White,
                    W => return Beginning::Black(black),
                    B => {
                        let read = read_move(self.size, Color::Black, property.value());
                        let is_play =
                            read.is_ok_and(|(mv, _)| matches!(mv.action, Action::Play(_)));
                        let is_one = property.values().nth(1).is_none();
                        if !(is_play && is_one && std::mem::take(&mut is_first)) {
                            return Beginning::Other;
                        }
                        black += 1;
                        if black > most {
                            return Beginning::Black(black);
                        }
                    }
                    _ => {}
                }
            }
        }
        if black > 0 {
            Beginning::Black(black)
        } else {
            Beginning::Other
        }
    }
}
