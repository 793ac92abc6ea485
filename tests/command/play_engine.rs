//! `gokata play` with GTP engines that hang. Others are in `play/engine.md`.

use std::fs;
use std::time::Duration;

use nix::sys::signal::Signal;
use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::command::{Ran, contains_all};
use crate::support::processes::assert_ended;
use crate::support::program::compiled;
use crate::support::terminal::{Terminal, folder, play, saved};
use crate::support::waiting::{wait_until, with_time_limit};

/// The record that is saved when a game is stopped.
const STOPPED: &str = "gokata-game.sgf";

/// An engine that does not answer in time ends the game, which is kept. A program that writes no line is described.
#[rstest]
#[case::move_("ENGINE hang=genmove", true, "it did not answer in time")]
#[case::board("ENGINE hang=clear_board", false, "it did not answer in time")]
#[case::silent(
    r"printf '\001\002'; sleep 300",
    false,
    "it did not answer in time: it wrote unprintable characters without ending the line; does it speak GTP?"
)]
fn a_game_is_kept_if_the_engine_hangs(
    #[case] white: &str,
    #[case] has_move: bool,
    #[case] error: &str,
) {
    let name: String = white.chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = folder(&format!("engine-fails-{name}"));
    let white = white.replace("ENGINE", &compiled("gtp_program"));
    let run = |limit: &str| {
        let arguments = ["--size", "5", "--timeout", limit, "--white", &white];
        play(&folder, &arguments, "c3\nd4\n")
    };
    let has_begun = |ran: &Ran| {
        let is_saved = folder.join(STOPPED).exists();
        is_saved || !has_move && ran.err.contains(error)
    };
    let ran = with_time_limit(run, has_begun);
    ran.ends(2);
    ran.says(error);
    assert_eq!(folder.join(STOPPED).exists(), has_move);
    if has_move {
        contains_all(&saved(&folder, STOPPED), [";B[cc]"]);
        ran.prints("The game is not finished.\nsaved: gokata-game.sgf\n");
    }
}

/// In a terminal, the player learns what is waited for.
#[test]
fn an_engine_is_waited_for() {
    let folder = folder("engine-awaited");
    let mut window = Terminal::open(
        80,
        24,
        &folder,
        &["play", "--timeout", "0.2", "--white", "sleep 300"],
    );
    window.wait_for("waiting for `sleep 300` to speak GTP (--timeout: 0.2 s) ...\n");
    window.wait_for("it did not answer in time; does it speak GTP?");
    assert_eq!(window.end().0, Some(2));
}

/// While an engine thinks, a signal saves the game and ends the engine. The way to go on names the engine.
#[test]
fn a_signal_ends_the_engine_and_keeps_the_game() {
    let folder = folder("engine-signal");
    let engine = compiled("gtp_program");
    let white = format!("echo $$ > pid; sleep 300 & echo $! >> pid; '{engine}' hang=genmove");
    let mut play = Terminal::open(80, 24, &folder, &["play", "--white", &white]);
    play.answer("1. Black (x)> ", "e5");
    let is_saved = || fs::read_dir(&folder).is_ok_and(|mut files| files.next().is_some());
    wait_until("the engine has begun", is_saved);
    // The move is entered once the terminal has shown it; the engine then thinks for ever.
    play.wait_for("e5");
    std::thread::sleep(Duration::from_millis(200));
    play.signal(Signal::SIGINT);
    let (status, seen) = play.end();
    assert_eq!(status, Some(130), "{seen}");
    let advice = "saved: gokata-game.sgf\nto go on: gokata play --load gokata-game.sgf --white 'echo $$ > pid; ";
    assert!(seen.contains(advice), "{seen}");
    assert!(saved(&folder, STOPPED).contains(";B[ee])"));
    assert_ended(&folder.join("pid"));
}
