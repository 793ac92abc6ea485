//! Runs the subcommands and checks their output, error output and exit status.

use std::fs;

use crate::support::command::{
    KO, contains_all, file, gokata, gokata_with, path, rows, without_version, words,
};
use pretty_assertions::{assert_eq, assert_str_eq};

#[test]
fn check_without_arguments_checks_the_fixtures() {
    let ran = gokata(&["check"]);
    ran.ends(0);
    ran.prints(" questions: all as expected\n");
    ran.prints("with intended errors were refused, as expected");
    // What the finder leaves open.
    let not_asked = ran.out.lines().filter(|line| line.contains("not asked"));
    assert!(
        not_asked.clone().all(|line| line.contains(" is open: ")),
        "{}",
        ran.out
    );
    assert_eq!(ran.err, "");
}

#[test]
fn a_failed_check_exits_with_1_and_shows_the_board() {
    let file = file("failed.txt", b"x\nab\n\nlegal a\nillegal ko b\n");
    let ran = gokata(&["check", path(&file)]);
    ran.ends(1);
    let expected = format!(
        "failed {}:5:12: b: expected illegal ko, got legal\n\nx\n-b\n\nillegal ko x:b\n\n\
         1 file, 1 case, 2 questions: 1 file not as expected\n",
        file.display()
    );
    assert_str_eq!(ran.out, expected);
    assert_eq!(
        gokata(&["check", "--exit-zero", path(&file)]).status,
        Some(0)
    );
}

#[test]
fn an_unreadable_file_exits_with_2_and_the_others_are_checked() {
    let bad = file("bad.txt", b"x\n-X\n");
    let ran = gokata(&["check", path(&bad), KO]);
    ran.ends(2);
    assert_str_eq!(
        ran.err,
        format!(
            "cannot read {}:2:2: `X`: a black stone is a small x\n-X\n ^\n",
            bad.display()
        )
    );
    assert_str_eq!(
        without_version(&ran.out),
        "2 files, 1 case, 6 questions: 1 file could not be read\n"
    );
}

#[test]
fn a_file_that_must_be_refused_needs_the_expected_message() {
    let bad = file("refused.txt", b"x\n-X\n");
    fs::write(
        bad.with_extension("error"),
        "2:2: `X`: a black stone is a small x\r\n-X\r\n ^\r\n",
    )
    .expect("written");
    assert_eq!(gokata(&["check", path(&bad)]).status, Some(0));
    fs::write(bad.with_extension("error"), "2:2: something else\n").expect("written");
    assert_eq!(gokata(&["check", path(&bad)]).status, Some(1));
    fs::write(&bad, "x\n-x\n").expect("written");
    let ran = gokata(&["check", path(&bad)]);
    ran.ends(1);
    ran.prints("the file is accepted");
}

#[test]
fn ndjson_prints_one_record_per_line() {
    let failed = file("json-failed.txt", b"x\nab\n\nillegal ko b\n");
    let bad = file("json-bad.txt", b"x\n-X\n");
    let ran = gokata(&[
        "check",
        "--format",
        "ndjson",
        KO,
        path(&failed),
        path(&bad),
        "fixtures/scoring",
    ]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(2), ""));
    let records: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("one object per line"))
        .collect();
    let verdicts: Vec<&str> = records
        .iter()
        .take(3)
        .filter_map(|record| record["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["passed", "failed", "unreadable"]);
    assert_eq!(records[1]["failures"][0]["got"], "legal");
    assert_eq!(
        (&records[2]["error"]["line"], &records[2]["error"]["column"]),
        (&2.into(), &2.into())
    );
    assert_eq!(records[3]["not_asked"], serde_json::json!([]));
    assert!(
        records
            .iter()
            .all(|record| record["schema"] == "gokata-check-1")
    );
}

#[test]
fn legal_prints_one_line_per_move() {
    let ran = gokata(&[
        "legal", KO, "--play", "B3", "C3", "A1", "pass", "o:A1", "(-1,2)",
    ]);
    ran.ends(1);
    assert_str_eq!(
        ran.out,
        "\
Black C3: not legal: ko: the board would be as it was before your opponent's last turn
Black A1: legal
Black pass: legal
White A1: not legal: turn: it is the other player's turn
Black C6: not legal: off board: there is no such point
"
    );
    assert_eq!(gokata(&["legal", KO, "b3", "pass"]).status, Some(0));
}

#[test]
fn explain_gives_reasons_and_both_boards() {
    let ran = gokata(&["explain", KO, "--play", "B3", "C3"]);
    ran.ends(1);
    assert_str_eq!(
        ran.out,
        "\
Black C3: not legal
  ko: the board would be as it was before your opponent's last turn (the opening board)
  would take 1 stone: B3
  rules: ko=simple suicide=forbidden scoring=area komi=0

before               after, if it were legal
 5  .  .  .  .  .     5  .  .  .  .  .
 4  .  x  o  .  .     4  .  x  o  .  .
 3  x (o) .  o  .     3  x  . (x) o  .
 2  .  x  o  .  .     2  .  x  o  .  .
 1  .  .  .  .  .     1  .  .  .  .  .
    A  B  C  D  E        A  B  C  D  E
"
    );
}

#[test]
fn show_draws_in_every_form() {
    let show = |form: &str| gokata(&["show", KO, "--play", "B3", "--as", form]).out;
    assert_str_eq!(show("kata"), "x\n-----\n-xo--\nxo-o-\n-xo--\n-----\n");
    let board = "   A B C D E\n 5 . . . . . 5\n 4 . X O . . 4\n 3 X O . O . 3\n 2 . X O . . 2\n 1 . . . . . 1\n   A B C D E\n";
    assert_str_eq!(show("showboard"), board);
    assert!(
        show("book").ends_with("\nBlack (x) to play; prisoners: Black 0, White 1\n"),
        "{}",
        show("book")
    );
    let svg = show("svg");
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n")
    );
    assert_eq!(svg.matches("r=\"14\"").count(), 7, "seven stones");
}

