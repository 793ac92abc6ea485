//! Finds where a question lies on a larger board: in which part of it, and with which stones around.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // boards are small

use std::cmp::Reverse;

use gokata::questions::{Embedding, Question};
use gokata::{Color, Point, Size};

use super::moved::{Replay, at, difference};
use super::naive;

/// The boards to which questions are moved.
pub(crate) const LARGER: [&str; 3] = ["9x9", "13x13", "19x19"];

/// Finds the best place of a question: where the stones that it is about lie at the edges as before, and their chains have as
/// many liberties, one, two or more. `tried`: places of other questions of the fixture, to be tried first.
pub(crate) fn place(question: &Question, size: Size, tried: &[Embedding]) -> Option<Embedding> {
    let small = question.before.size();
    let fits = small.rows() <= size.rows() && small.cols() <= size.cols();
    let replay = Replay::of(question).filter(|_| fits && small != size)?;
    let flaws = |place: &Embedding| -> Option<(usize, usize)> {
        let moved = place.question(question)?;
        let large = Replay::of(&moved)?;
        let corner = (place.corner.row, place.corner.col);
        let fits = difference((question, &replay), (&moved, &large), corner).is_none();
        let (before, after) = (replay.liberties(2), large.liberties(2));
        let others = before.iter().filter(|(point, liberties)| {
            let there = (point.0 + corner.0, point.1 + corner.1);
            !after.contains(&(there, *liberties))
        });
        fits.then(|| (others.count(), edges_lost(&replay, place, small)))
    };
    if let Some(place) = tried.iter().find(|place| flaws(place) == Some((0, 0))) {
        return Some(place.clone());
    }
    let mut places = candidates(question, &replay, size);
    places.sort_by_key(|place| edges_lost(&replay, place, small));
    let mut best: Option<((usize, usize), Embedding)> = None;
    for place in places {
        let limit = best.as_ref().map(|(flaws, _)| *flaws);
        if limit.is_some_and(|(others, edges)| {
            others == 0 && edges <= edges_lost(&replay, &place, small)
        }) {
            break;
        }
        if let Some(found) = flaws(&place).filter(|found| limit.is_none_or(|limit| *found < limit))
        {
            best = Some((found, place));
        }
    }
    best.map(|(_, place)| place)
}

/// The number of points that the question is about and that lie at other edges than before.
fn edges_lost(replay: &Replay, place: &Embedding, small: Size) -> usize {
    let edges = |size: Size, row: i32, col: i32| {
        let (rows, cols) = (size.rows() as i32, size.cols() as i32);
        [row <= 0, col <= 0, row >= rows - 1, col >= cols - 1]
    };
    let points = replay.concerned().into_iter();
    points
        .filter(|&(row, col)| {
            let there = place.point(Point { row, col });
            edges(small, row, col) != edges(place.size, there.row, there.col)
        })
        .count()
}

/// The places to try: corners, sides and the middle, without and with stones around.
fn candidates(question: &Question, replay: &Replay, size: Size) -> Vec<Embedding> {
    let small = question.before.size();
    let spare = |large: usize, small: usize| {
        let most = (large - small) as i32;
        let mut all = vec![0, most, most / 2];
        all.dedup();
        all
    };
    let mut corners = Vec::new();
    for row in spare(size.rows(), small.rows()) {
        let cols = spare(size.cols(), small.cols()).into_iter();
        corners.extend(cols.map(|col| Point { row, col }));
    }
    corners.sort_unstable();
    corners.dedup();
    // Another corner for each fixture, so that all parts of the board are used.
    let turns = question
        .id
        .bytes()
        .chain(question.case.iter().flat_map(|case| case.bytes()));
    let turns = turns.map(usize::from).sum::<usize>() % corners.len();
    corners.rotate_left(turns);
    let surroundings = surroundings(question, replay);
    let mut places = Vec::new();
    for (ring, around) in surroundings {
        places.extend(corners.iter().map(|corner| Embedding {
            size,
            corner: *corner,
            ring: ring.clone(),
            around,
        }));
    }
    places
}

