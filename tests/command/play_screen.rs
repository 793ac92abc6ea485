//! How `gokata play` shows the board: redrawn in a terminal, line by line elsewhere; colors; the ko mark.

use std::path::Path;

use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::command::{KO, ROOT, Ran, contains_all, gokata_command, run, words};
use crate::support::terminal::{CLEAR, Terminal, folder, screen};

const PEOPLE: [&str; 5] = ["play", "--white", "human", "--size", "5"];

#[test]
fn a_terminal_shows_the_board_at_the_top_and_the_latest_lines_below() {
    let folder = folder("redrawn");
    let mut play = Terminal::open(80, 16, &folder, &PEOPLE);
    play.wait_for("1. Black (x)> ");
    assert!(
        screen(&play.seen).starts_with(" 5  .  .  .  .  .\n"),
        "{}",
        play.seen
    );
    for (turn, point) in (1..).zip(["a1", "a2", "b1", "b2", "c1", "c1", "c2", "d1"]) {
        play.line(point);
        let next = if turn < 6 { turn + 1 } else { turn };
        play.wait_for(CLEAR);
        play.wait_for(&format!("{next}. "));
        play.wait_for("> ");
        let screen = screen(&play.seen);
        assert!(screen.starts_with(" 5  .  .  .  .  .\n"), "{screen}");
        assert!(screen.lines().count() <= 16, "{screen}");
        assert!(screen.contains(&format!("> {point}\n")), "{screen}");
    }
    let refusal = "6. White (o)> c1\nWhite C1: not legal\n  occupied: there is a stone already\n";
    assert!(screen(&play.seen).contains(refusal), "{}", play.seen);
    // The first lines have left the window, but a long answer is shown whole.
    assert!(
        !screen(&play.seen).contains("1. Black (x)> a1"),
        "{}",
        play.seen
    );
    play.line("?");
    play.wait_for("quit           stop here");
    assert!(screen(&play.seen).contains("Commands:"), "{}", play.seen);
    play.answer("> ", "quit");
    let (status, seen) = play.end();
    assert_eq!(status, Some(0));
    assert!(screen(&seen).starts_with(" 5  .  .  .  .  .\n"), "{seen}");
    contains_all(
        &seen,
        ["The game is not finished.\nsaved: gokata-game.sgf\n"],
    );
}

/// Bots that play slowly are watched on one board.
#[test]
fn a_delay_redraws_the_board() {
    let folder = folder("redrawn-bots");
    let arguments = [
        "play", "--black", "random", "--size", "5", "--seed", "1", "--delay", "10",
    ];
    let (status, seen) = Terminal::open(80, 24, &folder, &arguments).end();
    assert_eq!(status, Some(0));
    let screens: Vec<&str> = seen.split(CLEAR).skip(1).collect();
    let longest = screens.iter().map(|screen| screen.lines().count()).max();
    // The last screen has the count below it.
    assert!(
        screens.len() > 10 && longest < Some(40),
        "{} {longest:?}",
        screens.len()
    );
}

#[rstest]
#[case("dumb", &PEOPLE, 24)]
// Too small for two rows of a board and what is below it.
#[case("xterm", &PEOPLE, 6)]
fn other_terminals_scroll(#[case] term: &str, #[case] arguments: &[&str], #[case] lines: u16) {
    let folder = folder(&format!("scrolls-{term}"));
    let variables = [("TERM", term), ("NO_COLOR", "1")];
    let mut play = Terminal::open_as(&variables, 80, lines, &folder, arguments);
    play.wait_for("1. Black (x)> ");
    // A terminal that cannot move its cursor reads lines as it always does.
    assert_eq!(play.is_as_before(), term == "dumb");
    play.line("c3");
    play.wait_for(" 3  .  . (x) .  .");
    play.answer("2. White (o)> ", "quit");
    let (status, seen) = play.end();
    assert_eq!(status, Some(0));
    assert!(!seen.contains(CLEAR), "{seen}");
    assert_eq!(seen.contains('\u{1b}'), term != "dumb", "{seen}");
}

fn piped(folder: &Path, arguments: &[&str], variables: &[(&str, &str)], lines: &str) -> Ran {
    let mut play = gokata_command();
    play.current_dir(folder)
        .args(arguments)
        .envs(variables.iter().copied());
    run(&mut play, lines.as_bytes())
}

/// Black takes a ko; White may not take it back at once.
const TAKES_A_KO: &str = "b1\nc1\na2\nd2\nb3\nc3\nc2\nb2\n";

