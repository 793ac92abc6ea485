//! Runs the commands shown in README.md and in that of the command line, and compares their output.

use crate::support::command::ROOT;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_str_eq;
use rstest::rstest;

/// Returns each command in the page's `console` blocks with the output shown below it.
fn shown(page: &str) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for block in page.split("\n```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for command in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, output) = command.split_once('\n').unwrap_or((command, ""));
            shown.push((command.to_owned(), output.trim_end().to_owned()));
        }
    }
    shown
}

/// Leaves out the command that needs GNU parallel; `.ci/deep` runs it.
#[rstest]
#[case("README.md", 0, 2)]
#[case("src/cli/README.md", 1, 5)]
fn the_output_in_the_readme_is_correct(
    #[case] page: &str,
    #[case] of_parallel: usize,
    #[case] others: usize,
) {
    let root = Path::new(ROOT);
    let page = fs::read_to_string(root.join(page)).expect("a page");
    let shown = shown(&page);
    let (elsewhere, here): (Vec<_>, Vec<_>) = shown
        .into_iter()
        .partition(|(command, _)| command.contains("parallel"));
    assert_eq!((elsewhere.len(), here.len()), (of_parallel, others));
    let gokata = Path::new(env!("CARGO_BIN_EXE_gokata"));
    let folder = gokata.parent().expect("a folder").display().to_string();
    let path = format!("{folder}:{}", env::var("PATH").unwrap_or_default());
    for (command, output) in here {
        let command = command.replace("cargo run --release --", "gokata");
        let ran = Command::new("sh")
            .args(["-c", &command])
            .current_dir(root)
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let printed = String::from_utf8(ran.stdout).expect("UTF-8");
        assert_str_eq!(printed.trim_end(), output, "{command}");
    }
}
