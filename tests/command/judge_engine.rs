//! Tests `check --engine` with GTP engines that know different commands, and with engines that lie, crash or hang.

use crate::support::folder::{empty, names};
use crate::support::schema;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Instant;

use crate::support::command::{KO, ROOT, Ran, file, gokata, gokata_command, path, run};
use crate::support::judged::ended_by;
use crate::support::processes::assert_ended;
use crate::support::program::compiled;
use crate::support::waiting::{NO_TIME_LIMIT, PATIENCE, obey_signals, wait_until, with_time_limit};
use nix::sys::signal::Signal;
use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::json;

/// The engine of `support/gtp_program.rs`, compiled once.
static ENGINE: LazyLock<String> = LazyLock::new(|| compiled("gtp_program"));

fn engine(arguments: &str) -> String {
    format!("'{}' {arguments}", *ENGINE)
}

/// Judges the engine. Also returns the numbers of right, wrong and unasked questions.
fn judged(arguments: &str, more: &[&str]) -> (Ran, [usize; 3]) {
    let ran = gokata(&[&["check", "--engine", &engine(arguments)], more].concat());
    let counts = counts(&ran);
    (ran, counts)
}

fn counts(ran: &Ran) -> [usize; 3] {
    let sum = ran.out.lines().find(|line| line.contains(" questions: "));
    let counts = sum.and_then(|sum| sum.split(": ").nth(1));
    let counts = counts.unwrap_or_default().split(", ");
    let mut counts = counts.filter_map(|count| count.split(' ').next()?.parse().ok());
    [(); 3].map(|()| counts.next().unwrap_or(usize::MAX))
}

const NO_SETUP: &str = "without=gogui-setup without=set_position without=loadsgf";
const NEVER_THERE: &str = "cannot be asked: the opening stones can only be played one by one, and a later board repeats one of the boards in between";

#[test]
fn a_correct_engine_is_right_in_every_way_it_can_be_asked() {
    let (all, [right, wrong, _]) = judged("", &[]);
    all.is_fine();
    assert!(right >= 2485 && wrong == 0, "{all}");
    all.prints_all(["\nHonest 1\n", "rules: set by kata-set-rules"]);
    all.omits(NEVER_THERE);
    // Earlier moves are sent under the rules in force when they were played, so the engine refuses none.
    all.omits("refuses");
    for way in [
        "without=is_legal",
        "without=list_stones",
        "without=gogui-setup without=gogui-setup_player",
        "without=gogui-setup without=set_position",
    ] {
        let (ran, counts) = judged(way, &["fixtures/superko", "fixtures/eyes"]);
        assert_eq!((ran.status, counts[1]), (Some(0), 0), "{way}\n{}", ran.out);
    }
    // These have boards of many shapes; gokata must read them all from KataGo's `showboard`.
    let boards = ["chains", "games", "kata", "moves", "superko"];
    let boards = boards.map(|folder| format!("fixtures/{folder}"));
    let boards = boards.each_ref().map(String::as_str);
    let (_, expected) = judged("", &boards);
    let (drawn, counts) = judged("without=list_stones draws=katago", &boards);
    drawn.ends(0);
    assert_eq!((counts, counts[1]), (expected, 0), "{drawn}");
    assert!(expected[0] >= 2030, "{drawn}");
}

/// A wrong answer may be due to the way of asking, so every report format states it.
#[test]
fn every_report_says_how_the_engine_was_asked() {
    let by_play = "the engine has no command is_legal, so a move counts as legal if the command play accepts it; answers \
                   are wrong where play accepts moves that the engine would not make itself (as KataGo's play does)";
    let report = |arguments: &str, format: &str| {
        let check = ["check", "--engine", &engine(arguments)];
        gokata(&[&check[..], &["--format", format, KO]].concat()).out
    };
    for (format, begins) in [("text", "  "), ("markdown", "- ")] {
        let line = format!("\n{begins}{by_play}\n");
        assert!(report("without=is_legal", format).contains(&line), "{line}");
        assert!(!report("", format).contains(&line), "{line}");
    }
    let notes = |arguments: &str| {
        let program = schema::judged(&report(arguments, "ndjson")).swap_remove(0);
        program["notes"].clone()
    };
    assert_eq!(notes("without=is_legal"), json!([by_play]));
    assert_eq!(notes(""), json!([]));
}

