//! Tests how the command handles invalid arguments, bad files, closed pipes and control characters.

use std::fs;
use std::process::Stdio;

use crate::support::command::{
    KO, file, gokata, gokata_command, gokata_with, path, rows, run, words,
};
#[cfg(target_os = "linux")]
use crate::support::processes::{gokata_for_all_users, limited};
use pretty_assertions::assert_eq;

#[test]
fn missing_files_folders_without_fixtures_and_special_files_are_errors() {
    for (arguments, message) in [
        (
            ["check", "no-such-file.txt"],
            "no-such-file.txt: no such file\n",
        ),
        (
            ["check", "src/fast"],
            "src/fast: no file that ends in .txt or .sgf\n",
        ),
        (["check", "/dev/null"], "/dev/null: not a regular file\n"),
        (["show", "/dev/zero"], "/dev/zero: not a regular file\n"),
        (["show", "src/fast"], "src/fast: not a regular file\n"),
    ] {
        let ran = gokata(&arguments);
        ran.ends(2);
        ran.says_last(message);
    }
}

/// The arguments, and a part of the message.
const INVALID: &str = "
legal KO Z                                  | `Z` is not a move
legal KO q                                  | no point is labelled `q`
legal KO                                    | required arguments were not provided
legal KO --play C3 --play C3 A1             | --play White C3: occupied
legal KO --rules chess A1                   | `chess` is no name of rules
legal fixtures/malformed/ragged-row.txt A1  | ragged-row.txt:
perft 26x26 --depth 1                       | a board has 1 to 25 rows and columns, not 26x26
frobnicate                                  | unrecognized subcommand
";

#[test]
fn invalid_arguments_exit_with_2() {
    for [arguments, message] in rows(INVALID) {
        let ran = gokata(&words(&arguments.replace("KO", KO)));
        ran.is_refused();
        ran.says(message);
    }
}

#[test]
fn input_that_could_be_silently_ignored_is_an_error() {
    let list = gokata_with(&["check", "--files-from", "-"], b"\n\n");
    assert_eq!(
        (list.status, list.err.as_str()),
        (Some(2), "gokata: the list names no file\n")
    );
    let good = file("neighbor.txt", b"x\n--\n");
    fs::create_dir_all(good.with_extension("error")).expect("a folder");
    let ran = gokata(&["check", path(&good)]);
    assert!(
        ran.status == Some(2) && ran.err.contains("neighbor.error: not a regular file"),
        "{}",
        ran.err
    );
    for arguments in [["legal", KO, "C3 # D4"], ["legal", KO, "A1\nA2"]] {
        let ran = gokata(&arguments);
        // A line break separates moves like a space; `#` is an error, not the start of a comment.
        assert_eq!(
            ran.status == Some(2),
            arguments[2].contains('#'),
            "{}{}",
            ran.out,
            ran.err
        );
    }
    // All moves are parsed before the first answer is printed.
    let ran = gokata(&["legal", KO, "A1", "zz"]);
    ran.is_refused();
}

#[test]
fn one_bad_folder_does_not_stop_the_run() {
    let folder = file("x", b"").with_file_name("tree");
    fs::create_dir_all(folder.join("a")).expect("a folder");
    fs::write(folder.join("a/good.txt"), "x\n--\n").expect("written");
    fs::write(folder.join("z.txt"), "x\nab\n\nillegal ko b\n").expect("written");
    let ran = gokata(&["check", path(&folder), "no-such-folder"]);
    ran.ends(2);
    ran.prints_last(
        "3 files, 1 case, 1 question: 1 file not as expected, 1 file could not be read\n",
    );
}

#[test]
fn control_characters_are_not_printed() {
    let odd = file("odd\u{1b}[31m\u{9b}\u{202e}.txt", b"x\n-X\n");
    let case = file(
        "case.txt",
        "x\nab\n\ncase \u{202e}odd\nillegal ko b\n".as_bytes(),
    );
    for arguments in [
        ["check", path(&odd)],
        ["show", path(&odd)],
        ["check", path(&case)],
    ] {
        let ran = gokata(&arguments);
        let printed = ran.out + &ran.err;
        assert!(
            !printed.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
            "{arguments:?}: {printed:?}"
        );
    }
}

