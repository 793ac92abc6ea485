//! Methods of a record that fixtures do not test.

use gokata::{
    BoardRecord, Color, FastGame, IllegalMove, KoRule, Move, NotPassedOut, Point, Preset, Setup,
    SetupError, Size, explain_move, play_move,
};
use pretty_assertions::assert_eq;
use rstest::rstest;

fn start() -> BoardRecord {
    BoardRecord::new(Size::square(3).unwrap())
}

fn made(record: &BoardRecord, mv: Move) -> BoardRecord {
    play_move(mv, record).unwrap_or_else(|error| panic!("{mv:?}: {error}"))
}

#[test]
fn every_pass_is_a_prisoner_under_rules_with_pass_stones() {
    let passed = made(&start(), Move::pass(Color::Black));
    assert_eq!(Color::BOTH.map(|color| passed.prisoners(color)), [0, 0]);
    let counted = passed.with_rules(Preset::Aga.rules().with_pass_stones(true));
    assert_eq!(Color::BOTH.map(|color| counted.prisoners(color)), [0, 1]);
    let both = made(&counted, Move::pass(Color::White));
    assert_eq!(Color::BOTH.map(|color| both.prisoners(color)), [1, 1]);
}

#[test]
fn white_owes_a_pass_after_blacks_that_ended_the_game() {
    let rules = Preset::Aga.rules().with_pass_stones(true);
    let passed = made(&start().with_rules(rules), Move::play(Color::Black, (1, 1)));
    let passed = made(&passed, Move::pass(Color::White));
    let over = made(&passed, Move::pass(Color::Black));
    let resumed = over.resume(None).unwrap();
    let resigned = made(&passed, Move::resign(Color::Black));
    let of_button = over.with_rules(Preset::AgaButton.rules().with_pass_stones(true));
    for (record, held) in [
        (&passed, [1, 0]),
        (&over, [2, 1]),
        (&over.hand_turn(Color::Black), [2, 1]),
        (&resumed, [1, 1]),
        (&made(&resumed, Move::pass(Color::White)), [2, 1]),
        (&resigned, [1, 0]),
        (&of_button, [1, 1]),
        (&over.with_rules(rules.with_button(true)), [1, 1]),
        (&over.with_rules(rules.with_pass_stones(false)), [0, 0]),
        (&over.undo().unwrap(), [1, 0]),
    ] {
        let fast = FastGame::from(record);
        let found = Color::BOTH.map(|color| (record.prisoners(color), fast.prisoners(color)));
        assert_eq!(found, held.map(|held| (held, held)), "{record:?}");
        assert_eq!(record.to_play(), fast.to_play());
    }
    assert_eq!((over.turns(), over.to_play()), (3, Color::White));
}

#[test]
fn moves_and_situations_of_a_game_with_a_turn_handed_over() {
    let record = made(&start(), Move::play(Color::Black, (0, 0))).hand_turn(Color::Black);
    let record = made(&record, Move::play(Color::Black, (1, 1)));
    assert_eq!(record.turns(), 2);
    let moves = [(0, 0), (1, 1)].map(|point| Move::play(Color::Black, point));
    assert_eq!(record.moves(), moves);
    assert_eq!(record.situations().count(), 4);
    let before = record.undo().unwrap();
    assert_eq!((before.turns(), before.to_play()), (1, Color::Black));
    assert_eq!(record.last_turn(), Some(moves[1]));
}

#[test]
fn play_is_resumed_after_two_passes_but_not_after_a_resignation() {
    let one = made(&start(), Move::pass(Color::Black));
    assert_eq!(one.resume(None).err(), Some(NotPassedOut));
    let two = made(&one, Move::pass(Color::White));
    assert!(two.is_over() && !one.is_over());
    let on = two.resume(Some(Color::White)).unwrap();
    let state = (on.is_over(), on.to_play(), on.turns());
    assert_eq!(state, (false, Color::White, 2));
    let given_up = made(&on, Move::resign(Color::White));
    assert!(given_up.is_over());
    assert_eq!(given_up.resigned(), Some(Color::White));
    assert_eq!(given_up.resume(None).err(), Some(NotPassedOut));
    assert_eq!(given_up.undo().map(|before| before.is_over()), Some(false));
}

