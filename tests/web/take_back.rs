//! Taking back a turn: one player asks, the other grants; no late copy and no race takes back or plays anything else.

use pretty_assertions::assert_eq;

use crate::client::{FORM, ask, at_once, get, page};
use crate::mails::Clocked;
use crate::served::Served;

#[test]
fn a_turn_that_was_taken_back_is_nowhere_but_in_the_log() {
    let (mut served, game) = Served::with_game(&[]);
    game.play(&game.black, "C3");
    game.play(&game.white, "A1");
    let before = game.view(&game.black);
    game.play(&game.black, "E5");
    game.play(&game.white, "A2");
    let asked = game.say(&game.black, "takeback", &[]).view();
    assert_eq!(
        (&asked["take_back_ask"], &asked["seq"]),
        (&"black".into(), &6.into())
    );
    // Only the opponent can grant it, and only this.
    game.post(&game.black, "grant", "req=own&ask=6")
        .is_refused(409, "stale_view");
    game.post(&game.white, "grant", "req=old&ask=5")
        .is_refused(409, "stale_view");
    game.post(&game.white, "grant", "req=none")
        .is_refused(400, "bad_request");
    game.post(&game.spectators, "grant", "req=s&ask=6")
        .is_refused(403, "spectator");
    let granted = game.post(&game.white, "grant", "req=yes&ask=6");
    assert_eq!(granted.status, 200, "{granted:?}");
    let again = game.post(&game.white, "grant", "req=yes&ask=6").json();
    assert_eq!(again["repeated"], true);
    served.restart();
    let game = game.at(served.address);
    let after = game.view(&game.black);
    for part in ["board_state_string", "move_no", "to_move", "last_move"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(
        (&after["taken_back"], &after["take_back_ask"]),
        (&1.into(), &().into())
    );
    let sgf = game.get(&game.black, "/game.sgf").body;
    assert!(
        sgf.contains(";B[cc]") && !sgf.contains("[ea]") && !sgf.contains("[ad]"),
        "{sgf}"
    );
    let html = page(game.address, &game.white).body;
    assert!(
        html.contains("?move=2") && !html.contains("?move=3"),
        "{html}"
    );
    assert_eq!(game.get(&game.white, "?move=3").status, 400);
    assert_eq!(game.entries().len(), 7);
    // A late copy has the number of the turn, but not the count; an old page says none.
    for old in ["", "&taken_back=0"] {
        let form = format!("req=late{}&move_no=2{old}", old.len());
        for verb in ["play", "pass"] {
            let late = game.post(&game.black, verb, &format!("{form}&point=D4"));
            late.is_refused(409, "stale_move");
        }
    }
    game.play(&game.black, "D4");
}

/// Pages and programs from before there were take-backs do not send the count.
#[test]
fn an_old_request_plays_where_nothing_was_taken_back() {
    let (_served, game) = Served::with_game(&[]);
    let played = game.post(&game.black, "play", "req=a&point=C3&move_no=0");
    assert_eq!(played.status, 200, "{played:?}");
    game.say(&game.white, "takeback", &[])
        .is_refused(409, "nothing_to_take_back");
}

#[test]
fn without_a_script_it_is_two_buttons() {
    let (_served, game) = Served::with_game(&[]);
    game.play(&game.black, "C3");
    for (link, verb, fields) in [
        (&game.black, "takeback", "seq=2"),
        (&game.white, "grant", "ask=3"),
    ] {
        let path = format!("{link}/{verb}");
        let html = page(game.address, link).body;
        assert!(html.contains(&format!("action=\"{path}\"")), "{html}");
        let form = format!("req={verb}&{fields}");
        let answer = ask(game.address, "POST", &path, FORM, &form);
        assert_eq!(answer.status, 303, "{answer:?}");
    }
    assert_eq!(game.view(&game.black)["move_no"], 0);
    assert!(
        page(game.address, &game.black)
            .body
            .contains("lets <bdi>Ann</bdi> take back")
    );
}

/// The one who is asked plays on, and grants, at the same time: one of both happens. Two who ask have not agreed.
#[test]
fn granting_and_playing_at_once_is_one_of_both() {
    let served = Served::new();
    for round in 0..50 {
        let game = served.game(&[]);
        game.play(&game.black, "C3");
        game.say(&game.black, "takeback", &[]);
        let grant = (
            game.address,
            format!("{}/grant", game.white),
            game.command(&game.white, "grant", &[]),
        );
        let play = game.command(&game.white, "play", &[("point", "D3")]);
        let play = (game.address, format!("{}/play", game.white), play);
        let mut both = vec![grant, play];
        both.rotate_left(round % 2);
        let answers = at_once(both);
        let accepted = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(accepted, 1, "{answers:?}");
        let view = get(game.address, &game.black).view();
        let moves = view["move_no"].as_u64().unwrap();
        let is_granted = view["taken_back"] == 1;
        assert_eq!(moves, if is_granted { 0 } else { 2 });

        // At the same time, both ask.
        if !is_granted {
            let asks = [&game.black, &game.white].map(|link| {
                let form = game.command(link, "takeback", &[]);
                (game.address, format!("{link}/takeback"), form)
            });
            let answers = at_once(asks.to_vec());
            let accepted = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!(accepted, 1, "{answers:?}");
            assert_eq!(game.view(&game.black)["move_no"], 2);
        }
    }
}

#[test]
fn who_is_away_learns_of_it_by_mail() {
    let (served, game) = Clocked::with_game();
    game.play(&game.black, "C3");
    game.post(&game.white, "seen", "seq=2");
    game.say(&game.black, "takeback", &[]);
    let mails = served.later();
    assert!(
        mails.contains(&"w-00003-take_back_asked.eml".to_owned()),
        "{mails:?}"
    );
    assert!(
        served
            .mail("take_back_asked")
            .contains("Ann asks to take back a move")
    );
    assert_eq!(game.say(&game.white, "grant", &[]).status, 200);
    let mails = served.later();
    assert!(
        mails.contains(&"b-00004-taken_back.eml".to_owned()),
        "{mails:?}"
    );
    assert!(
        served
            .mail("taken_back.eml")
            .contains("Bob let you take back, your turn (move 1)")
    );
}
