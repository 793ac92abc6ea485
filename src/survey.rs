//! All chains of a board looked at in one pass, a row at a time: what a stone of one color would
//! come to on every empty point. No rules: what may be done is `legality`'s.

use crate::board::{Board, Plane, Row};
use crate::color::Color;

/// The empty points of a board, sorted by what happens to a stone of one color there.
pub(crate) struct Survey {
    /// It has a liberty, perhaps because it takes enemies.
    pub(crate) lives: Plane,
    /// It takes enemies; a part of `lives`.
    pub(crate) takes: Plane,
    /// It is left without a liberty, by itself.
    pub(crate) lost_alone: Plane,
    /// It is left without a liberty together with others.
    pub(crate) lost_with_others: Plane,
    enemies_in_atari: Vec<InAtari>,
}

/// A chain with a single liberty.
struct InAtari {
    /// Row and column on the board.
    liberty: (usize, usize),
    /// Exclusive or of its stones' keys.
    key: u64,
}

impl Survey {
    pub(crate) fn of(board: &Board, color: Color) -> Survey {
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
        let lost = empty.map(|row, points| points & !lives.row(row));
        Survey {
            lives,
            takes,
            lost_alone: lost.map(|row, points| points & !own.beside(row)),
            lost_with_others: lost.map(|row, points| points & own.beside(row)),
            enemies_in_atari,
        }
    }

    /// Exclusive or of the keys of the stones that a stone on this point takes.
    pub(crate) fn key_of_taken(&self, place: (usize, usize)) -> u64 {
        let taken = self
            .enemies_in_atari
            .iter()
            .filter(|chain| chain.liberty == place);
        taken.fold(0, |key, chain| key ^ chain.key)
    }
}

/// Those of one color's stones whose chains have a single liberty. Tells of each such chain.
fn in_atari(stones: &Plane, empty: &Plane, mut tell: impl FnMut(&Plane, (usize, usize))) -> Plane {
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
