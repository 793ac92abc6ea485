//! Checks that both referees give the same verdict on every point, at every ply, under all rules. With `GOKATA_DEEP`,
//! plays 400 times as many random moves.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::support::numbers::deep;
use crate::support::pair::{self, Pair, random_game, size, small_board, some_rules};
use gokata::fixture::Fixture;
use gokata::{
    BoardRecord, Color, FastGame, IllegalMove, KoRule, Move, Point, Random, Rules, Size, Suicide,
};
use pretty_assertions::assert_eq;

/// Games of all sizes under all rules, with turns handed over, play resumed and rules changed in mid-game. In half of
/// them, players fill their own eyes.
#[test]
fn random_games() {
    let most = if deep() { 10_000_000 } else { 25_000 };
    let moves = AtomicU64::new(0);
    let games = AtomicU64::new(0);
    let play = || {
        while moves.load(Ordering::Relaxed) < most {
            let seed = games.fetch_add(1, Ordering::Relaxed);
            moves.fetch_add(random_game(seed), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        (1..thread::available_parallelism().map_or(1, usize::from))
            .for_each(|_| drop(scope.spawn(play)));
        play();
    });
    assert!(games.into_inner() > 100);
}

#[test]
fn games_of_many_passes() {
    (1000..if deep() { 100_000 } else { 3000 }).for_each(pair::passing_game);
}

/// Plays a few moves on boards of all 625 sizes.
#[test]
fn every_size() {
    let mut random = Random::new(25);
    for (rows, cols) in (1..=25).flat_map(|rows| (1..=25).map(move |cols| (rows, cols))) {
        let mut pair = Pair::new(size(rows, cols), some_rules(&mut random));
        for _ in 0..12 {
            let moves = pair.compare();
            pair.go_on(&moves, false, &mut random);
        }
        pair.compare_boards();
    }
}

/// Every legal board of at most 10 points, both colors, every suicide rule; of at most 12 with `GOKATA_DEEP`.
#[test]
fn every_small_board() {
    let shapes = (1..=3).flat_map(|rows| (rows..=12 / rows).map(move |cols| (rows, cols)));
    let shapes = shapes.map(|(rows, cols)| size(rows, cols));
    let most = if deep() { 12 } else { 10 };
    let shapes: Vec<Size> = shapes.filter(|size| size.point_count() <= most).collect();
    let boards = AtomicU64::new(0);
    let next = AtomicU64::new(0);
    let work = || {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= PIECES {
                break;
            }
            for shape in &shapes {
                let count = 3u64.pow(u32::try_from(shape.point_count()).unwrap_or(0));
                let mine = (piece..count).step_by(usize::try_from(PIECES).unwrap_or(1));
                let legal = mine.filter(|number| small_board(*shape, *number)).count();
                boards.fetch_add(legal as u64, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        (1..thread::available_parallelism().map_or(1, usize::from))
            .for_each(|_| drop(scope.spawn(work)));
        work();
    });
    // The sum of the published numbers of legal positions of these sizes.
    let expected = if deep() { 894_851 } else { 81_281 };
    assert_eq!(boards.into_inner(), expected);
}

/// The number of pieces into which the work is divided for the threads.
const PIECES: u64 = 64;

/// No point is so far off the board that a move or a query there panics.
#[test]
fn illegal_moves_change_nothing() {
    let wild = [i32::MIN, -1_000_000, -1, 0, 1, 5, 24, 25, 26, 700, i32::MAX];
    let mut random = Random::new(3);
    for seed in 0..60 {
        let shape = size(1 + random.below(25), 1 + random.below(25));
        let mut pair = Pair::new(shape, some_rules(&mut random));
        for _ in 0..random.below(3 * shape.point_count()) {
            let moves = pair.fast().legal_moves();
            pair.go_on(&moves, seed % 2 == 0, &mut random);
        }
        let face = |game: &FastGame| {
            let held = Color::BOTH.map(|color| game.prisoners(color));
            let (is_over, legal) = (game.is_over(), game.legal_points());
            format!("{game:?} {held:?} {is_over} {:?} {legal:?}", game.moves())
        };
        let mut fast = pair.fast().clone();
        let before = face(&fast);
        for color in Color::BOTH {
            let points = wild
                .iter()
                .flat_map(|row| wild.map(|col| (*row, col).into()));
            for point in points {
                let mv = Move::play(color, point);
                if let Err(refused) = fast.check(mv) {
                    assert_eq!(fast.play(mv), Err(refused));
                    assert_eq!(fast.check(mv), Err(refused));
                    assert_eq!(fast.play_all([mv, mv]), Err((0, refused)));
                }
                let _ = (fast.chain(point), fast.liberties(point).len());
                let (is_there, found) =
                    (fast.stones_of(color).contains(point), fast.stone_at(point));
                assert_eq!(is_there, found == Some(color), "{point:?}");
            }
        }
        if !fast.is_over() {
            assert!(fast.resume(None).is_err());
        }
        let _ = fast.playout(&mut random);
        assert_eq!(face(&fast), before);
    }
}

/// The library has two definitions of an eye, and two fixtures show the difference: the definition of the book needs
/// own stones at the corners; that of light playouts only forbids enemy stones there.
#[test]
fn the_two_definitions_of_an_eye_differ() {
    let fixtures = [
        ("diamond-is-not-yet-an-eye", (2, 2)),
        ("side-with-an-empty-diagonal", (0, 2)),
    ];
    for (name, eye) in fixtures {
        let file = format!(
            "{}/../../fixtures/eyes/{name}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let fixture: Fixture = std::fs::read_to_string(file).unwrap().parse().unwrap();
        let game = FastGame::try_from(&fixture.opening.setup).unwrap();
        assert!(game.eyes(Color::Black).is_empty());
        let light: Vec<Point> = game.light_eyes(Color::Black).iter().collect();
        assert_eq!(light, [Point::from(eye)]);
        assert!(game.light_eyes(Color::White).is_empty());
    }
}

/// A chain may have no liberty until the last of its stones is set up.
#[test]
fn a_setup_is_judged_when_it_is_complete() {
    let text = "x\noxo\noxo\n-x-\n";
    let record: BoardRecord = text.parse().unwrap();
    let game = FastGame::try_from(&record.setup()).unwrap();
    assert_eq!(game.liberties(Point::from((0, 1))).len(), 2);
    assert_eq!(game.stones_of(Color::White).len(), 4);
}

#[test]
fn superko_forbids_boards_from_before_the_rule_was_set() {
    let shape = size(1, 3);
    let simple = Rules::default().with_suicide(Suicide::MultiStone);
    let superko = simple.with_ko(KoRule::Positional);
    let mut pair = Pair::new(shape, simple);
    for (color, col) in Color::BOTH.into_iter().cycle().zip([0, 2, 1, 2]) {
        pair.make(Move::play(color, (0, col)));
        pair.compare();
    }
    let again = Move::play(Color::Black, (0, 0));
    pair.under(superko);
    pair.compare();
    assert_eq!(pair.fast().check(again), Err(IllegalMove::Superko));
    pair.under(simple);
    assert_eq!(pair.fast().check(again), Ok(()));
}

fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::NAN, f64::from)
}

/// The mean length of light playouts must be the one that other programs with these rules have found: 111.0 plies on
/// 9x9, 455 on 19x19.
#[test]
fn light_playouts_are_as_long_as_those_of_other_programs() {
    for (side, games, expected) in [(9, 4000, 111.0), (19, 600, 455.0)] {
        let game = FastGame::new(size(side, side));
        let mut random = Random::new(1);
        let (mut plies, mut black, mut white) = (0.0, 0.0, 0.0);
        for _ in 0..games {
            let played = game.playout(&mut random);
            let area = played.area.map(float);
            plies += float(played.plies);
            (black, white) = (black + area.black, white + area.white);
        }
        let length = plies / f64::from(games);
        assert!(
            (length - expected).abs() < expected / 100.0,
            "{side}: {length}"
        );
        // Moving first is worth a few points, and nearly every point has an owner.
        let lead = (black - white) / f64::from(games);
        assert!((0.0..6.0).contains(&lead), "{side}: {lead}");
        let share = (black + white) / f64::from(games) / float(game.size().point_count());
        assert!((0.95..=1.0).contains(&share), "{side}: {share}");
    }
}
