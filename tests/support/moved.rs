//! Whether a question on a larger board asks the same thing as the small one, by the rules of the independent referee
//! (`line_program.rs`) and of the second scorer (`naive.rs`). Both questions are read from the lines that a program is sent.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // boards are small

use gokata::questions::Question;
use gokata::questions::line_protocol::text;
use gokata::scoring::{HalfPoints, Standing};
use gokata::{Color, Point, Tax};

use super::line_program::{Board, Past, judge, other, tally};
use super::naive;

type At = (i32, i32);

/// What the lines of a question say.
pub(crate) struct Replay {
    ko: String,
    suicide: String,
    pub(crate) past: Past,
    /// Which of the turns between these boards were plays.
    plays: Vec<bool>,
    /// The boards, and those after all steps, of which some are taken back.
    pub(crate) trail: Past,
    /// Why each attempted move is refused.
    refusals: Vec<&'static str>,
    /// Whose move it is, and where; no point for a pass.
    pub(crate) mv: Option<(u8, Option<At>)>,
    /// The lines `count` and `prisoners`, and the marks.
    count: Option<([String; 2], Board)>,
}

impl Replay {
    /// Reads the lines of a question. `None` if it cannot be asked of another program.
    pub(crate) fn of(question: &Question) -> Option<Replay> {
        let text = text(question, "moved").ok()?;
        let mut lines = text.lines().skip(1);
        let mut line = || lines.next().unwrap_or_default();
        let rules: Vec<&str> = line().split(['=', ' ']).collect();
        let rows: usize = line().split(' ').nth(1)?.parse().ok()?;
        let boards: usize = line().split(' ').nth(1)?.parse().ok()?;
        let mut past = Past::new();
        for _ in 0..boards {
            let side = line().as_bytes()[0];
            past.push((side, (0..rows).map(|_| line().into()).collect()));
        }
        let plays = past.windows(2).map(|two| two[0].1 != two[1].1);
        let mut replay = Replay {
            ko: rules[2].to_owned(),
            suicide: rules[4].to_owned(),
            plays: plays.collect(),
            trail: past.clone(),
            past,
            refusals: Vec::new(),
            mv: None,
            count: None,
        };
        let mut about = line();
        if let Some(number) = about.strip_prefix("steps ") {
            for _ in 0..number.parse().ok()? {
                replay.step(line())?;
            }
            about = line();
        }
        if about.starts_with("move") {
            replay.mv = Some(mv_of(about));
        } else if about.starts_with("count") {
            let facts = [about.to_owned(), line().to_owned()];
            line();
            replay.count = Some((facts, (0..rows).map(|_| line().into()).collect()));
        }
        Some(replay)
    }

    /// Takes a step. `None` if it has another outcome than it says.
    fn step(&mut self, line: &str) -> Option<()> {
        if line == "undo" {
            self.plays.pop()?;
            self.past.pop()?;
        } else {
            let mv = mv_of(line);
            match (self.judged(mv), line.starts_with("play")) {
                (Ok(after), true) => {
                    self.past.push(after);
                    self.plays.push(mv.1.is_some());
                }
                (Err(why), false) => self.refusals.push(why),
                _ => return None,
            }
        }
        self.trail.extend(self.past.last().cloned());
        Some(())
    }

