//! Tests that `check --exec` and `--engine` ask programs to count.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::Value;

use crate::support::command::{Ran, file, gokata, path, root};
use crate::support::judged::{RIGHT, check, lying, questions, shell};

/// Two counts of four points each, and a move.
const FIXTURE: &[u8] = b"x\n-xo-\n-xo-\n\nscore draw\nrules kata komi=-0.5\nscore x+0.5\nowner\nxxoo\nxxoo\n\nlegal A1\n";

// Tests run side by side, so each file is written once.
static FORM: LazyLock<PathBuf> = LazyLock::new(|| {
    file(
        "count-form.txt",
        b"x\n-xo-\n-xo-\n\nrules kata komi=-0.5\nscore x+0.5\nlegal A1\n",
    )
});
static ROWS: LazyLock<PathBuf> = LazyLock::new(|| {
    file(
        "count-rows.txt",
        b"x\n-xo-\n-xo-\n\nowner\nxxoo\nxxoo\n\nlegal A1\n",
    )
});
static GTP: LazyLock<PathBuf> = LazyLock::new(|| {
    file(
        "count-gtp.txt",
        b"x\n-xo-\n-xo-\n-xo-\n-xo-\n\nrules kata komi=0.5\nscore o+0.5\n",
    )
});
static FIRST: LazyLock<PathBuf> =
    LazyLock::new(|| file("count-first.txt", b"x\n-x-\n\nscore x+3\n"));

/// The numbers of right, wrong and declined questions of each kind.
fn by_kind(ran: &Ran) -> BTreeMap<String, [usize; 3]> {
    let mut kinds = BTreeMap::<String, [usize; 3]>::new();
    for question in questions(ran) {
        let outcomes = ["right", "wrong", "cannot-be-asked"];
        let at = outcomes
            .iter()
            .position(|name| question["outcome"] == *name);
        let kind = question["question"].as_str().expect("a kind").to_owned();
        kinds.entry(kind).or_default()[at.expect("an answer")] += 1;
    }
    kinds
}

/// What the lines of the protocol tell is enough for an independent program, which knows no taxes.
#[test]
fn a_program_that_counts_is_right_everywhere() {
    let ran = check(&lying("count"), &["--format", "ndjson"]);
    ran.is_fine();
    let kinds = by_kind(&ran);
    assert_eq!(kinds["owner"][1..], [0, 0]);
    assert!(
        kinds["score"][0] > 300 && kinds["score"][1] == 0,
        "{kinds:?}"
    );
    let declined = |question: &Value| question["outcome"] == "cannot-be-asked";
    for question in questions(&ran).into_iter().filter(declined) {
        if question["question"] == "score" {
            assert_eq!(question["detail"], "the program says: no taxes");
        }
    }
}

/// One that gives regions of two points or more to nobody is found out. The command below shows the right count.
#[test]
fn a_wrong_count_is_convicted() {
    let ran = check(
        &lying("regions"),
        &["--format", "ndjson", "fixtures/scoring"],
    );
    ran.ends(1);
    let kinds = by_kind(&ran);
    assert!(
        kinds["score"][1] > 100 && kinds["owner"][1] > 10,
        "{kinds:?}"
    );
    assert_eq!([kinds["legal"][1], kinds["board"][1]], [0, 0]);
    let text = "x\n--xo-\no-xo-\n\nplay pass\nrules kata scoring=territory komi=0.5\ngiven x=3 o=0\ndead A1\n\
                mark neutral E1\nscore x+7.5\n";
    let fixture = file("count-regions.txt", text.as_bytes());
    let ran = check(&lying("regions"), &[path(&fixture)]);
    ran.ends(1);
    let of = format!(
        "{}:10:1: the score (rules kata scoring=territory komi=0.5): expected x+7.5, got x+3.5\n",
        path(&fixture)
    );
    ran.prints(format!("wrong {of}"));
    let see = ran
        .out
        .lines()
        .find_map(|line| line.strip_prefix("  see: "))
        .expect("a command");
    let shown = shell(&std::env::temp_dir(), see);
    shown.is_fine();
    shown.prints_last("result: B+7.5\n");
}

