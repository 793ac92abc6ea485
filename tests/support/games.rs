//! Random games on boards of all shapes, under all rules of play (ko, suicide, button, pass stones). In half of them, players fill their own eyes.

use gokata::{
    Action, BoardRecord, Color, KoRule, LastPass, Move, Preset, Rules, Size, Suicide, Symmetry,
    legal_moves, play_move,
};
use proptest::prelude::*;

/// An event in a random game: a move, the turn handed to a player, or play resumed.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    Play(prop::sample::Index),
    Pass,
    Hand(Color),
    Resume(Option<Color>),
}

#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    pub(crate) spare_eyes: bool,
    pub(crate) events: Vec<Event>,
}

pub(crate) fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::BOTH.to_vec())
}

pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let ko = prop::sample::select(KoRule::ALL);
    let suicide = prop::sample::select(Suicide::ALL);
    let last_pass = prop::sample::select(LastPass::ALL);
    (ko, suicide, any::<[bool; 2]>(), last_pass).prop_map(
        |(ko, suicide, [button, pass_stones], last_pass)| {
            Preset::Kata
                .rules()
                .with_ko(ko)
                .with_suicide(suicide)
                .with_button(button)
                .with_pass_stones(pass_stones)
                .with_last_pass(last_pass)
        },
    )
}

/// Any size, but mostly small ones, where repetitions and suicides are frequent.
pub(crate) fn size() -> impl Strategy<Value = Size> {
    let side = |most: usize| (1..=most, 1..=most);
    let size = |(rows, cols)| Size::new(rows, cols).unwrap();
    prop_oneof![4 => side(4).prop_map(size), 2 => side(9).prop_map(size), 1 => side(25).prop_map(size)]
}

pub(crate) fn game() -> impl Strategy<Value = Game> {
    let event = prop_oneof![
        30 => any::<prop::sample::Index>().prop_map(Event::Play),
        2 => Just(Event::Pass),
        1 => color().prop_map(Event::Hand),
        1 => prop::option::of(color()).prop_map(Event::Resume),
    ];
    (
        size(),
        rules(),
        any::<bool>(),
        prop::collection::vec(event, 0..80),
    )
        .prop_map(|(size, rules, spare_eyes, events)| Game {
            size,
            rules,
            spare_eyes,
            events,
        })
}

/// Returns the records of the game, from the opening to the end.
pub(crate) fn play(game: &Game) -> Vec<BoardRecord> {
    play_from(BoardRecord::new(game.size).with_rules(game.rules), game)
}

/// Like [`play`], but from another opening, under the rules of that opening.
pub(crate) fn play_from(mut record: BoardRecord, game: &Game) -> Vec<BoardRecord> {
    let mut records = vec![record.clone()];
    for event in &game.events {
        record = match event {
            Event::Play(index) => {
                let side = record.to_play();
                let mut moves = legal_moves(&record);
                moves.retain(|mv| match mv.action {
                    Action::Play(point) => !game.spare_eyes || !record.board().is_eye(point, side),
                    action => action == Action::Pass,
                });
                if moves.is_empty() {
                    record
                } else {
                    made(*index.get(&moves), &record)
                }
            }
            Event::Pass => play_move(Move::pass(record.to_play()), &record).unwrap_or(record),
            Event::Hand(side) => record.hand_turn(*side),
            Event::Resume(side) => record.resume(*side).unwrap_or(record),
        };
        records.push(record.clone());
    }
    records
}

pub(crate) fn made(mv: Move, record: &BoardRecord) -> BoardRecord {
    play_move(mv, record).unwrap_or_else(|reason| panic!("{mv:?}: {reason}\n{record:?}"))
}

pub(crate) fn symmetry() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(Symmetry::ALL.to_vec())
}

/// The number of games: a hundred times as many with `GOKATA_DEEP`, few with `GOKATA_QUICK` (for mutation testing).
pub(crate) fn cases() -> u32 {
    let is_set = |name| std::env::var_os(name).is_some();
    match (is_set("GOKATA_DEEP"), is_set("GOKATA_QUICK")) {
        (true, _) => 200_000,
        (false, true) => 60,
        (false, false) => 2000,
    }
}
