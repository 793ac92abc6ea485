//! Tests that `gokata play` does not lose the game if the terminal closes, the program is killed, or a file cannot be
//! written; and that it overwrites no file of others.

use std::fs;
use std::io::{Read, Write, pipe};
use std::os::fd::AsFd;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::command::{contains_all, gokata, gokata_command, path};
use crate::support::terminal::{Terminal, folder, play, saved};
use crate::support::waiting::{PATIENCE, obey_signals, wait_until};
use gokata::{Preset, Random};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;
use rstest::rstest;

const PEOPLE: [&str; 5] = ["play", "--white", "human", "--size", "3"];

#[rstest]
#[case("ctrl-d", Ok("\u{4}"), 0)]
#[case("sigint", Err(Signal::SIGINT), 130)]
#[case("sigterm", Err(Signal::SIGTERM), 143)]
#[case("sigquit", Err(Signal::SIGQUIT), 131)]
#[case("sighup", Err(Signal::SIGHUP), 129)]
fn every_end_saves_the_game(
    #[case] name: &str,
    #[case] end: Result<&str, Signal>,
    #[case] status: i32,
) {
    let folder = folder(&format!("ended-{name}"));
    let mut play = Terminal::window(&folder, "play --white human");
    play.answer("1. Black (x)> ", "d4");
    play.wait_for("2. White (o)> ");
    match end {
        Ok(keys) => play.keys(keys.as_bytes()),
        Err(signal) => play.signal(signal),
    }
    play.wait_for("saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf\n");
    assert_eq!(play.end().0, Some(status));
    assert!(saved(&folder, "gokata-game.sgf").ends_with("\n;B[df])\n"));
}

/// The game is saved if the window is closed. Nothing is written over.
#[test]
fn the_game_is_kept_when_the_terminal_is_closed() {
    let folder = folder("gone");
    fs::write(folder.join("gokata-game.sgf"), "mine").expect("written");
    let mut closed = Terminal::window(&folder, "play --seed 1");
    closed.answer("1. Black (x)> ", "e5");
    closed.wait_for("3. Black (x)> ");
    closed.close();
    let kept = saved(&folder, "gokata-game-2.sgf");
    contains_all(&kept, ["RE[?]", ";B[ee];W["]);
    assert_eq!(saved(&folder, "gokata-game.sgf"), "mine");
}

/// A signal before the first move leaves no file, which would prevent the same command from starting again.
#[test]
fn an_early_signal_leaves_no_file() {
    let folder = folder("early");
    let file = folder.join("g.sgf");
    for nth in 0..10 {
        obey_signals();
        let mut play = gokata_command()
            .args(PEOPLE)
            .args(["--save", path(&file)])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        // Its end would end the program, too.
        let input = play.stdin.take();
        let start = Instant::now();
        while !file.exists() {
            assert!(start.elapsed() < PATIENCE, "there is no file");
            thread::yield_now();
        }
        let id = Pid::from_raw(play.id().try_into().expect("a number"));
        kill(id, Signal::SIGINT).expect("sent");
        let status = play.wait().expect("it ends");
        drop(input);
        assert_eq!(status.code(), Some(130), "{nth}");
        let left: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
        assert!(left.is_empty(), "{nth}: {left:?}");
    }
}

/// A file that the program did not create, or a game with a move, is not removed by a signal.
#[test]
fn a_signal_removes_no_other_file() {
    let folder = folder("not-removed");
    let save = ["play", "--white", "human", "--save", "g.sgf"];
    let mut terminal = Terminal::open(80, 24, &folder, &save);
    terminal.wait_for("1. Black (x)> ");
    fs::remove_file(folder.join("g.sgf")).expect("removed");
    fs::write(folder.join("g.sgf"), "mine").expect("written");
    terminal.signal(Signal::SIGINT);
    assert_eq!(terminal.end().0, Some(130));
    assert_eq!(saved(&folder, "g.sgf"), "mine");
    fs::remove_file(folder.join("g.sgf")).expect("removed");
    let mut terminal = Terminal::open(80, 24, &folder, &save);
    terminal.answer("1. Black (x)> ", "d4");
    terminal.wait_for("2. White (o)> ");
    terminal.signal(Signal::SIGINT);
    assert_eq!(terminal.end().0, Some(130));
    assert!(saved(&folder, "g.sgf").contains(";B[df])"));
}

/// The program writes only to the file that it created. Other files stay as they are, even if they have its name.
#[test]
fn files_of_other_programs_are_left_alone() {
    let folder = folder("others");
    let mut terminal = Terminal::window(&folder, "play --seed 1 --save g.sgf");
    terminal.wait_for("1. Black (x)> ");
    assert!(
        saved(&folder, "g.sgf").starts_with("(;GM[1]"),
        "a record from the start"
    );
    fs::write(folder.join("precious"), "mine").expect("written");
    let beside = folder.join(format!(".gokata-{}-0.part", terminal.id()));
    std::os::unix::fs::symlink("precious", beside).expect("linked");
    terminal.line("d4");
    terminal.wait_for("3. Black (x)> ");
    assert_eq!(saved(&folder, "precious"), "mine");
    assert!(saved(&folder, "g.sgf").contains(";B[df]"));
    fs::rename(folder.join("g.sgf"), folder.join("first.sgf")).expect("moved");
    fs::write(folder.join("g.sgf"), "another game").expect("written");
    terminal.line("e5");
    terminal.wait_for("another program has changed this file, which is left unchanged");
    terminal.answer("5. Black (x)> ", "save two.sgf");
    terminal.wait_for("saved: two.sgf");
    // A file that is gone is written again.
    fs::remove_file(folder.join("two.sgf")).expect("removed");
    terminal.answer("5. Black (x)> ", "f6");
    terminal.wait_for("7. Black (x)> ");
    fs::write(folder.join("two.sgf"), "mine").expect("written");
    // At the end, the record of a game that cannot be saved is printed.
    terminal.line("quit");
    terminal.wait_for(";B[df]");
    terminal.wait_for("gokata: cannot save the game: two.sgf: another program has changed");
    assert_eq!(terminal.end().0, Some(2));
    assert_eq!(saved(&folder, "g.sgf"), "another game");
    assert_eq!(saved(&folder, "two.sgf"), "mine");
    assert!(!saved(&folder, "first.sgf").contains(";B[ee]"));
}

