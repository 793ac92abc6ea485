//! The crate goban, beside which the benches time the referees.

use goban::pieces::stones;
use goban::rules::game::Game;
use goban::rules::{IllegalRules, JAPANESE, Rule};
use gokata::{Action, Color, KoRule, Move, Point, Random, Rules, Size};

use crate::workload::{Answer, Attempt, Worker, is_light_eye, playout};

/// `goban` as a worker.
pub(crate) struct Goban;

impl Worker for Goban {
    type Game = Game;
    /// What goban's iterator returns.
    type Legal = Vec<(u8, u8)>;

    fn stone_at(game: &Game, point: Point) -> Option<Color> {
        stone(game, point)
    }

    fn replay(size: Size, rules: Rules, moves: &[Move]) -> Game {
        let mut game = new(size, rules);
        for mv in moves {
            if game.try_play(translated(*mv)).is_err() {
                break;
            }
        }
        game
    }

    fn legal(game: &Game) -> Vec<(u8, u8)> {
        game.legals().collect()
    }

    fn points(legal: &Vec<(u8, u8)>) -> Vec<Point> {
        let mut points: Vec<Point> = legal.iter().map(|point| from_goban(*point)).collect();
        points.sort_unstable();
        points
    }

    fn one_playout(size: Size, random: &mut Random) -> Game {
        play_one(size, random).0
    }

    fn playouts(size: Size, count: usize, random: &mut Random) -> usize {
        (0..count).map(|_| play_one(size, random).1).sum()
    }
}

/// Plays a light playout. Returns the end and the number of plies.
fn play_one(size: Size, random: &mut Random) -> (Game, usize) {
    let mut game = new(size, Rules::default());
    let mut plies = 0;
    playout(size, random, |attempt| {
        let Attempt::Play(point) = attempt else {
            game.play(goban::rules::Move::Pass);
            plies += 1;
            return Answer::Made;
        };
        let side = if game.turn() == stones::Color::Black {
            Color::Black
        } else {
            Color::White
        };
        let eye = is_light_eye(size, point, |point| stone(&game, point), side);
        if eye || game.check_point(coordinates(point)).is_some() {
            return Answer::Refused;
        }
        plies += 1;
        let held = game.prisoners();
        game.play(translated(Move::play(side, point)));
        if game.prisoners() == held {
            return Answer::Made;
        }
        Answer::Captured(game.pseudo_legals().map(from_goban).collect())
    });
    (game, plies)
}

fn from_goban((row, col): (u8, u8)) -> Point {
    Point::from((i32::from(row), i32::from(col)))
}

/// Returns an empty board. With a superko rule, goban's own is checked, which is positional.
pub(crate) fn new(size: Size, rules: Rules) -> Game {
    let flag_illegal = match rules.ko {
        KoRule::Simple => IllegalRules::KO | IllegalRules::SUICIDE,
        _ => IllegalRules::KO | IllegalRules::SUICIDE | IllegalRules::SUPERKO,
    };
    let side = |side| u8::try_from(side).unwrap_or(u8::MAX);
    let mut builder = Game::builder();
    builder.rule(Rule {
        flag_illegal,
        ..JAPANESE
    });
    builder.size((side(size.rows()), side(size.cols())));
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

fn stone(game: &Game, point: Point) -> Option<Color> {
    game.goban()
        .get_color(coordinates(point))
        .map(|color| match color {
            stones::Color::Black => Color::Black,
            stones::Color::White => Color::White,
        })
}

fn translated(mv: Move) -> goban::rules::Move {
    match mv.action {
        Action::Play(point) => {
            let (row, col) = coordinates(point);
            goban::rules::Move::Play(row, col)
        }
        Action::Pass | Action::Resign => goban::rules::Move::Pass,
    }
}

pub(crate) fn coordinates(point: Point) -> (u8, u8) {
    (
        u8::try_from(point.row).unwrap_or(u8::MAX),
        u8::try_from(point.col).unwrap_or(u8::MAX),
    )
}
