//! Many requests at once: one move a turn, one event a request, one end of a game, and never on a board that a player has
//! not seen.

use pretty_assertions::assert_eq;

use crate::client::{Answer, at_once, post};
use crate::served::{GameLinks, Served, name};

const ROUNDS: usize = 50;

/// Sends these commands to a game, all at the same time.
fn all_at_once(requests: Vec<(String, String)>, game: &GameLinks) -> Vec<Answer> {
    let requests = requests.into_iter();
    at_once(
        requests
            .map(|(path, form)| (game.address, path, form))
            .collect(),
    )
}

/// The path and the form of a command.
fn command(game: &GameLinks, link: &str, verb: &str, fields: &[(&str, &str)]) -> (String, String) {
    (format!("{link}/{verb}"), game.command(link, verb, fields))
}

fn count(answers: &[Answer], status: u16) -> usize {
    let answers = answers.iter();
    answers.filter(|answer| answer.status == status).count()
}

#[test]
fn of_many_moves_for_one_turn_one_is_played() {
    let (_served, game) = Served::with_game(&[("size", "25")]);
    let mut links = [&game.black, &game.white].into_iter().cycle();
    for round in 0..4 {
        let link = links.next().unwrap();
        let column = char::from(b'A' + round);
        let points = (1..=25).map(|row| format!("{column}{row}"));
        let requests = points.map(|point| command(&game, link, "play", &[("point", &point)]));
        let answers = all_at_once(requests.collect(), &game);
        let counts = [200, 409].map(|status| count(&answers, status));
        assert_eq!(counts, [1, 24], "{answers:?}");
        assert_eq!(game.view(link)["move_no"], u64::from(round) + 1);
    }
}

#[test]
fn one_request_a_hundred_times_is_one_event() {
    let (_served, game) = Served::with_game(&[]);
    let play = command(&game, &game.black, "play", &[("point", "C3")]);
    let answers = all_at_once(vec![play; 100], &game);
    assert_eq!(count(&answers, 200), 100);
    let is_first = |answer: &&Answer| answer.json()["repeated"] == false;
    assert_eq!(answers.iter().filter(is_first).count(), 1);
    assert_eq!(game.view(&game.black)["seq"], 2);
}

#[test]
fn both_done_at_once_is_one_end() {
    let served = Served::new();
    for _ in 0..ROUNDS {
        let game = served.game(&[]);
        game.pass_out();
        let links = [&game.black, &game.white];
        let requests = links.map(|link| command(&game, link, "done", &[]));
        let answers = all_at_once(requests.to_vec(), &game);
        assert_eq!(count(&answers, 200), 2, "{answers:?}");
        for view in links.map(|link| game.view(link)) {
            // Two passes, scoring, two approvals, the end, the start.
            assert_eq!((&view["result"], &view["seq"]), (&"0".into(), &7.into()));
        }
    }
}

/// A mark and both approvals at once: whatever the order, the game ends only if the board that was marked is the board
/// that both approved.
#[test]
fn done_and_a_mark_at_once_never_end_on_an_unseen_board() {
    let served = Served::new();
    let mut ends = 0;
    for _ in 0..ROUNDS {
        let game = served.game(&[("rules", "chinese")]);
        for (link, point) in [(&game.black, "C3"), (&game.white, "A1")] {
            game.play(link, point);
        }
        game.pass_out();
        let seen = game.view(&game.black)["board_state_string"].clone();
        let mark = command(
            &game,
            &game.white,
            "mark",
            &[("point", "A1"), ("mark", "dead")],
        );
        let [black, white] =
            [&game.black, &game.white].map(|link| command(&game, link, "done", &[]));
        all_at_once(vec![mark, black, white], &game);
        let view = game.view(&game.spectators);
        if view["stage"] == "finished" {
            assert_eq!(view["board_state_string"], seen);
            ends += 1;
        }
    }
    assert!(ends < ROUNDS, "the mark was never first");
}

#[test]
fn resuming_and_done_at_once_leave_one_of_them() {
    let served = Served::new();
    for _ in 0..ROUNDS {
        let game = served.game(&[("rules", "chinese")]);
        game.play(&game.black, "C3");
        for link in [&game.white, &game.black] {
            game.say(link, "pass", &[]);
        }
        game.say(&game.black, "done", &[]);
        let requests = [(&game.black, "resume"), (&game.white, "done")];
        let requests = requests.map(|(link, verb)| command(&game, link, verb, &[]));
        let answers = all_at_once(requests.to_vec(), &game);
        let counts = [200, 409].map(|status| count(&answers, status));
        assert_eq!(counts, [1, 1], "{answers:?}");
        let stage = game.view(&game.black)["stage"].clone();
        assert!(stage == "finished" || stage == "play", "{stage}");
    }
}

/// The fault that the approval's numbers close: Black approves in two tabs, takes back, White approves; a late copy of
/// the second tab's request must not end the game, also when the server has been restarted.
#[test]
fn a_late_copy_of_an_approval_that_was_taken_back_does_nothing() {
    let mut served = Served::new();
    let mut game = served.game(&[]);
    game.pass_out();
    let view = game.view(&game.black);
    let tabs = [name(), name()].map(|name| crate::served::command(&view, "done", &name, &[]));
    let done = format!("{}/done", game.black);
    for tab in &tabs {
        assert_eq!(post(game.address, &done, tab).status, 200);
    }
    assert_eq!(game.say(&game.black, "undone", &[]).status, 200);
    assert_eq!(game.say(&game.white, "done", &[]).status, 200);
    for _ in 0..2 {
        for tab in &tabs {
            post(game.address, &done, tab);
        }
        assert_eq!(game.view(&game.black)["viewer_state"], "opponent_is_done");
        served.restart();
        game.address = served.address;
    }
}
