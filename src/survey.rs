//! Every chain of a board labelled in one pass, so that what a stone would do on each empty point
//! is known without looking at the board again. No rules: what may be done is `legality`'s.

use crate::board::Board;
use crate::color::Color;
use crate::keys;
use crate::point::{Point, Size};

/// What a stone on an empty point would come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outlook {
    pub(crate) point: Point,
    /// How many of the player's own stones would be left without a liberty; 0 if it lives.
    pub(crate) self_captured: usize,
    /// The key of the board afterwards.
    pub(crate) key: u64,
}

/// A board's chains. It has its own border, so that no neighbor needs to be tested for being there.
pub(crate) struct Survey<'a> {
    board: &'a Board,
    cells: [u16; CELLS],
    /// Indexed by what a cell holds; the first few stand for no chain.
    chains: Vec<Label>,
}

/// A cell holds one of these, or the number of a chain.
const BORDER: u16 = 0;
const EMPTY: u16 = 1;
const STONE: [u16; 2] = [2, 3];
const FIRST_CHAIN: usize = 4;

const WIDTH: usize = Size::MAX as usize + 2;
const CELLS: usize = WIDTH * WIDTH;

#[derive(Clone, Copy)]
struct Label {
    color: Option<Color>,
    stones: u16,
    /// Exclusive or of its stones' keys.
    key: u64,
    /// Its liberty, if it has been seen to have one; `more` if it has been seen to have another.
    liberty: usize,
    more: bool,
}

impl Label {
    const NO_CHAIN: Label = Label {
        color: None,
        stones: 0,
        key: 0,
        liberty: 0,
        more: false,
    };
}

impl<'a> Survey<'a> {
    pub(crate) fn of(board: &'a Board) -> Survey<'a> {
        let size = board.size();
        let mut survey = Survey {
            board,
            cells: [BORDER; CELLS],
            chains: Vec::with_capacity(96),
        };
        survey.chains.resize(FIRST_CHAIN, Label::NO_CHAIN);
        let mut points = board.points();
        for row in 1..=size.rows() {
            for (cell, stone) in survey.cells[row * WIDTH + 1..]
                .iter_mut()
                .zip(points.by_ref().take(size.cols()))
            {
                *cell = stone.map_or(EMPTY, |color| STONE[color as usize]);
            }
        }
        let mut stack = Vec::with_capacity(64);
        for row in 1..=size.rows() {
            for cell in row * WIDTH + 1..=row * WIDTH + size.cols() {
                if survey.cells[cell] == STONE[0] {
                    survey.label(cell, Color::Black, &mut stack);
                } else if survey.cells[cell] == STONE[1] {
                    survey.label(cell, Color::White, &mut stack);
                }
            }
        }
        survey
    }

    /// Gives the chain that begins at this cell a number.
    fn label(&mut self, start: usize, color: Color, stack: &mut Vec<usize>) {
        let cols = self.board.size().cols();
        // There are at most 625 chains.
        #[allow(clippy::cast_possible_truncation)]
        let number = self.chains.len() as u16;
        let mut label = Label {
            color: Some(color),
            ..Label::NO_CHAIN
        };
        self.cells[start] = number;
        stack.push(start);
        while let Some(cell) = stack.pop() {
            label.stones += 1;
            label.key ^= keys::stone((cell / WIDTH - 1) * cols + cell % WIDTH - 1, color);
            for beside in around(cell) {
                if self.cells[beside] == STONE[color as usize] {
                    self.cells[beside] = number;
                    stack.push(beside);
                } else if self.cells[beside] == EMPTY {
                    label.more |= label.liberty != 0 && label.liberty != beside;
                    label.liberty = beside;
                }
            }
        }
        self.chains.push(label);
    }

    /// What a stone of this color would come to on every empty point, in reading order.
    pub(crate) fn outlooks(&self, color: Color) -> impl Iterator<Item = Outlook> {
        let cols = self.board.size().cols();
        self.board
            .size()
            .points()
            .enumerate()
            .filter_map(move |(index, point)| {
                let cell = (index / cols + 1) * WIDTH + index % cols + 1;
                (self.cells[cell] == EMPTY).then(|| self.outlook(cell, index, point, color))
            })
    }

    fn outlook(&self, cell: usize, index: usize, point: Point, color: Color) -> Outlook {
        let mut breathes = false;
        let mut own = Toll::default();
        let mut captured = Toll::default();
        for beside in around(cell) {
            let number = self.cells[beside];
            let chain = &self.chains[usize::from(number)];
            match chain.color {
                None => breathes |= number == EMPTY,
                // This cell is one of the chain's liberties: is it the only one?
                Some(owner) if owner == color => {
                    breathes |= chain.more;
                    own.add(number, chain);
                }
                Some(_) if !chain.more => captured.add(number, chain),
                Some(_) => {}
            }
        }
        let placed = self.board.key() ^ keys::stone(index, color) ^ captured.key;
        if breathes || captured.stones > 0 {
            Outlook {
                point,
                self_captured: 0,
                key: placed,
            }
        } else {
            Outlook {
                point,
                self_captured: 1 + own.stones,
                key: self.board.key() ^ own.key,
            }
        }
    }
}

fn around(cell: usize) -> [usize; 4] {
    [cell - WIDTH, cell - 1, cell + 1, cell + WIDTH]
}

/// The chains around a point that would come off, each once.
#[derive(Default)]
struct Toll {
    numbers: [u16; 4],
    chains: usize,
    stones: usize,
    key: u64,
}

impl Toll {
    fn add(&mut self, number: u16, chain: &Label) {
        if !self.numbers[..self.chains].contains(&number) {
            self.numbers[self.chains] = number;
            self.chains += 1;
            self.stones += usize::from(chain.stones);
            self.key ^= chain.key;
        }
    }
}
