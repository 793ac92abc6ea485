//! Runs the commands in the `console` blocks of the pages in this folder and of the READMEs, and compares all that they
//! print. `README.md` says how to write a page.

#![allow(clippy::print_stdout)] // as a harness of tests does

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::Mutex;
use std::thread;

use pretty_assertions::StrComparison;

#[path = "../support"]
mod support {
    pub(crate) mod program;
}

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Programs for pages to judge, which are compiled for the pages that name them.
const PROGRAMS: [&str; 2] = ["line_program", "gtp_program"];

/// More pages than processors run at once: some wait for a time limit.
const THREADS: usize = 6;

/// Runs the pages whose names contain one of the arguments, or all, and prints what `cargo test` prints. A test is a page,
/// found when this runs, so that a new one needs no compiler.
fn main() -> ExitCode {
    let words = env::args().skip(1);
    let filters: Vec<String> = words.filter(|word| !word.starts_with('-')).collect();
    let is_chosen =
        |name: &str| filters.is_empty() || filters.iter().any(|part| name.contains(part));
    let mut pages = pages();
    let number = pages.len();
    pages.retain(|name, _| is_chosen(name));
    let chosen = pages.len();
    println!("\nrunning {chosen} tests");
    let pages = Mutex::new(pages);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let next = || pages.lock().expect("no thread panics here").pop_first();
                while let Some((name, page)) = next() {
                    let result = run_page(&page);
                    let word = if result.is_ok() { "ok" } else { "FAILED" };
                    println!("test {name} ... {word}");
                    if let Err(error) = result {
                        let failure = format!("---- {name}\n{error}\n");
                        failures
                            .lock()
                            .expect("no thread panics here")
                            .push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics here");
    let (result, status) = match failures.as_slice() {
        [] => ("ok", ExitCode::SUCCESS),
        _ => ("FAILED", ExitCode::FAILURE),
    };
    println!(
        "\n{}test result: {result}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out\n",
        failures.concat(),
        chosen - failures.len(),
        failures.len(),
        number - chosen
    );
    status
}

/// Returns all pages by the names of their tests. There is no shell on Windows.
fn pages() -> BTreeMap<String, PathBuf> {
    let root = Path::new(ROOT).canonicalize().expect("the repository");
    let folder = root.join("tests/command");
    let of_tests = markdown_files(&folder).into_iter().map(|page| {
        let name = page.strip_prefix(&folder).expect("a page");
        let name = name.with_extension("");
        (name.to_str().expect("UTF-8").replace('/', "::"), page)
    });
    let readmes = ["README.md", "src/cli/README.md"].map(|name| (name.to_owned(), root.join(name)));
    of_tests.chain(readmes).filter(|_| cfg!(unix)).collect()
}

/// Returns the pages in a folder and in the folders below it, except `data`.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("data") {
            files.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Runs the commands of a page in a copy of `tests/command/data`, or those of a README in the root of the repository; a
/// README shows standard output only. Fails where they print something else than the page shows, or writes that into the
/// page if `GOKATA_BLESS` is set.
fn run_page(path: &Path) -> Result<(), Box<dyn Error>> {
    let page = fs::read_to_string(path)?;
    for program in PROGRAMS.iter().filter(|name| page.contains(**name)) {
        support::program::compiled(program);
    }
    let temporary = tempfile::tempdir()?;
    let root = Path::new(ROOT).canonicalize()?;
    let is_test = path.starts_with(root.join("tests/command"));
    let folder = if is_test {
        let data = root.join("tests/command/data/.");
        let copy = [Path::new("-R"), &data, temporary.path()];
        Command::new("cp").args(copy).status()?;
        temporary.path().canonicalize()?
    } else {
        root
    };
    let mut blessed = String::new();
    let mut differences = Vec::new();
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        blessed += line;
        let Some((fence, info)) = fence(line) else {
            continue;
        };
        let of_block = lines.by_ref().take_while(|line| line.trim_end() != fence);
        let block: String = of_block.collect();
        match info.split_once(' ') {
            None if info == "console" => {
                for (command, expected) in commands(&block) {
                    let output = run(&command, &folder)?;
                    let printed = if is_test {
                        printed(&output)
                    } else {
                        with_smaller_numbers_of(&expected, &shown(&output.stdout))
                    };
                    let printed = printed.replace(folder.to_str().ok_or("not UTF-8")?, "FOLDER");
                    let printed = with_wildcards_of(&expected, &printed);
                    if is_ambiguous(&printed, fence) {
                        let problem = "a page cannot show this output of";
                        return Err(format!("{problem} {command}{printed}").into());
                    }
                    if printed != expected {
                        let difference = StrComparison::new(&expected, &printed);
                        differences.push(format!("{command}{difference}\n"));
                    }
                    blessed += &command;
                    blessed += &printed;
                }
            }
            Some((_, name)) if is_test => {
                let file = folder.join(name);
                fs::create_dir_all(file.parent().expect("a folder"))?;
                fs::write(file, &block)?;
                blessed += &block;
            }
            _ => blessed += &block,
        }
        blessed += fence;
        blessed += "\n";
    }
    if differences.is_empty() {
        assert_eq!(page, blessed, "a block does not end");
    } else if env::var_os("GOKATA_BLESS").is_some() {
        fs::write(path, blessed)?;
    } else {
        let hint = "If this is as it should be: GOKATA_BLESS=1 cargo test --test console";
        return Err(format!("{}\n{}{hint}", path.display(), differences.concat()).into());
    }
    Ok(())
}

/// Returns the backticks and the words of a line that begins a block of code.
fn fence(line: &str) -> Option<(&str, &str)> {
    let words = line.trim_start_matches('`');
    let fence = &line[..line.len() - words.len()];
    (fence.len() >= 3).then_some((fence, words.trim_end()))
}

/// Returns each command of a block as it is shown, and the output shown below it.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in block.split_inclusive('\n') {
        match commands.last_mut() {
            _ if line.starts_with("$ ") => commands.push((line.to_owned(), String::new())),
            Some((command, output)) if output.is_empty() && is_continued(line) => *command += line,
            Some((_, output)) => *output += line,
            None => panic!("a console block begins with a command: {line}"),
        }
    }
    commands
}

