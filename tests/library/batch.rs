//! A batch as a referee: the corpus and the oracles, and random moves, in games of a batch. Drawn moves are in
//! `batch_drawn.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use gokata::fixture::{Both, check};
use gokata::perft::Counts;
use gokata::{
    Action, Answer, Batch, Color, FastGame, GameEvent, IllegalMove, KoRule, Move, Point, PointSet,
    Random, Referee, Rules, Setup,
};
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::batch_drawn::{all_rules, assert_same, can_draw, follow};
use crate::support::corpus::{corpus, read};
use crate::support::numbers::{number, small};
use crate::support::oracles::{self, Row, plain_move, refusals, rows, rules, table};
use crate::support::pair::size;

/// A game of a batch as a referee, and what the batch says of it. Each position is one to draw from, too.
#[derive(Clone)]
struct Slot {
    batch: Batch,
    game: FastGame,
    legal: PointSet,
}

/// The game is one of three.
const NTH: usize = 1;

impl Slot {
    fn new(game: &FastGame) -> Slot {
        Slot::of(Batch::of(game, 3, 0))
    }

    fn of(mut batch: Batch) -> Slot {
        let mut legal = Vec::new();
        batch.legal_points(&mut legal);
        let game = batch.game(NTH).unwrap();
        can_draw(&game);
        let legal = legal[NTH];
        Slot { batch, game, legal }
    }
}

impl Referee for Slot {
    fn start(&mut self, setup: &Setup, rules: Rules) -> Result<(), String> {
        let game = FastGame::try_from(setup).map_err(|error| error.to_string())?;
        *self = Slot::new(&game.with_rules(rules));
        Ok(())
    }

    /// Reasons come from the steps of a copy.
    fn judge(&self, mv: Move) -> Answer {
        match mv.action {
            Action::Play(point)
                if self.legal.contains(point) && mv.color == self.game.to_play() =>
            {
                Answer::Legal
            }
            _ => self.batch.clone().step(&[None, Some(mv)])[NTH].into(),
        }
    }

    fn play(&mut self, mv: Move) -> Answer {
        let verdict = self.batch.step(&[None, Some(mv)])[NTH];
        *self = Slot::of(self.batch.clone());
        verdict.into()
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        self.game.stone_at(point)
    }

    /// What a batch does not offer is done in the game, which is put back.
    fn follow(&mut self, event: GameEvent) -> Answer {
        if let GameEvent::Turn(mv) = event {
            return self.play(mv);
        }
        let answer = self.game.follow(event);
        assert!(self.batch.put(NTH, self.game.clone()));
        *self = Slot::of(self.batch.clone());
        answer
    }

    fn under(&mut self, rules: Rules) -> Result<(), String> {
        *self = Slot::new(&self.game.clone().with_rules(rules));
        Ok(())
    }

    fn side_to_play(&self) -> Option<Color> {
        Some(self.game.to_play())
    }
}

/// A game of a batch gives every answer that fixtures expect, and agrees with a game of its own on every point after each
/// move.
#[test]
fn every_fixture() {
    let mut asked = 0;
    // A batch does not find dead stones.
    let is_asked = |file: &PathBuf| !file.components().any(|part| part.as_os_str() == "status");
    for file in corpus("fixtures").into_iter().filter(is_asked) {
        let fixture = read(&file);
        let game = FastGame::new(fixture.opening.setup.size);
        let mut both = Both::new(Slot::new(&game), game, ["batch", "fast"]);
        let report = check(&fixture, &mut both);
        assert_eq!(report.failures, [], "{}", file.display());
        assert_eq!(both.disagreements(), [], "{}", file.display());
        asked += report.asked;
    }
    assert!(asked > 1000, "{asked} questions");
}

/// From each start of the table, as deep as this number of sequences of moves allows.
#[test]
fn perft() {
    const MOST: u64 = 100;
    let mut groups: BTreeMap<Vec<&str>, Vec<Row>> = BTreeMap::new();
    for row in table(include_str!("../oracles/perft_positions.tsv")) {
        let key = ["id", "ko", "suicide", "passes"].map(|name| row[name]);
        groups.entry(key.to_vec()).or_default().push(row);
    }
    let mut compared = 0;
    for rows in groups.values_mut() {
        rows.sort_by_key(|row| number(row["depth"]));
        let start: FastGame = oracles::start(rows[0]["start"]);
        let mut games = vec![start.with_rules(rules(rows[0]["ko"], rows[0]["suicide"]))];
        for row in rows.iter().take_while(|row| number(row["nodes"]) <= MOST) {
            let (counts, next) = ply(&games, row["passes"] == "1");
            for (name, count) in Counts::COLUMNS.into_iter().zip(counts.columns()) {
                assert_eq!(count, number(row[name]), "{name} of {row:?}");
            }
            games = next;
            compared += 1;
        }
    }
    assert!(compared > 1900, "{compared} rows");
}

