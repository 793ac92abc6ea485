//! An independent referee that speaks the line protocol. `tests/command/judge.rs` compiles and runs it. Its argument
//! makes it give wrong answers (`legal`, `illegal`, `reason` or `board`), no reasons (`none`), or `legal` and no boards
//! (`no-board`). With `count` it counts, too, but for taxes; with `regions` it gives regions of two points or more to nobody,
//! with `owner` it only finds owners, and with any other `count=ANSWER` it says this. With `steps` it takes steps and tallies
//! prisoners, too; with `trace` a refused stone stays on an empty point, with `ko-forgotten` no board is ko after a turn
//! is taken back, with `accepts` it accepts every move. With `forgetful` it knows no superko; with `refuses` it refuses to take
//! two stones or more, and cannot answer behind such a move. A second argument is the line that it begins with.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, stdin};

pub(crate) type Board = Vec<Vec<u8>>;
pub(crate) type Past = Vec<(u8, Board)>;

fn main() {
    let lie = std::env::args().nth(1).unwrap_or_default();
    match (
        std::env::args().nth(2),
        lie.split('=').next().unwrap_or_default(),
    ) {
        (Some(start), _) => println!("{start}"),
        (None, "count" | "regions") => println!("start counter 1 can=score,owner"),
        (None, "owner") => println!("start counter 1 can=owner"),
        (None, "steps" | "trace" | "ko-forgotten" | "accepts") => {
            println!("start stepper 1 can=steps,prisoners");
        }
        _ => {}
    }
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
        // Two equal boards in a row mean a pass.
        let mut plays: Vec<bool> = past.windows(2).map(|two| two[0].1 != two[1].1).collect();
        let mut mv = words(&line());
        let mut accepted = None;
        if mv[0] == "steps" {
            for step in 1..=number(&mv[1]) {
                let words = words(&line());
                let point = (words.len() > 3).then(|| (number(&words[2]), number(&words[3])));
                if words[0] == "undo" {
                    past.pop();
                    plays.pop();
                    if let (true, [.., before, now]) = (lie == "ko-forgotten", &mut past[..]) {
                        before.1.clone_from(&now.1);
                    }
                    continue;
                }
                let color = words[1].as_bytes()[0];
                match judge(&rules[0], &rules[1], &past, &plays, color, point) {
                    Ok(after) => {
                        past.push(after);
                        plays.push(point.is_some());
                    }
                    Err(_) if lie == "accepts" => accepted = accepted.or(Some(step)),
                    Err(_) => {
                        let (row, col) = point.filter(|_| lie == "trace").unwrap_or((-1, -1));
                        let board = &mut past.last_mut().expect("a board").1;
                        if at(board, row, col) == b'-' {
                            board[row as usize][col as usize] = color;
                        }
                    }
                }
            }
            mv = words(&line());
        }
        if let Some(step) = accepted {
            if mv[0] == "move" {
                line();
            }
            println!("accepted {step}");
            continue;
        }
        if mv[0] == "prisoners?" {
            let [black, white] = tally(&past, &plays);
            println!("x {black} o {white}");
            continue;
        }
        if mv[0] == "board?" {
            let (side, board) = past.last().expect("a board");
            show(*side, board);
            continue;
        }
        if mv[0] == "count" {
            let of = |words: &[String]| -> HashMap<String, String> {
                let pairs = words.iter().filter_map(|word| word.split_once('='));
                pairs
                    .map(|(key, value)| (key.to_owned(), value.to_owned()))
                    .collect()
            };
            let mut facts = of(&mv[1..]);
            facts.extend(of(&words(&line())[1..]));
            line();
            let marks: Board = (0..rows).map(|_| line().into_bytes()).collect();
            let asks_score = line() == "score?";
            let (_, board) = past.pop().expect("a board");
            println!(
                "{}",
                match lie.split_once('=') {
                    Some((_, answer)) => answer.replace(';', "\n"),
                    None => count(&facts, &board, &marks, asks_score, lie == "regions"),
                }
            );
            continue;
        }
        let point = (mv[2] != "pass").then(|| (number(&mv[2]), number(&mv[3])));
        if lie == "refuses" && past.windows(2).any(|two| takes_two(&two[0].1, &two[1].1)) {
            line();
            println!("cannot a move on the way is illegal");
            continue;
        }
        let ko = if lie == "forgetful" {
            "simple"
        } else {
            &rules[0]
        };
        let answer = judge(ko, &rules[1], &past, &plays, mv[1].as_bytes()[0], point);
        match (line().as_str(), answer, lie.as_str()) {
            (_, _, "illegal") | ("board?", _, "no-board") => println!("illegal"),
            ("legal?", _, "legal" | "no-board") => println!("legal"),
            ("legal?", Err(_), "reason") => println!("illegal turn"),
            ("legal?", Ok((_, after)), "refuses") if takes_two(&past[past.len() - 1].1, &after) => {
                println!("illegal");
            }
            ("legal?", Err(_), "none") => println!("illegal"),
            ("legal?", Err(reason), _) => println!("illegal {reason}"),
            ("legal?", Ok(_), _) => println!("legal"),
            (_, answer, _) => {
                let (side, board) = answer.expect("a legal move");
                let side = if lie == "board" { other(side) } else { side };
                show(side, &board);
            }
        }
    }
}

