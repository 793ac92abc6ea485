//! What each viewer sees in each state of a game: the table of the states.

use super::{BLACK, Two, WHITE, attribute, inside, is_on, page, scoring, tag, tags};
use crate::pages::{Look, words};
use gokata::agreement::{Command, View, Viewer};
use gokata::scoring::Mark;
use gokata::{Color, Point};

const BUTTONS: [&str; 11] = [
    "pass", "done", "undone", "suggest", "grant", "takeback", "resume", "void", "claim", "resign",
    "rematch",
];

/// Checks one row of the table of states: what a viewer sees. A button that cannot be pressed is in parentheses.
#[track_caller]
fn check(game: &Two, viewer: Viewer, state: &str, status: &str, buttons: &str) {
    let html = page(game, viewer, Look::Now);
    let main = tags(&html, "main")[0];
    assert_eq!(attribute(main, "data-state"), Some(state));
    assert_eq!(inside(&html, "status").unwrap(), status, "{state}");
    let shown = BUTTONS.into_iter().filter_map(|id| {
        let is_on = is_on(&html, id)?;
        Some(if is_on {
            id.to_owned()
        } else {
            format!("({id})")
        })
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), buttons, "{state}");
    let opponent_done = tag(&html, "opponent_done").map(|tag| !tag.contains(" hidden"));
    let has_done = buttons.contains("done");
    assert_eq!(
        opponent_done,
        has_done.then_some(state == "opponent_is_done")
    );
    if opponent_done == Some(true) {
        let by = if viewer == BLACK { "Bob" } else { "Ann" };
        let said = inside(&html, "opponent_done").unwrap();
        assert_eq!(said, format!("({by} is done)"));
    }
}

const MARK: &str = "Mark the dead stones, then press Done";
const MARKING: &str = "done suggest resume void resign";

#[test]
fn every_viewer_sees_whose_turn_it_is() {
    let [may_play, may_wait] = ["pass void resign", "void resign"];
    let mut game = Two::on(9);
    let all = |game: &Two, black: [&str; 2], white: [&str; 2], spectator: &str| {
        check(game, BLACK, "playing", black[0], black[1]);
        check(game, WHITE, "playing", white[0], white[1]);
        check(game, Viewer::Spectator, "playing", spectator, "");
    };
    let [turn, wait] = ["Your turn", "Waiting for Ann"];
    all(&game, [turn, may_play], [wait, may_wait], wait);
    game.play("E5");
    let wait = "Waiting for Bob";
    let takes_back = "takeback void resign";
    all(&game, [wait, takes_back], [turn, may_play], wait);
    game.play("-");
    let passed = "Bob passed. Pass too and the game is counted";
    let waits = ["You passed. Waiting for Ann", takes_back];
    all(
        &game,
        [passed, "pass takeback void resign"],
        waits,
        "Bob passed. Waiting for Ann",
    );
}

#[test]
fn every_viewer_sees_how_the_count_stands() {
    let game = scoring();
    let marks = |game: &Two, viewer| check(game, viewer, "scoring", MARK, MARKING);
    let watches = |game: &Two| {
        let status = "The players mark the dead stones";
        check(game, Viewer::Spectator, "scoring", status, "");
    };
    for viewer in [BLACK, WHITE] {
        marks(&game, viewer);
    }
    watches(&game);
    for (color, you, other, opponent, point) in [
        (Color::Black, BLACK, WHITE, "Bob", "H7"),
        (Color::White, WHITE, BLACK, "Ann", "B2"),
    ] {
        let mut game = game.clone();
        game.ask(color, View::done);
        let wait = format!("Waiting for {opponent} to finish");
        check(
            &game,
            you,
            "you_are_done",
            &wait,
            "(done) undone resume void resign",
        );
        let status = "Check the board, then press Done";
        check(&game, other, "opponent_is_done", status, MARKING);
        let html = page(&game, other, Look::Now);
        assert!(
            html.contains("This ends the game: Black 0, White 6.5"),
            "{html}"
        );
        watches(&game);

        // A mark of the other, and both can mark again; also after the approval was taken back.
        let mut marked = game.clone();
        marked.mark(!color, point, Mark::Dead);
        let mut undone = game.clone();
        undone.ask(color, |view| view.undone().unwrap());
        for game in [&marked, &undone] {
            marks(game, you);
            marks(game, other);
        }
        let html = page(&undone, you, Look::Now);
        assert!(html.contains("name=\"retracted\" value=\"1\""));

        game.ask(!color, View::done);
        let over = "Game over. White wins by 6.5";
        for viewer in [BLACK, WHITE] {
            check(&game, viewer, "game_finished", over, "rematch");
            assert!(tag(&page(&game, viewer, Look::Now), "score").is_some());
        }
        check(&game, Viewer::Spectator, "game_finished", over, "");
    }
}

