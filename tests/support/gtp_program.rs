//! An independent GTP engine around the rules of `line_program.rs`: `tests/command/judge_engine.rs` compiles and runs it.
//! Arguments: `ko=simple` and `suicide=forbidden` (its rules), `without=COMMAND` (an unknown command),
//! `draws=katago` (`showboard` as KataGo prints it), `plays=C3,pass` (its moves, legal or not), `dead=C3,D4`
//! (`final_status_list`), and
//! `lie=legal`, `lie=board`, `lie=id`, `lie=refuse`, `lie=play` (every move is accepted), `lie=captures`, `crash=N`, `hang=N` (at the Nth command) or `hang=COMMAND`.

#[path = "line_program.rs"]
#[allow(dead_code)]
mod line_program;

use line_program::{Past, other, stone};
use std::io::stdin;

const COMMANDS: &str = "name version list_commands boardsize rectangular_boardsize clear_board play is_legal list_stones \
    showboard kata-set-rules kgs-rules gogui-setup gogui-setup_player set_position loadsgf genmove final_status_list undo captures";

const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

struct Engine {
    ko: String,
    suicide: String,
    /// Every board with the side to play.
    past: Past,
    /// The boards made by playing a stone, with the side that played it.
    made: Past,
    draws_as_katago: bool,
    /// The points played on.
    played: Vec<(i32, i32)>,
    /// What was before each turn: the number of boards, and of points played on, and the side to play; and whether it is a play.
    turns: Vec<(usize, usize, u8, bool)>,
    /// What `genmove` answers, in order.
    plays: Vec<String>,
    /// What `final_status_list` answers.
    dead: Option<String>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |argument: &str| arguments.iter().any(|other| other == argument);
    let value = |key: &str| -> Option<String> {
        let mut values = arguments
            .iter()
            .filter_map(|argument| argument.strip_prefix(key));
        values.next().map(str::to_owned)
    };
    let known = COMMANDS.split(' ');
    let known: Vec<&str> = known.filter(|command| !has(&format!("without={command}"))).collect();
    let mut engine = Engine {
        ko: value("ko=").unwrap_or("simple".to_owned()),
        suicide: value("suicide=").unwrap_or("forbidden".to_owned()),
        past: empty(19, 19),
        made: Past::new(),
        draws_as_katago: has("draws=katago"),
        played: Vec::new(),
        turns: Vec::new(),
        plays: value("plays=").map_or(Vec::new(), |plays| plays.split(',').rev().map(str::to_owned).collect()),
        dead: value("dead=").map(|dead| dead.replace(',', " ")),
    };
    let crash: Option<usize> = value("crash=").and_then(|number| number.parse().ok());
    let hang: Option<usize> = value("hang=").and_then(|number| number.parse().ok());
    for (count, line) in (1..).zip(stdin().lines().map_while(Result::ok)) {
        if crash == Some(count) {
            std::process::exit(7);
        }
        let mut words = line.split(' ');
        let id = words.next().unwrap_or_default();
        let command = words.next().unwrap_or_default();
        if hang == Some(count) || has(&format!("hang={command}")) {
            std::thread::sleep(std::time::Duration::from_secs(300));
        }
        let words: Vec<&str> = words.collect();
        if command == "quit" {
            println!("={id}\n");
            return;
        }
        let id = if has("lie=id") { "999" } else { id };
        let answer = match command {
            "list_commands" => Some(known.join("\n")),
            "is_legal" if has("lie=legal") => Some("1".to_owned()),
            "list_stones" if has("lie=board") => Some(String::new()),
            "boardsize" | "rectangular_boardsize" if has("lie=refuse") => None,
            "captures" if has("lie=captures") => Some("many".to_owned()),
            "play" if has("lie=play") => Some(engine.answer(command, &words).unwrap_or_default()),
            command if known.contains(&command) => engine.answer(command, &words),
            _ => None,
        };
        match answer {
            Some(text) => println!("={id} {text}\n"),
            None => println!("?{id} refused\n"),
        }
    }
}

fn empty(rows: usize, cols: usize) -> Past {
    vec![(b'x', vec![vec![b'-'; cols]; rows])]
}