#[test]
fn the_point_forbidden_by_ko_is_marked() {
    let folder = folder("ko-mark");
    let ran = piped(
        &folder,
        &PEOPLE,
        &[],
        &format!("{TAKES_A_KO}c2\na5\nquit\n"),
    );
    let taken = " 2  x (o) k  o  .\n 1  .  x  o  .  .\n    A  B  C  D  E\nprisoners: Black 0, White 1; k forbidden by ko\n";
    ran.prints(taken);
    ran.prints("Black C2: not legal\n  ko: ");
    // After another move, White may fill the point, and Black may take back afterwards.
    let later =
        " 2  x  o  .  o  .\n 1  .  x  o  .  .\n    A  B  C  D  E\nprisoners: Black 0, White 1\n";
    ran.prints(later);
    let mut narrow = Terminal::open(8, 24, &folder, &PEOPLE);
    for point in TAKES_A_KO.lines() {
        narrow.answer("> ", point);
    }
    narrow.answer(" 2 xOko.\n", "quit");
    assert_eq!(narrow.end().0, Some(0));
}

#[rstest]
#[case("auto", &["--color", "auto"], &[], false)]
#[case("never", &["--color=never"], &[("CLICOLOR_FORCE", "1")], false)]
#[case("no-option", &[], &[], false)]
#[case("always", &["--color", "always"], &[], true)]
// The option beats NO_COLOR, which the tests set.
#[case("always-with-variable", &["--color=always"], &[("CLICOLOR", "0")], true)]
fn a_pipe_gets_colors_only_on_request(
    #[case] name: &str,
    #[case] option: &[&str],
    #[case] variables: &[(&str, &str)],
    #[case] expected: bool,
) {
    let folder = folder(&format!("colors-{name}"));
    let repository = ROOT;
    let ko = format!("{repository}/{KO}");
    let commands: [&[&str]; 6] = [
        &PEOPLE,
        &["show", &ko],
        &["legal", &ko, "C3", "--play", "B3"],
        &["check", &ko],
        &["--help"],
        &["show", "no-such-option", "--nonsense"],
    ];
    for command in commands {
        // Before the subcommand or after it.
        for arguments in [[option, command].concat(), [command, option].concat()] {
            let ran = piped(
                &folder,
                &arguments,
                variables,
                &format!("{TAKES_A_KO}c2\nquit\n"),
            );
            let text = format!("{}{}", ran.out, ran.err);
            assert_eq!(text.contains('\u{1b}'), expected, "{arguments:?}: {text}");
        }
    }
    let ran = piped(&folder, &["show", &ko, "--color", "sometimes"], &[], "");
    ran.ends(2);
    ran.says("[possible values: auto, always, never]");
}

/// Returns stones on wood as letters, and other text without spaces, because a point is two columns wide there.
fn letters(text: &str) -> String {
    let mut color = "";
    let parts = text.split('\u{1b}').map(|part| {
        let code = part.strip_prefix('[').and_then(|part| part.split_once('m'));
        let (code, rest) = code.unwrap_or(("", part));
        color = code.strip_prefix("38;5;").unwrap_or(color);
        rest.replace('●', if color == "16" { "x" } else { "o" })
    });
    let text: String = parts.collect();
    let text = text.replace(|c: char| "┌┬┐├┼┤└┴┘╋".contains(c), ".");
    text.replace([' ', '─', '\n'], "")
}

/// With colors, there are stones on wood in place of letters; the latest stone, the ko point and refusals are marked.
#[test]
fn stones_are_where_the_letters_are() {
    let folder = folder("colored");
    let lines = format!("{TAKES_A_KO}c2\nquit\n");
    let [colored, plain] = ["always", "never"].map(|when| {
        let arguments = [&PEOPLE[..], &["--color", when]].concat();
        piped(&folder, &arguments, &[("LC_ALL", "C.UTF-8")], &lines).out
    });
    let marks = "(\u{1b}[0m\u{1b}[38;5;231m\u{1b}[48;5;179m●\u{1b}[0m\u{1b}[1m\u{1b}[38;5;124m\u{1b}[48;5;179m)k";
    contains_all(
        &colored,
        [marks, "\u{1b}[31mBlack C2: not legal\u{1b}[0m\n"],
    );
    // The second game has another file.
    assert_eq!(
        letters(&colored).replace("gokata-game", ""),
        letters(&plain).replace("gokata-game-2", "")
    );
    let ko = format!("{ROOT}/{KO}");
    for line in [
        "show 19x19",
        "show KO",
        "explain KO C3 --play B3",
        "score KO --dead A3 D3",
    ] {
        let line = line.replace("KO", &ko);
        let plain = piped(&folder, &words(&line), &[], "").out;
        let open = |variables: &[(&str, &str)]| {
            let variables = [&[("TERM", "xterm"), ("LC_ALL", "C.utf8")], variables].concat();
            Terminal::open_as(&variables, 80, 40, &folder, &words(&line))
                .end()
                .1
        };
        let colored = open(&[]);
        assert!(colored.contains("\u{1b}[48;5;179m"), "{colored}");
        assert_eq!(letters(&colored), letters(&plain));
        for variable in [("LC_ALL", "C"), ("LC_ALL", "ja_JP.UTF-8")] {
            let seen = open(&[variable]);
            assert!(seen.is_ascii(), "{variable:?}: {seen}");
            assert_eq!(letters(&seen), letters(&plain));
        }
        for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            assert_eq!(open(&[variable]), plain, "{variable:?}");
        }
    }
}
