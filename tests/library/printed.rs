//! Every public type with `Display` and `FromStr` gives the same value back. (Fixtures: `tests/slow/properties.rs`; GTP
//! commands: `gtp_talk.rs`.)

use std::fmt::{Debug, Display};
use std::num::NonZeroU32;
use std::str::FromStr;

use gokata::agreement::{ClaimTerms, Marking, RequestName, ResumeOrder, Terms};
use gokata::scoring::{Outcome, Score};
use gokata::sgf::LinePath;
use gokata::{
    Action, Board, BoardRecord, Color, GameEvent, HandicapBonus, KoRule, Komi, LastPass, Move,
    Point, Preset, Rules, Scoring, Setup, Size, Suicide, Tax,
};
use proptest::prelude::*;
use proptest::sample::select;

fn again<T: Display + Debug + PartialEq + FromStr<Err: Debug>>(value: &T) {
    let text = value.to_string();
    assert_eq!(text.parse::<T>().as_ref().ok(), Some(value), "{text}");
}

#[test]
fn names_are_read_back() {
    Color::BOTH.iter().for_each(again);
    Preset::ALL.iter().for_each(again);
    KoRule::ALL.iter().for_each(again);
    Suicide::ALL.iter().for_each(again);
    Scoring::ALL.iter().for_each(again);
    Tax::ALL.iter().for_each(again);
    HandicapBonus::ALL.iter().for_each(again);
    LastPass::ALL.iter().for_each(again);
    Marking::ALL.iter().for_each(again);
    ResumeOrder::ALL.iter().for_each(again);
    (-300..=300)
        .filter_map(Komi::from_halves)
        .for_each(|komi| again(&komi));
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::BOTH)
}

fn size() -> impl Strategy<Value = Size> {
    (1..=25_usize, 1..=25_usize).prop_map(|(rows, cols)| Size::new(rows, cols).unwrap())
}

fn rules() -> impl Strategy<Value = Rules> {
    let repetition = (select(KoRule::ALL), select(Suicide::ALL));
    let count = (
        select(Scoring::ALL),
        select(Tax::ALL),
        select(HandicapBonus::ALL),
    );
    let passes = (any::<bool>(), any::<bool>(), select(LastPass::ALL));
    (repetition, count, -300..=300_i16, passes).prop_map(|(repetition, count, komi, passes)| {
        let (scoring, tax, bonus) = count;
        Rules::default()
            .with_ko(repetition.0)
            .with_suicide(repetition.1)
            .with_scoring(scoring)
            .with_tax(tax)
            .with_komi(Komi::from_halves(komi).unwrap())
            .with_button(passes.0)
            .with_handicap_bonus(bonus)
            .with_pass_stones(passes.1)
            .with_last_pass(passes.2)
    })
}

fn terms() -> impl Strategy<Value = Terms> {
    let claims = prop::option::of((any::<u64>(), any::<u32>()));
    (select(Marking::ALL), select(ResumeOrder::ALL), claims).prop_map(
        |(marking, resume, claims)| {
            let claims = claims.map(|(silence, reminders)| ClaimTerms { silence, reminders });
            Terms {
                marking,
                resume,
                claims,
            }
        },
    )
}

/// The largest margin that is read has six digits before the point.
fn outcome() -> impl Strategy<Value = Outcome> {
    let margin = (1..2_000_000_u32).prop_map(|halves| NonZeroU32::new(halves).unwrap());
    prop_oneof![
        (color(), margin).prop_map(|(color, margin)| Outcome::Counted(Score::Win(color, margin))),
        Just(Outcome::Counted(Score::Draw)),
        color().prop_map(|winner| Outcome::Resignation { winner }),
        color().prop_map(|winner| Outcome::Time { winner }),
        color().prop_map(|winner| Outcome::Forfeit { winner }),
        color().prop_map(|winner| Outcome::Win { winner }),
        Just(Outcome::Void),
        Just(Outcome::Unknown),
    ]
}

#[test]
fn moves_are_read_with_any_blank() {
    let size = Size::square(9).unwrap();
    let mv = Move::play(Color::White, (6, 2));
    for text in ["o C3", " o:C3 ", "o: C3", "w   c3", "white\tC3", "o:(6,2)"] {
        assert_eq!(size.parse_move(text), Ok(mv), "{text:?}");
    }
    for text in [
        "", "C3", "o", "o:", "o:I3", "green C3", "o C3 D4", "o:C03", "ö:C3",
    ] {
        assert!(size.parse_move(text).is_err(), "{text:?}");
    }
    let game = BoardRecord::new(size).play_at(" C3 ").unwrap();
    assert_eq!(game.moves(), [Move::play(Color::Black, (6, 2))]);
    assert_eq!(game.play_at("PASS").unwrap().turns(), 2);
}

proptest! {
    #[test]
    fn values_are_read_back(
        (row, col) in (-9..99_i32, -9..99_i32),
        size in size(),
        color in color(),
        rules in rules(),
        terms in terms(),
        outcome in outcome(),
        name in "[A-Za-z0-9_-]{1,64}",
    ) {
        let point = Point::from((row, col));
        again(&point);
        again(&size);
        for action in [Action::Play(point), Action::Pass, Action::Resign] {
            again(&action);
            again(&Move { color, action });
        }
        again(&rules);
        again(&terms);
        again(&outcome);
        again(&name.parse::<RequestName>().unwrap());
        for event in [
            GameEvent::Turn(Move::play(color, point)),
            GameEvent::HandTurn(color),
            GameEvent::Resume(color),
        ] {
            again(&event);
        }
        again(&format!("{}/2,{}/3", row.abs(), row.abs() + 1).parse::<LinePath>().unwrap());
    }

    /// What players write depends on the size of the board. Column letters and rows name points up to 25 columns.
    #[test]
    fn moves_as_players_write_them_are_read_back(size in size(), color in color(), (row, col) in (-9..25_i32, -9..25_i32)) {
        for mv in [Move::play(color, (row, col)), Move::pass(color), Move::resign(color)] {
            prop_assert_eq!(size.parse_move(&mv.describe(size)), Ok(mv));
            prop_assert_eq!(size.parse_move(&mv.to_string()), Ok(mv));
        }
    }

    #[test]
    fn boards_are_read_back(size in size(), colors in prop::collection::vec(prop::option::of(color()), 625)) {
        // Every other diagonal stays empty, so that each chain has a liberty.
        let stones = size.points().zip(colors.iter().copied()).filter(|(point, _)| (point.row + point.col) % 2 == 0);
        let stones = stones.filter_map(|(point, color)| Some((point, color?))).collect();
        let setup = Setup { size, stones, to_play: colors[0].unwrap_or(Color::Black) };
        if let Ok(record) = BoardRecord::try_from(&setup) {
            let board: &Board = record.board();
            again(board);
            again(&setup);
            again(&record);
        }
    }
}
