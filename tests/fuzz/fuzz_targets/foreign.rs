//! Parses any bytes as a record in the format of a server. An error names a place; a record is judged by both referees, which
//! must agree; and its translation to SGF is the same game.
#![no_main]

use gokata::sgf::{Collection, Format, Judging, Order, Referees, decode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = decode(bytes).text;
    let judging = Judging {
        referees: Referees::Both,
        order: Order::Any,
        ..Judging::default()
    };
    for format in [Format::Gib, Format::Ngf, Format::Ugf] {
        let file = match Collection::parse_as(format, &*text) {
            Ok(file) => file,
            Err(error) => {
                assert!(error.line() >= 1 && error.column() >= 1);
                continue;
            }
        };
        let game = file.games().next().expect("a game").expect("a size");
        let judgement = game.judge(&judging);
        assert_eq!(judgement.disagreement, None);
        for error in judgement.warnings.iter().chain(&judgement.fault) {
            assert!(error.line() >= 1 && error.line() <= text.len() + 1);
        }
        if let Some(Ok(tree)) = file.trees().next() {
            let written = tree.to_string();
            let again = Collection::parse(&written).expect("a record");
            let again = again.games().next().expect("a game").expect("a game");
            assert_eq!(again.about(), game.about());
            assert_eq!(again.judge(&judging).moves, judgement.moves);
        }
    }
});
