//! Tests `score` on game records: the marks in the record (TB, TW) and its result (RE).

use crate::support::command::{contains_all, gokata_with};
use pretty_assertions::assert_eq;

/// Black holds the two columns on the left, White the one on the right; the white stone on A1 is dead. With it, White
/// wins by 0.5 under Japanese rules, without it by 11.5.
fn record(result: &str, end: &str) -> String {
    format!(
        "(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]{result}AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ae];B[];W[]{end})"
    )
}

/// The territory of both, with the point under the dead stone.
const MARKED: &str = "TB[aa:be]TW[ea:ee]";
/// The same, but only its empty points.
const EMPTY: &str = "TB[aa:ad][ba:be]TW[ea:ee]";

/// One case per line: the properties of the first node, those after the two passes, the options, the exit status, the
/// result, and what is said about the record (`...`: at the beginning).
const CASES: &str = "
-             | -      | -            | 0 | W+11.5 | -
RE[W+0.5]     | -      | -            | 0 | W+11.5 | W+0.5; the count differs: no dead stones are marked ...
RE[W+11.5]    | -      | -            | 0 | W+11.5 | W+11.5, as counted
RE[W+]        | -      | -            | 0 | W+11.5 | W+, as counted
RE[B+]        | -      | -            | 0 | W+11.5 | B+; the count differs: no dead stones are marked ...
RE[0]         | -      | -            | 0 | W+11.5 | 0; the count differs: no dead stones are marked ...
RE[Draw]      | -      | -            | 0 | W+11.5 | 0; the count differs: no dead stones are marked ...

-             | marked | -            | 0 | W+0.5  | -
RE[W+0.5]     | marked | -            | 0 | W+0.5  | W+0.5, as counted
RE[W+0.5]     | empty  | -            | 0 | W+0.5  | W+0.5, as counted
RE[W+0.50]    | marked | -            | 0 | W+0.5  | W+0.5, as counted
RE[W+0.5]     | later  | -            | 0 | W+0.5  | W+0.5, as counted
RE[B+18.5]    | marked | -            | 1 | W+0.5  | B+18.5; the count differs
RE[B+18.5]    | empty  | -            | 1 | W+0.5  | B+18.5; the count differs
RE[B+]        | marked | -            | 1 | W+0.5  | B+; the count differs
RE[W+]        | marked | -            | 0 | W+0.5  | W+, as counted
RE[0]         | marked | -            | 1 | W+0.5  | 0; the count differs
RE[W+0.5]     | before | -            | 0 | W+11.5 | W+0.5; the count differs: no dead stones are marked ...

RE[W+0.5]     | -      | --dead A1    | 0 | W+0.5  | W+0.5, as counted
RE[W+0.5]     | -      | --mark A1    | 0 | W+0.5  | W+0.5, as counted
RE[W+11.5]    | -      | --dead A1    | 1 | W+0.5  | W+11.5; the count differs
RE[W+11.5]    | -      | --mark A1    | 1 | W+0.5  | W+11.5; the count differs
RE[W+0.5]     | marked | --dead C3    | 1 | W+30.5 | W+0.5; the count differs
RE[W+30.5]    | marked | --dead C3    | 0 | W+30.5 | W+30.5, as counted
RE[W+30.5]    | marked | --mark C3    | 0 | W+30.5 | W+30.5, as counted
RE[W+0.5]     | marked | --neutral E5 | 1 | B+4.5  | W+0.5; the count differs
RE[B+4.5]     | marked | --neutral E5 | 0 | B+4.5  | B+4.5, as counted
RE[W+0.5]     | -      | --neutral E5 | 1 | W+6.5  | W+0.5; the count differs

RE[B+R]       | -      | -            | 0 | B+R    | White resigns: Black wins
RE[B+Resign]  | marked | -            | 0 | B+R    | White resigns: Black wins
RE[W+R]       | -      | --dead A1    | 0 | W+R    | Black resigns: White wins
RE[W+T]       | -      | --mark A1    | 0 | W+T    | White wins on time
RE[B+F]       | -      | -            | 0 | B+F    | Black wins by forfeit
RE[Void]      | -      | -            | 0 | Void   | the game does not count

RE[?]         | marked | -            | 0 | W+0.5  | ?: the result is not known
RE[]          | marked | -            | 0 | W+0.5  | -
RE[B+Illegal] | -      | -            | 0 | B+F    | Black wins by forfeit
RE[B+3.75]    | marked | -            | 1 | W+0.5  | `B+3.75`: Black wins; the count differs
RE[W+3.75]    | marked | -            | 0 | W+0.5  | `W+3.75`: White wins, as counted
RE[B+Luck]    | -      | -            | 0 | W+11.5 | `B+Luck`: Black wins; the count differs: no dead stones are marked ...
RE[W + 1/2]   | marked | -            | 0 | W+0.5  | W+0.5, as counted
RE[Jigo]      | marked | -            | 1 | W+0.5  | 0; the count differs
RE[B+-3]      | -      | -            | 0 | W+11.5 | `B+-3` is not understood
RE[3.75]      | marked | -            | 0 | W+0.5  | `3.75` is not understood

RE[B+R]       | marked | --at 1       | 0 | W+11.5 | -
RE[B+R]       | marked | --at 2       | 0 | B+R    | White resigns: Black wins
RE[W+0.5]     | marked | --at 2       | 0 | W+0.5  | W+0.5, as counted
RE[B+R]       | marked | --at 1 --play pass | 0 | W+11.5 | -
RE[B+R]       | marked | --path main  | 0 | B+R    | White resigns: Black wins
RE[B+R]       | fork   | --path 2/2   | 0 | W+0.5  | -
";

