//! Random records with variations: judging all of them gives the same as judging each line alone, names of lines lead to
//! their moves, and a game that is written and read again is the same game.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::support::sgf::first;
use gokata::sgf::{
    AfterIllegal, Collection, GameInfo, IllegalTurn, Judging, Lines, Order, Referees, write,
};
use gokata::{Preset, Random, TextError};
use pretty_assertions::assert_eq;

/// A random record with variations, on a board so small that many moves are illegal.
fn record(random: &mut Random) -> String {
    let side = 2 + random.below(3);
    // Black hardly ever has nine moves first, which would place the handicap in the main line alone.
    let mut text = format!("(;SZ[{side}]HA[9]");
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
        let letter = |random: &mut Random| ["a", "b", "c", "d"][random.below(side)];
        let point = [letter(random), letter(random)].concat();
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
    text + &")".repeat(open.len() + 1)
}

/// Each line of a record, with blanks in place of the text of the other lines.
fn lines(text: &str) -> Vec<String> {
    // The line up to each open parenthesis, and the line here.
    let (mut open, mut here) = (Vec::new(), " ".repeat(text.len()));
    let mut lines = Vec::new();
    let mut was_closed = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open.push(here.clone()),
            ')' => {
                if !was_closed {
                    lines.push(format!("({})", &here[1..]));
                }
                here = open.pop().expect("balanced");
            }
            _ => here.replace_range(at..=at, &text[at..=at]),
        }
        was_closed = letter == ')';
    }
    lines
}

fn rules(random: &mut Random) -> gokata::Rules {
    [Preset::Kata, Preset::TrompTaylor, Preset::NewZealand][random.below(3)].rules()
}

/// The parts of an illegal move that must be equal in both texts.
fn summary(illegal: &IllegalTurn) -> String {
    let (number, repeats) = (illegal.number, illegal.repeats);
    let (mv, reason) = (illegal.mv, illegal.reason);
    format!("{}: {number} {mv:?} {reason:?} {repeats:?}", illegal.column)
}

fn located(warning: &TextError) -> String {
    format!("{}: {}", warning.column(), warning.message())
}

#[test]
fn all_variations_are_judged_as_each_line_alone() {
    let mut random = Random::new(11);
    let mut repeats = 0;
    for nth in 0..400 {
        let text = record(&mut random);
        let lines = lines(&text);
        let how = Judging {
            rules: Some(rules(&mut random)),
            referees: [Referees::Fast, Referees::Both][usize::from(nth % 8 == 0)],
            lines: Lines::All,
            order: [Order::Alternating, Order::Any][random.below(2)],
            after_illegal: [AfterIllegal::GoOn, AfterIllegal::Stop][usize::from(nth % 4 == 0)],
            ..Judging::default()
        };
        let main = Judging {
            lines: Lines::Main,
            ..how
        };
        let all = first(&text, |game| game.judge(&how));
        assert_eq!((all.disagreement, all.fault), (None, None), "{text}");
        let (mut moves, mut expected) = (BTreeSet::new(), Vec::new());
        let (mut warnings, mut many) = (Vec::new(), false);
        for line in &lines {
            let alone = first(line, |game| game.judge(&main));
            assert_eq!(alone.fault, None, "{line}");
            many |= alone.more_warnings > 0;
            for warning in alone.warnings.iter().map(located) {
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                }
            }
            let new = alone.illegal.iter();
            let new = new.filter(|illegal| moves.insert(illegal.column));
            expected.extend(new.map(summary));
        }
        let found: Vec<String> = all.illegal.iter().map(summary).collect();
        assert_eq!(found, expected, "{text}");
        if !many {
            let found: Vec<String> = all.warnings.iter().map(located).collect();
            warnings.truncate(20);
            assert_eq!(found, warnings, "{text}");
        }
        let illegal = all.illegal.iter();
        repeats += illegal.filter(|illegal| illegal.repeats.is_some()).count();
        if how.after_illegal == AfterIllegal::GoOn {
            assert_eq!(all.variations_left, 0);
        }
        let main = first(&text, |game| game.judge(&main));
        assert_eq!(main.variations_left, lines.len() - 1, "{text}");
    }
    assert!(repeats > 50, "{repeats} repetitions");
}

/// Replaying the variation that an illegal move names reaches that move.
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
        let all = first(&text, |game| game.judge(&how));
        let lines = lines(&text);
        for illegal in &all.illegal {
            let until = Some(illegal.number);
            let holds = |line: &&String| line.as_bytes()[illegal.column - 1] != b' ';
            let line = lines.iter().find(holds).expect("a line");
            let (alone, _) = first(line, |game| game.replay(None, until)).unwrap();
            let found = first(&text, |game| game.replay_path(&illegal.path, None, until));
            let (record, judgement) = found.unwrap();
            assert_eq!(
                (record.moves(), record.setup()),
                (alone.moves(), alone.setup())
            );
            let last = judgement.illegal.last().map(summary);
            assert_eq!(last, Some(summary(illegal)), "{text}");
            named += usize::from(!illegal.path.is_main());
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
        let rules = Some(rules(&mut random));
        let replayed = |text: &str| first(text, |game| game.replay(rules, None)).unwrap();
        let (game, judgement) = replayed(&text);
        let written = write(&game, &GameInfo::default()).unwrap();
        let (again, _) = replayed(&written);
        assert_eq!(again, game, "{text}\n{written}");
        assert_eq!(write(&again, &GameInfo::default()).unwrap(), written);
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
        let stats = first(text, |game| game.judge(&how)).stats.unwrap();
        assert_eq!(stats.out_of_turn, out_of_turn);
    }
}

#[test]
fn the_games_of_a_file_are_shared_out() {
    let (many, long) = ("(;B[aa])".repeat(1000), |nodes| {
        format!("(;{})", ";".repeat(nodes)).repeat(4)
    });
    for (text, first, share) in [
        (&many, 0, 0..256),
        (&many, 900, 900..1000),
        (&many, 1000, 1000..1000),
        (&long(4_000), 0, 0..2),
        (&long(12_000), 1, 1..2),
    ] {
        assert_eq!(Collection::parse(text).unwrap().share(first), share);
    }
}