/// The commands below wrong counts of the corpus give the right ones.
#[test]
fn the_command_below_a_wrong_count_gives_the_right_one() {
    let ran = check(&lying("count=draw"), &["--list-all", "fixtures/scoring"]);
    let (mut expected, mut tried) = ("", 0);
    for line in ran.out.lines() {
        if let Some((_, answers)) = line.split_once(": expected ") {
            expected = answers.strip_suffix(", got draw").unwrap_or_default();
        }
        let command = line.strip_prefix("  see: gokata score ");
        // They are many, and alike.
        if let Some(arguments) = command.filter(|_| line.len() % 4 == 0) {
            let shown = shell(&root(""), &format!("gokata score {arguments}"));
            let result = expected.replace("x+", "B+").replace("o+", "W+");
            // A resigned game can be counted, and has another result.
            if !shown.out.ends_with("+R\n") {
                shown.prints(format!("\nresult: {result}\n"));
                tried += 1;
            }
        }
    }
    assert!(tried > 30, "{tried}");
}

/// Programs that do not say so are asked as before.
#[test]
fn who_does_not_say_so_is_not_asked_to_count() {
    let fixture = file("count-not.txt", FIXTURE);
    let ran = check(&RIGHT, &[path(&fixture)]);
    ran.is_fine();
    ran.prints_all([
        "1 file, 4 questions: 1 right, 0 wrong, 3 cannot be asked\n",
        "  1 cannot be asked: the program does not say that it answers `owner?` (start NAME VERSION can=owner)\n",
        "  2 cannot be asked: the program does not say that it answers `score?` (start NAME VERSION can=score)\n",
    ]);
    let ran = check(&lying("owner"), &[path(&fixture)]);
    ran.is_fine();
    ran.prints("1 file, 4 questions: 2 right, 0 wrong, 2 cannot be asked\n");
}

/// Where the first question is about a count, a question about a move comes before it, and counts nowhere.
#[rstest]
#[case::right("count", "1 question: 1 right, 0 wrong, 0 cannot be asked\n")]
#[case::wrong_about_moves_alone(
    "count illegal",
    "1 question: 1 right, 0 wrong, 0 cannot be asked\n"
)]
#[case::without_the_word("none", "1 question: 0 right, 0 wrong, 1 cannot be asked\n")]
fn a_process_is_asked_about_a_move_first(#[case] lie: &str, #[case] sentence: &str) {
    let (lie, start) = lie
        .split_once(' ')
        .map_or((lie, ""), |_| ("count", "'start a 1 can=score'"));
    let sent = file(
        &format!("count-first-{}-{}.txt", lie.len(), start.len()),
        b"",
    );
    let program = format!("tee '{}' | {} {start}", path(&sent), lying(lie));
    let ran = check(&program, &[path(&FIRST)]);
    ran.prints(sentence);
    let sent = std::fs::read_to_string(sent).expect("what was sent");
    let asked: Vec<&str> = sent.lines().filter(|line| line.ends_with('?')).collect();
    assert_eq!(
        asked,
        if lie == "none" {
            &["legal?"][..]
        } else {
            &["legal?", "score?"]
        }
    );
}

