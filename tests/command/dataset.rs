//! Tests the files that `gokata dataset` writes. `tests/peers/dataset.py` reads such files with `NumPy`; errors are in
//! `dataset/`.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

#[cfg(target_os = "linux")]
use crate::support::command::run;
use crate::support::command::{gokata, gokata_command, gokata_in, path, words};
use crate::support::folder::{self, names};
use crate::support::npy::{array, numbers};
#[cfg(target_os = "linux")]
use crate::support::processes::{catches, gokata_for_all_users, limited};
use crate::support::waiting::{obey_signals, wait_until};
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
    let area = size.point_count();
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

/// Several files have the arrays of one; the bytes are the same with any number of jobs.
#[test]
fn the_games_are_divided_among_files() {
    let games = [
        ("0.sgf", "(;SZ[2];B[ba];W[];B[ab];W[])"),
        ("1.sgf", "(;SZ[2];B[aa])"),
        ("2.sgf", "(;SZ[2];B[bb])"),
    ];
    let folder = folder_of("options", &games);
    let dataset = |arguments: &str| {
        let list = b"./0.sgf\n./1.sgf\n./2.sgf\n";
        let line = format!("dataset --files-from - {arguments}");
        gokata_in(&folder, &words(&line), list).is_fine();
    };
    dataset("--out whole.npz");
    let whole = folder.join("whole.npz");
    assert_eq!(array(&whole, "planes").0, [6, 9, 2, 2]);
    dataset("--out part.npz --games-per-file 2");
    let files = [0, 1].map(|number| folder.join(format!("part-0000{number}.npz")));
    for name in ["planes", "move", "color", "winner", "game", "ply"] {
        let both = files.each_ref().map(|part| array(part, name).1).concat();
        assert_eq!(both, array(&whole, name).1, "{name}");
    }
    for jobs in ["1", "3"] {
        dataset(&format!("--jobs {jobs} --out again-{jobs}.npz"));
        let again = folder.join(format!("again-{jobs}.npz"));
        assert!(fs::read(&again).expect("read") == fs::read(&whole).expect("read"));
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
    thread::scope(|scope| {
        for (first, signal) in (0..).zip(signals) {
            let games = &games;
            scope.spawn(move || {
                for turn in (first..40).step_by(4) {
                    let more = match turn % 8 {
                        0..4 => "--games-per-file 1",
                        _ => "--shuffle 1 --files 99 --format npy",
                    };
                    leaves_no_partial_file(games, signal, Duration::from_millis(turn), more);
                }
            });
        }
    });
}

fn leaves_no_partial_file(games: &Path, signal: Signal, delay: Duration, more: &str) {
    let out = folder(&format!("{signal}-out"));
    obey_signals();
    let gokata = gokata_command()
        .args(["dataset", path(games)])
        .args(words(more))
        .arg("--out")
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
    thread::sleep(delay);
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

/// A file that another program creates during the run could be mistaken for a part of the data set, even if its number
/// is higher than those written.
#[test]
fn names_are_checked_again_at_the_end() {
    for (out, made, more) in [
        ("data.npz", "data.npz", &[][..]),
        ("data.npz", "data-00000.npz", &["--games-per-file", "1"]),
        ("data.npz", "data-00009.npz", &["--games-per-file", "1"]),
    ] {
        let folder = folder(&format!("again-{made}"));
        let opened = fs::File::open(&folder).expect("a folder");
        opened.set_modified(UNIX_EPOCH).expect("set");
        let mut gokata = gokata_command()
            .args(["dataset", "-", "--out", path(&folder.join(out))])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        // After the first check and before the input is read, a draft is made and removed, to see whether that is possible.
        // It is seen in the folder's time of change.
        wait_until("the names have been checked", || {
            fs::metadata(&folder).expect("a folder").modified().ok() != Some(UNIX_EPOCH)
        });
        fs::write(folder.join(made), "mine").expect("written");
        let mut input = gokata.stdin.take().expect("input");
        input.write_all(GAME.as_bytes()).expect("written");
        drop(input);
        let ran = gokata.wait_with_output().expect("it ends");
        let printed = String::from_utf8(ran.stderr).expect("UTF-8");
        let taken = folder.join(made);
        let expected = format!(
            "gokata: {}: the file already exists, and is left unchanged\n",
            path(&taken)
        );
        assert_eq!((ran.status.code(), printed), (Some(2), expected), "{made}");
        assert_eq!(names(&folder), [made]);
        assert_eq!(fs::read(taken).expect("read"), b"mine");
    }
}

/// In a folder that cannot be listed, a taken name is found only when the file is renamed. The files that have their
/// names by then are removed.
#[cfg(target_os = "linux")]
#[test]
fn a_name_found_taken_at_the_end_leaves_no_other_file() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let gokata = gokata_for_all_users("unlisted");
    let folder =
        std::env::temp_dir().join(format!("gokata-unlisted-folder-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("made");
    let [first, second] = [0, 1].map(|number| folder.join(format!("data-0000{number}.npz")));
    fs::write(&second, "mine").expect("written");
    fs::set_permissions(&folder, Permissions::from_mode(0o333)).expect("set");
    let mut command = limited(100, 6);
    command
        .arg(&gokata)
        .args(["dataset", "-", "--games-per-file", "1", "--out"]);
    let ran = run(
        command.arg(folder.join("data.npz")),
        GAME.repeat(2).as_bytes(),
    );
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).expect("set");
    let left = names(&folder);
    let kept = fs::read(&second).expect("read");
    let _ = fs::remove_dir_all(&folder);
    let _ = fs::remove_file(&gokata);
    ran.is_refused();
    let printed = format!(
        "gokata: {}: the file already exists, and is left unchanged\n",
        path(&second)
    );
    assert_eq!(ran.err, printed, "{}", first.display());
    assert_eq!(
        (left, kept.as_slice()),
        (vec!["data-00001.npz".to_owned()], &b"mine"[..])
    );
}
