//! A question of the dojo as a participant's function sees it, and what programs ask of its boards.

use std::collections::BTreeSet;

use gokata::Action;
use gokata::questions::Question;

/// A question as a participant's function sees it.
pub(crate) struct View {
    pub(crate) color: char,
    pub(crate) point: Point,
    /// Oldest first; the last one is the board now.
    pub(crate) record: Vec<Board>,
}

pub(crate) type Point = (i32, i32);

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) to_play: char,
    pub(crate) rows: Vec<Vec<char>>,
}

pub(crate) const BESIDE: [Point; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
pub(crate) const ACROSS: [Point; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// All orders of the four neighbors.
pub(crate) fn orders() -> Vec<[Point; 4]> {
    let orders = (0..256).map(|number| [64, 16, 4, 1].map(|power| BESIDE[number / power % 4]));
    let has_all = |order: &[Point; 4]| BTreeSet::from(*order).len() == 4;
    orders.filter(has_all).collect()
}

impl View {
    pub(crate) fn of(question: &Question) -> View {
        let Some(mv) = question.asked.mv() else {
            panic!("not about a move: {}", question.id);
        };
        let Action::Play(point) = mv.action else {
            panic!("a stone");
        };
        let situations = question.before.situations();
        let board = |situation: &gokata::Situation| {
            let rows = situation.board.to_string();
            let rows = rows.lines().map(|row| row.chars().collect()).collect();
            let to_play = situation.to_play.letter();
            Board { to_play, rows }
        };
        let mut record: Vec<Board> = situations.map(board).collect();
        record.reverse();
        View {
            color: mv.color.letter(),
            point: (point.row, point.col),
            record,
        }
    }

    pub(crate) fn now(&self) -> &Board {
        self.back(1)
    }

    /// The board this number of turns ago: 1 is now. The first board, if there are fewer.
    pub(crate) fn back(&self, turns: usize) -> &Board {
        &self.record[self.record.len().saturating_sub(turns)]
    }

    pub(crate) fn enemy(&self) -> char {
        other(self.color)
    }

    pub(crate) fn on_board(&self) -> bool {
        self.now().at(self.point).is_some()
    }

    /// The board with the new stone on it, and nothing taken off.
    pub(crate) fn put(&self) -> Board {
        let mut board = self.now().clone();
        board.set(self.point, self.color);
        board
    }

    /// The groups of the enemy beside the point that have no other liberty.
    pub(crate) fn taken(&self) -> Vec<BTreeSet<Point>> {
        let board = self.put();
        let enemies = board.beside(self.point, self.enemy());
        let groups = enemies.into_iter().map(|enemy| board.group(enemy, &BESIDE));
        groups.filter(|group| board.liberties(group) == 0).collect()
    }

    /// The board after the move, with captured stones taken off.
    pub(crate) fn after(&self) -> Board {
        let mut board = self.put();
        for point in self.taken().into_iter().flatten() {
            board.set(point, '-');
        }
        board.to_play = self.enemy();
        board
    }

    /// True if the new stone's group has a liberty on this board.
    pub(crate) fn lives_on(&self, board: &Board) -> bool {
        board.liberties(&board.group(self.point, &BESIDE)) > 0
    }

    /// The stones of a color that were on the board before and are gone now.
    pub(crate) fn lost(&self, color: char) -> Vec<Point> {
        let (before, now) = (self.back(2), self.now());
        let gone = now.points().filter(|point| now.at(*point) == Some('-'));
        gone.filter(|point| before.at(*point) == Some(color))
            .collect()
    }

    /// The stones that the enemy has just put down.
    pub(crate) fn put_down(&self) -> Vec<Point> {
        let (before, now) = (self.back(2), self.now());
        let new = now.points().filter(|point| before.at(*point) == Some('-'));
        new.filter(|point| now.at(*point) == Some(self.enemy()))
            .collect()
    }

    pub(crate) fn returns_to(&self, board: &Board) -> bool {
        self.after().rows == board.rows
    }
}

fn other(color: char) -> char {
    if color == 'x' { 'o' } else { 'x' }
}

impl Board {
    pub(crate) fn size(&self) -> Point {
        let length = |length: usize| i32::try_from(length).unwrap();
        (length(self.rows.len()), length(self.rows[0].len()))
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        let (rows, cols) = self.size();
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    pub(crate) fn at(&self, (row, col): Point) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    pub(crate) fn set(&mut self, (row, col): Point, stone: char) {
        let index = |at: i32| usize::try_from(at).expect("on the board");
        self.rows[index(row)][index(col)] = stone;
    }

    /// The points in these directions, as far as they are on the board.
    pub(crate) fn around(&self, (row, col): Point, directions: &[Point]) -> Vec<(Point, char)> {
        let points = directions
            .iter()
            .map(|(down, right)| (row + down, col + right));
        points
            .filter_map(|point| Some((point, self.at(point)?)))
            .collect()
    }

    pub(crate) fn beside(&self, point: Point, stone: char) -> Vec<Point> {
        let around = self.around(point, &BESIDE).into_iter();
        around
            .filter(|(_, found)| *found == stone)
            .map(|(point, _)| point)
            .collect()
    }

    /// The stones that are joined with this one in these directions.
    pub(crate) fn group(&self, start: Point, directions: &[Point]) -> BTreeSet<Point> {
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for (next, stone) in self.around(point, directions) {
                if Some(stone) == self.at(start) && group.insert(next) {
                    open.push(next);
                }
            }
        }
        group
    }

    pub(crate) fn liberties(&self, group: &BTreeSet<Point>) -> usize {
        let points = group.iter().flat_map(|point| self.beside(*point, '-'));
        points.collect::<BTreeSet<_>>().len()
    }
}
