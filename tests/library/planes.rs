//! Positions as planes, compared with a simple computation from the pure board at every move of random games.

use std::collections::BTreeMap;

use crate::support::naive::{Points, walk};
use gokata::planes::{PLANES, append_planes, planes};
use gokata::{
    BoardRecord, FastGame, IllegalMove, KoRule, Move, PointSet, Random, Rules, Size, Suicide,
    check_move,
};
use pretty_assertions::assert_eq;

/// Computes each plane from the pure board, as its name says.
fn simple(record: &BoardRecord) -> Vec<u8> {
    let (size, side) = (record.size(), record.to_play());
    let stones = |color| -> Points {
        let held = size.points();
        held.filter(|point| record.board().stone_at(*point) == Some(color))
            .collect()
    };
    // The number of liberties of the chain at each stone.
    let liberties = |ground: Points| {
        let mut liberties = BTreeMap::new();
        for stone in &ground {
            if liberties.contains_key(stone) {
                continue;
            }
            let chain = walk(size, *stone, &ground);
            let beside = chain.iter().flat_map(|stone| size.neighbors(*stone));
            let free = beside.filter(|point| record.board().stone_at(*point).is_none());
            let count = free.collect::<Points>().len();
            liberties.extend(chain.into_iter().map(|stone| (stone, count)));
        }
        liberties
    };
    let [own, opponent] = [side, !side].map(|color| liberties(stones(color)));
    let points = size.points().map(|point| {
        let verdict = check_move(Move::play(side, point), record);
        (own.get(&point), opponent.get(&point), verdict)
    });
    let points: Vec<_> = points.collect();
    let mut planes = Vec::new();
    for plane in PLANES {
        for (own, opponent, verdict) in &points {
            let is_so = match plane {
                "own-1" => *own == Some(&1),
                "own-2" => *own == Some(&2),
                "own-3" => own.is_some_and(|liberties| *liberties >= 3),
                "opponent-1" => *opponent == Some(&1),
                "opponent-2" => *opponent == Some(&2),
                "opponent-3" => opponent.is_some_and(|liberties| *liberties >= 3),
                "ko" => matches!(verdict, Err(IllegalMove::Ko | IllegalMove::Superko)),
                "legal" => verdict.is_ok(),
                "ones" => true,
                other => panic!("{other}: what is that?"),
            };
            planes.push(u8::from(is_so));
        }
    }
    planes
}

#[test]
fn planes_match_the_pure_board_at_every_move() {
    let plane = |planes: &[u8], name: &str, size: Size| -> Vec<bool> {
        let index = PLANES.iter().position(|plane| *plane == name);
        let area = size.point_count();
        let plane = &planes[index.unwrap() * area..][..area];
        plane.iter().map(|number| *number == 1).collect()
    };
    let mut met = [0; PLANES.len()];
    let sizes = ["1", "1x5", "2x3", "5x4", "9", "25x2", "19"];
    for (size, games) in sizes.into_iter().zip([2, 20, 60, 40, 8, 6, 1]) {
        let size: Size = size.parse().unwrap();
        for seed in 0..games {
            let rules = Rules::default()
                .with_ko(KoRule::ALL[seed % 4])
                .with_suicide(Suicide::ALL[seed % 3]);
            let mut random = Random::new(seed as u64);
            let mut game = FastGame::new(size).with_rules(rules);
            for _ in 0..(3 * size.point_count()).min(400) {
                let found = planes(&game);
                assert_eq!(found, simple(&BoardRecord::from(&game)), "{game:?}");
                let legal = game.legal_points();
                let points = size.points().zip(plane(&found, "legal", size));
                let points = points.filter(|(_, is_legal)| *is_legal);
                let points = points.map(|(point, _)| point);
                assert_eq!(PointSet::new(size, points), legal);
                for (count, plane) in met.iter_mut().zip(found.chunks(size.point_count())) {
                    *count += usize::from(plane.contains(&1));
                }
                let side = game.to_play();
                let drawn = legal.nth(random.below(legal.len()));
                let mv = drawn.map_or(Move::pass(side), |point| Move::play(side, point));
                game.play(mv).unwrap();
                if game.is_over() {
                    break;
                }
            }
        }
    }
    assert!(met.iter().all(|count| *count > 100), "{met:?}");
}

#[test]
fn planes_are_appended_and_a_finished_game_has_no_legal_point() {
    let size = Size::new(2, 3).unwrap();
    let mut game = FastGame::new(size);
    let mut several = planes(&game);
    game.play(Move::play(game.to_play(), (1, 1))).unwrap();
    append_planes(&game, &mut several);
    assert_eq!(several.len(), 2 * PLANES.len() * size.point_count());
    assert_eq!(several[PLANES.len() * size.point_count()..], planes(&game));
    for _ in 0..2 {
        game.play(Move::pass(game.to_play())).unwrap();
    }
    assert!(game.is_over());
    let over = planes(&game);
    assert_eq!(over[7 * size.point_count()..8 * size.point_count()], [0; 6]);
}
