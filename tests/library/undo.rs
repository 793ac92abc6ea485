//! `FastGame::undo` compared with `BoardRecord::undo` in random games, and equality of records.

use gokata::{
    BoardRecord, Color, FastGame, IllegalMove, KoRule, Move, Preset, Random, Rules, Size, play_move,
};
use pretty_assertions::{assert_eq, assert_ne};

use crate::support::numbers::deep;
use crate::support::pair::{Pair, size, some_rules};

/// A pair of games that starts from an empty board, or from the position of a random game without its past.
fn opened(random: &mut Random) -> Pair {
    let most = [2, 3, 4, 5, 9][random.below(5)];
    let shape = size(1 + random.below(most), 1 + random.below(most));
    let mut pair = Pair::new(shape, some_rules(random));
    if random.below(3) == 0 {
        for _ in 0..shape.point_count() {
            let moves = pair.compare();
            pair.go_on(&moves, false, random);
        }
        let (setup, rules) = (pair.pure().setup(), pair.pure().rules());
        let record = BoardRecord::try_from(&setup).unwrap();
        let game = FastGame::try_from(&setup).unwrap();
        pair = Pair::of_games(record.with_rules(rules), game.with_rules(rules));
    }
    pair
}

/// Takes back one turn in both games. False at the start.
fn undo(pair: &mut Pair) -> bool {
    let mut fast = pair.fast().clone();
    assert_eq!(fast.undo(), pair.pure().last_turn());
    let before = pair.pure().undo();
    let undone = before.is_some();
    *pair = Pair::of_games(before.unwrap_or_else(|| pair.pure().clone()), fast);
    pair.compare();
    pair.compare_boards();
    assert_eq!(BoardRecord::from(pair.fast()), *pair.pure());
    undone
}

#[test]
fn both_referees_take_back_the_same_turns() {
    let mut undone = 0;
    for seed in 0..if deep() { 3000 } else { 120 } {
        let mut random = Random::new(seed);
        let mut pair = opened(&mut random);
        for _ in 0..3 * pair.pure().size().point_count() + 20 {
            let moves = pair.compare();
            pair.go_on(&moves, false, &mut random);
            if random.below(10) == 0 {
                undone += (0..=random.below(4)).filter(|_| undo(&mut pair)).count();
            }
        }
        while undo(&mut pair) {
            undone += 1;
        }
        assert_eq!(pair.fast().turns(), 0);
    }
    assert!(undone > 2000, "{undone}");
}

#[test]
fn undo_restores_ko_prisoners_and_the_superko_past() {
    let text = "o\n-xo-\nx-xo\n-xo-\n";
    for ko in KoRule::ALL {
        let rules = Rules::default().with_ko(*ko);
        let record: BoardRecord = text.parse().unwrap();
        let mut game = FastGame::from(&record.with_rules(rules));
        let take = Move::play(Color::White, (1, 1));
        let retake = Move::play(Color::Black, (1, 2));
        assert_eq!(game.play(take), Ok(()));
        let refused = game.check(retake);
        // This rule counts only boards made by playing a stone, so the opening board may return.
        assert_eq!(refused.is_ok(), *ko == KoRule::NaturalSituational);
        assert_eq!(game.play(Move::play(Color::Black, (0, 0))), Ok(()));
        assert_eq!(game.undo(), Some(Move::play(Color::Black, (0, 0))));
        assert_eq!(game.check(retake), refused);
        assert_eq!(game.prisoners(Color::White), 1);
        assert_eq!(game.undo(), Some(take));
        assert_eq!((game.prisoners(Color::White), game.rules()), (0, rules));
        assert_eq!(game.check(take), Ok(()));
    }
}

