//! Tests that take one second together and catch nearly every mutation of the referees. Longer tests are in
//! `tests/slow/agreement.rs` and `tests/slow/oracles.rs`.

use crate::support::oracles;
use crate::support::pair;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::PathBuf;

use crate::support::corpus::{corpus, read};
use gokata::fixture::{Both, check};
use gokata::perft::{Passes, children, perft};
use gokata::{
    Action, Board, BoardRecord, Color, FastGame, GameEvent, IllegalMove, KoRule, Move, Point,
    PureGame, Random, Rules, Suicide, check_move, explain_move, play_move,
};

/// Both referees agree on every question of every fixture, and on the forbidden points after every move. Comparing them
/// changes nothing in the report.
#[test]
fn every_fixture() {
    let mut asked = 0;
    // To find what becomes of chains is no matter of the referees, and takes long.
    let is_asked = |file: &PathBuf| {
        !file
            .parent()
            .is_some_and(|folder| folder.ends_with("status"))
    };
    for file in corpus("fixtures").into_iter().filter(is_asked) {
        let fixture = read(&file);
        let size = fixture.opening.setup.size;
        let (mut pure, fast) = (PureGame::new(size), FastGame::new(size));
        let mut both = Both::new(pure.clone(), fast, ["pure", "fast"]);
        let report = check(&fixture, &mut both);
        assert_eq!(both.disagreements(), [], "{}", file.display());
        assert_eq!(both.more_disagreements(), 0);
        let alone = check(&fixture, &mut pure);
        assert_eq!(format!("{report:?}"), format!("{alone:?}"));
        asked += report.asked;
    }
    assert!(asked > 1000, "{asked} questions");
}

#[test]
fn a_few_thousand_plies() {
    let mut plies = 0;
    let games = (0..).take_while(|seed| {
        plies += pair::random_game(*seed);
        plies < 3000
    });
    assert!(games.count() > 3);
}

/// Both referees must have the same perft counts to depth 3 under every ko rule and every suicide rule.
#[test]
fn perft_of_both() {
    let starts = ["x-x/oo-/-xo:x", "x-/oo/-x:o", "-oxx-:o", "xo-o/-x-x/oo-o:x"];
    let starts = starts.map(oracles::setup);
    let suicides = || Suicide::ALL.iter().copied();
    let kos = KoRule::ALL.iter().copied();
    let both = kos.flat_map(|ko| suicides().map(move |suicide| (ko, suicide)));
    for (ko, suicide) in both {
        let rules = Rules::default().with_ko(ko).with_suicide(suicide);
        for start in &starts {
            let pure = BoardRecord::try_from(start).unwrap().with_rules(rules);
            let pure = PureGame::from(pure);
            let fast = FastGame::try_from(start).unwrap().with_rules(rules);
            for passes in [Passes::Counted, Passes::LeftOut] {
                assert_eq!(perft(&fast, 3, passes), perft(&pure, 3, passes), "{pure:?}");
                let next: Vec<FastGame> = children(&fast, passes).collect();
                assert_eq!(next.len() as u64, perft(&pure, 1, passes)[0].nodes);
                assert!(next.iter().all(|next| next.turns() == 1));
            }
        }
    }
}

/// `play_all` has the same effect as playing the moves one by one; it stops at the first illegal move.
#[test]
fn play_all_plays_moves_up_to_the_first_illegal_one() {
    let size = pair::size(9, 9);
    let mut random = Random::new(11);
    let mut game = FastGame::new(size);
    while !game.is_over() && game.turns() < 200 {
        let plays = game.legal_moves();
        let nth = random.below(plays.len() - 1);
        assert_eq!(game.play(plays[nth]), Ok(()));
    }
    let mut again = FastGame::new(size);
    assert_eq!(again.play_all(game.moves()), Ok(()));
    assert_eq!((again.moves(), again.key()), (game.moves(), game.key()));
    assert_eq!(again.turns(), game.turns());
    let mut wrong = game.moves();
    wrong[7] = wrong[6];
    let mut part = FastGame::new(size);
    assert_eq!(part.play_all(wrong), Err((7, IllegalMove::Turn)));
    assert_eq!(part.moves(), game.moves()[..7]);
    part.clone_from(&game);
    assert_eq!((part.moves(), part.key()), (game.moves(), game.key()));
    part.clone_from(&FastGame::new(pair::size(2, 3)));
    assert_eq!(part.legal_points().len(), 6);
}

/// The first pass takes the button and does not count: after two passes the game and its playouts go on.
#[test]
fn playouts_go_on_after_the_pass_that_takes_the_button() {
    let rules = Rules::default().with_button(true);
    for to_play in Color::BOTH {
        let mut game = FastGame::new(pair::size(5, 5)).with_rules(rules);
        game.hand_turn(to_play);
        for side in [to_play, !to_play] {
            game.play(Move::pass(side)).expect("a legal move");
            assert!(game.playout(&mut Random::new(1)).plies > 10);
        }
        assert!(!game.is_over());
        game.play(Move::pass(to_play)).expect("a legal move");
        assert!(game.is_over());
        assert_eq!(game.playout(&mut Random::new(1)).plies, 0);
    }
}

