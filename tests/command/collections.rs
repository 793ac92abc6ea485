//! Tests `gokata check` on large and on unusual files of game records: work of all threads on one file, little memory,
//! the structure of the official example of the format.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::support::command::{assert_has, file, gokata, gokata_command, gokata_with, path};
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
    let folder = file("x", b"").with_file_name(name);
    fs::create_dir_all(&folder).expect("a folder");
    let mut broken = collection(700);
    "(;SZ[9];B[aa]x;W[bb])".clone_into(&mut broken[350]);
    let truncated = broken.join("\n");
    let mut unclosed = collection(600);
    "(;GM[1]SZ[9];B[aa];W[bb]".clone_into(&mut unclosed[299]);
    "(;GM[1]SZ[9];B[cc];W[dd])".clone_into(&mut unclosed[300]);
    let unclosed = unclosed.join("\n");
    // A character that is not UTF-8, after games that cannot be judged: the warning comes with the first game judged.
    let mut foreign = vec!["(;SZ[0])".to_owned(); 300];
    foreign.extend(collection(300));
    let mut foreign = foreign.join("\n").into_bytes();
    foreign.extend(b"(;PB[M\xfcller]B[aa])");
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
    for (format, options) in [
        ("text", &["--rules", "aga", "--keep-going"][..]),
        ("ndjson", &[]),
        (
            "ndjson",
            &["--stats", "--keep-going", "--variations", "--any-order"],
        ),
    ] {
        let found = ["1", "2", "5"].map(|jobs| {
            let arguments = ["check", path(&folder), "--format", format, "--jobs", jobs];
            gokata(&[&arguments[..], options].concat())
        });
        for other in &found[1..] {
            assert_eq!(other.status, Some(2));
            assert_str_eq!(other.out, found[0].out);
            assert_str_eq!(other.err, found[0].err);
        }
    }
}

/// Each game of a collection is reported once, in order, with its number and its line.
#[test]
fn shared_games_keep_their_numbers_and_lines() {
    let folder = large_files("collections-numbered");
    let ran = gokata(&["check", path(&folder), "--format", "ndjson", "--jobs", "3"]);
    let found = objects(&ran.out);
    for (name, games) in [
        ("b.sgf", 700),
        ("c.sgf", 600),
        ("d.sgf", 601),
        ("f.sgf", 500),
    ] {
        let name = folder.join(name);
        let of_file = || found.iter().filter(|object| object["file"] == path(&name));
        let numbers = of_file().map(|object| object["game"].as_u64());
        assert!(numbers.eq((1..=games).map(Some)), "{name:?}");
        let mut illegal = 0;
        for object in of_file().filter(|object| object["illegal"].is_object()) {
            assert_eq!(object["illegal"]["line"], object["game"], "{object}");
            illegal += 1;
        }
        assert!(illegal > games / 10, "{illegal} of {games} in {name:?}");
        let warned = of_file().filter(|object| {
            let warnings = object["warnings"].as_array().into_iter().flatten();
            let mut warnings = warnings.filter_map(|warning| warning["message"].as_str());
            warnings.any(|text| text.contains("not UTF-8") || text.contains("byte order mark"))
        });
        let warned: Vec<u64> = warned
            .filter_map(|object| object["game"].as_u64())
            .collect();
        let expected = match name.file_name().and_then(|name| name.to_str()) {
            Some("d.sgf") => vec![301],
            Some("f.sgf") => vec![1],
            _ => vec![],
        };
        assert_eq!(warned, expected, "{name:?}");
    }
    let errors = |name: &str| {
        let name = folder.join(name);
        let faults = found.iter().filter(|object| object["file"] == path(&name));
        let faults = faults.filter(|object| object["verdict"] == "partial");
        let place = |object: &Value| (object["game"].clone(), object["error"]["line"].clone());
        faults.map(place).collect::<Vec<_>>()
    };
    let pair = |number: u64, line: u64| (Value::from(number), Value::from(line));
    assert_eq!(errors("b.sgf"), [pair(351, 351), pair(700, 700)]);
    assert_eq!(errors("c.sgf"), [pair(300, 301)]);
    let text = gokata(&["check", path(&folder), "--jobs", "3"]);
    let sum = "66 records, 2463 games, ";
    assert_has(&text.out, sum);
}

