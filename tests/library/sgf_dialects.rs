//! Dialects of SGF: headers of servers with other names for event, date, komi and handicap.

use crate::support::sgf::first;
use gokata::sgf::GameInfo;
use gokata::{Komi, sgf};
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

const DIALECT: &str = "TE, RD, KO and HD in the first node are read as the event, the date, the komi and the handicap";

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
