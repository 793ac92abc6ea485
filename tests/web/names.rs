//! Names that try to be something else: markup, headers, properties of a game record, invisible letters.

use pretty_assertions::assert_eq;

use crate::client::{form, page};
use crate::served::{Served, make};

/// Names that are accepted, and must come out as they went in.
const STRANGE: [&str; 17] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=x>",
    "'; DROP TABLE game; --",
    "\"]",
    "\\]",
    "]PB[Evil",
    "a;b:c,d<e@f.org>",
    "&lt;b&gt;",
    "{{7*7}}${7*7}",
    "%00%0d%0a",
    "吴清源",
    "O'Hara <3",
    "A\u{200c}B",
    "x234567890x234567890x234567890x234567890",
    "Ñandú",
    "שלום",
    "=?utf-8?q?evil?=",
];

/// Names that are refused.
const REFUSED: [&str; 9] = [
    "a\r\nBcc: evil@example.org",
    "a\0b",
    "\u{202e}evil",
    "a\u{200b}b",
    "\u{feff}",
    "\u{200d}",
    "   ",
    "a\tb",
    "x234567890x234567890x234567890x234567890x",
];

#[test]
fn strange_names_are_names_and_nothing_else() {
    let served = Served::with(|config| config.base_url = Some("https://go.example.org".to_owned()));
    for strange in STRANGE {
        let game = served.game(&[
            ("name", strange),
            ("opponent_name", strange),
            ("opponent_email", "bob@example.org"),
        ]);
        assert_eq!(game.view(&game.black)["names"]["white"], strange);
        let sgf = game.get(&game.black, "/game.sgf").body;
        let games = gokata::sgf::Collection::parse(&sgf).unwrap();
        let read = games.games().next().unwrap().unwrap();
        let about = read.about();
        let names = [about.black.as_deref(), about.white.as_deref()];
        assert_eq!(names, [Some(strange); 2], "{sgf}");
        let escapes = [
            ("&", "&amp;"),
            ("<", "&lt;"),
            (">", "&gt;"),
            ("\"", "&quot;"),
        ];
        let escaped = escapes
            .into_iter()
            .fold(strange.to_owned(), |name, (letter, escape)| {
                name.replace(letter, escape)
            });
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
    let served = Served::new();
    let game = served.game(&[]);
    for bad in REFUSED {
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