fn show(side: u8, board: &Board) {
    println!("{}", char::from(side));
    board
        .iter()
        .for_each(|row| println!("{}", String::from_utf8_lossy(row)));
}

/// The stones that Black and White have taken, with those that the other side took off itself.
pub(crate) fn tally(past: &Past, plays: &[bool]) -> [usize; 2] {
    let count = |board: &Board, color: u8| board.concat().iter().filter(|c| **c == color).count();
    let mut held = [0, 0];
    for (two, _) in past.windows(2).zip(plays).filter(|(_, play)| **play) {
        let (mover, before) = &two[0];
        for (holder, color) in [(0, b'o'), (1, b'x')] {
            let placed = usize::from(*mover == color);
            held[holder] += (count(before, color) + placed).saturating_sub(count(&two[1].1, color));
        }
    }
    held
}

/// The score, or the rows of owners.
fn count(
    facts: &HashMap<String, String>,
    board: &Board,
    marks: &Board,
    asks_score: bool,
    small_only: bool,
) -> String {
    let (rows, cols) = (board.len() as i32, board[0].len() as i32);
    let points: Vec<(i32, i32)> = (0..rows)
        .flat_map(|r| (0..cols).map(move |c| (r, c)))
        .collect();
    let living = |&(r, c): &(i32, i32)| match (at(marks, r, c), at(board, r, c)) {
        (b'd', _) => b'-',
        (_, stone) => stone,
    };
    let owner = |point: &(i32, i32)| {
        if living(point) != b'-' {
            return living(point);
        }
        if at(marks, point.0, point.1) == b'n' {
            return b'-';
        }
        let (mut region, mut met) = (vec![*point], HashSet::from([*point]));
        let mut beside = Vec::new();
        let mut next = 0;
        while let Some(&(r, c)) = region.get(next) {
            next += 1;
            for near in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
                match living(&near) {
                    b'-' if met.insert(near) => region.push(near),
                    b'-' => {}
                    stone => beside.push(stone),
                }
            }
        }
        beside.retain(|stone| b"xo".contains(stone));
        match beside.first() {
            Some(first) if beside.iter().all(|stone| stone == first) => {
                if small_only && region.len() > 1 {
                    b'-'
                } else {
                    *first
                }
            }
            _ => b'-',
        }
    };
    if !asks_score {
        let letters = points
            .chunks(cols as usize)
            .map(|row| row.iter().map(owner).collect());
        let rows: Vec<String> = letters
            .map(|row| String::from_utf8(row).expect("ASCII"))
            .collect();
        return rows.join("\n");
    }
    if facts["tax"] != "none" {
        return "cannot no taxes".to_owned();
    }
    let is_area = facts["scoring"] == "area";
    let half = |key: &str| (facts[key].parse::<f64>().expect("a number") * 2.0) as i32;
    let mut margin = -half("komi");
    for (side, name, sign) in [(b'x', "x", 1), (b'o', "o", -1)] {
        let own = |point: &&(i32, i32)| owner(point) == side;
        let stone = |point: &&(i32, i32)| !is_area && living(point) == side;
        // On nobody's ground a dead stone is no prisoner.
        let dead = |point: &&(i32, i32)| {
            let (r, c) = **point;
            let is_dead = at(marks, r, c) == b'd' && at(board, r, c) == other(side);
            !is_area && is_dead && owner(point) != b'-'
        };
        let points = |is: &dyn Fn(&&(i32, i32)) -> bool| points.iter().filter(is).count() as i32;
        let mut halves = 2 * (points(&own) - points(&stone) + points(&dead));
        if !is_area {
            halves += half(name);
        } else if facts["button"] == "yes" && facts["first-pass"] == name {
            halves += 1;
        }
        margin += sign * halves;
    }
    if is_area {
        margin -= match facts["handicap-bonus"].as_str() {
            "n" => half("handicap"),
            "n-1" => (half("handicap") - 2).max(0),
            _ => 0,
        };
    }
    let winner = if margin > 0 { 'x' } else { 'o' };
    match margin.abs() {
        0 => "draw".to_owned(),
        halves => format!("{winner}+{}", f64::from(halves) / 2.0),
    }
}

/// Whether two stones or more have gone with a move.
fn takes_two(before: &Board, after: &Board) -> bool {
    let [before, after] =
        [before, after].map(|board| board.iter().flatten().filter(|it| **it != b'-').count());
    after < before
}

pub(crate) fn other(side: u8) -> u8 {
    if side == b'x' { b'o' } else { b'x' }
}

pub(crate) fn judge(
    ko: &str,
    suicide: &str,
    past: &Past,
    plays: &[bool],
    color: u8,
    point: Option<(i32, i32)>,
) -> Result<(u8, Board), &'static str> {
    let (side, board) = past.last().expect("a board");
    if plays.ends_with(&[false, false]) {
        return Err("game-over");
    }
    if color != *side {
        return Err("turn");
    }
    match point {
        Some((row, col)) => {
            let made = past.windows(2).zip(plays);
            let made = made.filter(|(two, play)| two[0].0 == color && **play);
            let made: Vec<&Board> = made.map(|(two, _)| &two[1].1).collect();
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
    made: &[&Board],
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
        _ => made.contains(&&after),
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