/// Invisible characters and those that change the direction of text are replaced in names, and escaped in JSON.
#[test]
fn characters_that_hide_or_turn_text_are_not_printed() {
    let hidden = "\u{1b}\u{9b}\u{202e}\u{ad}\u{61c}\u{206a}\u{206f}\u{fff9}\u{fffb}\u{e0001}\u{e0041}\u{e007f}\u{3164}";
    let odd = file(&format!("odd{hidden}end.txt"), b"x\n-X\n");
    let text = gokata(&["check", path(&odd)]);
    let name = format!("odd{}end.txt:", "\u{fffd}".repeat(hidden.chars().count()));
    assert!((text.out + &text.err).contains(&name));
    let json = gokata(&["check", "--format", "ndjson", path(&odd)]).out;
    assert!(!json.contains(|c| hidden.contains(c)), "{json:?}");
    let record: serde_json::Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(record["file"].as_str(), odd.to_str());
    // Letters that join or vary visible ones are kept.
    let kept = file("葛\u{e0100}❤\u{fe0f}.txt", b"x\n-X\n");
    let text = gokata(&["check", path(&kept)]);
    assert!((text.out + &text.err).contains("葛\u{e0100}❤\u{fe0f}.txt:"));
}

/// The message about an argument repeats it without its control characters, and on one line.
#[test]
fn messages_about_arguments_are_safe_for_a_terminal() {
    let odd = "a\u{1b}[2Jb\u{1b}]0;title\u{7}c\u{202e}d\u{9b}e\ngokata: f";
    let seen = "a\u{fffd}[2Jb\u{fffd}]0;title\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}gokata: f";
    let (option, value) = (format!("--{odd}"), format!("--format={odd}"));
    for arguments in [
        &[odd][..],
        &["check", &option],
        &["check", &value],
        &["check", "--format", odd],
        &["check", "--exec", "cat", "--timeout", odd],
        &["legal", KO, "A1", "--rules", odd],
        &["legal", KO, "A1", "--play", odd],
        &["perft", odd, "--depth", "1"],
        &["perft", "5x5", "--depth", odd],
        &["score", KO, "--dead", odd],
        &["show", KO, "--as", odd],
    ] {
        // In color, too, where only the styles of the message itself are escapes.
        let styles = &["[0m", "[1m", "[4m", "[31m", "[32m", "[33m"][..];
        for (unset, set, styles) in [
            ("NO_COLOR", "CLICOLOR_FORCE", styles),
            ("CLICOLOR_FORCE", "NO_COLOR", &[]),
        ] {
            let mut command = gokata_command();
            command.args(arguments).env_remove(unset).env(set, "1");
            let ran = command.output().expect("it runs");
            assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
            let mut printed = String::from_utf8(ran.stderr).expect("UTF-8");
            assert!(printed.contains(seen), "{arguments:?}: {printed:?}");
            for style in styles {
                printed = printed.replace(&format!("\u{1b}{style}"), "");
            }
            let is_hostile = printed.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']);
            assert!(!is_hostile, "{arguments:?}: {printed:?}");
        }
    }
}

#[test]
fn a_file_name_may_begin_with_a_hyphen() {
    let folder = file("x", b"").with_file_name("hyphen");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("-x.txt"), "x\n--\n\nlegal A1\n").expect("written");
    let ran = run(
        gokata_command()
            .current_dir(&folder)
            .args(["check", "--", "-x.txt"]),
        b"",
    );
    ran.ends(0);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_does_not_change_the_status() {
    // The reader closes the pipe at once; the exit status still reports the failed check.
    let failed = file("pipe.txt", b"x\nab\n\nillegal ko b\n");
    let mut child = gokata_command()
        .args(["check", path(&failed)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(
        (ran.status.code(), ran.stderr.as_slice()),
        (Some(1), &b""[..])
    );
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let name = OsStr::from_bytes(b"no-\xff-file.txt");
    let ran = run(gokata_command().arg("check").arg(name), b"");
    ran.ends(2);
    ran.says("no such file");
}

/// Where the system allows no second thread, `bench` uses one.
#[cfg(target_os = "linux")]
#[test]
fn bench_does_not_need_a_second_thread() {
    let gokata = gokata_for_all_users("bench");
    let mut command = limited(1, 5);
    command.arg(&gokata).args(["bench", "--turns", "1"]);
    let ran = run(&mut command, b"");
    let _ = fs::remove_file(&gokata);
    ran.is_fine();
    let end = ran.out.lines().last().unwrap_or_default();
    assert!(end.starts_with("9x9, a batch on 1 thread: "), "{}", ran.out);
}
