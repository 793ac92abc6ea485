//! Makes the game of a question that is answered wrong as short and small as it gets.

use crate::basics::{Action, Color, Move, Point, Rules, Setup, Size};
use crate::pure::{BoardRecord, check_move, play_move};
use crate::questions::question::{Asked, Question};

/// The questions that are asked on the way, at most.
const MOST_ASKED: usize = 4000;

/// The boards that most programs have: a game moves there at once.
const USUAL: [usize; 3] = [13, 9, 7];

/// Returns a question that is still answered wrong, with a shorter game on a smaller board: no turn, stone, row or column can be
/// left out any more. `is_wrong`: asks whether another question is answered wrong, too, in the same way.
///
/// A question with steps, or about the count, stays as it is.
pub fn shorten(question: &Question, is_wrong: impl FnMut(&Question) -> bool) -> Question {
    let Some(draft) = Draft::of(question) else {
        return question.clone();
    };
    let mut shortener = Shortener {
        is_wrong,
        asked: 0,
        best: question.clone(),
        draft,
    };
    while shortener.turns() | shortener.stones() | shortener.lines() {}
    shortener.best
}

/// A question, taken apart.
#[derive(Clone)]
struct Draft {
    size: Size,
    stones: Vec<(Point, Color)>,
    to_play: Color,
    rules: Rules,
    moves: Vec<Move>,
    mv: Move,
    is_board: bool,
}

impl Draft {
    fn of(question: &Question) -> Option<Draft> {
        let opening = question.opening();
        let mv = question.asked.mv().filter(|_| question.steps.is_empty())?;
        let draft = Draft {
            size: opening.size,
            stones: opening.stones,
            to_play: opening.to_play,
            rules: question.before.rules(),
            moves: question.before.moves(),
            mv,
            is_board: matches!(question.asked, Asked::Board(..)),
        };
        // Turns handed over and other rules on the way have no place in it.
        let again = draft.question()?;
        (again.before == question.before).then_some(draft)
    }

    /// The question, with the right answer. `None` if the game cannot be played so.
    fn question(&self) -> Option<Question> {
        let setup = Setup {
            size: self.size,
            stones: self.stones.clone(),
            to_play: self.to_play,
        };
        let opening = BoardRecord::try_from(&setup).ok()?.with_rules(self.rules);
        let before = self
            .moves
            .iter()
            .try_fold(opening, |game, mv| game.play(*mv).ok())?;
        let asked = if self.is_board {
            Asked::Board(self.mv, play_move(self.mv, &before).ok()?.setup())
        } else {
            Asked::Legal(self.mv, check_move(self.mv, &before))
        };
        Some(Question::of_game(before, asked))
    }

    /// The numbers of rows and columns.
    fn end(&self) -> Point {
        Size::point_at(self.size.rows(), self.size.cols())
    }

    /// The same on a part of the board. `None` if a stone is played outside.
    fn within(&self, keeps: impl Fn(Point) -> Option<Point>, size: Size) -> Option<Draft> {
        let moved = |mv: Move| match mv.action {
            Action::Play(point) => Some(Move::play(mv.color, keeps(point)?)),
            _ => Some(mv),
        };
        let stones = self
            .stones
            .iter()
            .filter_map(|(point, color)| Some((keeps(*point)?, *color)));
        Some(Draft {
            size,
            stones: stones.collect(),
            moves: self
                .moves
                .iter()
                .map(|mv| moved(*mv))
                .collect::<Option<_>>()?,
            mv: moved(self.mv)?,
            ..self.clone()
        })
    }

    /// Without this row and this column.
    fn without(&self, row: Option<i32>, col: Option<i32>) -> Option<Draft> {
        let size = Size::new(
            self.size.rows() - usize::from(row.is_some()),
            self.size.cols() - usize::from(col.is_some()),
        );
        let keeps = |at: i32, out: Option<i32>| match out {
            Some(out) if at == out => None,
            Some(out) if at > out => Some(at - 1),
            _ => Some(at),
        };
        let keeps = |point: Point| {
            Some(Point {
                row: keeps(point.row, row)?,
                col: keeps(point.col, col)?,
            })
        };
        self.within(keeps, size.ok()?)
    }

    /// A square part of the board that begins at this point.
    fn part(&self, first: Point, lines: usize) -> Option<Draft> {
        let size = Size::square(lines).ok()?;
        let keeps = |point: Point| {
            let point = Point {
                row: point.row - first.row,
                col: point.col - first.col,
            };
            size.contains(point).then_some(point)
        };
        self.within(keeps, size)
    }
}

