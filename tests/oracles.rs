//! Exact numbers that independent programs agree on: `tests/oracles/README.md` says how each was
//! won. Those that take minutes run where `GOKATA_DEEP` is set.

mod support;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use gokata::perft::{Passes, children, perft};
use gokata::{
    BoardRecord, Color, IllegalMove, Move, Point, Setup, Size, check_move, explain_move,
    legal_moves, play_move,
};
use pretty_assertions::assert_eq;
use support::{
    Fnv, Row, colored_move, number, plain_move, point, record, rows, rules, size, small, table,
};

#[test]
fn conformance() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for row in table(include_str!("oracles/conformance.tsv")) {
        let kind = row["kind"].split(' ').next().unwrap_or_default();
        *kinds.entry(kind).or_default() += 1;
        match kind {
            "move" => conformance_move(&row),
            "position" => assert!(
                setup(row["start"]).is_err() == row["expected"].starts_with("invalid"),
                "{}",
                row["id"]
            ),
            "sequence" => conformance_sequence(&row),
            // Scores are counted by scoring, which is not built yet.
            "area" | "territory" => {}
            other => panic!("{}: {other} is no kind", row["id"]),
        }
    }
    let kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    assert_eq!(
        kinds,
        [
            ("area", 7),
            ("move", 50),
            ("position", 3),
            ("sequence", 8),
            ("territory", 35)
        ]
    );
}

fn conformance_move(row: &Row) {
    let id = row["id"];
    let mut record = record(row["start"]).with_rules(rules(row["ko"], row["suicide"]));
    for word in row["history"].split(' ').filter(|word| *word != "-") {
        record = play_move(colored_move(word), &record)
            .unwrap_or_else(|reason| panic!("{id}: {word}: {reason}"));
    }
    let asked = colored_move(row["query"]);
    let verdict = match check_move(asked, &record) {
        Ok(()) => "legal",
        Err(IllegalMove::OffBoard) => "bounds",
        Err(reason) => reason.name(),
    };
    assert_eq!(verdict, row["expected"], "{id}");
    if let Ok(after) = play_move(asked, &record) {
        let explanation = explain_move(asked, &record);
        let taken = explanation.captured().len().to_string();
        let expected = row["captured"].split(",self").collect::<Vec<_>>();
        assert_eq!(taken, expected[0], "{id}");
        if let Some(own) = expected.get(1) {
            assert_eq!(explanation.self_captured().len().to_string(), *own, "{id}");
        }
        if row["board_after_or_note"].contains('/') {
            assert_eq!(rows(&after), row["board_after_or_note"], "{id}");
        }
    }
}

/// Colors as given: the turn is handed over before each stone.
fn conformance_sequence(row: &Row) {
    let mut record = record(row["start"]).with_rules(rules("simple", "A"));
    for word in row["history"].split(' ').filter(|word| *word != "-") {
        let mv = colored_move(word);
        record = play_move(mv, &record.hand_turn(mv.color))
            .unwrap_or_else(|reason| panic!("{}: {word}: {reason}", row["id"]));
    }
    assert_eq!(rows(&record), row["board_after_or_note"], "{}", row["id"]);
}

fn setup(rows: &str) -> Result<BoardRecord, gokata::TextError> {
    format!(
        "x\n{}\n",
        rows.split(':')
            .next()
            .unwrap_or_default()
            .replace('/', "\n")
    )
    .parse()
}

/// Every board of the small sizes: how many are legal, what can be played on them, and what comes
/// of it, as totals and as checksums that depend on the order.
#[test]
fn every_small_board() {
    let limit = if deep() { 15 } else { 10 };
    let mut left_out = Vec::new();
    for row in table(include_str!("oracles/exhaustive_small_boards.tsv")) {
        let size = size(row["board"]);
        if size.area() > limit {
            left_out.push(row["board"]);
            continue;
        }
        let found = Exhausted::all_boards(size);
        for (column, number) in found.columns() {
            assert_eq!(number, row[column], "{}: {column}", row["board"]);
        }
    }
    // 4x4 is left to the fast referee.
    let expected: &[&str] = if deep() {
        &["4x4"]
    } else {
        &["1x11", "1x12", "2x6", "3x4", "1x13", "2x7", "3x5", "4x4"]
    };
    assert_eq!(left_out, expected);
}

