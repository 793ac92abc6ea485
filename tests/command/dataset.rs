//! Tests the files that `gokata dataset` writes, and its errors. `tests/peers/dataset.py` reads such files with
//! `NumPy`.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::command::{gokata, gokata_command, gokata_in, path, rows, words};
use crate::support::folder::{self, names};
use crate::support::npy::{array, numbers};
#[cfg(target_os = "linux")]
use crate::support::processes::catches;
use crate::support::waiting::obey_signals;
#[cfg(target_os = "linux")]
use crate::support::waiting::wait_until;
use gokata::planes::{PLANES, planes};
use gokata::{Color, FastGame, Move, Point, Size};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    folder::empty(&format!("dataset-{name}"))
}

fn folder_of(name: &str, records: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    for (name, text) in records {
        fs::write(folder.join(name), text).expect("written");
    }
    folder
}

/// Contains a ko, play that continues after two passes, and a set-up stone in mid-game.
const GAME: &str =
    "(;SZ[4]RE[W+R];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[dd];AB[ad];W[])";

#[test]
fn the_dataset_has_every_move_with_its_position() {
    let folder = folder_of(
        "moves",
        &[("a.sgf", "(;SZ[4]RE[B+2];B[aa])"), ("b.sgf", GAME)],
    );
    let out = folder.join("data.npz");
    let ran = gokata(&["dataset", path(&folder), "--out", path(&out)]);
    ran.is_fine();
    assert_eq!(ran.out, "2 games, 13 positions on 4x4, 1 file\n");
    let size = Size::square(4).expect("a size");
    let area = size.area();
    let (shape, bytes) = array(&out, "planes");
    assert_eq!(shape, [13, 9, 4, 4]);
    // Replays the second game and compares each position.
    let mut game = FastGame::new(size);
    let (_, moves) = array(&out, "move");
    let moves: Vec<usize> = moves
        .chunks(2)
        .map(|pair| usize::from(u16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    assert_eq!(moves, [0, 1, 2, 4, 7, 9, 10, 6, 5, 16, 16, 15, 16]);
    for (position, action) in bytes
        .chunks(PLANES.len() * area)
        .zip(&moves)
        .take(12)
        .skip(1)
    {
        if game.is_over() {
            game.resume(None).expect("passes");
        }
        assert_eq!(position, planes(&game));
        for (point, number) in size.points().zip(&position[7 * area..]) {
            assert_eq!(
                *number == 1,
                game.legal_points().contains(point),
                "{game:?}"
            );
        }
        let side = game.to_play();
        let mv = match size.points().nth(*action) {
            Some(point) => Move::play(side, point),
            None => Move::pass(side),
        };
        game.play(mv).expect("legal");
    }
    // White has just taken the ko, so Black may not retake. The last position has the set-up stone.
    let plane = |position: usize, plane: usize| &bytes[(position * 9 + plane) * area..][..area];
    let ko: Vec<usize> = (0..area).filter(|index| plane(9, 6)[*index] == 1).collect();
    assert_eq!(ko, [6]);
    assert_eq!(plane(9, 7)[6], 0);
    let corner = Point::from((3, 0));
    assert_eq!(game.stone_at(corner), None);
    assert_eq!(plane(12, 3 + 1)[12], 1);
    let (_, colors) = array(&out, "color");
    assert_eq!(colors, [0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    assert_eq!(game.to_play(), Color::White);
    let winners = [vec![0], vec![1; 12]].concat();
    assert_eq!(array(&out, "winner").1, winners);
    let games: Vec<u32> = winners.iter().copied().map(u32::from).collect();
    assert_eq!(numbers(&array(&out, "game").1), games);
    let plies: Vec<u32> = [0].into_iter().chain(0..12).collect();
    assert_eq!(numbers(&array(&out, "ply").1), plies);
    let (shape, sources) = array(&out, "source");
    assert_eq!(shape, [2]);
    let expected = ["a", "b"].map(|name| format!("{}/{name}.sgf:1", path(&folder)));
    assert_eq!(String::from_utf8_lossy(&sources), expected.concat());
}

#[test]
fn a_game_that_is_not_legal_is_reported_counted_and_left_out() {
    let folder = folder_of(
        "left",
        &[
            ("0.sgf", "(;SZ[5];B[aa];W[aa])"),
            ("1.sgf", "(;SZ[9];B[aa])"),
            ("2.sgf", "(;SZ[9];B[aa"),
            ("3.sgf", "no record"),
            ("4.sgf", "(;SZ[9])"),
            ("5.sgf", "(;SZ[5];B[aa])(;SZ[9];B[bb];W[bb])(;SZ[9];B[cc])"),
            ("6.sgf", "(;SZ[9];B[ba];W[];B[ab];KO[]W[aa];B[cc])"),
            ("7.sgf", "(;SZ[9];B[aa];KO[]W[bb])"),
            ("notes.txt", "not looked at"),
        ],
    );
    let ran = gokata_in(&folder, &words("dataset . --out data.npz"), b"");
    ran.ends(2);
    assert_eq!(
        ran.out,
        "3 games, 4 positions on 9x9, 1 file; \
         left out: 2 with an illegal move, 1 with an illegal move forced by KO, 1 without moves, 2 not understood, 1 on 5x5\n"
    );
    ran.says_in_order(&[
        "left out ./0.sgf:1:17: move 2: White A5: occupied: there is a stone already\n",
        "left out ./2.sgf:1:10: the `]` for this `[` is missing",
        "left out ./3.sgf:1:1: there is no game record",
        "left out ./4.sgf: game 1: there is no move\n",
        "left out ./5.sgf:1:31: move 2: White B8: occupied: there is a stone already\n",
        "left out ./6.sgf:1:31: KO forces this illegal move: suicide",
    ]);
    assert_eq!(ran.err.matches("left out ").count(), 6);
    assert_eq!(array(&folder.join("data.npz"), "source").0, [3]);
    let only_illegal = gokata_in(&folder, &words("dataset 0.sgf 1.sgf --out x.npz"), b"");
    only_illegal.ends(1);
    assert!(folder.join("x.npz").exists());
}

#[test]
fn leaving_out_games_of_other_sizes_is_an_error_unless_a_size_is_chosen() {
    let games = [
        ("0.sgf", "(;SZ[9];B[aa])"),
        ("1.sgf", "(;SZ[19];B[aa])"),
        ("2.sgf", "(;SZ[13];B[aa])"),
        ("3.sgf", "(;SZ[19];B[aa];W[bb])"),
    ];
    let folder = folder_of("sizes", &games);
    let by_chance = gokata_in(&folder, &words("dataset . --out chance.npz"), b"");
    by_chance.ends(1);
    assert_eq!(
        (by_chance.out.as_str(), by_chance.err.as_str()),
        (
            "1 game, 1 position on 9x9, 1 file; left out: 2 on 19x19, 1 on 13x13\n",
            "the first game taken determines the size; --size selects another\n"
        )
    );
    let chosen = gokata_in(&folder, &words("dataset . --out x.npz --size 19"), b"");
    chosen.is_fine();
    assert_eq!(
        chosen.out,
        "2 games, 3 positions on 19x19, 1 file; left out: 1 on 9x9, 1 on 13x13\n"
    );
}

#[test]
fn options_set_the_size_the_rules_and_the_games_per_file() {
    let games = [
        ("0.sgf", "(;SZ[3:2];B[aa])"),
        ("1.sgf", "(;SZ[2];B[ba];W[];B[ab];W[aa])"),
        ("2.sgf", "(;SZ[2];B[aa])"),
        ("3.sgf", "(;SZ[2];B[bb])"),
    ];
    let folder = folder_of("options", &games);
    let data = folder.join("data");
    fs::create_dir(&data).expect("made");
    let dataset = |arguments: &str, input: &[u8]| {
        let line = format!("dataset {arguments}");
        gokata_in(&folder, &words(&line), input)
    };
    let options = "--size 2 --rules kata,suicide=allowed --out";
    dataset(&format!(". {options} data/whole.npz"), b"").ends(0);
    let whole = data.join("whole.npz");
    assert_eq!(array(&whole, "planes").0, [6, 9, 2, 2]);
    // The suicide is illegal.
    dataset(". --size 2x3 --out data/wide.npz", b"").ends(1);
    assert_eq!(array(&data.join("wide.npz"), "planes").0, [1, 9, 2, 3]);

    let parts = format!(". {options} data/part.npz --games-per-file 2");
    let ran = dataset(&parts, b"");
    assert_eq!(
        ran.out,
        "3 games, 6 positions on 2x2, 2 files; left out: 1 on 2x3\n"
    );
    assert_eq!(
        names(&data),
        ["part-00000.npz", "part-00001.npz", "whole.npz", "wide.npz"]
    );
    let files = [0, 1].map(|number| data.join(format!("part-0000{number}.npz")));
    for name in ["planes", "move", "color", "winner", "game", "ply"] {
        let both = files.each_ref().map(|part| array(part, name).1).concat();
        assert_eq!(both, array(&whole, name).1, "{name}");
    }
    // One existing file that has the name of a part is enough: no file is written.
    fs::remove_file(&files[0]).expect("removed");
    let ran = dataset(&parts, b"");
    ran.ends(2);
    ran.says_last("part-00001.npz: the file already exists, and is left unchanged\n");
    assert_eq!(names(&data), ["part-00001.npz", "whole.npz", "wide.npz"]);

    // The bytes are the same with any number of jobs, and if the list comes from standard input.
    for jobs in ["1", "3"] {
        let arguments = format!("--files-from - --jobs {jobs} {options} data/again-{jobs}.npz");
        dataset(&arguments, b"./0.sgf\n./1.sgf\n./2.sgf\n./3.sgf\n").ends(0);
        let again = data.join(format!("again-{jobs}.npz"));
        assert!(fs::read(&again).expect("read") == fs::read(&whole).expect("read"));
    }
}

/// The arguments, the exit status, and a part of the message.
const FAILED: &str = "
--out data.npz                              | 2 | required arguments were not provided
game.sgf                                    | 2 | required arguments were not provided
bad.sgf --out data.npz                      | 1 | bad.sgf:1:17: move 2: White A4: occupied
none --out data.npz                         | 2 | none: no such file
sub --out data.npz                          | 2 | sub: no file that ends in .sgf
sub/notes.txt --out data.npz                | 2 | notes.txt: this is no game record
game.sgf --size 9 --out data.npz            | 1 |
game.sgf --out data.npz --games-per-file 0  | 2 | invalid value '0'
game.sgf --out data.npz --size 26           | 2 | a board has 1 to 25
game.sgf --out data.npz --rules chess       | 2 | `chess` is no name of rules
";

#[test]
fn a_failed_run_leaves_no_file() {
    let bad = "(;SZ[4];B[aa];W[aa])";
    let folder = folder_of("faults", &[("game.sgf", GAME), ("bad.sgf", bad)]);
    fs::create_dir(folder.join("sub")).expect("a folder");
    fs::write(folder.join("sub/notes.txt"), "not looked at").expect("written");
    for [arguments, status, message] in rows(FAILED) {
        let arguments = [vec!["dataset"], words(arguments)].concat();
        let ran = gokata_in(&folder, &arguments, b"");
        ran.ends(status.parse().expect("a number"));
        ran.says(message);
        assert_eq!(names(&folder), ["bad.sgf", "game.sgf", "sub"]);
    }
}

/// Different delays make the signals arrive while files are written and while they are renamed.
#[test]
fn a_signal_leaves_no_partial_file() {
    let signals = [
        Signal::SIGINT,
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGQUIT,
    ];
    let games: Vec<String> = (0..400).map(|number| format!("{number:03}.sgf")).collect();
    let games: Vec<_> = games.iter().map(|name| (name.as_str(), GAME)).collect();
    let games = folder_of("signaled", &games);
    for (turn, signal) in (0..40).zip(signals.into_iter().cycle()) {
        let out = folder("signaled-out");
        obey_signals();
        let gokata = gokata_command()
            .args(["dataset", path(&games), "--games-per-file", "1", "--out"])
            .arg(out.join("data.npz"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut gokata = gokata.expect("it runs");
        // The program installs its signal handlers before it creates the first file.
        let has_begun = || fs::read_dir(&out).expect("a folder").next().is_some();
        while !has_begun() && gokata.try_wait().expect("it runs").is_none() {
            thread::sleep(Duration::from_micros(100));
        }
        thread::sleep(Duration::from_millis(turn));
        let pid = i32::try_from(gokata.id()).expect("a pid");
        // The program may have ended.
        let _ = kill(Pid::from_raw(pid), signal);
        let status = gokata.wait().expect("it ends");
        // Death by the signal is equivalent to the exit status 128 + signal.
        let status = status.code().or(status.signal().map(|signal| 128 + signal));
        let parts = names(&out).into_iter().filter(|name| name.starts_with('.'));
        assert_eq!(parts.collect::<Vec<_>>(), Vec::<String>::new(), "{signal}");
        assert!(
            [Some(0), Some(128 + signal as i32)].contains(&status),
            "{signal}: {status:?}"
        );
    }
}

/// `nohup` starts programs with SIGHUP ignored.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_is_ignored() {
    obey_signals();
    let folder = folder("ignored");
    let mut gokata = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" dataset - --out \"$1\""])
        .arg(env!("CARGO_BIN_EXE_gokata"))
        .arg(folder.join("data.npz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let pid = i32::try_from(gokata.id()).expect("a pid");
    wait_until("its signal handlers", || catches(pid, Signal::SIGTERM));
    kill(Pid::from_raw(pid), Signal::SIGHUP).expect("the signal is sent");
    let mut record = gokata.stdin.take().expect("input");
    record.write_all(GAME.as_bytes()).expect("it still reads");
    drop(record);
    assert_eq!(gokata.wait().expect("it ends").code(), Some(0));
    assert_eq!(names(&folder), ["data.npz"]);
}

#[test]
fn a_very_long_game_is_complete() {
    let passes = ";B[];W[]".repeat(600);
    let folder = folder_of(
        "long",
        &[("a.sgf", &format!("(;SZ[3];B[bb];W[ab]{passes})"))],
    );
    let out = folder.join("data.npz");
    let ran = gokata(&["dataset", path(&folder), "--out", path(&out)]);
    ran.ends(0);
    let (shape, bytes) = array(&out, "planes");
    assert_eq!(shape, [1202, 9, 3, 3]);
    let mut game = FastGame::new(Size::square(3).expect("a size"));
    for mv in [
        Move::play(Color::Black, (1, 1)),
        Move::play(Color::White, (1, 0)),
    ] {
        game.play(mv).expect("legal");
    }
    let blacks = planes(&game);
    game.hand_turn(Color::White);
    for pair in bytes[2 * blacks.len()..].chunks(2 * blacks.len()) {
        assert_eq!(pair, [blacks.clone(), planes(&game)].concat());
    }
}

/// `PL` alone hands the turn over or resumes play, and keeps the history: Black may not retake the ko.
#[test]
fn a_data_set_replays_turns_handed_over() {
    let record = "(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];PL[W];PL[B];B[dd];PL[B];B[ad];W[];B[];PL[B];B[aa])";
    let folder = folder_of("handed", &[("a.sgf", record)]);
    let out = folder.join("data.npz");
    let ran = gokata(&["dataset", path(&folder), "--out", path(&out)]);
    assert_eq!(
        (ran.status, ran.out.as_str(), ran.err.as_str()),
        (Some(0), "1 game, 13 positions on 4x4, 1 file\n", "")
    );
    let (_, colors) = array(&out, "color");
    assert_eq!(colors, [0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0]);
    let (_, bytes) = array(&out, "planes");
    let legal = |position: usize| &bytes[(position * 9 + 7) * 16..][..16];
    assert_eq!((legal(8)[5], legal(8)[6]), (0, 0));
}
