//! Tests `check --exec` with programs that say what they are (`start`) and what they cannot answer (`cannot`).

use crate::support::schema;
use std::fs;
use std::sync::LazyLock;

use crate::support::command::{
    KO, Ran, assert_begins, assert_has, file, gokata, path, without_version,
};
use crate::support::program::compiled;
use crate::support::waiting::NO_TIME_LIMIT;
use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::{Value, json};

static PROGRAM: LazyLock<String> = LazyLock::new(|| compiled("line_program"));

/// A shell program that answers every question with these commands.
fn answering(commands: &str) -> String {
    format!("while read -r word; do case $word in legal\\?|board\\?) {commands};; esac; done")
}

/// A program that writes this line, then is the right program.
fn starting(line: &str) -> String {
    format!("echo '{line}'; '{}'", *PROGRAM)
}

fn judged(program: &str, more: &[&str]) -> Ran {
    let check = ["check", "--timeout", NO_TIME_LIMIT, "--exec", program];
    gokata(&[&check[..], more].concat())
}

fn objects(ran: &Ran) -> Vec<Value> {
    schema::judged(&ran.out)
}

#[test]
fn cannot_is_counted_with_the_programs_own_reason() {
    // It answers the first question, and no other.
    let program = answering("echo ${done:-legal}; done='cannot  set a <b>board</b>\u{1b}  '");
    let ran = judged(&program, &[KO]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    for part in [
        "\n1 file, 24 questions: 1 right, 0 wrong, 23 cannot be asked\n",
        "\n  23 cannot be asked: the program says: set a <b>board</b>\u{fffd}\n",
    ] {
        assert!(ran.out.contains(part), "{part}{}", ran.out);
    }
    let page = judged(&program, &["--format", "markdown", KO]).out;
    let part = "\n- 23 cannot be asked: the program says: set a &lt;b&gt;board&lt;/b&gt;\u{fffd}\n";
    assert!(page.contains(part), "{page}");
    let ran = judged(&program, &["--format", "ndjson", KO]);
    let declined = objects(&ran)
        .into_iter()
        .filter(|object| object["outcome"] == "cannot-be-asked");
    let details: Vec<Value> = declined.map(|object| object["detail"].clone()).collect();
    let why = "the program says: set a <b>board</b>\u{fffd}";
    assert_eq!(details, vec![json!(why); 23]);
}

/// `cannot` answers every kind of question. Where nothing else is answered, nothing has been judged.
#[rstest]
#[case::with_a_reason("cannot no superko", "no superko")]
#[case::without("cannot", "cannot, and no reason")]
#[case::without_and_a_blank(" cannot ", "cannot, and no reason")]
fn a_program_that_answers_nothing_is_not_a_success(#[case] answer: &str, #[case] why: &str) {
    let ran = judged(&answering(&format!("echo '{answer}'")), &[KO]);
    assert_eq!(ran.status, Some(2), "{}", ran.out);
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
    let ran = judged(&program, &[KO]);
    assert_eq!(ran.status, Some(1), "{}", ran.out);
    assert_has(&ran.out, " 0 right, 1 wrong, 23 cannot be asked\n");
}

/// A program may give every question a reason of its own, and a long one.
#[test]
fn reasons_are_limited() {
    let program =
        answering("n=$((n+1)); [ $n -gt 22 ] && n=22; echo \"cannot $n $(printf %0999d 0)\"");
    let ran = judged(&program, &[KO]);
    let notes: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("  ") && line.contains("cannot be asked"))
        .collect();
    assert_eq!(notes.len(), 21, "{}", ran.out);
    // The most frequent one is the first.
    let most = format!(
        "  3 cannot be asked: the program says: 22 {}...",
        "0".repeat(197)
    );
    assert_eq!(
        (notes[0], notes[20]),
        (
            most.as_str(),
            "  2 cannot be asked: the program gives 2 other reasons"
        )
    );
}

