//! The game after a finished one: one for both, however often and at how many servers they ask for it.

use pretty_assertions::assert_eq;
use serde_json::Value;

use crate::client::{Answer, at_once, get, page};
use crate::served::{GameLinks, Served};

/// Asks for a rematch as this player, and returns the path of their link to it.
fn ask(game: &GameLinks, link: &str) -> String {
    path(&game.post(link, "rematch", "req=x"))
}

fn path(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{answer:?}");
    let link = answer.json()["link"].as_str().unwrap().to_owned();
    link[link.find("/g/").unwrap()..].to_owned()
}

fn games(served: &Served) -> u64 {
    let count = "SELECT count(*) FROM game";
    served
        .folder
        .base()
        .query_row(count, [], |row| row.get(0))
        .unwrap()
}

#[test]
fn a_rematch_keeps_the_terms_and_exchanges_the_colors() {
    let fields = [
        ("size", "9"),
        ("handicap", "2"),
        ("komi", "3.5"),
        ("rules", "chinese"),
        ("claim", "30"),
    ];
    let (mut served, game) = Served::with_game(&fields);
    for link in [&game.black, &game.white] {
        game.post(link, "rematch", "req=x")
            .is_refused(409, "not_over");
        assert!(!page(game.address, link).body.contains("/rematch"));
    }
    game.say(&game.white, "resign", &[]);
    game.post(&game.spectators, "rematch", "req=x")
        .is_refused(403, "spectator");
    assert!(
        !page(game.address, &game.spectators)
            .body
            .contains("rematch")
    );
    let white = ask(&game, &game.black);
    let view = game.view(&white);
    assert_eq!(
        (&view["viewer"], &view["to_move"]),
        (&"white".into(), &"white".into())
    );
    assert_eq!(
        view["names"],
        serde_json::json!({"black": "Bob", "white": "Ann"})
    );
    assert_eq!(
        (&view["move_no"], &view["taken_back"]),
        (&0.into(), &0.into())
    );
    let is_awaited = || page(game.address, &white).body.contains("not here yet");
    assert!(is_awaited(), "Bob has not come");
    let start = |link: &str| {
        game.get(link, "/log.jsonl")
            .body
            .lines()
            .next()
            .map(str::to_owned)
    };
    let [first, second] = [&game.black, &white].map(|link| {
        let mut entry: Value = serde_json::from_str(&start(link).unwrap()).unwrap();
        entry["at"].take();
        entry
    });
    assert_eq!(first, second);
    // The page of each has their own link, and nobody else's.
    served.restart();
    let game = game.at(served.address);
    let black = ask(&game, &game.white);
    assert_eq!(game.view(&black)["viewer"], "black");
    game.post(&black, "seen", "seq=1");
    assert!(!page(game.address, &white).body.contains("not here yet"));
    for (link, own, other) in [(&game.black, &white, &black), (&game.white, &black, &white)] {
        let html = page(game.address, link).body;
        assert!(
            html.contains(own.as_str()) && !html.contains(other.as_str()),
            "{html}"
        );
        let html = page(game.address, own).body;
        assert!(!html.contains(&other[3..]), "{html}");
    }
    assert_eq!(games(&served), 2);
    // It is a game as any other, and has a rematch of its own.
    game.say(&white, "resign", &[]);
    let third = ask(&game, &white);
    assert_eq!(game.view(&third)["viewer"], "black");
    assert_eq!(games(&served), 3);
}

#[test]
fn two_who_press_at_once_make_one_game() {
    let served = Served::new();
    for round in 1..=25 {
        let game = served.game(&[]);
        game.say(&game.black, "resign", &[]);
        let presses = [&game.black, &game.white, &game.black, &game.white];
        let presses =
            presses.map(|link| (game.address, format!("{link}/rematch"), "req=x".to_owned()));
        let links: Vec<String> = at_once(presses.to_vec()).iter().map(path).collect();
        assert_eq!(links[0], links[2]);
        assert_eq!(links[1], links[3]);
        let colors = [0, 1].map(|at| get(game.address, &links[at]).view()["viewer"].clone());
        assert_eq!(colors, ["white", "black"]);
        assert_eq!(links[0][3..14], links[1][3..14], "one game");
        assert_eq!(games(&served), 2 * round);
    }
}

/// Who has an old link has no more than that: a link that was replaced in the rematch is not shown on the old page.
#[test]
fn a_link_that_was_replaced_is_not_handed_out_again() {
    let (_served, game) = Served::with_game(&[]);
    game.say(&game.black, "resign", &[]);
    let white = ask(&game, &game.black);
    let new = game.new_link(&white);
    let html = page(game.address, &game.black).body;
    assert!(
        !html.contains(&white[3..]) && !html.contains(&new[3..]),
        "{html}"
    );
    let asked = game.post(&game.black, "rematch", "req=x");
    asked.is_refused(409, "rematch_replaced");
    assert!(!asked.body.contains(&new[3..]), "{asked:?}");
    // The opponent's way is open.
    assert_eq!(game.view(&ask(&game, &game.white))["viewer"], "black");
}