/// Tries every play, and a pass if passes are counted. Returns the counts, and the games after the legal moves.
fn ply(games: &[FastGame], passes: bool) -> (Counts, Vec<FastGame>) {
    let (mut counts, mut next) = (Counts::default(), Vec::new());
    for game in games.iter().filter(|game| !game.is_over()) {
        let side = game.to_play();
        let plays = game.size().points().map(|point| Move::play(side, point));
        let moves: Vec<Option<Move>> = plays
            .chain(passes.then_some(Move::pass(side)))
            .map(Some)
            .collect();
        let mut batch = Batch::of(game, moves.len(), 0);
        for (nth, verdict) in batch.step(&moves).into_iter().enumerate() {
            let gained = |color: Color| {
                let after = batch.game(nth).unwrap().prisoners(color);
                (after - game.prisoners(color)) as u64
            };
            match verdict {
                Err(IllegalMove::Suicide) => counts.rejected_suicide += 1,
                Err(IllegalMove::Ko | IllegalMove::Superko) => counts.rejected_ko += 1,
                Err(reason) => assert_eq!(reason, IllegalMove::Occupied),
                Ok(()) => {
                    let is_pass = moves[nth] == Some(Move::pass(side));
                    counts.nodes += 1;
                    counts.plays += u64::from(!is_pass);
                    counts.pass_leaves += u64::from(is_pass);
                    counts.ended_leaves += u64::from(batch.is_over(nth) == Some(true));
                    counts.capturing_plays += u64::from(gained(side) > 0);
                    counts.stones_captured += gained(side);
                    counts.suicide_plays += u64::from(gained(!side) > 0);
                    next.push(batch.game(nth).unwrap());
                }
            }
        }
    }
    (counts, next)
}

/// Every refused point at each ply of 400 games, with its reason.
#[test]
fn traces() {
    let mut refused = 0;
    for row in table(include_str!("../oracles/traces.tsv")) {
        let size = size(small(row["rows"]), small(row["cols"]));
        let mut batch = Batch::new(2, size, rules(row["ko"], row["suicide"]), 0);
        let refusals = ["rejected_suicide", "rejected_ko"].map(|name| refusals(row[name]));
        let mut points = Vec::new();
        for (ply, word) in row["moves"].split(' ').enumerate() {
            let game = batch.game(0).unwrap();
            let stones = game.stones_of(Color::Black) | game.stones_of(Color::White);
            let mut legal = PointSet::all(size) - stones;
            for (of_ko, refusals) in [false, true].into_iter().zip(&refusals) {
                for (_, point) in refusals.iter().filter(|(at, _)| *at == ply) {
                    let verdicts = batch.step(&[Some(Move::play(game.to_play(), *point))]);
                    let reason = verdicts[0].unwrap_err();
                    let is_of_ko = [IllegalMove::Ko, IllegalMove::Superko].contains(&reason);
                    assert!(is_of_ko == of_ko && (of_ko || reason == IllegalMove::Suicide));
                    legal -= PointSet::new(size, [*point]);
                    refused += 1;
                }
            }
            batch.legal_points(&mut points);
            assert_eq!(points, [legal, PointSet::all(size)], "{} {ply}", row["id"]);
            let mv = plain_move(game.to_play(), word);
            assert_eq!(batch.step(&[Some(mv), None]), [Ok(()), Ok(())]);
        }
        let game = batch.game(0).unwrap();
        assert_eq!(rows(&game), row["final_board"], "{}", row["id"]);
        let is_over = row["ended_by_two_passes"] == "1";
        assert_eq!(batch.is_over(0), Some(is_over));
        let held = ["prisoners_black_holds", "prisoners_white_holds"].map(|name| small(row[name]));
        assert_eq!(Color::BOTH.map(|color| game.prisoners(color)), held);
    }
    assert!(refused > 10_000, "{refused}");
}