#[test]
fn who_asks_to_take_back_waits_and_the_opponent_grants() {
    let mut game = Two::on(9);
    game.play("E5 C3");
    game.ask(Color::Black, View::ask_take_back);
    let asked = "<bdi>Ann</bdi> asks to take back E5 and C3.";
    check(&game, BLACK, "playing", "Your turn", "pass void resign");
    let wait = "Waiting for Ann";
    check(&game, WHITE, "playing", wait, "grant void resign");
    for viewer in [WHITE, Viewer::Spectator] {
        assert!(page(&game, viewer, Look::Now).contains(asked));
    }
    let html = page(&game, WHITE, Look::Now);
    assert!(html.contains("name=\"ask\" value=\"4\""));
    assert!(html.contains("Let <bdi>Ann</bdi> take back"));
    let lapses = "You have asked to take back E5 and C3. The request lapses with the next move of <bdi>Bob</bdi> or you.";
    assert!(page(&game, BLACK, Look::Now).contains(lapses));

    game.ask(Color::White, View::grant_take_back);
    check(&game, BLACK, "playing", "Your turn", "pass void resign");
    check(&game, WHITE, "playing", wait, "void resign");
    let html = page(&game, BLACK, Look::Now);
    assert!(html.contains("<bdi>Bob</bdi> lets <bdi>Ann</bdi> take back: Black to move."));
    assert!(html.contains("name=\"taken_back\" value=\"1\""));
    assert!(html.contains("Nothing has been played yet."));
    // Play that was resumed, and where nothing is left of what came since.
    game.play("- -").ask(Color::Black, View::resume).play("E5");
    game.ask(Color::White, View::ask_take_back);
    game.ask(Color::Black, View::grant_take_back);
    check(
        &game,
        WHITE,
        "playing",
        "The game goes on. Your turn",
        "pass void resign",
    );
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

/// The texts of the notes.
fn notes(game: &Two, viewer: Viewer, look: Look) -> String {
    let html = page(game, viewer, look);
    let messages = html.split_once("class=\"messages\"").map(|(_, rest)| rest);
    let messages = messages.and_then(|rest| rest.split_once("</div>"));
    let text = messages.map_or("", |(text, _)| text).replace("<bdi>", "");
    text.replace("</bdi>", "")
}

#[test]
fn what_the_opponent_changed_is_said_until_the_viewer_acts() {
    let mut game = scoring();
    let [black, white] =
        [BLACK, WHITE].map(|viewer| move |game: &Two| notes(game, viewer, Look::Now));
    assert!(!black(&game).contains("marked"));
    game.mark(Color::White, "H7", Mark::Dead);
    // Each stone is named, and the one who marked reads how to take it back.
    assert!(black(&game).contains("Bob marked 2 stones dead (H7 G3)."));
    assert!(
        white(&game).contains(
            "You marked 2 stones dead (H7 G3). Choose one of them again to take that back."
        )
    );
    assert!(!notes(&game, Viewer::Spectator, Look::Now).contains("marked"));
    game.mark(Color::Black, "H7", Mark::Alive);
    assert!(black(&game).contains("You marked 2 stones alive (H7 G3). Choose one of them"));
    // An approval that no longer counts.
    game.ask(Color::Black, View::done);
    assert!(!black(&game).contains("marked"));
    game.mark(Color::White, "B2", Mark::Dead);
    let void = "Bob marked 3 stones dead (B8 B5 B2). Your Done no longer counts: look again.";
    assert!(black(&game).contains(void), "{}", black(&game));
    game.ask(Color::White, View::done);
    game.ask(Color::White, |view| view.undone().unwrap());
    assert!(black(&game).contains("Bob is no longer done."));
    game.ask(Color::White, View::resume);
    assert!(black(&game).contains("Bob resumed play: Black to move."));
    assert!(!white(&game).contains("resumed play"));
}

#[test]
fn play_that_goes_on_says_so() {
    let mut game = scoring();
    game.ask(Color::White, View::resume);
    let status = |game: &Two, viewer| inside(&page(game, viewer, Look::Now), "status").unwrap();
    assert_eq!(status(&game, BLACK), "The game goes on. Your turn");
    assert_eq!(status(&game, WHITE), "The game goes on. Waiting for Ann");
    game.play("-");
    assert_eq!(status(&game, BLACK), "You passed. Waiting for Bob");
    assert!(status(&game, WHITE).starts_with("Ann passed."));
    game.play("A1");
    assert_eq!(status(&game, BLACK), "Your turn");
}

#[test]
fn an_earlier_board_has_its_own_prisoners_and_is_not_for_playing() {
    let mut game = Two::on(5);
    game.play("B3 C3 C2 A1 D3 A2 C4 E1");
    let taken = |look| {
        let html = page(&game, BLACK, look);
        let parts = html.split("class=\"taken\">").skip(1);
        let taken = parts.map(|part| part.split_once('<').unwrap().0.to_owned());
        taken.collect::<Vec<_>>()
    };
    assert_eq!(taken(Look::Now), ["1 prisoner", "0 prisoners"]);
    assert_eq!(taken(Look::Earlier(6, None)), ["0 prisoners"; 2]);
    assert_eq!(taken(Look::Earlier(7, None)), ["1 prisoner", "0 prisoners"]);
    let c3 = Point::from((2, 2));
    let html = page(&game, BLACK, Look::Earlier(6, Some(c3)));
    let bubble = inside(&html, "bubble").unwrap();
    assert_eq!(
        bubble,
        "This is the board after move 6. Go back to the game to play."
    );
    let html = page(&game, Viewer::Spectator, Look::Earlier(6, Some(c3)));
    assert!(tag(&html, "bubble").is_none());
    assert!(notes(&game, BLACK, Look::Earlier(6, None)).contains("move 6 of 8: White A2"));
    let count = "Count, as the game stands now";
    let scored = scoring();
    assert!(page(&scored, BLACK, Look::Earlier(3, None)).contains(count));
    assert!(!page(&scored, BLACK, Look::Now).contains(count));
}

/// The question before Done names the winner, and the count is read with its colors.
#[test]
fn an_approval_names_the_winner() {
    let game = scoring();
    let html = page(&game, BLACK, Look::Now);
    let asked = inside(&html, "ask-done").unwrap();
    assert!(
        asked.contains("Approve this board? Black 0, White 6.5: White wins by 6.5."),
        "{asked}"
    );
    let score = tag(&html, "score").unwrap();
    assert_eq!(attribute(score, "data-say"), Some("Black 0, White 6.5"));
}

#[test]
fn the_rules_are_on_the_page() {
    let rules = |html: &str| {
        let (_, rest) = html.split_once("class=\"rules\">").unwrap();
        rest.split_once('<').unwrap().0.to_owned()
    };
    assert_eq!(
        rules(&page(&Two::on(9), WHITE, Look::Now)),
        "0 moves. Japanese, seki by agreement. Komi 6.5."
    );
    // Also of a game that was stored before there was a last pass.
    let aga = "ko=situational suicide=forbidden scoring=area komi=7.5 handicap-bonus=n-1";
    for rules in [aga.to_owned(), format!("{aga} last-pass=white")] {
        let name = words::form::rules_name(rules.parse().unwrap());
        assert_eq!(name, "AGA, British, French");
    }
}
