//! Tests properties of all games on random games.

use crate::support::games::{
    Event, Game, cases, color, game, made, play, play_from, rules, symmetry,
};
use gokata::fixture::Fixture;
use gokata::link::Link;
use gokata::sgf::{Collection, Format, Judging};
use gokata::{
    Action, BoardRecord, Color, FastGame, Move, Pasted, Setup, Showboard, is_legal_move,
    legal_moves, play_move,
};
use proptest::prelude::*;

/// Lines of records in GIB, NGF and UGF, whole and damaged.
const LINES: [&str; 25] = [
    "\\HS",
    "\\[GAMEINFOMAIN=GRLT:1,ZIPSU:x,GONGJE:65\\]",
    "\\[GAMETAG=C2016:3,D5,W3,Z1\\]\\[=",
    "INI 0 1 3 &4",
    "STO 0 2 1 3 3",
    "STO 0 3 2 18 18",
    "SKI 0 4",
    "STO 0 5 1 99999999999999999999 3",
    "STO 0 99999999999999999999 1 3 4",
    "\\GE",
    "",
    "0",
    "9",
    "GI9",
    "名 7段 (x)",
    "PMABBBBBB",
    "PMACWAAAA",
    "PMADB\u{fc}x",
    "[Header]",
    "Size=9",
    "Hdcp=2,-5.50",
    "CoordinateType=IGS",
    "[Data]",
    "CC,B1,0,0",
    "YA,W1,1,0",
];