/// Lists of moves, legal or not, too long or too short: each game goes on as one of its own, between moves that are drawn.
#[rstest]
fn steps(#[values((1, 3), (2, 2), (3, 4), (9, 9), (10, 9))] (height, width): (usize, usize)) {
    const GAMES: usize = 10;
    let mut reasons = BTreeSet::new();
    for (seed, rules) in (0..).zip(all_rules()) {
        let mut random = Random::new(seed);
        let opening = FastGame::new(size(height, width)).with_rules(rules);
        let mut batch = Batch::of(&opening, GAMES, seed);
        let mut games = vec![opening.clone(); GAMES];
        let mut points = Vec::new();
        for round in 0..80 {
            let moves = (0..random.below(GAMES + 5)).map(|nth| {
                let game = games.get(nth).unwrap_or(&opening);
                some_move(game, &mut random)
            });
            let moves: Vec<Option<Move>> = moves.collect();
            let played = games.iter_mut().zip(&moves);
            let verdicts: Vec<_> = played
                .map(|(game, mv)| mv.map_or(Ok(()), |mv| game.play(mv)))
                .collect();
            assert_eq!(batch.step(&moves), verdicts);
            reasons.extend(verdicts.into_iter().filter_map(Result::err));
            for (nth, game) in games.iter().enumerate() {
                assert_same(&batch.game(nth).unwrap(), game);
            }
            batch.legal_points(&mut points);
            let legal: Vec<PointSet> = games.iter().map(FastGame::legal_points).collect();
            assert_eq!(points, legal);
            if round % 4 == 0 {
                batch.draw();
                for (nth, game) in games.iter_mut().enumerate() {
                    follow(game, &batch, nth, 1);
                }
            }
            let nth = random.below(GAMES);
            if games[nth].is_over() {
                batch.reset(nth);
                games[nth].clone_from(&opening);
            }
        }
    }
    // Nothing repeats in short games on large boards.
    let rare = [IllegalMove::Ko, IllegalMove::Superko];
    let expected = IllegalMove::ALL.iter().copied();
    let expected = expected.filter(|reason| height * width < 20 || !rare.contains(reason));
    assert!(reasons.is_superset(&expected.collect()), "{reasons:?}");
}

/// Mostly a play of the side to play, on any point.
fn some_move(game: &FastGame, random: &mut Random) -> Option<Move> {
    let (side, size) = (game.to_play(), game.size());
    let point = (random.below(size.rows()), random.below(size.cols()));
    Some(match random.below(60) {
        0..5 => return None,
        5..8 => Move::pass(side),
        8 => Move::resign(side),
        9 => Move::play(side, (size.rows(), 0)),
        10 => Move::play(!side, point),
        _ => Move::play(side, point),
    })
}

/// A game is taken with its past, but only if it is like the others and there is one to replace.
#[test]
fn put() {
    let shape = size(3, 3);
    let rules = Rules::default().with_ko(KoRule::Positional);
    let mut batch = Batch::new(2, shape, rules, 0);
    assert_eq!(
        (batch.len(), batch.size(), batch.rules()),
        (2, shape, rules)
    );
    assert!(!batch.is_empty() && Batch::new(0, shape, rules, 0).is_empty());
    let mut game = FastGame::new(shape).with_rules(rules);
    game.play_at("B2").unwrap();
    let others = [
        game.clone().with_rules(Rules::default()),
        FastGame::new(size(3, 4)).with_rules(rules),
    ];
    for other in others {
        assert!(!batch.put(0, other));
    }
    assert!(!batch.put(2, game.clone()));
    assert_eq!([0, 1].map(|nth| batch.turns(nth)), [Some(0); 2]);
    assert!(batch.put(1, game.clone()));
    assert_eq!([0, 1].map(|nth| batch.turns(nth)), [Some(0), Some(1)]);
    assert_same(&batch.game(1).unwrap(), &game);
    batch.reset(2);
    assert_eq!(
        (batch.turns(2), batch.is_over(2), batch.to_play(2)),
        (None, None, None)
    );
    assert!(batch.game(2).is_none() && batch.owned(2).is_none() && batch.area(2).is_none());
    batch.reset(1);
    assert_eq!(batch.turns(1), Some(0));
}
