//! Colors: where they are, and boards as stones on wood.

use std::path::Path;

use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::command::{KO, ROOT, Ran, contains_all, gokata_command, run, words};
use crate::support::terminal::{Terminal, folder};

const PEOPLE: [&str; 5] = ["play", "--white", "human", "--size", "5"];

fn piped(folder: &Path, arguments: &[&str], variables: &[(&str, &str)], lines: &str) -> Ran {
    let mut play = gokata_command();
    play.current_dir(folder)
        .args(arguments)
        .envs(variables.iter().copied());
    run(&mut play, lines.as_bytes())
}

/// Black takes a ko; White may not take it back at once.
const TAKES_A_KO: &str = "b1\nc1\na2\nd2\nb3\nc3\nc2\nb2\n";

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
            // A terminal breaks lines between words, a pipe does not.
            let seen = open(&[variable]);
            let lines = |text: &str| text.replace("\n    ", " ");
            assert_eq!(lines(&seen), lines(&plain), "{variable:?}");
        }
    }
}