#[rstest]
#[case(&[(0, 0), (1, 2)], None)]
#[case(&[(0, 0), (2, 0)], Some(SetupError::OffBoard((2, 0).into())))]
#[case(&[(0, 0), (0, 3)], Some(SetupError::OffBoard((0, 3).into())))]
#[case(&[(0, 0), (0, 0)], Some(SetupError::Twice((0, 0).into())))]
#[case(&[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], Some(SetupError::NoLiberty((0, 0).into())))]
fn both_referees_reject_the_same_setups(
    #[case] stones: &[(i32, i32)],
    #[case] expected: Option<SetupError>,
) {
    let mut setup = Setup::new(Size::new(2, 3).unwrap(), Color::Black);
    let stones = stones.iter().map(|point| Point::from(*point));
    setup.stones = stones.map(|point| (point, Color::White)).collect();
    assert_eq!(BoardRecord::try_from(&setup).err(), expected);
    assert_eq!(FastGame::try_from(&setup).err(), expected);
}

#[test]
fn sizes_and_coordinates() {
    for (rows, cols) in [(0, 5), (5, 0), (26, 5), (5, 26), (usize::MAX, usize::MAX)] {
        let error = Size::new(rows, cols).unwrap_err().to_string();
        let expected = format!("a board has 1 to 25 rows and columns, not {rows}x{cols}");
        assert_eq!(error, expected);
    }
    for (rows, cols) in [(1, 1), (1, 25), (25, 1), (25, 25), (7, 11)] {
        let size = Size::new(rows, cols).unwrap();
        for point in size.points() {
            assert_eq!(Point::from_vertex(&point.vertex(size), size), Some(point));
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(Point::from_sgf(&point.sgf().unwrap()), Some(point));
        }
    }
    let size = Size::square(5).unwrap();
    assert_eq!(Point::from((-1, 2)).vertex(size), "C6");
    assert_eq!(Point::from((2, -1)).vertex(size), "(2,-1)");
    let far = Point::from((i32::MIN, i32::MAX));
    assert_eq!(far.vertex(size), "(-2147483648,2147483647)");
    assert_eq!(Point::from((26, 0)).sgf(), None);
    for text in "/I5/A/5/A05/A+5/A-1/A1234567/ä5/AA1".split('/') {
        assert_eq!(Point::from_vertex(text, size), None, "{text}");
    }
    for text in "/(1,2/1,2/(1, 2)/(-0,1)/(01,1)/(1,+1)/(1234567,1)/(1,2,3)".split('/') {
        assert!(text.parse::<Point>().is_err(), "{text}");
    }
}

/// A pass leaves the board as it was after turn 1. Natural situational superko does not count the pass, because only
/// a play makes a board; the other rules name turn 2.
#[test]
fn an_explanation_names_the_latest_occurrence_that_counts() {
    let line: BoardRecord = "x\n--\n".parse().unwrap();
    for (ko, turn) in [
        (KoRule::Positional, 2),
        (KoRule::Situational, 2),
        (KoRule::NaturalSituational, 1),
    ] {
        let mut record = line.with_rules(Preset::Kata.rules().with_ko(ko));
        record = made(&record, Move::play(Color::Black, (0, 0)));
        record = made(&record, Move::pass(Color::White)).hand_turn(Color::White);
        record = made(&record, Move::play(Color::White, (0, 1)));
        record = made(&record, Move::pass(Color::Black));
        record = made(&record, Move::pass(Color::White));
        record = record.resume(Some(Color::Black)).unwrap();
        let asked = explain_move(Move::play(Color::Black, (0, 0)), &record);
        assert_eq!(asked.reasons(), [IllegalMove::Superko], "{ko}");
        assert_eq!(asked.repeats(), Some(turn), "{ko}");
    }
}
