//! Tests the file of a game of `gokata play` where the game ends in unusual ways, or the file cannot be written.

use std::fs;
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::command::{Ran, gokata_command, run, words};
use crate::support::folder::names;
use crate::support::terminal::{Terminal, folder, play, saved};
use crate::support::waiting::{obey_signals, wait_until};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;

const PEOPLE: [&str; 4] = ["--white", "human", "--size", "3"];

const FINISHED: &str = "b2\npass\npass\ndone\ndone\n";
const QUESTION: &str = "Keep the game record?";

/// A player who enters nothing keeps no file. At the end of input, the game is kept.
#[test]
fn a_finished_game_is_kept_unless_the_player_declines() {
    let declined = folder("declined");
    for nothing in ["\n", "  \t \n"] {
        let ran = play(&declined, &PEOPLE, &format!("{FINISHED}{nothing}"));
        ran.is_fine();
        assert!(
            ran.out.contains(QUESTION) && !ran.out.contains("saved"),
            "{}",
            ran.out
        );
        assert_eq!(names(&declined), [""; 0]);
    }
    let ends = folder("ends-at-question");
    let ran = play(&ends, &PEOPLE, FINISHED);
    ran.ends(0);
    ran.prints_last("saved: gokata-game.sgf\n");
    assert!(saved(&ends, "gokata-game.sgf").contains("RE[B+1.5]"));
    // A file that cannot be written is asked for again.
    let kept = folder("kept-at-question");
    let ran = play(
        &kept,
        &PEOPLE,
        &format!("{FINISHED}/nowhere/at/all.sgf\nthree.sgf\n"),
    );
    let question = "Keep the game record? A file name (Enter alone: do not keep): ";
    ran.prints_in_order(&[
        "Black wins by 1.5 points (B+1.5, 3 turns)",
        question,
        "there is no such folder",
        question,
        "saved: three.sgf",
    ]);
    assert!(saved(&kept, "three.sgf").contains("RE[B+1.5]"));
    // With a file, there is nothing to ask.
    let named = folder("named-before");
    let ran = play(
        &named,
        &[&PEOPLE[..], &["--save", "g.sgf"]].concat(),
        FINISHED,
    );
    assert!(
        !ran.out.contains(QUESTION) && ran.out.ends_with("saved: g.sgf\n"),
        "{}",
        ran.out
    );
    assert_eq!(names(&named), ["g.sgf"]);
}

/// Bots' games are saved only where `--save` says so.
#[test]
fn a_game_of_bots_is_not_saved_unasked() {
    let folder = folder("bots-unasked");
    let ran = play(&folder, &words("--black random --size 2 --seed 1"), "");
    ran.ends(0);
    assert_eq!(names(&folder), [""; 0]);
}

/// Only a counted game has territory in its record: each side's points, and the points under dead stones.
#[test]
fn territory_is_written_as_it_was_counted() {
    let folder = folder("territory");
    let people = ["--white", "human", "--size", "4", "--save"];
    let moves = "b4\nc4\nb3\nc3\nb2\nc2\nb1\nc1\nd3\na2\npass\npass\n";
    let counted = format!("{moves}dead a2\ndead d3\ndone\ndone\n");
    let ran = play(&folder, &[&people[..], &["counted.sgf"]].concat(), &counted);
    let text = saved(&folder, "counted.sgf");
    for points in ["TB[aa][ab][ac][ad]", "TW[da][db][dc][dd]"] {
        assert!(text.contains(points), "{points}: {text}\n{}", ran.out);
    }
    let resigned = format!("{moves}resume\nresign\n");
    play(
        &folder,
        &[&people[..], &["resigned.sgf"]].concat(),
        &resigned,
    );
    let text = saved(&folder, "resigned.sgf");
    assert!(
        text.contains("+R]") && !text.contains("TB[") && !text.contains("TW["),
        "{text}"
    );
    play(&folder, &[&people[..], &["open.sgf"]].concat(), moves);
    let text = saved(&folder, "open.sgf");
    assert!(text.contains("RE[?]") && !text.contains("TB["), "{text}");
}

