//! The help, the completions and the manual pages of all subcommands. `.ci/run` sources the script of bash, and has `man`
//! read the pages.

use std::collections::BTreeSet;
use std::fs;

use gokata::{Preset, Rules};
use pretty_assertions::{assert_eq, assert_str_eq};

use crate::support::command::{Ran, assert_has, gokata, gokata_command, path, run};
use crate::support::folder;

/// Returns the commands that `gokata --help` lists.
fn subcommands() -> BTreeSet<String> {
    let help = gokata(&["--help"]).out;
    let (_, list) = help.split_once("\nCommands:\n").expect("commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help");
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 12, "{help}");
    names
}

/// Returns the help in a pipe, with this value of COLUMNS.
fn help(page: &[&str], columns: Option<&str>) -> String {
    let mut command = gokata_command();
    command.args(page).env_remove("COLUMNS");
    command.envs(columns.map(|columns| ("COLUMNS", columns)));
    let ran = run(&mut command, b"");
    ran.is_fine();
    ran.out
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn help_is_wrapped_at_words() {
    let names = subcommands();
    let pages = names.iter().map(String::as_str);
    let pages = pages.flat_map(|name| [vec![name, "--help"], vec![name, "-h"]]);
    for page in pages.chain([vec!["--help"], vec!["-h"], vec!["help"]]) {
        let usual = help(&page, None);
        let is_narrow = |line: &str| line.chars().count() <= 80;
        assert!(usual.lines().all(is_narrow), "{page:?}\n{usual}");
        // An example is a line of its own and is as wide as it is.
        assert_str_eq!(words(&help(&page, Some("60"))), words(&usual), "{page:?}");
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

/// The help of every command with rules lists all names and keys; only `check -h` has no room for them.
#[test]
fn help_lists_the_names_of_rules_and_keys() {
    let names = Preset::ALL.iter().map(|preset| preset.name());
    let lists = [names.collect::<Vec<_>>().join(", "), Rules::KEYS.join(", ")];
    let commands = "check legal explain try show score play gtp perft convert dataset";
    for command in commands.split(' ') {
        for option in ["-h", "--help"] {
            if (command, option) != ("check", "-h") {
                let text = words(&help(&[command, option], None));
                for list in &lists {
                    assert_has(&text, list);
                }
            }
        }
    }
}

#[test]
fn every_shell_knows_every_command_and_its_options() {
    let names = subcommands();
    for (shell, script) in [
        ("bash", "complete -F _gokata"),
        ("zsh", "#compdef gokata"),
        ("fish", "complete -c gokata"),
        (
            "powershell",
            "Register-ArgumentCompleter -Native -CommandName 'gokata'",
        ),
        ("elvish", "set edit:completion:arg-completer[gokata]"),
    ] {
        let ran = gokata(&["completions", shell]);
        ran.is_fine();
        ran.prints_all([script, "engine-rules", "keep-going", "exit-zero"]);
        for name in &names {
            ran.prints(name);
        }
    }
}

#[test]
fn every_command_has_its_page() {
    let folder = folder::empty("man-pages");
    let write = || -> Ran { gokata(&["man", "--out", path(&folder)]) };
    write().is_fine();
    let names: BTreeSet<String> = folder::names(&folder).into_iter().collect();
    let pages = subcommands().into_iter();
    let pages = pages.map(|name| format!("gokata-{name}.1"));
    assert_eq!(names, pages.chain(["gokata.1".to_owned()]).collect());
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a page");
    for name in &names {
        let page = read(name);
        // No section has a heading that says nothing, and examples keep their lines.
        assert!(!page.contains("EXTRA"), "{name}");
        assert!(!page.contains("Examples:"), "{name}: a section's heading");
        let count = |mark| page.matches(mark).count();
        assert_eq!(count("\n.nf\n"), count("\n.fi\n"), "{name}");
    }
    let check = read("gokata-check.1");
    for part in [
        ".SH EXAMPLES\n.nf\n  gokata check    ",
        "\n.fi\n.SH NOTES\nWith \\-\\-stats, a game that two passes end",
        "\\-\\-engine\\-rules",
    ] {
        assert_has(&check, part);
    }
    // The main page, which is printed, too, refers to no page that is not there.
    let main = read("gokata.1");
    assert_str_eq!(gokata(&["man"]).out, main);
    assert_has(&main, "\n.SH NAME\n");
    let references = main.split("gokata\\-").skip(1);
    let references: Vec<&str> = references
        .filter_map(|rest| Some(rest.split_once("(1)")?.0))
        .collect();
    assert_eq!(references.len() + 1, names.len());
    for name in references {
        assert!(names.contains(&format!("gokata-{name}.1")), "{name}");
    }
    // Nothing is written over.
    let again = write();
    again.is_refused();
    again.says("not empty");
}
