//! Tests `score --suggest`: what is found about life and death, its proofs, its JSON, and the shares of many records.

use std::fs;

use crate::support::command::{Ran, contains_all, file, gokata, gokata_with, path};
use crate::support::schema::{faults, objects, read};
use pretty_assertions::assert_eq;
use rstest::rstest;
use serde_json::{Value, json};

/// Both sides have an eye in a seki, between chains that live.
const SEKI: &str = "x\n-xo-ox-\nxx-oox-\nooooxxx\nxxxxx--\n-------\n";
/// Black lives with two eyes, and the white stone is dead.
const EYES: &str = "x\n-x-x-\nxxxxx\n--o--\n";
/// Whoever plays first decides about the white stones.
const OPEN: &str = "x\n---ox--\nooooxxx\nxxxxx--\n-------\n-------\n";

fn suggest(board: &str, options: &[&str]) -> Ran {
    gokata_with(
        &[&["score", "-", "--suggest"], options].concat(),
        board.as_bytes(),
    )
}

/// Returns the object that is printed; it matches the schema.
fn object(ran: &Ran) -> Value {
    let schema = read("suggestion.schema.json");
    let mut objects = objects(&ran.out);
    for object in &objects {
        assert_eq!(faults(&schema, object), [""; 0], "{object}");
    }
    objects.pop().expect("an object")
}

/// A record of a game on 5x5 with a dead stone on A1, which counts as W+0.5, and as W+11.5 if it lives.
fn record(result: &str, end: &str) -> String {
    format!(
        "(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]{result}AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ae];B[]{end})"
    )
}

/// A record whose result counts Black's two eyes in a seki.
fn unequal_seki() -> String {
    let rows = ["-ox-xox-xo-", "ooxxxoxxxoo", "-ox-ooo-xo-"];
    let stones = |wanted: char| -> String {
        let at = |row: usize, col: usize| format!("[{}{}]", letter(col), letter(row));
        let of_row = |(row, text): (usize, &&str)| -> String {
            let stones = text
                .chars()
                .enumerate()
                .filter(|(_, stone)| *stone == wanted);
            stones.map(|(col, _)| at(row, col)).collect()
        };
        rows.iter().enumerate().map(of_row).collect()
    };
    let (black, white) = (stones('x'), stones('o'));
    format!("(;SZ[11:3]RU[Japanese]KM[6.5]RE[W+8.5]AB{black}AW{white};B[];W[])")
}

fn letter(number: usize) -> char {
    char::from(b'a' + u8::try_from(number).expect("a small number"))
}

#[test]
fn what_is_proven_and_what_a_seki_excludes_is_drawn_and_said() {
    let ran = suggest(SEKI, &["--rules", "japanese"]);
    ran.is_fine();
    ran.prints_in_order(&[
        "the suggestion\n",
        " 5  ~ =x!=o! ~ =o! x! +\n",
        " 4 =x!=x! . =o!=o! x! +\n",
        " 1  +  +  +  +  +  +  +\n",
        "x! proven, =x in seki\nX O dead, ",
        "proven: 1 chain alive, 3 chains in seki\n",
        "Black's point does not count (A5): it lies beside stones in seki (tax=seki)\n",
        "White's point does not count (D5): it lies beside stones in seki (tax=seki)\n",
        "result: B+4.5\n",
    ]);
    ran.omits("range:");
    // Without a tax, the eyes count.
    let ran = suggest(SEKI, &["--rules", "japanese,tax=none"]);
    ran.omits("does not count");
    ran.prints("territory           12       1\n");
    // The dead stone needs no mark.
    let ran = suggest(EYES, &[]);
    ran.prints(" 1  +  +  O! +  +\n");
    ran.prints_last("result: B+15\n");
    gokata_with(&["score", "-"], EYES.as_bytes()).prints_last("result: B+9\n");
}

