//! Dialects of SGF: headers of servers with other names for event, date, komi and handicap; handicap stones that are moves or
//! missing.

use crate::support::sgf::first;
use gokata::scoring::Standing;
use gokata::sgf::{GameInfo, Judging, Lines, Referees};
use gokata::{Color, Komi, Random, sgf};
use pretty_assertions::assert_eq;

fn about(text: &str) -> (GameInfo, Option<Komi>, Option<usize>, Vec<String>) {
    first(text, |game| {
        let warnings = game.warnings().iter().map(|it| it.message().to_owned());
        (
            game.about().clone(),
            game.komi(),
            game.handicap(),
            warnings.collect(),
        )
    })
}

const DIALECT: &str = "read as some servers write it: TE as the event, RD as the date, KO as the komi, HD as the handicap";

#[test]
fn a_header_with_other_names_is_read() {
    let header = "(\r\nTE[A Cup]\r\nRD[2016-04-29]\r\nTM[85]\r\nLT[10]\r\nKO[7.5]\r\nRE[黑中盘胜]\r\nPB[Ann]\r\nHD[2]\r\nGK[1]\r\n\r\n;B[qd];W[dp])";
    let (about, komi, handicap, warnings) = about(header);
    assert_eq!(about.event.as_deref(), Some("A Cup"));
    assert_eq!(about.date.as_deref(), Some("2016-04-29"));
    assert_eq!(komi.map(|komi| komi.to_string()).as_deref(), Some("7.5"));
    assert_eq!(handicap, Some(2));
    assert_eq!(
        about.result.map(|it| it.to_string()).as_deref(),
        Some("B+R")
    );
    let said = warnings.iter().filter(|it| *it == DIALECT);
    assert_eq!(said.count(), 1, "{warnings:?}");
    let (game, _) = first(header, |game| game.replay(None, None)).expect("a game");
    let written = sgf::write(&game, &about).expect("a short game");
    for part in [
        "EV[A Cup]",
        "DT[2016-04-29]",
        "KM[7.5]",
        "HA[2]",
        "RE[B+R]",
        "PB[Ann]",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
}

/// The names of the standard come first, and what the standard means by the others is left alone.
#[test]
fn the_standard_names_come_first() {
    let both = "(;TE[x]KO[7.5]RD[1999]HD[3]EV[y]KM[6.5]DT[2001]HA[0];B[aa])";
    let (info, komi, handicap, _) = about(both);
    assert_eq!(info.event.as_deref(), Some("y"));
    assert_eq!(info.date.as_deref(), Some("2001"));
    assert_eq!(komi.map(|komi| komi.to_string()).as_deref(), Some("6.5"));
    assert_eq!(handicap, Some(0));
    let (info, _, _, warnings) = about("(;TE[a]TE[b]RD[1999]DT[]EV[];B[aa])");
    assert_eq!(info.event.as_deref(), Some("a"));
    let said = "read as some servers write it: TE as the event";
    assert_eq!(warnings, [said]);
    for standard in [
        "(;TE[1]B[aa])",
        "(;TE[2];B[aa])",
        "(;KO[]B[aa])",
        "(;B[aa];TE[x]KO[6.5]W[bb])",
        "(;EV[x];B[aa])",
    ] {
        let (_, komi, _, warnings) = about(standard);
        assert_eq!(komi, None, "{standard}");
        assert!(!warnings.contains(&DIALECT.to_owned()), "{standard}");
    }
}

/// Handicap stones are placed by Black's first moves if they are as many as `HA` says, for both referees.
#[test]
fn black_places_a_handicap_by_moves() {
    for (text, expected, handicap) in [
        ("(;SZ[9]HA[3];B[cg];B[gc];B[gg];W[ee];B[ec])", "legal", 3),
        (
            "(;SZ[9]HA[3];B[cg];PL[B];B[gc];PL[B];B[gg];W[ee])",
            "legal",
            3,
        ),
        ("(;SZ[9]HA[2];B[cg];B[gc])", "legal", 2),
        (
            "(;SZ[9]HA[2](;B[cg];B[gc];W[ee])(;B[cg];W[gc];B[ee]))",
            "legal",
            2,
        ),
        ("(;SZ[9]HA[3];B[cg];B[gc];W[ee];B[ec])", "illegal", 2),
        ("(;SZ[9]HA[2];B[cg];B[gc];B[gg];W[ee])", "illegal", 3),
        ("(;SZ[9]HA[2];B[cg];PL[W];B[gc];W[ee])", "illegal", 2),
        ("(;SZ[9]HA[2]AB[ee];B[cg];B[gc];W[ec])", "illegal", 3),
        ("(;SZ[9]HA[2]AB[ee][eg];B[cg];B[gc];W[ec])", "illegal", 4),
        ("(;SZ[9]HA[2];B[];B[gc];W[ec])", "illegal", 0),
        ("(;SZ[9]HA[2];B[cg];B[cg];W[ec])", "illegal", 0),
        ("(;SZ[9]HA[2];W[cg];W[gc];B[ec])", "illegal", 0),
        ("(;SZ[9]HA[2];B[cg];B[gc];W[ec];B[ee];B[ff])", "illegal", 2),
        ("(;SZ[9]HA[0];B[cg];B[gc];W[ec])", "illegal", 2),
        ("(;SZ[9]HA[3];B[cg];W[];B[gc];W[];B[gg];W[ee])", "legal", 0),
    ] {
        let judging = Judging {
            referees: Referees::Both,
            lines: Lines::All,
            ..Judging::default()
        };
        let (verdict, placed) = first(text, |game| {
            let (record, _) = game.replay(None, None).expect("a record");
            let standing = Standing::from(&record);
            (game.judge(&judging).verdict().name(), standing.handicap)
        });
        assert_eq!((verdict, placed), (expected, handicap), "{text}");
    }
    let middle = first("(;SZ[9]HA[3];B[cg];B[gc];B[gg];W[ee])", |game| {
        [1, 2, 3].map(|moves| {
            game.replay(None, Some(moves))
                .expect("a record")
                .0
                .to_play()
        })
    });
    assert_eq!(middle, [Color::Black, Color::Black, Color::White]);
}

#[test]
fn missing_handicap_stones_are_noticed() {
    for (text, expected) in [
        ("(;SZ[19]HA[3];W[pd];B[dd])", Some(3)),
        ("(;SZ[19]HA[3]AB[dd];W[pd])", None),
        ("(;SZ[19]HA[3];AB[dd];W[pd])", None),
        ("(;SZ[19]HA[1];W[pd])", None),
        ("(;SZ[19];W[pd])", None),
        ("(;SZ[19]HA[3];B[pd])", Some(3)),
        ("(;SZ[19]HA[3];B[pd];B[dd];W[pp])", None),
        ("(;SZ[19]HA[3])", None),
    ] {
        let found = first(text, |game| (game.missing_handicap(), game.moves()));
        assert_eq!(found.0, expected, "{text}");
    }
}

/// Whatever the text, a result is read or kept as written, in time and without a panic; and what is read without a rest means
/// the same when it is written again.
#[test]
fn results_of_random_words_are_read_or_kept() {
    let words = "黑 白 흑 백 胜 负 승 패 中盘 불계 认输 超时 3 3.5 又 3/4 半 반 目 子 집 手 수 一 十 百 四分之三 ( ) + - / , B W R half 和棋 和 x .";
    let words: Vec<&str> = words.split(' ').collect();
    let mut random = Random::new(3);
    let mut read = 0;
    for _ in 0..20_000 {
        let length = 1 + random.below(6);
        let text: String = (0..length)
            .map(|_| words[random.below(words.len())])
            .collect();
        let (about, ..) = about(&format!("(;RE[{text}])"));
        match (about.result, about.other_result) {
            (None, written) => assert_eq!(written.as_deref(), Some(text.as_str())),
            (Some(outcome), rest) => {
                read += 1;
                assert!(rest.is_none_or(|rest| rest == text), "{text}");
                assert_eq!(outcome.to_string().parse(), Ok(outcome), "{text}");
            }
        }
    }
    assert!(read > 500, "{read}");
    for long in ["黑", "百", "3", "(", "又", "白胜", "三劫"] {
        let text = format!(
            "(;RE[{}]KM[{}])",
            long.repeat(200_000),
            long.repeat(200_000)
        );
        assert_eq!(about(&text).0.result, None, "{long}");
    }
}