#[test]
fn a_converted_board_can_be_converted_back() {
    let there = gokata(&["convert", KO, "--to", "showboard"]);
    let back = gokata_with(
        &words("convert - --to kata --to-play o"),
        there.out.as_bytes(),
    );
    assert_str_eq!(back.out, "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n");
    let bad = gokata_with(
        &words("convert - --to kata"),
        b"   A B\n 2 . X 2\n 1 . ? 1\n",
    );
    bad.ends(2);
    assert_str_eq!(
        bad.err,
        "gokata: -:3:6: `?`: each point is one of X, O, . and +, separated by spaces\n 1 . ? 1\n     ^\n"
    );
}

#[test]
fn perft_counts() {
    assert_str_eq!(
        gokata(&["perft", "3x3", "--depth", "3"]).out,
        "1 10\n2 91\n3 738\n"
    );
    let with_jobs = |jobs: &str| {
        let arguments = [
            "perft",
            "3x3",
            "--depth",
            "5",
            "--columns",
            "--ko",
            "positional",
            "--jobs",
            jobs,
        ];
        gokata(&arguments)
    };
    let (alone, together) = (with_jobs("1"), with_jobs("7"));
    assert_str_eq!(alone.out, together.out);
    alone.prints_first("depth\tnodes\tplays\t");
    let plays = gokata(&words("perft 5x5 --depth 4 --no-passes --rules kata"));
    assert_str_eq!(plays.out, "1 25\n2 600\n3 13800\n4 303424\n");
}

#[test]
fn every_referee_gives_the_same_results() {
    let checks = ["pure", "fast", "both"].map(|referee| gokata(&["check", "--referee", referee]));
    for ran in &checks {
        ran.ends(0);
        assert_str_eq!(ran.out, checks[0].out);
    }
    let counts = ["pure", "fast"].map(|referee| {
        let (rules, depth) = (["--rules", "nz"], ["--depth", "4"]);
        let arguments = [
            &["perft", "2x3", "--columns", "--referee", referee],
            &rules[..],
            &depth,
        ];
        gokata(&arguments.concat())
    });
    assert_eq!(counts[0].status, Some(0));
    assert_str_eq!(counts[0].out, counts[1].out);
    assert_eq!(gokata(&["check", "--referee", "nobody"]).status, Some(2));
}

/// The times depend on the machine, so the test checks only the counts.
#[test]
fn bench_times_both_referees_on_the_same_work() {
    let ran = gokata(&["bench", "--turns", "1"]);
    ran.ends(0);
    ran.prints_all([
        "W1: random games to the end (light playouts), time per move",
        "measure of the machine: ",
        "200 positions drawn at random, 52158 legal points",
        "200 games, 90519 and 90519 of 90519 moves legal",
        " plies per playout; ",
        " times the playouts of one",
    ]);
    assert_eq!(gokata(&["bench", "--turns", "0"]).status, Some(2));
}

#[test]
fn help_goes_to_standard_output_and_errors_do_not() {
    for arguments in [
        vec!["--help"],
        vec!["--version"],
        vec!["check", "--help"],
        vec!["explain", "--help"],
    ] {
        let ran = gokata(&arguments);
        ran.is_fine();
        assert!(!ran.out.is_empty());
    }
    let ran = gokata(&[]);
    ran.is_refused();
}