type Surroundings = (Vec<Option<Color>>, Option<Color>);

/// What may stand around: nothing; stones of the color that the points beside them never have, so that nothing is joined and no
/// liberty is added; for a count stones of the owner of each point, and a group of one color around them.
fn surroundings(question: &Question, replay: &Replay) -> Vec<Surroundings> {
    use Color::{Black, White};
    let small = question.before.size();
    let border = border(small);
    let mut found = vec![(Vec::new(), None)];
    let mut add = |ring: Vec<Option<Color>>, around| {
        if !found.contains(&(ring.clone(), around)) {
            found.push((ring, around));
        }
    };
    if let Some(counted) = question.asked.counted() {
        let owners = naive::owners(&counted.standing);
        let owner = |point: &Point| owners[point.row as usize * small.cols() + point.col as usize];
        let stone = |point: &Point| counted.standing.marks.stone_at(*point);
        for around in [None, Some(Black), Some(White)] {
            add(
                border.iter().map(|point| owner(point).or(around)).collect(),
                around,
            );
            add(
                border
                    .iter()
                    .map(|point| owner(point).or(stone(point).map(|c| !c)))
                    .collect(),
                around,
            );
            let opposite = |point: &Point| match stone(point) {
                Some(color) => Some(!color),
                None => owner(point).or(around),
            };
            add(border.iter().map(opposite).collect(), around);
            add(vec![around; border.len()], around);
        }
        return found;
    }
    let after = replay.answer().and_then(Result::ok);
    let boards = replay.trail.iter().chain(&after).map(|(_, board)| board);
    let boards: Vec<_> = boards.collect();
    let had = |point: &Point, letter: u8| {
        let point = (point.row, point.col);
        let is_asked = replay.mv == Some((letter, Some(point)));
        is_asked || boards.iter().any(|board| at(board, point) == Some(letter))
    };
    let colors: Vec<[bool; 2]> = border
        .iter()
        .map(|point| [had(point, b'x'), had(point, b'o')])
        .collect();
    for both in [None, Some(Black), Some(White)] {
        for never in [None, Some(Black), Some(White)] {
            let stone = |had: &[bool; 2]| match had {
                [true, false] => Some(White),
                [false, true] => Some(Black),
                [true, true] => both,
                [false, false] => never,
            };
            add(colors.iter().map(stone).collect(), None);
        }
    }
    found
}

/// The points of a board along its edges, in the order of [`Embedding::ring`].
fn border(small: Size) -> Vec<Point> {
    let (rows, cols) = (small.rows() as i32, small.cols() as i32);
    let point = |row, col| Point { row, col };
    let mut points: Vec<Point> = (0..cols).map(|col| point(0, col)).collect();
    points.extend((0..rows).map(|row| point(row, cols - 1)));
    points.extend((0..cols).rev().map(|col| point(rows - 1, col)));
    points.extend((0..rows).rev().map(|row| point(row, 0)));
    points
}

/// Writes the lines about one fixture. The places of most questions are written without their identifiers.
pub(crate) fn lines(fixture: &str, places: &[(Size, String, Option<Embedding>)]) -> String {
    let mut text = String::new();
    for of_size in places.chunk_by(|one, next| one.0 == next.0) {
        let size = of_size[0].0;
        let mut kinds: Vec<(&Option<Embedding>, Vec<&str>)> = Vec::new();
        for (_, id, place) in of_size {
            match kinds.iter_mut().find(|(kind, _)| *kind == place) {
                Some((_, ids)) => ids.push(id),
                None => kinds.push((place, vec![id])),
            }
        }
        kinds.sort_by_key(|(_, ids)| Reverse(ids.len()));
        let most = kinds.remove(0);
        for (place, ids) in kinds.iter().chain([&(most.0, Vec::new())]) {
            let place = place
                .as_ref()
                .map_or(format!("{size} none"), ToString::to_string);
            let words = [vec![fixture, &place], ids.clone()].concat();
            text += &(words.join(" ") + "\n");
        }
    }
    text
}