impl Engine {
    fn board(&self) -> &Vec<Vec<u8>> {
        &self.past.last().expect("a board").1
    }

    fn answer(&mut self, command: &str, words: &[&str]) -> Option<String> {
        let keeps = ["undo", "captures", "play", "genmove", "final_status_list", "is_legal", "list_stones", "showboard", "kata-set-rules", "kgs-rules"];
        if !keeps.contains(&command) {
            self.made.clear();
            self.played.clear();
            self.turns.clear();
        }
        match command {
            "name" => return Some("Honest".to_owned()),
            "version" => return Some("1".to_owned()),
            "boardsize" => {
                let side = words[0].parse().ok().filter(|side| *side <= 25)?;
                self.past = empty(side, side);
            }
            "rectangular_boardsize" => {
                self.past = empty(words[1].parse().ok()?, words[0].parse().ok()?)
            }
            "clear_board" => {
                let (rows, cols) = (self.board().len(), self.board()[0].len());
                self.past = empty(rows, cols);
            }
            "kata-set-rules" => {
                let word = |key: &str| {
                    let rest = words[0].split_once(key).expect("the key").1;
                    rest.split([',', '}'])
                        .next()
                        .expect("a value")
                        .trim_matches('"')
                        .to_lowercase()
                };
                self.ko = word("\"ko\":").replace('_', "-");
                self.suicide = match word("\"suicide\":").as_str() {
                    "false" => "forbidden",
                    "true" => "multi-stone",
                    other => other,
                }
                .to_owned();
            }
            "kgs-rules" => {
                let (ko, suicide) = match words[0] {
                    "japanese" => ("simple", "forbidden"),
                    "chinese" => ("positional", "forbidden"),
                    "aga" => ("situational", "forbidden"),
                    _ => ("situational", "multi-stone"),
                };
                (self.ko, self.suicide) = (ko.to_owned(), suicide.to_owned());
            }
            "gogui-setup" | "set_position" => {
                let mut board = self.board().clone();
                board.iter_mut().for_each(|row| row.fill(b'-'));
                for pair in words.chunks(2) {
                    let (row, col) = self.point(pair[1])?;
                    board[row as usize][col as usize] = side(pair[0]);
                }
                self.past = vec![(b'x', board)];
            }
            "gogui-setup_player" => self.turn(side(words[0])),
            "loadsgf" => {
                let text = std::fs::read_to_string(words[0]).ok()?;
                let mut board = self.board().clone();
                board.iter_mut().for_each(|row| row.fill(b'-'));
                let mut key = String::new();
                for piece in text.split_inclusive(']') {
                    let (name, value) = piece.trim_end_matches(']').split_once('[')?;
                    let name = name.trim_matches(['(', ';', '\n', ')']);
                    if !name.is_empty() {
                        key = name.to_owned();
                    }
                    if let ("AB" | "AW", [col, row]) = (key.as_str(), value.as_bytes()) {
                        board[usize::from(row - b'a')][usize::from(col - b'a')] = side(&key[1..]);
                    }
                    if key == "PL" {
                        self.past = vec![(side(value), board.clone())];
                        return Some(String::new());
                    }
                }
                return None;
            }
            "play" => {
                let next = self.asked(words[0], words[1])?;
                let now = self.past.last().expect("a board").0;
                self.turns.push((self.past.len(), self.played.len(), now, words[1] != "pass"));
                self.turn(side(words[0]));
                if words[1] != "pass" {
                    self.made.push((side(words[0]), next.1.clone()));
                }
                self.past.push(next);
                self.played.extend(self.point(words[1]));
            }
            "genmove" => {
                let vertex = self.plays.pop()?;
                let _ = self.answer("play", &[words[0], &vertex]);
                return Some(vertex);
            }
            "final_status_list" => return self.dead.clone(),
            "undo" => {
                let (boards, played, now, is_play) = self.turns.pop()?;
                self.past.truncate(boards);
                self.made.truncate(self.made.len() - usize::from(is_play));
                self.played.truncate(played);
                self.turn(now);
            }
            "captures" => {
                let count = |board: &Vec<Vec<u8>>, color| board.concat().iter().filter(|c| **c == color).count();
                let taken = other(side(words[0]));
                let lost = self.turns.iter().map(|(boards, _, _, is_play)| {
                    let (before, after) = (&self.past[boards - 1], &self.past[*boards]);
                    let placed = usize::from(before.0 == taken && *is_play);
                    (count(&before.1, taken) + placed).saturating_sub(count(&after.1, taken))
                });
                return Some(lost.sum::<usize>().to_string());
            }
            "is_legal" => {
                let legal = self.asked(words[0], words[1]).is_some();
                return Some(u8::from(legal).to_string());
            }
            "list_stones" => return Some(self.stones(side(words[0])).join(" ")),
            "showboard" => return Some(self.drawn()),
            _ => return None,
        }
        Some(String::new())
    }

