//! The crate goban: its `Game`, under "japanese", "chinese", or "suicide" (its flag for ko alone), named on the command line. The
//! opening is set up by its `GameBuilder`. It plays for the side whose turn it is.
//!
//! On a board that is not square two points may share a place in its memory (row times height plus column), so that stones
//! come and go; what it says there is not counted. A move off the board is its caller's error: it says that it panics.
//!
//! Its wrong answer, played by hand: a suicide where one stone has just been taken is "Ko", although it takes nothing back.

mod protocol;

use goban::pieces::stones::{Color, Stone};
use goban::rules::game::Game as Goban;
use goban::rules::{CHINESE, IllegalRules, JAPANESE, Move, PlayError, Rule};
use protocol::{Game, No, Point, Question, serve};

fn rule() -> (Rule, &'static str) {
    match std::env::args().nth(1).as_deref() {
        Some("chinese") => (
            CHINESE,
            "ko=positional suicide=forbidden scoring=area tax=none handicap-bonus=0 button=no",
        ),
        Some("suicide") => (
            Rule {
                flag_illegal: IllegalRules::KO,
                ..JAPANESE
            },
            "ko=simple suicide=allowed scoring=territory tax=none",
        ),
        _ => (
            JAPANESE,
            "ko=simple suicide=forbidden scoring=territory tax=none",
        ),
    }
}

struct Peer(Goban);

/// Its coordinates are bytes.
fn bytes((row, col): Point) -> Result<(u8, u8), No> {
    let byte = |n: i32| {
        u8::try_from(n).map_err(|_| No::Cannot("its coordinates are from 0 to 255".to_string()))
    };
    Ok((byte(row)?, byte(col)?))
}

impl Game for Peer {
    const CAN: &str = "score,steps,prisoners";
    const SIZES: &str = "1..19";

    fn new(question: &Question) -> Result<Self, No> {
        let (moves, _) = question.moves();
        if moves.iter().any(|(side, (color, _))| side != color) {
            return Err(No::Cannot(
                "a move there names no color: it has no moves out of turn".to_string(),
            ));
        }
        let cannot = |why: &str| Err(No::Cannot(why.to_string()));
        let (height, width) = question.size;
        if height != width {
            return cannot("points of a board that is not square share places in its memory");
        }
        if height > 19 {
            return cannot("its largest board is 19x19");
        }
        let mut points = moves.iter().filter_map(|(_, (_, point))| *point);
        if points.any(|point| !question.on_board(point)) {
            return cannot("a move to no point is its caller's error");
        }
        let side = u8::try_from(height).unwrap_or(u8::MAX);
        let mut builder = Goban::builder();
        builder.size((side, side)).rule(rule().0);
        for (stones, color) in [('x', Color::Black), ('o', Color::White)] {
            for point in question.opening(stones) {
                builder.add(Stone {
                    coord: bytes(point)?,
                    color,
                });
            }
        }
        builder.turn(if question.boards[0].0 == 'x' {
            Color::Black
        } else {
            Color::White
        });
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

    fn margin(&mut self, komi: f32) -> Result<f32, No> {
        if rule().1.contains("territory") {
            return Err(No::Cannot(
                "its territory is counted with the prisoners of a game".to_string(),
            ));
        }
        self.0.set_komi(komi);
        let (black, white) = self.0.calculate_score();
        Ok(black - white)
    }

    fn prisoners(&self) -> Result<(u32, u32), No> {
        Ok(self.0.prisoners())
    }

    fn rows(&self) -> Vec<String> {
        let (height, width) = self.0.size();
        let stone = |coord| {
            self.0
                .get_color(coord)
                .map_or('-', |color| if color == Color::Black { 'x' } else { 'o' })
        };
        (0..height)
            .map(|row| (0..width).map(|col| stone((row, col))).collect())
            .collect()
    }
}

fn main() -> std::io::Result<()> {
    serve::<Peer>("goban-crate", "0.20.1", rule().1)
}
