//! Tests `check --exec` with programs that say what they are (`start`) and what they cannot answer (`cannot`).

use crate::support::schema;
use std::fs;

use crate::support::command::{KO, Ran, assert_begins, assert_has, file, path, without_version};
use crate::support::judged::{self, RIGHT, check};
use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::{Value, json};

/// A shell program that answers every question with these commands.
fn answering(commands: &str) -> String {
    judged::answering(commands, commands)
}

/// A program that writes this line, then is the right program.
fn starting(line: &str) -> String {
    format!("echo '{line}'; '{}'", *RIGHT)
}

fn objects(ran: &Ran) -> Vec<Value> {
    schema::judged(&ran.out)
}

#[test]
fn cannot_is_counted_with_the_programs_own_reason() {
    // It answers the first question, and no other.
    let program = answering("echo ${done:-legal}; done='cannot  set a <b>board</b>\u{1b}  '");
    let ran = check(&program, &[KO]);
    ran.is_fine();
    ran.prints_all([
        "\n1 file, 24 questions: 1 right, 0 wrong, 23 cannot be asked\n",
        "\n  23 cannot be asked: the program says: set a <b>board</b>\u{fffd}\n",
    ]);
    let page = check(&program, &["--format", "markdown", KO]).out;
    let part = "\n- 23 cannot be asked: the program says: set a &lt;b&gt;board&lt;/b&gt;\u{fffd}\n";
    assert!(page.contains(part), "{page}");
    let ran = check(&program, &["--format", "ndjson", KO]);
    let mut objects = objects(&ran);
    objects.retain(|object| object["outcome"] == "cannot-be-asked");
    let why = "the program says: set a <b>board</b>\u{fffd}";
    assert!(objects.iter().all(|object| object["detail"] == why));
    assert_eq!(objects.len(), 23);
}

/// `cannot` answers every kind of question. Where nothing else is answered, nothing has been judged.
#[rstest]
#[case::with_a_reason("cannot no superko", "no superko")]
#[case::without("cannot", "cannot, and no reason")]
#[case::without_and_a_blank(" cannot ", "cannot, and no reason")]
fn a_program_that_answers_nothing_is_not_a_success(#[case] answer: &str, #[case] why: &str) {
    let ran = check(&answering(&format!("echo '{answer}'")), &[KO]);
    ran.ends(2);
    let part = format!(
        "\n1 file, 24 questions: 0 right, 0 wrong, 24 cannot be asked\n  rules: sent with each question\n  \
         24 cannot be asked: the program says: {why}\n"
    );
    let out = without_version(&ran.out);
    assert!(out.contains(&part), "{part}{out}");
}

/// A wrong answer counts, however many other questions the program declines.
#[test]
fn cannot_does_not_hide_a_wrong_answer() {
    let program = answering("echo ${done:-illegal}; done='cannot go on'");
    let ran = check(&program, &[KO]);
    ran.ends(1);
    ran.prints(" 0 right, 1 wrong, 23 cannot be asked\n");
}

/// A program may give every question a reason of its own, and a long one.
#[test]
fn reasons_are_limited() {
    let program =
        answering("n=$((n+1)); [ $n -gt 22 ] && n=22; echo \"cannot $n $(printf %0999d 0)\"");
    let ran = check(&program, &[KO]);
    assert_eq!(ran.out.matches(" cannot be asked: ").count(), 21, "{ran}");
    // The most frequent one is the first.
    let most = format!(
        "  3 cannot be asked: the program says: 22 {}...\n",
        "0".repeat(197)
    );
    let others = "  2 cannot be asked: the program gives 2 other reasons\n";
    let part = format!("\n  rules: sent with each question\n{most}");
    assert_has(&without_version(&ran.out), part);
    ran.prints_last(others);
}

/// It may come before the first question is sent, or after it.
#[rstest]
#[case::at_once("", "cat")]
#[case::after_the_question("read -r first; ", "echo $first; cat")]
fn every_report_names_the_program(#[case] before: &str, #[case] input: &str) {
    let start = "echo '  start <b>My|Go</b>   1.2-rc\u{1b}'";
    let program = format!("{before}{start}; {{ {input}; }} | '{}'", *RIGHT);
    let ran = check(&program, &[KO]);
    ran.is_fine();
    let part = "\n<b>My|Go</b> 1.2-rc\u{fffd}\n1 file, 24 questions: 24 right, 0 wrong, 0 cannot be asked\n";
    ran.prints(part);
    let page = check(&program, &["--format", "markdown", KO]).out;
    assert_begins(&page, "&lt;b&gt;My\\|Go&lt;/b&gt; 1.2-rc\u{fffd}: `");
    // The first object, although the line is not known when the run begins.
    let not_asked = format!("start-count-{}.txt", before.len());
    let not_asked = file(&not_asked, b"x\n--\n--\n\neyes x\n--\n--\n");
    let ran = check(&program, &["--format", "ndjson", path(&not_asked), KO]);
    let objects = objects(&ran);
    assert_eq!(
        [&objects[0]["kind"], &objects[1]["kind"]],
        ["program", "line"]
    );
    assert_eq!(objects.len(), 27);
    assert_eq!(objects[0]["name"], "<b>My|Go</b>");
    assert_eq!(objects[0]["version"], "1.2-rc\u{fffd}");
}

