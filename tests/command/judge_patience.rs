//! Tests `check --exec` and `--engine` with programs that crash, hang, write nonsense, or write without being asked. They
//! are reported and given up in time, and leave no process behind.

use std::fs;
use std::io::{BufRead, BufReader};
use std::iter;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

use crate::support::command::{
    Ran, assert_has, file, gokata, gokata_command, gokata_words, path, run,
};
use crate::support::folder::{empty, names};
use crate::support::judged::{answering, check, ended_by};
use crate::support::processes::assert_ended;
#[cfg(target_os = "linux")]
use crate::support::processes::{gokata_for_all_users, limited, named, running};
use crate::support::program::compiled;
use crate::support::schema;
use crate::support::waiting::{NO_TIME_LIMIT, PATIENCE, obey_signals, wait_until, with_time_limit};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;
use rstest::rstest;

/// The engine of `support/gtp_program.rs`, which can set up positions only with `loadsgf`.
const LOADS: &str = "without=gogui-setup without=set_position";

fn engine(arguments: &str) -> String {
    format!("'{}' {arguments}", compiled("gtp_program"))
}

/// Two moves, a board of two rows and three columns, and a move.
const BOARD: &[u8] = b"x\n---\n---\n\nlegal A1 B1\nplay A1\nboard\no\n---\nx--\n\nlegal B1\n";

/// Three questions with the right answer `legal`.
fn three_questions(name: &str) -> PathBuf {
    file(name, b"x\n---\n\nlegal A1 B1 C1\n")
}

fn outcomes(ran: &Ran) -> Vec<String> {
    let records = schema::judged(&ran.out).into_iter();
    let outcomes = records.filter_map(|record| record["outcome"].as_str().map(str::to_owned));
    outcomes.collect()
}

/// Shell programs, each with its own error, and the outcomes of three questions. All wait at the same time.
#[test]
fn a_bad_program_is_reported_and_leaves_no_process_behind() {
    let talks_nonsense = answering("echo perhaps", "");
    let adds_words_to_its_answer = answering("echo legal indeed", "");
    let programs: [(&str, &str, [&str; 3]); 17] = [
        ("crashes at the start", "exit 3", ["crashed"; 3]),
        ("is killed", "kill -9 $$", ["crashed"; 3]),
        (
            "crashes at the second question",
            "answer 1; exit 4",
            ["right", "crashed", "right"],
        ),
        ("hangs", "sleep 300", ["timed-out"; 3]),
        (
            "reads and says nothing",
            "cat >/dev/null; sleep 300",
            ["timed-out"; 3],
        ),
        (
            "ignores signals",
            "trap '' TERM INT HUP PIPE; while :; do sleep 300; done",
            ["timed-out"; 3],
        ),
        ("talks nonsense", &talks_nonsense, ["nonsense"; 3]),
        (
            "adds words to its answer",
            &adds_words_to_its_answer,
            ["nonsense"; 3],
        ),
        (
            "writes bytes that are not text",
            "printf '\\377\\376\\000\\n'; sleep 300",
            ["nonsense"; 3],
        ),
        ("never ends a line", "cat /dev/zero", ["nonsense"; 3]),
        ("closes its output", "exec >&-; sleep 300", ["crashed"; 3]),
        ("answers late", "answer 1 1; sleep 300", ["timed-out"; 3]),
        (
            "leaves a child",
            "sleep 300 & echo $! >>$pids; answer 3",
            ["right"; 3],
        ),
        (
            "leaves a child that holds the output",
            "sleep 300 & echo $! >>$pids; exit 5",
            ["crashed"; 3],
        ),
        (
            "leaves a child outside its group",
            "setsid sh -c 'echo $$ >>$0; setsid sleep 300 & echo $! >>$0; wait' $pids & sleep 0.1; answer 3",
            ["right"; 3],
        ),
        (
            "leaves a daemon",
            "(setsid sh -c 'trap \"\" TERM HUP INT; echo $$ >>$0; sleep 300' $pids &) ; sleep 0.1; exit 5",
            ["crashed"; 3],
        ),
        ("goes on after the end", "answer 3; sleep 300", ["right"; 3]),
    ];
    thread::scope(|scope| {
        for (name, program, expected) in programs {
            let thread = thread::Builder::new().name(name.to_owned());
            let run = move || is_reported_and_ended(name, program, expected);
            thread.spawn_scoped(scope, run).expect("a thread");
        }
    });
}

