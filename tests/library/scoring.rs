//! Scoring: an empty and a full board, marks, state strings, results, and one ending under every preset. What holds for
//! all counts is tested in `tests/slow/scoring_properties.rs`.

use crate::support::standing::standing;
use gokata::scoring::{
    Count, HalfPoints, Item, Mark, MarkError, Marks, Outcome, PointState, Score, Standing,
    StateError,
};
use gokata::{
    BoardRecord, ByColor, Color, FastGame, HandicapBonus, KoRule, Komi, Move, Point, PointSet,
    Preset, Rules, Scoring, Setup, Size, Suicide, Tax, play_move,
};
use pretty_assertions::assert_eq;
use rstest::rstest;

/// Reads a board, whose chains need no liberties.
fn marks(rows: &str) -> Marks {
    let rows: Vec<&str> = rows.split(' ').collect();
    let size = Size::new(rows.len(), rows[0].len()).unwrap();
    let letters = rows.concat().into_bytes();
    let mut setup = Setup::new(size, Color::Black);
    for (point, letter) in size.points().zip(letters) {
        setup
            .stones
            .extend(Color::from_letter(char::from(letter)).map(|color| (point, color)));
    }
    Marks::of_setup(&setup).expect("stones on the board")
}

fn territory(komi: i16) -> Rules {
    Rules::default()
        .with_scoring(Scoring::Territory)
        .with_komi(Komi::from_halves(komi).unwrap())
}

fn totals(count: &Count) -> [i64; 2] {
    Color::BOTH.map(|color| count.total(color).0)
}

/// Only komi counts.
#[test]
fn nothing_can_be_marked_on_an_empty_board() {
    let mut empty = marks("--- --- ---");
    let before = empty.clone();
    let (corner, away) = (Point::from((0, 0)), Point::from((9, 9)));
    for mark in [Mark::Dead, Mark::Alive] {
        assert_eq!(empty.mark(corner, mark), Err(MarkError::Empty(corner)));
        assert_eq!(empty.mark(away, mark), Err(MarkError::OffBoard(away)));
    }
    for mark in [Mark::Neutral, Mark::Counted] {
        assert_eq!(empty.mark(away, mark), Err(MarkError::OffBoard(away)));
    }
    let refused = empty.mark(corner, Mark::Neutral);
    assert_eq!(refused, Err(MarkError::NotTerritory(corner)));
    let marked = empty.mark(corner, Mark::Counted).unwrap();
    assert!(!marked.is_change());
    for (point, error) in [
        (corner, MarkError::Empty(corner)),
        (away, MarkError::OffBoard(away)),
    ] {
        assert_eq!(empty.with_dead(&[point]).err(), Some(error));
    }
    assert_eq!(empty, before);
    assert_eq!(empty.encode(), Ok(".........".to_owned()));
    let count = standing(empty, territory(13)).count();
    assert_eq!(totals(&count), [0, 13]);
}

/// No game can reach a full board, but marks can describe it.
#[test]
fn a_full_board_can_be_counted() {
    let mut full = marks("xo ox");
    let marked = full.mark(Point::from((0, 0)), Mark::Dead).unwrap();
    assert_eq!(marked.killed, [Point::from((0, 0))]);
    assert_eq!(full.encode(), Ok("cwwb".to_owned()));
    let count = standing(full, territory(0)).count();
    assert_eq!(totals(&count), [0, 4]);
    assert_eq!(
        count.line(Item::Territory),
        ByColor::new(HalfPoints(0), HalfPoints(2))
    );
    assert_eq!(
        count.line(Item::DeadStones),
        ByColor::new(HalfPoints(0), HalfPoints(2))
    );
    assert_eq!(count.score(), Score::from_margin(HalfPoints(-4)));
}

#[test]
fn a_dead_stone_outside_the_other_side_s_ground_has_no_letter() {
    let listed = marks("-x- --- -xo").with_dead(&[(0, 1).into()]).unwrap();
    assert_eq!(listed.state((0, 1).into()), None);
    assert_eq!(listed.state((0, 0).into()), Some(PointState::Nobody));
    let error = listed.encode().expect_err("no letter");
    assert_eq!(error, StateError::NotOnEnemyGround(Point::from((0, 1))));
    assert_eq!(
        error.to_string(),
        "the dead stone on (0,1) is not in enemy territory"
    );
}