/// `save` says which file is left, and as what: with every move up to the change. If a new file cannot be written, the
/// current one stays in use; an earlier one can be returned to.
#[test]
fn save_says_which_file_is_left_unchanged() {
    let folder = folder("left");
    fs::write(folder.join("there.sgf"), "mine").expect("written");
    let long = "n".repeat(300);
    let lines = format!(
        "b2\nsave\nsave one.sgf\nsave one.sgf\na1\nsave two words.sgf\nsave nowhere/x.sgf\nsave {long}\nsave there.sgf\nc3\nsave one.sgf\na3\nquit\n"
    );
    let ran = play(&folder, &PEOPLE, &lines);
    ran.prints_in_order(&[
        "x.sgf: there is no such folder\n",
        ": the name is too long, or has a character that is not allowed; no file was written\n",
        "there.sgf: the file already exists, and is left unchanged\n",
    ]);
    let printed: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.split_once("saved: "))
        .map(|(_, printed)| printed)
        .collect();
    assert_eq!(
        printed,
        [
            "gokata-game.sgf; it is kept up to date from now on",
            "one.sgf; it is kept up to date from now on; gokata-game.sgf is left unchanged",
            "one.sgf; it is kept up to date from now on",
            "two words.sgf; it is kept up to date from now on; one.sgf is left unchanged",
            "one.sgf; it is kept up to date from now on; two words.sgf is left unchanged",
            "one.sgf",
        ]
    );
    assert!(saved(&folder, "gokata-game.sgf").ends_with(";B[bb])\n"));
    assert!(saved(&folder, "two words.sgf").ends_with(";B[bb];W[ac];B[ca])\n"));
    assert!(saved(&folder, "one.sgf").ends_with(";B[bb];W[ac];B[ca];W[aa])\n"));
    assert_eq!(saved(&folder, "there.sgf"), "mine");
    assert_eq!(
        names(&folder),
        ["gokata-game.sgf", "one.sgf", "there.sgf", "two words.sgf"]
    );
}

/// Where an earlier file cannot be written any more, the latest one stays in use.
#[test]
fn a_file_that_another_program_has_replaced_is_not_returned_to() {
    let folder = folder("not-back");
    let mut terminal = Terminal::window(&folder, "play --white human --size 3");
    terminal.answer("1. Black (x)> ", "save one.sgf");
    terminal.answer("saved: one.sgf", "save two.sgf");
    terminal.wait_for("saved: two.sgf");
    fs::rename(folder.join("one.sgf"), folder.join("moved.sgf")).expect("moved");
    fs::write(folder.join("one.sgf"), "mine").expect("written");
    terminal.line("save one.sgf");
    terminal.answer("one.sgf: another program has changed this file", "b2");
    terminal.answer("2. White (o)> ", "quit");
    terminal.wait_for("saved: two.sgf");
    assert_eq!(terminal.end().0, Some(0));
    assert!(saved(&folder, "two.sgf").ends_with(";B[bb])\n"));
    assert_eq!(saved(&folder, "one.sgf"), "mine");
}

/// In a folder that is gone, the message is about the folder, and the record is printed.
#[test]
fn a_folder_that_is_gone_is_reported() {
    let folder = folder("gone-at-start");
    let mut shell = Command::new("sh");
    let words = [
        "-c",
        "rmdir \"$PWD\"; exec \"$0\" play \"$@\"",
        env!("CARGO_BIN_EXE_gokata"),
    ];
    let ran = run(
        shell.current_dir(&folder).args(words).args(PEOPLE),
        b"b2\nquit\n",
    );
    ran.ends(2);
    assert_eq!(
        ran.err,
        "gokata: cannot save the game: gokata-game.sgf: there is no such folder\n"
    );
    assert!(ran.out.trim_end().ends_with(";B[bb])"), "{}", ran.out);
}

/// A signal prints the record, too, if no file can be written.
#[test]
fn a_signal_shows_a_record_that_cannot_be_saved() {
    let folder = folder("gone-at-signal");
    let save = [&["play"], &PEOPLE[..], &["--save", "g.sgf"]].concat();
    let mut terminal = Terminal::open(80, 24, &folder, &save);
    terminal.wait_for("1. Black (x)> ");
    fs::remove_dir_all(&folder).expect("removed");
    terminal.line("b2");
    terminal.wait_for("2. White (o)> ");
    terminal.signal(Signal::SIGTERM);
    terminal.wait_for("cannot save the game: g.sgf: ");
    terminal.wait_for(";B[bb])");
    assert_eq!(terminal.end().0, Some(143));
}