fn is_reported_and_ended(name: &str, program: &str, expected: [&str; 3]) {
    let name = name.replace(' ', "-");
    let pids = file(&format!("{name}.pids"), b"");
    let program = format!(
        "pids='{}'; echo $$ >>$pids\n\
         answer() {{ n=0; while [ $n -lt $1 ] && read -r word; do\n\
         case $word in legal\\?) sleep ${{2:-0}}; echo legal; n=$((n+1));; esac; done; }}\n{program}",
        path(&pids)
    );
    let fixture = three_questions(&format!("{name}.txt"));
    let started = Instant::now();
    let run = |limit: &str| {
        let arguments = ["check", "--format", "ndjson", "--timeout", limit, "--exec"];
        gokata(&[&arguments[..], &[&program, path(&fixture)]].concat())
    };
    let ran = if expected[0] == "timed-out" {
        let has_begun = |_: &Ran| fs::metadata(&pids).is_ok_and(|pids| pids.len() > 0);
        with_time_limit(run, has_begun)
    } else {
        run(NO_TIME_LIMIT)
    };
    assert_eq!(outcomes(&ran), expected, "{}", ran.out);
    let status = if expected == ["right"; 3] { 0 } else { 2 };
    assert_eq!(ran.status, Some(status), "{}", ran.err);
    // The run did not wait for any `sleep 300`.
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    assert_ended(&pids);
}

#[rstest]
#[case(Signal::SIGINT)]
#[case(Signal::SIGTERM)]
#[case(Signal::SIGHUP)]
#[case(Signal::SIGQUIT)]
fn a_signal_ends_the_program_under_test_first(#[case] signal: Signal) {
    let pids = file(&format!("judge-{signal}.pids"), b"");
    let program = format!(
        "sleep 300 & echo $! >'{0}.part'; echo $$ >>'{0}.part'; mv '{0}.part' '{0}'; wait",
        path(&pids)
    );
    obey_signals();
    let gokata = gokata_command()
        .args(["check", "--exec", &program])
        .arg(three_questions(&format!("judge-{signal}.txt")))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    wait_until("the program begins", || {
        fs::metadata(&pids).is_ok_and(|pids| pids.len() > 0)
    });
    assert_eq!(ended_by(signal, gokata), Some(128 + signal as i32));
    assert_ended(&pids);
}

/// Each result is printed at once, not when the run ends.
#[rstest]
#[case("text", "wrong ")]
#[case("ndjson", r#"{"schema":"gokata-judge-5","kind":"question","#)]
fn an_interrupted_run_has_printed_its_results_so_far(#[case] format: &str, #[case] part: &str) {
    let once = answering("echo illegal; break", "") + "; sleep 300";
    obey_signals();
    let mut gokata = gokata_command()
        .args(["check", "--format", format, "--timeout", "1000"])
        .args(["--exec", &once])
        .arg(three_questions(&format!("judge-interrupted-{format}.txt")))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let said = gokata.stdout.take().expect("a pipe");
    let (sender, lines) = channel();
    thread::spawn(move || {
        let mut lines = BufReader::new(said).lines().map_while(Result::ok);
        lines.try_for_each(|line| sender.send(line))
    });
    let mut said = iter::from_fn(|| lines.recv_timeout(PATIENCE).ok());
    let is_there = said.any(|line| line.starts_with(part));
    assert_eq!(ended_by(Signal::SIGINT, gokata), Some(130));
    assert!(is_there, "nothing came while it ran");
}

/// A common mistake: the program does not end or flush the line of its answer.
#[test]
fn an_answer_without_a_line_end_is_reported() {
    let fixture = file("judge-line-end.txt", b"x\n---\n\nlegal A1\n");
    let unended = "printf legal; sleep 300";
    let part =
        ":4:7: Black A1 (ko=simple suicide=forbidden): it wrote `legal` without ending the line\n";
    let run = |limit: &str| {
        let fixture = path(&fixture);
        gokata(&["check", "--timeout", limit, "--exec", unended, fixture])
    };
    let ran = with_time_limit(run, |ran| ran.out.contains(part));
    ran.ends(2);
    ran.prints(part);
    // The end of the output ends the last line, too. White space around the answer is ignored.
    let one = "answer() { printf ' legal \\r%s' \"$1\"; }; for n in 1 2 3; do
        while read -r word; do case $word in legal\\?) break;; esac; done
        if [ $n = 3 ]; then answer; else answer '\n'; fi; done";
    let fixture = three_questions("judge-line-ends.txt");
    check(one, &[path(&fixture)]).ends(0);
}