#[test]
fn games_of_many_passes() {
    (0..120).for_each(pair::passing_game);
}

#[test]
fn every_board_of_six_points() {
    for (rows, cols) in [(1, 6), (2, 3), (3, 2)] {
        let legal = (0..729).filter(|number| pair::small_board(pair::size(rows, cols), *number));
        assert!(legal.count() > 100);
    }
}

/// An explanation must agree with `check_move`, and its captures with the board after the move.
#[test]
fn explanations() {
    let mut repeats = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let shape = pair::size(1 + random.below(4), 1 + random.below(4));
        let mut pair = pair::Pair::new(shape, pair::some_rules(&mut random));
        for _ in 0..3 * shape.point_count() {
            let moves = pair.fast().legal_moves();
            pair.go_on(&moves, false, &mut random);
        }
        let far = [Point::from((-1, 0)), Point::from((i32::MAX, i32::MIN))];
        for point in shape.points().chain(far) {
            for color in Color::BOTH {
                repeats += usize::from(explained(Move::play(color, point), pair.pure()));
            }
        }
    }
    assert!(repeats > 60, "{repeats}");
}

/// Checks the explanation of a move. True if the move would repeat a board.
fn explained(mv: Move, record: &BoardRecord) -> bool {
    let explanation = explain_move(mv, record);
    let verdict = check_move(mv, record);
    assert_eq!(explanation.asked(), mv);
    assert_eq!(explanation.is_legal(), verdict.is_ok());
    assert_eq!(explanation.reasons().first().copied(), verdict.err());
    assert!(explanation.reasons().is_sorted());
    let Some(after) = explanation.board_after() else {
        assert!(explanation.captured().is_empty() && explanation.self_captured().is_empty());
        return false;
    };
    let before = record.board();
    let gone = |color| -> Vec<Point> {
        let points = before.points().zip(before.size().points());
        let held = points
            .filter(|(stone, _)| *stone == Some(color))
            .map(|(_, point)| point);
        held.filter(|point| after.stone_at(*point).is_none())
            .collect()
    };
    let mut own = gone(mv.color);
    if let Action::Play(point) = mv.action
        && after.stone_at(point).is_none()
    {
        own.push(point);
        own.sort_unstable();
    }
    assert_eq!(explanation.self_captured(), own);
    assert_eq!(explanation.captured(), gone(!mv.color));
    let hash = |board: &Board| BuildHasherDefault::<DefaultHasher>::default().hash_one(board);
    assert_eq!(hash(before) == hash(after), before == after);
    let repeats = explanation.repeats().and_then(|turns| record.at(turns));
    let again = |reason: &IllegalMove| [IllegalMove::Ko, IllegalMove::Superko].contains(reason);
    assert_eq!(repeats.is_some(), explanation.reasons().iter().any(again));
    let is_same = |earlier: &BoardRecord| earlier.board() == after;
    assert!(repeats.as_ref().is_none_or(is_same));
    repeats.is_some()
}

#[test]
fn explanations_in_words() {
    let record: BoardRecord = "o\n-xo-\nx-xo\nxxo-\n".parse().unwrap();
    let words = |mv: Move, record: &BoardRecord| explain_move(mv, record).to_string();
    let take = Move::play(Color::White, (1, 1));
    assert_eq!(words(take, &record), "White B2: legal\n  takes 1 stone: C2");
    let after = play_move(take, &record).unwrap();
    assert_eq!(
        words(Move::play(Color::Black, (1, 2)), &after),
        "Black C2: not legal\n  ko: the board would be as it was before your opponent's last turn (the opening board)\n  \
         would take 1 stone: B2"
    );
    let [one, pass] = [Move::play(Color::White, (0, 3)), Move::pass(Color::Black)];
    let later = record
        .apply_all(&[one, pass, take].map(GameEvent::Turn))
        .unwrap();
    assert_eq!(
        explain_move(Move::play(Color::Black, (1, 2)), &later).sentences()[0],
        "ko: the board would be as it was before your opponent's last turn (the board after turn 2)"
    );
    let twice = record.apply_all(&[one, pass, pass].map(GameEvent::Turn));
    assert_eq!(twice.unwrap_err().number, 3);
    assert!(record.is_legal(take) && !record.is_legal(pass));
    assert_eq!(
        words(Move::play(Color::White, (0, 0)), &record),
        "White A3: not legal\n  suicide: your own stones would be left without a liberty (1 stone: A3)"
    );
    let two: BoardRecord = "o\n-ox\nxx-\n".parse().unwrap();
    assert_eq!(
        words(Move::play(Color::White, (0, 0)), &two),
        "White A2: not legal\n  suicide: your own stones would be left without a liberty (2 stones: A2 B2)"
    );
    let two = two.with_rules(Rules::default().with_suicide(Suicide::Allowed));
    assert_eq!(
        words(Move::play(Color::White, (0, 0)), &two),
        "White A2: legal\n  takes off its own 2 stones: A2 B2"
    );
}
