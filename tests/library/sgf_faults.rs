//! Malformed and hostile game records. Each must end in a verdict, or in an error with its place; never in a panic,
//! and never in "all legal" if the text was not understood.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::support::corpus::ROOT;
use crate::support::sgf;
use gokata::sgf::{AfterIllegal, Collection, Judgement, Judging, Lines, Order, Referees, Verdict};
use gokata::{TextError, is_unseen};
use pretty_assertions::assert_eq;

/// The rows of the table: a kind of fault, a record, and the expected outcome.
fn table() -> Vec<[String; 3]> {
    let file = Path::new(ROOT).join("tests/faults/records.tsv");
    let table = fs::read_to_string(file).unwrap();
    let cells = |line: &str| {
        let mut cells = line.splitn(3, '\t').map(str::to_owned);
        [(); 3].map(|()| cells.next().unwrap_or_default())
    };
    table.lines().map(cells).collect()
}

/// Replaces the escapes `\n`, `\r`, `\t`, `\0`, `\\` and `\xNN` by their bytes.
pub(crate) fn bytes(written: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = written.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, rest.clone().next()) {
            (b'\\', Some(letter)) => {
                rest.next();
                match letter {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'0' => 0,
                    b'x' => {
                        let digits: String = rest.by_ref().take(2).map(char::from).collect();
                        u8::from_str_radix(&digits, 16).expect(written)
                    }
                    other => other,
                }
            }
            _ => byte,
        });
    }
    bytes
}

fn text(bytes: &[u8]) -> (String, Vec<String>) {
    let decoded = gokata::sgf::decode(bytes);
    (decoded.text.into_owned(), decoded.warnings)
}

/// The outcome of reading and judging a record, on one line.
fn outcome(bytes: &[u8]) -> String {
    let (text, mut warnings) = text(bytes);
    let placed =
        |error: &TextError| format!("{}:{}: {}", error.line(), error.column(), error.message());
    let collection = match Collection::parse(&text) {
        Ok(collection) => collection,
        Err(error) => return format!("refused {}", placed(&error)),
    };
    let mut outcomes = Vec::new();
    for game in collection.games() {
        outcomes.push(match game {
            Err(error) => format!("refused {}", placed(&error)),
            Ok(game) => {
                let judgement = game.judge(&Judging::default());
                warnings.extend(judgement.warnings.iter().map(placed));
                let mut outcome = format!("{} {}", judgement.verdict().name(), judgement.moves);
                for refusal in &judgement.illegal {
                    let place = (refusal.line, refusal.column, refusal.reason.name());
                    let _ = write!(outcome, " {}:{}: {}", place.0, place.1, place.2);
                }
                if let Some(fault) = judgement.fault.as_ref().or(judgement.incomplete.as_ref()) {
                    let _ = write!(outcome, " {}", placed(fault));
                }
                outcome
            }
        });
    }
    let outcomes = outcomes.join(" & ");
    warnings
        .iter()
        .fold(outcomes, |text, warning| text + " | " + warning)
}

