//! A question on a larger board: the same game in a part of it, with stones around that part.

use std::fmt;

use super::question::{Asked, Counted, Question, Step, tally_of};
use crate::basics::{Action, Color, GameEvent, Move, Point, PointSet, Setup, Size};
use crate::fixture::{Cell, Do, Placed, PointWord};
use crate::pure::{BoardRecord, check_move, play_move};
use crate::scoring::{Mark, Marks};

/// Where a board lies on a larger one, and which stones stand around it. As text: the larger size, the row and column of the
/// small board's top left point, the ring, and what stands around the ring: `9x9 4,0 xxx-------------ox x`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Embedding {
    /// The larger board.
    pub size: Size,
    /// The point of the small board's top left point.
    pub corner: Point,
    /// The stones beside the small board, clockwise from above its top left point; those off the larger board are left
    /// out. Empty: no stones.
    pub ring: Vec<Option<Color>>,
    /// The color of the stones around the ring, if there are any.
    pub around: Option<Color>,
}

impl Embedding {
    /// Reads what `Display` writes. `None` for another text.
    pub fn parse(text: &str) -> Option<Embedding> {
        let words: Vec<&str> = text.split(' ').collect();
        let [size, corner, ring, around] = words[..] else {
            return None;
        };
        let (row, col) = corner.split_once(',')?;
        let stones =
            |word: &str| -> Option<Vec<_>> { word.chars().map(Cell::from_letter).collect() };
        let (ring, around) = (stones(ring)?, stones(around)?);
        let point = format!("({row},{col})").parse();
        Some(Embedding {
            size: size.parse().ok()?,
            corner: point.ok()?,
            ring: if ring == [None] { Vec::new() } else { ring },
            around: *around.first().filter(|_| around.len() == 1)?,
        })
    }

    /// The point of the larger board on which a point of the small one lies.
    pub fn point(&self, point: Point) -> Point {
        Point {
            row: point.row.saturating_add(self.corner.row),
            col: point.col.saturating_add(self.corner.col),
        }
    }

    /// The stones outside a small board of this size.
    fn stones(&self, small: Size) -> Vec<(Point, Color)> {
        let beside = beside(small);
        let outside = near(small, 2).filter(|at| !small.contains(*at));
        let stones = outside.filter_map(|at| {
            let color = match beside.iter().position(|it| *it == at) {
                Some(nth) => self.ring.get(nth).copied().flatten(),
                None => self.around,
            };
            Some((self.point(at), color?))
        });
        stones
            .filter(|(point, _)| self.size.contains(*point))
            .collect()
    }

    /// The question on the larger board. `None` if its game cannot be played there, if the verdict about its move is another
    /// one, and for a question about dead stones.
    pub fn question(&self, question: &Question) -> Option<Question> {
        let opening = question.opening();
        let inside = opening.stones.iter();
        let inside = inside.map(|(point, color)| (self.point(*point), *color));
        let setup = Setup {
            size: self.size,
            stones: inside.chain(self.stones(opening.size)).collect(),
            to_play: opening.to_play,
        };
        let mut before = BoardRecord::try_from(&setup).ok()?;
        for (event, rules) in question.events() {
            let event = match event {
                GameEvent::Turn(mv) => GameEvent::Turn(self.mv(mv)),
                other => other,
            };
            before = before.with_rules(rules).apply(event).ok()?;
        }
        before = before.with_rules(question.before.rules());
        let asked = match &question.asked {
            Asked::Legal(mv, verdict) => {
                let mv = self.mv(*mv);
                (check_move(mv, &before) == *verdict).then_some(Asked::Legal(mv, *verdict))?
            }
            Asked::Board(mv, _) => {
                let mv = self.mv(*mv);
                Asked::Board(mv, play_move(mv, &before).ok()?.setup())
            }
            Asked::Now(_) => Asked::Now(before.setup()),
            Asked::Prisoners(_) => Asked::Prisoners(tally_of(&before)),
            Asked::Score(counted, _) => {
                let counted = self.counted(counted, &before)?;
                let score = counted.standing.count().score();
                Asked::Score(counted.into(), score)
            }
            Asked::Owner(counted, _) => {
                let counted = self.counted(counted, &before)?;
                let owners = counted.standing.marks.owners();
                Asked::Owner(counted.into(), owners)
            }
            Asked::Dead(..) => return None,
        };
        let steps = question.steps.iter().map(|step| match *step {
            Step::Play(mv) => Step::Play(self.mv(mv)),
            Step::Try(mv) => Step::Try(self.mv(mv)),
            Step::Undo => Step::Undo,
        });
        Some(Question {
            on: Some(self.size),
            before,
            steps: steps.collect(),
            asked,
            ..question.clone()
        })
    }

    fn mv(&self, mv: Move) -> Move {
        match mv.action {
            Action::Play(point) => Move::play(mv.color, self.point(point)),
            _ => mv,
        }
    }

    /// The count on the larger board, with the same stones dead and the same points neutral. `None` if they cannot be.
    fn counted(&self, counted: &Counted, game: &BoardRecord) -> Option<Counted> {
        let marks = &counted.standing.marks;
        let here = |points: PointSet| -> Vec<Point> {
            points.iter().map(|point| self.point(point)).collect()
        };
        let words = |points: &[Point]| -> Vec<Placed<PointWord>> {
            let words = points.iter().map(|point| PointWord::new(*point, self.size));
            words.map(Placed::nowhere).collect()
        };
        let (dead, neutral) = (here(marks.dead()), here(marks.neutral()));
        let mut moved = Marks::of(game.board()).with_dead(&dead).ok()?;
        for point in &neutral {
            moved.mark(*point, Mark::Neutral).ok()?;
        }
        let mut marking = Vec::new();
        if !dead.is_empty() {
            marking.push(Do::Dead(words(&dead)));
        }
        if !neutral.is_empty() {
            marking.push(Do::Mark(Mark::Neutral, words(&neutral)));
        }
        Some(Counted::new(game, moved, counted.given, marking))
    }
}

/// The points beside a board, clockwise from above its top left point.
fn beside(small: Size) -> Vec<Point> {
    let (rows, cols) = (small.rows(), small.cols());
    let below = Size::point_at(rows, cols);
    let point = |row, col| Point { row, col };
    let mut points: Vec<Point> = (0..below.col).map(|col| point(-1, col)).collect();
    points.extend((0..below.row).map(|row| point(row, below.col)));
    points.extend((0..below.col).rev().map(|col| point(below.row, col)));
    points.extend((0..below.row).rev().map(|row| point(row, -1)));
    points
}

/// The points of a board and at most this far from it.
fn near(small: Size, far: i32) -> impl Iterator<Item = Point> {
    let Point { row, col } = Size::point_at(small.rows(), small.cols());
    (-far..row + far).flat_map(move |row| (-far..col + far).map(move |col| Point { row, col }))
}

impl fmt::Display for Embedding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color: Option<Color>| color.map_or('-', Color::letter);
        let Point { row, col } = self.corner;
        let ring: String = self.ring.iter().map(|color| letter(*color)).collect();
        let ring = if ring.is_empty() { "-" } else { &ring };
        write!(
            f,
            "{} {row},{col} {ring} {}",
            self.size,
            letter(self.around)
        )
    }
}
