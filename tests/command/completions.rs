//! `gokata completions` and `gokata man`. `.ci/run` sources the script of bash, and has `man` read the pages.

use std::collections::BTreeSet;
use std::fs;

use pretty_assertions::assert_eq;
use rstest::rstest;

use crate::support::command::{file, gokata, path, subcommands};

#[rstest]
#[case::bash("bash", "complete -F _gokata")]
#[case::zsh("zsh", "#compdef gokata")]
#[case::fish("fish", "complete -c gokata")]
#[case::powershell(
    "powershell",
    "Register-ArgumentCompleter -Native -CommandName 'gokata'"
)]
#[case::elvish("elvish", "set edit:completion:arg-completer[gokata]")]
fn every_shell_knows_every_command_and_its_options(#[case] shell: &str, #[case] printed: &str) {
    let ran = gokata(&["completions", shell]);
    ran.is_fine();
    ran.prints(printed);
    for command in subcommands() {
        ran.prints(&command);
    }
    ran.prints_all(["engine-rules", "keep-going", "exit-zero"]);
}

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let ran = gokata(&["completions", "tcsh"]);
    ran.is_refused();
    let known = "[possible values: bash, elvish, fish, powershell, zsh]";
    ran.says(known);
}

#[test]
fn every_command_has_its_page() {
    let folder = file("x", b"").with_file_name("man-pages");
    let _ = fs::remove_dir_all(&folder);
    let ran = gokata(&["man", "--out", path(&folder)]);
    ran.is_fine();
    let files = fs::read_dir(&folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name());
    let names: BTreeSet<String> = names
        .map(|name| name.to_str().expect("UTF-8").to_owned())
        .collect();
    let pages = subcommands()
        .into_iter()
        .map(|name| format!("gokata-{name}.1"));
    let pages: BTreeSet<String> = pages.chain(["gokata.1".to_owned()]).collect();
    assert_eq!(names, pages);
    for name in &names {
        let page = fs::read_to_string(folder.join(name)).expect("a page");
        // No section has a heading that says nothing, and examples keep their lines.
        assert!(!page.contains("EXTRA"), "{name}");
        assert!(
            !page.contains("Examples:"),
            "{name}: the heading is a section"
        );
        assert_eq!(
            page.matches("\n.nf\n").count(),
            page.matches("\n.fi\n").count(),
            "{name}"
        );
    }
    let check = fs::read_to_string(folder.join("gokata-check.1")).expect("a page");
    for printed in [
        ".SH EXAMPLES\n.nf\n  gokata check    ",
        "\n.fi\n.SH NOTES\nWith \\-\\-stats, a game that two passes end",
        "\\-\\-engine\\-rules",
    ] {
        assert!(check.contains(printed), "{printed}\n{check}");
    }
    // The main page refers to no page that is not there.
    let main = fs::read_to_string(folder.join("gokata.1")).expect("a page");
    for reference in main.split("gokata\\-").skip(1) {
        if let Some((name, _)) = reference.split_once("(1)") {
            assert!(names.contains(&format!("gokata-{name}.1")), "{name}");
        }
    }
    // Nothing is written over.
    let again = gokata(&["man", "--out", path(&folder)]);
    again.ends(2);
    again.says("not empty");
}

#[test]
fn the_main_page_is_printed() {
    let ran = gokata(&["man"]);
    ran.is_fine();
    ran.prints("\n.SH NAME\n");
}
