//! What needs gokata's own fixtures, times, a limit on threads or a terminal.

use crate::support::command::{gokata, gokata_in};
use crate::support::folder;
use pretty_assertions::assert_eq;

/// Where there is no folder `fixtures`, gokata's own are checked.
#[test]
fn without_a_folder_of_fixtures_gokatas_own_are_checked() {
    let folder = folder::empty("own-fixtures");
    let ran = gokata_in(&folder, &["check"], b"");
    ran.is_fine();
    ran.prints(" questions: all as expected\n");
    ran.prints("with intended errors were refused, as expected");
}

/// The times depend on the machine, so the test checks only the counts.
#[test]
fn bench_times_both_referees_on_the_same_work() {
    let ran = gokata(&["bench", "--turns", "1"]);
    ran.ends(0);
    ran.prints_all([
        "W1: random games to the end (light playouts), time per move",
        "measure of the machine: ",
        "200 positions drawn at random, 52158 legal points",
        "200 games, 90519 and 90519 of 90519 moves legal",
        " plies per playout; ",
        " times the playouts of one",
    ]);
    assert_eq!(gokata(&["bench", "--turns", "0"]).status, Some(2));
}

/// Where the system allows no second thread, `bench` uses one.
#[cfg(target_os = "linux")]
#[test]
fn bench_does_not_need_a_second_thread() {
    use crate::support::command::run;
    use crate::support::processes::{gokata_for_all_users, limited};
    let gokata = gokata_for_all_users("bench");
    let mut command = limited(1, 5);
    command.arg(&gokata).args(["bench", "--turns", "1"]);
    let ran = run(&mut command, b"");
    let _ = std::fs::remove_file(&gokata);
    ran.is_fine();
    let end = ran.out.lines().last().unwrap_or_default();
    assert!(end.starts_with("9x9, a batch on 1 thread: "), "{ran}");
}

/// Two boards stand side by side in a window that has room for both: two of 5x5 take 17 + 4 + 17 columns, two of 19x19
/// take 59 + 4 + 59.
#[cfg(unix)]
#[test]
fn boards_are_stacked_in_a_narrow_window() {
    use crate::support::terminal::Terminal;
    let folder = folder::empty("widths");
    for (columns, board, expected) in [
        (20, "5x5", 2),
        (37, "5x5", 2),
        (38, "5x5", 1),
        (80, "19x19", 2),
        (121, "19x19", 2),
        (122, "19x19", 1),
        (0, "19x19", 2),
        (0, "5x5", 1),
    ] {
        let window = Terminal::open(columns, 50, &folder, &["explain", board, "A1"]);
        let (status, seen) = window.end();
        assert_eq!(status, Some(0), "{seen}");
        let boards = seen.split_once("\n\n").expect("boards").1;
        let rows = boards.lines().filter(|line| line.starts_with(" 1 "));
        let what = format!("{board} in {columns} columns\n{seen}");
        assert_eq!(rows.count(), expected, "{what}");
        let whole = boards
            .lines()
            .all(|line| columns == 0 || line.len() <= columns.into());
        assert!(whole, "{what}");
    }
}