/// `--engine-rules` has an effect on every engine: one that could be given other rules keeps its own.
#[test]
fn an_engine_with_rules_of_its_own_is_given_no_others() {
    let folder = &["fixtures/superko"][..];
    let (part, [_, wrong, _]) = judged("", folder);
    assert_eq!((part.status, wrong), (Some(0), 0), "{}", part.out);
    part.prints("rules: set by kata-set-rules\n");
    for without in ["", "without=kata-set-rules"] {
        let own = format!("{without} ko=positional");
        let given = [folder, &["--engine-rules", "ko=positional"]].concat();
        let (said, [right, wrong, _]) = judged(&own, &given);
        assert_eq!((said.status, wrong), (Some(0), 0), "{}", said.out);
        assert!(right > 100, "{}", said.out);
        let rules = "rules: given as ko=positional suicide=forbidden;";
        said.prints(rules);
        // The engine is sent no other rules, so it is wrong if the option is.
        let given = [folder, &["--engine-rules", "kata"]].concat();
        let (said, [_, wrong, _]) = judged(&own, &given);
        assert!(said.status == Some(1) && wrong > 0, "{}", said.out);
    }
}

#[test]
fn our_engine_is_right_about_every_fixture() {
    let ours = format!("'{}' gtp", env!("CARGO_BIN_EXE_gokata"));
    let ran = gokata(&["check", "--engine", &ours]);
    ran.is_fine();
    ran.prints(" 0 wrong, ");
    assert!(counts(&ran)[0] >= 2485, "{}", ran.out);
    ran.prints(" cannot be asked: no command sets the button, which the first pass takes\n");
    ran.prints("rules: set by kata-set-rules");
}

/// An engine that can set up positions only with `loadsgf`.
const LOADS: &str = "without=gogui-setup without=set_position";

/// Judges an engine that loads records, with `folder` as the folder for temporary files.
fn judged_by_records(folder: &Path) -> Ran {
    let mut command = Command::new("/bin/sh");
    // Another program's file, with a name that gokata could choose: it contains gokata's process id.
    let script = "echo precious >\"$TMPDIR/gokata-$$.sgf\"; exec \"$0\" check --engine \"$1\" fixtures/superko";
    let arguments = ["-c", script, env!("CARGO_BIN_EXE_gokata"), &engine(LOADS)];
    let command = command.current_dir(ROOT).env("TMPDIR", folder);
    run(command.args(arguments), b"")
}

#[test]
fn records_for_an_engine_are_removed_and_no_other_file_is() {
    let folder = empty("engine-records");
    let ran = judged_by_records(&folder);
    ran.is_fine();
    ran.omits("loadsgf");
    ran.omits("opening board");
    let left = names(&folder);
    assert_eq!(left.len(), 1, "{left:?}");
    let left = fs::read_to_string(folder.join(&left[0])).expect("a file");
    assert_eq!(left, "precious\n");
}

#[test]
fn a_record_that_cannot_be_named_or_written_is_reported() {
    let why = "cannot be asked: GTP cannot name a file for loadsgf: the path of the folder for temporary files has \
               white space or `#` in it\n";
    for name in ["engine records", "engine#records"] {
        let folder = empty(name);
        let ran = judged_by_records(&folder);
        ran.ends(0);
        ran.prints(why);
        ran.omits("opening board");
        assert_eq!(names(&folder).len(), 1);
    }
    let nowhere = empty("engine-no-records").join("nowhere");
    let ran = judged_by_records(&nowhere);
    let why = "cannot be asked: no file for loadsgf can be written into the folder for temporary files (entity not found)\n";
    ran.prints(why);
}

#[test]
fn a_signal_removes_the_record_first() {
    obey_signals();
    let folder = empty("engine-interrupted");
    let gokata = gokata_command()
        .env("TMPDIR", &folder)
        .args(["check", "fixtures/superko", "--engine"])
        .arg(engine(&format!("{LOADS} hang=loadsgf")))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    wait_until("a record is written", || !names(&folder).is_empty());
    assert_eq!(ended_by(Signal::SIGINT, gokata), Some(130));
    assert_eq!(names(&folder), [""; 0]);
}