/// Without the line, everything is as it was: no name, and an object about the program nevertheless.
#[test]
fn a_program_need_not_say_what_it_is() {
    for program in [RIGHT.as_str(), "exit 1"] {
        let ran = check(program, &["--format", "ndjson", KO]);
        let objects = objects(&ran);
        assert_eq!(
            [&objects[0]["name"], &objects[0]["version"]],
            [&Value::Null; 2]
        );
        let programs = objects.iter().filter(|object| object["kind"] == "program");
        assert_eq!(programs.count(), 1);
    }
}

#[test]
fn a_long_name_is_shortened() {
    let name = "n".repeat(10_000);
    let ran = check(&starting(&format!("start {name} {name}")), &[KO]);
    let part = format!("\n{0}... {0}...\n1 file", "n".repeat(60));
    ran.prints(&part);
}

/// A program that is started again says the same again. The line is read once from each process.
#[test]
fn a_program_that_is_started_again_may_say_it_again() {
    let fixture = file("start-again.txt", b"x\n---\n\nlegal A1 B1 C1\n");
    let once = format!("{}; exit", answering("echo legal; exit"));
    let ran = check(&format!("echo start again 1; {once}"), &[path(&fixture)]);
    ran.prints("\nagain 1\n1 file, 3 questions: ");
    ran.prints(" 0 wrong, 0 cannot be asked");
    let twice = format!("echo start a 1; {}", starting("start b 1"));
    check(&twice, &[path(&fixture)]).prints("nonsense");
}

#[rstest]
#[case::nothing("start", "`start` needs a name and a version, of one word each")]
#[case::no_version("start me", "`start` needs a name and a version, of one word each")]
#[case::many_words("start My Go 1.0", "after name and version, of one word each: ")]
#[case::no_such_rules("start me 1 ko=none", "after name and version, of one word each: ")]
fn a_wrong_line_start_is_nonsense(#[case] line: &str, #[case] part: &str) {
    let ran = check(&starting(line), &["--first", "1", KO]);
    ran.ends(2);
    ran.prints(format!("`{line}`: {part}"));
}

/// The rules in the line are those of `--engine-rules`, for the first question, too. The option comes before them.
#[rstest]
#[case("ko=positional")]
#[case("kata ko=positional suicide=forbidden")]
#[case("chinese-ogs")]
fn a_program_can_state_its_own_rules(#[case] rules: &str) {
    let sent = file(&format!("start-sent-{}.txt", rules.len()), b"");
    let kept = path(&sent);
    let program = format!("echo 'start own 1 {rules}'; tee '{kept}' | '{}'", *RIGHT);
    let folder = "fixtures/superko";
    let outcomes = |ran: &Ran| -> Vec<Value> {
        let outcome = |question: Value| json!([question["id"], question["outcome"]]);
        judged::questions(ran).into_iter().map(outcome).collect()
    };
    let stated = check(&program, &["--format", "ndjson", folder]);
    let of_the_rules = fs::read_to_string(&sent).expect("what was sent");
    let others = of_the_rules.lines().filter(|line| {
        line.starts_with("rules ") && *line != "rules ko=positional suicide=forbidden"
    });
    // The first question is sent before the program has stated them.
    assert!(others.count() <= 1, "{of_the_rules}");
    let given = ["--engine-rules", "ko=positional", "--format", "ndjson"];
    let given = check(&RIGHT, &[&given[..], &[folder]].concat());
    assert_eq!((stated.status, given.status), (Some(0), Some(0)));
    assert_eq!(outcomes(&stated), outcomes(&given));
    let note = "given as ko=positional suicide=forbidden; questions that depend on other rules are not asked";
    assert_eq!(objects(&stated)[0]["rules"], note);
    let option = check(&program, &["--engine-rules", "kata", folder]);
    option.prints("rules: given as ko=simple suicide=forbidden;");
}

/// A program may decline the question that names other rules than its own. It is asked again under these.
#[test]
fn the_first_question_is_asked_again_under_the_stated_rules() {
    let program = "echo start own 1 suicide=allowed; while read -r word rest; do case $word in rules) rules=$rest;; \
                   legal\\?) case $rules in *suicide=allowed) echo legal;; *) echo cannot these rules;; esac;; esac; done";
    let fixture = file("start-first.txt", b"x\n---\n\nlegal A1 B1 C1\n");
    let ran = check(program, &[path(&fixture)]);
    ran.ends(0);
    ran.prints("3 questions: 3 right, 0 wrong, 0 cannot be asked\n");
}
