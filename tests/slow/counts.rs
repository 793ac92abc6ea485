//! Compares scores with those of independent programs; `tests/oracles/README.md` says how each was obtained.

use std::collections::BTreeMap;

use crate::support::numbers::{Fnv, all_setups, deep, is_small, number, size};
use crate::support::oracles::{self, Row, point, rules, table};
use gokata::scoring::{HalfPoints, Standing};
use gokata::{BoardRecord, ByColor, Color, FastGame, Komi, Move, Point, PureGame, Rules, Scoring};
use pretty_assertions::assert_eq;

fn standing(start: &str) -> Standing {
    let record = BoardRecord::from(oracles::start::<PureGame>(start));
    let standing = Standing::from(&record);
    assert_eq!(
        standing,
        Standing::from(&FastGame::from(&record)),
        "{start}"
    );
    standing
}

/// Checks the 42 rows of the conformance table that are about scores.
#[test]
fn conformance_of_the_count() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for row in table(include_str!("../oracles/conformance.tsv")) {
        match row["kind"] {
            "area" => area(&row),
            "territory" => territory(&row),
            _ => continue,
        }
        *kinds.entry(row["kind"]).or_default() += 1;
    }
    assert_eq!(kinds, BTreeMap::from([("area", 7), ("territory", 35)]));
}

/// Checks a row such as `B 36 W 45`.
fn area(row: &Row) {
    let count = standing(row["start"]).count();
    let [black, white] = Color::BOTH.map(|color| count.total(color));
    let found = format!("B {black} W {white}");
    assert_eq!(found, row["expected"], "{}", row["id"]);
}

/// Checks a row such as `prisoners held B 3 W 2; komi 5.5`, `dead 6,4 6,5`, `B 28 W 25.5 => B+2.5`.
fn territory(row: &Row) {
    let mut standing = standing(row["start"]);
    let words = row.values().flat_map(|cell| cell.split("; "));
    let part = |name: &str| words.clone().find_map(|part| part.strip_prefix(name));
    let held = part("prisoners held B ").and_then(|held| held.split_once(" W "));
    let (black, white) = held.expect(row["id"]);
    let held = ByColor::new(black, white).map(|stones| u32::try_from(number(stones)).unwrap());
    let komi: Komi = part("komi ").unwrap_or("0").parse().unwrap();
    let dead = part("dead ").unwrap_or("-").split(' ');
    let dead: Vec<Point> = dead.filter(|word| *word != "-").map(point).collect();
    standing.marks = standing.marks.with_dead(&dead).expect(row["id"]);
    // Every dead stone is named.
    assert_eq!(standing.marks.dead().len(), dead.len(), "{}", row["id"]);
    standing.prisoners = held;
    standing.rules = Rules::default()
        .with_scoring(Scoring::Territory)
        .with_komi(komi);
    let count = standing.count();
    let [black, white] = Color::BOTH.map(|color| count.total(color));
    let points = format!("B {black} W {white}");
    let mut expected = row["expected"].split(" => ");
    assert_eq!(Some(points.as_str()), expected.next(), "{}", row["id"]);
    if let Some(score) = expected.next() {
        let outcome = gokata::scoring::Outcome::Counted(count.score());
        assert_eq!(outcome.to_string(), score, "{}", row["id"]);
    }
}

/// Checks for each small size how many boards have each result (by area, and by territory without prisoners), how many
/// have a neutral region, and the checksum of all area results in order.
#[test]
fn every_small_board_is_counted() {
    let histogram: Vec<Row> = table(include_str!("../oracles/area_score_histogram.tsv")).collect();
    let mut left_out = 0;
    for row in table(include_str!("../oracles/exhaustive_small_boards.tsv")) {
        let size = size(row["board"]);
        if !is_small(size) {
            left_out += 1;
            continue;
        }
        let mut fnv = Fnv::default();
        let mut found: BTreeMap<(&str, i64), u64> = BTreeMap::new();
        let mut neutral = 0;
        for setup in all_setups(size) {
            let Ok(game) = FastGame::try_from(&setup) else {
                continue;
            };
            let mut standing = Standing::from(&game);
            let mut margin = |scoring: Scoring| {
                standing.rules = standing.rules.with_scoring(scoring);
                let count = standing.count();
                (count.total(Color::Black) - count.total(Color::White)).0 / 2
            };
            let [area, territory] = [Scoring::Area, Scoring::Territory].map(&mut margin);
            fnv.feed(u64::try_from(area + 1000).unwrap());
            *found.entry(("area", area)).or_default() += 1;
            let territory = ("territory_no_prisoners", territory);
            *found.entry(territory).or_default() += 1;
            let nobody = |region: &gokata::scoring::Region| region.owner.is_none();
            neutral += u64::from(standing.marks.regions().iter().any(nobody));
        }
        assert_eq!(fnv.hex(), row["score_fnv"], "{}", row["board"]);
        assert_eq!(neutral, number(row["pos_with_neutral"]), "{}", row["board"]);
        let lines = histogram
            .iter()
            .filter(|line| line["board"] == row["board"]);
        let lines = lines.map(|line| {
            let margin = line["black_minus_white"].parse().unwrap();
            ((line["kind"], margin), number(line["positions"]))
        });
        assert_eq!(found, lines.collect(), "{}", row["board"]);
    }
    assert_eq!(left_out, if deep() { 0 } else { 7 });
}

/// Compares the best result for Black, and the number of nodes in a plain alpha-beta search. Both depend on legality,
/// repetition and scoring.
#[test]
fn solved_boards() {
    let most = if deep() { u64::MAX } else { 100_000 };
    let mut left_out = 0;
    for row in table(include_str!("../oracles/solved_values.tsv")) {
        if number(row["alpha_beta_nodes"]) > most {
            left_out += 1;
            continue;
        }
        let game = FastGame::new(size(row["board"])).with_rules(rules(row["ko"], row["suicide"]));
        let mut search = Search {
            pass_first: row["move_order"].starts_with("pass first"),
            nodes: 0,
        };
        // No margin exceeds the number of points.
        let most = HalfPoints::whole(u32::try_from(game.size().point_count()).unwrap());
        let value = search.best(&game, HalfPoints(0) - most, most);
        assert_eq!(value.to_string(), row["value_black"], "{row:?}");
        assert_eq!(search.nodes.to_string(), row["alpha_beta_nodes"], "{row:?}");
    }
    assert_eq!(left_out, if deep() { 0 } else { 2 });
}

struct Search {
    pass_first: bool,
    nodes: u64,
}

impl Search {
    /// Returns the best margin for Black, by alpha-beta search. It is exact between `low` and `high`, else a bound.
    fn best(&mut self, game: &FastGame, mut low: HalfPoints, mut high: HalfPoints) -> HalfPoints {
        if game.is_over() {
            let count = Standing::from(game).count();
            return count.total(Color::Black) - count.total(Color::White);
        }
        self.nodes += 1;
        let side = game.to_play();
        let pass = Move::pass(side);
        let plays = game.legal_points();
        let mut moves: Vec<Move> = plays.iter().map(|point| Move::play(side, point)).collect();
        moves.insert(if self.pass_first { 0 } else { moves.len() }, pass);
        for mv in moves {
            let mut next = game.clone();
            next.play(mv)
                .unwrap_or_else(|reason| panic!("{mv:?}: {reason}"));
            let value = self.best(&next, low, high);
            match side {
                Color::Black => low = low.max(value),
                Color::White => high = high.min(value),
            }
            if low >= high {
                break;
            }
        }
        if side == Color::Black { low } else { high }
    }
}
