//! Programs of a dojo: those that know exactly the first rules of the kata, and wrong versions that people write.

#![allow(clippy::nonminimal_bool)] // a rule, and what is forgotten of it

use std::collections::BTreeSet;

use super::dojo_board::{ACROSS, BESIDE, Board, Point, View};

/// Returns the answer of a program that knows exactly this number of rules.
pub(crate) fn knows(rules: usize, view: &View) -> bool {
    if rules >= 1 && view.color != view.now().to_play {
        return false;
    }
    if !view.on_board() {
        return rules < 2;
    }
    if rules < 3 {
        return true;
    }
    if view.now().at(view.point) != Some('-') {
        return false;
    }
    match rules {
        3 => true,
        4 => !alone(view),
        5 => view.lives_on(&view.put()),
        6 => view.lives_on(&view.after()),
        _ => {
            view.lives_on(&view.after())
                && !(view.record.len() > 1 && view.returns_to(view.back(2)))
        }
    }
}

/// True if enemies are on all sides.
fn alone(view: &View) -> bool {
    let around = view.now().around(view.point, &BESIDE);
    around.iter().all(|(_, stone)| *stone == view.enemy())
}

/// A wrong version: the step in which it is written, its name, and its answer.
pub(crate) type Wrong = (usize, &'static str, fn(&View) -> bool);

/// A wrong version of a rule; the rules of the steps before are right.
macro_rules! wrong {
    ($($step:literal $name:literal $rule:expr;)+) => {
        &[$(($step, $name, |view| {
            let rule: fn(&View) -> bool = $rule;
            knows(usize::min($step - 1, 3), view) && ($step > 2 && !view.on_board() || rule(view))
        })),+]
    };
}

/// Collected from what people write. Each is right in all steps before its own, but for [`UNDO_EARLIER_RULES`].
pub(crate) const WRONG: &[Wrong] = wrong! {
    1 "black always" |v| v.color == 'x';
    1 "parity" |v| (v.color == 'x') == (v.record.len() % 2 == 1);
    1 "inverted turn" |v| v.color != v.now().to_play;
    1 "turn of first board" |v| v.color == v.record[0].to_play;
    1 "counts the stones" |v| {
        let count = |color| v.now().points().filter(|point| v.now().at(*point) == Some(color)).count();
        (v.color == 'x') == (count('x') == count('o'))
    };
    1 "a pass is no turn" |v| {
        let is_pass = v.record.len() > 1 && v.back(2).rows == v.now().rows;
        v.color == v.back(if is_pass { 2 } else { 1 }).to_play
    };
    1 "everything is illegal" |_| false;
    2 "only negative" |v| v.point.0 >= 0 && v.point.1 >= 0;
    2 "only too large" |v| v.point.0 < v.now().size().0 && v.point.1 < v.now().size().1;
    2 "<= size" |v| within(v.point, 0, v.now().size());
    2 "counts from 1" |v| within(v.point, 1, v.now().size());
    2 "< size - 1" |v| within(v.point, 0, (v.now().size().0 - 2, v.now().size().1 - 2));
    2 "rows for columns" |v| v.now().at((v.point.1, v.point.0)).is_some();
    2 "square: rows twice" |v| within(v.point, 0, (v.now().size().0 - 1, v.now().size().0 - 1));
    2 "square: columns twice" |v| within(v.point, 0, (v.now().size().1 - 1, v.now().size().1 - 1));
    2 "rows only" |v| (0..v.now().size().0).contains(&v.point.0);
    2 "columns only" |v| (0..v.now().size().1).contains(&v.point.1);
    2 "and for or" |v| (0..v.now().size().0).contains(&v.point.0) || (0..v.now().size().1).contains(&v.point.1);
    2 "5x5" |v| within(v.point, 0, (4, 4));
    2 "19x19" |v| within(v.point, 0, (18, 18));
    3 "enemy stones only" |v| v.now().at(v.point) != Some(v.enemy());
    3 "own stones only" |v| v.now().at(v.point) != Some(v.color);
    3 "first board" |v| v.record[0].at(v.point) == Some('-');
    3 "the board before" |v| v.back(2).at(v.point) == Some('-');
    3 "column, row" |v| v.now().at((v.point.1, v.point.0)).is_none_or(|stone| stone == '-');
    3 "one row below" |v| v.now().at((v.point.0 + 1, v.point.1)).is_none_or(|stone| stone == '-');
    3 "any earlier board" |v| v.record.iter().all(|board| board.at(v.point) == Some('-'));
    4 "any neighbour enemy" |v| empty(v) && v.now().beside(v.point, v.enemy()).is_empty();
    4 "edge is a liberty" |v| empty(v) && v.now().beside(v.point, v.enemy()).len() < 4;
    4 "diagonals too" |v| empty(v) && eight(v).iter().any(|(_, stone)| *stone != v.enemy());
    4 "no empty neighbour" |v| empty(v) && !v.now().beside(v.point, '-').is_empty();
    4 "white only" |v| empty(v) && (v.color == 'x' || !alone(v));
    4 "black only" |v| empty(v) && (v.color == 'o' || !alone(v));
    4 "wraps round" |v| empty(v) && BESIDE.iter().any(|(down, right)| {
        let (rows, cols) = v.now().size();
        let (row, col) = (v.point.0 + down, v.point.1 + right);
        // Python's rows[-1] is the last row; an index that is too large is caught.
        let wrapped = (if row < 0 { rows - 1 } else { row }, if col < 0 { cols - 1 } else { col });
        v.now().at(wrapped).is_some_and(|stone| stone != v.enemy())
    });
    4 "three enemies" |v| empty(v) && v.now().beside(v.point, v.enemy()).len() < 3;
    4 "two enemies" |v| empty(v) && v.now().beside(v.point, v.enemy()).len() < 2;
    4 "diagonal liberties" |v| {
        let across = v.now().around(v.point, &ACROSS);
        empty(v) && across.iter().any(|(_, stone)| *stone != v.enemy())
    };
    4 "forgets up" |v| empty(v) && without(v, 0);
    4 "forgets down" |v| empty(v) && without(v, 1);
    4 "forgets left" |v| empty(v) && without(v, 2);
    4 "forgets right" |v| empty(v) && without(v, 3);
    4 "looks at the first board" |v| {
        let around = v.record[0].around(v.point, &BESIDE);
        empty(v) && around.iter().any(|(_, stone)| *stone != v.enemy())
    };
    5 "friends one deep" |v| empty(v) && {
        let board = v.put();
        let friends = board.beside(v.point, v.color);
        !board.beside(v.point, '-').is_empty() || friends.iter().any(|friend| !board.beside(*friend, '-').is_empty())
    };
    5 "friends two deep" |v| empty(v) && {
        let board = v.put();
        let one = board.beside(v.point, v.color);
        let two = one.iter().flat_map(|friend| board.beside(*friend, v.color));
        let group: Vec<Point> = [v.point].into_iter().chain(one.iter().copied()).chain(two).collect();
        group.iter().any(|stone| !board.beside(*stone, '-').is_empty())
    };
    5 "diagonal friends" |v| empty(v) && {
        let board = v.put();
        board.liberties(&board.group(v.point, &[BESIDE, ACROSS].concat())) > 0
    };
    5 "stone not put" |v| empty(v) && {
        let board = v.now();
        let friends = board.beside(v.point, v.color);
        let groups = friends.iter().map(|friend| board.group(*friend, &BESIDE));
        !board.beside(v.point, '-').is_empty() || groups.into_iter().any(|group| board.liberties(&group) > 0)
    };
    5 "all friends need another" |v| empty(v) && friends(v, |lives| lives.iter().all(|lives| *lives));
    5 "first friend only" |v| empty(v) && friends(v, |lives| lives[0]);
    5 "last friend only" |v| empty(v) && friends(v, |lives| lives[lives.len() - 1]);
    5 "a friend will do" |v| empty(v) && {
        let now = v.now();
        !now.beside(v.point, '-').is_empty() || !now.beside(v.point, v.color).is_empty()
    };
    5 "two liberties" |v| empty(v) && {
        let board = v.put();
        !board.beside(v.point, '-').is_empty() || board.liberties(&board.group(v.point, &BESIDE)) > 1
    };
    5 "goes right and down" |v| empty(v) && goes(v, &[(1, 0), (0, 1)]);
    5 "goes left and up" |v| empty(v) && goes(v, &[(-1, 0), (0, -1)]);
    5 "goes along the row" |v| empty(v) && goes(v, &[(0, -1), (0, 1)]);
    5 "goes along the column" |v| empty(v) && goes(v, &[(-1, 0), (1, 0)]);
    5 "sweeps the board twice" |v| empty(v) && {
        let board = v.put();
        let mut group = BTreeSet::from([v.point]);
        let points: Vec<Point> = board.points().collect();
        for point in points.iter().chain(points.iter().rev()) {
            let mut friends = board.beside(*point, v.color).into_iter();
            if board.at(*point) == Some(v.color) && friends.any(|friend| group.contains(&friend)) {
                group.insert(*point);
            }
        }
        board.liberties(&group) > 0
    };
    5 "edge is a liberty of the group" |v| empty(v) && {
        let board = v.put();
        let group = board.group(v.point, &BESIDE);
        let is_at_edge = |stone: &Point| *stone != v.point && board.around(*stone, &BESIDE).len() < 4;
        board.liberties(&group) > 0 || group.iter().any(is_at_edge)
    };
    6 "single stones only" |v| empty(v) && captures(v, |taken| taken.contains(&1));
    6 "one stone at most two" |v| empty(v) && captures(v, |taken| taken.iter().any(|taken| (1..3).contains(taken)));
    6 "stone without empty neighbour" |v| empty(v) && {
        let board = v.put();
        let enemies = board.beside(v.point, v.enemy());
        v.lives_on(&board) || enemies.iter().any(|enemy| board.beside(*enemy, '-').is_empty())
    };
    6 "any enemy beside" |v| empty(v) && (v.lives_on(&v.put()) || !v.now().beside(v.point, v.enemy()).is_empty());
    6 "one liberty too many" |v| empty(v) && {
        let board = v.put();
        let enemies = board.beside(v.point, v.enemy());
        let liberties = |enemy: &Point| board.liberties(&board.group(*enemy, &BESIDE));
        v.lives_on(&board) || enemies.iter().any(|enemy| liberties(enemy) <= 1)
    };
    6 "all enemies must fall" |v| empty(v) && captures(v, |taken| !taken.contains(&0));
    6 "first enemy only" |v| empty(v) && captures(v, |taken| taken[0] > 0);
    6 "last enemy only" |v| empty(v) && captures(v, |taken| taken[taken.len() - 1] > 0);
    6 "enemy in atari anywhere" |v| empty(v) && {
        let board = v.put();
        let enemies = board.points().filter(|point| board.at(*point) == Some(v.enemy()));
        v.lives_on(&board) || enemies.into_iter().any(|enemy| v.now().liberties(&v.now().group(enemy, &BESIDE)) == 1)
    };
    6 "captures across the corner" |v| empty(v) && {
        let board = v.put();
        let enemies = board.around(v.point, &[BESIDE, ACROSS].concat());
        let mut enemies = enemies.into_iter().filter(|(_, stone)| *stone == v.enemy());
        v.lives_on(&board) || enemies.any(|(enemy, _)| v.now().liberties(&v.now().group(enemy, &BESIDE)) == 1)
    };
    6 "own first" |v| empty(v) && v.lives_on(&v.put());
    6 "black only" |v| empty(v) && (v.lives_on(&v.put()) || v.color == 'x' && v.lives_on(&v.after()));
    6 "white only" |v| empty(v) && (v.lives_on(&v.put()) || v.color == 'o' && v.lives_on(&v.after()));
    7 "any earlier board returns" |v| lawful(v) && !v.record.iter().any(|board| v.returns_to(board));
    7 "first board returns" |v| lawful(v) && !v.returns_to(&v.record[0]);
    7 "the board now" |v| lawful(v) && !v.returns_to(v.now());
    7 "three back" |v| lawful(v) && !(v.record.len() > 2 && v.returns_to(v.back(3)));
    7 "four back" |v| lawful(v) && !(v.record.len() > 3 && v.returns_to(v.back(4)));
    7 "captured point" |v| lawful(v) && !v.lost(v.color).contains(&v.point);
    7 "one for any" |v| lawful(v) && (taken(v) != 1 || v.lost(v.color).is_empty());
    7 "one for one" |v| lawful(v) && !(taken(v) == 1 && v.lost(v.color).len() == 1);
    7 "no capture after a capture" |v| lawful(v) && (taken(v) == 0 || v.lost(v.color).is_empty());
    7 "takes the last stone back" |v| lawful(v) && !v.put_down().iter().any(|stone| {
        v.taken().iter().any(|group| group.contains(stone))
    });
    // Step 6 cannot convict the next two: its questions are about one move, and wherever something is to be taken, the
    // move is legal. Taking off one stone beside the new one, or only saying so, gives that answer, too.
    7 "captures not removed" |v| empty(v) && (v.lives_on(&v.put()) || !v.taken().is_empty())
        && !(v.record.len() > 1 && v.put().rows == v.back(2).rows);
    7 "takes only the stones beside" |v| empty(v) && {
        let after = takes_beside(v);
        v.lives_on(&after) && !(v.record.len() > 1 && after.rows == v.back(2).rows)
    };
    7 "compares whose turn it is, too" |v| lawful(v) && {
        // The stones are put on a copy of the board now, which still says that it is the own turn.
        let after = Board { to_play: v.color, ..v.after() };
        !(v.record.len() > 1 && after == *v.back(2))
    };
    7 "black only" |v| lawful(v) && !(v.color == 'x' && v.record.len() > 1 && v.returns_to(v.back(2)));
    7 "white only" |v| lawful(v) && !(v.color == 'o' && v.record.len() > 1 && v.returns_to(v.back(2)));
    7 "any even distance" |v| lawful(v) && !v.record.iter().rev().skip(1).step_by(2).any(|board| v.returns_to(board));
    7 "no ko after a pass" |v| lawful(v) && {
        let is_pass = v.record.len() > 2 && v.back(3).rows == v.back(2).rows;
        let back = if is_pass { 4 } else { 2 };
        !(v.record.len() >= back && v.returns_to(v.back(back)))
    };
};

/// Versions that undo an earlier rule, so that questions of earlier steps convict them, too.
pub(crate) const UNDO_EARLIER_RULES: [&str; 2] = ["any enemy beside", "one liberty too many"];

fn empty(view: &View) -> bool {
    view.now().at(view.point) == Some('-')
}

/// True if the move is legal by the first six rules.
fn lawful(view: &View) -> bool {
    knows(6, view)
}

fn within((row, col): Point, least: i32, (rows, cols): Point) -> bool {
    (least..=rows).contains(&row) && (least..=cols).contains(&col)
}

fn eight(view: &View) -> Vec<(Point, char)> {
    view.now().around(view.point, &[BESIDE, ACROSS].concat())
}

/// The rule of one stone by a program that forgets one direction.
fn without(view: &View, forgotten: usize) -> bool {
    let mut directions = BESIDE.to_vec();
    directions.remove(forgotten);
    let around = view.now().around(view.point, &directions);
    around.iter().any(|(_, stone)| *stone != view.enemy())
}

/// The rule of groups by a program that follows friends in some directions only.
fn goes(view: &View, directions: &[Point]) -> bool {
    let board = view.put();
    let group = board.group(view.point, directions);
    // Friends beside the stone were looked at in the step before.
    let friends = board.beside(view.point, view.color);
    let groups = friends
        .iter()
        .map(|friend| board.group(*friend, directions));
    groups
        .chain([group])
        .any(|group| board.liberties(&group) > 0)
}

/// The rule of groups by a program that combines what it finds about the friends: whether each one's group has another
/// liberty, in the order up, down, left, right.
fn friends(view: &View, combine: fn(&[bool]) -> bool) -> bool {
    let board = view.put();
    let friends = board.beside(view.point, view.color);
    let lives = friends.iter().map(|friend| {
        let group = view.now().group(*friend, &BESIDE);
        view.now().liberties(&group) > 1
    });
    !board.beside(view.point, '-').is_empty()
        || !friends.is_empty() && combine(&lives.collect::<Vec<_>>())
}

/// The rule of capture by a program that combines what it finds about the enemies beside the stone: the size of
/// each one's group if it would be taken, else 0, in the order up, down, left, right.
fn captures(view: &View, combine: fn(&[usize]) -> bool) -> bool {
    let board = view.put();
    let enemies = board.beside(view.point, view.enemy());
    let sizes = enemies.iter().map(|enemy| {
        let group = board.group(*enemy, &BESIDE);
        group.len() * usize::from(board.liberties(&group) == 0)
    });
    view.lives_on(&board) || !enemies.is_empty() && combine(&sizes.collect::<Vec<_>>())
}

/// What a program does with an enemy's stone that it has seen already.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Again {
    /// It begins there once more, and goes on only to stones that it has not seen.
    Searched,
    /// It says that there is no liberty.
    NoLiberty,
    /// It leaves the stone alone.
    Skipped,
}

