//! Finds the empty points of a board where a stone of one color would have a liberty. Does not check whether the play
//! is legal.

use super::board::Board;
use super::point_rows::PointRows;
use super::row::Row;
use crate::basics::keys;
use crate::basics::{Color, Point, Size};

/// What happens to a stone of one color on an empty point.
pub(crate) enum Fate {
    /// It has a liberty, perhaps because it `takes` enemies. `key` is the key of the board afterwards.
    Lives { key: u64, takes: bool },
    /// It is left without a liberty, alone or with the stones it joins.
    Lost,
}

/// Divides the empty points of a board by the fate of a stone of one color.
pub(crate) struct Survey<'a> {
    board: &'a Board,
    color: Color,
    empty: PointRows,
    lives: PointRows,
    /// Where enemies are taken; a part of `lives`.
    takes: PointRows,
    enemies_in_atari: Vec<InAtari>,
}

struct InAtari {
    /// Row and column on the board.
    liberty: (usize, usize),
    /// Exclusive or of its stones' keys.
    key: u64,
}

impl<'a> Survey<'a> {
    pub(crate) fn of(board: &'a Board, color: Color) -> Survey<'a> {
        let empty = PointRows::of(board.rows(), Row::empty_points);
        let own = PointRows::of(board.rows(), |row| row.stones(color));
        let enemies = PointRows::of(board.rows(), |row| row.stones(!color));
        let own_atari = in_atari(&own, &empty, |_, _| {});
        let mut enemies_in_atari = Vec::new();
        let enemy_atari = in_atari(&enemies, &empty, |chain, liberty| {
            enemies_in_atari.push(InAtari {
                liberty,
                key: key_of(board.size(), chain, !color),
            });
        });
        let own_free = own.map(|row, stones| stones & !own_atari.row(row));
        // An empty point adjacent to a chain in atari is its only liberty, so a stone there takes the chain.
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

    /// Calls `found` with every empty point, in reading order.
    pub(crate) fn for_each(&self, mut found: impl FnMut(Point, Fate)) {
        for row in 1..=self.board.size().rows() {
            let (lives, takes) = (self.lives.row(row), self.takes.row(row));
            let mut left = self.empty.row(row);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let place = (row - 1, bit.trailing_zeros() as usize - 1);
                let fate = if lives & bit == 0 {
                    Fate::Lost
                } else {
                    let takes = takes & bit != 0;
                    let taken = if takes { self.key_of_taken(place) } else { 0 };
                    let key = self.board.key() ^ self.key_at(place) ^ taken;
                    Fate::Lives { key, takes }
                };
                found(Size::point_at(place.0, place.1), fate);
            }
        }
    }

    fn key_at(&self, (row, col): (usize, usize)) -> u64 {
        keys::stone(row * self.board.size().cols() + col, self.color)
    }

    /// Exclusive or of the keys of the stones that a stone on this point takes.
    fn key_of_taken(&self, place: (usize, usize)) -> u64 {
        let chains = self.enemies_in_atari.iter();
        let taken = chains.filter(|chain| chain.liberty == place);
        taken.fold(0, |key, chain| key ^ chain.key)
    }
}

/// Exclusive or of the keys of these points, as stones of this color.
fn key_of(size: Size, points: &PointRows, color: Color) -> u64 {
    let key = |(row, col)| keys::stone(row * size.cols() + col, color);
    points.places().fold(0, |all, place| all ^ key(place))
}

/// The stones of one color whose chains have a single liberty. Calls `found` with each of these chains and its
/// liberty.
pub(crate) fn in_atari(
    stones: &PointRows,
    empty: &PointRows,
    mut found: impl FnMut(&PointRows, (usize, usize)),
) -> PointRows {
    let ground = |row| stones.row(row);
    // A chain is not in atari if one of its stones has two liberties. This excludes most chains.
    let mut known = stones.map(|row, stones| stones & empty.beside_twice(row));
    known.grow(ground);
    let suspects = stones.map(|row, stones| stones & !known.row(row));
    let mut atari = suspects;
    for (row, col) in suspects.places() {
        if known.has(row, col) {
            continue;
        }
        let mut chain = PointRows::point(row, col);
        chain.grow(ground);
        let liberties = chain.border(|row| empty.row(row));
        known.add(&chain);
        match liberties.only_place() {
            Some(liberty) => found(&chain, liberty),
            None => atari.remove(&chain),
        }
    }
    atari
}