/// While nobody reads the report, all threads have work left, though there is only one file.
#[cfg(target_os = "linux")]
#[test]
fn all_threads_work_on_one_file() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let text = "(;SZ[5];B[aa];W[aa])\n".repeat(60_000);
    let large = file("all-threads.sgf", text.as_bytes());
    let mut child = gokata_command()
        .args(["check", path(&large), "--format", "ndjson", "--jobs", "3"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("spawned");
    let tasks = format!("/proc/{}/task", child.id());
    // The time for which each thread has run, in nanoseconds.
    let times = || -> Vec<u64> {
        let threads = fs::read_dir(&tasks).into_iter().flatten().flatten();
        let times = threads.filter_map(|thread| {
            let times = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            times.split(' ').next()?.parse().ok()
        });
        times.collect()
    };
    // The threads stop once the pipe and all lists of results are full.
    let start = Instant::now();
    let mut before = Vec::new();
    let found = loop {
        std::thread::sleep(Duration::from_millis(300));
        let now = times();
        let is_full = now == before && now.iter().sum::<u64>() > 20_000_000;
        if is_full || start.elapsed() > Duration::from_secs(60) {
            break now;
        }
        before = now;
    };
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(
        found.len(),
        4,
        "the main thread and three others: {found:?}"
    );
    let busy = found.iter().filter(|time| **time > 1_000_000).count();
    assert!(busy >= 4, "{found:?}");
}

/// Runs gokata with a limit on its memory, in MiB.
#[cfg(target_os = "linux")]
fn limited(megabytes: usize, arguments: &[&str]) -> crate::support::command::Ran {
    let limit = format!("--as={}", megabytes << 20);
    let mut command = std::process::Command::new("prlimit");
    command.args([&limit, "--core=0", env!("CARGO_BIN_EXE_gokata")]);
    crate::support::command::run(command.args(arguments), b"")
}

/// A file that does not fit into memory is an error of its own. The other files are judged.
#[cfg(target_os = "linux")]
#[test]
fn a_record_larger_than_the_memory_does_not_stop_the_others() {
    let folder = file("x", b"").with_file_name("too-large");
    fs::create_dir_all(&folder).expect("a folder");
    let written = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, content).expect("written");
        path
    };
    let before = written("a.sgf", b"(;SZ[9];B[aa])");
    let after = written("z.sgf", b"(;SZ[9];B[aa];W[aa])");
    // Much memory for variations; for the bytes alone; for text in another encoding; for a name.
    let variations = "(;SZ[9];B[aa]".to_owned() + &"(;)".repeat(350_000) + ")";
    let variations = written("variations.sgf", variations.as_bytes());
    let sparse = written("sparse.sgf", b"(;SZ[9];B[aa])");
    let sparse_file = fs::File::options().write(true).open(&sparse).expect("open");
    sparse_file.set_len(200 << 20).expect("a long file");
    let mut latin = b"(;SZ[9];B[aa]C[".to_vec();
    latin.extend(b"M\xfcller ".repeat(400_000));
    latin.extend(b"])");
    let latin = written("latin.sgf", &latin);
    let named = "(;SZ[9]RU[".to_owned() + &"Japanese ".repeat(400_000) + "];B[aa])";
    let named = written("named.sgf", named.as_bytes());
    let mut verdicts = [0, 0];
    for (large, limits) in [
        (&variations, (20..=60).step_by(20)),
        (&sparse, (100..=200).step_by(100)),
        (&latin, (30..=150).step_by(60)),
        (&named, (40..=80).step_by(40)),
    ] {
        for limit in limits {
            let files = [path(&before), path(large), path(&after)];
            let options = ["check", "--jobs", "1", "--format", "ndjson"];
            let ran = limited(limit, &[&options[..], &files].concat());
            let found = objects(&ran.out);
            let found: Vec<(&str, &str)> = found
                .iter()
                .filter_map(|object| Some((object["file"].as_str()?, object["verdict"].as_str()?)))
                .collect();
            let what = format!("{large:?} with {limit} MiB: {found:?} {}", ran.err);
            assert_eq!(found.len(), 3, "{what}");
            assert_eq!(found[0], (path(&before), "legal"), "{what}");
            assert_eq!(found[2], (path(&after), "illegal"), "{what}");
            assert_eq!(found[1].0, path(large), "{what}");
            let is_read = found[1].1 == "legal";
            assert_eq!(ran.status, Some(if is_read { 1 } else { 2 }), "{what}");
            assert!(is_read || ran.out.contains("not enough memory"), "{what}");
            verdicts[usize::from(is_read)] += 1;
        }
    }
    assert!(verdicts[0] >= 3 && verdicts[1] >= 3, "{verdicts:?}");
    let data = folder.join("data.npz");
    for arguments in [
        &["convert", path(&variations), "--to", "sgf"][..],
        &["convert", path(&variations), "--to", "sgf", "--moves-only"],
        &["show", path(&variations)],
        &["show", path(&sparse)],
        &["dataset", path(&variations), "--out", path(&data)],
        &["dataset", path(&sparse), "--out", path(&data)],
    ] {
        let ran = limited(20, arguments);
        let what = format!("{arguments:?}: {}", ran.err);
        assert!(matches!(ran.status, Some(1 | 2)), "{what}");
        assert!(ran.err.contains("not enough memory"), "{what}");
        assert!(ran.err.contains(arguments[1]), "{what}");
    }
    fs::remove_dir_all(&folder).expect("removed");
}

