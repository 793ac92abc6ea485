//! Marks a position as a game record lists its territory.

use gokata::scoring::Standing;
use gokata::sgf::Territory;
use gokata::{Color, Point};

use crate::draw::count::names;
use crate::terminal::text::number;

/// Marks the position as the record lists its territory. Returns the lines that report it. The rules of the position may
/// lose their tax: see [`Standing::mark_territory`].
pub(crate) fn mark(standing: &mut Standing, territory: &Territory) -> Vec<String> {
    territory.mark(standing);
    let [black, white] = Color::BOTH.map(|color| number(territory.points[color].len(), "point"));
    let mut lines = vec![format!(
        "the record lists Black's territory (TB, {black}) and White's (TW, {white})"
    )];
    let size = standing.marks.size();
    for (color, points) in territory.points.iter() {
        let is_lost = |point: &Point| standing.marks.owner(*point) != Some(color);
        let lost: Vec<Point> = points.iter().copied().filter(is_lost).collect();
        if !lost.is_empty() {
            let names = names(lost, size);
            lines.push(format!(
                "not counted, although listed as {color}'s territory: {names} (living stones of {color} alone do not surround it)"
            ));
        }
    }
    lines
}
