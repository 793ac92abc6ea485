//! Writing game records: the exact texts. `sgf_read.rs` tests that they can be read back.

use crate::support::pair::size;
use crate::support::sgf::rules_of;
use gokata::scoring::Outcome;
use gokata::sgf::{GameInfo, write};
use gokata::{
    BoardRecord, Color, FastGame, HandicapBonus, KoRule, Komi, Move, Point, Preset, Random, Rules,
    Scoring, Setup, Suicide, Tax, play_move,
};
use pretty_assertions::assert_eq;

fn started(setup: &Setup) -> BoardRecord {
    BoardRecord::try_from(setup).unwrap()
}

fn played(record: BoardRecord, moves: &[Move]) -> BoardRecord {
    let play = |record, mv: &Move| {
        play_move(*mv, &record).unwrap_or_else(|error| panic!("{mv:?}: {error}"))
    };
    moves.iter().fold(record, play)
}

/// The text of a record without its first line, which names the program.
fn body(record: &BoardRecord, about: &GameInfo) -> String {
    let text = write(record, about).unwrap();
    let (first, rest) = text.split_once('\n').unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(first, format!("(;GM[1]FF[4]CA[UTF-8]AP[gokata:{version}]"));
    rest.to_owned()
}

fn nobody() -> GameInfo {
    GameInfo::default()
}

#[test]
fn an_empty_game() {
    let record = BoardRecord::new(size(19, 19));
    assert_eq!(body(&record, &nobody()), "SZ[19]KM[0]RU[kata])\n");
}

/// Ten moves per line, passes, and territory in the last node.
#[test]
fn a_whole_game() {
    let points = (0..11).map(|nth| Point::from((nth / 4, nth % 4)));
    let sides = [Color::Black, Color::White].into_iter().cycle();
    let mut moves: Vec<Move> = sides
        .zip(points)
        .map(|(side, at)| Move::play(side, at))
        .collect();
    moves.push(Move::pass(Color::White));
    moves.push(Move::pass(Color::Black));
    let start = BoardRecord::new(size(5, 4)).with_rules(Preset::Chinese.rules());
    let record = played(start, &moves);
    let about = GameInfo {
        black: Some("Ann".to_owned()),
        white: Some("Bert".to_owned()),
        black_rank: Some("3d".to_owned()),
        white_rank: Some("1k?".to_owned()),
        date: Some("2024-02-29".to_owned()),
        result: "W+7.5".parse().ok(),
        black_territory: [(4, 0), (3, 1), (3, 0)].map(Point::from).to_vec(),
        white_territory: vec![Point::from((4, 3))],
        ..nobody()
    };
    assert_eq!(
        body(&record, &about),
        "SZ[4:5]KM[7.5]RU[Chinese]RE[W+7.5]\n\
         PB[Ann]BR[3d]PW[Bert]WR[1k?]DT[2024-02-29]\n\
         ;B[aa];W[ba];B[ca];W[da];B[ab];W[bb];B[cb];W[db];B[ac];W[bc]\n\
         ;B[cc];W[];B[]\n\
         TB[ad][bd][ae]\n\
         TW[de])\n"
    );
}

/// Sizes and points are written with the column first.
#[test]
fn rectangles() {
    let record = BoardRecord::new(size(2, 25));
    let last = Move::play(Color::Black, (1, 24));
    let record = played(record, &[last]);
    assert_eq!(body(&record, &nobody()), "SZ[25:2]KM[0]RU[kata]\n;B[yb])\n");
    assert!(body(&BoardRecord::new(size(1, 1)), &nobody()).starts_with("SZ[1]"));
}

#[test]
fn a_resignation_is_written_as_the_result_only() {
    let black = Move::play(Color::Black, (0, 0));
    let record = BoardRecord::new(size(3, 3));
    let at_once = played(record.clone(), &[Move::resign(Color::Black)]);
    assert_eq!(body(&at_once, &nobody()), "SZ[3]KM[0]RU[kata]RE[W+R])\n");
    let later = played(record, &[black, Move::resign(Color::White)]);
    let written = body(&later, &nobody());
    assert_eq!(written, "SZ[3]KM[0]RU[kata]RE[B+R]\n;B[aa])\n");
    // What is given goes before.
    let about = GameInfo {
        result: Some(Outcome::Void),
        ..nobody()
    };
    assert!(body(&later, &about).contains("RE[Void]"));
}

