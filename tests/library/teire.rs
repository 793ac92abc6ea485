//! Points that a side must fill in its own territory once the neutral points are filled.

use gokata::agreement::Suggestion;
use gokata::scoring::{Ending, Life, Standing};
use gokata::{BoardRecord, Color, PointSet, Rules};
use pretty_assertions::assert_eq;
use rstest::rstest;

/// D4 has two liberties: the neutral point E4, and C4 in Black's territory.
const BOARD: &str = "--xooo- --xo-oo --xoooo ---x-o- --xoooo --xo-oo --xooo-";

fn life(rows: &str, rules: &str) -> Life {
    let text = format!("x\n{}\n", rows.replace(' ', "\n"));
    let record: BoardRecord = text.parse().unwrap();
    let rules: Rules = rules.parse().unwrap();
    Standing::from(&record.with_rules(rules)).life()
}

/// The points by their names, Black's and White's.
fn found(rows: &str) -> [String; 2] {
    let life = life(rows, "japanese,komi=0");
    let size = life.standing().marks.size();
    Color::BOTH.map(|color| {
        let points = life.teire()[color].iter();
        let names: Vec<String> = points.map(|point| point.vertex(size)).collect();
        names.join(" ")
    })
}

#[rstest]
#[case::needed(BOARD, "C4")]
#[case::filled("--xooo- --xo-oo --xoooo --xx-o- --xoooo --xo-oo --xooo-", "")]
#[case::joined_behind("--xooo- --xo-oo --xxooo ---x-o- --xoooo --xo-oo --xooo-", "")]
#[case::no_neutral_point_any_more("--xooo- --xo-oo --xoooo --xxxo- --xoooo --xo-oo --xooo-", "")]
#[case::filled_by_the_opponent("--xooo- --xo-oo --xoooo ---xoo- --xoooo --xo-oo --xooo-", "C4")]
#[case::two_of_them(
    "--xooo--ooox-- --xo-oooo-ox-- --xoooooooox-- ---x-o--o-x--- --xoooooooox-- --xo-oooo-ox-- --xooo--ooox--",
    "C4 M4"
)]
fn points_to_fill(#[case] rows: &str, #[case] black: &str) {
    assert_eq!(found(rows), [black.to_owned(), String::new()]);
    // Colors exchanged, and upside down.
    let swapped: String = rows
        .chars()
        .rev()
        .map(|letter| match letter {
            'x' => 'o',
            'o' => 'x',
            other => other,
        })
        .collect();
    let [none, white] = found(&swapped);
    let count = |names: &str| names.split_whitespace().count();
    assert_eq!((none.as_str(), count(&white)), ("", count(black)));
}

/// By area it costs nothing, and a stone in seki fills nothing.
#[rstest]
#[case::by_area(BOARD, "chinese")]
#[case::in_seki("-xo-ox- xx-oox- ooooxxx xxxxx-- -------", "japanese")]
#[case::a_seki_with_a_far_eye(
    "-------- ----oooo ----oxxx ----ox-x ---ooxxx oooox-xx o-oxxxoo -oox-oo-",
    "japanese"
)]
fn nothing_to_fill(#[case] rows: &str, #[case] rules: &str) {
    let life = life(rows, rules);
    assert!(life.teire().iter().all(|(_, points)| points.is_empty()));
}

/// The points are marks of the suggestion, so players see them before they agree.
#[test]
fn a_suggestion_has_the_points() {
    let life = life(BOARD, "japanese,komi=0");
    let c4 = (3, 2).into();
    assert_eq!(life.result().to_string(), "x+9");
    assert_eq!(life.standing().marks.neutral().list(), [c4]);
    assert_eq!(Suggestion::from(&life).teire.black, [c4]);
    let range = life.range();
    assert_eq!(
        [range.black, range.white].map(|end| end.to_string()),
        ["x+9", "x+9"]
    );
    // A game that both have ended is counted as they left it; what they agree on by marks has the points.
    let over = Standing {
        ending: Some(Ending::Passes),
        ..life.standing()
    };
    let over = over.life();
    assert_eq!(
        (over.teire(), over.result().to_string()),
        (life.teire(), "x+10".to_owned())
    );
    let nothing = PointSet::empty(life.standing().marks.size());
    let same = life.result_if(nothing, gokata::scoring::Status::Dead);
    assert_eq!(same, life.result());
}
