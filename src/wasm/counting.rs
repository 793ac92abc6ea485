//! Who has won: counts, outcomes, and which stones are dead.

use std::collections::BTreeMap;

use gokata::scoring::{
    ChainLife, Finding, HalfPoints, Item, Mark, Outcome, Score, Standing, Status,
};
use gokata::{ByColor, Point, PointSet};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{Result, color_name, json, read_points, sentence, vertices};
use crate::position::Position;

#[derive(Serialize)]
struct ScoreFields {
    winner: Option<&'static str>,
    margin: f64,
    text: String,
}

#[derive(Serialize)]
struct CountFields {
    lines: BTreeMap<&'static str, [f64; 2]>,
    order: Vec<&'static str>,
    black: f64,
    white: f64,
    score: ScoreFields,
    text: String,
}

#[derive(Serialize)]
struct OutcomeFields {
    winner: Option<&'static str>,
    how: &'static str,
    margin: Option<f64>,
    sentence: String,
    text: String,
}

#[derive(Serialize)]
struct ChainFields {
    color: &'static str,
    stones: Vec<String>,
    status: &'static str,
    how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<[Option<String>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ko: Option<bool>,
}

#[derive(Serialize)]
struct LifeFields {
    dead: Vec<String>,
    seki: Vec<String>,
    open: Vec<String>,
    unsettled: Vec<String>,
    proven: Vec<String>,
    chains: Vec<ChainFields>,
    score: ScoreFields,
    range: [ScoreFields; 2],
    /// What the count of these findings is made of: `count` takes it back.
    marks: MarkFields,
}

#[derive(Serialize)]
struct MarkFields {
    dead: Vec<String>,
    neutral: Vec<String>,
    seki: Option<Vec<String>>,
}

#[wasm_bindgen]
impl Position {
    /// The count, as JSON. `dead`: a point of each dead chain; `neutral`: points that count for nobody; `seki`: the stones in
    /// seki, if a search has found them.
    pub fn count(
        &self,
        dead: Vec<String>,
        neutral: Vec<String>,
        seki: Option<Vec<String>>,
    ) -> Result<String> {
        let count = self.marked(&dead, &neutral, seki)?.count();
        let lines: Vec<_> = count.lines().collect();
        let order = lines.iter().map(|(item, _)| Item::name(*item));
        let fields = lines.iter().map(|(item, ByColor { black, white })| {
            (Item::name(*item), [points(*black), points(*white)])
        });
        let total = |color| points(count.total(color));
        json(&CountFields {
            order: order.collect(),
            lines: fields.collect(),
            black: total(gokata::Color::Black),
            white: total(gokata::Color::White),
            score: score(count.score()),
            text: count.to_string(),
        })
    }

    /// How the game has ended, as JSON; `None` while it goes on. The stones are marked as for `count`.
    pub fn outcome(
        &self,
        dead: Vec<String>,
        neutral: Vec<String>,
        seki: Option<Vec<String>>,
    ) -> Result<Option<String>> {
        let outcome = self.marked(&dead, &neutral, seki)?.outcome();
        let outcome = outcome.map(|outcome| {
            let (how, margin) = match outcome {
                Outcome::Counted(counted) => ("count", Some(score(counted).margin)),
                Outcome::Resignation { .. } => ("resignation", None),
                Outcome::Time { .. } => ("time", None),
                Outcome::Forfeit { .. } => ("forfeit", None),
                Outcome::Win { .. } => ("win", None),
                Outcome::Void => ("void", None),
                Outcome::Unknown => ("unknown", None),
            };
            json(&OutcomeFields {
                winner: outcome.winner().map(color_name),
                how,
                margin,
                sentence: outcome.sentence(),
                text: outcome.to_string(),
            })
        });
        outcome.transpose()
    }

    /// Which chains are alive, dead or in seki, as JSON.
    pub fn suggest(&self) -> Result<String> {
        let (life, size) = (self.standing().life(), self.inner_size());
        let stones = |holds: &dyn Fn(&Finding) -> bool| vertices(life.stones_where(holds), size);
        let guessed = |status| stones(&move |finding| finding.better_guess() == status);
        let found = life.standing();
        let ByColor { black, white } = life.range();
        json(&LifeFields {
            dead: guessed(Status::Dead),
            seki: guessed(Status::Seki),
            open: vertices(life.open(), size),
            unsettled: stones(&|finding| matches!(finding, Finding::Unsettled { .. })),
            proven: stones(&Finding::is_proven),
            chains: life.chains().iter().map(|one| chain(one, size)).collect(),
            score: score(life.result()),
            range: [score(black), score(white)],
            marks: MarkFields {
                dead: vertices(found.marks.dead(), size),
                neutral: vertices(found.marks.neutral(), size),
                seki: found.seki.map(|seki| vertices(seki, size)),
            },
        })
    }
}

impl Position {
    fn marked(
        &self,
        dead: &[String],
        neutral: &[String],
        seki: Option<Vec<String>>,
    ) -> Result<Standing> {
        let (standing, size) = (self.standing(), self.inner_size());
        let marks = standing.marks.with_dead(&read_points(dead, size)?);
        let mut marks = marks.map_err(|error| sentence(error.describe(size)))?;
        for point in read_points(neutral, size)? {
            // A point that is neutral already is marked with its whole region.
            if !marks.neutral().contains(point) {
                let marked = marks.mark(point, Mark::Neutral);
                marked.map_err(|error| sentence(error.describe(size)))?;
            }
        }
        let seki = seki.map(|seki| read_points(&seki, size)).transpose()?;
        Ok(Standing {
            marks,
            seki: seki.map(|seki| PointSet::new(size, seki)),
            ..standing
        })
    }
}

fn chain(chain: &ChainLife, size: gokata::Size) -> ChainFields {
    let named = |point: Option<Point>| Some(point?.vertex(size));
    let (how, moves, ko) = match &chain.finding {
        Finding::Proven(..) => ("proven", None, None),
        Finding::Likely { .. } => ("likely", None, None),
        Finding::Open { .. } => ("open", None, None),
        Finding::Ruling => ("ruling", None, None),
        Finding::Unsettled { moves, ko, .. } => {
            let moves = [named(moves.black), named(moves.white)];
            ("unsettled", Some(moves), Some(*ko))
        }
    };
    ChainFields {
        color: color_name(chain.color),
        stones: vertices(chain.stones, size),
        status: chain.finding.better_guess().name(),
        how,
        moves,
        ko,
    }
}

fn score(score: Score) -> ScoreFields {
    let margin = match score {
        Score::Draw => 0.0,
        Score::Win(_, halves) => f64::from(halves.get()) / 2.0,
    };
    ScoreFields {
        winner: score.winner().map(color_name),
        margin,
        text: score.to_string(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "points are few")]
fn points(halves: HalfPoints) -> f64 {
    halves.0 as f64 / 2.0
}
