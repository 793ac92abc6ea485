//! Judging all variations of a record gives the same as judging each of its lines alone. A game that is written and read
//! again is the same game.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{
    AfterIllegal, Collection, GameInfo, IllegalTurn, Judging, Lines, Order, Referees, SgfGame,
    write,
};
use crate::basics::{Preset, Random, TextError};

/// A random record with variations, on a board so small that many moves are illegal.
fn record(random: &mut Random) -> String {
    let side = 2 + random.below(3);
    let mut text = format!("(;SZ[{side}]HA[2]");
    let mut mover = random.below(2);
    // The side to move at the start of each open variation.
    let mut open = Vec::new();
    for _ in 0..20 + random.below(200) {
        if random.below(7) == 0
            && let Some(before) = open.pop()
        {
            text.push(')');
            mover = before;
            continue;
        }
        // After a variation only another one can follow.
        if text.ends_with(')') || random.below(6) == 0 {
            text.push('(');
            open.push(mover);
        }
        let letter =
            |random: &mut Random| char::from(b'a' + u8::try_from(random.below(side)).unwrap_or(0));
        let point: String = [letter(random), letter(random)].iter().collect();
        let color = ["B", "W"][mover];
        let _ = match random.below(20) {
            0 => write!(text, ";{color}[]"),
            1 => write!(text, ";C[long enough to be some work]"),
            2 => write!(text, ";AE[{point}]"),
            3 => write!(text, ";PL[{color}]"),
            4 => write!(text, ";KO[]{color}[{point}]"),
            5 => write!(text, ";{color}[{point}]PL[W]"),
            _ => write!(text, ";{color}[{point}]"),
        };
        if random.below(12) > 0 {
            mover = 1 - mover;
        }
    }
    text.extend(open.iter().map(|_| ')'));
    text.push(')');
    text
}

/// Summarizes the parts of an illegal move that must be equal in both texts.
fn summary(illegal: &IllegalTurn) -> String {
    let (number, repeats) = (illegal.number, illegal.repeats);
    let (mv, reason) = (illegal.mv, illegal.reason);
    format!("{}: {number} {mv:?} {reason:?} {repeats:?}", illegal.column)
}

fn located(warning: &TextError) -> String {
    format!("{}: {}", warning.column(), warning.message())
}

