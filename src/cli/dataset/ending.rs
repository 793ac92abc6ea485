//! Whose the points are at the end of a game, and the score.

use clap::ValueEnum;
use gokata::scoring::{Outcome, Score};
use gokata::sgf::{LinePath, SgfGame};
use gokata::{Color, Rules};

use crate::score::ending::Ending;

/// Who says whose the points are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ownership {
    /// The record, where it lists the territory (TB, TW)
    Record,
    /// The record; where it lists none, gokata suggests which stones are dead, if the game was counted and nothing stays
    /// open (60 ms for a game on 19x19)
    Suggest,
}

/// The end of a game.
pub(super) struct Count {
    /// For each point 1 if it is Black's, 255 (which is -1) if it is White's, else 0. Empty if nobody asked.
    pub(super) owners: Vec<u8>,
    /// The points by which Black has won; not a number if that is not known.
    pub(super) score: f32,
    /// Who says so: 0 nobody, 1 the record, 2 gokata.
    pub(super) by: u8,
}

impl Count {
    pub(super) fn of(
        game: &SgfGame<'_>,
        rules: Option<Rules>,
        ownership: Option<Ownership>,
    ) -> Count {
        let counted = ownership.and_then(|ownership| counted(game, rules, ownership));
        counted.unwrap_or_else(|| Count {
            owners: vec![0; ownership.map_or(0, |_| game.size().point_count())],
            score: f32::NAN,
            by: 0,
        })
    }
}

fn counted(game: &SgfGame<'_>, rules: Option<Rules>, ownership: Ownership) -> Option<Count> {
    let listed = game.territory(&LinePath::MAIN, None).ok()??;
    let is_listed = !listed.is_empty();
    if !is_listed && ownership == Ownership::Record {
        return None;
    }
    let is_counted = match game.about().result {
        Some(Outcome::Counted(_) | Outcome::Win { .. }) => true,
        None | Some(Outcome::Unknown) => {
            let (record, _) = game.replay_path(&LinePath::MAIN, rules, None).ok()?;
            record.is_over()
        }
        Some(_) => false,
    };
    if !is_listed && !is_counted {
        return None;
    }
    let ending = Ending::of(game, rules).ok()?;
    let standing = &ending.standing;
    if ending.is_open() {
        return None;
    }
    let sign = |owner: Option<Color>| match owner {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => u8::MAX,
    };
    Some(Count {
        owners: standing.marks.owners().into_iter().map(sign).collect(),
        score: points(standing.count().score()),
        by: if is_listed { 1 } else { 2 },
    })
}

/// Returns the points by which Black has won.
pub(super) fn points(score: Score) -> f32 {
    let Score::Win(winner, halves) = score else {
        return 0.0;
    };
    let halves = i64::from(halves.get());
    halves_to_points(if winner == Color::Black {
        halves
    } else {
        -halves
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a score is far below 2^24 half points"
)]
pub(super) fn halves_to_points(halves: i64) -> f32 {
    halves as f32 / 2.0
}
