//! A link is the only proof of being a player: it stands in no log, in no table, and in no answer to anybody else.

use std::fs;
use std::net::SocketAddr;

use crate::client::{FORM, JSON, form, get, post, request};
use crate::kills::Process;
use crate::mails::stop_path;
use crate::served::{Folder, GameLinks, name};

#[test]
fn links_are_told_to_nobody_else() {
    let folder = Folder::new();
    let said = folder.path().join("said");
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut command = Process::command(&[], folder.path(), address);
    let mut process = Process::spawn(command.stderr(fs::File::create(&said).unwrap()));
    let fields = [
        ("req", &*name()),
        ("size", "5"),
        ("opponent_email", "bob@example.org"),
        ("email", "ann@example.org"),
    ]
    .map(|(name, value)| (name, value.to_owned()));
    let fields = form(
        &fields
            .each_ref()
            .map(|(name, value)| (*name, value.as_str())),
    );
    let made = post(process.address, "/games", &fields);
    let mut game = GameLinks::of_folder(&folder, process.address, &made.json());
    let first_black = game.black.clone();
    let renewed = post(process.address, &format!("{}/newlink", game.black), "");
    renewed
        .header("location")
        .unwrap()
        .clone_into(&mut game.black);
    let mail = loop {
        let mails = fs::read_dir(folder.path().join("mail")).unwrap();
        let mut mails = mails.map(|mail| mail.unwrap().path());
        if let Some(mail) = mails.find(|mail| mail.extension().is_some_and(|end| end == "eml")) {
            break fs::read_to_string(mail).unwrap();
        }
    };
    let stop = stop_path(&mail);
    let token = |path: &str| path.split('/').nth(2).unwrap().to_owned();
    let [black, white, old, stop_token] =
        [&game.black, &game.white, &first_black, &stop].map(|path| token(path));
    let spectators = token(&game.spectators);
    let allowed = |by: &str| -> Vec<String> {
        // Both players may pass on the spectators' link.
        let all = [&black, &white, &old, &stop_token].into_iter();
        all.filter(|token| token.as_str() != by).cloned().collect()
    };
    let check = |by: &str, answer: &crate::client::Answer| {
        for secret in allowed(by) {
            // The proof, without the public part.
            let proof = &secret[secret.len() - 22..];
            let shown = format!("{}{}", answer.head, answer.body);
            assert!(!shown.contains(proof), "{shown:.2000}");
        }
    };
    check(&old, &made);
    let gets = [
        "",
        "?point=C3",
        "?ask=resign",
        "?move=0",
        "/state",
        "/why?point=C3",
        "/game.sgf",
        "/log.jsonl",
        "/board.svg",
        "/board.txt",
    ];
    let verbs = [
        "play", "pass", "mark", "done", "undone", "resume", "void", "claim", "seat", "seen",
        "nonsense",
    ];
    for by in [&black, &white, &spectators, &old] {
        for accept in [JSON, "", "Accept: text/x-fragment\r\n"] {
            for path in gets {
                check(
                    by,
                    &request(
                        process.address,
                        "GET",
                        &format!("/g/{by}{path}"),
                        accept,
                        "",
                    )
                    .unwrap(),
                );
            }
            for verb in verbs {
                let path = format!("/g/{by}/{verb}");
                let headers = format!("{accept}{FORM}");
                for body in [
                    "",
                    "req=a&point=C3&move_no=0",
                    "req=b&point=Z9&number=7",
                    "email=x",
                ] {
                    check(
                        by,
                        &request(process.address, "POST", &path, &headers, body).unwrap(),
                    );
                }
            }
        }
    }
    for path in [
        stop.clone(),
        "/".to_owned(),
        "/healthz".to_owned(),
        format!("/g/{}", &black[..34]),
    ] {
        check(&token(&format!("{path}//")), &get(process.address, &path));
    }
    // Something that is told to the operator: a change that cannot be stored.
    let base = folder.path().join("games.sqlite");
    fs::rename(&base, folder.path().join("away")).unwrap();
    assert_eq!(game.say(&game.white, "resign", &[]).status, 503);
    fs::rename(folder.path().join("away"), &base).unwrap();
    assert_eq!(post(process.address, &stop, "what=server").status, 200);
    assert_eq!(process.terminate().0, Some(0));
    let said = fs::read_to_string(said).unwrap();
    assert!(said.contains("was removed or replaced"), "{said}");
    let stored = fs::read(&base).unwrap();
    let stored = String::from_utf8_lossy(&stored);
    for secret in [&black, &white, &old, &stop_token, &spectators] {
        let proof = &secret[secret.len() - 22..];
        assert!(!said.contains(proof) && !stored.contains(proof), "{said}");
    }
    assert!(stored.contains("bob@example.org"));
}