/// A record of the structure of the standard's example `ff4_ex.sgf`: two games, of size 19 and 5; variations on lines
/// of their own that begin with properties of a game, names and comments; escapes and line breaks in values.
/// sgfmill finds the same games and moves.
#[test]
fn variations_of_the_standards_example_are_one_game() {
    let mut record = String::from(
        "(;FF[4]AP[tests:1.0]GM[1]SZ[19]GN[First tree: properties]US[a test]\n\n\
         (;B[pd]N[Moves, comments, notes]\nC[A name: \"Moves, comments, notes\"];W[dp]GW[1]\n\
         C[Good for White \\[1\\]];B[pp]GB[2]\nC[(;B[aa\\] is no variation here)];W[];\nC[Black passes]B[tt])\n\n",
    );
    record += "(;AB[dd][de][df][dg][do:gq]\n  AW[jd][je][jf][jg][kn:lq][pn:pq]\n\
               N[Set-up]C[Single stones, and\n\n(;lists in rectangles).]\n;AE[ep][fp][kn][lo][lq][pn:pq]\n\
               C[FF[3\\] would write them singly.]\n;AB[pd]AW[pp]PL[B]C[Two stones.];PL[W]\nC[White to play])\n\n";
    record += "(;AB[dd][de][df]\nAW[pd][pe]N[Marks]C[Stones, then marks:\n- TR\n- MA ('X')]\n\n;TR[dd][de]\n MA[dh:ej]\n\
               TW[pq:ss]\n TB[aq:cs][ao]\nLB[dc:1][fc:a]C[LB\n\nto 8 letters]\n\n;DD[kq:os]\nAR[aa:sc][sa:ac]\n  [gd:md])\n\n";
    record += "(;B[qd]N[Text]\nC[A soft line break: >o\\\nk<\nand another: >o\\\r\nk<, a backslash \\\\]\n\n\
               (;W[dd]N[W d16]C[Better.](;B[pp]N[B q4])\n(;B[dp]N[B d4])\n(;B[pq]N[B q3])\n)\n\
               (;W[dp]N[W d4])\n(;W[pp]N[W q4])\n(;W[cc]N[W c17])\n)\n\n";
    record += "(;B[qr]N[Times]\nBL[120.0]C[120 seconds];W[rr]\nWL[300];B[rq]\nOB[10];W[qq]\nOW[2];B[sr]\n\
               MN[2]C[(at q1 & r1)]\n;MN[112]W[pq])\n)\n";
    let second_start = record.lines().count() + 2;
    write!(
        record,
        "\n(;FF[4]AP[tests:1.0]GM[1]SZ[5]C[Second tree: two games\nin one tree\\\n, with their names.]\n;B[cc]\n\
         (;PW[W. Hite]WR[6d]RE[W+3.5]\nPB[B. Lack]EV[A congress]W[dd]\nC[Round: 2])\n\
         (;PW[T. Suji]RO[1]RE[W+Resign]\nPB[B. Lack]W[bb]\nC[Round: 1])\n\
         (;W[cb];B[bc]\n(;PW[S. Abaki]KM[-59.5]RE[B+63.5]\nPB[B. Lack]W[dc]\nC[Round: 3])\n\
         (;PW[A. Tari]RO[4]W[bc]\nC[illegal on purpose])\n))\n"
    )
    .expect("written");
    let main = gokata_with(&["check", "-", "--format", "ndjson"], record.as_bytes());
    let games = objects(&main.out);
    let found: Vec<_> = games
        .iter()
        .map(|game| {
            (
                game["size"].as_u64(),
                game["moves"].as_u64(),
                game["verdict"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (Some(19), Some(5), Some("legal")),
            (Some(5), Some(2), Some("legal"))
        ]
    );
    let all = gokata_with(
        &["check", "-", "--variations", "--format", "ndjson"],
        record.as_bytes(),
    );
    let games = objects(&all.out);
    assert_eq!(games.len(), 2);
    let found = games.iter().map(|game| (&game["verdict"], &game["moves"]));
    assert!(found.eq([
        (&"legal".into(), &19.into()),
        (&"illegal".into(), &7.into())
    ]));
    let illegal = &games[1]["illegal"];
    let found = ["path", "vertex", "reason"].map(|key| illegal[key].as_str());
    assert_eq!(found, ["1/3,3/2", "B3", "occupied"].map(Some));
    assert_eq!(illegal["line"], second_start + 14);
    for options in [&[][..], &["--variations"]] {
        let text = gokata_with(&[&["check", "-"], options].concat(), record.as_bytes());
        text.prints("1 record, 2 games, ");
        text.omits("not understood");
    }
    let file = file("standards-example.sgf", record.as_bytes());
    for game in ["1", "2"] {
        gokata(&["show", path(&file), "--game", game]).ends(0);
        for anew in [&[][..], &["--moves-only"]] {
            let arguments = ["convert", path(&file), "--game", game, "--to", "sgf"];
            let new = gokata(&[&arguments, anew].concat());
            gokata_with(&["check", "-"], new.out.as_bytes()).ends(0);
        }
    }
}