/// Every way to put stones on a board, in the order of the base-3 numbers that the oracles give them.
fn all_setups(size: Size) -> impl Iterator<Item = Setup> {
    let powers = powers_of_three(size);
    let count = powers.last().map_or(1, |power| power * 3);
    (0..count).map(move |number| {
        let mut setup = Setup::new(size, Color::Black);
        for (point, power) in size.points().zip(&powers) {
            match number / power % 3 {
                1 => setup.stones.push((point, Color::Black)),
                2 => setup.stones.push((point, Color::White)),
                _ => {}
            }
        }
        setup
    })
}

/// What the content of each point is worth in a board's number.
fn powers_of_three(size: Size) -> Vec<u64> {
    (0..size.area())
        .scan(1, |power, _| Some(std::mem::replace(power, *power * 3)))
        .collect()
}

#[derive(Default)]
struct Exhausted {
    legal: u64,
    plays: [u64; 3],
    captures: u64,
    captured: u64,
    no_play: u64,
    chains: u64,
    liberties: u64,
    fnv: [Fnv; 3],
}

impl Exhausted {
    fn all_boards(size: Size) -> Exhausted {
        let mut found = Exhausted::default();
        let powers: Vec<u64> = powers_of_three(size);
        for (number, setup) in (0..).zip(all_setups(size)) {
            if let Ok(record) = BoardRecord::try_from(&setup) {
                found.board(number, &powers, &record);
            }
        }
        found
    }

    fn board(&mut self, number: u64, powers: &[u64], record: &BoardRecord) {
        self.legal += 1;
        self.fnv[0].feed(number);
        let board = record.board();
        for (point, _) in board.stones() {
            let chain = board
                .chain(point)
                .unwrap_or_else(|| panic!("a stone has a chain"));
            if chain.stones[0] == point {
                self.chains += 1;
                self.liberties += chain.liberties.len() as u64;
            }
        }
        for color in Color::BOTH {
            let before = self.plays[0];
            for (point, power) in board.size().points().zip(powers) {
                let Some(placed) = board.place(point, color) else {
                    continue;
                };
                let digit = |color: Color| color as u64 + 1;
                let worth = |stones: &[Point], color: Color| -> u64 {
                    let of = |stone: &Point| size_index(board.size(), *stone);
                    stones
                        .iter()
                        .map(|stone| powers[of(stone)] * digit(color))
                        .sum()
                };
                let after = number + power * digit(color)
                    - worth(placed.captured(), !color)
                    - worth(placed.self_captured(), color);
                let own = placed.self_captured().len();
                self.plays[0] += u64::from(own == 0);
                self.plays[1] += u64::from(own != 1);
                self.plays[2] += 1;
                self.captures += u64::from(!placed.captured().is_empty());
                self.captured += placed.captured().len() as u64;
                self.fnv[1].feed(if own == 0 { after + 1 } else { 0 });
                self.fnv[2].feed(after + 1);
            }
            self.no_play += u64::from(self.plays[0] == before);
        }
    }