/// Setting up a position by moves adds boards to the engine's history that were not in the game.
#[test]
fn questions_that_setup_by_moves_would_falsify_are_not_asked() {
    let (with, [right, _, _]) = judged("", &["fixtures/superko"]);
    with.ends(0);
    let (without, [fewer, wrong, _]) = judged(NO_SETUP, &["fixtures/superko"]);
    assert_eq!((without.status, wrong), (Some(0), 0), "{}", without.out);
    without.prints(NEVER_THERE);
    assert!(right - 40 < fewer && fewer < right, "{fewer} of {right}");
}

#[test]
fn reports_say_whether_the_rules_were_set_stated_or_assumed() {
    let folder = ["fixtures/superko"];
    let (kgs, [_, wrong, _]) = judged("without=kata-set-rules", &folder);
    assert_eq!((kgs.status, wrong), (Some(0), 0), "{}", kgs.out);
    kgs.prints_all([
        "rules: set by kgs-rules",
        "cannot be asked: kgs-rules has no name for these rules",
    ]);
    let mute = "without=kata-set-rules without=kgs-rules";
    let (unset, [_, wrong, _]) = judged(mute, &folder);
    unset.ends(1);
    assert!(wrong > 10, "{}", unset.out);
    unset.prints("rules: not set: the engine has no command for that");
    // The warning comes first and says what to do. It does not appear if the rules were set or stated.
    let warning = "warning: this engine has no command to set the rules, so the rules of each question are assumed: if it \
                   plays by others, answers that are right under its rules count as wrong. State the rules that it was \
                   started with, as in --engine-rules kata,ko=positional";
    assert_eq!(unset.err, format!("{warning}\n"));
    unset.prints_first(format!("{warning}\n\nwrong "));
    let (page, _) = judged(mute, &["--format", "markdown", KO]);
    let head = warning.replace("warning:", "**Warning**:");
    let head = page.out.find(&format!("\n{head}.\n"));
    assert!(
        head.is_some() && head < page.out.find("| folder |"),
        "{page}"
    );
    let stated = judged(mute, &["--engine-rules", "kata", KO]);
    for (ran, _) in [stated, judged("", &[KO])] {
        assert!(!ran.to_string().contains("warning"), "{ran}");
    }
    for rules in [
        "ko=simple suicide=forbidden",
        "ko=positional suicide=multi-stone",
        "ko=situational suicide=allowed",
    ] {
        let said = format!("kata,{}", rules.replace(' ', ","));
        let given = [&folder[..], &["--engine-rules", &said]].concat();
        let (said, [right, wrong, _]) = judged(&format!("{mute} {rules}"), &given);
        assert_eq!((said.status, wrong), (Some(0), 0), "{}", said.out);
        assert!(right > 300, "{}", said.out);
        said.prints(format!("rules: given as {rules};"));
        said.prints(format!("under the program's own rules ({rules}) "));
    }
}

#[test]
fn questions_that_gtp_cannot_express_are_counted() {
    // These have all kinds of questions.
    let files = ["fixtures/kata", "fixtures/scoring", "fixtures/superko"];
    let (ran, _) = judged("without=rectangular_boardsize", &files);
    for why in [
        "GTP does not define the end of a game",
        "in GTP, only the engine itself can resign",
        "GTP does not define turns: either side may always play",
        "GTP cannot name this point off the board",
        "GTP cannot express that the turn was handed over or play was resumed",
        "the engine supports only square boards",
        "there is no question about chains, liberties, eyes and states of points",
    ] {
        ran.prints(format!(" cannot be asked: {why}\n"));
    }
}

#[test]
fn wrong_answers_of_an_engine_are_reported_with_fixture_and_line() {
    let (liar, [_, wrong, _]) = judged("lie=legal", &[KO]);
    assert_eq!((liar.status, wrong), (Some(1), 2), "{}", liar.out);
    let line = "wrong fixtures/kata/6-ko/retake-at-once.txt:13:12: Black C3 (ko=simple suicide=forbidden): expected illegal ko, got legal\n";
    assert!(liar.out.starts_with(line), "{}", liar.out);
    let (liar, [_, wrong, _]) = judged("lie=board", &[KO]);
    assert_eq!((liar.status, wrong), (Some(1), 1), "{}", liar.out);
    liar.prints(", got -----/-----/-----/-----/-----\n");
}

