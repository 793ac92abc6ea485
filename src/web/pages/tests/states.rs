//! What each viewer sees in each state of a game: the table of the states.

use super::{BLACK, Two, WHITE, attribute, inside, is_on, page, scoring, tag, tags};
use crate::agreement::{Command, View, Viewer};
use crate::basics::Color;
use crate::scoring::Mark;
use crate::web::pages::Look;

/// One row of the table of states: what a viewer sees.
struct Row {
    state: &'static str,
    status: &'static str,
    /// The buttons that there are and can be pressed.
    buttons: &'static [&'static str],
    /// `None` if there is no such button.
    done: Option<bool>,
    /// Whether it is shown; `None` if there is none.
    opponent_done: Option<bool>,
}

const BUTTONS: [&str; 8] = [
    "pass", "done", "undone", "resume", "void", "claim", "resign", "again",
];

fn check(game: &Two, viewer: Viewer, row: &Row) {
    let html = page(game, viewer, Look::Now);
    let case = format!("{viewer:?} {} {}", row.state, row.status);
    let main = tags(&html, "main")[0];
    assert_eq!(attribute(main, "data-state"), Some(row.state), "{case}");
    assert_eq!(inside(&html, "status").unwrap(), row.status, "{case}");
    let there: Vec<&str> = BUTTONS
        .into_iter()
        .filter(|id| is_on(&html, id) == Some(true))
        .collect();
    assert_eq!(there, row.buttons, "{case}");
    assert_eq!(is_on(&html, "done"), row.done, "{case}");
    let shown = tag(&html, "opponent_done").map(|tag| !tag.contains(" hidden"));
    assert_eq!(shown, row.opponent_done, "{case}");
    let by = if viewer == BLACK { "Bob" } else { "Ann" };
    if shown == Some(true) {
        assert_eq!(
            inside(&html, "opponent_done").unwrap(),
            format!("({by} is done)"),
            "{case}"
        );
    }
}

const YOUR_TURN: Row = Row {
    state: "playing",
    status: "Your turn",
    buttons: &["pass", "void", "resign"],
    done: None,
    opponent_done: None,
};
const SCORING: Row = Row {
    state: "scoring",
    status: "Mark the dead stones, then press Done",
    buttons: &["done", "resume", "void", "resign"],
    done: Some(true),
    opponent_done: Some(false),
};

/// What a spectator sees.
fn watching(state: &'static str, status: &'static str) -> Row {
    Row {
        state,
        status,
        buttons: &[],
        done: None,
        opponent_done: None,
    }
}

#[test]
fn every_viewer_sees_whose_turn_it_is() {
    let waiting = |status| Row {
        status,
        buttons: &["void", "resign"],
        ..YOUR_TURN
    };
    let mut game = Two::on(9);
    check(&game, BLACK, &YOUR_TURN);
    check(&game, WHITE, &waiting("Waiting for Ann"));
    check(
        &game,
        Viewer::Spectator,
        &watching("playing", "Waiting for Ann"),
    );
    game.play("E5");
    check(&game, BLACK, &waiting("Waiting for Bob"));
    check(&game, WHITE, &YOUR_TURN);
    game.play("-");
    let passed = Row {
        status: "Bob passed. Pass too and the game is counted",
        ..YOUR_TURN
    };
    check(&game, BLACK, &passed);
    check(&game, WHITE, &waiting("Waiting for Ann"));
}