fn is_continued(line: &str) -> bool {
    line.starts_with("> ") || line.trim_end() == ">"
}

/// Whether a part of an output would be taken for a command or for the end of its block.
fn is_ambiguous(output: &str, fence: &str) -> bool {
    let begins_as_command = output.lines().next().is_some_and(is_continued);
    begins_as_command
        || output
            .lines()
            .any(|line| line.starts_with("$ ") || line == fence)
}

/// Runs a command as a page shows it, without the caller's environment.
fn run(command: &str, folder: &Path) -> Result<Output, Box<dyn Error>> {
    let lines = command
        .lines()
        .map(|line| line.get(2..).unwrap_or_default());
    let script = lines.collect::<Vec<_>>().join("\n");
    let gokata = Path::new(env!("CARGO_BIN_EXE_gokata"));
    let gokata = gokata.parent().expect("a folder").display();
    let programs = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{gokata}:{programs}:{}", env::var("PATH")?);
    let output = Command::new("sh")
        .args(["-c", &script.replace("cargo run --release --", "gokata")])
        .current_dir(folder)
        .env_clear()
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("SOURCE_DATE_EPOCH", "0") // a page must not show the day on which it was blessed
        .stdin(Stdio::null())
        .output()?;
    Ok(output)
}

/// Returns all that a command printed, as a page shows it.
fn printed(output: &Output) -> String {
    let mut text = shown(&output.stdout);
    for line in shown(&output.stderr).lines() {
        text.extend([if line.is_empty() { "!" } else { "! " }, line, "\n"]);
    }
    if !output.status.success() {
        let status = output.status.code();
        let status = status.map_or("a signal".to_owned(), |code| code.to_string());
        text.extend(["? ", &status, "\n"]);
    }
    text
}

/// Returns an output with the lines of the page in place of those that they match by their `[..]`.
fn with_wildcards_of(page: &str, printed: &str) -> String {
    let has_wildcard = |line: &&str| line.contains("[..]");
    let lines = printed.lines().map(|line| {
        let is_shown = page.lines().any(|shown| shown == line);
        let mut patterns = page.lines().filter(has_wildcard);
        let pattern = patterns.find(|pattern| !is_shown && matches(pattern, line));
        format!("{}\n", pattern.unwrap_or(line))
    });
    lines.collect()
}

/// Takes a line of a README in place of the printed line if they differ by numbers alone, and none on the page is larger: a
/// new fixture must not change the page.
fn with_smaller_numbers_of(page: &str, printed: &str) -> String {
    let numbers = |line: &str| -> Vec<u64> {
        let words = line.split(|c: char| !c.is_ascii_digit());
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let text = |line: &str| line.replace(|c: char| c.is_ascii_digit(), "");
    let is_smaller = |old: &str, new: &str| {
        let (old, new) = (numbers(old), numbers(new));
        old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old <= new)
    };
    let mut of_page = page.lines();
    let lines = printed.lines().map(|line| match of_page.next() {
        Some(old) if text(old) == text(line) && is_smaller(old, line) => format!("{old}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// Returns an output with its control characters escaped, and a note if its last line does not end.
fn shown(output: &[u8]) -> String {
    let mut text = String::new();
    for c in String::from_utf8_lossy(output).chars() {
        if c.is_control() && !"\n\t".contains(c) {
            text.extend(c.escape_default());
        } else {
            text.push(c);
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text += "(no newline)\n";
    }
    text
}

/// Whether `[..]` in the pattern can stand for some text of the line.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once("[..]") else {
        return pattern == line;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    let mut ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.any(|at| matches(rest, &line[at..]))
}
