//! Limits on the memory that records and games take.

use allocation_counter::measure;
use gokata::{
    BoardRecord, FastGame, KoRule, Move, Preset, Random, Size, is_legal_move, legal_moves,
    play_move,
};

/// Each move adds one leaf of the new board and one entry of the past; under a superko rule now and then a list of keys.
/// A larger board does not add more.
#[test]
fn a_move_costs_the_same_on_every_board_and_in_every_game() {
    for (ko, most) in [(KoRule::Simple, 1024), (KoRule::Positional, 1536)] {
        for side in [9, 19, 25] {
            let record = game(side, ko, 0);
            for turns in [10, 60] {
                let record = further(&record, turns);
                let mv = first_play(&record);
                let mut next = None;
                let cost = measure(|| next = play_move(mv, &record).ok());
                assert!(next.is_some());
                let (stay, allocations) = (cost.bytes_current, cost.count_total);
                assert!(stay <= most, "{ko} {side} after {turns}: {stay} bytes stay");
                assert!(
                    allocations <= 12,
                    "{ko} {side} after {turns}: {allocations}"
                );
            }
        }
    }
}

#[test]
fn a_record_of_300_moves() {
    for ko in [KoRule::Simple, KoRule::Positional] {
        let mut record = None;
        let cost = measure(|| record = Some(game(19, ko, 300)));
        assert!(record.is_some_and(|record| record.turns() == 300));
        let bytes = cost.bytes_current;
        assert!((180_000..260_000).contains(&bytes), "{ko}: {bytes} bytes");
    }
}

/// Checking a play next to an empty point does not build a board.
#[test]
fn checking_a_move_allocates_nothing() {
    for ko in KoRule::ALL {
        let record = game(19, *ko, 100);
        let mv = first_play(&record);
        let cost = measure(|| assert!(is_legal_move(mv, &record)));
        assert_eq!(cost.count_total, 0, "{ko}");
    }
}

/// Each entry of the past drops the one before; by the shortcuts, not all of them within one another.
#[test]
fn a_long_game_is_dropped_without_overflowing_the_stack() {
    let mut record = game(1, KoRule::Simple, 0);
    for _ in 0..100_000 {
        for _ in 0..2 {
            record = play_move(Move::pass(record.to_play()), &record).unwrap();
        }
        record = record.resume(None).unwrap();
    }
    let half = record.at(100_000);
    drop(record);
    assert_eq!(half.map(|record| record.turns()), Some(100_000));
}

fn game(side: usize, ko: KoRule, moves: usize) -> BoardRecord {
    let size = Size::square(side).unwrap();
    let rules = Preset::Kata.rules().with_ko(ko);
    further(&BoardRecord::new(size).with_rules(rules), moves)
}

/// Plays this number of moves, spread over the legal points.
fn further(record: &BoardRecord, moves: usize) -> BoardRecord {
    let play = |record: BoardRecord, number: usize| {
        let plays = legal_moves(&record);
        let mv = plays[number * 7919 % (plays.len() - 2)];
        play_move(mv, &record).unwrap()
    };
    (0..moves).fold(record.clone(), play)
}

fn first_play(record: &BoardRecord) -> Move {
    legal_moves(record)[0]
}

/// Each limit is slightly above the documented size of the game, its turns and its superko history together.
#[test]
fn a_fast_game_takes_no_more_memory_than_documented() {
    for (side, rules, turns, most) in [
        (9, KoRule::Simple, 0, 1_800),
        (13, KoRule::Simple, 0, 3_500),
        (19, KoRule::Simple, 0, 6_800),
        (25, KoRule::Simple, 0, 13_000),
        (19, KoRule::Simple, 1000, 7_900),
        (19, KoRule::Positional, 500, 10_000),
        (19, KoRule::Positional, 1000, 20_000),
        (19, KoRule::Positional, 4000, 148_000),
    ] {
        let mut game = None;
        let cost = measure(|| game = Some(fast_game(side, rules, turns)));
        assert!(game.is_some_and(|game| game.turns() == turns));
        let bytes = cost.bytes_current;
        let is_documented = (most * 4 / 5..most).contains(&bytes);
        assert!(is_documented, "{side} {rules} {turns}: {bytes} bytes");
    }
}

/// Most moves fit into the capacity that the game allocated before.
#[test]
fn checks_playouts_and_most_moves_of_a_fast_game_allocate_nothing() {
    let mut game = fast_game(19, KoRule::Positional, 100);
    let copy = game.clone();
    let mv = Move::play(game.to_play(), (0, 0));
    let cost = measure(|| {
        assert!(game.check(mv).is_ok() || !game.legal_points().contains((0, 0).into()));
        assert!(game.playout(&mut Random::new(1)).plies > 100);
        assert!(game.legal_points().len() > 100);
        assert!(game.play(Move::pass(game.to_play())).is_ok());
        game.clone_from(&copy);
    });
    assert_eq!(cost.count_total, 0);
}

fn fast_game(side: usize, ko: KoRule, turns: usize) -> FastGame {
    let size = Size::square(side).unwrap();
    let rules = Preset::Kata.rules().with_ko(ko);
    let mut game = FastGame::new(size).with_rules(rules);
    let mut random = Random::new(1);
    while game.turns() < turns {
        let legal = game.legal_moves();
        let plays = legal.len().saturating_sub(2).max(1);
        game.play(legal[random.below(plays)]).unwrap();
    }
    game
}