#[test]
fn every_fault_ends_as_the_table_says() {
    let mut cases: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for [kind, record, expected] in table() {
        let found = outcome(&bytes(&record));
        if found != expected {
            wrong.push(format!("{kind}\t{record}\t{found}"));
        }
        *cases.entry(kind).or_default() += 1;
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    let kinds = ["I1", "I2", "I4", "I5", "I6", "I7", "I8", "I10", "I13"];
    for (kind, least) in kinds.into_iter().zip([8, 14, 14, 20, 24, 10, 24, 8, 40]) {
        assert!(cases[kind] >= least, "{kind}: {} cases", cases[kind]);
    }
}

/// Small records with many properties. The tests cut them and change their bytes.
const WHOLE: [&str; 5] = [
    "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ann \\] Lee]PW[Bert]\n;B[cc];W[gg]C[a comment: \\\\];B[tt];W[])\n",
    "(;SZ[5:7]HA[2]AB[aa][bb:cc]PL[W];W[dd](;B[ee];W[ed])(;B[ad](;W[ae])(;W[af])))",
    "text\r\n(;SZ[19]HA[0]KM[375]\r\n;Black[dd];White[pp]\r\n;AE[dd]AW[qq]PL[B];KO[]MN[7]B[dp])",
    "(;GM[1];B[aa];W[bb])\n(;SZ[13]RU[AGA]KM[7,5];W[dd];B[jj];AB[cc:ee];W[kk])",
    "(;SZ[5]PB[M\u{fc}ller \u{56f2}\u{7881}];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb];W[aa])",
];

/// Judges every game in two different ways, and replays its first move. The referees must agree.
fn judge_in_every_way(text: &str) -> Vec<Judgement> {
    let Ok(collection) = Collection::parse(text) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for game in collection.games().flatten() {
        for (lines, order, after_illegal) in [
            (Lines::Main, Order::Alternating, AfterIllegal::Stop),
            (Lines::All, Order::Any, AfterIllegal::GoOn),
        ] {
            let judgement = game.judge(&Judging {
                referees: Referees::Both,
                lines,
                order,
                after_illegal,
                stats: true,
                ..Judging::default()
            });
            assert_eq!(judgement.disagreement, None, "{text}");
            all.push(judgement);
        }
        let _ = game.replay(None, Some(1));
    }
    all
}

/// A record that is cut must not have more moves than the whole one. If it is cut inside a game, it must not be
/// judged legal without a warning.
#[test]
fn every_beginning_of_a_record_ends_in_a_verdict() {
    for whole in WHOLE {
        let moves = |text: &str| -> usize {
            let judgements = judge_in_every_way(text).into_iter();
            judgements.map(|judgement| judgement.moves).sum()
        };
        let all = moves(whole);
        assert!(all >= 6, "{whole}");
        for end in 0..whole.len() {
            let part = text(&whole.as_bytes()[..end]).0;
            assert!(moves(&part) <= all, "{part}");
            let collection = Collection::parse(&part);
            let last = collection.iter().filter_map(|read| read.games().last());
            for game in last.flatten().filter(|_| is_open(&part)) {
                let judgement = game.judge(&Judging::default());
                let is_legal = judgement.verdict() == Verdict::Legal;
                assert!(!is_legal || !judgement.warnings.is_empty(), "{part}");
            }
        }
    }
}

/// True if the text ends inside a game.
fn is_open(text: &str) -> bool {
    let (mut depth, mut in_value) = (0, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, in_value) {
            ('\\', true) => drop(letters.next()),
            ('[', false) => in_value = true,
            (']', true) => in_value = false,
            ('(', false) => depth += 1,
            (')', false) => depth -= 1,
            _ => {}
        }
    }
    depth > 0
}

#[test]
fn every_change_of_a_byte_ends_in_a_verdict() {
    let letters = b"()[];:\\ABWabtz019\n\0\x80\xff ";
    for whole in WHOLE {
        for at in 0..whole.len() {
            let mut bytes = whole.as_bytes().to_vec();
            let _ = judge_in_every_way(&text(&[&bytes[..at], &bytes[at + 1..]].concat()).0);
            for letter in letters {
                bytes[at] = *letter;
                let _ = judge_in_every_way(&text(&bytes).0);
            }
        }
    }
}

fn many(times: usize, piece: &str) -> String {
    piece.repeat(times)
}

#[test]
fn parentheses_without_a_node_are_limited() {
    let record = |text: &str| outcome(format!("(;SZ[9];B[aa]{text}").as_bytes());
    let deep = "partial 1 1:20014: more than 20000 `(` inside one another";
    assert!(record(&"(".repeat(30_000)).starts_with(deep));
    let warning = "1:14: there is no node after this `(`: it is ignored";
    let wide = "()".repeat(30_000) + "(;W[bb]))";
    assert_eq!(record(&wide), format!("legal 2 | {warning}"));
}

