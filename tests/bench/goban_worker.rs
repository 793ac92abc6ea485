//! The crate goban, beside which the benches time the referees.

use std::hint::black_box;

use goban::pieces::stones;
use goban::rules::game::Game;
use goban::rules::{IllegalRules, JAPANESE, Rule};
use gokata::{Action, Color, KoRule, Move, Point, Rules, Size};

use crate::workload::Worker;

impl Worker for Game {
    /// With a superko rule, goban's own is checked, which is positional.
    fn empty(size: Size, rules: Rules) -> Game {
        let flag_illegal = match rules.ko() {
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

    fn stone(&self, point: Point) -> Option<Color> {
        self.goban().get_color(coordinates(point)).map(color)
    }

    fn side(&self) -> Color {
        color(self.turn())
    }

    fn taken(&self) -> usize {
        let (one, other) = self.prisoners();
        usize::try_from(one + other).unwrap_or(usize::MAX)
    }

    fn allows(&self, mv: Move) -> bool {
        match mv.action {
            Action::Play(point) => self.check_point(coordinates(point)).is_none(),
            Action::Pass | Action::Resign => true,
        }
    }

    fn make(&mut self, mv: Move) {
        let _ = self.try_play(translated(mv));
    }

    fn put(&mut self, mv: Move) {
        self.play(translated(mv));
    }

    /// Collects what goban's iterator returns.
    fn ask(&self) {
        black_box(self.legals().collect::<Vec<(u8, u8)>>());
    }

    fn points(&self) -> Vec<Point> {
        let mut points: Vec<Point> = self.legals().map(from_goban).collect();
        points.sort_unstable();
        points
    }

    fn empty_points(&self, _: Size) -> Vec<Point> {
        self.pseudo_legals().map(from_goban).collect()
    }
}

fn color(color: stones::Color) -> Color {
    match color {
        stones::Color::Black => Color::Black,
        stones::Color::White => Color::White,
    }
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

fn from_goban((row, col): (u8, u8)) -> Point {
    Point::from((i32::from(row), i32::from(col)))
}

pub(crate) fn coordinates(point: Point) -> (u8, u8) {
    (
        u8::try_from(point.row).unwrap_or(u8::MAX),
        u8::try_from(point.col).unwrap_or(u8::MAX),
    )
}