#[test]
fn opening_boards() {
    let nine = size(9, 9);
    let stones = |to_play, black: &[(i32, i32)], white: &[(i32, i32)]| {
        let with = |color| move |setup: Setup, at: &(i32, i32)| setup.with(Point::from(*at), color);
        let setup = Setup::new(nine, to_play);
        let setup = black.iter().fold(setup, with(Color::Black));
        let setup = white.iter().fold(setup, with(Color::White));
        body(&started(&setup), &nobody())
    };
    let handicap = [(6, 2), (2, 6)];
    for (to_play, black, white, more) in [
        // Two or more black stones without white ones are a handicap: White moves first unless `PL` is written.
        (Color::White, &handicap[..], &[][..], "HA[2]\nAB[gc][cg]"),
        (Color::Black, &handicap, &[], "HA[2]\nAB[gc][cg]\nPL[B]"),
        // Otherwise Black moves first unless `PL` is written.
        (Color::White, &handicap[..1], &[], "\nAB[cg]\nPL[W]"),
        (Color::Black, &handicap[..1], &[], "\nAB[cg]"),
        (Color::Black, &handicap, &[(0, 8)], "\nAB[gc][cg]\nAW[ia]"),
        (Color::White, &[], &[(0, 8)], "\nAW[ia]\nPL[W]"),
        (Color::White, &[], &[], "\nPL[W]"),
    ] {
        let expected = format!("SZ[9]KM[0]RU[kata]{more})\n");
        assert_eq!(stones(to_play, black, white), expected);
    }
}

#[test]
fn stones_of_the_opening_are_written_even_if_captured_later() {
    let setup = Setup::new(size(2, 2), Color::Black)
        .with(Point::from((0, 0)), Color::White)
        .with(Point::from((0, 1)), Color::Black);
    let record = started(&setup);
    let record = played(record, &[Move::play(Color::Black, (1, 0))]);
    assert_eq!(record.board().stone_at(Point::from((0, 0))), None);
    assert_eq!(
        body(&record, &nobody()),
        "SZ[2]KM[0]RU[kata]\nAB[ba]\nAW[aa]\n;B[ab])\n"
    );
}

/// A node with `PL` alone hands the turn over or resumes play.
#[test]
fn turns_handed_over_and_resumed_play_are_nodes_of_their_own() {
    let record = BoardRecord::new(size(3, 3)).hand_turn(Color::White);
    let passes = [Color::White, Color::Black].map(Move::pass);
    let record = played(record, &passes).resume(Some(Color::Black)).unwrap();
    let record = played(record, &[Move::play(Color::Black, (1, 1))]);
    let record = record.hand_turn(Color::Black);
    let record = played(record, &[Move::play(Color::Black, (0, 1))]);
    assert_eq!(
        body(&record, &nobody()),
        "SZ[3]KM[0]RU[kata]\nPL[B]\n;PL[W];W[];B[];PL[B];B[bb];PL[B];B[ba])\n"
    );
}

/// Long lists are broken into lines; repeated points and points off the board are left out.
#[test]
fn territory() {
    let all: Vec<Point> = size(5, 5).points().collect();
    let mut twice = all.clone();
    twice.extend(all.iter().rev());
    twice.extend([(-1, 0), (0, 5), (5, 0), (30, 30)].map(Point::from));
    let about = GameInfo {
        white_territory: twice,
        ..nobody()
    };
    assert_eq!(
        body(&BoardRecord::new(size(5, 5)), &about),
        "SZ[5]KM[0]RU[kata]\n\
         TW[aa][ba][ca][da][ea][ab][bb][cb][db][eb][ac][bc][cc][dc][ec][ad][bd][cd][dd]\n\
         [ed][ae][be][ce][de][ee])\n"
    );
}

