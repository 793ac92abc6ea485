//! An independent referee that speaks the line protocol. `tests/command/judge.rs` compiles and runs it. Its argument
//! makes it give wrong answers (`legal`, `illegal`, `reason` or `board`), no reasons (`none`), or `legal` and no boards
//! (`no-board`).

use std::io::{BufRead, stdin};

pub(crate) type Board = Vec<Vec<u8>>;
pub(crate) type Past = Vec<(u8, Board)>;

fn main() {
    let lie = std::env::args().nth(1).unwrap_or_default();
    let mut lines = stdin().lock().lines().map_while(Result::ok);
    while lines.next().is_some() {
        let mut line = || lines.next().expect("a line");
        let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
        let number = |word: &String| -> i32 { word.parse().expect("a number") };
        let rules: Vec<String> = words(&line())[1..]
            .iter()
            .filter_map(|word| Some(word.split_once('=')?.1.to_owned()))
            .collect();
        let rows = number(&words(&line())[1]);
        let boards = number(&words(&line())[1]);
        let mut past = Past::new();
        for _ in 0..boards {
            let side = line().as_bytes()[0];
            past.push((side, (0..rows).map(|_| line().into_bytes()).collect()));
        }
        let mv = words(&line());
        let point = (mv[2] != "pass").then(|| (number(&mv[2]), number(&mv[3])));
        let answer = judge(&rules[0], &rules[1], &past, mv[1].as_bytes()[0], point);
        match (line().as_str(), answer, lie.as_str()) {
            (_, _, "illegal") | ("board?", _, "no-board") => println!("illegal"),
            ("legal?", _, "legal" | "no-board") => println!("legal"),
            ("legal?", Err(_), "reason") => println!("illegal turn"),
            ("legal?", Err(_), "none") => println!("illegal"),
            ("legal?", Err(reason), _) => println!("illegal {reason}"),
            ("legal?", Ok(_), _) => println!("legal"),
            (_, answer, _) => {
                let (side, board) = answer.expect("a legal move");
                let side = if lie == "board" { other(side) } else { side };
                println!("{}", char::from(side));
                board
                    .iter()
                    .for_each(|row| println!("{}", String::from_utf8_lossy(row)));
            }
        }
    }
}

pub(crate) fn other(side: u8) -> u8 {
    if side == b'x' { b'o' } else { b'x' }
}

fn judge(
    ko: &str,
    suicide: &str,
    past: &Past,
    color: u8,
    point: Option<(i32, i32)>,
) -> Result<(u8, Board), &'static str> {
    let (side, board) = past.last().expect("a board");
    if past.len() > 2 && past[past.len() - 3..].iter().all(|(_, b)| b == board) {
        return Err("game-over");
    }
    if color != *side {
        return Err("turn");
    }
    match point {
        Some((row, col)) => {
            // Two equal boards in a row mean a pass.
            let made = past
                .windows(2)
                .filter(|two| two[0].0 == color && two[0].1 != two[1].1);
            let made: Vec<Board> = made.map(|two| two[1].1.clone()).collect();
            stone(ko, suicide, past, &made, color, (row, col))
        }
        None => Ok((other(color), board.clone())),
    }
}

/// Plays a stone of this color, even if it is not its turn. `made` holds the boards that its player has made.
pub(crate) fn stone(
    ko: &str,
    suicide: &str,
    past: &Past,
    made: &[Board],
    color: u8,
    (row, col): (i32, i32),
) -> Result<(u8, Board), &'static str> {
    let board = &past.last().expect("a board").1;
    if !(0..board.len() as i32).contains(&row) || !(0..board[0].len() as i32).contains(&col) {
        return Err("off-board");
    }
    if board[row as usize][col as usize] != b'-' {
        return Err("occupied");
    }
    let after = put(board, row, col, color);
    let is_suicide = after[row as usize][col as usize] == b'-';
    if is_suicide && (suicide == "forbidden" || suicide == "multi-stone" && after == *board) {
        return Err("suicide");
    }
    let before = past.len().checked_sub(2).map(|at| &past[at]);
    let is_ko = before.is_some_and(|(side, board)| *side == other(color) && *board == after);
    let barred = match ko {
        "simple" => is_ko,
        "positional" => past.iter().any(|(_, b)| *b == after),
        "situational" => past.iter().any(|(s, b)| *s == other(color) && *b == after),
        _ => made.contains(&after),
    };
    match (barred, is_ko) {
        (true, true) => Err("ko"),
        (true, false) => Err("superko"),
        _ => Ok((other(color), after)),
    }
}

fn put(board: &Board, row: i32, col: i32, color: u8) -> Board {
    let mut board = board.clone();
    board[row as usize][col as usize] = color;
    let beside = [
        (row - 1, col),
        (row + 1, col),
        (row, col - 1),
        (row, col + 1),
    ];
    for (r, c) in beside {
        if at(&board, r, c) == other(color) {
            take(&mut board, r, c);
        }
    }
    take(&mut board, row, col);
    board
}

fn at(board: &Board, row: i32, col: i32) -> u8 {
    let row = usize::try_from(row).ok().and_then(|row| board.get(row));
    let point = row.and_then(|row| row.get(usize::try_from(col).ok()?));
    point.copied().unwrap_or_default()
}

/// Removes a chain if it has no liberty.
fn take(board: &mut Board, row: i32, col: i32) {
    let color = at(board, row, col);
    let mut chain = vec![(row, col)];
    let mut next = 0;
    while let Some(&(r, c)) = chain.get(next) {
        next += 1;
        for (r, c) in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
            match at(board, r, c) {
                b'-' => return,
                stone if stone == color && !chain.contains(&(r, c)) => chain.push((r, c)),
                _ => {}
            }
        }
    }
    for (r, c) in chain {
        board[r as usize][c as usize] = b'-';
    }
}
