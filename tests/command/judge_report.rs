//! Tests how much `gokata check --exec` and `--engine` print: groups of equal answers, `--quiet`, warnings, progress.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use gokata::Answer;
use gokata::questions::{Answers, Asked, KnownList, QuestionIds, QuestionOutcome, line_protocol};

use crate::support::built_in::CORPUS;
use crate::support::command::{KO, ROOT, assert_has, file, gokata, path};
use crate::support::judged::{LEGAL, NO_BOARD, RIGHT, answering, check as judge, engine};
use crate::support::terminal::{Terminal, folder};
use pretty_assertions::{assert_eq, assert_str_eq};

/// A caller in the same process gets the tables, the totals and the notes that the command prints.
#[test]
fn the_library_counts_as_the_command_does() {
    let known = "superko/one-stone-suicide-on-a-square\n\nkata/6-ko/retake-at-once#C3-xugq7\n";
    let text = format!("{known}kata/1-empty-board/any-point-will-do#A5-wmvj5\n");
    let list = file("report-known.txt", text.as_bytes());
    let folders = ["fixtures/kata", "fixtures/superko"];
    let ran = judge(
        &NO_BOARD,
        &[&["--known", path(&list)], &folders[..]].concat(),
    );
    let ids: QuestionIds = CORPUS.questions().map(|(id, _)| id).collect();
    let known = KnownList::parse(&text, &ids, |_| false).expect("a list");
    let mut answers = Answers::new(known);
    let is_asked = |name: &str| folders.iter().any(|folder| name.starts_with(&folder[9..]));
    for fixture in CORPUS.files().iter().filter(|file| is_asked(file.name)) {
        let asked = fixture.asked().expect("questions");
        answers.add_fixture(fixture.name, &asked.not_asked);
        for question in asked.questions {
            let answer = match question.asked {
                Asked::Board(..) => Answer::Illegal(None),
                _ => Answer::Legal,
            };
            let outcome = match line_protocol::text(&question, "") {
                Err(why) => QuestionOutcome::CannotBeAsked(why.to_owned()),
                Ok(_) if question.accepts(&answer) => QuestionOutcome::Right,
                Ok(_) => QuestionOutcome::Wrong(answer),
            };
            answers.add(
                format!("{}#{}", fixture.name, question.id),
                question,
                outcome,
            );
        }
    }
    let summary = answers.summary(path(&list));
    let (numbers, notes) = summary.split_once("\n  ").expect("notes");
    let (_, printed) = ran.out.split_once("\n\n").expect("tables");
    let (printed, _) = printed.split_once("\n  ").expect("notes");
    assert_str_eq!(printed, numbers);
    assert_has(numbers, "386 wrong, 124 cannot be asked, 2 known");
    assert_has(notes, "\n  right now, ");
    for note in notes.lines() {
        ran.prints(format!("\n  {}\n", note.trim_start()));
    }
}

/// Writes a fixture with 40 illegal moves on a stone, 20 suicides and one move off the board.
fn wrong_in_many(name: &str) -> PathBuf {
    let occupied = "illegal occupied B4\n".repeat(40);
    let suicide = "illegal suicide A4\n".repeat(20);
    let fixture =
        format!("x\n-o--\no---\n----\n----\n\n{occupied}{suicide}illegal off-board D9\nlegal C1\n");
    file(name, fixture.as_bytes())
}

