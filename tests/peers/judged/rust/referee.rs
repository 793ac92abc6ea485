//! The crate goban as a [`Referee`] of gokata, asked in this process: the same numbers as through the line protocol, and a
//! wrong answer to a question that the protocol has no words for.

use goban::pieces::stones::{Color as Side, Stone};
use goban::rules::game::Game as Goban;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, JAPANESE, Move as Turn, PlayError, Rule};
use gokata::questions::line_protocol::text;
use gokata::questions::{Class, Deviation};
use gokata::{
    Action, Answer, ByColor, Color, IllegalMove, KoRule, Move, Point, Referee, Rules, Setup,
};
use gokata::{Size, Suicide, corpus};

/// A game of goban under one of its rules, which are these in gokata's terms.
struct Peer {
    rule: Rule,
    own: Rules,
    game: Goban,
    to_play: Color,
}

/// Its coordinates are bytes.
fn coordinates(point: Point) -> Option<(u8, u8)> {
    Some((u8::try_from(point.row).ok()?, u8::try_from(point.col).ok()?))
}

fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

impl Peer {
    fn new(rule: Rule, ko: KoRule, suicide: Suicide) -> Peer {
        Peer {
            rule,
            own: Rules::default().with_ko(ko).with_suicide(suicide),
            game: Goban::new(GobanSizes::Nineteen, rule),
            to_play: Color::Black,
        }
    }

    /// Makes a move in this game.
    fn turn(&self, game: &mut Goban, mv: Move) -> Answer {
        if mv.color != self.to_play {
            return Answer::Cannot("it has no moves out of turn".to_owned());
        }
        let (height, _) = game.size();
        let on_board = |(row, col): &(u8, u8)| *row < height && *col < height;
        let turn = match mv.action {
            Action::Resign => return Answer::Cannot("not asked to resign".to_owned()),
            Action::Pass => Turn::Pass,
            Action::Play(point) => {
                let Some((row, col)) = coordinates(point).filter(on_board) else {
                    let why = "a move off the board is its caller's error";
                    return Answer::Cannot(why.to_owned());
                };
                Turn::Play(row, col)
            }
        };
        match game.try_play(turn) {
            Ok(_) => Answer::Legal,
            Err(PlayError::GamePaused) => Answer::Illegal(Some(IllegalMove::GameOver)),
            Err(PlayError::PointNotEmpty) => Answer::Illegal(Some(IllegalMove::Occupied)),
            Err(PlayError::Suicide) => Answer::Illegal(Some(IllegalMove::Suicide)),
            // It says so of superko, too.
            Err(_) => Answer::Illegal(None),
        }
    }
}

impl Referee for Peer {
    fn start(&mut self, setup: &Setup, _: Rules) -> Result<(), String> {
        let (rows, cols) = (setup.size.rows(), setup.size.cols());
        if rows != cols || rows > 19 {
            return Err("its boards are square, up to 19x19".to_owned());
        }
        let size = u8::try_from(rows).unwrap_or(u8::MAX);
        let mut builder = Goban::builder();
        builder.size((size, size)).rule(self.rule);
        builder.turn(side(setup.to_play));
        for (point, color) in &setup.stones {
            let coord = coordinates(*point).ok_or("a stone off the board")?;
            let color = side(*color);
            builder.add(Stone { coord, color });
        }
        (self.game, self.to_play) = (builder.build()?, setup.to_play);
        Ok(())
    }

    fn judge(&self, mv: Move) -> Answer {
        self.turn(&mut self.game.clone(), mv)
    }

    fn play(&mut self, mv: Move) -> Answer {
        let mut next = self.game.clone();
        let answer = self.turn(&mut next, mv);
        if answer == Answer::Legal {
            (self.game, self.to_play) = (next, !mv.color);
        }
        answer
    }

    fn has_board(&self, size: Size) -> bool {
        size.rows() == size.cols() && size.rows() <= 19
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let color = self.game.get_color(coordinates(point)?)?;
        Some(match color {
            Side::Black => Color::Black,
            Side::White => Color::White,
        })
    }

    fn prisoners(&self) -> Option<ByColor<u32>> {
        let (black, white) = self.game.prisoners();
        Some(ByColor { black, white })
    }

    fn own_rules(&self, asked: Rules) -> Rules {
        asked
            .with_ko(self.own.ko())
            .with_suicide(self.own.suicide())
            .with_button(self.own.button())
    }
}

#[test]
fn the_same_numbers_as_through_the_line_protocol() {
    let suicide = Rule {
        flag_illegal: IllegalRules::KO,
        ..JAPANESE
    };
    // What the line protocol cannot say is asked here, too: so many more right and wrong answers.
    for (name, rule, ko, suicide, more) in [
        (
            "chinese",
            CHINESE,
            KoRule::Positional,
            Suicide::Forbidden,
            [0, 0],
        ),
        (
            "japanese",
            JAPANESE,
            KoRule::Simple,
            Suicide::Forbidden,
            [0, 0],
        ),
        ("suicide", suicide, KoRule::Simple, Suicide::Allowed, [2, 2]),
    ] {
        let mut peer = Peer::new(rule, ko, suicide);
        let answers = corpus::check_all(&mut peer);
        let is_unsayable = |wrong: &&Deviation| {
            let asked = wrong.question.under(|asked| peer.own_rules(asked));
            asked.is_ok_and(|asked| text(&asked, "").is_err())
        };
        let unsayable = answers.wrong.iter().filter(is_unsayable).count();
        assert_eq!(unsayable, more[1], "{answers}");
        let (right, wrong) = (
            answers.tallies.total[Class::Right] - more[0],
            answers.wrong.len() - unsayable,
        );
        let known = include_str!("../../../../fixtures/SCOREBOARD.tsv");
        let mut rows = known.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let names = rows.next().expect("names of columns");
        let column = |name| names.iter().position(|it| *it == name).expect("a column");
        let row = rows
            .find(|row| row[column("command")] == format!("goban_crate {name}"))
            .expect("a row");
        assert_eq!(
            [row[column("moves asked")], row[column("moves wrong")]],
            [(right + wrong).to_string(), wrong.to_string()],
            "{answers}"
        );
    }
}
