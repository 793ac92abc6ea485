//! All variations of a record, compared with each of its lines alone.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Collection, Judging, Lines, Order, Referees, Refusal, Refused};
use crate::basics::{Random, Rules, TextError};

/// A record with variations, on a board so small that much is illegal.
fn record(random: &mut Random) -> String {
    let side = 2 + random.below(3);
    let mut text = format!("(;SZ[{side}]HA[2]");
    let mut mover = random.below(2);
    // The sides to move where variations were left.
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

/// What is the same for an illegal move in both texts.
fn summary(refusal: &Refusal) -> String {
    let Refusal {
        number,
        mv,
        reason,
        repeats,
        column,
        ..
    } = refusal;
    format!("{column}: {number} {mv:?} {reason:?} {repeats:?}")
}

fn located(warning: &TextError) -> String {
    format!("{}: {}", warning.column(), warning.message())
}

/// The lines of a record, each with blanks in place of the others.
fn lines(text: &str) -> Vec<String> {
    let collection = Collection::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let game = collection.games().next().and_then(Result::ok);
    let game = game.unwrap_or_else(|| panic!("{text}"));
    assert_eq!(game.fault(), None, "{text}");
    let numbers = 0..game.nodes.len();
    let is_last = |node: &usize| {
        game.nodes
            .get(node + 1)
            .is_none_or(|next| next.parent as usize != *node)
    };
    let line = |last: usize| {
        let mut bytes = vec![b' '; text.len()];
        let mut here = last;
        loop {
            let node = game.nodes[here];
            let end = text[..node.end as usize].trim_end_matches('(').len();
            let place = node.start as usize - 1..end;
            bytes[place.clone()].copy_from_slice(&text.as_bytes()[place]);
            if node.parent as usize == here {
                break;
            }
            here = node.parent as usize;
        }
        bytes[0] = b'(';
        bytes.push(b')');
        String::from_utf8_lossy(&bytes).into_owned()
    };
    numbers.filter(is_last).map(line).collect()
}

/// The first game of a text that is one.
fn with_game<T>(text: &str, ask: impl Fn(super::SgfGame<'_>) -> T) -> T {
    let collection = Collection::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let game = collection.games().next().and_then(Result::ok);
    ask(game.unwrap_or_else(|| panic!("{text}")))
}

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Going back to a branching gives the same as judging the line alone.
#[test]
fn all_variations_are_judged_as_each_alone() {
    let mut random = Random::new(11);
    let mut repeats = 0;
    for nth in 0..400 {
        let text = record(&mut random);
        let lines = lines(&text);
        let how = Judging {
            rules: Some(rules(
                ["kata", "tromp-taylor", "new-zealand"][random.below(3)],
            )),
            referees: [Referees::Fast, Referees::Both][usize::from(nth % 8 == 0)],
            lines: Lines::All,
            order: [Order::Alternating, Order::Any][random.below(2)],
            refused: [Refused::GoOn, Refused::Stop][usize::from(nth % 4 == 0)],
            stats: false,
        };
        let all = with_game(&text, |game| game.judge(&how));
        assert_eq!((all.disagreement, all.fault), (None, None), "{text}");
        let (mut moves, mut expected) = (BTreeSet::new(), Vec::new());
        let (mut warnings, mut many) = (Vec::new(), false);
        for line in &lines {
            let alone = with_game(line, |game| {
                game.judge(&Judging {
                    lines: Lines::Main,
                    ..how
                })
            });
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
        repeats += all
            .illegal
            .iter()
            .filter_map(|refusal| refusal.repeats)
            .count();
        if how.refused == Refused::GoOn {
            assert_eq!(all.variations_left, 0);
        }
        let main = with_game(&text, |game| {
            game.judge(&Judging {
                lines: Lines::Main,
                ..how
            })
        });
        assert_eq!(main.variations_left, lines.len() - 1, "{text}");
    }
    assert!(repeats > 50, "{repeats} repetitions");
}

/// The name of a variation in a refusal leads to the refused move.
#[test]
fn names_of_variations_lead_to_their_moves() {
    let how = Judging {
        lines: Lines::All,
        refused: Refused::GoOn,
        ..Judging::default()
    };
    let mut random = Random::new(12);
    let mut named = 0;
    for _ in 0..200 {
        let text = record(&mut random);
        let all = with_game(&text, |game| game.judge(&how));
        let lines = lines(&text);
        for refusal in &all.illegal {
            let place = refusal.column - 1;
            let line = lines.iter().find(|line| line.as_bytes()[place] != b' ');
            let line = line.unwrap_or_else(|| panic!("{text}"));
            let until = Some(refusal.number);
            let alone = with_game(line, |game| {
                game.replay(None, until).map(|(record, _)| record)
            });
            let alone = alone.unwrap_or_else(|error| panic!("{error}"));
            let (record, judgement) = with_game(&text, |game| {
                let found = game.replay_path(&refusal.path, None, until);
                found.unwrap_or_else(|error| panic!("{}: {error}", refusal.path))
            });
            assert_eq!(
                (record.moves(), record.setup()),
                (alone.moves(), alone.setup())
            );
            assert_eq!(
                judgement.illegal.last().map(summary),
                Some(summary(refusal)),
                "{text}"
            );
            named += usize::from(refusal.path != "main");
        }
    }
    assert!(named > 1000, "{named} variations");
}