#[test]
fn the_result_and_the_marks_of_a_record_are_compared_with_the_count() {
    for case in CASES.lines().filter(|line| !line.is_empty()) {
        let columns: Vec<&str> = case.split('|').map(str::trim).collect();
        let [result, end, options, status, counted, said] = columns[..] else {
            panic!("{case}");
        };
        let end = match end {
            "marked" => MARKED.to_owned(),
            "empty" => EMPTY.to_owned(),
            "later" => format!(";C[the end]{MARKED};C[more]"),
            "before" => format!("{MARKED};B[aa]"),
            "fork" => format!("(;B[aa])(;C[here]{MARKED})"),
            _ => String::new(),
        };
        let record = record(result.trim_start_matches('-'), &end);
        let options = options.split(' ').filter(|word| *word != "-");
        let arguments: Vec<&str> = ["score", "-"].into_iter().chain(options).collect();
        let ran = gokata_with(&arguments, record.as_bytes());
        let report = format!("{case}\n{}{}", ran.out, ran.err);
        assert_eq!(ran.status, status.parse().ok(), "{report}");
        let out = ran.out.replace("\n  ", " ");
        // The result is the last line, after what the record says.
        let (before, last) = out.rsplit_once("\nresult: ").expect(&report);
        assert_eq!(last, format!("{counted}\n"), "{report}");
        let record = before
            .split_once("\nrecord: ")
            .map_or("-", |(_, said)| said);
        match said.strip_suffix(" ...") {
            Some(beginning) => assert!(record.starts_with(beginning), "{report}"),
            None => assert_eq!(record, said, "{report}"),
        }
    }
}

/// The marks that are used are named, and so are those that are not.
#[test]
fn the_marks_of_a_record_are_reported() {
    let score = |record: &str, options: &[&str]| {
        let ran = gokata_with(&[&["score", "-"], options].concat(), record.as_bytes());
        ran.ends(0);
        (ran.out, ran.err)
    };
    let (out, err) = score(&record("", MARKED), &[]);
    let used =
        "the record lists Black's territory (TB, 10 points) and White's (TW, 5 points)\ndead: A1\n";
    assert!(out.contains(used), "{out}");
    assert_eq!(err, "");
    let (out, _) = score(&record("", MARKED), &["--dead", "A1"]);
    assert!(out.contains("the marks of the record (TB, TW) are not used: --dead and --mark replace them\ndead: A1\n"), "{out}");
    // Points without an owner in the record are neutral, as in a seki.
    let (out, _) = score(&record("", "TB[aa:be]"), &[]);
    contains_all(&out, ["dead: A1\nmarked neutral: E5 E4 E3 E2 E1\n"]);
    assert!(out.ends_with("result: B+4.5\n"), "{out}");
    // Marks before the last move are of another position.
    let (out, err) = score(&record("", "TB[aa:be];B[aa]"), &[]);
    assert!(!out.contains("TB"), "{out}");
    contains_all(
        &err,
        ["warning -:1:93: territory (TB, TW) before the last move is ignored\n"],
    );
    let (_, err) = score(&record("", "TB[aa:be][zz][][a]TW[aa][ea:ee]"), &[]);
    for expected in [
        "`zz` lies off the board of 5x5\n",
        "`a` is no point\n",
        "A5 is territory of both (TB and TW): it is ignored\n",
    ] {
        assert!(err.contains(expected), "{expected}\n{err}");
    }
}

/// Lists that contradict the board are reported.
#[test]
fn listed_territory_that_does_not_count_is_reported() {
    // C4 and C3 lie between living stones of both.
    let open =
        "(;SZ[5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de];B[];W[]TB[aa:ae][cb:cc]TW[ea:ee])";
    let ran = gokata_with(&["score", "-"], open.as_bytes());
    let printed = "not counted, although listed as Black's territory: C4 C3 (living stones of Black alone do not surround it)\n";
    assert!(
        ran.out.replace("\n  ", " ").contains(printed),
        "{}",
        ran.out
    );
    let many = record("", &format!("TB{}", "[aa]".repeat(10_001)));
    let ran = gokata_with(&["score", "-"], many.as_bytes());
    ran.says(": values after the first 10000 are ignored\n");
}

/// A neutral line between the sides taxes all territory under Japanese rules. Territory in the record is what the
/// players agreed on, so it counts.
#[test]
fn territory_in_a_record_counts_although_neutral_points_are_open() {
    let open = "(;SZ[5]RU[Japanese]KM[0.5]RE[W+0.5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de];B[];W[]TB[aa:ae]TW[ea:ee])";
    let ran = gokata_with(&["score", "-"], open.as_bytes());
    ran.ends(0);
    for expected in [
        "the listed territory counts as it is (tax=none), although tax=seki excludes a part of it\n",
        "scoring=territory komi=0.5",
        "territory            5       5\n",
        "\nrecord: W+0.5, as counted\nresult: W+0.5\n",
    ] {
        let out = ran.out.replace("\n  ", " ");
        assert!(out.contains(expected), "{expected}\n{}", ran.out);
    }
}

/// A record that names no rules is counted by the kata's, under which the result is usually another one.
#[test]
fn a_difference_without_known_rules_names_the_option() {
    for (rules, is_named) in [("", false), ("RU[Calvinball]", false), ("RU[AGA]", true)] {
        let record = format!("(;SZ[5]{rules}RE[W+6.5];B[cc])");
        let ran = gokata_with(&["score", "-"], record.as_bytes());
        let hint = "; the record names no known rules: --rules names them";
        let out = ran.out.replace("\n  ", " ");
        assert_eq!(out.contains(hint), !is_named, "{}", ran.out);
    }
}