#[test]
fn what_stays_open_has_its_results_and_a_status() {
    let ran = suggest(OPEN, &[]);
    assert_eq!(ran.status, Some(1), "{ran}");
    ran.prints_all([
        "x? open",
        "\nopen: the ",
        "% of the playouts: ",
        "\nrange: ",
    ]);
    suggest(OPEN, &["--exit-zero"]).ends(0);
    let object = object(&suggest(OPEN, &["--format", "json"]));
    assert_ne!(object["open"], json!([]));
    assert_ne!(object["range"][0], object["range"][1], "{object}");
}

#[test]
fn the_json_has_the_points_of_the_stones() {
    let found = object(&suggest(SEKI, &["--rules", "japanese", "--format", "json"]));
    assert_eq!(found["proven"]["seki"].as_array().map(Vec::len), Some(11));
    assert_eq!(found["proven"]["dead"], json!([]));
    assert_eq!(found["range"], json!(["B+4.5", "B+4.5"]));
    let eye = json!({"points": ["A5"], "owner": "black", "proven": false, "excluded": "seki"});
    assert_eq!(found["regions"][0], eye);
    let found = object(&suggest(EYES, &["--format", "json"]));
    assert_eq!(found["proven"]["dead"], json!(["C1"]));
    assert_eq!(found["regions"][3]["proven"], true, "{found}");
    assert_eq!(found["result"], "B+15");
    let likely = object(&suggest(
        &record("RE[W+0.5]", ";W[]"),
        &["--format", "json"],
    ));
    assert_eq!(likely["likely"]["dead"], json!(["A1"]));
    assert!(likely["shares"]["A1"].as_u64() > Some(60), "{likely}");
    assert_eq!(
        (&likely["result"], &likely["record"]),
        (&json!("W+0.5"), &json!("W+0.5"))
    );
    // Marks are reported in place of findings.
    let marked = suggest(EYES, &["--format", "json", "--dead", "C1"]);
    let marked = object(&marked);
    assert_eq!(marked["marked"], json!(["C1"]));
    assert_eq!(marked["proven"]["alive"], json!([]));
}

#[rstest]
#[case::eyes(
    EYES,
    "B3",
    0,
    " 3  1 (x) 2 (x) 3\n",
    "is alive, proven: it lives even if Black always passes."
)]
#[case::territory(
    EYES,
    "c1",
    0,
    " 1  1  1 (o) 1  1\n",
    "is dead, proven: it stands in Black's territory (1), whose chains live even if Black always passes"
)]
#[case::seki(
    SEKI,
    "A4",
    0,
    " 5  1 (x) o1 1  o1 x  .\n",
    "White answers A5 by C4, C4 by A5."
)]
#[case::likely(
    "x\n-----\n--x--\n-----\n-----\n-----\n",
    "C4",
    0,
    " 4  .  . (x) .  .\n",
    "is likely alive: "
)]
#[case::open(
    OPEN,
    "D5",
    1,
    " 5  .  .  . (o) x  .  .\n",
    "nothing proves either. The players decide"
)]
#[case::answered_eyes(
    "x\n----xo\nxxxxxo\noooooo\n------\n",
    "A3",
    0,
    " 4  1  1  1  1 (x) o\n",
    "Region 1: two eyes. Black answers A4 by B4, B4 by C4, C4 by B4, D4 by B4.\nThis holds whoever moves first"
)]
#[case::answered_territory(
    "x\no----xo\nxxxxxxo\nooooooo\n-------\n",
    "A4",
    0,
    " 4 (o) 1  1  1  1  x  o\n",
    "Black answers B4 by C4, C4 by B4, D4 by B4, E4 by B4.\n"
)]
fn a_proof_is_drawn_and_explained(
    #[case] board: &str,
    #[case] at: &str,
    #[case] status: i32,
    #[case] drawn: &str,
    #[case] said: &str,
) {
    let ran = suggest(board, &["--rules", "japanese", "--why", at]);
    assert_eq!(ran.status, Some(status), "{ran}");
    ran.prints(drawn);
    assert!(ran.out.replace("\n  ", " ").contains(said), "{ran}");
}