/// Children of a shell that runs `gokata` by `exec` do not belong to the program under test.
#[test]
fn no_other_process_is_ended() {
    let survivor = file("survivor", b"");
    let command =
        "(sleep 1; echo here >\"$1\") & exec \"$0\" check --exec 'exit 3' \"$2\" >\"$1.out\"";
    let questions = three_questions("survivor.txt");
    let gokata = env!("CARGO_BIN_EXE_gokata");
    let ran = Command::new("sh")
        .args(["-c", command, gokata, path(&survivor), path(&questions)])
        .status();
    assert_eq!(ran.expect("a shell").code(), Some(2));
    wait_until("the survivor writes", || {
        fs::metadata(&survivor).is_ok_and(|file| file.len() > 0)
    });
    assert_eq!(fs::read(&survivor).expect("a file"), b"here\n");
}

/// An orphan that has ended remains as a zombie until gokata reads its status; a run may create thousands.
#[cfg(target_os = "linux")]
#[test]
fn ended_orphans_are_reaped() {
    let counts = file("orphans", b"");
    let program = format!(
        "while read -r word; do case $word in legal\\?) (true & true & true &) ; echo legal; \
         cat /proc/[0-9]*/stat 2>/dev/null | grep -c \"^[0-9]* (sh) Z $PPID \" >>'{}';; esac; done",
        path(&counts)
    );
    let case = |number| format!("case {number}\nlegal A1 B1 C1\n");
    let questions: Vec<String> = (0..40).map(case).collect();
    let questions = questions.concat();
    let fixture = file("orphans.txt", format!("x\n---\n\n{questions}").as_bytes());
    // Each answer reads all of `/proc`, which may take long on a busy machine.
    check(&program, &[path(&fixture)]).ends(0);
    let text = fs::read_to_string(&counts).expect("counts");
    let counts: Vec<usize> = text.lines().filter_map(|line| line.parse().ok()).collect();
    assert_eq!(counts.len(), 120);
    assert!(counts.iter().all(|count| *count < 300), "{counts:?}");
}

