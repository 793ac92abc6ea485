//! Tests `check --exec` with programs that crash, hang, write nonsense, or write without being asked. They are reported
//! and given up in time, and leave no process behind.

use std::fs;
use std::io::{BufRead, BufReader};
use std::iter;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

use crate::support::command::{
    KO, Ran, assert_has, file, gokata, gokata_command, gokata_words, path, run,
};
use crate::support::judged::{answering, check, ended_by};
use crate::support::processes::assert_ended;
#[cfg(target_os = "linux")]
use crate::support::processes::{gokata_for_all_users, limited, named, running};
use crate::support::schema;
use crate::support::waiting::{NO_TIME_LIMIT, PATIENCE, obey_signals, wait_until, with_time_limit};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pretty_assertions::assert_eq;
use rstest::rstest;

/// Three questions with the right answer `legal`.
fn three_questions(name: &str) -> PathBuf {
    file(name, b"x\n---\n\nlegal A1 B1 C1\n")
}

fn outcomes(ran: &Ran) -> Vec<String> {
    let records = schema::judged(&ran.out).into_iter();
    let outcomes = records.filter_map(|record| record["outcome"].as_str().map(str::to_owned));
    outcomes.collect()
}

/// Shell programs, each with its own error, and the outcomes of three questions.
#[rstest]
#[case::crashes_at_the_start("exit 3", ["crashed"; 3])]
#[case::is_killed("kill -9 $$", ["crashed"; 3])]
#[case::crashes_at_the_second_question("answer 1; exit 4", ["right", "crashed", "right"])]
#[case::hangs("sleep 300", ["timed-out"; 3])]
#[case::reads_and_says_nothing("cat >/dev/null; sleep 300", ["timed-out"; 3])]
#[case::ignores_signals("trap '' TERM INT HUP PIPE; while :; do sleep 300; done", ["timed-out"; 3])]
#[case::talks_nonsense(&answering("echo perhaps", ""), ["nonsense"; 3])]
#[case::adds_words_to_its_answer(&answering("echo legal indeed", ""), ["nonsense"; 3])]
#[case::writes_bytes_that_are_not_text("printf '\\377\\376\\000\\n'; sleep 300", ["nonsense"; 3])]
#[case::never_ends_a_line("cat /dev/zero", ["nonsense"; 3])]
#[case::closes_its_output("exec >&-; sleep 300", ["crashed"; 3])]
#[case::answers_late("answer 1 1; sleep 300", ["timed-out"; 3])]
#[case::leaves_a_child("sleep 300 & echo $! >>$pids; answer 3", ["right"; 3])]
#[case::leaves_a_child_that_holds_the_output("sleep 300 & echo $! >>$pids; exit 5", ["crashed"; 3])]
#[case::leaves_a_child_outside_its_group(
    "setsid sh -c 'echo $$ >>$0; setsid sleep 300 & echo $! >>$0; wait' $pids & sleep 0.1; answer 3",
    ["right"; 3]
)]
#[case::leaves_a_daemon("(setsid sh -c 'trap \"\" TERM HUP INT; echo $$ >>$0; sleep 300' $pids &) ; sleep 0.1; exit 5", ["crashed"; 3])]
#[case::goes_on_after_the_end("answer 3; sleep 300", ["right"; 3])]
fn a_bad_program_is_reported_and_leaves_no_process_behind(
    #[case] program: &str,
    #[case] expected: [&str; 3],
) {
    let name: String = program
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
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

#[test]
fn a_missing_program_is_an_error_at_once() {
    let ran = check("no-such-program-anywhere", &[]);
    ran.is_refused();
    ran.says_first("gokata: cannot start `no-such-program-anywhere`: ");
}

/// The end of its standard error is reported, with control characters replaced. Of several lines, the last stands in the
/// sentence.
#[rstest]
#[case::trace(
    r"Traceback:\n\033[31mno\n",
    ": \u{fffd}[31mno\n    Traceback:\n    \u{fffd}[31mno\n",
    ": \u{fffd}[31mno"
)]
#[case::one_line(
    "error: 3 / 4 of the input was read",
    "; its standard error ends with: error: 3 / 4 of the input was read\n",
    "; its standard error ends with: error: 3 / 4 of the input was read"
)]
#[case::nothing("", "\n", "")]
fn a_crash_is_reported_with_the_end_of_standard_error(
    #[case] errors: &str,
    #[case] found: &str,
    #[case] cause: &str,
) {
    let fixture = three_questions(&format!("judge-last-words-{}.txt", errors.len()));
    let program = format!("printf '{errors}' >&2; exit 3");
    let ran = check(&program, &[path(&fixture)]);
    ran.ends(2);
    let found = format!(": it ended (exit status: 3){found}  id: ");
    ran.prints(&found);
    let cause = format!("the first question: crashed: it ended (exit status: 3){cause}\n");
    ran.prints_last(&cause);
    // The message is printed once, then abbreviated.
    assert_eq!(ran.out.matches("): as before\n").count(), 2);
}

/// If the right answer is `legal`, a program that writes it unasked seems to be right at first.
#[rstest]
#[case::without_end("while :; do echo legal; done")]
#[case::twice(&answering("echo legal; echo legal", ""))]
fn a_program_that_writes_without_being_asked_is_reported(#[case] program: &str) {
    let fixture = three_questions(&format!("judge-unasked-{}.txt", program.len()));
    let part = "it wrote a line without a question: `legal`";
    for format in ["ndjson", "text"] {
        let ran = check(program, &["--format", format, path(&fixture)]);
        ran.ends(2);
        ran.prints(part);
    }
}

/// Ten questions without a usable answer end the run.
#[rstest]
#[case::has_an_error("exit 1", "14 cannot be asked, 10 crashed")]
#[case::echoes("cat", "14 cannot be asked, 10 nonsense")]
#[case::is_silent("sleep 300", "14 cannot be asked, 10 timed out")]
fn a_program_that_never_answers_is_soon_given_up(#[case] program: &str, #[case] part: &str) {
    let timeout = match program {
        "sleep 300" => "0.02",
        _ => NO_TIME_LIMIT,
    };
    let ran = gokata(&["check", "--timeout", timeout, "--exec", program, KO]);
    ran.ends(2);
    // The most frequent mistake of a program that is silent.
    let hint =
        "\n  it has never answered in time: does it end the line of each answer, and flush it";
    assert_eq!(ran.out.contains(hint), program == "sleep 300", "{ran}");
    ran.prints_all([
        &format!("\n1 file, 24 questions: 0 right, 0 wrong, {part}\n"),
        "\nit has never answered: 14 more questions are not asked\n",
        "  14 cannot be asked: gokata has stopped asking: it has never answered\n",
    ]);
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

/// A GTP engine given to `--exec` is recognized, and the message names `--engine`.
#[test]
fn a_gtp_engine_is_recognized_by_its_answers() {
    let engine = format!("'{}' gtp --seed 1", env!("CARGO_BIN_EXE_gokata"));
    let questions = three_questions("not-gtp.txt");
    check(&engine, &[path(&questions)]).prints("does it speak GTP? then use --engine");
    check("", &[path(&questions)]).is_refused();
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