/// The rules of the first six steps by a program that makes one set of seen stones for all enemies beside the new
/// stone, and ends each search at the first liberty. (That the own group is searched with the same set changes nothing:
/// the set has stones of the other color.)
pub(crate) fn seen_once(view: &View, order: &[Point; 4], again: Again) -> bool {
    let mut board = view.put();
    let mut seen = BTreeSet::new();
    for (enemy, stone) in view.put().around(view.point, order) {
        // A stone beside may have been taken with the one before.
        if stone != view.enemy() || board.at(enemy) == Some('-') {
            continue;
        }
        let lives = match again {
            Again::Skipped if seen.contains(&enemy) => true,
            Again::NoLiberty if seen.contains(&enemy) => false,
            _ => reaches_liberty(&board, enemy, order, &mut seen),
        };
        if !lives {
            for point in board.group(enemy, &BESIDE) {
                board.set(point, '-');
            }
        }
    }
    reaches_liberty(&board, view.point, order, &mut seen)
}

fn reaches_liberty(
    board: &Board,
    point: Point,
    order: &[Point; 4],
    seen: &mut BTreeSet<Point>,
) -> bool {
    seen.insert(point);
    let mut around = board.around(point, order).into_iter();
    around.any(|(next, stone)| {
        let is_new_friend = Some(stone) == board.at(point) && !seen.contains(&next);
        stone == '-' || is_new_friend && reaches_liberty(board, next, order, seen)
    })
}

/// The board after the move by a program that takes off the enemies beside the new stone, but not the rest of their groups.
fn takes_beside(view: &View) -> Board {
    let mut board = view.put();
    let beside = board.beside(view.point, view.enemy());
    for point in view.taken().into_iter().flatten() {
        if beside.contains(&point) {
            board.set(point, '-');
        }
    }
    board
}

/// The number of stones that the move captures.
fn taken(view: &View) -> usize {
    let stones = view.taken().into_iter().flatten();
    stones.collect::<BTreeSet<_>>().len()
}
