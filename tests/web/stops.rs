//! The links in mails that stop mails, and can do nothing else.

use pretty_assertions::assert_eq;

use crate::client::{FORM, ask, get, page, post};
use crate::mails::{Clocked, stop_path};
use crate::served::{GameLinks, make};

/// Plays the next two stones, White's first, and returns the number of White's mails two minutes later.
fn go_on(served: &Clocked, game: &GameLinks, row: usize) -> usize {
    game.play(&game.white, &format!("A{row}"));
    game.play(&game.black, &format!("C{row}"));
    served.wait(121);
    whites(served)
}

/// The number of White's mails.
fn whites(served: &Clocked) -> usize {
    let mails = served.settled();
    mails.iter().filter(|mail| mail.starts_with('w')).count()
}

/// What White's mail of a new game says about stopping.
fn stop_of(served: &Clocked) -> String {
    served.settled();
    stop_path(&served.mail("w-00001-game_made.eml"))
}

/// How many of White's mails were not sent because their address wants none.
fn unwanted(served: &Clocked) -> i64 {
    let base = served.folder.base();
    let count =
        "SELECT count(*) FROM outbox WHERE role = 'w' AND dropped = 'no mails to this address'";
    base.query_row(count, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_stop_link_opens_no_game_and_outlives_the_players_link() {
    let served = Clocked::new(None);
    let mut game = served.game();
    let stop = stop_of(&served);
    let token = stop.split('/').nth(2).unwrap();
    assert!(!stop.contains(&game.white[3..]) && !stop.contains(&game.white[16..]));
    for path in [format!("/g/{token}"), format!("/g/{}", &token[..35])] {
        assert_eq!(get(game.address, &path).status, 404);
    }
    for wrong in [&token[..55], &game.white[3..]] {
        let path = format!("/m/{wrong}/stop");
        let answers = [get(game.address, &path), post(game.address, &path, "")];
        assert_eq!(answers.map(|answer| answer.status), [404; 2]);
    }
    game.white = game.new_link(&game.white);
    game.play(&game.black, "C1");
    // Looking stops nothing.
    let page = page(game.address, &stop);
    assert!(page.status == 200 && page.body.contains("No mails about this game"));
    assert_eq!(go_on(&served, &game, 2), 2);
    assert_eq!(post(game.address, &stop, "").status, 200);
    assert_eq!(go_on(&served, &game, 3), 2);
    // Another game still reaches the address.
    served.game();
    assert_eq!(whites(&served), 3);
    assert_eq!(post(game.address, &stop, "what=again").status, 200);
    assert_eq!(go_on(&served, &game, 4), 4);
}

/// As RFC 8058 has it: the program that shows the mail sends one of two kinds of form, and no more than one field.
#[test]
fn one_click_in_any_form_stops_the_game() {
    let multipart = "Content-Type: multipart/form-data; boundary=x\r\n";
    let part = "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    let served = Clocked::new(None);
    for (kind, body) in [
        (FORM, "List-Unsubscribe=One-Click"),
        (multipart, part),
        ("", ""),
    ] {
        let game = served.game();
        let id = &game.white[3..14];
        served.settled();
        let stop = stop_path(&served.mail(&format!("{id}-w-00001-game_made.eml")));
        let wants = || -> bool {
            let wants = "SELECT wants_mail FROM seat WHERE game = ? AND role = 'w'";
            let base = served.folder.base();
            base.query_row(wants, [id], |row| row.get(0)).unwrap()
        };
        assert!(wants());
        assert_eq!(ask(game.address, "POST", &stop, kind, body).status, 200);
        assert!(!wants(), "{kind}");
    }
}

#[test]
fn a_mailbox_that_wants_nothing_of_this_server_gets_nothing() {
    let (served, game) = Clocked::with_game();
    let stop = stop_of(&served);
    let other = served.game();
    assert_eq!(whites(&served), 2);
    assert_eq!(post(game.address, &stop, "what=server").status, 200);
    // The same mailbox, written otherwise.
    let made = |email: &str| make(game.address, &[("opponent_email", email)]);
    other.play(&other.black, "C1");
    assert_eq!(go_on(&served, &other, 2), 2);
    assert_eq!(unwanted(&served), 1);
    made("Bob+go@Example.org");
    assert_eq!(whites(&served), 2);
    made("carol@example.org");
    assert_eq!(whites(&served), 3);
    assert_eq!(post(game.address, &stop, "what=again").status, 200);
    made("bob@example.org");
    assert_eq!(whites(&served), 4);
}

/// Else anybody could give their own address, get the link, and then stop the mails of another.
#[test]
fn a_stop_link_says_nothing_about_another_address() {
    let (served, game) = Clocked::with_game();
    let stop = stop_of(&served);
    let seat = format!("{}/seat", game.white);
    post(game.address, &seat, "email=carol%40example.org");
    assert_eq!(post(game.address, &stop, "what=server").status, 200);
    game.play(&game.black, "C1");
    served.wait(121);
    assert_eq!(whites(&served), 2);
    assert_eq!(post(game.address, &stop, "what=game").status, 200);
    assert_eq!(go_on(&served, &game, 2), 3);
}
