//! A game that is written and read again is the same game: turns handed over, resumed play and resignations included.

use std::cell::RefCell;

use crate::support::gtp::{ask, engine, say};
use crate::support::sgf::first;
use gokata::sgf::{GameInfo, Judgement, Judging, Order, Referees, Verdict, write};
use gokata::{
    Action, BoardRecord, Color, IllegalMove, Move, Point, Preset, Random, Rules, Setup, Size,
    TextError, legal_moves, play_move,
};
use pretty_assertions::{assert_eq, assert_str_eq};

/// The game at the end of the main line.
fn read(text: &str) -> BoardRecord {
    first(text, |game| {
        let (record, _) = game
            .replay(None, None)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        record
    })
}

/// Fails if a referee finds an illegal move, a fault, or anything unusual.
fn is_fine(text: &str) {
    let both = Judging {
        referees: Referees::Both,
        ..Judging::default()
    };
    let judgement = first(text, |game| game.judge(&both));
    let verdict = judgement.verdict();
    assert!(
        matches!(verdict, Verdict::Legal | Verdict::NoMoves),
        "{text}: {judgement:?}"
    );
    let warnings: Vec<&str> = judgement.warnings.iter().map(TextError::message).collect();
    assert_eq!(warnings, [""; 0], "{text}");
}

fn one<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len())]
}

/// An opening: an empty board, a handicap, or any stones.
fn opening(random: &mut Random) -> BoardRecord {
    let most = if random.below(50) == 0 { 24 } else { 5 };
    let size = Size::new(1 + random.below(most + 1), 2 + random.below(most)).unwrap();
    let points: Vec<Point> = size.points().collect();
    loop {
        let to_play = one(random, &Color::BOTH);
        let (mut setup, colors) = (Setup::new(size, to_play), random.below(4));
        for _ in 0..[0, 2 + random.below(3), random.below(9), 1][colors] {
            let color = match colors {
                2 => one(random, &Color::BOTH),
                _ => Color::Black,
            };
            let point = one(random, &points);
            if !setup.stones.iter().any(|(there, _)| *there == point) {
                setup = setup.with(point, color);
            }
        }
        if let Ok(record) = BoardRecord::try_from(&setup) {
            return record;
        }
    }
}

/// A random session of play, and whether a file can say all of it: not that the turn was handed over while the game was
/// over.
fn session(random: &mut Random, rules: Rules) -> (BoardRecord, bool) {
    let mut record = opening(random).with_rules(rules);
    let mut is_written = true;
    for _ in 0..random.below(80) {
        let side = one(random, &Color::BOTH);
        let next = match random.below(24) {
            0 => record.undo(),
            1..4 => {
                is_written &= !record.is_over();
                Some(record.hand_turn(side))
            }
            4 if random.below(4) == 0 => play_move(Move::resign(record.to_play()), &record).ok(),
            5..10 => play_move(Move::pass(record.to_play()), &record).ok(),
            _ if record.resigned().is_some() => break,
            10..12 => record.resume(None).ok(),
            12..14 => record.resume(Some(side)).ok(),
            _ => {
                let plays = legal_moves(&record).into_iter();
                let is_play = |mv: &Move| matches!(mv.action, Action::Play(_));
                let plays: Vec<Move> = plays.filter(is_play).collect();
                let mv = plays.get(random.below(plays.len().max(1)));
                mv.and_then(|mv| play_move(*mv, &record).ok())
            }
        };
        record = next.unwrap_or(record);
    }
    (record, is_written)
}

