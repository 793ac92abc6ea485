//! `gokata serve` as a process: what it prints, how it ends, how many files it may open.
#![cfg(unix)]

use std::fs;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use pretty_assertions::assert_eq;

use crate::client::{PATIENCE, get};
use crate::kills::Process;
use crate::served::{Folder, GameLinks, make};

fn command(by: &[&str], folder: &Folder) -> Command {
    Process::command(by, folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)))
}

fn game(folder: &Folder, process: &Process) -> GameLinks {
    GameLinks::make(folder, process.address, &[("size", "5")])
}

/// Pipes hold 64 KiB; nothing waits for a reader who does not read.
#[test]
fn output_that_nobody_reads_stops_nothing() {
    let folder = Folder::new();
    // Lines on standard error: one for each look at a game whose log contradicts itself.
    let mut process = Process::start(&[], folder.path());
    let [broken, good] = [(); 2].map(|()| game(&folder, &process));
    assert_eq!(process.terminate().0, Some(0));
    let base = folder.base();
    let spoil = "DROP TRIGGER event_is_not_changed; UPDATE event SET body = replace(body, '\"seq\":1', '\"seq\":7') WHERE game = ";
    base.execute_batch(&format!("{spoil}'{}'", &broken.black[3..14]))
        .unwrap();
    drop(base);
    let mut process = Process::spawn(
        command(&[], &folder)
            .args(["--mail", "stdout:"])
            .stderr(Stdio::piped()),
    );
    for _ in 0..2_500 {
        assert_eq!(get(process.address, &broken.black).status, 503);
    }
    // Mails on standard output.
    for number in 0..100 {
        let address = format!("bob{number}@example.org");
        let made = make(process.address, &[("opponent_email", &address)]);
        assert_eq!(made.status, 201);
    }
    thread::sleep(Duration::from_secs(6));
    let good = good.at(process.address);
    assert_eq!(good.say(&good.black, "resign", &[]).status, 200);
    let (status, took) = process.terminate();
    assert_eq!(status, Some(0));
    assert!(took < PATIENCE, "{took:?}");
}

#[test]
fn asked_to_stop_while_another_program_holds_the_database_it_stops_and_says_so() {
    let folder = Folder::new();
    let said = folder.path().join("said");
    let mut process =
        Process::spawn(command(&[], &folder).stderr(fs::File::create(&said).unwrap()));
    let played = game(&folder, &process);
    played.play(&played.black, "C3");
    let base = folder.base();
    base.execute_batch("BEGIN IMMEDIATE").unwrap();
    let form = played.command(&played.white, "play", &[("point", "C4")]);
    let (answer, (status, took)) = thread::scope(|scope| {
        let path = format!("{}/play", played.white);
        let asked = scope.spawn(move || crate::client::try_post(played.address, &path, &form));
        thread::sleep(Duration::from_millis(300));
        let ended = process.terminate();
        (asked.join().unwrap(), ended)
    });
    assert!(answer.is_none_or(|answer| answer.status == 503));
    assert!(took < PATIENCE, "{took:?}");
    let said = fs::read_to_string(said).unwrap();
    let why = "games.sqlite: not written to at the end: database is locked.";
    assert!(said.contains(why), "{said}");
    assert_eq!(status, Some(2));
    base.execute_batch("ROLLBACK").unwrap();
    drop(base);
    let process = Process::start(&[], folder.path());
    let played = played.at(process.address);
    assert_eq!(played.view(&played.black)["seq"], 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_may_open_as_many_files_as_the_system_allows() {
    let said = |limits: &str| {
        let folder = Folder::new();
        let said = folder.path().join("said");
        let script = format!("{limits}; exec \"$@\"");
        let mut command = command(&["sh", "-c", &script, "sh"], &folder);
        let process = Process::spawn(command.stderr(fs::File::create(&said).unwrap()));
        let limits = fs::read_to_string(format!("/proc/{}/limits", process.child.id())).unwrap();
        let line = limits
            .lines()
            .find(|line| line.starts_with("Max open files"))
            .unwrap();
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert_eq!(words[3], words[4], "{line}");
        fs::read_to_string(said).unwrap()
    };
    said("ulimit -S -n 256");
    assert_eq!(
        said("ulimit -n 500"),
        "gokata: this process may open 500 files, too few for 12000 connections at once (ulimit -n)\n"
    );
}