/// The first pass takes the button, and the boards before it no longer count. Taking that pass back restores them, and
/// so does a change to rules without the button.
#[test]
fn undoing_the_pass_that_took_the_button_restores_the_earlier_boards() {
    let rules: Rules = "tromp-taylor,button=yes".parse().unwrap();
    let black = |col| Move::play(Color::Black, (0, col));
    let white = |col| Move::play(Color::White, (0, col));
    let repetition = Err(IllegalMove::Superko);
    for superko_before_the_pass in [true, false] {
        let mut pair = Pair::new(size(1, 3), Preset::Kata.rules());
        for mv in [black(0), white(2), black(1), white(2)] {
            pair.make(mv);
        }
        if superko_before_the_pass {
            pair.under(rules);
            assert_eq!(pair.fast().check(black(0)), repetition);
        }
        pair.make(Move::pass(Color::Black));
        pair.make(Move::pass(Color::White));
        pair.under(rules);
        for mut pair in [pair.exchanged(), pair] {
            assert_eq!(pair.fast().check(black(0)), Ok(()));
            assert!(pair.compare().contains(&black(0)));
            assert!(undo(&mut pair) && undo(&mut pair));
            assert_eq!(pair.fast().check(black(0)), repetition);
            assert!(!pair.compare().contains(&black(0)));
        }
    }
}

#[test]
fn undo_takes_back_a_handed_turn_and_a_resumption_after_the_turn() {
    let mut game = FastGame::new(Size::default());
    game.hand_turn(Color::White);
    for side in [Color::White, Color::Black] {
        assert_eq!(game.play(Move::pass(side)), Ok(()));
    }
    assert_eq!(game.resume(Some(Color::Black)), Ok(()));
    game.hand_turn(Color::White);
    assert_eq!(game.undo(), Some(Move::pass(Color::Black)));
    let state = (game.to_play(), game.is_over(), game.turns());
    assert_eq!(state, (Color::Black, false, 1));
    assert_eq!(game.undo(), Some(Move::pass(Color::White)));
    // The turn handed before stays.
    assert_eq!((game.to_play(), game.undo()), (Color::White, None));
}

#[test]
fn records_are_equal_if_opening_rules_and_events_are() {
    let play = |record: &BoardRecord, mv| play_move(mv, record).unwrap();
    let start = BoardRecord::new(size(5, 5));
    let black = Move::play(Color::Black, (2, 2));
    let one = play(&start, black);
    assert_eq!(one, play(&BoardRecord::new(size(5, 5)), black));
    assert_eq!(one.undo(), Some(start.clone()));
    let superko = Rules::default().with_ko(KoRule::Positional);
    assert_ne!(one, one.with_rules(superko));
    // With an index and without.
    assert_eq!(one, one.with_rules(superko).with_rules(one.rules()));
    let different = [
        start.clone(),
        BoardRecord::new(size(5, 6)),
        start.hand_turn(Color::White),
        play(&start, Move::play(Color::Black, (2, 1))),
        play(&start, Move::pass(Color::Black)),
        one.hand_turn(Color::Black),
        play(&one, Move::pass(Color::White)),
        BoardRecord::try_from(&one.setup()).unwrap(),
    ];
    for other in different {
        assert_ne!(one, other);
    }
    let handed_back = start.hand_turn(Color::White).hand_turn(Color::Black);
    let with_a_stone = "x\n-----\n-----\n--x--\n-----\n-----\n".parse().unwrap();
    for other in [handed_back, with_a_stone] {
        assert_ne!(start, other);
    }
    assert_eq!(one.to_string(), "o\n-----\n-----\n--x--\n-----\n-----\n");
    assert_eq!(
        one.to_string().parse(),
        Ok(BoardRecord::try_from(&one.setup()).unwrap())
    );
    assert!(format!("{one:?}").starts_with(
        "BoardRecord after 1 turns, ko=simple suicide=forbidden scoring=area komi=0\no\n"
    ));
}

/// The past is searched by shortcuts of all lengths.
#[test]
fn every_earlier_record_is_found() {
    let mut records = vec![BoardRecord::new(size(9, 9))];
    for (turn, point) in size(9, 9).points().take(70).enumerate() {
        let next = play_move(Move::play(records[turn].to_play(), point), &records[turn]);
        records.push(next.unwrap());
    }
    for record in &records {
        assert_eq!(records[70].at(record.turns()).as_ref(), Some(record));
    }
}
