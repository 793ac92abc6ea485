use crate::{Board, Move};

// May this move be made? The rules are in ../KATA.md. To run: cargo run -q
//
// mv.color              'x' is Black, 'o' is White
// mv.row, mv.col        counted from 0, from the top left
// record                all boards so far, oldest first; the last one, record[record.len() - 1], is the board now
// board.to_play         whose turn it is: 'x' or 'o'
// board.rows[row][col]  'x', 'o' or '-' (empty); each row is a Vec<char>
//
// To print a board: for row in &board.rows { println!("{}", String::from_iter(row)) }
// Each question gets new boards. To change them, write `mut record`, or copy the rows: let mut rows = board.rows.clone();

pub fn is_legal_move(mv: Move, record: Vec<Board>) -> bool {
    let board = &record[record.len() - 1];
    if mv.color != board.to_play {
        return false;
    }
    let point = (mv.row, mv.col);
    if at(&board.rows, point) != Some('-') {
        return false;
    }
    let mut rows = board.rows.clone();
    rows[mv.row as usize][mv.col as usize] = mv.color;
    has_liberty(&rows, point)
}

/// What stands there; nothing beside the board.
fn at(rows: &[Vec<char>], (row, col): (i32, i32)) -> Option<char> {
    let row = rows.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(col).ok()?).copied()
}

fn neighbors((row, col): (i32, i32)) -> [(i32, i32); 4] {
    [
        (row - 1, col),
        (row + 1, col),
        (row, col - 1),
        (row, col + 1),
    ]
}

fn group(rows: &[Vec<char>], stone: (i32, i32)) -> Vec<(i32, i32)> {
    let (mut group, mut to_do) = (Vec::new(), vec![stone]);
    while let Some(point) = to_do.pop() {
        if at(rows, point) == at(rows, stone) && !group.contains(&point) {
            group.push(point);
            to_do.extend(neighbors(point));
        }
    }
    group
}

fn has_liberty(rows: &[Vec<char>], stone: (i32, i32)) -> bool {
    let mut around = group(rows, stone).into_iter().flat_map(neighbors);
    around.any(|n| at(rows, n) == Some('-'))
}