/// The point of a place such as `01`: row 0, column 1.
fn place(place: &str) -> Point {
    let (row, col) = place.split_at(1);
    Point::from((row.parse::<i32>().unwrap(), col.parse::<i32>().unwrap()))
}

/// A board | the points that are listed for Black | for White | the letters.
///
/// A stone on a listed point, or next to one, is dead with its chain, unless it has the opponent's territory beside it. A
/// point that is not listed is neutral. Living stones, points off the board and points in both lists are ignored.
const LISTS: &str = "
--xo- o-xo- o-xo- | 00 01 10 11 20 21 | 04 14 24 | BBbwWxBbwWxBbwW
--xo- o-xo- o-xo- | 00 01 11 21 | 04 14 24 | BBbwWxBbwWxBbwW
-o-x | 00 | 02 | .wWc
x-o- | 01 | 03 | b.wW
-xo- | | | .bw.
-xo- | 00 | | Bbw.
--xo- | 00 | 04 | B.bwW
-xo- | 00 01 02 99 | 02 03 | BbwW
-xo- | 00 03 | 00 03 | .bw.
--- | 00 | | ...
xoxo | 01 03 | 00 02 | the dead stone on (0,0) is not in enemy territory
";

/// The lists come from files, so they may be wrong in any way.
#[test]
fn territory_lists_give_dead_stones_and_neutral_regions() {
    let points = |places: &str| -> Vec<Point> { places.split_whitespace().map(place).collect() };
    for row in LISTS.trim().lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [board, black, white, letters] = cells.try_into().unwrap();
        let mut end = standing(marks(board), territory(0));
        let set = |points| PointSet::new(end.marks.size(), points);
        end.mark_territory(ByColor::new(set(points(black)), set(points(white))));
        let _ = end.count();
        let found = end.marks.encode().unwrap_or_else(|error| error.to_string());
        assert_eq!(found, letters, "{board} {black} {white}");
    }
}

/// A finished game but for one neutral point: what it costs is said, and that it is back once the point is filled.
#[test]
fn an_open_point_takes_no_dead_stone_without_a_word() {
    let rows =
        "---xo---- ---xo---- -o-xo---- ---xoo--- ---x-o--- ---xoo--- ---xo-xx- ---xo---- ---xo----";
    let board = |rows: &str, dead: &[Point]| {
        let marks = marks(rows).with_dead(dead).expect("stones");
        standing(marks, territory(13).with_tax(Tax::Seki))
    };
    let dead = [(2, 1), (6, 6)].map(Point::from);
    let open = board(rows, &dead);
    let unfinished = open.unfinished().expect("an open point");
    assert_eq!((unfinished.dead, open.unpaid().len()), (3, 3));
    assert_eq!(
        unfinished.describe(open.marks.size()),
        "unfinished: the neutral point E5 lies beside territory, so 27 points of Black and 33 of White do not count, nor do \
         the 3 dead stones on them (tax=seki); once it is filled, or with tax=none, White wins by 13.5 points (each stone \
         that must be added inside territory costs a point)"
    );
    assert_eq!(open.count().score().to_string(), "o+6.5");
    let filled = rows.replace("---x-o---", "---xxo---");
    let filled = board(&filled, &dead);
    assert_eq!(filled.unfinished(), None);
    assert_eq!(filled.count().score(), unfinished.untaxed);
    // Without dead stones, and where no prisoners are counted, nothing is said about them.
    let mut area = open.clone();
    area.rules = area.rules.with_scoring(Scoring::Area);
    let without = rows.replace("-o-x", "---x").replace("-xx-", "----");
    for other in [board(&without, &[]), area] {
        let unfinished = other.unfinished().expect("an open point");
        assert_eq!((unfinished.dead, other.unpaid().len()), (0, 0));
        assert!(!unfinished.describe(other.marks.size()).contains("dead"));
    }
    let one = board(&rows.replace("-xx-", "----"), &dead[..1])
        .unfinished()
        .expect("a point");
    let sentence = one.describe(open.marks.size());
    assert!(
        sentence.contains("nor does the dead stone on them"),
        "{sentence}"
    );
}