    fn judged(&self, (color, point): (u8, Option<At>)) -> Result<(u8, Board), &'static str> {
        judge(
            &self.ko,
            &self.suicide,
            &self.past,
            &self.plays,
            color,
            point,
        )
    }

    /// What the independent referee answers about the move.
    pub(crate) fn answer(&self) -> Option<Result<(u8, Board), &'static str>> {
        self.mv.map(|mv| self.judged(mv))
    }

    /// The prisoners that Black and White have taken.
    pub(crate) fn tally(&self) -> [usize; 2] {
        tally(&self.past, &self.plays)
    }

    /// The board as it stands.
    pub(crate) fn now(&self) -> &Board {
        &self.past[self.past.len() - 1].1
    }

    /// The liberties of the chain that a play makes before anything is taken, up to `most`, and those of the chains of
    /// both sides beside it, in the order above, left, right, below. Empty where no stone can be placed.
    pub(crate) fn liberties(&self, most: usize) -> Vec<(At, usize)> {
        let Some((color, Some((row, col)))) = self.mv else {
            return Vec::new();
        };
        if at(self.now(), (row, col)) != Some(b'-') {
            return Vec::new();
        }
        let mut board = self.now().clone();
        let mut own = around((row, col)).to_vec();
        own.retain(|point| at(&board, *point) == Some(color));
        let before = own.iter().map(|point| (*point, liberties(&board, *point)));
        let mut found: Vec<(At, usize)> = before.collect();
        board[row as usize][col as usize] = color;
        let enemies = around((row, col)).into_iter();
        let enemies = enemies.filter(|point| at(&board, *point) == Some(other(color)));
        found.extend(enemies.map(|point| (point, liberties(&board, point))));
        found.push(((row, col), liberties(&board, (row, col))));
        found
            .into_iter()
            .map(|(point, number)| (point, number.min(most)))
            .collect()
    }

    /// The point of the move and the stones of the chains beside it.
    pub(crate) fn concerned(&self) -> Vec<At> {
        let Some((_, Some(point))) = self.mv else {
            return Vec::new();
        };
        let mut points = vec![point];
        for beside in around(point) {
            if at(self.now(), beside).is_some_and(|stone| stone != b'-') {
                points.extend(chain(self.now(), beside).0);
            }
        }
        points
    }
}

/// Reads `move x 2 2` or `play o pass`.
fn mv_of(line: &str) -> (u8, Option<At>) {
    let words: Vec<&str> = line.split(' ').collect();
    let number = |nth: usize| words[nth].parse().ok();
    let point = number(2).zip(number(words.len() - 1));
    (words[1].as_bytes()[0], point)
}

pub(crate) fn at(board: &Board, (row, col): At) -> Option<u8> {
    let row = board.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(col).ok()?).copied()
}

fn around((row, col): At) -> [At; 4] {
    [
        (row - 1, col),
        (row, col - 1),
        (row, col + 1),
        (row + 1, col),
    ]
}

/// The stones of a chain, and its liberties.
fn chain(board: &Board, from: At) -> (Vec<At>, Vec<At>) {
    let color = at(board, from);
    let (mut stones, mut liberties) = (vec![from], Vec::new());
    let mut next = 0;
    while let Some(&point) = stones.get(next) {
        next += 1;
        for beside in around(point) {
            let stone = at(board, beside);
            let list = if stone == color {
                &mut stones
            } else {
                &mut liberties
            };
            if (stone == color || stone == Some(b'-')) && !list.contains(&beside) {
                list.push(beside);
            }
        }
    }
    (stones, liberties)
}

fn liberties(board: &Board, from: At) -> usize {
    chain(board, from).1.len()
}