/// A program whose standard output goes into a pipe that may be full.
struct Blocked {
    child: Child,
    reader: PipeReader,
    writer: PipeWriter,
}

impl Blocked {
    /// Starts `gokata play` in this folder.
    fn start(folder: &Path, arguments: &[&str], is_full: bool) -> Blocked {
        let (reader, writer) = pipe().expect("a pipe");
        obey_signals();
        let mut play = gokata_command();
        play.arg("play").args(arguments).current_dir(folder);
        play.stdin(Stdio::piped()).stderr(Stdio::piped());
        play.stdout(writer.try_clone().expect("another end"));
        if is_full {
            fill(&writer);
        }
        let child = play.spawn().expect("it runs");
        Blocked {
            child,
            reader,
            writer,
        }
    }

    /// Types a line.
    fn line(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("input");
        input
            .write_all(format!("{line}\n").as_bytes())
            .expect("typed");
    }

    /// Reads the output up to this text.
    fn wait_for(&mut self, text: &str) {
        let mut seen = String::new();
        let mut bytes = [0; 4096];
        while !seen.ends_with(text) {
            let count = self.reader.read(&mut bytes).expect("read");
            assert!(count > 0, "{seen}");
            seen += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    /// Reads the rest of the output, and waits for the end.
    fn end(self) -> Ran {
        let Blocked {
            child,
            mut reader,
            writer,
        } = self;
        drop(writer);
        let mut out = String::new();
        reader.read_to_string(&mut out).expect("UTF-8");
        let ran = child.wait_with_output().expect("it ends");
        Ran {
            status: ran.status.code(),
            out: out.replace('\0', ""),
            err: String::from_utf8(ran.stderr).expect("UTF-8"),
        }
    }
}

/// Fills a pipe, so that who writes to it waits until it is read.
fn fill(writer: &PipeWriter) {
    let mut zeros = writer.try_clone().expect("another end");
    thread::spawn(move || zeros.write_all(&vec![0; 1 << 20]));
    wait_until("the pipe is full", || {
        let mut fds = [PollFd::new(writer.as_fd(), PollFlags::POLLOUT)];
        poll(&mut fds, PollTimeout::ZERO) == Ok(0)
    });
}

/// Once the game is saved and the program is about to end, a signal changes nothing, and the rest is printed.
#[test]
fn a_signal_at_the_end_is_too_late() {
    let folder = folder("too-late");
    let mut play = Blocked::start(&folder, &PEOPLE, false);
    play.wait_for("1. Black (x)> ");
    play.line("b2");
    play.wait_for("2. White (o)> ");
    fill(&play.writer);
    play.line("quit");
    wait_until("the game is saved", || {
        folder.join("gokata-game.sgf").exists()
    });
    let id = Pid::from_raw(play.child.id().try_into().expect("a number"));
    kill(id, Signal::SIGINT).expect("sent");
    // Enough time to be ended by the signal.
    thread::sleep(Duration::from_millis(300));
    let ran = play.end();
    ran.is_fine();
    ran.prints("saved: gokata-game.sgf\nto go on: ");
}

/// The status of a game of bots says whether the whole game was saved.
#[test]
fn a_game_of_bots_that_cannot_be_saved_fails() {
    let folder = folder("bots-replaced");
    let file = folder.join("g.sgf");
    let save = ["--save", "g.sgf"];
    // With a delay every board is printed: the game stops at a full pipe, before its last save.
    let bots = [
        "--black", "random", "--size", "5", "--seed", "1", "--delay", "1",
    ];
    let play = Blocked::start(&folder, &[&bots[..], &save].concat(), true);
    wait_until("the file is there", || file.exists());
    fs::rename(&file, folder.join("moved.sgf")).expect("moved");
    fs::write(&file, "mine").expect("written");
    let ran = play.end();
    ran.ends(2);
    let why = "g.sgf: another program has changed this file, which is left unchanged";
    assert_eq!(ran.err, format!("gokata: cannot save the game: {why}\n"));
    assert!(ran.out.trim_end().ends_with(')'), "the record is printed");
    assert_eq!(saved(&folder, "g.sgf"), "mine");
}