/// Rules of a program's own bind the keys that they name, and no others.
#[rstest]
#[case::no_key("", [2, 0, 0], "")]
#[case::komi("komi=-0.5", [1, 0, 1], "  1 cannot be asked: under the program's own rules (komi=-0.5) the right answer is another one\n")]
#[case::ko("ko=positional", [2, 0, 0], "")]
#[case::the_kata_has_no_count("kata", [2, 0, 0], "")]
#[case::a_name(
    "tromp-taylor komi=-0.5",
    [1, 0, 1],
    "  1 cannot be asked: under the program's own rules (ko=positional suicide=multi-stone komi=-0.5) the right answer is another one\n"
)]
fn own_rules_bind_the_keys_that_they_name(
    #[case] rules: &str,
    #[case] scores: [usize; 3],
    #[case] why: &str,
) {
    let fixture = file(&format!("count-own-{}.txt", rules.len()), FIXTURE);
    let program = format!("{} 'start own 1 can=score,owner {rules}'", lying("count"));
    let ran = check(&program, &["--format", "ndjson", path(&fixture)]);
    ran.is_fine();
    assert_eq!(by_kind(&ran)["score"], scores);
    check(&program, &[path(&fixture)]).prints(why);
    if !rules.is_empty() {
        let given = [
            "--engine-rules",
            rules,
            "--format",
            "ndjson",
            path(&fixture),
        ];
        assert_eq!(by_kind(&check(&lying("count"), &given))["score"], scores);
    }
}

/// Each is nonsense with the form that would be right, or an answer.
#[rstest]
#[case("x+0.5", "2 right")]
#[case("x+1.5", "1 wrong")]
#[case(
    "B+0.5",
    "a score is `x+3.5`, `o+1` or `draw`: here it would be `x+0.5`"
)]
#[case("black+.50", "here it would be `x+0.5`")]
#[case("x+1.0", "here it would be `x+1`")]
#[case("x+0", "here it would be `draw`")]
#[case("0", "here it would be `draw`")]
#[case("x+-0", "nonsense")]
#[case("x+0.25", "nonsense")]
#[case("x+99999999999999999999999", "nonsense")]
#[case("+", "nonsense")]
#[case("", "nonsense")]
#[case("xxoo;xxoo", "boards answer `board?`, and `score?` takes one line")]
#[case("x+0.5;x+0.5", "nonsense")]
#[case("legal", "nonsense")]
#[case("cannot count komi", "1 cannot be asked: the program says: count komi")]
fn a_score_has_one_form(#[case] answer: &str, #[case] part: &str) {
    let ran = check(&lying(&format!("'count={answer}'")), &[path(&FORM)]);
    ran.prints(part);
}

#[rstest]
#[case("xxoo;xxoo", "2 right")]
#[case("xxoo;xx-o", "1 wrong")]
#[case(
    "xxoo;xxo",
    "a row is as long as the board is wide; this is line 2 of the answer, and `owner?` takes 2 rows"
)]
#[case("xxoo;XXOO", "a point is `x`, `o` or `-`")]
#[case("x;xxoo;xxoo", "a row is as long as the board is wide")]
#[case("xxoo;xxoo;xxoo", "nonsense")]
#[case("cannot", "1 cannot be asked")]
fn owners_are_rows(#[case] answer: &str, #[case] part: &str) {
    let ran = check(&lying(&format!("'count={answer}'")), &[path(&ROWS)]);
    ran.prints(part);
}

/// Of the white stone it is known that it is dead, of the black chain that it is not.
#[rstest]
#[case("-----;--d--;-----;-----", "2 right")]
#[case("-----;--d--;-----;---d-", "2 right")]
#[case("-----;-----;-----;-----", "1 wrong")]
#[case(
    "-----;d-d--;-----;-----",
    "expected ?-?-?/--d-?/----?/?????, got -----/d-d--/-----/-----"
)]
#[case(
    "-----;--s--;-----;-----",
    "a point is `d` or `-`; this is line 2 of the answer, and `dead?` takes 4 rows"
)]
#[case("cannot find eyes", "1 cannot be asked: the program says: find eyes")]
fn dead_stones_are_rows(#[case] answer: &str, #[case] part: &str) {
    let text = b"x\n-x-x-\nxxox-\nxxxx-\n----o\n\nstatus dead C3\nstatus alive B3\nlegal A1\n";
    let fixture = file(
        &format!("dead-{}.txt", answer.replace([';', ' '], "_")),
        text,
    );
    let program = format!(
        "{} 'start a 1 can=dead'",
        lying(&format!("'count={answer}'"))
    );
    let ran = check(&program, &[path(&fixture)]);
    ran.prints(part);
    let ran = check(&lying("count"), &[path(&fixture)]);
    ran.prints("the program does not say that it answers `dead?` (start NAME VERSION can=dead)");
}