/// Finds the first difference in meaning between a question and the one that was made of it on a larger board, where the small
/// board's top left point lies at `corner`.
pub(crate) fn difference(
    small: (&Question, &Replay),
    large: (&Question, &Replay),
    corner: At,
) -> Option<&'static str> {
    let image = |(row, col): At| (row + corner.0, col + corner.1);
    let (one, two) = (small.1, large.1);
    let (rows, cols) = (one.now().len(), one.now()[0].len());
    let ring = outside(two.now(), corner, (rows, cols));
    let is_image = |small: &Board, large: &Board| {
        let points = (0..rows as i32).flat_map(|row| (0..cols as i32).map(move |col| (row, col)));
        let mut points = points;
        points.all(|point| at(small, point) == at(large, image(point)))
            && outside(large, corner, (rows, cols)) == ring
    };
    let of = |replay: &Replay| {
        let rules = [&replay.ko, &replay.suicide].map(String::clone);
        (
            rules,
            replay.past.len(),
            replay.trail.len(),
            replay.plays.clone(),
        )
    };
    if of(one) != of(two) {
        return Some("other rules, or another number of boards");
    }
    if (&one.refusals, one.tally()) != (&two.refusals, two.tally()) {
        return Some("another reason or other prisoners on the way");
    }
    let mut boards = one.trail.iter().zip(&two.trail);
    if !boards.all(|(one, two)| one.0 == two.0 && is_image(&one.1, &two.1)) {
        return Some("another board on the way");
    }
    if one.mv.map(|(color, point)| (color, point.map(image))) != two.mv {
        return Some("another move");
    }
    match (one.answer(), two.answer()) {
        (None, None) if one.count.is_none() => return None,
        (None, None) => return counts_otherwise(small, large, corner),
        (Some(Err(one)), Some(Err(two))) if one == two => {}
        (Some(Ok(one)), Some(Ok(two))) if one.0 == two.0 && is_image(&one.1, &two.1) => {}
        _ => return Some("another answer"),
    }
    // None or some, of the chain itself and of those taken.
    let inside = |(row, col): At| {
        let (row, col) = (row - corner.0, col - corner.1);
        (0..rows as i32).contains(&row) && (0..cols as i32).contains(&col)
    };
    let of_small: Vec<_> = one
        .liberties(1)
        .into_iter()
        .map(|(at, n)| (image(at), n))
        .collect();
    let of_large: Vec<_> = two
        .liberties(1)
        .into_iter()
        .filter(|(at, _)| inside(*at))
        .collect();
    (of_small != of_large).then_some("other liberties")
}

/// The board without the part in which the small one lies.
fn outside(board: &Board, (row, col): At, (rows, cols): (usize, usize)) -> Board {
    let mut board = board.clone();
    for line in board.iter_mut().skip(row as usize).take(rows) {
        line[col as usize..col as usize + cols].fill(b'.');
    }
    board
}

fn counts_otherwise(
    (small, one): (&Question, &Replay),
    (large, two): (&Question, &Replay),
    corner: At,
) -> Option<&'static str> {
    let ((facts, marks), (others, moved)) = (one.count.as_ref()?, two.count.as_ref()?);
    if facts != others {
        return Some("other prisoners, passes or handicap stones");
    }
    let size = (marks.len(), marks[0].len());
    let empty = |board: &Board| board.iter().flatten().all(|letter| b".-".contains(letter));
    let same = |(row, line): (usize, &Vec<u8>)| {
        let beside = &moved[row + corner.0 as usize][corner.1 as usize..][..size.1];
        line == beside
    };
    if !(marks.iter().enumerate().all(same) && empty(&outside(moved, corner, size))) {
        return Some("other marks");
    }
    let (small, large) = (small.asked.counted()?, large.asked.counted()?);
    let [owned, of_large] = [small, large].map(|counted| naive::owners(&counted.standing));
    let (size, wide) = (small.standing.marks.size(), large.standing.marks.size());
    let mut pairs = size.points().zip(owned);
    let is_owned = |(Point { row, col }, owner): (Point, Option<Color>)| {
        let index = (row + corner.0) as usize * wide.cols() + (col + corner.1) as usize;
        of_large[index] == owner
    };
    if !pairs.all(is_owned) {
        return Some("other owners");
    }
    let life = HalfPoints::whole(if small.standing.rules.tax() == Tax::All {
        2
    } else {
        0
    });
    let taxes = [taxed(&small.standing), taxed(&large.standing)];
    let is_same = |side: usize| {
        let [one, two] = [taxes[0][side], taxes[1][side]];
        // What stands outside may be one life more.
        two == one || two == one + life
    };
    (!(is_same(0) && is_same(1))).then_some("other taxes")
}

/// The points of each side that the tax takes away.
fn taxed(standing: &Standing) -> [HalfPoints; 2] {
    let rules = standing.rules.with_tax(Tax::None);
    let free = naive::totals(&Standing {
        rules,
        ..standing.clone()
    });
    let left = naive::totals(standing);
    [free[0] - left[0], free[1] - left[1]]
}
