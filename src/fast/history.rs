//! The latest boards of a game, as planes for a network.

use super::FastGame;
use crate::basics::{ByColor, Color, Packed, Size};

/// How the numbers of several planes lie in memory. In both, the points of a board are in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// One plane after the other, the usual order of `torch`: NCHW.
    #[default]
    ChannelsFirst,
    /// The numbers of all planes for one point, then those for the next, the usual order of `tensorflow` and `jax`: NHWC.
    ChannelsLast,
}

/// The boards after the latest turns of a game, 1.3 KB: what networks see that are to know kos and the opponent's answers.
///
/// For each board there are two planes, the stones of the side to play and those of the opponent, and after all boards one
/// of ones if Black is to play, or else of zeros. The latest board comes first. Boards before the first turn are empty. This
/// is the input of *`AlphaGo` Zero* (Silver et al., Nature 550, 2017), whose planes of eight boards are [`History::MOST`].
///
/// ```
/// use gokata::planes::{History, Layout};
/// use gokata::{Color, FastGame, Move, Size};
///
/// let mut game = FastGame::new(Size::new(1, 3)?);
/// game.play(Move::play(Color::Black, (0, 0)))?;
/// let mut planes = [7; 5 * 3];
/// History::of(&game).write(2, Layout::ChannelsFirst, Color::White, &mut planes);
/// assert_eq!(planes[..6], [0, 0, 0, 1, 0, 0]); // Black's stone is the opponent's
/// assert_eq!(planes[6..], [0; 9]); // the board before was empty; ones would mean that Black is to play
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct History {
    size: Size,
    /// The stones of each color, in a ring: the latest board is at `latest`.
    boards: [ByColor<Packed>; History::MOST],
    latest: usize,
}

impl History {
    /// The most boards that are kept: eight.
    pub const MOST: usize = 8;

    /// The latest boards of a game. It is replayed from its start; [`History::push`] is faster.
    pub fn of(game: &FastGame) -> History {
        let Ok(mut again) = FastGame::try_from(&game.opening()) else {
            return History::at(game); // never: the game began there
        };
        let mut history = History::at(&again);
        for event in game.events() {
            again.replay(event);
            if event.turn().is_some() {
                history.push(&again);
            }
        }
        history
    }

    /// A history of one board.
    fn at(game: &FastGame) -> History {
        let none = ByColor::new(Packed::default(), Packed::default());
        let mut history = History {
            size: game.size(),
            boards: [none; History::MOST],
            latest: 0,
        };
        history.push(game);
        history
    }

    /// Adds the board of a game as it is now: after each turn, passes included. The game has the size of the others.
    pub fn push(&mut self, game: &FastGame) {
        self.latest = (self.latest + 1) % History::MOST;
        self.boards[self.latest] = ByColor::from_fn(|color| game.stones_of(color).packed());
    }

    /// The number of planes for this many boards.
    pub const fn planes(boards: usize) -> usize {
        2 * boards + 1
    }

    /// Writes the planes of this many boards, at most [`History::MOST`], as `side` sees them; a plane is one number for each
    /// point. What does not fit into the slice is left out, and what is left of the slice stays as it is.
    pub fn write(&self, boards: usize, layout: Layout, side: Color, planes: &mut [u8]) {
        let points = self.size.point_count();
        let is_black = u8::from(side == Color::Black);
        match layout {
            Layout::ChannelsFirst => {
                let mut planes = planes.chunks_mut(points);
                for (stones, plane) in self.sets(boards, side).zip(&mut planes) {
                    stones.spread(plane);
                }
                planes.take(1).for_each(|plane| plane.fill(is_black));
            }
            Layout::ChannelsLast => {
                let mut sets = [Packed::default(); 2 * History::MOST];
                let count = self
                    .sets(boards, side)
                    .zip(&mut sets)
                    .map(|(stones, set)| *set = *stones);
                let count = count.count();
                let rows = planes.chunks_mut(count + 1).take(points);
                for (point, row) in rows.enumerate() {
                    let (word, bit) = (point / 64, point % 64);
                    for (number, set) in row.iter_mut().zip(&sets[..count]) {
                        *number = (set.0[word] >> bit & 1) as u8;
                    }
                    row[count..].fill(is_black);
                }
            }
        }
    }

    /// The stones of a side and of its opponent on the latest boards, the latest one first.
    fn sets(&self, boards: usize, side: Color) -> impl Iterator<Item = &Packed> {
        let boards = (0..boards.min(History::MOST)).map(move |ago| {
            let nth = (self.latest + History::MOST - ago) % History::MOST;
            &self.boards[nth]
        });
        boards.flat_map(move |stones| [&stones[side], &stones[!side]])
    }
}