#[test]
fn marks_win() {
    let ran = suggest(EYES, &["--dead", "C1"]);
    ran.ends(0);
    ran.prints("nothing is suggested: --dead and --mark name the dead stones\n");
    ran.omits("proven");
    let listed = record("RE[W+0.5]", ";W[]TB[aa:be]TW[ea:ee]");
    let ran = suggest(&listed, &[]);
    ran.ends(0);
    ran.prints("nothing is suggested: the record lists the territory (TB, TW)\n");
    // --why asks all the same.
    suggest(&listed, &["--why", "A1"]).prints("likely dead: ");
    // A list that contradicts the result fails as without --suggest.
    suggest(&listed.replace("W+0.5", "W+3.5"), &[]).ends(1);
    // A result that contradicts what is found does not.
    let ran = suggest(&record("RE[W+11.5]", ";W[]"), &[]);
    ran.ends(0);
    ran.prints_last("record: W+11.5; the count differs\nresult: W+0.5\n");
}

#[rstest]
#[case(&["--why", "C3"], "--why: there is no stone on C3\n")]
#[case(&["--why", "A9"], "--why: A9 lies off the board\n")]
#[case(&["--why", "pass"], "--why: `pass` is no point\n")]
#[case(&["--why", "A3 B3"], "--why takes one point\n")]
#[case(&["--why", "here"], "--why: ")]
#[case(&["--why", "B3", "--dead", "C1"], "cannot be used with")]
#[case(&["--why", "B3", "--format", "json"], "cannot be used with")]
#[case(&["--neutral", "A1"], "cannot be used with")]
#[case(&["--jobs", "2"], "--jobs has no effect: one position is counted\n")]
fn mistakes_are_named(#[case] options: &[&str], #[case] message: &str) {
    let ran = suggest(EYES, options);
    ran.is_refused();
    ran.says(message);
}

#[test]
fn options_of_a_suggestion_need_one() {
    for options in [
        ["--why", "A1"],
        ["--format", "json"],
        ["--jobs", "2"],
        ["more.sgf", "-"],
    ] {
        let ran = gokata(&[&["score", "5x5"], &options[..]].concat());
        ran.is_refused();
        ran.says("--suggest");
    }
}

#[rstest]
#[case("1x1", "result: 0\n")]
#[case("25x25", "there are no stones\n")]
#[case("2x7", "result: 0\n")]
fn boards_without_stones_have_a_result(#[case] size: &str, #[case] printed: &str) {
    let ran = gokata(&["score", size, "--suggest"]);
    ran.is_fine();
    ran.prints(printed);
}

#[test]
fn a_position_in_the_middle_of_a_game_is_no_end() {
    let ran = gokata(&[
        "score",
        "9x9",
        "--suggest",
        "--play",
        "E5 C3",
        "--format",
        "json",
    ]);
    let stones = object(&ran);
    let open = stones["open"].as_array().map_or(0, Vec::len);
    assert_eq!(ran.status, Some(i32::from(open > 0)), "{ran}");
    let kinds = ["alive", "dead", "seki"].map(|kind| &stones["likely"][kind]);
    let likely = kinds
        .iter()
        .filter_map(|kind| kind.as_array())
        .map(Vec::len);
    assert_eq!(open + likely.sum::<usize>(), 2, "{ran}");
}