#[test]
fn every_session_is_read_back_as_the_same_game() {
    let (mut resumed, mut handed, mut resigned, mut same) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let rules = Preset::ALL[random.below(Preset::ALL.len())].rules();
        let (record, is_written) = session(&mut random, rules);
        let about = GameInfo {
            black: Some(format!("Ann [{seed}] \\ \u{56f2}")),
            result: "W+2.5".parse().ok().filter(|_| record.resigned().is_none()),
            ..GameInfo::default()
        };
        let text = write(&record, &about).unwrap();
        is_fine(&text);
        first(&text, |game| {
            assert_eq!(game.about().black, about.black);
            assert_eq!(game.rules(), Some(rules));
        });
        let again = read(&text);
        assert_eq!(again.board(), record.board(), "{seed}: {text}");
        assert_eq!(again.moves(), record.moves(), "{seed}: {text}");
        assert_eq!(again.resigned(), record.resigned(), "{seed}: {text}");
        assert_eq!(again.is_over(), record.is_over(), "{seed}: {text}");
        assert_eq!(legal_moves(&again), legal_moves(&record), "{seed}: {text}");
        assert!(again == record || !is_written, "{seed}: {text}");
        same += usize::from(again == record);
        assert_str_eq!(write(&again, &about).unwrap(), text);
        resumed += usize::from(text.contains("W[];B[];PL") || text.contains("B[];W[];PL"));
        handed += usize::from(text.contains(";PL"));
        resigned += usize::from(record.resigned().is_some());
    }
    let are_many = resumed > 100 && handed > 500 && resigned > 50 && same > 1000;
    assert!(are_many, "{resumed} {handed} {resigned} {same}");
}

thread_local! {
    /// The file that `loadsgf` reads.
    static FILE: RefCell<String> = const { RefCell::new(String::new()) };
}

fn saved(name: &str) -> Option<Vec<u8>> {
    (name == "saved.sgf").then(|| FILE.with_borrow(|text| text.clone().into_bytes()))
}

/// Commands in any order: either color plays at any time, after passes and resignations, too.
#[test]
fn every_gtp_session_is_written_and_loaded_as_the_same_game() {
    let mut resigned = 0;
    for seed in 0..250 {
        let mut random = Random::new(seed);
        let mut engine = engine(5).with_files(saved);
        let rules = Preset::ALL[random.below(Preset::ALL.len())].rules();
        engine = engine.with_rules(rules);
        if random.below(2) == 0 {
            let start = ["set_free_handicap C3 A1", "set_position w B2 b C3 w A5"];
            ask(&mut engine, one(&mut random, &start));
        }
        for _ in 0..random.below(60) {
            let side = one(&mut random, &["b", "w"]);
            let column = one(&mut random, &["A", "B", "C", "D", "E"]);
            let vertex = format!("{column}{}", 1 + random.below(5));
            let line = match random.below(20) {
                0 => "undo".to_owned(),
                1 => "gg-undo 3".to_owned(),
                2 => format!("gogui-setup_player {side}"),
                3..6 => format!("play {side} pass"),
                6 if random.below(5) == 0 => format!("play {side} resign"),
                7 => format!("genmove {side}"),
                _ => format!("play {side} {vertex}"),
            };
            say(&mut engine, &line);
        }
        let text = ask(&mut engine, "printsgf");
        is_fine(&text);
        let record = engine.record().clone();
        resigned += usize::from(record.resigned().is_some());
        assert_eq!(read(&text).moves(), record.moves(), "{seed}: {text}");
        FILE.with_borrow_mut(|file| file.clone_from(&text));
        assert_eq!(say(&mut engine, "loadsgf saved.sgf"), "=\n\n");
        assert_str_eq!(ask(&mut engine, "printsgf"), text, "{seed}");
        // After a resignation, play can go on in the loaded game.
        assert!(engine.record().resigned().is_none());
        assert!(say(&mut engine, "genmove w").starts_with('='), "{text}");
        is_fine(&ask(&mut engine, "printsgf"));
        ask(&mut engine, "undo");
        assert_str_eq!(ask(&mut engine, "printsgf"), text, "{seed}");
    }
    assert!(resigned > 20, "{resigned}");
}

