//! Tests `gokata check` on large files of game records: work of all threads on one file, and little memory.

use std::fs;
use std::path::PathBuf;

use crate::support::command::{file, gokata, path};
use crate::support::folder;
use crate::support::schema::objects;
use pretty_assertions::{assert_eq, assert_str_eq};
use serde_json::Value;

/// A game of a collection, in one line. `number` counts from 1.
fn game(number: usize) -> String {
    let point = char::from(b'a' + u8::try_from(number % 9).expect("small"));
    match number % 13 {
        2 => format!("(;SZ[9];B[{point}a];W[{point}a])"),
        3 => "(;SZ[0])".to_owned(),
        5 => "(;SZ[9]C[no move])".to_owned(),
        7 => format!("(;SZ[9]KM[6,5];B[{point}a](;W[bb];B[bb];W[cc])(;W[b{point}]))"),
        11 => format!("(;SZ[9];B[{point}a];W[bb];B[{point}a];W[bb];B[];W[];B[cc])"),
        _ => format!("(;GM[1]SZ[9];B[{point}a];W[bi];B[{point}b])"),
    }
}

/// Returns the lines of a collection. One game has more nodes than fit into a share.
fn collection(games: usize) -> Vec<String> {
    let mut lines: Vec<String> = (1..=games).map(game).collect();
    lines[games / 3] = format!("(;SZ[19]{})", ";B[];W[]".repeat(6000));
    lines
}

/// Collections with errors of all kinds, larger than one share, beside small files.
fn large_files(name: &str) -> PathBuf {
    let folder = folder::empty(name);
    let mut broken = collection(700);
    "(;SZ[9];B[aa]x;W[bb])".clone_into(&mut broken[350]);
    let truncated = broken.join("\n");
    let mut unclosed = collection(600);
    "(;GM[1]SZ[9];B[aa];W[bb]".clone_into(&mut unclosed[299]);
    "(;GM[1]SZ[9];B[cc];W[dd])".clone_into(&mut unclosed[300]);
    let unclosed = unclosed.join("\n");
    // A character that is not UTF-8, after games that cannot be judged: the warning comes with the first game judged.
    let foreign = "(;SZ[0])\n".repeat(300) + &collection(300).join("\n");
    let foreign = [foreign.as_bytes(), b"(;PB[M\xfcller]B[aa])"].concat();
    let marked = "\u{feff}".to_owned() + &collection(500).join("\r\n");
    let files: [(&str, &[u8]); 6] = [
        ("a.sgf", b"(;SZ[9];B[aa])"),
        ("b.sgf", &truncated.as_bytes()[..truncated.len() - 4]),
        ("c.sgf", unclosed.as_bytes()),
        ("d.sgf", &foreign),
        ("e.sgf", b"(;SZ[9];B[aa];W[aa])"),
        ("f.sgf", marked.as_bytes()),
    ];
    for (name, content) in files {
        fs::write(folder.join(name), content).expect("written");
    }
    for number in 0..60 {
        fs::write(folder.join(format!("g{number:02}.sgf")), game(number)).expect("written");
    }
    folder
}

/// The bytes of the output are the same for any number of threads that share the games of a file.
#[test]
fn threads_that_share_a_file_do_not_change_the_output() {
    let folder = large_files("collections");
    for options in [
        "text --rules aga --keep-going",
        "ndjson",
        "ndjson --stats --keep-going --variations --any-order",
    ] {
        let found = ["1", "2", "5"].map(|jobs| {
            let arguments = ["check", path(&folder), "--jobs", jobs, "--format"];
            let options: Vec<&str> = options.split(' ').collect();
            gokata(&[&arguments[..], &options].concat())
        });
        for ran in &found {
            assert_eq!(ran.status, Some(2));
            assert_str_eq!(ran.out, found[0].out);
            assert_str_eq!(ran.err, found[0].err);
        }
    }
}

/// Each game of a collection is reported once, in order, with its number and its line.
#[test]
fn shared_games_keep_their_numbers_and_lines() {
    let folder = large_files("collections-numbered");
    let ran = gokata(&["check", path(&folder), "--format", "ndjson", "--jobs", "3"]);
    let found = objects(&ran.out);
    // The games of each file, those with a warning about its bytes, and the places of its errors.
    for (name, games, warned, errors) in [
        ("b.sgf", 700, &[][..], &[[351, 351], [700, 700]][..]),
        ("c.sgf", 600, &[], &[[300, 301]]),
        ("d.sgf", 601, &[301], &[]),
        ("f.sgf", 500, &[1], &[]),
    ] {
        let file = folder.join(name);
        let of_file = || found.iter().filter(|object| object["file"] == path(&file));
        let numbers = of_file().map(|object| object["game"].as_u64());
        assert!(numbers.eq((1..=games).map(Some)), "{name}");
        let illegal = of_file().filter(|object| object["illegal"].is_object());
        assert!(illegal.clone().count() as u64 > games / 10, "{name}");
        for object in illegal {
            assert_eq!(object["illegal"]["line"], object["game"], "{object}");
        }
        let of_bytes = of_file().filter(|object| {
            let warnings = object["warnings"].to_string();
            warnings.contains("not UTF-8") || warnings.contains("byte order mark")
        });
        let of_bytes: Vec<&Value> = of_bytes.map(|object| &object["game"]).collect();
        assert_eq!(of_bytes, warned, "{name}");
        let partial = of_file().filter(|object| object["verdict"] == "partial");
        let places = partial.map(|object| [&object["game"], &object["error"]["line"]]);
        assert_eq!(places.collect::<Vec<_>>(), errors, "{name}");
    }
    let text = gokata(&["check", path(&folder), "--jobs", "3"]);
    text.prints("66 records, 2463 games, ");
}