#[test]
fn text_is_escaped() {
    let written = |name: &str| {
        let about = GameInfo {
            black: Some(name.to_owned()),
            ..nobody()
        };
        let text = body(&BoardRecord::new(size(2, 2)), &about);
        let name = text.strip_prefix("SZ[2]KM[0]RU[kata]\nPB[");
        let name = name.and_then(|text| text.strip_suffix("])\n"));
        name.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    for (name, text) in [
        ("a]b", r"a\]b"),
        (r"back\slash\", r"back\\slash\\"),
        (r"];B[aa]\]", r"\];B[aa\]\\\]"),
        ("one: two (;three) [four", "one: two (;three) [four"),
        (
            "a\nb\r\nc\rd\te\u{0}f\u{7f}g\u{85}h\\\ni",
            r"a b c d e f g h\\ i",
        ),
        ("柯洁 Łódź 🀄 é", "柯洁 Łódź 🀄 é"),
        ("", ""),
    ] {
        assert_eq!(written(name), text);
    }
}

/// Of every property.
#[test]
fn every_text_is_escaped() {
    let bad = || Some("]\n".to_owned());
    let about = GameInfo {
        black: bad(),
        white: bad(),
        date: bad(),
        ..nobody()
    };
    assert_eq!(
        body(&BoardRecord::new(size(2, 2)), &about),
        "SZ[2]KM[0]RU[kata]\nPB[\\] ]PW[\\] ]DT[\\] ])\n"
    );
}

fn rules_in_words(rules: Rules) -> String {
    let text = write(&BoardRecord::new(size(2, 2)).with_rules(rules), &nobody()).unwrap();
    let exact = text.split_once("GC[Exact rules: ");
    let (_, words) = exact.or_else(|| text.split_once("RU[")).expect(&text);
    words.split(']').next().unwrap_or_default().to_owned()
}

#[test]
fn rules_by_the_names_of_game_records() {
    for (preset, name) in [
        ("kata", "kata"),
        ("japanese", "Japanese"),
        ("korean", "Japanese"),
        ("chinese", "Chinese"),
        ("chinese-ogs", "chinese-ogs"),
        ("chinese-kgs", "chinese-ogs"),
        ("aga", "AGA"),
        ("aga-button", "aga-button"),
        ("nz", "NZ"),
        ("ing", "Tromp-Taylor"),
    ] {
        assert_eq!(rules_in_words(preset.parse().unwrap()), name);
    }
    let words = |text: &str| rules_in_words(text.parse().unwrap());
    assert_eq!(words("japanese,komi=-0.5"), "Japanese");
    for same in [
        "japanese,suicide=allowed",
        "new-zealand,ko=natural-situational",
    ] {
        assert_eq!(words(same), same);
    }
    // These rules are nearer to another preset than to the one they were made from.
    let found = words("japanese,tax=none,scoring=area,pass-stones=yes");
    assert_eq!(found, "kata,pass-stones=yes");
    let found = words("kata,komi=6.5,ko=situational,button=yes,suicide=allowed");
    assert_eq!(found, "dlgo,suicide=allowed,button=yes");
}

/// Properties of a root | the rules that they name.
const ROOTS: &str = "
RU[Japanese]GC[Exact rules: japanese,tax=none] | japanese,tax=none
GC[Exact rules: japanese,tax=none]KM[0.5]RU[Japanese] | japanese,tax=none,komi=0.5
RU[Japanese]GC[Exact rules: chinese] | japanese
RU[Japanese]GC[Exact rules: japanese,ko=positional] | japanese
RU[Japanese]GC[Exact rules: japanese,tax=all] | japanese
RU[Japanese]GC[japanese,tax=none] | japanese
RU[Chinese]GC[Exact rules: japanese,tax=none] | chinese
";

/// A record that does not say who passes last was written before there was that key, and keeps its count.
#[test]
fn older_records_owe_no_last_pass() {
    for (root, last_pass) in [
        ("RU[aga,scoring=territory,pass-stones=yes]", "any"),
        ("RU[AGA rules,scoring=territory,pass-stones=yes]", "any"),
        ("RU[aga,pass-stones=yes,last-pass=white]", "white"),
        ("RU[aga,last-pass=any]", "any"),
        ("RU[AGA]GC[Exact rules: aga,last-pass=any]", "any"),
        ("RU[AGA]", "white"),
    ] {
        let rules = rules_of(&format!("(;SZ[2]{root};B[aa])")).unwrap();
        assert_eq!(rules.last_pass().name(), last_pass, "{root}");
    }
    // Where no pass costs a stone, the name is that of the rules that other programs know.
    let rules = "aga,last-pass=any".parse().unwrap();
    let record = BoardRecord::new(size(2, 2)).with_rules(rules);
    let found = body(&record, &nobody());
    assert_eq!(
        found,
        "SZ[2]KM[7.5]RU[AGA]GC[Exact rules: aga,last-pass=any])\n"
    );
}

/// Rules that are those of the standard but for seki have the standard's name; our words stand beside it, and count
/// only where they belong to that name.
#[test]
fn rules_that_other_programs_understand() {
    let parsed = |text: &str| text.parse::<Rules>().unwrap();
    let record = BoardRecord::new(size(2, 2)).with_rules(parsed("japanese,tax=none"));
    assert_eq!(
        body(&record, &nobody()),
        "SZ[2]KM[6.5]RU[Japanese]GC[Exact rules: japanese,tax=none])\n"
    );
    for (root, rules) in ROOTS
        .trim()
        .lines()
        .filter_map(|line| line.split_once(" | "))
    {
        let text = format!("(;SZ[2]{root};B[aa])");
        let found = rules_of(&text);
        assert_eq!(found, Some(parsed(rules)), "{root}");
    }
    let unnamed = "(;SZ[2]GC[Exact rules: japanese,tax=none];B[aa])";
    assert_eq!(rules_of(unnamed), None);
}

/// The values of all keys but komi.
const VALUES: [(&str, &str); 8] = [
    ("ko", "simple positional situational natural-situational"),
    ("suicide", "forbidden multi-stone allowed"),
    ("scoring", "area territory"),
    ("tax", "none seki all"),
    ("handicap-bonus", "0 n-1 n"),
    ("button", "no yes"),
    ("pass-stones", "no yes"),
    ("last-pass", "any white"),
];

/// `RU` and `KM` together describe all rules, with as few keys as possible.
#[test]
fn rules_can_be_read_back() {
    let mut all = vec![Preset::Kata.rules()];
    for (key, values) in VALUES {
        let with = |rules: &Rules, value: &str| {
            let mut rules = *rules;
            rules.set(key, value).unwrap();
            rules
        };
        let with_each = |rules: &Rules| values.split(' ').map(|value| with(rules, value)).collect();
        all = all.iter().flat_map::<Vec<Rules>, _>(with_each).collect();
    }
    let ways = KoRule::ALL.len() * Suicide::ALL.len() * HandicapBonus::ALL.len() * 8;
    assert_eq!(all.len(), ways * Scoring::ALL.len() * Tax::ALL.len());
    for (nth, rules) in (0..).zip(all) {
        let komi = Komi::from_halves(nth % 601 - 300).unwrap();
        let rules = rules.with_komi(komi);
        let words = rules_in_words(rules);
        assert!(!words.contains("komi"), "{words}");
        let read: Rules = words.to_lowercase().parse().unwrap();
        assert_eq!(read.with_komi(komi), rules, "{words}");
        let keys = words.matches('=').count();
        let fewest = Preset::ALL.iter().map(|preset| {
            let changes = rules.changes(*preset);
            changes.filter(|(key, _)| *key != "komi").count()
        });
        assert_eq!(Some(keys), fewest.min(), "{words}");
        let text = write(&BoardRecord::new(size(2, 2)).with_rules(rules), &nobody()).unwrap();
        assert!(text.contains(&format!("KM[{komi}]")));
        assert_eq!(rules_of(&text), Some(rules), "{text}");
    }
}

/// Writing takes linear time. Quadratic time would take minutes here.
#[test]
fn a_hundred_thousand_moves() {
    let mut game = FastGame::new(size(5, 5));
    let mut random = Random::new(1);
    while game.turns() < 100_000 {
        let side = game.to_play();
        let plays = game.legal_points();
        let play = plays.nth(random.below(plays.len()));
        let mv = play.map_or(Move::pass(side), |at| Move::play(side, at));
        assert_eq!(game.play(mv), Ok(()));
        if game.is_over() {
            assert_eq!(game.resume(None), Ok(()));
        }
    }
    let record = BoardRecord::from(&game);
    let text = write(&record, &nobody()).unwrap_err().text; // longer than what is read again
    assert_eq!(text.matches(';').count(), 100_001);
    assert_eq!(text.lines().count(), 10_002);
    assert!(text.lines().all(|line| line.len() <= 80));
    let letters = |mv: &Move| match mv.action {
        gokata::Action::Play(at) => at.sgf().unwrap_or_default(),
        _ => String::new(),
    };
    let written = text
        .split([';', '\n', ')'])
        .filter(|node| node.starts_with(['B', 'W']));
    let points = written.map(|node| &node[2..node.len() - 1]);
    assert!(points.eq(record.moves().iter().map(letters)));
}
