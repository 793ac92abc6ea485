//! Tests that take a second in all and catch nearly everything: what mutation testing runs, and whoever
//! works on a referee. The long ones are in `agreement.rs` and `oracles.rs`.

#[path = "support/conformance.rs"]
mod conformance;
#[path = "support/pair.rs"]
mod pair;
mod support;

use gokata::fixture::{Both, Fixture, check};
use gokata::perft::{Passes, children, perft};
use gokata::{
    BoardRecord, FastGame, IllegalMove, KoRule, Move, Random, Rules, SetupError, Suicide,
};

/// The whole corpus on both at once: every question, and the forbidden points after every move.
#[test]
fn every_fixture() {
    let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures")];
    let mut asked = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{error}")) {
            let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
            if path.is_dir() && !path.ends_with("malformed") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "txt") {
                let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{error}"));
                let fixture = Fixture::parse(&text).unwrap_or_else(|error| panic!("{error}"));
                let shape = fixture.opening.setup.size;
                let mut both = Both::new(
                    BoardRecord::new(shape),
                    FastGame::new(shape),
                    ["pure", "fast"],
                );
                let report = check(&fixture, &mut both);
                asked += report.asked;
                assert!(
                    report.failures.is_empty(),
                    "{}: {}",
                    path.display(),
                    report.failures[0]
                );
                let told: Vec<String> = both
                    .disagreements()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                assert!(told.is_empty(), "{}\n{}", path.display(), told.join("\n"));
            }
        }
    }
    assert!(asked > 1000, "{asked} questions");
}

#[test]
fn conformance_of_both() {
    conformance::all::<BoardRecord>();
    conformance::all::<FastGame>();
}

#[test]
fn a_few_thousand_plies() {
    let mut plies = 0;
    let games = (0..).take_while(|seed| {
        plies += pair::random_game(*seed);
        plies < 5000
    });
    assert!(games.count() > 10);
}

/// Counts of every kind, under all rules, two and more moves on from positions with captures in them.
#[test]
fn perft_of_both() {
    let starts = ["x-x/oo-/-xo:x", "x-/oo/-x:o", "-oxx-:o", "xo-o/-x-x/oo-o:x"];
    let starts = starts.map(support::setup);
    for (start, ko) in starts
        .iter()
        .flat_map(|start| KoRule::ALL.iter().map(move |ko| (start, *ko)))
    {
        for suicide in Suicide::ALL {
            let rules = Rules {
                ko,
                suicide: *suicide,
                ..Rules::default()
            };
            let pure = BoardRecord::try_from(start).map(|record| record.with_rules(rules));
            let fast = FastGame::try_from(start).map(|game| game.with_rules(rules));
            let (pure, fast) = (pure.unwrap_or_else(fault), fast.unwrap_or_else(fault));
            for passes in [Passes::Counted, Passes::LeftOut] {
                assert_eq!(perft(&fast, 3, passes), perft(&pure, 3, passes), "{pure:?}");
                let next: Vec<FastGame> = children(&fast, passes).collect();
                assert_eq!(next.len() as u64, perft(&pure, 1, passes)[0].nodes);
                assert!(next.iter().all(|next| next.turns() == 1));
            }
        }
    }
}

fn fault<T>(error: SetupError) -> T {
    panic!("{error}")
}

/// Several moves at once are as many moves one by one, up to the first that is refused.
#[test]
fn all_moves_of_a_game_at_once() {
    let size = pair::size(9, 9);
    let mut random = Random::new(11);
    let mut game = FastGame::new(size);
    while !game.is_over() && game.turns() < 200 {
        let plays: Vec<Move> = game.legal_moves().collect();
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

#[test]
fn games_of_many_passes() {
    (0..300).for_each(pair::passing_game);
}

#[test]
fn every_board_of_six_points() {
    for (rows, cols) in [(1, 6), (2, 3), (3, 2)] {
        let legal = (0..729).filter(|number| pair::small_board(pair::size(rows, cols), *number));
        assert!(legal.count() > 100);
    }
}