    /// Gives the turn to this side.
    fn turn(&mut self, side: u8) {
        let last = self.past.last_mut().expect("a board");
        last.0 = side;
    }

    /// What the move leads to, also out of turn; `None` for an illegal one.
    fn asked(&mut self, color: &str, vertex: &str) -> Option<(u8, Vec<Vec<u8>>)> {
        let color = side(color);
        if vertex == "pass" {
            return Some((other(color), self.board().clone()));
        }
        let point = self.point(vertex)?;
        let now = self.past.last().expect("a board").0;
        self.turn(color);
        let made = self.made.iter().filter(|(side, _)| *side == color);
        let made: Vec<_> = made.map(|(_, board)| board).collect();
        let after = stone(&self.ko, &self.suicide, &self.past, &made, color, point);
        self.turn(now);
        after.ok()
    }

    fn point(&self, vertex: &str) -> Option<(i32, i32)> {
        let letter = vertex.bytes().next()?;
        let col = LETTERS.iter().position(|other| *other == letter)?;
        let row: i32 = vertex[1..].parse().ok()?;
        let point = (self.board().len() as i32 - row, col as i32);
        let on = (0..self.board().len() as i32).contains(&point.0) && col < self.board()[0].len();
        on.then_some(point)
    }

    fn stones(&self, color: u8) -> Vec<String> {
        let board = self.board();
        let mut stones = Vec::new();
        for (row, line) in board.iter().enumerate() {
            for (col, stone) in line.iter().enumerate() {
                if *stone == color {
                    let letter = char::from(LETTERS[col]);
                    stones.push(format!("{letter}{}", board.len() - row));
                }
            }
        }
        stones
    }

    /// The board as GNU Go draws it. As KataGo does, with digits after the last three moves, row numbers only on the left, and
    /// text around it.
    fn drawn(&self) -> String {
        let (board, moves) = (self.board(), self.played.len());
        let latest = &self.played[moves.saturating_sub(3)..];
        let mark = |row: usize, col: usize| {
            let at = latest.iter().position(|point| *point == (row as i32, col as i32));
            let at = at.filter(|_| self.draws_as_katago);
            at.map(|at| (at + 4 - latest.len()).to_string())
        };
        let letters = LETTERS[..board[0].len()].iter();
        let head: String = letters.map(|letter| format!(" {}", char::from(*letter))).collect();
        let mut text = format!("\n  {head}\n");
        for (row, line) in board.iter().enumerate() {
            let number = board.len() - row;
            text += &format!("{number:2} ");
            for (col, stone) in line.iter().enumerate() {
                text += match stone {
                    b'x' => "X",
                    b'o' => "O",
                    _ => ".",
                };
                let is_last = col + 1 == line.len() && self.draws_as_katago;
                text += &mark(row, col).unwrap_or(if is_last { "" } else { " " }.to_owned());
            }
            text += &if self.draws_as_katago { "\n".to_owned() } else { format!("{number}\n") };
        }
        if self.draws_as_katago {
            let below = "Next player: Black\nRules: {}\nB stones captured: 0\nW stones captured: 0";
            format!("MoveNum: {moves} HASH: 00C0FFEE{text}{below}")
        } else {
            text + &format!("  {head}")
        }
    }
}

fn side(word: &str) -> u8 {
    if word == "B" { b'x' } else { b'o' }
}
