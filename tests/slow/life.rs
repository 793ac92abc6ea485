//! What is found about life and death: the proofs are checked by other code, and no suggestion is lost when it is marked.

use rstest::rstest;

use crate::support::games::cases;
use crate::support::proofs::{Claims, kind};
use gokata::scoring::{ChainLife, Finding, Life, Marks, Score, Standing};
use gokata::{Action, BoardRecord, Color, Move, Random, Size, Suicide, play_move};

fn life_of(record: &BoardRecord) -> Life {
    Standing::from(record).life()
}

/// A game of random moves that spares eyes, until nobody wants to move.
fn finished(size: Size, suicide: Suicide, random: &mut Random) -> BoardRecord {
    let rules = gokata::Rules::default().with_suicide(suicide);
    let mut record = BoardRecord::new(size).with_rules(rules);
    while !record.is_over() && record.turns() < 4 * size.point_count() {
        let side = record.to_play();
        let is_wanted = |mv: &Move| match mv.action {
            Action::Play(point) => !record.board().is_eye(point, side),
            _ => false,
        };
        let wanted: Vec<Move> = gokata::legal_moves(&record)
            .into_iter()
            .filter(is_wanted)
            .collect();
        let mv = match wanted.len() {
            0 => Move::pass(side),
            all => wanted[random.below(all)],
        };
        record = play_move(mv, &record).unwrap();
    }
    record
}

fn check(record: &BoardRecord, life: &Life, chain: &ChainLife) -> Result<bool, String> {
    let start = record;
    Claims { start, life }.check(chain)
}

/// Every proof about the ends of random games, and about positions on the way, convinces the checker. The suggestion stays
/// as it is when it is marked, and comes again if one asks again.
#[test]
fn proofs_convince_a_checker_that_shares_no_code_with_the_finder() {
    let mut random = Random::new(1);
    let mut proofs = [0; 5];
    for game in 0..cases().div_ceil(80) {
        let [rows, cols] = [3 + random.below(5), 3 + random.below(5)];
        let size = Size::new(rows, cols).unwrap();
        let suicide = Suicide::ALL[game as usize % 3];
        let end = finished(size, suicide, &mut random);
        let middle = end.at(end.turns() * 2 / 3);
        for record in [Some(end), middle].into_iter().flatten() {
            let life = life_of(&record);
            for chain in life.chains() {
                if let Err(why) = check(&record, &life, chain) {
                    panic!("{why}\n{}", record.board());
                }
                if let Finding::Proven(_, proof) = &chain.finding {
                    proofs[kind(proof)] += 1;
                }
            }
            stays_when_marked(&record, &life);
            assert_eq!(life_of(&record).chains(), life.chains());
        }
    }
    assert!(proofs[..4].iter().all(|number| *number > 0), "{proofs:?}");
}

fn stays_when_marked(record: &BoardRecord, life: &Life) {
    let suggested = life.standing().marks;
    let marked = Marks::of(record.board()).with_dead(&suggested.dead().list());
    assert_eq!(marked, Ok(suggested), "{}", record.board());
}

/// A proof says something about one board. On boards that differ in a point the checker rejects it, or it holds there, too:
/// then nothing else is proven.
#[rstest]
#[case("x\n--xo-\n--xoo\nxx-o-\noooo-\n", &[0, 3])]
#[case("o\n-x-xo\nxxxxo\nooooo\n-o-o-\n", &[0])]
#[case("x\n-xo-xo-\nxxo-xoo\n-xooxo-\nxxoxxoo\n", &[0, 4])]
#[case("x\n-xo-oxo-\nxxoooxoo\n-xo-xxo-\nxxox-xoo\n", &[0, 4])]
#[case("x\n----xo-\nxxxxxoo\nooooo-o\n--x-oo-\n", &[0, 1, 2])]
fn a_proof_for_another_board_is_rejected(#[case] text: &str, #[case] kinds: &[usize]) {
    let board: BoardRecord = text.parse().unwrap();
    let life = life_of(&board);
    let (mut proven, mut rejected) = ([0; 5], [0; 5]);
    for point in board.size().points() {
        let others = [None, Some(Color::Black), Some(Color::White)];
        for other in others
            .into_iter()
            .filter(|stone| *stone != board.board().stone_at(point))
        {
            let mut setup = board.setup();
            setup.stones.retain(|(at, _)| *at != point);
            setup.stones.extend(other.map(|color| (point, color)));
            let Ok(changed) = BoardRecord::try_from(&setup) else {
                continue;
            };
            let there = life_of(&changed);
            for chain in life.chains() {
                let Finding::Proven(status, proof) = &chain.finding else {
                    continue;
                };
                proven[kind(proof)] += 1;
                if check(&changed, &life, chain).is_err() {
                    rejected[kind(proof)] += 1;
                } else if let Some(same) = there.chain_at(chain.stones.nth(0).unwrap())
                    && let Finding::Proven(found, _) = same.finding
                {
                    assert_eq!(found, *status, "{}", changed.board());
                }
            }
        }
    }
    let some = |counts: [usize; 5]| (0..5).filter(|kind| counts[*kind] > 0).collect::<Vec<_>>();
    assert_eq!(some(proven), kinds);
    assert_eq!(some(rejected), kinds);
}

/// Any board has an answer, and stays what it was.
#[rstest]
#[case(1, 1)]
#[case(1, 25)]
#[case(25, 3)]
#[case(9, 9)]
fn any_board_has_an_answer(#[case] rows: usize, #[case] cols: usize) {
    let size = Size::new(rows, cols).unwrap();
    let empty = BoardRecord::new(size);
    let life = life_of(&empty);
    assert_eq!(life.chains(), []);
    assert_eq!(life.result(), Standing::from(&empty).count().score());
    let mut random = Random::new(7);
    let end = finished(size, Suicide::Forbidden, &mut random);
    for turns in [1, 5, end.turns() / 2] {
        let record = end.at(turns).unwrap_or(end.clone());
        let life = life_of(&record);
        let stones: usize = life.chains().iter().map(|chain| chain.stones.len()).sum();
        assert_eq!(stones, record.board().stones().count());
        stays_when_marked(&record, &life);
        let winners = life.range().map(Score::winner);
        if winners.black == winners.white {
            assert_eq!(life.result().winner(), winners.black);
        }
    }
}