/// `check` finds nothing in the file of a game that was resumed, resigned and undone, and `convert` writes it again. The games
/// are played at the same time: writing files is waiting for the disk.
#[test]
fn every_saved_game_is_legal_and_stays_the_same() {
    let mut random = Random::new(12);
    let games = Preset::ALL.iter().cycle().take(24).map(|preset| {
        let mut lines = String::new();
        for _ in 0..40 {
            let point = |random: &mut Random| {
                let column = ["a", "b", "c", "d"][random.below(4)];
                format!("{column}{}", 1 + random.below(4))
            };
            lines += &match random.below(16) {
                0..6 => "pass".to_owned(),
                6..9 => "resume".to_owned(),
                9 => "undo".to_owned(),
                10 if random.below(3) == 0 => "resign".to_owned(),
                _ => point(&mut random),
            };
            lines += "\n";
        }
        (preset, lines)
    });
    let games: Vec<(&Preset, String)> = games.collect();
    let resumed: usize = thread::scope(|scope| {
        let played = games.iter().enumerate().map(|(number, (preset, lines))| {
            scope.spawn(move || usize::from(is_resumed_and_stays(number, **preset, lines)))
        });
        let played: Vec<_> = played.collect();
        played
            .into_iter()
            .map(|game| game.join().expect("a game"))
            .sum()
    });
    assert!(resumed > 10, "{resumed}");
}

/// Plays and saves a game. Returns true if play was resumed in it.
fn is_resumed_and_stays(number: usize, preset: Preset, lines: &str) -> bool {
    let folder = folder(&format!("again-{number}"));
    let people = ["--white", "human", "--size", "4", "--save", "game.sgf"];
    let ran = play(
        &folder,
        &[&people[..], &["--rules", preset.name()]].concat(),
        lines,
    );
    ran.ends(0);
    let text = saved(&folder, "game.sgf");
    let file = folder.join("game.sgf");
    // `check` calls no record fine that has no moves.
    if text.contains("\n;") {
        let judged = gokata(&["check", path(&file), "--variations"]);
        judged.is_fine();
        judged.omits("warning");
        let data = folder.join("data.npz");
        gokata(&["dataset", path(&file), "--out", path(&data)]).is_fine();
    }
    for anew in [&[][..], &["--moves-only"]] {
        let converted = gokata(&[&["convert", path(&file), "--to", "sgf"], anew].concat());
        assert_eq!((converted.status, converted.out), (Some(0), text.clone()));
    }
    text.contains(";PL[")
}

/// A signal prints the record, too, if no file can be written.
#[test]
fn a_signal_shows_a_record_that_cannot_be_saved() {
    let folder = folder("gone-at-signal");
    let mut terminal = Terminal::window(&folder, "play --white human --size 3 --save g.sgf");
    terminal.wait_for("1. Black (x)> ");
    fs::remove_dir_all(&folder).expect("removed");
    terminal.line("b2");
    terminal.wait_for("2. White (o)> ");
    terminal.signal(Signal::SIGTERM);
    terminal.wait_for("cannot save the game: g.sgf: ");
    terminal.wait_for(";B[bb])");
    assert_eq!(terminal.end().0, Some(143));
}

/// Once the game is saved and the program is about to end, a signal changes nothing, and the rest is printed.
#[test]
fn a_signal_at_the_end_is_too_late() {
    let folder = folder("too-late");
    let (mut reader, mut writer) = pipe().expect("a pipe");
    obey_signals();
    let mut play = gokata_command();
    play.args(PEOPLE).current_dir(&folder).stdin(Stdio::piped());
    play.stdout(writer.try_clone().expect("another end"));
    let mut child = play.spawn().expect("it runs");
    // The command holds an end of the pipe, too.
    drop(play);
    let mut input = child.stdin.take().expect("input");
    input.write_all(b"b2\n").expect("typed");
    let mut seen = String::new();
    let mut bytes = [0; 4096];
    while !seen.ends_with("2. White (o)> ") {
        let count = reader.read(&mut bytes).expect("read");
        seen += &String::from_utf8_lossy(&bytes[..count]);
    }
    // A full pipe, in which the program waits until it is read.
    let full = writer.try_clone().expect("another end");
    thread::spawn(move || writer.write_all(&vec![0; 1 << 20]));
    wait_until("the pipe is full", || {
        let mut fds = [PollFd::new(full.as_fd(), PollFlags::POLLOUT)];
        poll(&mut fds, PollTimeout::ZERO) == Ok(0)
    });
    drop(full);
    input.write_all(b"quit\n").expect("typed");
    wait_until("the game is saved", || {
        folder.join("gokata-game.sgf").exists()
    });
    let id = Pid::from_raw(child.id().try_into().expect("a number"));
    kill(id, Signal::SIGINT).expect("sent");
    // Enough time to be ended by the signal.
    thread::sleep(Duration::from_millis(300));
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    contains_all(&rest, ["saved: gokata-game.sgf\nto go on: "]);
}
