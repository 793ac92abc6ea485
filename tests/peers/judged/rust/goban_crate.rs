//! The crate goban: its `Game`, under "japanese", "chinese", or "suicide" (its flag for ko alone), named on the command line. The
//! opening is set up by its `GameBuilder`. It plays for the side whose turn it is.

mod protocol;

use goban::pieces::stones::{Color, Stone};
use goban::rules::game::Game as Goban;
use goban::rules::{CHINESE, IllegalRules, JAPANESE, Move, PlayError, Rule};
use protocol::{Game, No, Point, Question, serve};

fn rule() -> (Rule, &'static str) {
    match std::env::args().nth(1).as_deref() {
        Some("chinese") => (CHINESE, "ko=positional suicide=forbidden"),
        Some("suicide") => (Rule { flag_illegal: IllegalRules::KO, ..JAPANESE }, "ko=simple suicide=allowed"),
        _ => (JAPANESE, "ko=simple suicide=forbidden"),
    }
}

struct Peer(Goban);

/// Its coordinates are bytes.
fn bytes((row, col): Point) -> Result<(u8, u8), No> {
    let byte = |n: i32| u8::try_from(n).map_err(|_| No::Cannot("its coordinates are from 0 to 255".to_string()));
    Ok((byte(row)?, byte(col)?))
}

impl Game for Peer {
    fn new(question: &Question) -> Result<Self, No> {
        if question.color != question.side() {
            return Err(No::Cannot("a move there names no color: it has no moves out of turn".to_string()));
        }
        let (height, width) = question.size;
        if height > 19 || width > 19 {
            return Err(No::Cannot("its largest board is 19x19".to_string()));
        }
        let small = |n| u8::try_from(n).unwrap_or(u8::MAX);
        let mut builder = Goban::builder();
        builder.size((small(height), small(width))).rule(rule().0);
        for (stones, color) in [('x', Color::Black), ('o', Color::White)] {
            for point in question.opening(stones) {
                builder.add(Stone { coord: bytes(point)?, color });
            }
        }
        builder.turn(if question.boards[0].0 == 'x' { Color::Black } else { Color::White });
        builder.build().map(Self).map_err(No::Cannot)
    }

    fn play(&mut self, _: char, point: Option<Point>) -> Result<(), No> {
        let play = match point {
            Some(point) => bytes(point).map(|(row, col)| Move::Play(row, col))?,
            None => Move::Pass,
        };
        match self.0.try_play(play) {
            Ok(_) => Ok(()),
            Err(PlayError::GamePaused) => Err(No::Refused("game-over")),
            Err(PlayError::PointNotEmpty) => Err(No::Refused("occupied")),
            Err(PlayError::Suicide) => Err(No::Refused("suicide")),
            // It says so of superko, too.
            Err(_) => Err(No::Refused("")),
        }
    }

    fn rows(&self) -> Vec<String> {
        let stone = |color: &Option<Color>| color.map_or('-', |color| if color == Color::Black { 'x' } else { 'o' });
        self.0.goban().matrix().iter().map(|row| row.iter().map(stone).collect()).collect()
    }
}

fn main() -> std::io::Result<()> {
    serve::<Peer>("goban-crate", "0.20.1", rule().1)
}