#[test]
fn wrong_answers_of_one_kind_are_three_lines_and_a_number() {
    let fixture = wrong_in_many("report-many.txt");
    let check = |options: &[&str]| {
        let ran = gokata(&[&["check", "--exec", &LEGAL, path(&fixture)], options].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
        ran.out
    };
    let ordinary = check(&[]);
    let (findings, tables) = ordinary.split_once("\n\n").expect("tables");
    let at = fixture.display();
    let line = |line: usize, mv: &str, reason: &str| {
        let column = if reason == "off-board" {
            19
        } else {
            9 + reason.len() + 1
        };
        format!(
            "wrong {at}:{line}:{column}: Black {mv} (ko=simple suicide=forbidden): \
             expected illegal {reason}, got legal"
        )
    };
    let mut expected: Vec<String> = (7..10).map(|nth| line(nth, "B4", "occupied")).collect();
    expected.extend((47..50).map(|nth| line(nth, "A4", "suicide")));
    expected.push(line(67, "D9", "off-board"));
    expected.push("and 37 more wrong: expected illegal occupied, got legal".to_owned());
    expected.push("and 17 more wrong: expected illegal suicide, got legal".to_owned());
    expected.push("  --list-all prints them".to_owned());
    // Below each, its id and a command that explains it.
    let own = |line: &&str| !line.starts_with("  id: ") && !line.starts_with("  see: ");
    let of_kinds: Vec<&str> = findings.lines().filter(own).collect();
    assert_str_eq!(of_kinds.join("\n"), expected.join("\n"));
    let count = |label: &str| findings.matches(label).count();
    assert_eq!((count("  id: "), count("  see: ")), (7, 7));
    assert_has(tables, "1 file, 62 questions: 1 right, 61 wrong");
    let quiet = check(&["--quiet"]);
    assert_str_eq!(quiet, format!("{findings}\n"));
    let all = check(&["--list-all"]);
    let wrong = all.lines().filter(|line| line.starts_with("wrong "));
    assert_eq!(wrong.count(), 61);
    assert!(all.ends_with(tables) && !all.contains(" more "), "{all}");
    let all = check(&["--list-all", "--quiet"]);
    assert_eq!(all.lines().count(), 3 * 61);
    // The other formats are complete.
    let page = check(&["--format", "markdown"]);
    assert_eq!(page.matches("| legal |\n").count(), 61, "{page}");
    let objects = check(&["--format", "ndjson"]);
    assert_eq!(objects.matches(r#""outcome":"wrong""#).count(), 61);
}

#[test]
fn quiet_says_why_a_program_was_not_judged() {
    let fine = judge(&RIGHT, &["--quiet", KO]);
    assert_eq!(
        (fine.status, fine.out + &fine.err),
        (Some(0), String::new())
    );
    let count = file("report-eyes.txt", b"x\n--\n--\n\neyes x\n--\n--\n");
    let nothing = gokata(&["check", "--quiet", "--exec", "cat", path(&count)]);
    nothing.ends(2);
    nothing.prints(" question: 0 right, 0 wrong, ");
    let crashes = judge("exit 1", &["-q", KO]);
    crashes.ends(2);
    crashes.prints_last("and 7 more crashed\n  --list-all prints them\n");
    crashes.prints("it has never answered: 14 more questions are not asked\n");
    let fixture = file("report-end.txt", b"x\n-\n-\n\nlegal A1\n");
    let talks_on = answering("echo legal; echo legal", "");
    let end = judge(&talks_on, &["-q", path(&fixture)]);
    end.ends(2);
    end.prints_first("nonsense after the last answer: ");
}

/// The warning that an engine's rules are unknown is not an error.
#[test]
fn warnings_about_an_engine_can_be_left_out() {
    let engine = engine("1");
    let fixture = file("report-engine.txt", b"x\n--\n--\n\nlegal A1\n");
    for (options, warnings) in [
        (&[][..], 2),
        (&["--no-warnings"], 0),
        (&["--quiet"], 0),
        (&["--format", "ndjson"], 1),
        (&["--format", "ndjson", "--no-warnings"], 0),
        (&["--format", "markdown", "--no-warnings"], 0),
    ] {
        let ran = gokata(&[&["check", "--engine", &engine, path(&fixture)], options].concat());
        ran.ends(0);
        let found = (ran.out + &ran.err).matches("warning: ").count();
        assert_eq!(found, warnings, "{options:?}");
    }
}

/// On a terminal there is progress, on standard error only; with `--quiet` there is none.
#[test]
fn progress_never_reaches_a_pipe() {
    let folder = folder("progress");
    let script = "\"$0\" check \"$@\" >out.txt; echo \"status $?\"";
    let fixtures = PathBuf::from(ROOT).join("fixtures");
    for arguments in [&[path(&fixtures)][..], &["--exec", &LEGAL, path(&fixtures)]] {
        let piped = gokata(&[&["check"], arguments].concat());
        assert_eq!(piped.err, "");
        piped.omits("\r");
        piped.omits("\u{1b}");
        // No progress where only standard output is a terminal.
        let shown = |script: &str, quiet: &[&str]| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script, env!("CARGO_BIN_EXE_gokata")]);
            shell.args(arguments).args(quiet).current_dir(&folder);
            let (_, seen) = Terminal::run(100, 30, shell).end();
            let written = fs::read_to_string(folder.join("out.txt")).expect("written");
            (seen, written)
        };
        let (seen, written) = shown(script, &[]);
        assert_str_eq!(written, piped.out);
        let (progress, _) = seen.rsplit_once("status ").expect("the end");
        assert!(progress.contains('\u{1b}'), "no progress: {seen:?}");
        for line in written.lines().filter(|line| !line.is_empty()) {
            assert!(!progress.contains(line), "{line}");
        }
        let (seen, _) = shown(script, &["--quiet"]);
        assert!(seen.starts_with("status "), "{seen:?}");
        let (seen, written) = shown("\"$0\" check \"$@\" 2>out.txt", &[]);
        assert_eq!(written, "");
        assert!(!seen.contains(['\r', '\u{1b}']), "{seen}");
        // On a terminal, wrong answers are drawn above the tables.
        let tables = |text: &str| text.find("\nfolder ").map_or(0, |at| at);
        assert_str_eq!(seen[tables(&seen)..], piped.out[tables(&piped.out)..]);
    }
}
