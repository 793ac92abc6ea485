//! Compares the pure referee with the `goban` crate where `workloads` does not: single points, the count, long records.
//!
//! Both are timed in turns, so that other load on the machine affects both alike, and the medians are compared. Before
//! that, both must give the same answers, so that they do the same work. `goban` keeps a mutable board.

// Figures are printed.
#![allow(clippy::print_stdout)]

mod goban_worker;
mod stopwatch;
#[allow(dead_code)] // the other workloads
mod workload;

use std::sync::LazyLock;

use goban::rules::ScoreRules;
use goban::rules::game::Game;
use goban_worker::coordinates;
use gokata::scoring::{Item, Standing};
use gokata::{
    BoardRecord, Color, FastGame, KoRule, Move, Preset, Random, Rules, Scoring, Size, Tax,
    is_legal_move, legal_moves, play_move,
};
use stopwatch::{machine, processor_time, time};
use workload::{Games, Worker, superko};

const GAMES: u64 = 60;
/// Not an argument, because test runners pass arguments of their own.
static TURNS: LazyLock<usize> = LazyLock::new(|| {
    let turns = std::env::var("GOKATA_TURNS");
    turns.map_or(25, |turns| turns.parse().expect("a number of turns"))
});

fn main() {
    let size = Size::square(19).unwrap_or_else(|error| panic!("{error}"));
    let games = Games::random(size, GAMES);
    println!("{}", machine());
    println!(
        "{GAMES} random games on 19x19, processor time, medians of {} turns (least)",
        *TURNS
    );
    println!("\nper point: is_legal_move beside check_point");
    for rules in [Rules::default(), superko()] {
        for plies in [100, 200] {
            let (pure, goban) = positions(&games, plies, rules);
            row(
                &format!("after {plies}, {}", rules.ko()),
                pure.len() * size.point_count(),
                || pure.iter().map(count_by_point).sum(),
                || goban.iter().map(|game| count_by_goban(size, game)).sum(),
            );
        }
    }
    counting(&games);
    println!(
        "\nper point: is_legal_move at the end of a record of 1,000 turns beside one of 10, same board"
    );
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let [long, short] = same_board(Rules::default().with_ko(ko));
        let points = long.size().point_count();
        row(
            &ko.to_string(),
            points,
            || count_by_point(&long),
            || count_by_point(&short),
        );
    }
}

/// Times the whole count of a position, with the standing from a referee, and goban's count of stones and territory.
fn counting(games: &Games) {
    println!(
        "\nper position: the whole count beside goban's calculate_score_by, stones and territory"
    );
    let area = Preset::Kata.rules();
    let halves =
        |standing: Standing| usize::try_from(standing.count().total(Color::Black).0).unwrap_or(0);
    for (name, plies) in [("after 200", 200), ("at the end", usize::MAX)] {
        let (pure, goban) = positions(games, plies, area);
        let fast: Vec<FastGame> = pure.iter().map(FastGame::from).collect();
        let theirs = || {
            let score = |game: &Game| game.calculate_score_by(ScoreRules::STONES).0;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole points
            let points: usize = goban.iter().map(|game| score(game) as usize).sum();
            2 * points
        };
        let by_pure = || pure.iter().map(|record| halves(record.into())).sum();
        row(&format!("{name}, pure"), pure.len(), by_pure, theirs);
        let by_fast = || fast.iter().map(|game| halves(game.into())).sum();
        row(&format!("{name}, fast"), pure.len(), by_fast, theirs);
    }
    println!("\nper position: only the count, beside the same without tax");
    for (scoring, tax) in [(Scoring::Territory, Tax::Seki), (Scoring::Area, Tax::All)] {
        for plies in [200, usize::MAX] {
            let standings = positions(games, plies, area.with_scoring(scoring)).0;
            let standings: Vec<Standing> = standings.iter().map(Standing::from).collect();
            // Both count the same, because living stones are not taxed.
            let by = |tax| {
                let territory = |standing: &Standing| {
                    let mut standing = standing.clone();
                    standing.rules = standing.rules.with_tax(tax);
                    let black = standing.count().line(Item::Territory)[Color::Black];
                    usize::try_from(black.0).unwrap_or(0)
                };
                standings.iter().map(territory).sum()
            };
            let name = format!("{scoring}, tax {tax}, {}", plies.min(1000));
            row(&name, standings.len(), || by(tax), || by(Tax::None));
        }
    }
}

/// Times two closures in turns and prints the medians and their ratio. Both must return the same number.
fn row(name: &str, units: usize, ours: impl Fn() -> usize, theirs: impl Fn() -> usize) {
    assert_eq!(ours(), theirs(), "{name}: the two do not find the same");
    let timed = |work: &dyn Fn() -> usize| {
        std::hint::black_box(work());
        units
    };
    let works: [stopwatch::Work; 2] = [&mut || timed(&ours), &mut || timed(&theirs)];
    let [ours, theirs] = time(*TURNS, processor_time, works);
    let ratio = ours.median / theirs.median;
    println!("{name:26} {ours:28} {theirs:28} ratio {ratio:.2}");
}

fn count_by_point(record: &BoardRecord) -> usize {
    let points = record
        .size()
        .points()
        .map(|point| Move::play(record.to_play(), point));
    points.filter(|mv| is_legal_move(*mv, record)).count()
}

fn count_by_goban(size: Size, game: &Game) -> usize {
    let points = size.points().map(coordinates);
    points
        .filter(|point| game.check_point(*point).is_none())
        .count()
}

/// Returns the same positions in both programs, each from the middle of a random game, or from its end if it is shorter.
fn positions(games: &Games, plies: usize, rules: Rules) -> (Vec<BoardRecord>, Vec<Game>) {
    let openings = || {
        games
            .games
            .iter()
            .map(|game| &game[..plies.min(game.len())])
    };
    let pure = openings().map(|moves| BoardRecord::replay(games.size, rules, moves));
    let goban = openings().map(|moves| Game::replay(games.size, rules, moves));
    (pure.collect(), goban.collect())
}

/// Returns a record of 1,000 turns, and a record with only its last ten turns.
fn same_board(rules: Rules) -> [BoardRecord; 2] {
    let size = Size::square(9).unwrap_or_else(|error| panic!("{error}"));
    let play = |record: BoardRecord, mv: &Move| {
        play_move(*mv, &record).unwrap_or_else(|error| panic!("{error}"))
    };
    // Players who fill their eyes play long games.
    let played = |seed| {
        let (mut random, mut record) =
            (Random::new(seed), BoardRecord::new(size).with_rules(rules));
        while record.turns() < 1000 && !record.is_over() {
            // The last two are a pass and a resignation.
            let moves = legal_moves(&record);
            record = play(record, &moves[random.below(moves.len() - 2)]);
        }
        record
    };
    let mut played = (0..1000).map(played);
    let long = played
        .find(|record| record.turns() == 1000)
        .expect("a long game");
    let start = BoardRecord::try_from(&long.at(990).expect("1000 turns").setup());
    let start = start
        .unwrap_or_else(|error| panic!("{error}"))
        .with_rules(rules);
    let short = long.moves()[990..].iter().fold(start, play);
    assert_eq!(
        (long.board(), long.to_play()),
        (short.board(), short.to_play())
    );
    [long, short]
}
