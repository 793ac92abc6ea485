//! Backups of a running server, and the check of every game.

use std::fs;
use std::thread;

use gokata::web::{backup, serve, verify};
use pretty_assertions::assert_eq;

use crate::client::get;
use crate::served::{Folder, GameLinks, Served, config};

#[test]
fn a_backup_is_made_while_games_are_played_and_plays_on() {
    let served = Served::new();
    let games: Vec<GameLinks> = (0..4).map(|_| served.game(&[("size", "9")])).collect();
    let copy = Folder::new();
    let file = copy.path().join("games.sqlite");
    thread::scope(|scope| {
        for game in &games {
            scope.spawn(move || {
                for turn in 0..20 {
                    let link = if turn % 2 == 0 {
                        &game.black
                    } else {
                        &game.white
                    };
                    let row = 1 + turn % 2 * 2 + turn / 18 * 5;
                    let column = char::from(b"ABCDEFGHJ"[turn / 2 % 9]);
                    assert_eq!(
                        game.say(link, "play", &[("point", &format!("{column}{row}"))])
                            .status,
                        200
                    );
                }
            });
        }
        backup(served.folder.path(), &file).unwrap();
    });
    let again = backup(served.folder.path(), &file).unwrap_err().to_string();
    assert!(again.ends_with("games.sqlite: exists already"), "{again}");
    let found = verify(served.folder.path()).unwrap();
    assert_eq!((found.games, found.events, found.faults), (4, 84, vec![]));
    // The copy with its secret is a server: a page that has seen more gets the whole view.
    fs::copy(
        served.folder.path().join("secret"),
        copy.path().join("secret"),
    )
    .unwrap();
    let restored = serve(config(copy.path())).unwrap();
    for game in &games {
        let view = get(
            restored.address(),
            &format!("{}/state?since=21", game.black),
        );
        let seq = view.status == 204 || view.json()["seq"].as_u64().unwrap() <= 21;
        assert!(seq, "{view:?}");
        let game = GameLinks {
            address: restored.address(),
            ..game.clone()
        };
        assert_eq!(game.say(&game.black, "resign", &[]).status, 200);
    }
    restored.stop();
    assert_eq!(verify(copy.path()).unwrap().faults, Vec::<String>::new());
}

#[test]
fn a_game_that_was_changed_by_hand_is_found() {
    let mut served = Served::new();
    let games = [served.game(&[]), served.game(&[])];
    for game in &games {
        game.say(&game.black, "play", &[("point", "C3")]);
    }
    served.stop();
    let base = rusqlite::Connection::open(served.folder.path().join("games.sqlite")).unwrap();
    base.execute_batch("DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_removed")
        .unwrap();
    let ids = games.each_ref().map(|game| game.black[3..14].to_owned());
    base.execute(
        "UPDATE event SET body = replace(body, '(2,2)', '(9,9)') WHERE game = ?",
        [&ids[0]],
    )
    .unwrap();
    base.execute("DELETE FROM event WHERE seq = 2 AND game = ?", [&ids[1]])
        .unwrap();
    let mut faults = verify(served.folder.path()).unwrap().faults;
    faults.sort();
    let mut expected = [
        format!(
            "game {}: event 2 cannot have happened: off board: there is no such point",
            ids[0]
        ),
        format!("game {}: it has 1 events, and should have 2", ids[1]),
    ];
    expected.sort();
    assert_eq!(faults, expected);
    assert!(verify(&served.folder.path().join("nothing")).is_err());
    assert!(
        backup(
            &served.folder.path().join("nothing"),
            &served.folder.path().join("copy")
        )
        .is_err()
    );
}
