//! Drawn moves of a batch, made again in a [`FastGame`], and how often each is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;

use gokata::scoring::Standing;
use gokata::{
    Action, Batch, ByColor, Color, FastGame, KoRule, Move, PointSet, Random, Rules, Suicide,
};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::oracles::{colored_move, rules, start};
use crate::support::pair::size;

/// The points of which one is drawn; if there is none, a pass is.
fn drawable(game: &FastGame) -> PointSet {
    (simple(game) & game.legal_points()) - game.light_eyes(game.to_play())
}

/// The plays that are no suicide and retake no ko at once.
fn simple(game: &FastGame) -> PointSet {
    let rules = game.rules().with_ko(KoRule::Simple);
    let rules = rules.with_suicide(Suicide::Forbidden);
    game.clone().with_rules(rules).legal_points()
}

/// Makes the moves in `game` that have been drawn in its copy in a batch: at most so many, and fewer only if they end the
/// game. Each must be one that may be drawn. Then the batch must say the same of the copy as `game`.
pub(crate) fn follow(game: &mut FastGame, batch: &Batch, nth: usize, most: usize) {
    let copy = batch.game(nth).unwrap();
    let last = game.turns() + most;
    for mv in &copy.moves()[game.turns()..] {
        let plays = drawable(game);
        match mv.action {
            Action::Play(point) => assert!(plays.contains(point), "{mv} in {game:?}"),
            _ => assert_eq!(
                (plays.len(), *mv),
                (0, Move::pass(game.to_play())),
                "{game:?}"
            ),
        }
        assert_eq!(game.play(*mv), Ok(()), "{mv} in {game:?}");
    }
    assert!(game.turns() == last || game.turns() < last && game.is_over());
    assert_same(&copy, game);
    assert_eq!(batch.turns(nth), Some(game.turns()));
    assert_eq!(batch.is_over(nth), Some(game.is_over()));
    assert_eq!(batch.to_play(nth), Some(game.to_play()));
    assert_eq!(batch.area(nth), Some(game.area()));
    let owners = Standing::from(&*game).marks.owners();
    let owned = ByColor::from_fn(|color| {
        let owned = game.size().points().zip(&owners);
        let owned = owned.filter(|(_, owner)| **owner == Some(color));
        PointSet::new(game.size(), owned.map(|(point, _)| point))
    });
    assert_eq!(batch.owned(nth), Some(owned), "{game:?}");
}

pub(crate) fn assert_same(found: &FastGame, expected: &FastGame) {
    let state = |game: &FastGame| {
        let held = Color::BOTH.map(|color| (game.stones_of(color), game.prisoners(color)));
        (
            game.to_play(),
            game.turns(),
            game.is_over(),
            held,
            game.rules(),
        )
    };
    assert_eq!(state(found), state(expected));
    assert_eq!(found.last_turn(), expected.last_turn());
}

/// Draws a move in copies of a game.
pub(crate) fn can_draw(game: &FastGame) {
    let mut batch = Batch::of(game, 5, 1);
    batch.draw();
    for nth in 0..batch.len() {
        follow(&mut game.clone(), &batch, nth, 1);
    }
}

/// All combinations of the rules that decide which moves are legal and when a game ends.
pub(crate) fn all_rules() -> impl Iterator<Item = Rules> {
    let rules = KoRule::ALL.iter().map(|ko| Rules::default().with_ko(*ko));
    let rules = rules.flat_map(|rules| Suicide::ALL.iter().map(move |of| rules.with_suicide(*of)));
    rules.flat_map(|rules| [false, true].map(|button| rules.with_button(button)))
}

/// Games of which one move at a time is drawn, and games that are played out at once.
#[rstest]
#[case(1, 1, 2)]
#[case(1, 2, 4)]
#[case(2, 2, 40)]
#[case(5, 5, 34)]
#[case(7, 9, 2)]
#[case(9, 9, 2)]
#[case(9, 14, 2)]
#[case(9, 15, 2)]
#[case(13, 13, 1)]
#[case(19, 19, 1)]
#[case(25, 25, 1)]
fn drawn_games(#[case] rows: usize, #[case] cols: usize, #[case] count: usize) {
    let most = 3 * rows * cols;
    for rules in all_rules() {
        let opening = FastGame::new(size(rows, cols)).with_rules(rules);
        let mut batch = Batch::of(&opening, count, 7);
        let mut games = vec![opening.clone(); count];
        let mut points = Vec::new();
        while games
            .iter()
            .any(|game| !game.is_over() && game.turns() < most)
        {
            batch.draw();
            for (nth, game) in games.iter_mut().enumerate() {
                follow(game, &batch, nth, 1);
            }
            batch.legal_points(&mut points);
            let legal: Vec<PointSet> = games.iter().map(FastGame::legal_points).collect();
            assert_eq!(points, legal);
        }
        batch.reset_all();
        batch.play_out();
        for nth in 0..count {
            follow(&mut opening.clone(), &batch, nth, most);
        }
    }
}

