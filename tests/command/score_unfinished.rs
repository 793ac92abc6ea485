//! Tests what `score` and `play` say about neutral points that keep territory from counting.

use crate::support::command::{file, gokata, gokata_with, path};
use pretty_assertions::assert_eq;

/// A neutral line between the sides, as beginners leave it.
const OPEN: &[u8] = b"x\n-x-o-\n-x-o-\n-x-o-\n-x-o-\n-x-o-\n";

/// The points come before the count, which stays as it is.
#[test]
fn score_first_says_which_points_are_unfinished() {
    let board = file("unfinished.txt", OPEN);
    let ran = gokata(&["score", path(&board), "--rules", "japanese"]);
    ran.is_fine();
    let expected = "\
X O dead, + Black's points, - White's, ~ not counted (tax), . nobody's

unfinished: the neutral points C5 C4 C3 C2 C1 lie beside territory, so 5 points
  of Black and 5 of White do not count (tax=seki); once they are filled, or
  with tax=none, White wins by 6.5 points (each stone that must be added inside
  territory costs a point)
If they are a seki, the count is right. Else play on, or count with `--rules
  japanese,tax=none`, and mark the eyes of a seki with `--neutral POINT`.
5 points between both sides are nobody's (unfinished?): C5 C4 C3 C2 C1
";
    ran.prints(expected);
    ran.prints("in seki             -5      -5\n");
    ran.prints_last("result: W+6.5\n");
    let offered = gokata(&["score", path(&board), "--rules", "japanese,tax=none"]);
    offered.prints_last("White wins by 6.5\nresult: W+6.5\n");
    offered.omits("unfinished:");
}

/// The options that are offered keep the other rules, and give the count that was announced.
#[test]
fn the_options_that_are_offered_give_the_count_that_is_announced() {
    let board = file(
        "unfinished-unequal.txt",
        b"o\n--x-o-\n--x-o-\nxxx-oo\n---x--\n-----x\nxxxxxx\n",
    );
    for (rules, offered, announced) in [
        ("japanese", "japanese,tax=none", "White wins by "),
        (
            "korean,komi=0.5",
            "japanese,tax=none,komi=0.5",
            "Black wins by ",
        ),
        (
            "jp,komi=-7,suicide=allowed",
            "japanese,suicide=allowed,tax=none,komi=-7",
            "Black wins by ",
        ),
        (
            "stone-scoring,komi=0",
            "stone-scoring,tax=none,komi=0",
            "Black wins by ",
        ),
        ("kata,tax=seki", "kata", "Black wins by "),
    ] {
        let score = |rules: &str| gokata(&["score", path(&board), "--rules", rules]);
        let ran = score(rules);
        let said = ran.out.replace("\n  ", " ");
        let said = said.split_once("unfinished: ").expect(&ran.out).1;
        assert!(
            said.contains(&format!("`--rules {offered}`")),
            "{offered}\n{said}"
        );
        let by = said.split_once("with tax=none, ").expect(said).1;
        let by = by.split_once(" points").expect(said).0;
        assert!(by.starts_with(announced), "{by}");
        assert!(
            score(offered).out.contains(by),
            "{rules}: {by}\n{}",
            score(offered).out
        );
        let is_filled = said.contains("once they are filled, or with tax=none");
        assert_eq!(
            is_filled,
            rules.starts_with(['j', 'k']) && !rules.starts_with("kata"),
            "{said}"
        );
    }
}

/// Nothing is unfinished without a tax, in a finished game, or where the players have marked the points as neutral.
#[test]
fn finished_boards_have_no_unfinished_points() {
    let finished = file("finished.txt", b"x\n-xo-\n-xo-\n-xo-\n");
    let open = file("unfinished-not.txt", OPEN);
    let eye = file("neutral-eye.txt", b"x\n-x-xo-\n-xxxo-\n-xxxo-\n");
    for arguments in [
        &[path(&finished), "--rules", "japanese"][..],
        &[path(&open), "--rules", "chinese"],
        &[path(&open)],
        &[path(&eye), "--rules", "japanese", "--neutral", "C3"],
    ] {
        let ran = gokata(&[&["score"], arguments].concat());
        ran.ends(0);
        ran.omits("unfinished:");
    }
}

/// Many points are not all listed.
#[test]
fn a_long_neutral_line_is_shortened() {
    let rows = "---------x-o-------\n".repeat(19);
    let board = file("unfinished-long.txt", format!("x\n{rows}").as_bytes());
    let ran = gokata(&["score", path(&board), "--rules", "japanese"]);
    let said = ran.out.replace("\n  ", " ");
    let expected = "unfinished: 19 neutral points (L19 L18 L17 L16 L15 L14 L13 L12 L11 L10 L9 L8 ...) lie beside territory, so 171 points of Black and 133 of White do not count (tax=seki); once they are filled, or with tax=none, Black wins by 31.5 points (each";
    assert!(said.contains(expected), "{said}");
}

/// A game of two beginners: nobody fills the line in the middle.
#[test]
fn play_says_what_is_unfinished_before_it_asks_for_dead_stones() {
    let game = |rules: &str, more: &str| {
        let save = file("unfinished.sgf", b"");
        std::fs::remove_file(&save).expect("a file");
        let save = path(&save);
        let moves = "b5\nd5\nb4\nd4\nb3\nd3\nb2\nd2\nb1\nd1\npass\npass\n";
        let options = [
            "play", "--white", "human", "--size", "5", "--save", save, "--rules", rules,
        ];
        gokata_with(&options, format!("{moves}{more}\n").as_bytes()).out
    };
    let said = game("japanese", "quit");
    let asked = said.split_once("Both have passed. ").expect(&said).1;
    let expected = "\
Which stones are dead?
unfinished: the neutral points C5 C4 C3 C2 C1 lie beside territory, so 5 points
  of Black and 5 of White do not count (tax=seki); once they are filled, or
  with tax=none, White wins by 6.5 points (each stone that must be added inside
  territory costs a point)
If no stone is dead and they are no seki, enter `resume` to fill them. A game
  with `--rules japanese,tax=none` counts without the tax, and `neutral POINT`
  marks the eyes of a seki.
";
    assert!(asked.starts_with(expected), "{asked}");
    let filled = game(
        "japanese",
        "resume\nc5\nc4\nc3\nc2\nc1\npass\npass\nscore\nquit",
    );
    let after = filled.rsplit_once("Both have passed. ").expect(&filled).1;
    assert!(!after.contains("unfinished:"), "{after}");
    let counted = game("japanese", "score\nquit");
    assert_eq!(counted.matches("unfinished: ").count(), 2, "{counted}");
    assert!(!game("chinese", "score\nquit").contains("unfinished:"));
    assert!(!game("japanese,tax=none", "score\nquit").contains("unfinished:"));
}
