//! Backups of a running server, and the check of every game.

use std::fs;
use std::thread;

use gokata_web::{backup, serve, verify};
use pretty_assertions::assert_eq;

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
                    let link = game.player(turn);
                    let row = 1 + turn % 2 * 2 + turn / 18 * 5;
                    let column = char::from(b"ABCDEFGHJ"[turn / 2 % 9]);
                    game.play(link, &format!("{column}{row}"));
                }
            });
        }
        backup(served.folder.path(), &file).unwrap();
    });
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let nothing = served.folder.path().join("nothing");
    assert!(verify(&nothing).is_err());
    assert!(backup(&nothing, &served.folder.path().join("copy")).is_err());
    let again = backup(served.folder.path(), &file).unwrap_err().to_string();
    assert!(again.ends_with("games.sqlite: exists already"), "{again}");
    let found = verify(served.folder.path()).unwrap();
    assert_eq!((found.games, found.events, found.faults), (4, 84, vec![]));
    // The copy with its secret is a server: a page that has seen more gets the whole view.
    let [from, to] = [&served.folder, &copy].map(|folder| folder.path().join("secret"));
    fs::copy(from, to).unwrap();
    let restored = serve(config(copy.path())).unwrap();
    for game in &games {
        let game = game.at(restored.address());
        let view = game.get(&game.black, "/state?since=21");
        let seq = view.status == 204 || view.json()["seq"].as_u64().unwrap() <= 21;
        assert!(seq, "{view:?}");
        assert_eq!(game.say(&game.black, "resign", &[]).status, 200);
    }
    restored.stop().unwrap();
    assert_eq!(verify(copy.path()).unwrap().faults, Vec::<String>::new());
}

/// Logs are replayed, and everything beside them is checked against them.
#[test]
fn what_was_changed_by_hand_is_found() {
    let mut served = Served::new();
    let game = served.game(&[("email", "ann@example.org")]);
    let over = served.game(&[]);
    game.play(&game.black, "C3");
    game.play(&game.white, "C4");
    over.say(&over.black, "resign", &[]);
    served.stop();
    let file = served.folder.path().join("games.sqlite");
    let sound = fs::read(&file).unwrap();
    let (id, over) = (&game.black[3..14], &over.black[3..14]);
    let ended = "SELECT finished_at FROM game WHERE finished_at IS NOT NULL";
    let base = served.folder.base();
    let refused = base.execute("UPDATE event SET at = 0", []).unwrap_err();
    assert!(refused.to_string().contains("events are never changed"));
    let ended: i64 = base.query_row(ended, [], |row| row.get(0)).unwrap();
    drop(base);
    let unguarded = "PRAGMA foreign_keys = OFF; DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_removed";
    let faults = |sql: &str| {
        fs::write(&file, &sound).unwrap();
        let base = served.folder.base();
        base.execute_batch(&format!("{unguarded}; {sql}")).unwrap();
        drop(base);
        verify(served.folder.path()).unwrap().faults
    };
    assert_eq!(faults(""), Vec::<String>::new());
    let cases = "UPDATE game SET waits = 'w' WHERE id = 'ID' -> game ID: it waits for \"b\", and stored is \"w\"
        UPDATE game SET finished_at = 5 WHERE id = 'ID' -> game ID: it ended at never, and stored is 5
        UPDATE game SET finished_at = finished_at * 0 + 7 WHERE id = 'OVER' -> game OVER: it ended at END, and stored is 7
        DELETE FROM seat WHERE game = 'ID' AND role = 'w' -> game ID: it has the seats \"b\", and should have \"bw\"
        UPDATE seat SET generation = 26 WHERE game = 'ID' AND role = 'w' -> game ID: seat w: the link's number is 26, and not 0 to 25
        UPDATE seat SET seen = 4 WHERE game = 'ID' AND role = 'b' -> game ID: seat b: event 4 was seen, and the last is 3
        UPDATE event SET body = replace(body, '(2,2)', '(9,9)') WHERE game = 'ID' -> game ID: event 2 cannot have happened: off board: there is no such point
        DELETE FROM event WHERE seq = 3 AND game = 'ID' -> game ID: it has 2 events, and should have 3
        UPDATE outbox SET game = 'nobody' WHERE game = 'ID' -> game nobody: not there, and outbox has rows of it
        UPDATE outbox SET seq = 9 WHERE game = 'ID' -> game ID: mail 1 is about no event or player of it";
    // Identifiers last, which may contain any letters.
    let cases = cases.replace("END", &ended.to_string());
    let cases = cases.replace("ID", id).replace("OVER", over);
    for case in cases.lines() {
        let (change, fault) = case.split_once(" -> ").unwrap();
        assert_eq!(faults(change), [fault]);
    }
    // A page of an index, overwritten.
    fs::write(&file, &sound).unwrap();
    let base = served.folder.base();
    let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'event_request'";
    let page: usize = base.query_row(page, [], |row| row.get(0)).unwrap();
    drop(base);
    let mut bytes = sound.clone();
    bytes[(page - 1) * 4096 + 8..page * 4096].fill(7);
    fs::write(&file, &bytes).unwrap();
    let found = verify(served.folder.path()).unwrap().faults;
    let is_of_index = |fault: &String| fault.starts_with("the database: ");
    assert!(found.iter().any(is_of_index), "{found:?}");
    // A later version has other tables.
    fs::write(&file, &sound).unwrap();
    let base = served.folder.base();
    base.pragma_update(None, "user_version", 7).unwrap();
    let why = verify(served.folder.path()).unwrap_err().to_string();
    let later = "its version is 7: nothing that this gokata can check";
    assert!(why.ends_with(later), "{why}");
}