/// Everything a reader can see of a record.
fn face(record: &BoardRecord) -> String {
    let held = Color::BOTH.map(|color| record.prisoners(color));
    format!(
        "{record:?} {held:?} {} {:?}",
        record.is_over(),
        record.last_turn()
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    /// `legal_moves` agrees with the verdicts on single moves.
    #[test]
    fn legal_moves_agree_with_single_verdicts(game in game()) {
        for record in play(&game) {
            let side = record.to_play();
            let mut expected = Vec::new();
            for point in record.size().points() {
                expected.extend(Some(Move::play(side, point)).filter(|mv| is_legal_move(*mv, &record)));
                prop_assert!(!is_legal_move(Move::play(!side, point), &record));
            }
            expected.extend([Move::pass(side), Move::resign(side)].into_iter().filter(|mv| is_legal_move(*mv, &record)));
            prop_assert_eq!(legal_moves(&record), expected, "{:?}", record);
        }
    }

    /// A link opens the same game, turn and question.
    #[test]
    fn a_link_is_read_as_it_was_written(game in game(), at in any::<prop::sample::Index>(), (row, col) in (-3..29, -3..29), color in color()) {
        let records = play(&game);
        let last = records.last().unwrap();
        // Another opening, where the game begins in its middle.
        let middle = BoardRecord::try_from(&records[at.index(records.len())].setup()).unwrap();
        for record in play_from(middle.with_rules(game.rules), &game).iter().chain([last]) {
            let turn = Some(at.index(record.turns() + 1)).filter(|_| row > 0);
            let asked = Some(Move::play(color, (row, col))).filter(|_| col > 0);
            let link = Link { record: record.clone(), turn, asked };
            let text = link.address("gokata.html");
            prop_assert_eq!(Link::read(&text), Ok(link), "{}", text);
        }
    }

    /// Records are values: no operation changes one.
    #[test]
    fn an_old_record_does_not_change(game in game()) {
        let records = play(&game);
        let faces: Vec<String> = records.iter().map(face).collect();
        for record in &records {
            let _ = play_move(Move::play(record.to_play(), (-1, 2)), record).expect_err("off the board");
            let _ = legal_moves(record);
            let _ = record.hand_turn(!record.to_play());
        }
        prop_assert_eq!(faces, records.iter().map(face).collect::<Vec<_>>());
    }

    /// Undo goes back turn by turn; replaying the moves gives the same records.
    #[test]
    fn undo_and_replay_give_the_same_records(game in game()) {
        let plain = Game { events: game.events.into_iter().filter(|event| matches!(event, Event::Play(_) | Event::Pass)).collect(), ..game };
        let records = play(&plain);
        let last = &records[records.len() - 1];
        let mut back = vec![last.clone()];
        while let Some(before) = back[back.len() - 1].undo() {
            back.push(before);
        }
        prop_assert_eq!(back.len(), last.turns() + 1);
        let mut again = BoardRecord::new(plain.size).with_rules(plain.rules);
        for (mv, expected) in last.moves().into_iter().zip(back.iter().rev().skip(1)) {
            again = made(mv, &again);
            prop_assert_eq!(face(&again), face(expected));
            prop_assert_eq!(legal_moves(&again).len(), legal_moves(expected).len());
        }
        for turns in 0..=last.turns() {
            prop_assert_eq!(last.at(turns).map(|record| record.turns()), Some(turns));
        }
        prop_assert!(last.at(last.turns() + 1).is_none());
    }

    /// Changed rules apply as if they had been in force from the start, and changing them back restores the verdicts.
    #[test]
    fn the_current_rules_decide(game in game(), other in rules()) {
        let records = play(&game);
        let record = &records[records.len() - 1];
        let there = record.with_rules(other);
        let back = there.with_rules(game.rules);
        prop_assert_eq!(legal_moves(&back), legal_moves(record));
        let mut fresh = BoardRecord::new(game.size).with_rules(other);
        if record.situations().count() == record.turns() + 1 {
            for mv in record.moves() {
                fresh = match play_move(mv, &fresh) { Ok(next) => next, Err(_) => return Ok(()) };
            }
            prop_assert_eq!(legal_moves(&there), legal_moves(&fresh));
        }
    }

    /// After the first pass of a game with the button, ko, superko and the end of the game are as in a game without the
    /// button that starts there.
    #[test]
    fn the_first_pass_takes_the_button_and_starts_the_history_anew(game in game(), pass in any::<prop::sample::Index>()) {
        let mut game = game;
        let at = pass.index(game.events.len() + 1);
        game.events.insert(at, Event::Pass);
        game.rules = game.rules.with_button(true);
        let records = play(&game);
        let passed = |record: &BoardRecord| record.moves().iter().any(|mv| mv.action == Action::Pass);
        let Some(first) = records.iter().position(passed) else { return Ok(()) };
        let after = BoardRecord::try_from(&records[first].setup());
        let after = after.unwrap();
        let rules = game.rules.with_button(false);
        let rest = Game { events: game.events[first..].to_vec(), ..game };
        let anew = play_from(after.with_rules(rules), &rest);
        prop_assert_eq!(anew.len(), records.len() - first);
        for (expected, record) in anew.iter().zip(&records[first..]) {
            prop_assert_eq!(legal_moves(record), legal_moves(expected), "{:?}", record);
            prop_assert_eq!(FastGame::from(record).legal_moves(), legal_moves(expected), "{:?}", record);
        }
    }

    /// Rotating or mirroring the board, or swapping the colors, does the same to the legal moves.
    #[test]
    fn symmetric_boards_have_symmetric_legal_moves(game in game(), symmetry in symmetry(), swap in any::<bool>()) {
        let records = play(&Game { events: game.events.iter().filter(|event| matches!(event, Event::Play(_) | Event::Pass)).cloned().collect(), ..game.clone() });
        let last = &records[records.len() - 1];
        let turn = |mv: Move| Move {
            color: if swap { !mv.color } else { mv.color },
            action: match mv.action { Action::Play(point) => Action::Play(symmetry.point(point, game.size)), other => other },
        };
        let to_play = if swap { Color::White } else { Color::Black };
        let opening = Setup::new(symmetry.size(game.size), to_play);
        let mut other = BoardRecord::try_from(&opening).unwrap().with_rules(game.rules);
        for mv in last.moves() {
            other = made(turn(mv), &other);
        }
        let key = |mv: &Move| format!("{mv:?}");
        let mut expected: Vec<Move> = legal_moves(last).into_iter().map(turn).collect();
        let mut found = legal_moves(&other);
        expected.sort_by_key(key);
        found.sort_by_key(key);
        prop_assert_eq!(found, expected);
    }

    /// The parsers do not panic on any bytes, nor on text that looks like a fixture.
    #[test]
    fn parsers_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[xo\na-c#A-C0-9(),:. -]{0,200}") {
        let _ = Fixture::parse(text.as_bytes()).map_err(|error| error.to_string());
        let _ = Fixture::parse(&bytes).map_err(|error| error.to_string());
        let _ = Pasted::read(&String::from_utf8_lossy(&bytes), None).map_err(|error| error.to_string());
    }

    /// Nor does the reader of pasted boards on what looks like one, and what it reads is possible.
    #[test]
    fn pasted_boards_do_not_panic(text in "([xoXO#@*.+|\\-0-9a-cA-C,;\"'<>\\[\\](){}$ ●○┼─\t]|\n|\n|\\$\\$ ){0,200}") {
        for black in [None, Some("X"), Some("-1")] {
            match Pasted::read(&text, black) {
                Ok(pasted) => prop_assert!(pasted.record(Some(Color::White)).is_ok()),
                Err(error) => prop_assert!(error.to_string().lines().count() <= 3),
            }
        }
    }

    /// Nor do those of the formats of servers, on any bytes after the beginning of a record, in any order and number.
    #[test]
    fn records_of_servers_do_not_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..100),
        lines in prop::collection::vec(prop::sample::select(&LINES[..]), 0..20),
    ) {
        let text = lines.join("\n") + "\n" + &String::from_utf8_lossy(&bytes);
        for format in [Format::Gib, Format::Ngf, Format::Ugf] {
            for text in [&*text, &text.replace('\n', "\r\n")] {
                let Ok(file) = Collection::parse_as(format, text) else { continue };
                let judged = file.games().next().expect("a game").map(|game| game.judge(&Judging::default()));
                let fault = judged.expect("a size").fault;
                // As for SGF, a carriage return alone ends a line, too.
                let number = |end| text.matches(end).count();
                let last = number("\n") + number("\r") - number("\r\n") + 1;
                prop_assert!(fault.is_none_or(|fault| fault.line() <= last));
            }
        }
    }

    #[test]
    fn a_parsed_fixture_can_be_printed_and_parsed_again(words in prop::collection::vec(prop::sample::select(words()), 0..60)) {
        let text = format!("x\nab-\n-xo\n---\n\n{}", words.join(" ").replace(" \n ", "\n"));
        if let Ok(fixture) = Fixture::parse(text.as_bytes()) {
            let again = fixture.to_string().parse::<Fixture>();
            prop_assert_eq!(again.as_ref(), Ok(&fixture), "{}", fixture);
            let _ = gokata::fixture::check(&fixture, &mut gokata::PureGame::new(fixture.opening.setup.size));
        }
    }

    #[test]
    fn a_printed_showboard_can_be_parsed_again(game in game()) {
        let records = play(&game);
        let board = records[records.len() - 1].board();
        let setup = Setup { size: board.size(), stones: board.stones().collect(), to_play: Color::White };
        let shown = Showboard(setup);
        let text = shown.to_string();
        let again = Showboard::parse(text.as_bytes(), Color::White).map(|again| again.0.position_key());
        prop_assert_eq!(again, Ok(shown.0.position_key()));
        let quoted = |text: &str| text.lines().fold("See:\n\n".to_owned(), |all, line| all + "> " + line + "\n");
        let mut texts = vec![text.clone(), quoted(&text)];
        if board.size().rows() > 2 && board.size().cols() > 2 {
            let rows: String = text.lines().filter(|line| !line.contains('A')).map(|line| line[2..].trim_end_matches(|c: char| c.is_ascii_digit()).to_owned() + "\n").collect();
            texts.extend([quoted(&shown.0.to_string()), rows.replace(' ', ""), rows.replace(' ', "").replace('.', "0").replace('X', "1").replace('O', "2"), rows]);
        }
        for text in texts {
            let pasted = Pasted::read(&text, None);
            prop_assert_eq!(pasted.map(|pasted| pasted.setup.position_key()), Ok(shown.0.position_key()), "{}", text);
        }
    }
}

/// Words of fixtures, and some words that no fixture may have.
const WORDS: &str = "case name rules kata tt ko=situational komi=6.5 play a b pass x:pass A1 C3 (2,0) (-1,2) resume to-play x o \
    legal illegal ko superko suicide liberties 2 chain captured prisoners x=0 o=1 over score draw status dead try undo #";

fn words() -> Vec<&'static str> {
    let lines = ["\n"; 4];
    WORDS.split(' ').chain(lines).collect()
}
