//! Tests the width of what is printed: help is wrapped at words, and boards are stacked where two do not fit.

use crate::support::command::{file, gokata, gokata_command, path, run, subcommands};
use pretty_assertions::{assert_eq, assert_str_eq};

/// Returns the help of `gokata` with these arguments, in a pipe with this value of COLUMNS.
fn help(arguments: &[&str], columns: Option<&str>) -> String {
    let mut command = gokata_command();
    command.args(arguments).env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    let ran = run(&mut command, b"");
    ran.is_fine();
    ran.out
}

#[test]
fn help_is_wrapped_at_words() {
    let names = subcommands();
    let pages = names.iter().map(String::as_str);
    let pages = pages.flat_map(|name| [vec![name, "--help"], vec![name, "-h"]]);
    for page in pages.chain([vec!["--help"], vec!["-h"], vec!["help"]]) {
        let usual = help(&page, None);
        for (width, text) in [(80, &usual), (60, &help(&page, Some("60")))] {
            for line in text.lines() {
                // An example is a line of its own and is as wide as it is.
                let is_long = line.chars().count() > width;
                assert!(!is_long || width < 80, "{page:?} at {width}: {line}");
            }
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(words(text), words(&usual), "{page:?} at {width}");
        }
        assert_str_eq!(usual, help(&page, Some("80")), "{page:?}");
        assert_str_eq!(usual, help(&page, Some("200")), "{page:?}");
        let most = match page[..] {
            ["check", "-h"] => 50,
            ["check", "--help"] => 100,
            _ => usize::MAX,
        };
        assert!(usual.lines().count() <= most, "{page:?}\n{usual}");
        // No example is broken.
        if let Some((_, examples)) = usual.split_once("\nExamples:\n") {
            let examples = examples.split("\n\n").next().unwrap_or_default();
            let whole = examples.lines().all(|line| line.starts_with("  "));
            assert!(whole, "{page:?}\n{examples}");
        }
    }
}

/// In a pipe, and in a window of unknown width, two boards stand side by side if they fit in 80 columns.
#[test]
fn boards_that_do_not_fit_side_by_side_are_stacked() {
    for (size, is_stacked) in [(11, false), (12, false), (13, true), (19, true)] {
        let row = "-".repeat(size);
        let board = format!("x\n{}", format!("{row}\n").repeat(size));
        let board = file(&format!("beside-{size}.txt"), board.as_bytes());
        let width = 3 * size + 2;
        for arguments in [
            &["explain", path(&board), "A1"][..],
            &["score", path(&board)],
        ] {
            let ran = gokata(arguments);
            ran.ends(0);
            let rows = ran.out.lines().filter(|line| line.starts_with(" 1 "));
            let rows: Vec<&str> = rows.collect();
            assert_eq!(rows.len(), if is_stacked { 2 } else { 1 }, "{}", ran.out);
            let widest = ran.out.lines().filter(|line| line.contains(" .  .  .  . "));
            let widest = widest.map(str::len).max().unwrap_or(0);
            let expected = if is_stacked { width } else { 2 * width + 4 };
            assert!(widest == expected, "{}", ran.out);
        }
    }
    let small = file("beside-small.txt", b"x\n--\n--\n");
    assert_str_eq!(
        gokata(&["explain", path(&small), "A1"]).out,
        "\
Black A1: legal
  rules: ko=simple suicide=forbidden scoring=area komi=0

before      after
 2  .  .     2  .  .
 1  .  .     1 (x) .
    A  B        A  B
"
    );
}

#[cfg(unix)]
#[test]
fn boards_are_stacked_in_a_narrow_window() {
    use crate::support::terminal::{Terminal, folder};
    let folder = folder("widths");
    std::fs::write(
        folder.join("small.txt"),
        "x\n-----\n-----\n-----\n-----\n-----\n",
    )
    .expect("written");
    let large = format!("x\n{}", format!("{}\n", "-".repeat(19)).repeat(19));
    std::fs::write(folder.join("large.txt"), large).expect("written");
    let rows = |columns: u16, board: &str| {
        let window = Terminal::open(columns, 50, &folder, &["explain", board, "A1"]);
        let (status, seen) = window.end();
        assert_eq!(status, Some(0), "{seen}");
        let rows = seen.lines().filter(|line| line.starts_with(" 1 "));
        (rows.count(), seen)
    };
    // Two boards of 5x5 take 17 + 4 + 17 columns, two of 19x19 take 59 + 4 + 59.
    for (columns, board, expected) in [
        (38, "small.txt", 1),
        (37, "small.txt", 2),
        (80, "large.txt", 2),
        (121, "large.txt", 2),
        (122, "large.txt", 1),
        (0, "large.txt", 2),
        (0, "small.txt", 1),
    ] {
        let (count, seen) = rows(columns, board);
        assert_eq!(count, expected, "{board} in {columns} columns\n{seen}");
    }
    assert_str_eq!(
        rows(20, "small.txt")
            .1
            .split_once("\n\n")
            .expect("boards")
            .1,
        "\
before
 5  .  .  .  .  .
 4  .  .  .  .  .
 3  .  .  .  .  .
 2  .  .  .  .  .
 1  .  .  .  .  .
    A  B  C  D  E

after
 5  .  .  .  .  .
 4  .  .  .  .  .
 3  .  .  .  .  .
 2  .  .  .  .  .
 1 (x) .  .  .  .
    A  B  C  D  E
"
    );
}
