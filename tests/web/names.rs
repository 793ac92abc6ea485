//! Names that try to be something else: markup, headers, properties of a game record, invisible letters.

use pretty_assertions::assert_eq;

use crate::client::{form, page};
use crate::served::{Served, make};

/// Names that are accepted, and must come out as they went in.
const STRANGE: &str = r#"<script>alert(1)</script>|"><img src=x onerror=x>|'; DROP TABLE game; --|"]|\]|]PB[Evil
    a;b:c,d<e@f.org>|&lt;b&gt;|{{7*7}}${7*7}|%00%0d%0a|吴清源|O'Hara <3|Ñandú|שלום|=?utf-8?q?evil?=
    x234567890x234567890x234567890x234567890"#;

/// Names that are refused.
const REFUSED: &str = "a\r\nBcc: evil@example.org|a\0b|\u{202e}evil|a\u{200b}b|\u{feff}|\u{200d}|   |a\tb|\
                       x234567890x234567890x234567890x234567890x";

#[test]
fn strange_names_are_names_and_nothing_else() {
    let served = Served::with(|config| config.base_url = Some("https://go.example.org".to_owned()));
    let names = STRANGE.lines().flat_map(|line| line.trim().split('|'));
    for strange in names.chain(["A\u{200c}B"]) {
        let names = [("name", strange), ("opponent_name", strange)];
        let game = served.game(&[&names[..], &[("opponent_email", "bob@example.org")]].concat());
        assert_eq!(game.view(&game.black)["names"]["white"], strange);
        let sgf = game.get(&game.black, "/game.sgf").body;
        let games = gokata::sgf::Collection::parse(&sgf).unwrap();
        let read = games.games().next().unwrap().unwrap();
        let about = read.about();
        let names = [about.black.as_deref(), about.white.as_deref()];
        assert_eq!(names, [Some(strange); 2], "{sgf}");
        let mut escaped = strange.replace('&', "&amp;").replace('"', "&quot;");
        escaped = escaped.replace('<', "&lt;").replace('>', "&gt;");
        for link in [&game.black, &game.spectators] {
            for path in ["", "?ask=resign", "?move=0"] {
                let page = page(served.address, &format!("{link}{path}"));
                assert_eq!(page.status, 200);
                assert!(page.body.contains(&escaped), "{strange}");
                for markup in ["<script>alert", "<img src=x"] {
                    assert!(!page.body.contains(markup), "{strange}");
                }
            }
        }
    }
}

#[test]
fn names_that_hide_something_are_refused_everywhere() {
    let (served, game) = Served::with_game(&[]);
    for bad in REFUSED.split('|') {
        for field in ["name", "opponent_name"] {
            let made = make(served.address, &[(field, bad)]);
            // An empty name is none.
            let expected = if bad.trim().is_empty() { 201 } else { 422 };
            assert_eq!(made.status, expected, "{bad:?}");
        }
        let renamed = game.post(&game.black, "seat", &form(&[("name", bad)]));
        assert_eq!(renamed.status, 422, "{bad:?}");
    }
    assert_eq!(game.view(&game.black)["names"]["black"], "Ann");
}