/// What came before the batch counts: boards, passes, the button, the ko, the side to play.
#[rstest]
fn games_with_a_past(
    #[values((1, 3), (2, 2), (2, 3), (3, 3), (3, 10), (10, 2))] (rows, cols): (usize, usize),
) {
    let mut refused = 0;
    for (seed, rules) in (0..15).flat_map(|seed| all_rules().map(move |rules| (seed, rules))) {
        let mut random = Random::new(seed);
        let mut game = FastGame::new(size(rows, cols)).with_rules(rules);
        for _ in 0..random.below(50) {
            let moves = game.legal_moves();
            match moves.len() {
                0 => game.resume(None).unwrap(),
                count => game.play(moves[random.below(count - 1)]).unwrap(),
            }
        }
        if random.below(4) == 0 {
            game.hand_turn(!game.to_play());
        }
        refused += (simple(&game) - game.legal_points()).len();
        let mut batch = Batch::of(&game, 4, seed);
        batch.play_out();
        for nth in 0..4 {
            follow(&mut game.clone(), &batch, nth, 3 * rows * cols);
        }
    }
    assert!(refused > 5 || rows * cols > 9, "{refused}");
}

#[rstest]
fn equal_seeds_give_equal_games_for_any_number_of_threads(
    #[values(0, 1, 31, 33, 100, 1300)] count: usize,
    #[values((4, 5), (10, 4))] (rows, cols): (usize, usize),
) {
    let rules = Rules::default().with_ko(KoRule::Positional);
    let played = |seed: u64, threads: usize| {
        let batch = Batch::new(count, size(rows, cols), rules, seed);
        let mut batch = batch.with_threads(NonZero::new(threads).unwrap());
        let mut all = Vec::new();
        for again in 0..2 {
            batch.draw();
            batch.reset(again);
            batch.play_out();
            // Of many games, a sample from each part.
            let games = (0..count).step_by(count.div_ceil(100).max(1));
            let games = games.map(|nth| batch.game(nth).unwrap().moves());
            all.push(games.collect());
            batch.reset_all();
        }
        all
    };
    let alone: Vec<Vec<Vec<Move>>> = played(3, 1);
    for threads in [1, 2, 3, 7] {
        assert_eq!(played(3, threads), alone, "{threads} threads");
    }
    // After a reset, and with another seed, games are different.
    let games: Vec<Vec<Move>> = [alone, played(4, 1)]
        .into_iter()
        .flatten()
        .flatten()
        .collect();
    let seen = games.len();
    assert_eq!(seen, 4 * count.min(100));
    assert_eq!(games.into_iter().collect::<BTreeSet<_>>().len(), seen);
}

#[rstest]
fn draws_begin_anew(#[values((4, 5), (10, 4))] (rows, cols): (usize, usize)) {
    let [fresh, games] = [3, 4].map(|seed| {
        let mut batch = Batch::new(40, size(rows, cols), Rules::default(), seed);
        if seed == 4 {
            batch.play_out();
            batch.reseed(3);
            assert!((0..40).all(|nth| batch.turns(nth) > Some(0)));
            batch.reset_all();
        }
        batch.play_out();
        [0, 20, 39].map(|nth| batch.game(nth).unwrap().moves())
    });
    assert_eq!(fresh, games);
}

/// After `o2,1`, Black may not retake the ko at C3 and has an eye at A1; D4 and E5 are suicide.
const KO: &str = "---o-/-xo-o/x-xo-/xxo--/-x---:o";

/// After these moves on three points, Black at A1 would bring back a board from before the batch.
const CYCLE: &str = "x0,0 o0,2 x0,1 o0,2";

fn at(text: &str, history: &str, rules: Rules) -> FastGame {
    let mut game = start::<FastGame>(text).with_rules(rules);
    for word in history.split_whitespace() {
        game.play(colored_move(word)).unwrap();
    }
    game
}