#[test]
fn regions_and_open_borders() {
    let board = marks("x-o -xo --x");
    let region = board.region((1, 0).into()).unwrap();
    assert_eq!(
        region.points.list(),
        [(1, 0), (2, 0), (2, 1)].map(Point::from)
    );
    assert_eq!(region.bordered_by, ByColor::new(true, false));
    assert_eq!(region.owner, Some(Color::Black));
    assert_eq!(board.region((0, 0).into()), None, "a living stone");
    assert_eq!(board.region((0, 3).into()), None, "off the board");
    assert_eq!(board.regions().len(), 2);
    // A single point between both is no border left open.
    assert_eq!(board.open_borders(), []);
    let open = marks("x--o x--o").open_borders();
    assert_eq!(open.len(), 1);
    assert_eq!((open[0].points.len(), open[0].owner), (4, None));
}

#[test]
fn would_reports_the_changes_of_a_mark_without_making_it() {
    let board = marks("x-x-x xxxxx ----- ooo-o o-oxo oo-oo");
    let would = board.would((4, 3).into(), Mark::Dead).unwrap();
    assert_eq!(would.killed.len(), 9, "the whole black army");
    assert_eq!(board.dead().len(), 0);
    let mut marked = board.clone();
    assert_eq!(marked.mark((4, 3).into(), Mark::Dead), Ok(would));
    let again = marked.mark((0, 0).into(), Mark::Dead).unwrap();
    assert!(!again.is_change());
}

/// Marks points such as 0,1 one after the other. Expects the changed points or the error of each mark, then the letters.
#[rstest]
#[case::neutral("-xo- xxoo", "00 neutral, 00 neutral", "1, 0", ".bwWbbww")]
#[case::counted_again("-xo- xxoo", "00 neutral, 00 counted", "1, 1", "BbwWbbww")]
#[case::on_a_stone(
    "-xo- xxoo",
    "01 neutral",
    "there is a stone on (0,1): only empty regions are neutral",
    "BbwWbbww"
)]
#[case::around_dead_stones(
    "-xo- xxoo",
    "01 dead, 00 neutral",
    "3, a dead stone lies in the region of (0,0)",
    "WcwWccww"
)]
// Repeating the mark changes nothing, although a new neutral mark would be refused there.
#[case::after_the_walls_are_dead(
    "-oxx- -o-x-",
    "00 neutral, 01 dead, 00 neutral, 12 neutral, 00 counted",
    "2, 2, 0, a dead stone lies in the region of (1,2), 2",
    "BxbbBBxBbB"
)]
fn marks_one_after_the_other(
    #[case] board: &str,
    #[case] steps: &str,
    #[case] outcomes: &str,
    #[case] letters: &str,
) {
    let mut board = marks(board);
    let found = steps.split(", ").map(|step| {
        let (place, word) = step.split_once(' ').unwrap();
        let point = self::place(place);
        let mark = [Mark::Dead, Mark::Neutral, Mark::Counted].into_iter();
        let mark = mark.into_iter().find(|mark| mark.name() == word).unwrap();
        match board.mark(point, mark) {
            Ok(marked) => {
                let changed = [marked.killed, marked.neutral, marked.counted];
                changed.concat().len().to_string()
            }
            Err(error) => error.to_string(),
        }
    });
    assert_eq!(found.collect::<Vec<_>>().join(", "), outcomes);
    assert_eq!(board.encode().unwrap(), letters);
}