/// A line is read up to 20,000 nodes; the number of variations has no such limit.
#[test]
fn nesting_and_size_have_limits_and_take_no_stack() {
    let deep = std::env::var_os("GOKATA_DEEP").is_some();
    let million = if deep { 1_000_000 } else { 30_000 };
    let first = |text: &str| {
        let found = outcome(text.as_bytes());
        found.split(" | ").next().unwrap_or_default().to_owned()
    };
    // Runs in a thread with a small stack, which a recursion for each level would overflow.
    let judged = move || {
        let longest = format!("(;SZ[9]{})", many(19_999, ";"));
        assert_eq!(first(&longest), "no-moves 0");
        // The moves up to the limit are judged.
        let refused = "a line of more than 20000 nodes";
        let unread = "nothing after it is read";
        let long = format!("(;SZ[9]{})", many(million, ";B[]"));
        let partial = "partial 2 1:15: turn";
        assert_eq!(first(&long), format!("{partial} 1:80004: {refused}"));
        let nested = format!("(;SZ[9]{}{})", many(million, "(;B[]"), many(million, ")"));
        let fault = format!("1:100004: {refused}: {unread}");
        assert_eq!(first(&nested), format!("partial 2 1:17: turn {fault}"));
        let fault = format!("1:40002: {refused}: {unread}");
        assert_eq!(first(&many(100_000, "(;")), format!("partial 0 {fault}"));
        let wide = format!("(;SZ[9]{})", many(million, "(;B[aa])"));
        let all = Judging {
            lines: Lines::All,
            ..Judging::default()
        };
        let judgement = sgf::first(&wide, |game| game.judge(&all));
        assert_eq!(judgement.verdict(), Verdict::Legal);
        assert_eq!(judgement.moves, million);
        // A comb: each node of a long line has a second variation of one move.
        let side = 9_000;
        let comb = format!("(;SZ[9]{}{})", many(side, "(;B[](;W[aa])"), many(side, ")"));
        let comb = comb.replacen("(;B[](;W[aa])", "(;B[](;B[aa])", 1);
        let all = Judging {
            after_illegal: AfterIllegal::GoOn,
            order: Order::Any,
            ..all
        };
        let judgement = sgf::first(&comb, |game| game.judge(&all));
        assert_eq!(judgement.moves, 2 * side);
        // Compressed lists of points are limited by the number of points that they set up.
        let bomb = first(&format!("(;SZ[19]{};B[])", many(million, "AE[aa:ss]")));
        assert!(
            bomb.contains("more than 5000000 points are set up"),
            "{bomb}"
        );
        let comment = many(million, "a comment without an end, ");
        assert_eq!(first(&format!("(;SZ[9]C[{comment}];B[aa])")), "legal 1");
        let comment = many(million, "\u{56f2}\u{7881}");
        let line = format!("(;SZ[9]C[{comment}];B[aa];W[aa])");
        let place = format!("1:{}", 2 * million + 20);
        assert_eq!(first(&line), format!("illegal 2 {place}: occupied"));
        // With a million messages on one line, each place must still be found quickly.
        let games = many(million, "(;SZ[9]KM[x]b[aa];W[aa])");
        let collection = Collection::parse(&games).unwrap();
        let games = collection.games().flatten();
        let judged = games.map(|game| game.judge(&Judging::default()));
        let column = 24 * (million - 1) + 21;
        let last = judged.filter(|judgement| judgement.warnings.len() == 2);
        let last = last.last().map(|judgement| judgement.illegal[0].column);
        assert_eq!(last, Some(column));
        if deep {
            let size = 100 << 20;
            for huge in [
                format!("(;C[{}];B[aa])", many(size, "x")),
                many(size, "("),
                many(size, " "),
            ] {
                assert!(!first(&huge).is_empty());
            }
        }
    };
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let ran = small.spawn(judged).unwrap().join();
    ran.unwrap_or_else(|fault| std::panic::resume_unwind(fault));
}

/// A file with too many games or nodes gets an error, and what was read before the limit is judged.
#[test]
fn the_number_of_games_and_nodes_has_limits() {
    let unread = "nothing after it is read";
    let games = many(1_000_000, "(;)") + "\n(;B[aa])";
    let collection = Collection::parse(&games).unwrap();
    let last = collection.games().last().and_then(Result::ok);
    let fault = last.and_then(|game| game.fault().cloned());
    let message = fault.map(|fault| (fault.line(), fault.message().to_owned()));
    let expected = format!("more than 1000000 games in a file: {unread}");
    assert_eq!(message, Some((2, expected)));
    if std::env::var_os("GOKATA_DEEP").is_some() {
        let tree = format!("(;SZ[9];B[aa];W[bb](;{})", many(45_000_000, "(;)"));
        let fault = format!("1:135000011: more than 45000000 nodes in a file: {unread}");
        assert_eq!(outcome(tree.as_bytes()), format!("partial 2 {fault}"));
    }
}

#[test]
fn messages_contain_no_control_or_invisible_characters() {
    for [_, record, _] in table() {
        let message = outcome(&bytes(&record));
        assert!(!message.chars().any(is_unseen), "{record}: {message:?}");
    }
}

/// The rows of the table: a result as people write it, and the outcome, with `~` if it says less than the text; `-` if
/// the text has no plain winner.
#[test]
fn a_result_is_read_if_its_winner_is_plain() {
    let file = Path::new(ROOT).join("tests/faults/results.tsv");
    let table = fs::read_to_string(file).unwrap_or_else(|error| panic!("{error}"));
    for row in table.lines() {
        let (text, expected) = row.split_once('\t').expect("two columns");
        let record = format!("(;RE[{text}];B[aa])");
        let about = sgf::first(&record, |game| game.about().clone());
        let rest = about.other_result.map_or("", |_| " ~");
        let read = about.result.map(|outcome| format!("{outcome}{rest}"));
        assert_eq!(read.as_deref().unwrap_or("-"), expected, "{text}");
    }
}