/// On a large board, where moves are drawn from a list.
fn middle_game() -> FastGame {
    let mut batch = Batch::new(1, size(19, 19), Rules::default(), 2);
    for _ in 0..299 {
        batch.draw();
    }
    batch.game(0).unwrap()
}

/// The cases are games and the number of plays of which one is drawn; without any, a pass is.
#[rstest]
#[case::empty(FastGame::new(size(9, 9)), 81)]
#[case::superko(FastGame::new(size(9, 9)).with_rules(rules("ssk", "A")), 81)]
#[case::ko(at(KO, "o2,1", rules("simple", "F")), 10)]
#[case::ko_and_suicide(at(KO, "o2,1", rules("nssk", "A").with_button(true)), 10)]
#[case::old_ko(at(KO, "o2,1 xpass opass", rules("simple", "M").with_button(true)), 11)]
#[case::large(middle_game(), 53)]
#[case::a_board_returns(at("---:x", CYCLE, rules("simple", "F")), 2)]
#[case::no_board_may_return(at("---:x", CYCLE, rules("psk", "F")), 1)]
#[case::an_eye_and_suicide(at("-xo-o/xxoo-:x", "", rules("simple", "A")), 0)]
fn each_play_is_drawn_equally_often(#[case] game: FastGame, #[case] plays: usize) {
    let points = drawable(&game).list();
    assert_eq!(points.len(), plays, "{game:?}");
    let mut counts = vec![0; plays];
    let mut batch = Batch::of(&game, 100, 11);
    for _ in 0..2 * plays.max(1) {
        batch.reset_all();
        batch.draw();
        for nth in 0..batch.len() {
            let drawn = batch.game(nth).unwrap().last_turn().unwrap();
            match points
                .iter()
                .position(|point| drawn.action == Action::Play(*point))
            {
                Some(at) => counts[at] += 1,
                None => assert_eq!((plays, drawn), (0, Move::pass(game.to_play()))),
            }
        }
    }
    assert!(is_even(&counts), "{counts:?}");
}

/// The second of two moves is drawn with the numbers that follow in the same round.
#[test]
fn each_pair_of_moves_is_drawn_equally_often() {
    let mut counts: BTreeMap<[Move; 2], u32> = BTreeMap::new();
    let mut batch = Batch::new(100, size(3, 3), Rules::default(), 5);
    for _ in 0..2 * 72 {
        batch.reset_all();
        batch.play_out();
        for nth in 0..batch.len() {
            let moves = batch.game(nth).unwrap().moves();
            *counts.entry([moves[0], moves[1]]).or_default() += 1;
        }
    }
    let counts: Vec<u32> = counts.into_values().collect();
    assert_eq!(counts.len(), 72);
    assert!(is_even(&counts), "{counts:?}");
}

/// False if counts are more uneven, or more even, than those of a fair draw are once in a million times. Chi-square with `k`
/// degrees of freedom is above `k + 2 sqrt(k x) + 2 x` with a probability of at most `exp(-x)`, and below `k - 2 sqrt(k x)`,
/// too (Laurent and Massart 2000, lemma 1).
fn is_even(counts: &[u32]) -> bool {
    let cells: f64 = counts.iter().map(|_| 1.0).sum();
    let mean = f64::from(counts.iter().sum::<u32>()) / cells;
    let squares = counts
        .iter()
        .map(|count| (f64::from(*count) - mean).powi(2));
    let (found, free, x) = (squares.sum::<f64>() / mean, cells - 1.0, 1e6_f64.ln());
    let spread = 2.0 * (free * x).sqrt();
    cells < 2.0 || (free - spread..=free + spread + 2.0 * x).contains(&found)
}

/// As many draws as above: a byte divided by 81 leaves the first 13 remainders more often, and a counter each equally often.
#[test]
fn an_unfair_draw_is_noticed() {
    let counts = |draw: &mut dyn FnMut(usize) -> usize| {
        let mut counts = vec![0; 81];
        (0..200 * 81).for_each(|nth| counts[draw(nth)] += 1);
        counts
    };
    let mut random = Random::new(1);
    assert!(is_even(&counts(&mut |_| random.below(81))));
    assert!(!is_even(&counts(&mut |_| random.below(256) % 81)));
    assert!(!is_even(&counts(&mut |nth| nth % 81)));
    let mut one_too_often = counts(&mut |_| random.below(81));
    one_too_often[40] *= 2;
    assert!(!is_even(&one_too_often));
}
