//! The input of a count, created from a game of either referee.

use super::marks::Marks;
use crate::basics::{Action, ByColor, Color, GameEvent, Move, Point, PointSet, Rules, Setup};
use crate::fast::FastGame;
use crate::pure::BoardRecord;

/// Everything that a count depends on: stones and marks, prisoners, rules, and how the game has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The stones and their marks.
    pub marks: Marks,
    /// The stones in seki, if a search has found them: [`Life`](super::Life) does. The tax for seki then excludes the
    /// territory of their groups, which are connected by stones and territory, and no other. If it is `None`, neutral points
    /// beside territory tell ([`Taxed`](super::Taxed)).
    pub seki: Option<PointSet>,
    /// The prisoners that Black and White hold: captured and self-captured stones of the other side, and pass stones. Dead
    /// stones are not included.
    pub prisoners: ByColor<u32>,
    /// The number of black stones just before White's first turn, or now if White has had no turn; 0 for a single
    /// stone, and if white stones were set up.
    pub handicap: u32,
    /// The color that passed first.
    pub first_pass: Option<Color>,
    /// The rules to count by.
    pub rules: Rules,
    /// How the game has ended, if it has.
    pub ending: Option<Ending>,
}

/// The event that ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Passes.
    Passes,
    /// A resignation by this color.
    Resignation(Color),
}

/// All stones are alive. Usually takes a time logarithmic in the length of the game.
impl From<&BoardRecord> for Standing {
    fn from(record: &BoardRecord) -> Standing {
        let start = record.at(0).unwrap_or_else(|| record.clone());
        let turns = 1..=record.turns();
        let turns = turns.filter_map(|turn| record.at(turn)?.last_turn());
        Standing {
            marks: Marks::of(record.board()),
            seki: None,
            prisoners: ByColor::from_fn(|color| small(record.prisoners(color))),
            // White's first turn comes early, so few turns are looked up.
            handicap: handicap(&start.setup(), turns),
            first_pass: record.first_pass(),
            rules: record.rules(),
            ending: ending(record.resigned(), record.is_over()),
        }
    }
}

/// All stones are alive. Takes about 10 ns per move of the game.
impl From<&FastGame> for Standing {
    fn from(game: &FastGame) -> Standing {
        let events = game.events();
        let turns = || events.iter().copied().filter_map(GameEvent::turn);
        let resigned = turns().find(|turn| turn.action == Action::Resign);
        let first_pass = turns().find(|turn| turn.action == Action::Pass);
        Standing {
            marks: Marks::all_alive(game.size(), ByColor::from_fn(|color| game.stones_of(color))),
            seki: None,
            prisoners: ByColor::from_fn(|color| small(game.prisoners(color))),
            handicap: handicap(&game.opening(), turns()),
            first_pass: first_pass.map(|turn| turn.color),
            rules: game.rules(),
            ending: ending(resigned.map(|turn| turn.color), game.is_over()),
        }
    }
}

fn ending(resigned: Option<Color>, is_over: bool) -> Option<Ending> {
    let passes = is_over.then_some(Ending::Passes);
    resigned.map(Ending::Resignation).or(passes)
}

/// Counts moves instead of stones: before White's first turn, each move adds a stone, except that filling the board is
/// the suicide of all stones.
fn handicap(opening: &Setup, turns: impl Iterator<Item = Move>) -> u32 {
    let is_white = |(_, color): &(Point, Color)| *color == Color::White;
    if opening.stones.iter().any(is_white) {
        return 0;
    }
    let blacks = turns.take_while(|turn| turn.color == Color::Black);
    let stones = blacks.fold(opening.stones.len(), |stones, turn| match turn.action {
        Action::Play(_) => (stones + 1) % opening.size.point_count(),
        Action::Pass | Action::Resign => stones,
    });
    // A single stone is not a handicap.
    if stones == 1 { 0 } else { small(stones) }
}

pub(super) fn small(stones: usize) -> u32 {
    u32::try_from(stones).unwrap_or(u32::MAX)
}