/// The same position and the same past, under every rule of ko: only `AB`, `AW` and `AE` begin a new history.
#[test]
fn a_node_with_pl_alone_keeps_stones_and_history() {
    let fight = "B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]";
    let reason = |text: &str, rules: &str| {
        let how = Judging {
            referees: Referees::Both,
            rules: rules.parse().ok(),
            ..Judging::default()
        };
        let judgement = first(text, |game| game.judge(&how));
        assert_eq!(judgement.disagreement, None);
        refused_first(&judgement)
    };
    let ko = Some((9, IllegalMove::Ko));
    let turn = |number| Some((number, IllegalMove::Turn));
    let superko = Some((11, IllegalMove::Superko));
    for (after, rules, expected) in [
        (";PL[B];B[cb]", "japanese", ko),
        (";PL[W];PL[B];B[cb]", "japanese", ko),
        (";PL[B]AE[ee];B[cb]", "japanese", None),
        (";PL[W];B[ee]", "japanese", turn(9)),
        (";B[];W[];PL[B];B[cb]", "japanese", None),
        (";B[];W[];PL[W];W[ee];B[cb]", "japanese", None),
        (";B[];W[];PL[W];B[cb]", "japanese", turn(11)),
        (";B[];W[];PL[B];B[cb]", "tromp-taylor", superko),
        // The two passes before it no longer end the game with a third one.
        (";B[];W[];PL[B];B[];B[ee]", "japanese", turn(12)),
        (";B[];W[];PL[B];B[];W[ee]", "japanese", None),
    ] {
        let text = format!("(;SZ[5];{fight}{after})");
        assert_eq!(reason(&text, rules), expected, "{text}");
        // The same in a variation that is reached by retracing.
        let lines = format!("(;SZ[5];{fight}(;B[dd];W[de])({after}))");
        let all = Judging {
            rules: rules.parse().ok(),
            lines: gokata::sgf::Lines::All,
            ..Judging::default()
        };
        let judgement = first(&lines, |game| game.judge(&all));
        assert_eq!(refused_first(&judgement), expected, "{lines}");
    }
}

/// The number and the reason of the first illegal move.
fn refused_first(judgement: &Judgement) -> Option<(usize, IllegalMove)> {
    let found = judgement.illegal.first()?;
    Some((found.number, found.reason))
}

/// Before the first move, the first `PL` names the side to play, and a later one hands the turn over. Situational superko
/// sees both sides to play.
#[test]
fn pl_before_the_first_move_names_the_side_to_play() {
    for (text, boards) in [
        ("(;SZ[3];PL[W])", 1),
        ("(;SZ[3]PL[B];PL[W])", 2),
        ("(;SZ[3]PL[B];PL[W];AB[aa])", 1),
    ] {
        let record = read(text);
        assert_eq!(record.to_play(), Color::White, "{text}");
        assert_eq!(record.situations().count(), boards, "{text}");
    }
}

#[test]
fn a_resignation_is_read_back_if_it_is_that_players_turn() {
    let resigned = |text: &str| read(text).resigned();
    for (text, loser) in [
        ("(;SZ[5]RE[B+R];B[aa])", Some(Color::White)),
        ("(;SZ[5]RE[W+Resign];B[aa];W[bb])", Some(Color::Black)),
        ("(;SZ[5]RE[W+R])", Some(Color::Black)),
        ("(;SZ[5]RE[B+R];B[aa];W[bb];PL[W])", Some(Color::White)),
        // White resigned while it was Black's turn, or after two passes.
        ("(;SZ[5]RE[B+R];B[aa];W[bb])", None),
        ("(;SZ[5]RE[B+R];B[];W[])", None),
        ("(;SZ[5]RE[B+R];B[];W[];PL[W])", Some(Color::White)),
        ("(;SZ[5]RE[B+T];B[aa])", None),
        ("(;SZ[5]RE[B+3.5];B[aa])", None),
    ] {
        assert_eq!(resigned(text), loser, "{text}");
        // What is written again says the same.
        first(text, |game| {
            let again = write(&read(text), game.about()).unwrap();
            let result = |text: &str| Some(text.split_once("RE[")?.1.get(..2)?.to_owned());
            assert_eq!(result(&again), result(text));
            assert_eq!(resigned(&again), loser, "{again}");
        });
    }
    // A part of the game, and a variation, do not end with the result of the game.
    let branches = "(;SZ[5]RE[B+R];B[aa](;W[bb];B[cc])(;W[dd];B[ee]))";
    first(branches, |game| {
        let end = |path: &str, moves| {
            let replayed = game.replay_path(&path.parse().unwrap(), None, moves);
            replayed.unwrap().0.resigned()
        };
        assert_eq!(end("main", None), Some(Color::White));
        assert_eq!(end("main", Some(1)), None);
        assert_eq!(end("1/2", None), None);
    });
}