#[test]
fn every_viewer_sees_how_the_count_stands() {
    let game = scoring();
    for viewer in [BLACK, WHITE] {
        check(&game, viewer, &SCORING);
    }
    check(
        &game,
        Viewer::Spectator,
        &watching("scoring", "The players mark the dead stones"),
    );
    for (color, you, other, name) in [
        (Color::Black, BLACK, WHITE, "Ann"),
        (Color::White, WHITE, BLACK, "Bob"),
    ] {
        let mut game = game.clone();
        game.ask(color, View::done);
        let wait = format!(
            "Waiting for {} to finish",
            if name == "Ann" { "Bob" } else { "Ann" }
        );
        let done = Row {
            state: "you_are_done",
            status: wait.leak(),
            buttons: &["undone", "resume", "void", "resign"],
            done: Some(false),
            opponent_done: Some(false),
        };
        check(&game, you, &done);
        let opponent = Row {
            state: "opponent_is_done",
            status: "Check the board, then press Done",
            opponent_done: Some(true),
            ..SCORING
        };
        check(&game, other, &opponent);
        let html = page(&game, other, Look::Now);
        assert!(
            html.contains("This ends the game: Black 0, White 6.5"),
            "{html}"
        );
        check(
            &game,
            Viewer::Spectator,
            &watching("scoring", "The players mark the dead stones"),
        );

        // A mark of the other, and both can mark again.
        let mut marked = game.clone();
        let point = if name == "Ann" { "H7" } else { "B2" };
        marked.mark(!color, point, Mark::Dead);
        check(&marked, you, &SCORING);
        check(&marked, other, &SCORING);
        // Taken back.
        let mut undone = game.clone();
        undone.ask(color, |view| view.undone().unwrap());
        check(&undone, you, &SCORING);
        check(&undone, other, &SCORING);
        let html = page(&undone, you, Look::Now);
        assert!(html.contains("name=\"retracted\" value=\"1\""));

        game.ask(!color, View::done);
        let over = Row {
            state: "game_finished",
            status: "Game over. White wins by 6.5",
            buttons: &["again"],
            done: None,
            opponent_done: None,
        };
        for viewer in [BLACK, WHITE] {
            check(&game, viewer, &over);
            assert!(tag(&page(&game, viewer, Look::Now), "score").is_some());
        }
        check(
            &game,
            Viewer::Spectator,
            &watching("game_finished", "Game over. White wins by 6.5"),
        );
    }
}

#[test]
fn other_ends_have_their_sentences() {
    let status = |game: &Two| inside(&page(game, WHITE, Look::Now), "status").unwrap();
    let mut game = Two::on(9);
    game.ask(Color::Black, |_| Command::Resign);
    assert_eq!(status(&game), "Game over. Black resigned: White wins");
    assert!(tag(&page(&game, WHITE, Look::Now), "score").is_none());

    let mut game = Two::on(9);
    game.ask(Color::Black, View::void);
    let html = page(&game, WHITE, Look::Now);
    assert!(html.contains("<bdi>Ann</bdi> offers to call the game off"));
    assert_eq!(is_on(&html, "void"), Some(true));
    assert!(html.contains("as <bdi>Ann</bdi> offers?"));
    assert!(html.contains("name=\"seq\" value=\"2\""));
    assert_eq!(is_on(&page(&game, BLACK, Look::Now), "void"), None);
    game.ask(Color::White, View::void);
    assert_eq!(status(&game), "Game over. It was called off: nobody wins");
}

#[test]
fn an_earlier_position_changes_neither_count_nor_state() {
    let mut game = scoring();
    let count = |html: &str| inside(html, "score");
    let now = page(&game, BLACK, Look::Now);
    for turns in [0, 5, 33, 99] {
        let html = page(&game, BLACK, Look::Earlier(turns, None));
        assert_eq!(count(&html), count(&now));
        assert_eq!(is_on(&html, "done"), None);
        for verb in ["play", "mark", "pass", "done"] {
            assert!(!html.contains(&format!("/{verb}\"")), "{verb}");
        }
        assert!(tag(&html, "now").is_some());
        let main = tags(&html, "main")[0].to_owned();
        assert_eq!(attribute(&main, "data-state"), Some("scoring"));
    }
    let html = page(&game, BLACK, Look::Earlier(1, None));
    assert!(html.contains("The board after move 1 of 34"));
    assert!(html.contains(">D1 black last move<") && html.contains(">F1<"));
    // Dead stones are not dead in earlier positions.
    game.mark(Color::Black, "H7", Mark::Dead);
    assert!(page(&game, BLACK, Look::Now).contains(">H7 black dead<"));
    assert!(page(&game, BLACK, Look::Earlier(32, None)).contains(">H7 black<"));
}
