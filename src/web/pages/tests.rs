//! What the pages show in each state of a game.

#![allow(clippy::unwrap_used)] // a test may panic

use super::*;
use crate::agreement::{Command, Game, Request, Terms, View, Viewer};
use crate::basics::{Color, Point, Preset, Rules, Size};
use crate::pure::BoardRecord;
use crate::scoring::Mark;
use crate::web::name::Name;

const BLACK: Viewer = Viewer::Player(Color::Black);
const WHITE: Viewer = Viewer::Player(Color::White);

/// A game that two players play by what their pages show.
#[derive(Clone)]
struct Two(Game);

impl Two {
    fn new(size: Size) -> Two {
        let rules: Rules = "japanese,tax=none".parse().unwrap();
        let record = BoardRecord::new(size).with_rules(rules);
        Two(Game::new(record, Terms::of(Preset::Japanese)))
    }

    fn on(side: usize) -> Two {
        Two::new(Size::square(side).unwrap())
    }

    fn ask(&mut self, by: Color, command: impl Fn(&View) -> Command) -> &mut Two {
        let command = command(&self.0.view(Viewer::Player(by)));
        self.0.handle(Request::new(by, command)).result.unwrap();
        self
    }

    /// Plays these points in turn; `-` is a pass.
    fn play(&mut self, points: &str) -> &mut Two {
        let size = self.0.state().record().size();
        for name in points.split_whitespace() {
            let by = self.0.state().record().to_play();
            match Point::from_vertex(name, size) {
                Some(point) => self.ask(by, |view| view.play(point)),
                None => self.ask(by, View::pass),
            };
        }
        self
    }

    fn mark(&mut self, by: Color, point: &str, mark: Mark) -> &mut Two {
        let size = self.0.state().record().size();
        let point = Point::from_vertex(point, size).unwrap();
        self.ask(by, |view| view.mark(point, mark))
    }
}

/// Two walls on 9x9, and a black stone, D8 and C2, in each white corner; both players have passed.
fn scoring() -> Two {
    let mut two = Two::on(9);
    two.play("D1 F1 D2 F2 D3 F3 D4 F4 D5 F5 D6 F6 D7 F7 D8 F8 D9 F9 E1 E2 E3 E4 E5 E6 E7 E8 E9 B2 G3 B8 H7 B5 - -");
    two
}

pub(super) fn sample(name: &str) -> Game {
    match name {
        "scoring" => scoring().0,
        "empty" => Two::on(19).0,
        "small" => Two::on(5).0,
        "rect" => Two::new(Size::new(7, 13).unwrap()).0,
        "ko" => {
            let mut two = Two::on(9);
            two.play("D5 E5 E6 F6 E4 F4 F5 G5 A1 E5");
            two.0
        }
        "pass" => {
            let mut two = Two::on(9);
            two.play("D5 E5 -");
            two.0
        }
        "long" => {
            let mut record = BoardRecord::new(Size::square(19).unwrap());
            let mut two = Two::on(19);
            let mut random = crate::basics::Random::new(7);
            for _ in 0..300 {
                let legal: Vec<_> = crate::pure::legal_moves(&record)
                    .into_iter()
                    .filter(|mv| match mv.action {
                        crate::basics::Action::Play(p) => !record.board().is_eye(p, mv.color),
                        _ => false,
                    })
                    .collect();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[random.below(legal.len())];
                record = crate::pure::play_move(mv, &record).unwrap();
                two.ask(mv.color, |view| match mv.action {
                    crate::basics::Action::Play(p) => view.play(p),
                    _ => view.pass(),
                });
            }
            two.0
        }
        "score19" => {
            let mut two = Two(sample("long"));
            two.play("- -");
            two.0
        }
        _ => {
            let mut two = Two::on(19);
            two.play("Q16 D4 Q4 D16 R10 C10 K16 K4 F17 C14 O3 R6");
            two.0
        }
    }
}