struct Shortener<F> {
    is_wrong: F,
    asked: usize,
    draft: Draft,
    /// The question of the draft.
    best: Question,
}

impl<F: FnMut(&Question) -> bool> Shortener<F> {
    /// Takes this draft, if its question is answered wrong, too.
    fn takes(&mut self, draft: Option<Draft>) -> bool {
        let Some((question, draft)) = draft.and_then(|draft| Some((draft.question()?, draft)))
        else {
            return false;
        };
        self.asked += 1;
        let is_taken = self.asked <= MOST_ASKED && (self.is_wrong)(&question);
        if is_taken {
            (self.best, self.draft) = (question, draft);
        }
        is_taken
    }

    /// Leaves out turns: the first ones, whose board becomes the opening; two that follow each other; and plays, for passes.
    fn turns(&mut self) -> bool {
        let mut is_shorter = false;
        let mut count = self.draft.moves.len();
        while count > 0 {
            if self.takes(self.later(count)) {
                is_shorter = true;
                count = self.draft.moves.len();
            } else {
                count /= 2;
            }
        }
        let mut first = self.draft.moves.len();
        while first > 0 {
            first = (first - 1).min(self.draft.moves.len());
            let mut without = self.draft.clone();
            if first + 1 < without.moves.len() {
                without.moves.drain(first..first + 2);
                is_shorter |= self.takes(Some(without));
            }
            let mut passed = self.draft.clone();
            if let Some(mv) = passed
                .moves
                .get_mut(first)
                .filter(|mv| matches!(mv.action, Action::Play(_)))
            {
                *mv = Move::pass(mv.color);
                is_shorter |= self.takes(Some(passed));
            }
        }
        is_shorter
    }

    /// The draft that begins with the board after so many turns.
    fn later(&self, turns: usize) -> Option<Draft> {
        let now = self.best.before.at(turns)?.setup();
        let moves = self.draft.moves[turns..].to_vec();
        Some(Draft {
            stones: now.stones,
            to_play: now.to_play,
            moves,
            ..self.draft.clone()
        })
    }

    /// Leaves out stones of the opening: many at once, then each one.
    fn stones(&mut self) -> bool {
        let mut is_shorter = false;
        let mut many = self.draft.stones.len();
        while many > 0 {
            let mut end = self.draft.stones.len();
            while end > 0 {
                let mut without = self.draft.clone();
                without.stones.drain(end.saturating_sub(many)..end);
                is_shorter |= self.takes(Some(without));
                end = end.saturating_sub(many);
            }
            many /= 2;
        }
        is_shorter
    }

    /// Leaves out rows and columns. A program may have square boards alone, or the usual ones.
    fn lines(&mut self) -> bool {
        let mut is_smaller = false;
        for lines in USUAL {
            let (rows, cols) = (self.draft.size.rows(), self.draft.size.cols());
            if lines >= rows.max(cols) || lines > rows.min(cols) {
                continue;
            }
            let firsts = |all: usize| [0, all - lines, (all - lines) / 2];
            let firsts = firsts(rows)
                .into_iter()
                .flat_map(|row| firsts(cols).map(|col| Size::point_at(row, col)));
            is_smaller |= firsts
                .into_iter()
                .any(|first| self.takes(self.draft.part(first, lines)));
        }
        let Point {
            row: rows,
            col: cols,
        } = self.draft.end();
        for row in (0..rows).rev() {
            is_smaller |= self.takes(self.draft.without(Some(row), None));
        }
        for col in (0..cols).rev() {
            is_smaller |= self.takes(self.draft.without(None, Some(col)));
        }
        let Point {
            row: rows,
            col: cols,
        } = self.draft.end();
        let both = ends(rows).flat_map(|row| ends(cols).map(move |col| (row, col)));
        let mut both = both.filter(|_| rows == cols);
        is_smaller |= both.any(|(row, col)| self.takes(self.draft.without(Some(row), Some(col))));
        is_smaller
    }
}

/// The lines that are left out together with one of the other direction: on large boards, those at the edges.
fn ends(lines: i32) -> impl Iterator<Item = i32> + Clone {
    (0..lines)
        .rev()
        .filter(move |line| lines <= 7 || [0, lines - 1].contains(line))
}
