//! Bent four in the corner: dead by ruling under territory scoring.
//!
//! Three stones inside an eye space form, with a fourth, four points along two edges with the bend in the corner. The side
//! that surrounds from outside can start a ko there at the end of the game, after it has removed all ko threats, and the
//! other side can do nothing. The Japanese rules of 1989 (commentary on article 7, example of life and death 1) declare the
//! surrounded stones dead, without play.

use crate::basics::{Point, PointSet};

/// True if these stones of the attacker, with one more at a liberty, are a bent four in the corner, and another liberty is
/// left for the capture.
pub(super) fn can_become_bent_four(stones: PointSet, liberties: PointSet) -> bool {
    let completes = |point: Point| {
        let point = PointSet::new(stones.size(), [point]);
        is_bent_four(stones | point)
    };
    stones.len() == 3 && liberties.len() == 2 && liberties.iter().any(completes)
}

/// True for a corner, both points beside it, and the next one along an edge.
fn is_bent_four(shape: PointSet) -> bool {
    let size = shape.size();
    let all = PointSet::all(size);
    let is_bend = |point: Point| {
        let corner = PointSet::new(size, [point]);
        let arms = corner.beside(all);
        let rest = shape - corner - arms;
        arms.len() == 2
            && ((corner | arms) - shape).is_empty()
            && rest.len() == 1
            && rest.beside(all).len() == 3
            && (rest.beside(arms)).len() == 1
    };
    shape.len() == 4 && shape.iter().any(is_bend)
}