#[test]
fn folders_have_a_line_for_each_game_and_the_shares() {
    let folder = file("x", b"").with_file_name("suggested");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("more")).expect("a folder");
    let passed = ";W[]";
    let two = record("RE[W+11.5]", passed) + &record("RE[B+R]", passed);
    for (name, content) in [
        ("a.sgf", record("RE[W+0.5]", passed)),
        ("b.sgf", two),
        ("more/b.sgf", unequal_seki()),
        ("more/c.sgf", record("", ";W[]TB[aa:be]TW[ea:ee]")),
        ("more/d.sgf", "(;SZ[9];B[ee];W[ef];B[ff]RE[W+1])".to_owned()),
        ("more/e.sgf", "no record".to_owned()),
        ("more/f.txt", "not read".to_owned()),
    ] {
        fs::write(folder.join(name), content).expect("written");
    }
    let ran =
        |options: &[&str]| gokata(&[&["score", "--suggest", path(&folder)], options].concat());
    let one = ran(&["--jobs", "1"]);
    assert_eq!(
        (one.status, &one.out),
        (Some(2), &ran(&["--jobs", "3"]).out),
        "{one}"
    );
    one.prints_in_order(&[
        "a.sgf: W+0.5, as recorded\n",
        "b.sgf game 1: W+0.5, recorded W+11.5\n",
        "b.sgf game 2: W+0.5, recorded B+R, not by a count\n",
        "b.sgf: W+10.5, recorded W+8.5, as if eyes in seki counted\n",
        "c.sgf: W+0.5, no result recorded; with the territory that the record lists\n",
        "d.sgf: ",
        "6 games, 3 with a counted result:\n",
        "       1   33.3 %  as recorded\n",
        "       1   33.3 %  as recorded if eyes in seki count\n",
        "       1   33.3 %  another result (1 with nothing open)\n",
        "no counted result recorded, of all games\n",
    ]);
    one.says("e.sgf:1:1: ");
    let json = ran(&["--format", "json"]);
    object(&json);
    assert_eq!(json.out.lines().count(), 6);
    // Rules apply to all records; options about one position do not.
    ran(&["--rules", "chinese,komi=0"]).prints("a.sgf: B+");
    let alone = ran(&["--handicap", "2"]);
    alone.is_refused();
    alone.says("only --rules, --format and --jobs are used");
    let board = file("suggested.txt", EYES.as_bytes());
    let mixed = gokata(&[
        "score",
        "--suggest",
        path(&folder.join("a.sgf")),
        path(&board),
    ]);
    mixed.ends(2);
    mixed.prints("1 game, 1 with a counted result:\n");
    mixed.says("suggested.txt: this is no game record; a board is counted alone\n");
}

/// `check --stats` lists the games whose result contradicts the count.
#[test]
fn results_that_contradict_the_count_are_listed() {
    let check = |records: &str, options: &[&str]| {
        gokata_with(
            &[&["check", "-", "--stats"], options].concat(),
            records.as_bytes(),
        )
    };
    let wrong = record("RE[W+11.5]", ";W[]");
    let listed = "game with another result (RE) than the count, although nothing is open:\n    -: recorded W+11.5, counted W+0.5\n";
    let ran = check(&wrong, &[]);
    ran.ends(0);
    ran.prints(format!("  1 {listed}"));
    // Right, not ended by two passes, not counted, in dispute only by the marks of the record.
    for fine in [
        record("RE[W+0.5]", ";W[]"),
        record("RE[W+11.5]", ""),
        record("RE[W+R]", ";W[]"),
        record("", ";W[]"),
        record("RE[W+0.5]", ";W[]TB[aa:be]TW[ea:ee]"),
    ] {
        check(&fine, &[]).omits("another result");
    }
    let json = check(
        &format!("{wrong}{}", record("RE[W+0.5]", ";W[]")),
        &["--format", "ndjson"],
    );
    let objects = objects(&json.out);
    let schema = read("record.schema.json");
    for object in &objects {
        assert_eq!(faults(&schema, object), [""; 0], "{object}");
    }
    assert_eq!(
        (&objects[0]["counted"], objects[1].get("counted")),
        (&json!("W+0.5"), None)
    );
    let without = gokata_with(&["check", "-"], wrong.as_bytes());
    without.omits("another result");
}

#[test]
fn the_help_has_examples() {
    let ran = gokata(&["score", "--help"]);
    contains_all(
        &ran.out,
        [
            "--suggest --why C3",
            "score games/ --suggest",
            "suggestion.schema.json",
        ],
    );
}
