//! What cannot be seen from outside: playouts move by move, and games whose keys have two bits.

use super::FastGame;
use super::game::Game;
use super::playout::Light;
use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::legality::{check_move, play_move};
use crate::moves::Move;
use crate::point::{Point, Size};
use crate::random::Random;
use crate::record::BoardRecord;
use crate::rules::{KoRule, Rules, Suicide};
use crate::setup::Setup;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap_or_else(|error| panic!("{error}"))
}

/// Each move of a playout is one that may be made and should be, and a pass comes only when there is none.
#[test]
fn playouts_make_only_moves_they_should() {
    for seed in 0..40 {
        follow::<10, 111, 2>(size(9, 9), seed);
        follow::<0, 111, 2>(size(5, 6), seed);
        follow::<0, 703, 11>(size(3, 2), seed);
    }
    follow::<20, 421, 7>(size(19, 19), 1);
}

fn follow<const STRIDE: usize, const LEN: usize, const WORDS: usize>(size: Size, seed: u64) {
    let mut random = Random::new(seed);
    let mut game = Game::<STRIDE, LEN, WORDS>::new(size);
    let mut light = Light::of(&game, &mut random);
    while light.passes < 2 && light.plies < 3 * size.area() {
        let color = game.to_play;
        let eyes = game.light_eyes(color);
        let wanted: Vec<Point> = game
            .legal_points()
            .iter()
            .filter(|point| !eyes.contains(*point))
            .collect();
        let (before, passes) = (game.stones_of(color), light.passes);
        light.turn(color, &mut random);
        let is_new = |point: &Point| {
            let place = game.stones.place(*point);
            place.is_some_and(|place| light.stones.stone(place) == Some(color))
                && !before.contains(*point)
        };
        let new: Vec<Point> = size.points().filter(is_new).collect();
        let mv = match new[..] {
            [point] => {
                assert!(wanted.contains(&point), "{point} on {size}");
                assert_eq!(light.passes, 0);
                Move::play(color, point)
            }
            [] => {
                assert_eq!((wanted, light.passes), (Vec::new(), passes + 1));
                Move::pass(color)
            }
            _ => panic!("{new:?}"),
        };
        game.play(mv).unwrap_or_else(|reason| panic!("{reason}"));
        for color in Color::BOTH {
            assert_eq!(
                light.stones.plane::<WORDS>(color),
                game.planes[color as usize]
            );
        }
        assert_eq!(light.empty.len, game.empty().len());
        assert_eq!(light.area::<WORDS>(), game.area());
        assert_eq!(light.area_by_flood::<WORDS>(), game.area());
    }
}

/// In a playout that starts in the middle of a game, what may not be taken back at once is not, and
/// passes count.
#[test]
fn playouts_know_how_the_game_stands() {
    let text = "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n";
    let record: BoardRecord = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut game = Game::<0, 111, 2>::new(record.size());
    game.set_up(&record.setup())
        .unwrap_or_else(|error| panic!("{error}"));
    let mut make = |mv: Move| {
        game.play(mv).unwrap_or_else(|reason| panic!("{reason}"));
        let light = Light::of(&game, &mut Random::new(1));
        (
            light.ko,
            light.passes,
            game.playout(&mut Random::new(1)).plies > 0,
        )
    };
    let taken = 3 * 6 + 3;
    assert_eq!(make(Move::play(Color::White, (2, 1))), (taken, 0, true));
    assert_eq!(make(Move::pass(Color::Black)), (0, 1, true));
    assert_eq!(make(Move::pass(Color::White)), (0, 2, false));
    let mut random = Random::new(1);
    assert_eq!(game.playout(&mut random).area, game.area());
    let record: BoardRecord = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut game = FastGame::from(&record);
    game.play(Move::play(Color::White, (2, 1)))
        .unwrap_or_else(|reason| panic!("{reason}"));
    game.hand_turn(Color::White);
    // White may go on, and is not barred.
    let before = format!("{game:?}");
    assert!((0..50).all(|seed| game.playout(&mut Random::new(seed)).plies > 10));
    assert_eq!(format!("{game:?}"), before);
}

/// Under keys of two bits, nearly every board looks like every other: the verdicts hold all the same.
#[test]
fn verdicts_rest_on_boards_not_on_keys() {
    let mut superko = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let size = size(1 + random.below(3), 1 + random.below(4));
        let (ko, suicide) = (
            KoRule::ALL[1 + random.below(3)],
            Suicide::ALL[random.below(3)],
        );
        let rules = Rules {
            ko,
            suicide,
            ..Rules::default()
        };
        let mut pure = BoardRecord::new(size).with_rules(rules);
        let mut fast = FastGame::new(size).with_rules(rules);
        for _ in 0..60 {
            let side = pure.to_play();
            for point in size.points() {
                let mv = Move::play(side, point);
                assert_eq!(fast.check(mv), check_move(mv, &pure), "{mv:?} {pure:?}");
                superko += u32::from(fast.check(mv) == Err(IllegalMove::Superko));
            }
            let plays: Vec<Point> = fast.legal_points().iter().collect();
            let mv = plays
                .get(random.below(plays.len()))
                .map_or(Move::pass(side), |point| Move::play(side, *point));
            let played = play_move(mv, &pure);
            assert_eq!(fast.play(mv).is_ok(), played.is_ok());
            pure = played.unwrap_or(pure);
            if fast.resume(None).is_ok() {
                pure = pure.resume(None).unwrap_or(pure);
            }
        }
    }
    assert!(superko > 500, "{superko}");
}

/// The same stones and history in a game that had to make room for them again and again.
#[test]
fn a_long_past_stays_whole() {
    let start = Setup::new(size(2, 2), Color::Black);
    let rules = Rules {
        ko: KoRule::Situational,
        suicide: Suicide::Allowed,
        ..Rules::default()
    };
    let mut fast = FastGame::try_from(&start)
        .unwrap_or_else(|error| panic!("{error}"))
        .with_rules(rules);
    let mut pure = BoardRecord::new(size(2, 2)).with_rules(rules);
    let mut random = Random::new(9);
    for _ in 0..2000 {
        let plays: Vec<Point> = fast.legal_points().iter().collect();
        let side = fast.to_play();
        let mv = plays
            .get(random.below(plays.len()))
            .map_or(Move::pass(side), |point| Move::play(side, *point));
        if fast.is_over() {
            assert_eq!(fast.resume(None), Ok(()));
            pure = pure.resume(None).unwrap_or(pure);
        }
        assert_eq!(fast.play(mv).is_ok(), check_move(mv, &pure).is_ok());
        pure = play_move(mv, &pure).unwrap_or(pure);
        let verdicts = |mv| (fast.check(mv), check_move(mv, &pure));
        for point in fast.size().points() {
            let (found, expected) = verdicts(Move::play(fast.to_play(), point));
            assert_eq!(found, expected);
        }
    }
    assert!(fast.turns() > 1000);
}
