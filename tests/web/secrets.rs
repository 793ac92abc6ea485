//! A link is the only proof of being a player: it stands in no log, in no table, and in no answer to anybody else.
#![cfg(unix)]

use std::fs;
use std::net::SocketAddr;

use crate::client::{Answer, FORM, JSON, ask, get, post, until};
use crate::kills::Process;
use crate::mails::stop_path;
use crate::routes::{POSTS, gets};
use crate::served::{Folder, GameLinks, make};

/// The part of an address that proves who has it.
fn token(path: &str) -> &str {
    path.split('/').nth(2).unwrap()
}

fn proof(token: &str) -> &str {
    &token[token.len() - 22..]
}

/// Every answer to someone with this token.
fn answers(address: SocketAddr, by: &str) -> Vec<Answer> {
    let mut answers = Vec::new();
    for accept in [JSON, "", "Accept: text/x-fragment\r\n"] {
        for path in gets().filter(|path| *path != "/events") {
            let path = format!("/g/{by}{path}");
            answers.push(ask(address, "GET", &path, accept, ""));
        }
        // A new link would end all of this, and the game's end most of it.
        let verbs = POSTS
            .into_iter()
            .filter(|verb| !["newlink", "resign"].contains(verb));
        for verb in verbs.chain(["seen", "nonsense"]) {
            let path = format!("/g/{by}/{verb}");
            let headers = format!("{accept}{FORM}");
            for body in [
                "",
                "req=a&point=C3&move_no=0",
                "req=b&point=Z9&number=7",
                "email=x",
            ] {
                answers.push(ask(address, "POST", &path, &headers, body));
            }
        }
    }
    answers
}

#[test]
fn links_are_shown_to_nobody_else() {
    let folder = Folder::new();
    let said = folder.path().join("said");
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut command = Process::command(&[], folder.path(), address);
    let mut process = Process::spawn(command.stderr(fs::File::create(&said).unwrap()));
    let address = process.address;
    let fields = [
        ("email", "ann@example.org"),
        ("opponent_email", "bob@example.org"),
    ];
    let made = make(address, &fields);
    let game = GameLinks::of_folder(&folder, address, made.json());
    // Both have come: until then, Black may hand on White's link.
    game.post(&game.white, "seen", "seq=1");
    let old = token(&game.black);
    let renewed = game.new_link(&game.black);
    let black = token(&renewed);
    let (white, spectators) = (token(&game.white), token(&game.spectators));
    until("a mail", || !folder.mails("mail").is_empty());
    let mail = folder.path().join("mail").join(&folder.mails("mail")[0]);
    let stop = stop_path(&fs::read_to_string(mail).unwrap());
    let secrets = [black, white, old, token(&stop)];
    // The link of spectators is no secret of players.
    let check = |by: &str, answer: &Answer| {
        let shown = format!("{}{}", answer.head, answer.body);
        for secret in secrets.iter().filter(|secret| **secret != by) {
            assert!(!shown.contains(proof(secret)), "{shown:.2000}");
        }
    };
    for by in [black, white, spectators, old] {
        for answer in answers(address, by) {
            check(by, &answer);
        }
    }
    check(token(&stop), &get(address, &stop));
    for path in ["/", "/healthz", &format!("/g/{}", &black[..34])] {
        check("", &get(address, path));
    }
    // Something that the operator reads: a change that cannot be stored.
    let base = folder.path().join("games.sqlite");
    fs::rename(&base, folder.path().join("away")).unwrap();
    assert_eq!(game.say(&game.white, "resign", &[]).status, 503);
    fs::rename(folder.path().join("away"), &base).unwrap();
    assert_eq!(post(address, &stop, "what=server").status, 200);
    assert_eq!(process.terminate().0, Some(0));
    let said = fs::read_to_string(said).unwrap();
    assert!(said.contains("was removed or replaced"), "{said}");
    let stored = fs::read(&base).unwrap();
    let stored = String::from_utf8_lossy(&stored);
    for secret in secrets.iter().chain([&spectators]) {
        let is_free = |text: &str| !text.contains(proof(secret));
        assert!(is_free(&said) && is_free(&stored), "{said}");
    }
    assert!(stored.contains("bob@example.org"));
}