/// The line protocol cannot express a turn handed over in mid-game, so the report shows the GTP commands.
#[test]
fn the_sent_commands_are_shown() {
    let fixture = "fixtures/superko/handing-over-keeps-the-ko.txt";
    let (liar, _) = judged("lie=legal", &["--show-questions", fixture, KO]);
    liar.prints_all([
        "```text\nboardsize 3\nclear_board\nkata-set-rules ",
        "\nis_legal W A3\n```\n",
        "```text\ncase kata/6-ko/retake-at-once#C3-xugq7\n",
    ]);
}

/// Engines that do not start, or never give a usable answer.
#[rstest]
#[case::is_not_there("no-such-engine", "cannot start `no-such-engine`: ")]
#[case::ends_at_once(
    "exit 1",
    "`exit 1`: it ended (exit status: 1); does it speak GTP? (gnugo: --mode gtp)\n"
)]
#[case::says_nothing(
    "sleep 300",
    "`sleep 300`: it did not answer in time; does it speak GTP? (gnugo: --mode gtp)\n"
)]
#[case::reads_only("cat >/dev/null", "`cat >/dev/null`: it did not answer in time")]
#[case::echoes(
    "cat",
    "`cat`: nonsense: `1 name`: an answer begins with `=` or `?`; does it speak GTP? (gnugo: --mode gtp)\n"
)]
#[case::never_ends_its_answer(
    "while :; do echo '='; done",
    "nonsense: an answer of more than 1000 lines"
)]
#[case::never_ends_its_line("tr '\\0' '=' </dev/zero", "nonsense: a line of more than 64 KiB")]
#[case::ends_lines_only("yes ''", "it did not answer in time")]
fn a_program_that_does_not_speak_gtp_is_an_error(#[case] program: &str, #[case] part: &str) {
    let started = Instant::now();
    let is_late = part.contains("in time");
    let timeout = if is_late { "0.2" } else { NO_TIME_LIMIT };
    let ran = gokata(&["check", "--timeout", timeout, "--engine", program, KO]);
    ran.is_refused();
    ran.says(part);
    // The run did not wait for any `sleep 300`.
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
}

/// An error after the first answers is counted as an outcome. The engine is restarted, and no process is left behind.
#[rstest]
#[case::crashes("crash=12", "crashed")]
#[case::answers_something_else("lie=id", "nonsense")]
#[case::stops("hang=9", "timed out")]
fn a_later_error_is_counted_as_an_outcome(#[case] arguments: &str, #[case] outcome: &str) {
    let name = format!("engine-{}", outcome.replace(' ', "-"));
    let pids = file(&format!("{name}.pids"), b"");
    let engine = engine(arguments);
    let program = format!(
        "sleep 300 & echo $! >>'{0}'; echo $$ >>'{0}'; {engine}",
        path(&pids)
    );
    let fixture = file(&format!("{name}.txt"), b"x\n--\n--\n\nlegal A1 B1 A2\n");
    let run = |limit: &str| {
        let fixture = path(&fixture);
        gokata(&["check", "--timeout", limit, "--engine", &program, fixture])
    };
    let ran = if outcome == "timed out" {
        with_time_limit(run, |ran| ran.out.contains(outcome))
    } else {
        run(NO_TIME_LIMIT)
    };
    ran.ends(2);
    let found = if outcome == "nonsense" {
        &ran.err
    } else {
        &ran.out
    };
    assert!(found.contains(outcome), "{ran}");
    assert_ended(&pids);
}

/// An engine that refuses every board has answered no question, so it has not passed.
#[test]
fn an_engine_that_refuses_everything_has_not_passed() {
    let (ran, counts) = judged("lie=refuse", &[KO]);
    assert_eq!((ran.status, counts), (Some(2), [0, 0, 24]), "{}", ran.out);
    ran.prints("24 cannot be asked: the engine rejects boards of this size");
}
