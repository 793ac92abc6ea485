//! All chains of a board looked at in one pass, a row at a time: what a stone of one color would
//! come to on every empty point. No rules: what may be done is `legality`'s.

use super::board::Board;
use super::plane::Plane;
use super::row::Row;
use crate::basics::{Color, Point, Size};

/// What happens to a stone of one color on an empty point.
pub(crate) enum Prospect {
    /// It has a liberty, perhaps because it takes enemies. The key of the board afterwards.
    Lives { key: u64 },
    /// It is left without a liberty, by itself or together with others.
    Lost,
}

/// The empty points of a board, sorted by what happens there.
pub(crate) struct Survey<'a> {
    board: &'a Board,
    color: Color,
    empty: Plane,
    lives: Plane,
    /// Where enemies are taken; a part of `lives`.
    takes: Plane,
    enemies_in_atari: Vec<InAtari>,
}

/// A chain with a single liberty.
struct InAtari {
    /// Row and column on the board.
    liberty: (usize, usize),
    /// Exclusive or of its stones' keys.
    key: u64,
}

impl<'a> Survey<'a> {
    pub(crate) fn of(board: &'a Board, color: Color) -> Survey<'a> {
        let empty = Plane::of(board.rows(), Row::empty_points);
        let own = Plane::of(board.rows(), |row| row.stones(color));
        let enemies = Plane::of(board.rows(), |row| row.stones(!color));
        let own_atari = in_atari(&own, &empty, |_, _| {});
        let mut enemies_in_atari = Vec::new();
        let enemy_atari = in_atari(&enemies, &empty, |chain, liberty| {
            enemies_in_atari.push(InAtari {
                liberty,
                key: board.key_of(chain, !color),
            });
        });
        let own_free = own.map(|row, stones| stones & !own_atari.row(row));
        // A point beside a chain in atari is its last liberty; one beside another chain is not.
        let takes = empty.map(|row, points| points & enemy_atari.beside(row));
        let lives = empty.map(|row, points| {
            points & (empty.beside(row) | own_free.beside(row) | takes.row(row))
        });
        Survey {
            board,
            color,
            empty,
            lives,
            takes,
            enemies_in_atari,
        }
    }

    /// Tells of every empty point, in reading order.
    pub(crate) fn tell(&self, mut tell: impl FnMut(Point, Prospect)) {
        for row in 1..=self.board.size().rows() {
            let (lives, takes) = (self.lives.row(row), self.takes.row(row));
            let mut left = self.empty.row(row);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let place = (row - 1, bit.trailing_zeros() as usize - 1);
                let prospect = if lives & bit == 0 {
                    Prospect::Lost
                } else {
                    let taken = if takes & bit == 0 {
                        0
                    } else {
                        self.key_of_taken(place)
                    };
                    Prospect::Lives {
                        key: self.board.key_with(place, self.color) ^ taken,
                    }
                };
                tell(Size::point_at(place.0, place.1), prospect);
            }
        }
    }

    /// Exclusive or of the keys of the stones that a stone on this point takes.
    fn key_of_taken(&self, place: (usize, usize)) -> u64 {
        let taken = self
            .enemies_in_atari
            .iter()
            .filter(|chain| chain.liberty == place);
        taken.fold(0, |key, chain| key ^ chain.key)
    }
}

/// Those of one color's stones whose chains have a single liberty. Tells of each such chain.
pub(crate) fn in_atari(
    stones: &Plane,
    empty: &Plane,
    mut tell: impl FnMut(&Plane, (usize, usize)),
) -> Plane {
    let ground = |row| stones.row(row);
    // Most chains have a stone with two liberties of its own; what it is connected with is free.
    let mut known = stones.map(|row, stones| stones & empty.beside_twice(row));
    known.grow(ground);
    let suspects = stones.map(|row, stones| stones & !known.row(row));
    let mut atari = suspects;
    for (row, col) in suspects.places() {
        if known.has(row, col) {
            continue;
        }
        let mut chain = Plane::point(row, col);
        chain.grow(ground);
        let liberties = chain.border(|row| empty.row(row));
        known.add(&chain);
        match liberties.only_place() {
            Some(liberty) => tell(&chain, liberty),
            None => atari.remove(&chain),
        }
    }
    atari
}
