//! Reads the territory that a record lists at the end of a line (`TB`, `TW`).

use super::game::{SgfGame, Warnings};
use super::path::LinePath;
use super::property::Property;
use super::tokens::{TB, TW};
use super::values::{Rectangle, rectangle};
use crate::basics::{ByColor, Color, Point, PointSet, TextError};
use crate::pure::BoardRecord;
use crate::scoring::Standing;

/// The most values of `TB` or `TW` that are read in one node. A board has at most 625 points.
const MOST_VALUES: usize = 10_000;

/// The territory that a record lists at the end of a line (`TB`, `TW`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Territory {
    /// Black's and White's points in reading order. They may hold dead stones.
    pub points: ByColor<Vec<Point>>,
    /// Warnings about values that are ignored, up to twenty.
    pub warnings: Vec<TextError>,
}

impl Territory {
    /// True if the record lists no territory there.
    pub fn is_empty(&self) -> bool {
        self.points.iter().all(|(_, points)| points.is_empty())
    }

    /// Marks a position as the record lists its territory ([`Standing::mark_territory`]). Changes nothing if the record
    /// lists none.
    pub fn mark(&self, standing: &mut Standing) {
        if !self.is_empty() {
            let size = standing.marks.size();
            let set = |color| PointSet::new(size, self.points[color].iter().copied());
            standing.mark_territory(ByColor::from_fn(set));
        }
    }

    /// Returns the dead stones at the end of a game that follow from the territory, in reading order.
    pub fn dead_stones(&self, record: &BoardRecord) -> Vec<Point> {
        let mut standing = Standing::from(record);
        self.mark(&mut standing);
        standing.marks.dead().list()
    }
}

impl SgfGame<'_> {
    /// Reads the territory listed at the end of a line, after its last move. Returns `None` if the line goes on after
    /// this number of moves.
    ///
    /// ```
    /// use gokata::Point;
    /// use gokata::sgf::{Collection, LinePath};
    ///
    /// let file = Collection::parse("(;SZ[3]AB[ba][bb][bc]AW[cb];B[];W[]TB[aa:ac][ca:cc])")?;
    /// let game = file.games().next().unwrap()?;
    /// let end = game.territory(&LinePath::MAIN, None)?.unwrap();
    /// assert_eq!(end.points.black.len(), 6);
    /// assert_eq!(end.dead_stones(&game.replay(None, None)?.0), [Point::from((1, 2))]);
    /// assert_eq!(game.territory(&LinePath::MAIN, Some(1))?, None);
    /// # Ok::<(), gokata::TextError>(())
    /// ```
    ///
    /// # Errors
    /// The variation does not exist.
    pub fn territory(
        &self,
        path: &LinePath,
        moves: Option<usize>,
    ) -> Result<Option<Territory>, TextError> {
        let (mut number, mut marked) = (0, None);
        let mut warnings = Warnings::default();
        for node in self.way(path)? {
            let adds_a_move = self.adds_a_move(node);
            if adds_a_move {
                if moves.is_some_and(|moves| number >= moves) {
                    return Ok(None);
                }
                number += 1;
            }
            if (adds_a_move || self.sets_up_stones(node))
                && let Some(earlier) = marked.take().and_then(|node| self.lists(node).next())
            {
                let message = "territory (TB, TW) before the last move is ignored";
                warnings.add(self.places, earlier.at, message);
            }
            if self.lists(node).next().is_some() {
                marked = Some(node);
            }
        }
        let points = marked.map(|node| self.listed(node, &mut warnings));
        Ok(Some(Territory {
            points: points.unwrap_or_default(),
            warnings: warnings.kept,
        }))
    }

    fn lists(&self, node: u32) -> impl Iterator<Item = Property<'_>> {
        let properties = self.properties(node);
        properties.filter(|property| matches!(property.name, TB | TW))
    }

    fn listed(&self, node: u32, warnings: &mut Warnings) -> ByColor<Vec<Point>> {
        let mut listed = ByColor::from_fn(|_| PointSet::empty(self.size));
        for property in self.lists(node) {
            let color = match property.name {
                TB => Color::Black,
                _ => Color::White,
            };
            for (number, value) in property.values().enumerate() {
                if number == MOST_VALUES {
                    let message = format!("values after the first {MOST_VALUES} are ignored");
                    warnings.add(self.places, value.at, message);
                    break;
                }
                match rectangle(value, self.size) {
                    Ok(rectangle) => {
                        let points = rectangle.iter().flat_map(Rectangle::points);
                        listed[color] |= PointSet::new(self.size, points);
                    }
                    Err(message) => warnings.add(self.places, value.at, message),
                }
            }
        }
        let both = listed.black & listed.white;
        for point in both {
            let at = self.lists(node).next().map_or(0, |property| property.at);
            let vertex = point.vertex(self.size);
            let message = format!("{vertex} is territory of both (TB and TW): it is ignored");
            warnings.add(self.places, at, message);
        }
        listed.map(|points| (points - both).list())
    }
}
