//! What needs gokata's own fixtures or a terminal.

use crate::support::command::gokata_in;
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

/// Without colors, too, no line of `explain` and `score` ends inside of a word.
#[cfg(unix)]
#[test]
fn lines_end_between_words_in_a_narrow_window() {
    use crate::support::terminal::Terminal;
    let folder = folder::empty("words");
    let file = |name: &str| format!("{}/fixtures/{name}", crate::support::command::ROOT);
    let (ko, seki) = (
        file("kata/6-ko/retake-at-once.txt"),
        file("scoring/an-eye-each-in-a-seki.txt"),
    );
    let rules = "japanese,ko=positional,pass-stones=yes";
    for arguments in [
        &["explain", &*ko, "C3", "--play", "B3", "--rules", rules][..],
        &["score", &*seki, "--rules", rules],
        &["score", &*seki, "--rules", rules, "--suggest"],
        &["score", &*seki, "--rules", "aga"],
    ] {
        let seen = Terminal::open(60, 50, &folder, arguments).end().1;
        let most = seen.lines().map(|line| line.chars().count()).max();
        assert!((40..=60).contains(&most.unwrap_or(0)), "{seen}");
    }
}