#[test]
fn score_shows_the_owner_of_each_point_and_adds_up_the_totals() {
    let board = "fixtures/scoring/dead-stone-counts-twice.txt";
    let ran = gokata(&["score", board, "--rules", "japanese", "--mark", "a1"]);
    ran.is_fine();
    assert_str_eq!(
        ran.out,
        "\
the board            the owners
 5  .  .  x  o  .     5  +  +  x  o  -
 4  .  .  x  o  .     4  +  +  x  o  -
 3  .  .  x  o  .     3  +  +  x  o  -
 2  .  .  x  o  .     2  +  +  x  o  -
 1  o  .  x  o  .     1  O  +  x  o  -
    A  B  C  D  E        A  B  C  D  E
X O dead, + Black's points, - White's, ~ not counted (tax), . nobody's

dead: A1
rules: ko=simple suicide=forbidden scoring=territory tax=seki komi=6.5
                 Black   White
territory           10       5
prisoners            0       0
dead stones          1       0
komi                       6.5
total               11    11.5   White wins by 0.5
result: W+0.5
"
    );
    let ran = gokata(&[
        "score",
        board,
        "--dead",
        "A1",
        "D1",
        "--rules",
        "JP,komi=0",
        "--given",
        "x=2",
    ]);
    ran.prints("dead: D5 D4 D3 D2 A1 D1\n");
    ran.prints_last("result: B+28\n");
    let open = gokata(&[
        "score",
        "fixtures/scoring/eyes-in-a-seki.txt",
        "--neutral",
        "B5 E2",
    ]);
    open.prints("marked neutral: B5 E2\n");
    let open = gokata(&["score", board]);
    open.prints("9 points between both sides are nobody's (unfinished?): A5 B5");
}

/// With the seki tax, the territory of a group that touches a neutral point does not count.
#[test]
fn territory_that_does_not_count_is_named_with_the_reason() {
    let board = file("dame.txt", b"x\n-xo--\n-x-o-\n-xo--\n-xo--\n-xo--\n");
    let ran = gokata(&["score", path(&board), "--rules", "japanese"]);
    ran.prints_all([
        " 5  .  x  o  .  .     5  ~  x  o  ~  ~\n",
        "Black's 5 points do not count (A5 A4 A3 A2 A1): the group touches C4, which is\n  nobody's (tax=seki)\n",
        "in seki             -5      -9\n",
    ]);
    let play = |moves: &str| {
        gokata(&[
            "score",
            path(&board),
            "--rules",
            "japanese",
            "--play",
            moves,
        ])
        .out
    };
    let atari = play("C4");
    let printed = "White's 9 points do not count (D5 E5 E4 D3 E3 D2 E2 D1 E1): the stone C5 can be\n  taken at once (tax=seki)\n";
    assert!(atari.contains(printed), "{atari}");
    assert!(!atari.contains("Black's 5"), "{atari}");
    let filled = play("C4 D5");
    assert!(!filled.contains("do not count"), "{filled}");
    contains_all(
        &filled,
        ["total                5    14.5   White wins by 9.5"],
    );
}

/// The number of handicap stones cannot be derived from a board with white stones.
#[test]
fn the_number_of_handicap_stones_can_be_given() {
    let board = file("handicap.txt", b"x\n-xo-\n-xo-\n");
    let ran = gokata(&["score", path(&board), "--rules", "aga"]);
    ran.prints("no handicap bonus: ");
    let ran = gokata(&["score", path(&board), "--rules", "aga", "--handicap", "4"]);
    ran.prints("handicap bonus               3\n");
    ran.omits("no handicap bonus");
    let ran = gokata(&["score", path(&board), "--handicap", "-1"]);
    ran.ends(2);
}

/// Two arguments, and a part of the message.
const INVALID_SCORE: &str = "
--dead    | B1     | --dead: there is no stone on B1
--dead    | F9     | --dead: F9 lies off the board
--mark    | B1     | --mark: there is no stone on B1
--dead    | A1,E9  | --dead: E9 lies off the board
--dead    | pass   | --dead: `pass` is no point
--dead    | dog    | --dead: `dog` is not a move
--dead    | A1 dog | --dead: in `A1 dog`: `dog` is not a move
--neutral | A1     | --neutral: there is a stone on A1
--neutral | B1     | --neutral: B1 is neutral already
--given   | z=3    | a side and a number are needed, as in x=3 or o=1
";

#[test]
fn invalid_score_options_are_explained_in_a_sentence() {
    let board = "fixtures/scoring/dead-stone-counts-twice.txt";
    for [option, value, sentence] in rows(INVALID_SCORE) {
        let ran = gokata(&["score", board, option, value]);
        ran.is_refused();
        ran.says(sentence);
    }
}