/// It may come before the first question is sent, or after it.
#[rstest]
#[case::at_once("", "cat")]
#[case::after_the_question("read -r first; ", "echo $first; cat")]
fn every_report_names_the_program(#[case] before: &str, #[case] input: &str) {
    let start = "echo '  start <b>My|Go</b>   1.2-rc\u{1b}'";
    let program = format!("{before}{start}; {{ {input}; }} | '{}'", *PROGRAM);
    let ran = judged(&program, &[KO]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    let part = "\n<b>My|Go</b> 1.2-rc\u{fffd}\n1 file, 24 questions: 24 right, 0 wrong, 0 cannot be asked\n";
    assert!(ran.out.contains(part), "{}", ran.out);
    let page = judged(&program, &["--format", "markdown", KO]).out;
    assert_begins(&page, "&lt;b&gt;My\\|Go&lt;/b&gt; 1.2-rc\u{fffd}: `");
    // The first object, although the line is not known when the run begins.
    let not_asked = file("start-count.txt", b"x\n--\n--\n\nowner\n--\n--\n");
    let ran = judged(&program, &["--format", "ndjson", path(&not_asked), KO]);
    let objects = objects(&ran);
    let kinds: Vec<&str> = objects
        .iter()
        .filter_map(|object| object["kind"].as_str())
        .collect();
    assert_eq!((kinds[0], kinds[1], kinds.len()), ("program", "line", 27));
    assert_eq!(objects[0]["name"], "<b>My|Go</b>");
    assert_eq!(objects[0]["version"], "1.2-rc\u{fffd}");
}

/// Without the line, everything is as it was: no name, and an object about the program nevertheless.
#[test]
fn a_program_need_not_say_what_it_is() {
    for program in [PROGRAM.as_str(), "exit 1"] {
        let ran = judged(program, &["--format", "ndjson", KO]);
        let objects = objects(&ran);
        assert_eq!(
            (&objects[0]["name"], &objects[0]["version"]),
            (&Value::Null, &Value::Null)
        );
        let programs = objects.iter().filter(|object| object["kind"] == "program");
        assert_eq!(programs.count(), 1);
    }
}

#[test]
fn a_long_name_is_shortened() {
    let name = "n".repeat(10_000);
    let ran = judged(&starting(&format!("start {name} {name}")), &[KO]);
    let part = format!("\n{0}... {0}...\n1 file", "n".repeat(60));
    assert!(ran.out.contains(&part), "{}", ran.out);
}

/// A program that is started again says the same again. The line is read once from each process.
#[test]
fn a_program_that_is_started_again_may_say_it_again() {
    let fixture = file("start-again.txt", b"x\n---\n\nlegal A1 B1 C1\n");
    let once = format!("{}; exit", answering("echo legal; exit"));
    let ran = judged(&format!("echo start again 1; {once}"), &[path(&fixture)]);
    assert_has(&ran.out, "\nagain 1\n1 file, 3 questions: ");
    assert_has(&ran.out, " 0 wrong, 0 cannot be asked");
    let twice = judged(
        &format!("echo start a 1; {}", starting("start b 1")),
        &[path(&fixture)],
    );
    assert!(twice.out.contains("nonsense"), "{}", twice.out);
}

#[rstest]
#[case::nothing(
    "start",
    "`start`: `start` needs a name and a version, of one word each"
)]
#[case::no_version(
    "start me",
    "`start me`: `start` needs a name and a version, of one word each"
)]
#[case::many_words(
    "start My Go 1.0",
    "`start My Go 1.0`: after name and version, of one word each: "
)]
#[case::no_such_rules(
    "start me 1 ko=none",
    "`start me 1 ko=none`: after name and version, of one word each: "
)]
fn a_wrong_line_start_is_nonsense(#[case] line: &str, #[case] part: &str) {
    let ran = judged(&starting(line), &["--first", "1", KO]);
    assert_eq!(ran.status, Some(2), "{}", ran.out);
    assert!(ran.out.contains(part), "{part}\n{}", ran.out);
}

/// The rules in the line are those of `--engine-rules`, for the first question, too. The option comes before them.
#[rstest]
#[case("ko=positional")]
#[case("kata ko=positional suicide=forbidden")]
#[case("chinese-ogs")]
fn a_program_can_state_its_own_rules(#[case] rules: &str) {
    let sent = file(&format!("start-sent-{}.txt", rules.len()), b"");
    let program = format!(
        "echo 'start own 1 {rules}'; tee '{}' | '{}'",
        path(&sent),
        *PROGRAM
    );
    let folder = "fixtures/superko";
    let outcomes = |ran: &Ran| -> Vec<Value> {
        let questions = objects(ran)
            .into_iter()
            .filter(|object| object["kind"] != "program");
        questions
            .map(|question| json!([question["id"], question["outcome"]]))
            .collect()
    };
    let stated = judged(&program, &["--format", "ndjson", folder]);
    let of_the_rules = fs::read_to_string(&sent).expect("what was sent");
    let others = of_the_rules.lines().filter(|line| {
        line.starts_with("rules ") && *line != "rules ko=positional suicide=forbidden"
    });
    // The first question is sent before the program has stated them.
    assert!(others.count() <= 1, "{of_the_rules}");
    let given = [
        "--engine-rules",
        "ko=positional",
        "--format",
        "ndjson",
        folder,
    ];
    let given = judged(&PROGRAM, &given);
    assert_eq!((stated.status, given.status), (Some(0), Some(0)));
    assert_eq!(outcomes(&stated), outcomes(&given));
    let note = objects(&stated)[0]["rules"].clone();
    assert_eq!(
        note,
        "given as ko=positional suicide=forbidden; questions that depend on other rules are not asked"
    );
    let option = judged(&program, &["--engine-rules", "kata", folder]);
    assert_has(&option.out, "rules: given as ko=simple suicide=forbidden;");
}

/// A program may decline the question that names other rules than its own. It is asked again under these.
#[test]
fn the_first_question_is_asked_again_under_the_stated_rules() {
    let program = "echo start own 1 suicide=allowed; while read -r word rest; do case $word in rules) rules=$rest;; \
                   legal\\?) case $rules in *suicide=allowed) echo legal;; *) echo cannot these rules;; esac;; esac; done";
    let fixture = file("start-first.txt", b"x\n---\n\nlegal A1 B1 C1\n");
    let ran = judged(program, &[path(&fixture)]);
    assert_eq!(ran.status, Some(0), "{}", ran.out);
    assert_has(
        &ran.out,
        "3 questions: 3 right, 0 wrong, 0 cannot be asked\n",
    );
}