/// A move out of turn is no turn handed over: it stays illegal in the new file.
#[test]
fn moves_out_of_turn_stay_out_of_turn() {
    for moves in [
        ";B[aa];B[bb]",
        ";B[aa];B[bb];W[cc];W[dd];B[ee]",
        "\nPL[B]\n;W[aa];B[bb]",
        ";B[aa];B[];B[bb]",
    ] {
        let text = format!("(;SZ[5]RU[Tromp-Taylor]KM[0]{moves})");
        let illegal = |text: &str, order| {
            let how = Judging {
                after_illegal: gokata::sgf::AfterIllegal::GoOn,
                referees: Referees::Both,
                order,
                ..Judging::default()
            };
            let judgement = first(text, |game| game.judge(&how));
            assert_eq!(judgement.disagreement, None);
            let found = judgement.illegal.iter();
            let found = found.map(|found| (found.mv, found.reason));
            found.collect::<Vec<_>>()
        };
        let again = write(&read(&text), &GameInfo::default()).unwrap();
        let found = illegal(&text, Order::Alternating);
        assert_ne!(found, []);
        assert_eq!(illegal(&again, Order::Alternating), found, "{again}");
        assert_eq!(illegal(&text, Order::Any), []);
        assert_eq!(read(&again), read(&text), "{again}");
    }
}

/// What is not understood is written as it was read, except a result that the caller has replaced.
#[test]
fn values_in_other_spellings_are_kept() {
    let written = |root: &str, result: Option<&str>| {
        let text = format!("(;SZ[5]{root};B[aa])");
        let (record, mut about) = (read(&text), first(&text, |game| game.about().clone()));
        let text = write(&record, &about).unwrap();
        let again = read(&text);
        assert_eq!(again.turns(), record.turns(), "{text}");
        first(&text, |game| {
            assert_eq!(write(&again, game.about()).unwrap(), text);
        });
        if let Some(result) = result {
            about.result = Some(result.parse().unwrap());
        }
        let text = write(&record, &about).unwrap();
        let (_, root) = text.split_once("SZ[5]").unwrap();
        root.lines().next().unwrap_or_default().to_owned()
    };
    for (root, expected) in [
        ("KM[5 1/2]", "KM[5.5]"),
        ("KM[7.25]", "KM[7.25]"),
        ("KM[6.5\u{10}]", "KM[6.5]"), // a control character is read, and written, as a space
        ("KM[7.25]RU[Japanese]", "KM[7.25]RU[Japanese]"),
        (r"KM[by bid\]\\]", r"KM[by bid\]\\]"),
        ("HA[2 stones]", "HA[2]"),
        ("HA[two]", "HA[two]"),
        ("HA[2\u{10}]", "HA[2]"),
        ("HA[two]AB[cc][dd]", "HA[2]"),
        ("RE[W+3.25]", "RE[W+3.25]"),
        ("RE[B+Illegal]", "RE[B+Illegal]"),
        ("RE[W+R (late)]", "RE[W+R (late)]"),
        ("RE[White resigned]", "RE[B+R]"),
        ("RE[Jigo (draw)]", "RE[0]"),
        ("RE[nobody knows]", "RE[nobody knows]"),
        ("RE[]HA[]RU[]KM[]", ""),
    ] {
        assert_eq!(written(root, None), expected, "{root}");
    }
    assert_eq!(written("RE[W+3.25]", Some("B+2.5")), "RE[B+2.5]");
    assert_eq!(written("RE[W+3.25]", Some("W+2.5")), "RE[W+2.5]");
    assert_eq!(written("RE[W+3.25]", Some("W+")), "RE[W+3.25]");
    assert_eq!(written("RE[nobody knows]", Some("B+2.5")), "RE[B+2.5]");
}