/// A program that is started again says the same again.
#[test]
fn another_can_after_a_restart_is_nonsense() {
    let fixture = file(
        "count-again.txt",
        b"x\n-x-\n\nlegal A1\nscore x+3\nlegal A1 C1\n",
    );
    let seen = file("count-again-seen.txt", b"");
    let once = "while read -r word; do case $word in legal\\?) echo legal; exit;; score\\?) echo x+3;; esac; done";
    let program = format!(
        "[ -s '{0}' ] && can=can=owner || can=can=score; echo x >>'{0}'; echo start a 1 $can; {once}",
        path(&seen)
    );
    let ran = check(&program, &[path(&fixture)]);
    ran.ends(2);
    ran.prints("it was can=score when the program was started before, now it is can=owner");
    let program = "echo start a 1 can=scores; cat";
    let ran = check(program, &["--first", "1", path(&fixture)]);
    ran.prints("`can=` takes score, owner, dead, or several: `can=score,owner,dead`");
}

/// GTP's `final_score`, with the rules and the komi set, where the engine takes the stones for dead that are dead.
#[test]
fn an_engine_counts_finished_games() {
    let engine = format!("'{}' gtp", env!("CARGO_BIN_EXE_gokata"));
    let ran = gokata(&[
        "check",
        "--engine",
        &engine,
        "--format",
        "ndjson",
        "fixtures/scoring",
    ]);
    ran.is_fine();
    let kinds = by_kind(&ran);
    assert!(
        kinds["score"][0] > 50 && kinds["score"][1] == 0,
        "{kinds:?}"
    );
    assert_eq!(kinds["owner"][..2], [0, 0]);
}

#[rstest]
#[case::right("W+0.50", "1 right")]
#[case::wrong("B+3.0", "expected o+0.5, got x+3")]
#[case::draw("0", "expected o+0.5, got draw")]
#[case::no_count("B+Resign", "`B+Resign` is no answer to final_score")]
#[case::another_form("o+0.5", "`o+0.5` is no answer to final_score")]
fn final_score_is_read_as_gtp_writes_it(#[case] answer: &str, #[case] part: &str) {
    let engine = format!(
        "while read -r id word rest; do case $word in list_commands) a='final_score komi';; final_score) a={answer};; \
         *) a=;; esac; printf '=%s %s\\n\\n' \"$id\" \"$a\"; done"
    );
    let ran = |rules| {
        gokata(&[
            "check",
            "--engine",
            &engine,
            "--engine-rules",
            rules,
            path(&GTP),
        ])
    };
    ran("ko=simple,scoring=area,tax=none").prints(part);
    ran("ko=simple")
        .prints("--engine-rules names no scoring and tax: how the engine counts is not known");
    ran("ko=simple,scoring=area,tax=none,komi=7.5")
        .prints("under the program's own rules (komi=7.5)");
}

/// Counts have ids as moves have: they can be asked alone, and be known as wrong.
#[test]
fn counts_are_named_by_their_ids() {
    let id = "scoring/area-and-territory#723vu.score-wpntw";
    let wrong = check(&lying("regions"), &["--only", id]);
    wrong.ends(1);
    wrong.prints("1 file, 1 question: 0 right, 1 wrong, 0 cannot be asked\n");
    let list = file("count-known.txt", format!("{id} # issue 7\n").as_bytes());
    let known = check(&lying("regions"), &["--only", id, "--known", path(&list)]);
    known.is_fine();
    known.prints("0 right, 0 wrong, 0 cannot be asked, 1 known\n");
    let junit = check(&lying("regions"), &["--only", id, "--format", "junit"]);
    junit.prints(format!("name=\"{id}\""));
    junit.prints("message=\"expected x+5, got draw\"");
}
