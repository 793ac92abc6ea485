//! Tests which processes belong to a program under test, and which of them count.

use std::fs;

use crate::support::command::{file, gokata, path};
use crate::support::processes::{assert_ended, limited};
use crate::support::waiting::NO_TIME_LIMIT;

/// The name of a process, which it chooses, may look like the rest of its line in `/proc`.
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