    fn columns(&self) -> [(&'static str, String); 12] {
        [
            ("L", self.legal.to_string()),
            ("moves_nosuicide", self.plays[0].to_string()),
            ("moves_multisuicide", self.plays[1].to_string()),
            ("moves_allsuicide", self.plays[2].to_string()),
            ("captures", self.captures.to_string()),
            ("stones_captured", self.captured.to_string()),
            ("no_play_states", self.no_play.to_string()),
            ("strings", self.chains.to_string()),
            ("libs", self.liberties.to_string()),
            ("legal_fnv", self.fnv[0].hex()),
            ("succ_fnv_F", self.fnv[1].hex()),
            ("succ_fnv_A", self.fnv[2].hex()),
        ]
    }
}

fn size_index(size: Size, point: Point) -> usize {
    size.points()
        .position(|other| other == point)
        .unwrap_or_else(|| panic!("{point} is off the board"))
}

/// The published numbers of legal positions: every board of the size, set up.
#[test]
fn legal_positions() {
    let limit = if deep() { 14 } else { 10 };
    let mut sizes = 0;
    for row in table(include_str!("oracles/legal_positions.tsv")) {
        let size = Size::new(small(row["rows"]), small(row["cols"]))
            .unwrap_or_else(|error| panic!("{error}"));
        if size.area() <= limit {
            let legal = all_setups(size)
                .filter(|setup| BoardRecord::try_from(setup).is_ok())
                .count();
            assert_eq!(legal.to_string(), row["legal_positions"], "{size}");
            sizes += 1;
        }
    }
    assert!(sizes >= 15, "{sizes} sizes");
}

/// Rows whose ko rule is `none`: there is no such rule here.
const NO_KO_RULE: usize = 1460;

#[test]
fn perft_from_the_empty_board() {
    let limit = if deep() { u64::MAX } else { 300_000 };
    let left_out = perft_table(include_str!("oracles/perft_empty.tsv"), limit, |row| {
        BoardRecord::new(size(row["board"]))
    });
    assert_eq!(left_out, NO_KO_RULE);
}

#[test]
fn perft_from_positions() {
    let limit = if deep() { u64::MAX } else { 50_000 };
    let left_out = perft_table(include_str!("oracles/perft_positions.tsv"), limit, |row| {
        record(row["start"])
    });
    assert_eq!(left_out, 0);
}

#[test]
fn perft_published() {
    let limit = if deep() { 3_000_000_000 } else { 7_000_000 };
    let left_out = perft_table(include_str!("oracles/perft_published.tsv"), limit, |row| {
        BoardRecord::new(size(row["board"]))
    });
    assert_eq!(left_out, 0);
}

/// Every start under every rule, down to the depth at which so many nodes have been counted in all:
/// every column of every row. Gives the number of rows without a ko rule.
fn perft_table(
    text: &'static str,
    limit: u64,
    start: impl Fn(&Row) -> BoardRecord + Sync,
) -> usize {
    let (rows, left_out): (Vec<Row>, Vec<Row>) = table(text).partition(|row| row["ko"] != "none");
    let mut groups: BTreeMap<Vec<&str>, Vec<Row>> = BTreeMap::new();
    for row in rows {
        let key = ["id", "board", "ko", "suicide", "passes"]
            .map(|name| row.get(name).copied().unwrap_or_default());
        groups.entry(key.to_vec()).or_default().push(row);
    }
    let mut groups: Vec<Vec<Row>> = groups.into_values().collect();
    for rows in &mut groups {
        rows.sort_by_key(|row| number(row["depth"]));
        let mut nodes = 0;
        rows.retain(|row| {
            nodes += number(row["nodes"]);
            nodes <= limit
        });
    }
    // The longest first, so that the threads end together.
    groups.sort_by_key(|rows| {
        std::cmp::Reverse(rows.iter().map(|row| number(row["nodes"])).sum::<u64>())
    });
    let next = AtomicUsize::new(0);
    let found = Mutex::new((0, Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(|| {
                while let Some(rows) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(first) = rows.first() else { continue };
                    let faults = perft_rows(rows, &start(first));
                    let mut found = found.lock().unwrap_or_else(|error| panic!("{error}"));
                    found.0 += rows.len();
                    found.1.extend(faults);
                }
            });
        }
    });
    let (rows, faults) = found.into_inner().unwrap_or_else(|error| panic!("{error}"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(rows >= groups.len() && rows > 5, "only {rows} rows");
    left_out.len()
}

fn perft_rows(rows: &[Row], start: &BoardRecord) -> Vec<String> {
    let first = &rows[0];
    let passes = if first["passes"] == "1" {
        Passes::Counted
    } else {
        Passes::LeftOut
    };
    let record = start
        .clone()
        .with_rules(rules(first["ko"], first["suicide"]));
    let levels = perft(&record, small(rows[rows.len() - 1]["depth"]), passes);
    let mut faults = Vec::new();
    for row in rows {
        let counts = levels[small(row["depth"]) - 1];
        for (name, count) in gokata::perft::Counts::COLUMNS
            .into_iter()
            .zip(counts.columns())
        {
            if row
                .get(name)
                .is_some_and(|expected| number(expected) != count)
            {
                faults.push(format!("{row:?}: {name} {count}"));
            }
        }
    }
    faults
}

/// 400 games, and in each before every ply every point: legal, or refused for the reason given.
#[test]
fn traces() {
    let rows: Vec<_> = table(include_str!("oracles/traces.tsv")).collect();
    assert_eq!(rows.len(), 400);
    let points: u64 = rows.iter().map(trace).sum();
    assert!(points > 1_500_000, "{points} verdicts");
}

fn trace(row: &Row) -> u64 {
    let size =
        Size::new(small(row["rows"]), small(row["cols"])).unwrap_or_else(|error| panic!("{error}"));
    let mut record = BoardRecord::new(size).with_rules(rules(row["ko"], row["suicide"]));
    let (suicide, ko) = (
        refusals(row["rejected_suicide"]),
        refusals(row["rejected_ko"]),
    );
    let mut fnv = Fnv::default();
    let (mut legal, mut asked) = (0, 0);
    for (ply, word) in row["moves"].split(' ').enumerate() {
        let side = record.to_play();
        let mut plays = Vec::new();
        for point in size.points() {
            let expected = if record.board().stone_at(point).is_some() {
                Err("occupied")
            } else if suicide.contains(&(ply, point)) {
                Err("suicide")
            } else if ko.contains(&(ply, point)) {
                Err("ko")
            } else {
                plays.push(Move::play(side, point));
                Ok(())
            };
            let verdict =
                check_move(Move::play(side, point), &record).map_err(|reason| match reason {
                    IllegalMove::Superko => "ko",
                    reason => reason.name(),
                });
            assert_eq!(
                verdict, expected,
                "{} ply {ply} {point}\n{record:?}",
                row["id"]
            );
            asked += 1;
        }
        legal += plays.len();
        plays.extend([Move::pass(side), Move::resign(side)]);
        assert_eq!(legal_moves(&record), plays, "{} ply {ply}", row["id"]);
        record = play_move(plain_move(side, word), &record)
            .unwrap_or_else(|reason| panic!("{} ply {ply}: {reason}", row["id"]));
        for stone in record.board().points() {
            fnv.byte(stone.map_or(0, |color| color as u8 + 1));
        }
    }
    assert_eq!(
        record.is_over(),
        row["ended_by_two_passes"] == "1",
        "{}",
        row["id"]
    );
    assert_eq!(legal, small(row["sum_legal_plays"]), "{}", row["id"]);
    assert_eq!(
        record.prisoners(Color::Black),
        small(row["prisoners_black_holds"]),
        "{}",
        row["id"]
    );
    assert_eq!(
        record.prisoners(Color::White),
        small(row["prisoners_white_holds"]),
        "{}",
        row["id"]
    );
    assert_eq!(rows(&record), row["final_board"], "{}", row["id"]);
    assert_eq!(fnv.hex(), row["boards_fnv"], "{}", row["id"]);
    asked
}

/// `ply:row,col` for each refused point.
fn refusals(text: &str) -> Vec<(usize, Point)> {
    let words = text.split(' ').filter(|word| *word != "-");
    let refusal = |word: &str| {
        word.split_once(':')
            .map(|(ply, place)| (small(ply), point(place)))
    };
    words
        .map(|word| refusal(word).unwrap_or_else(|| panic!("{word}")))
        .collect()
}

/// Every game from the empty board to the second pass, by its length.
#[test]
fn complete_games() {
    let mut left_out = 0;
    for row in table(include_str!("oracles/complete_games.tsv")) {
        if number(row["complete_games"]) > 100_000 {
            // 1x4 and 2x2: hundreds of millions, left to the fast referee.
            left_out += 1;
            continue;
        }
        let mut lengths = Vec::new();
        games(
            &BoardRecord::new(size(row["board"])).with_rules(rules(row["ko"], row["suicide"])),
            &mut lengths,
        );
        let id = format!("{} {} {}", row["board"], row["ko"], row["suicide"]);
        assert_eq!(
            lengths.iter().sum::<u64>(),
            number(row["complete_games"]),
            "{id}"
        );
        assert_eq!(lengths.len() - 1, small(row["longest_plies"]), "{id}");
        assert_eq!(format!("{lengths:?}"), row["games_by_length"], "{id}");
    }
    assert_eq!(left_out, 4);
}

fn games(record: &BoardRecord, lengths: &mut Vec<u64>) {
    if record.is_over() {
        lengths.resize(lengths.len().max(record.turns() + 1), 0);
        lengths[record.turns()] += 1;
    } else {
        children(record, Passes::Counted).for_each(|next| games(&next, lengths));
    }
}

fn deep() -> bool {
    std::env::var_os("GOKATA_DEEP").is_some()
}