#[rstest]
#[case(b"Bbw.", "BbwW")]
#[case(b"Bbw", "expected 4, got 3")]
#[case(b"Bbw.\n", "expected 4, got 5")]
#[case(b"Bb-.", "letter 3: `-` is none of: . B W b w c x")]
#[case(b"Bbw\xff", "letter 4: `\\xff` is none of: . B W b w c x")]
fn malformed_state_strings_are_refused(#[case] letters: &[u8], #[case] expected: &str) {
    let found = match Marks::decode(Size::new(1, 4).unwrap(), letters) {
        Ok(marks) => marks.encode().unwrap(),
        Err(StateError::WrongLength { expected, got }) => format!("expected {expected}, got {got}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected);
}

#[test]
fn results_are_read_as_game_records_write_them() {
    for text in ["B+3.5", "W+12", "W+R", "B+T", "W+F", "B+", "0", "Void", "?"] {
        let outcome: Outcome = text.parse().unwrap();
        assert_eq!(outcome.to_string(), text);
        let winner = text
            .split_once('+')
            .map(|(winner, _)| winner.parse().unwrap());
        assert_eq!(outcome.winner(), winner, "{text}");
    }
    let malformed = "/B/+3/B+0/B+3.25/B+-3/b+ 3/X+3/B+1000000/B+R3/draw game";
    for text in malformed.split('/') {
        let refused = text.parse::<Outcome>().expect_err(text);
        assert!(refused.to_string().contains("is no result"), "{refused}");
    }
}

#[test]
fn only_a_finished_game_has_an_outcome() -> Result<(), Box<dyn std::error::Error>> {
    let outcome = |record: &BoardRecord| {
        let outcome = Standing::from(record).outcome();
        let fast = Standing::from(&FastGame::from(record)).outcome();
        assert_eq!((&fast, &record.outcome()), (&outcome, &outcome));
        outcome.map_or("none".to_owned(), |outcome| outcome.to_string())
    };
    let mut record = BoardRecord::new(Size::square(3)?);
    for mv in [Move::play(Color::Black, (1, 1)), Move::pass(Color::White)] {
        assert_eq!(outcome(&record), "none");
        record = play_move(mv, &record)?;
    }
    let resigned = play_move(Move::resign(Color::Black), &record)?;
    assert_eq!(outcome(&resigned), "W+R");
    // Handing the turn over does not reopen the game.
    assert_eq!(outcome(&resigned.hand_turn(Color::Black)), "W+R");
    let passed = play_move(Move::pass(Color::Black), &record)?;
    assert_eq!(outcome(&passed), "B+9");
    assert_eq!(outcome(&passed.resume(None)?), "none");
    Ok(())
}

#[test]
fn outcomes_and_errors_are_sentences() {
    let sentences = [
        ("B+3.5", "Black wins by 3.5 points"),
        ("W+1", "White wins by 1 point"),
        ("W+0.5", "White wins by 0.5 points"),
        ("B+R", "White resigns: Black wins"),
        ("W+T", "White wins on time"),
        ("B+F", "Black wins by forfeit"),
        ("W+", "White wins"),
        ("0", "the game is a draw"),
        ("Void", "the game does not count"),
        ("?", "the result is not known"),
    ];
    for (text, sentence) in sentences {
        let outcome: Outcome = text.parse().unwrap();
        assert_eq!(outcome.sentence(), sentence);
    }
    let (size, point) = (Size::square(5).unwrap(), Point::from((1, 2)));
    let none_borders = "C4 is neutral already: both colors or none border its region";
    for (error, sentence) in [
        (
            MarkError::OffBoard as fn(Point) -> MarkError,
            "C4 lies off the board",
        ),
        (MarkError::Empty, "there is no stone on C4"),
        (
            MarkError::Stone,
            "there is a stone on C4: only empty regions are neutral",
        ),
        (MarkError::NotTerritory, none_borders),
        (
            MarkError::HoldsDeadStones,
            "a dead stone lies in the region of C4",
        ),
    ] {
        let error = error(point);
        assert_eq!(error.describe(size), sentence);
        assert_eq!(error.to_string(), sentence.replace("C4", "(1,2)"));
    }
    let error = StateError::NotOnEnemyGround(point);
    assert_eq!(
        error.describe(size),
        "the dead stone on C4 is not in enemy territory"
    );
    let names = [Mark::Dead, Mark::Alive, Mark::Neutral, Mark::Counted].map(Mark::name);
    assert_eq!(names, ["dead", "alive", "neutral", "counted"]);
}

/// Filling the board is the suicide of all stones, so the handicap begins anew.
#[test]
fn stones_that_fill_the_board_are_no_handicap() {
    let rules = Preset::TrompTaylor
        .rules()
        .with_ko(KoRule::Simple)
        .with_suicide(Suicide::Allowed)
        .with_handicap_bonus(HandicapBonus::Each);
    let mut record = BoardRecord::new(Size::new(1, 3).unwrap()).with_rules(rules);
    let mut fast = FastGame::new(record.size()).with_rules(rules);
    // The third stone is suicide.
    for (turn, stones) in (0..7).zip([0, 0, 2, 0, 0, 2, 0]) {
        for standing in [Standing::from(&record), Standing::from(&fast)] {
            assert_eq!(standing.handicap, stones, "after {turn} turns");
            let bonus = standing.count().line(Item::HandicapBonus);
            assert_eq!(bonus, ByColor::new(0, stones).map(HalfPoints::whole));
        }
        let mv = Move::play(Color::Black, (0, turn % 3));
        record = play_move(mv, &record.hand_turn(Color::Black)).unwrap();
        fast.hand_turn(Color::Black);
        fast.play(mv).unwrap();
    }
}

/// One ending under presets, line by line. There were two handicap stones, Black took 3 prisoners
/// and White 1, and Black passed first.
#[test]
fn one_ending_under_presets() {
    let board = "o\n-xx-xo-\n-xx-xo-\n";
    let line = |preset: Preset| {
        let record: BoardRecord = board.parse().unwrap();
        let mut end = Standing::from(&record.with_rules(preset.rules()));
        (end.handicap, end.first_pass, end.prisoners) = (2, Some(Color::Black), ByColor::new(3, 1));
        let count = end.count();
        let lines = count.lines();
        let lines = lines
            .map(|(item, ByColor { black, white })| format!("{}={black}/{white}", item.name()));
        let lines: Vec<String> = lines.collect();
        format!("{preset}: {} = {}", lines.join(" "), count.score())
    };
    for expected in [
        "kata: living stones=6/2 territory=4/2 komi=0/0 = x+6",
        "dlgo: living stones=6/2 territory=4/2 komi=0/7.5 = o+1.5",
        "japanese: territory=4/2 prisoners=3/1 dead stones=0/0 komi=0/6.5 = o+2.5",
        "korean: territory=4/2 prisoners=3/1 dead stones=0/0 komi=0/6.5 = o+2.5",
        "chinese: living stones=6/2 territory=4/2 komi=0/7.5 handicap bonus=0/2 = o+3.5",
        "chinese-ogs: living stones=6/2 territory=4/2 komi=0/7.5 handicap bonus=0/2 = o+3.5",
        "chinese-kgs: living stones=6/2 territory=4/2 komi=0/7.5 handicap bonus=0/2 = o+3.5",
        "aga: living stones=6/2 territory=4/2 komi=0/7.5 handicap bonus=0/1 = o+2.5",
        "aga-button: living stones=6/2 territory=4/2 komi=0/7 handicap bonus=0/1 button=0.5/0 = o+1.5",
        "new-zealand: living stones=6/2 territory=4/2 komi=0/7 = o+1",
        "tromp-taylor: living stones=6/2 territory=4/2 komi=0/7.5 = o+1.5",
        "ing: living stones=6/2 territory=4/2 komi=0/7.5 = o+1.5",
        "stone-scoring: living stones=6/2 territory=4/2 group tax=-2/-2 komi=0/7.5 = o+1.5",
    ] {
        let (name, _) = expected.split_once(':').unwrap();
        assert_eq!(line(name.parse().unwrap()), expected);
    }
}

/// Programs list territory that the tax takes, as that of a group beside an open point: then it counts.
#[test]
fn listed_territory_counts_in_spite_of_the_tax() {
    let board: BoardRecord = "x\n-x-o--\n".parse().unwrap();
    let mut end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    let points =
        |cols: &[usize]| PointSet::new(board.size(), cols.iter().map(|col| Point::from((0, *col))));
    let score = |end: &Standing| end.count().score().to_string();
    end.mark_territory(ByColor::new(points(&[]), points(&[])));
    assert_eq!(score(&end), "o+6.5");
    end.mark_territory(ByColor::new(points(&[0]), points(&[4, 5])));
    assert_eq!(score(&end), "o+7.5");
}

/// The board of the example of `Standing::in_seki`.
#[test]
fn stones_in_seki_are_those_outside_every_life_if_there_is_a_tax() {
    let board: BoardRecord = "x\n-xxo-\nooxo-\n-oxoo\nooxo-\nxxxoo\n".parse().unwrap();
    let mut end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
    assert_eq!(end.in_seki().len(), 13);
    end.rules = end.rules.with_tax(Tax::None);
    assert!(end.in_seki().is_empty());
}

#[test]
fn open_points_that_the_tax_reckons_with_are_named() {
    let described = |rows: &str| {
        let board: BoardRecord = rows.parse().unwrap();
        let end = Standing::from(&board.with_rules(Preset::Japanese.rules()));
        end.unfinished().unwrap().describe(board.size())
    };
    for (rows, begins) in [
        ("x\n-x-o--\n", "unfinished: the neutral point C1 lies"),
        ("x\n-x--o--\n", "unfinished: the neutral points C1 D1 lie"),
    ] {
        let said = described(rows);
        assert!(said.starts_with(begins), "{said}");
    }
}