/// While nobody reads the report, all threads have work left, though there is only one file.
#[cfg(target_os = "linux")]
#[test]
fn all_threads_work_on_one_file() {
    use crate::support::command::gokata_command;
    use crate::support::waiting::wait_until;
    use std::process::Stdio;
    let text = "(;SZ[5];B[aa];W[aa])\n".repeat(60_000);
    let large = file("all-threads.sgf", text.as_bytes());
    let mut check = gokata_command();
    check.args(["check", path(&large), "--format", "ndjson", "--jobs", "3"]);
    let mut child = check.stdout(Stdio::piped()).spawn().expect("spawned");
    // The time for which each thread has run, in nanoseconds.
    let times = || -> Vec<u64> {
        let threads = fs::read_dir(format!("/proc/{}/task", child.id()));
        let threads = threads.into_iter().flatten().flatten();
        let times = threads.filter_map(|thread| {
            let times = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            times.split(' ').next()?.parse().ok()
        });
        times.collect()
    };
    // The main thread waits; the three others stop once the pipe and all lists of results are full.
    wait_until("four threads work", || {
        let times = times();
        times.len() == 4 && times.iter().all(|time| *time > 1_000_000)
    });
    child.kill().expect("killed");
    child.wait().expect("ended");
}

/// A file that does not fit into memory is an error of its own. The other files are judged.
#[cfg(target_os = "linux")]
#[test]
fn a_record_larger_than_the_memory_does_not_stop_the_others() {
    use crate::support::command::{Ran, run};
    use std::process::Command;
    let folder = folder::empty("too-large");
    let written = |name: &str, content: &[u8]| {
        fs::write(folder.join(name), content).expect("written");
    };
    let limited = |megabytes: usize, arguments: &str| -> Ran {
        let limit = format!("--as={}", megabytes << 20);
        let mut command = Command::new("prlimit");
        command.args([&limit, "--core=0", env!("CARGO_BIN_EXE_gokata")]);
        run(command.args(arguments.split(' ')).current_dir(&folder), b"")
    };
    written("a.sgf", b"(;SZ[9];B[aa])");
    written("z.sgf", b"(;SZ[9];B[aa];W[aa])");
    // Much memory for variations; for the bytes alone; for text in another encoding; for a name.
    let variations = "(;SZ[9];B[aa]".to_owned() + &"(;)".repeat(350_000) + ")";
    written("variations.sgf", variations.as_bytes());
    written("sparse.sgf", b"(;SZ[9];B[aa])");
    let sparse = fs::File::options()
        .write(true)
        .open(folder.join("sparse.sgf"));
    let set = sparse.and_then(|file| file.set_len(200 << 20));
    set.expect("a long file");
    let latin = b"M\xfcller ".repeat(400_000);
    written(
        "latin.sgf",
        &[b"(;SZ[9];B[aa]C[", &latin[..], b"])"].concat(),
    );
    let named = "(;SZ[9]RU[".to_owned() + &"Japanese ".repeat(400_000) + "];B[aa])";
    written("named.sgf", named.as_bytes());
    let mut seen = [0, 0];
    for (large, limits) in [
        ("variations.sgf", &[20, 40, 60][..]),
        ("sparse.sgf", &[100, 200]),
        ("latin.sgf", &[30, 90, 150]),
        ("named.sgf", &[40, 80]),
    ] {
        for &limit in limits {
            let check = format!("check --jobs 1 --format ndjson a.sgf {large} z.sgf");
            let ran = limited(limit, &check);
            let found = objects(&ran.out);
            let found: Vec<_> = found
                .iter()
                .filter_map(|one| Some((one["file"].as_str()?, one["verdict"].as_str()?)))
                .collect();
            let [first, (file, verdict), last] = found[..] else {
                panic!("{large} with {limit} MiB: {ran}")
            };
            assert_eq!(
                (first, file, last),
                (("a.sgf", "legal"), large, ("z.sgf", "illegal"))
            );
            let is_read = verdict == "legal";
            ran.ends(if is_read { 1 } else { 2 });
            assert!(is_read || ran.out.contains("not enough memory"), "{ran}");
            seen[usize::from(is_read)] += 1;
        }
    }
    assert!(seen[0] >= 3 && seen[1] >= 3, "{seen:?}");
    for arguments in [
        "convert variations.sgf --to sgf",
        "convert variations.sgf --to sgf --moves-only",
        "show variations.sgf",
        "show sparse.sgf",
        "dataset variations.sgf --out data.npz",
        "dataset sparse.sgf --out data.npz",
    ] {
        let ran = limited(20, arguments);
        assert!(matches!(ran.status, Some(1 | 2)), "{arguments}: {ran}");
        ran.says("not enough memory");
        ran.says(arguments.split(' ').nth(1).unwrap_or_default());
    }
    fs::remove_dir_all(&folder).expect("removed");
}
