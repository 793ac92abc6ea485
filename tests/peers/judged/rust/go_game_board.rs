//! The crate `go_game_board`: its `Board`, which grew from libEGO. The opening is played stone by stone, and then a pass, which forgets
//! what a stone there may have done. It plays for the color that is named, knows a ko as a point, and keeps no end of a game.
//!
//! It plays what it is told to: `is_legal` says before whether that is a move. Its count is that at the end of its own random games.

mod protocol;

use go_game_board::{Board, Color, Player, Vertex};
use protocol::{Game, No, Point, Question, serve};

struct Peer {
    board: Board,
    size: (usize, usize),
    passes: u32,
}

fn player(color: char) -> Player {
    if color == 'x' {
        Player::Black
    } else {
        Player::White
    }
}

fn vertex((row, col): Point) -> Vertex {
    // A pointer is as wide as this, or wider.
    Vertex::from_coords(row as isize, col as isize)
}

impl Game for Peer {
    const CAN: &str = "steps";
    const SIZES: &str = "1..19";

    fn new(question: &Question) -> Result<Self, No> {
        let (moves, _) = question.moves();
        let cannot = |why: &str| Err(No::Cannot(why.to_string()));
        if moves.iter().any(|(side, (color, _))| side != color) {
            return cannot("it plays for either color at any time");
        }
        let (height, width) = question.size;
        if height.max(width) > 19 {
            return cannot("its largest board is 19x19");
        }
        let mut points = moves.iter().filter_map(|(_, (_, point))| *point);
        if points.any(|point| !question.on_board(point)) {
            return cannot("a move there is the number of a point");
        }
        let mut board = Board::with_size(width, height);
        for color in ['x', 'o'] {
            for point in question.opening(color) {
                board.play_legal(player(color), vertex(point));
            }
        }
        board.play_legal(player(question.boards[0].0).opponent(), Vertex::pass());
        Ok(Self {
            board,
            size: question.size,
            passes: 0,
        })
    }

    fn play(&mut self, color: char, point: Option<Point>) -> Result<(), No> {
        if self.passes == 2 {
            return Err(No::Cannot(
                "it keeps no account of the end of a game".to_string(),
            ));
        }
        let vertex = point.map_or(Vertex::pass(), vertex);
        if !self.board.is_legal(player(color), vertex) {
            return Err(No::Refused(""));
        }
        self.board.play_legal(player(color), vertex);
        self.passes = point.map_or(self.passes + 1, |_| 0);
        Ok(())
    }

    fn margin(&mut self, _: f32) -> Result<f32, No> {
        Err(No::Cannot("it counts with a komi of its own".to_string()))
    }

    fn rows(&self) -> Vec<String> {
        let (height, width) = self.size;
        let stone = |row, col| match self.board.color_at(vertex((row, col))) {
            Color::Black => 'x',
            Color::White => 'o',
            _ => '-',
        };
        let numbers = |n: usize| 0..i32::try_from(n).unwrap_or(0);
        numbers(height)
            .map(|row| numbers(width).map(|col| stone(row, col)).collect())
            .collect()
    }
}

fn main() -> std::io::Result<()> {
    serve::<Peer>("go_game_board", "0.1.1", "ko=simple suicide=forbidden")
}
