//! Positions as planes of zeros and ones, for programs that learn from games.
//!
//! A plane has a number for each point, in reading order: 1 where the property in its name holds, else 0. "Own" and
//! "opponent" are relative to the side to play.
//!
//! ```
//! use gokata::planes::{PLANES, planes};
//! use gokata::{Color, FastGame, Move, Size};
//!
//! let mut game = FastGame::new(Size::new(1, 3)?);
//! game.play(Move::play(Color::Black, (0, 0)))?;
//! let planes = planes(&game);
//! let named = |name| planes.chunks(3).nth(PLANES.iter().position(|plane| *plane == name).unwrap());
//! assert_eq!(named("opponent-1"), Some(&[1, 0, 0][..])); // a stone with one liberty
//! assert_eq!(named("legal"), Some(&[0, 1, 1][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::basics::{IllegalMove, Move};
use crate::fast::FastGame;
pub use crate::fast::{History, Layout};

/// The names of the planes, in their order: stones of the side to play in chains with one, two, and three or more
/// liberties; the same for the opponent; points where ko or superko forbids a stone; points where a stone is legal; and
/// ones, which show the edge of the board to a program that pads planes with zeros.
pub const PLANES: [&str; 9] = [
    "own-1",
    "own-2",
    "own-3",
    "opponent-1",
    "opponent-2",
    "opponent-3",
    "ko",
    "legal",
    "ones",
];

const OPPONENT: usize = 3;
const KO: usize = 6;
const LEGAL: usize = 7;
const ONES: usize = 8;

/// Returns the planes of a position, one after the other. If the game is over, no point is legal.
pub fn planes(game: &FastGame) -> Vec<u8> {
    let mut planes = Vec::new();
    append_planes(game, &mut planes);
    planes
}

/// Appends the planes of a position, so that the planes of many positions share one allocation.
pub fn append_planes(game: &FastGame, planes: &mut Vec<u8>) {
    let size = game.size();
    let area = size.point_count();
    let before = planes.len();
    planes.resize(before + PLANES.len() * area, 0);
    let planes = &mut planes[before..];
    let side = game.to_play();
    for (color, first) in [(side, 0), (!side, OPPONENT)] {
        // Each chain is handled at its first stone and then removed as a whole.
        let mut left = game.stones_of(color);
        while let Some(chain) = left.nth(0).and_then(|stone| game.chain(stone)) {
            let liberties = chain.liberties.len().clamp(1, 3);
            let plane = &mut planes[(first + liberties - 1) * area..][..area];
            for stone in chain.stones.iter().filter_map(|stone| size.index(stone)) {
                plane[stone] = 1;
            }
            left -= chain.stones;
        }
    }
    let legal = game.legal_points();
    for (index, point) in size.points().enumerate() {
        let check = || game.check(Move::play(side, point));
        if legal.contains(point) {
            planes[LEGAL * area + index] = 1;
        } else if let Err(IllegalMove::Ko | IllegalMove::Superko) = check() {
            planes[KO * area + index] = 1;
        }
    }
    planes[ONES * area..].fill(1);
}
