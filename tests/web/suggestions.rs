//! Suggestions: what the server finds, for whom, and what it refuses.

use pretty_assertions::assert_eq;
use serde_json::json;

use crate::client::form;
use crate::served::{GameLinks, Served, is_over, name};

/// A wall with a white stone on Black's side, on 5x5; both have passed.
fn scored(served: &Served) -> GameLinks {
    let game = served.game(&[("size", "5")]);
    let (black, white) = (&game.black, &game.white);
    for row in 1..=5 {
        game.play(black, &format!("C{row}"));
        game.play(white, &format!("D{row}"));
    }
    assert_eq!(game.say(black, "pass", &[]).status, 200);
    game.play(white, "A5");
    game.pass_out();
    game
}

#[test]
fn both_approve_what_was_suggested() {
    let mut served = Served::new();
    let game = scored(&served);
    let (black, white) = (game.black.as_str(), game.white.as_str());
    assert_eq!(game.say(black, "done", &[]).status, 200);
    let before = game.view(white);
    let suggest = form(&[("req", &name()), ("number", "1")]);
    let answer = game.post(white, "suggest", &suggest);
    assert_eq!(answer.status, 200, "{answer:?}");
    let view = answer.view();
    assert_eq!(view["viewer_state"], "scoring");
    for doubts in ["open", "unsettled"] {
        assert_eq!(view["suggested"][doubts], json!([]));
    }
    let board = view["board_state_string"].as_str().unwrap();
    assert!(board.starts_with('x'), "{board}");
    // The same request once more, and another one, change nothing.
    let again = game.post(white, "suggest", &suggest).json();
    let other = game.say(black, "suggest", &[]).json();
    assert_eq!([&again["repeated"], &other["changed"]], [true, false]);
    assert_eq!(
        [&again, &other].map(|answer| &answer["view"]["seq"]),
        [&view["seq"]; 2]
    );
    // A mark, and the suggestion says no more how sure it is.
    assert_eq!(game.mark(black, "A5", "alive")["suggested"], json!(null));
    let back = game.say(black, "suggest", &[]).view();
    assert_eq!(back["board_state_string"], view["board_state_string"]);

    served.restart();
    let game = game.at(served.address);
    assert_eq!(game.view(white)["suggested"], view["suggested"]);
    for link in [white, black] {
        assert_eq!(game.view(link)["result"], json!(null));
        assert_eq!(game.say(link, "done", &[]).status, 200);
    }
    let over = game.view(white);
    is_over(&over, "B+6", "agreement");
    assert_ne!(over["score"], before["score"]);
    assert_eq!(over["score"], view["score"]);
}

#[test]
fn a_suggestion_that_comes_too_late_or_from_nowhere_changes_nothing() {
    let served = Served::new();
    let playing = served.game(&[]);
    let early = playing.say(&playing.black, "suggest", &[]);
    early.is_refused(409, "wrong_phase");
    let game = scored(&served);
    let (black, white) = (game.black.as_str(), game.white.as_str());
    let marked = game.mark(white, "D1", "dead");
    let ask = |link: &str, number: &str| {
        let fields = form(&[("req", &name()), ("number", number)]);
        game.post(link, "suggest", &fields)
    };
    ask(black, "1").is_refused(409, "stale_score");
    ask(black, "3").is_refused(422, "number_ahead");
    ask(black, "-1").is_refused(400, "unreadable");
    for fields in [&form(&[("req", &name())]), "number=2"] {
        game.post(black, "suggest", fields)
            .is_refused(400, "bad_request");
    }
    ask(&game.spectators, "2").is_refused(403, "spectator");
    assert_eq!(game.view(white)["seq"], marked["seq"]);
    assert_eq!(game.say(black, "done", &[]).status, 200);
    ask(black, "2").is_refused(409, "you_are_done");
    assert_eq!(game.say(white, "done", &[]).status, 200);
    ask(white, "2").is_refused(409, "finished");
    let none = served.game(&[("rules", "tromp-taylor")]);
    none.pass_out();
    none.say(&none.black, "suggest", &[])
        .is_refused(409, "finished");
}
