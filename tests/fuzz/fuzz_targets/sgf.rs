//! Parses any bytes as a game record. An error names a place; a record is judged by both referees, which must agree.
//! Writing it and parsing it again must give the same game, and the same tree.
#![no_main]

use gokata::sgf::{AfterIllegal, Collection, Judging, Lines, Order, Referees, Tree, decode, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = decode(bytes).text;
    let collection = match Collection::parse(&text) {
        Ok(collection) => collection,
        Err(error) => {
            assert!(error.line() >= 1 && error.column() >= 1);
            return;
        }
    };
    for tree in collection.trees().flatten() {
        let written = tree.to_string();
        let again = Tree::parse(&written).expect("a tree");
        assert_eq!(again.to_string(), written);
    }
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
            assert_eq!(judgement.disagreement, None);
        }
        if let Ok((record, judgement)) = game.replay(None, None)
            && judgement.illegal.is_empty()
        {
            let written = write(&record, game.about()).expect("a short record");
            let again = Collection::parse(&written).expect("a record");
            let again = again.games().next().expect("a game").expect("a game");
            let (again, _) = again.replay(None, None).expect("a game");
            assert_eq!(again, record);
        }
    }
});