/// Each line of a record, with blanks in place of the text of the other lines.
fn lines(text: &str, game: &SgfGame<'_>) -> Vec<String> {
    assert_eq!(game.fault(), None, "{text}");
    let parent = |node: usize| game.nodes[node].parent as usize;
    let count = game.nodes.len();
    let line = |last: usize| {
        let mut bytes = vec![b' '; text.len()];
        let mut here = last;
        loop {
            let node = game.nodes[here];
            let end = text[..node.end as usize].trim_end_matches('(').len();
            let place = node.start as usize - 1..end;
            bytes[place.clone()].copy_from_slice(&text.as_bytes()[place]);
            if parent(here) == here {
                break;
            }
            here = parent(here);
        }
        bytes[0] = b'(';
        bytes.push(b')');
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let is_last = |node: &usize| node + 1 == count || parent(node + 1) != *node;
    (0..count).filter(is_last).map(line).collect()
}

/// Calls `ask` with the first game of a text.
fn with_game<T>(text: &str, ask: impl Fn(&SgfGame<'_>) -> T) -> T {
    let collection = Collection::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let game = collection.games().next().and_then(Result::ok);
    ask(&game.unwrap_or_else(|| panic!("{text}")))
}

#[test]
fn all_variations_are_judged_as_each_line_alone() {
    let mut random = Random::new(11);
    let mut repeats = 0;
    for nth in 0..400 {
        let text = record(&mut random);
        let lines = with_game(&text, |game| lines(&text, game));
        let rules = [Preset::Kata, Preset::TrompTaylor, Preset::NewZealand];
        let how = Judging {
            rules: Some(rules[random.below(3)].rules()),
            referees: [Referees::Fast, Referees::Both][usize::from(nth % 8 == 0)],
            lines: Lines::All,
            order: [Order::Alternating, Order::Any][random.below(2)],
            after_illegal: [AfterIllegal::GoOn, AfterIllegal::Stop][usize::from(nth % 4 == 0)],
            stats: false,
            all_warnings: false,
        };
        let main = Judging {
            lines: Lines::Main,
            ..how
        };
        let all = with_game(&text, |game| game.judge(&how));
        assert_eq!((all.disagreement, all.fault), (None, None), "{text}");
        let (mut moves, mut expected) = (BTreeSet::new(), Vec::new());
        let (mut warnings, mut many) = (Vec::new(), false);
        for line in &lines {
            let alone = with_game(line, |game| game.judge(&main));
            assert_eq!(alone.fault, None, "{line}");
            many |= alone.more_warnings > 0;
            for warning in alone.warnings {
                if !warnings.contains(&located(&warning)) {
                    warnings.push(located(&warning));
                }
            }
            for refusal in &alone.illegal {
                if moves.insert(refusal.column) {
                    expected.push(summary(refusal));
                }
            }
        }
        let found: Vec<String> = all.illegal.iter().map(summary).collect();
        assert_eq!(found, expected, "{text}");
        if !many {
            let found: Vec<String> = all.warnings.iter().map(located).collect();
            warnings.truncate(20);
            assert_eq!(found, warnings, "{text}");
        }
        let illegal = all.illegal.iter();
        repeats += illegal.filter(|refusal| refusal.repeats.is_some()).count();
        if how.after_illegal == AfterIllegal::GoOn {
            assert_eq!(all.variations_left, 0);
        }
        let main = with_game(&text, |game| game.judge(&main));
        assert_eq!(main.variations_left, lines.len() - 1, "{text}");
    }
    assert!(repeats > 50, "{repeats} repetitions");
}

/// Replaying the variation that a refusal names reaches the illegal move.
#[test]
fn names_of_variations_lead_to_their_moves() {
    let how = Judging {
        lines: Lines::All,
        after_illegal: AfterIllegal::GoOn,
        ..Judging::default()
    };
    let mut random = Random::new(12);
    let mut named = 0;
    for _ in 0..200 {
        let text = record(&mut random);
        let all = with_game(&text, |game| game.judge(&how));
        let lines = with_game(&text, |game| lines(&text, game));
        for refusal in &all.illegal {
            let until = Some(refusal.number);
            let holds = |line: &&String| line.as_bytes()[refusal.column - 1] != b' ';
            let line = lines.iter().find(holds);
            let line = line.unwrap_or_else(|| panic!("{text}"));
            let alone = with_game(line, |game| game.replay(None, until));
            let (alone, _) = alone.unwrap_or_else(|error| panic!("{error}"));
            let (record, judgement) = with_game(&text, |game| {
                let found = game.replay_path(&refusal.path, None, until);
                found.unwrap_or_else(|error| panic!("{}: {error}", refusal.path))
            });
            assert_eq!(
                (record.moves(), record.setup()),
                (alone.moves(), alone.setup())
            );
            let last = judgement.illegal.last().map(summary);
            assert_eq!(last, Some(summary(refusal)), "{text}");
            named += usize::from(!refusal.path.is_main());
        }
    }
    assert!(named > 1000, "{named} variations");
}

/// With illegal moves, moves out of turn, set-up and turns handed over anywhere.
#[test]
fn the_game_of_any_record_is_read_back_as_the_same_game() {
    let mut random = Random::new(13);
    let (mut handed, mut illegal) = (0, 0);
    for _ in 0..1000 {
        let text = record(&mut random);
        let rules = [Preset::Kata, Preset::TrompTaylor, Preset::NewZealand];
        let rules = Some(rules[random.below(3)].rules());
        let replayed = |text: &str| {
            with_game(text, |game| {
                let found = game.replay(rules, None);
                found.unwrap_or_else(|error| panic!("{text}: {error}"))
            })
        };
        let (game, judgement) = replayed(&text);
        let written = write(&game, &GameInfo::default()).expect("a short record");
        let (again, _) = replayed(&written);
        assert_eq!(again, game, "{text}\n{written}");
        assert_eq!(
            write(&again, &GameInfo::default()).expect("a short record"),
            written
        );
        handed += usize::from(written.contains(";PL"));
        illegal += usize::from(!judgement.illegal.is_empty());
    }
    assert!(handed > 200, "{handed} handed over");
    assert!(illegal > 200, "{illegal} illegal");
}

#[test]
fn a_move_after_a_turn_handed_over_is_counted_as_in_turn() {
    for (text, out_of_turn) in [
        ("(;SZ[5];B[aa];B[bb])", 1),
        ("(;SZ[5];B[aa];PL[B];B[bb])", 0),
        ("(;SZ[5];B[];W[];PL[W];W[bb])", 0),
        ("(;SZ[5];B[];W[];W[bb])", 1),
    ] {
        let how = Judging {
            after_illegal: AfterIllegal::GoOn,
            stats: true,
            ..Judging::default()
        };
        let stats = with_game(text, |game| game.judge(&how)).stats;
        assert_eq!(stats.map(|stats| stats.out_of_turn), Some(out_of_turn));
    }
}

#[test]
fn the_games_of_a_file_are_shared_out() {
    let share = |text: String, first| Collection::parse(&text).map(|file| file.share(first));
    let many = || "(;B[aa])".repeat(1000);
    assert_eq!(share(many(), 0), Ok(0..256));
    assert_eq!(share(many(), 900), Ok(900..1000));
    assert_eq!(share(many(), 1000), Ok(1000..1000));
    let long = |nodes| format!("(;{})", ";".repeat(nodes)).repeat(4);
    assert_eq!(share(long(4_000), 0), Ok(0..2));
    assert_eq!(share(long(12_000), 1), Ok(1..2));
}