/// Returns a shell command for a Perl program whose processes end after 20 seconds, even if this test fails.
#[cfg(target_os = "linux")]
fn perl(processes: usize, test: u32, name: &str, program: &str) -> String {
    let limited = limited(processes, test);
    let words = [limited.get_program()]
        .into_iter()
        .chain(limited.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    let (limit, start) = (words.join(" "), "use POSIX; alarm 20; my $end = time + 20;");
    let signals = "$SIG{$_} = q(IGNORE) for qw(TERM HUP INT QUIT CONT TTOU);";
    format!("exec {limit} perl -e '# {name}\n{start} {signals} {program}'")
}

/// Such programs fork faster than their processes can be killed one by one.
#[cfg(target_os = "linux")]
#[rstest]
#[case::for_ever(0, "setsid if defined $pid and !$pid")]
#[case::and_end(1, "exit if $pid; setsid if defined $pid")]
#[case::and_wake_each_other(2, "setsid if defined $pid and !$pid; kill CONT => getppid")]
fn a_program_that_forks_without_end_leaves_no_process_behind(
    #[case] test: u32,
    #[case] then: &str,
) {
    let name = named(&format!("forks-without-end-{test}"));
    let fixture = file(&format!("{name}.txt"), b"x\n---\n\nlegal A1\n");
    let forks = format!("while (time < $end) {{ my $pid = fork; {then} }}");
    let program = perl(100, test, &name, &forks);
    let check = ["check", "--timeout", "0.5", "--exec", &program];
    let ran = gokata(&[&check[..], &[path(&fixture)]].concat());
    assert_eq!(running(&name), [0; 0], "{}", ran.out);
    ran.ends(2);
    let is_there = |part: &&str| ran.out.contains(*part);
    assert!(["1 timed out", "1 crashed"].iter().any(is_there), "{ran}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_with_too_many_processes_is_ended() {
    let name = &named("too-many-processes");
    let fixture = file(&format!("{name}.txt"), b"x\n---\n\nlegal A1\n");
    let run = |processes: usize| {
        let forks = format!("for (2 .. {processes}) {{ fork or last }} sleep 20");
        let program = perl(1000, 3, name, &forks);
        let limit = if processes > 500 { NO_TIME_LIMIT } else { "2" };
        let ran = gokata_words(
            "check --timeout",
            &[limit, "--exec", &program, path(&fixture)],
        );
        assert_eq!(running(name), [0; 0], "{}", ran.out);
        ran.ends(2);
        ran
    };
    let many = run(501);
    many.prints_first("crashed ");
    many.prints(": it had more than 500 processes");
    run(500).prints("1 timed out");
}

/// With each number of threads, the system refuses another step: the thread for signals, the program, its pipes.
#[cfg(target_os = "linux")]
#[test]
fn too_few_threads_are_an_error_and_leave_no_process_behind() {
    let name = &named("too-few-threads");
    let gokata = gokata_for_all_users(name);
    let mut part = String::new();
    for processes in 1..8 {
        let mut command = limited(processes, 4);
        command.arg(&gokata);
        command.args(["check", "--timeout", "0.2", "--exec"]);
        command.args([&format!(": {name}; exec sleep 20"), "-"]);
        let ran = run(&mut command, b"x\n---\n\nlegal A1\n");
        let left = running(name);
        for pid in &left {
            let _ = kill(Pid::from_raw(*pid), Signal::SIGKILL);
        }
        assert_eq!((ran.status, left), (Some(2), vec![]), "{}", ran.err);
        part += &(ran.out + &ran.err);
    }
    let _ = fs::remove_file(&gokata);
    assert!(!part.contains("internal error"), "{part}");
    assert_has(&part, "cannot start a thread that waits for signals");
    // Another user's processes may come and go.
    if nix::unistd::getuid().is_root() {
        assert!(part.contains("no thread for its pipes: "), "{part}");
        assert!(part.contains("1 timed out"), "{part}");
    }
}

#[test]
fn a_board_that_does_not_come_whole_is_timed_out_with_its_lines() {
    let fixture = file("mistakes-slow.txt", BOARD);
    let program = answering("echo legal", "echo o; sleep 300");
    let part =
        ": after line 1 of the answer; `board?` takes 3 lines, whose turn it is and 2 rows\n";
    let run = |limit: &str| {
        gokata_words(
            "check --timeout",
            &[limit, "--exec", &program, path(&fixture)],
        )
    };
    let ran = with_time_limit(run, |ran| ran.out.contains(part));
    ran.prints(part);
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

/// The name of a process, which it chooses, may look like the rest of its line in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_process_with_a_misleading_name_is_ended() {
    let pids = file("misleading.pids", b"");
    let fixture = file("misleading.txt", b"x\n---\n\nlegal A1\n");
    let daemon = "use POSIX; setsid; $0 = q{x) S 1 1}; $SIG{$_} = q(IGNORE) for qw(TERM HUP INT); \
        open my $file, q(>), shift; print $file $$; close $file; sleep 300";
    let program = format!(
        "perl -e '{daemon}' '{0}' & while ! [ -s '{0}' ]; do sleep 0.01; done; \
         while read -r word; do case $word in legal\\?) echo legal;; esac; done",
        path(&pids)
    );
    let limit = ["check", "--timeout", NO_TIME_LIMIT, "--exec"];
    let ran = gokata(&[&limit[..], &[&program, path(&fixture)]].concat());
    ran.ends(0);
    let mut text = fs::read_to_string(&pids).expect("pids");
    text.push('\n');
    fs::write(&pids, text).expect("written");
    assert_ended(&pids);
}

/// Processes that have ended, but whose parent has not read their status, do not count.
#[cfg(target_os = "linux")]
#[test]
fn ended_processes_do_not_count() {
    let fixture = file("ended.txt", b"x\n---\n\nlegal A1 B1\n");
    let limited = limited(1000, 8);
    let words = [limited.get_program()]
        .into_iter()
        .chain(limited.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    // Answers a second after it has started the last of them.
    let program = format!(
        "exec {} perl -e '$| = 1; alarm 60; for (1 .. 510) {{ exit if !fork }} sleep 1; \
         while (<>) {{ print qq(legal\\n) if /^legal.$/ }}'",
        words.join(" ")
    );
    let limit = ["check", "--timeout", NO_TIME_LIMIT, "--exec"];
    let ran = gokata(&[&limit[..], &[&program, path(&fixture)]].concat());
    ran.ends(0);
}
