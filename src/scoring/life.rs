//! Which territory is taxed. A *life* is a connected part of a color's area of which no point touches a neutral one and no living
//! chain has exactly one liberty. (The program `KataGo` has this tax; a life
//! stands for what is not in a seki.)

use super::marks::Ground;
use crate::board::Plane;
use crate::color::Color;
use crate::survey::in_atari;

/// What lives of a color's area.
pub(super) struct Lives {
    /// How many lives.
    pub(super) count: u32,
    /// Points of territory in one of them.
    pub(super) territory: u32,
    /// Stones that belong to none.
    pub(super) outside: Plane,
}

impl Lives {
    pub(super) fn of(color: Color, ground: &Ground) -> Lives {
        let live = &ground.live[color as usize];
        let owned = &ground.owned[color as usize];
        // Dead stones are taken off before liberties are counted.
        let mut empty = ground.nobody;
        ground.owned.iter().for_each(|owned| empty.add(owned));
        let mut left = *live;
        left.add(owned);
        let area = left;
        let mut lives = Lives {
            count: 0,
            territory: 0,
            outside: *live,
        };
        while let Some((row, col)) = left.first() {
            let mut part = Plane::point(row, col);
            part.grow(|row| area.row(row));
            left.remove(&part);
            let stones = part.map(|row, points| points & live.row(row));
            let is_open = part.border(|row| ground.nobody.row(row)).count() > 0;
            if !is_open && in_atari(&stones, &empty, |_, _| {}).count() == 0 {
                lives.count += 1;
                lives.outside.remove(&stones);
                lives.territory += part.map(|row, points| points & owned.row(row)).count();
            }
        }
        lives
    }
}
