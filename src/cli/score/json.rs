//! The formats of a suggestion, and the objects of `gokata score --suggest --format json`, as `suggestion.schema.json` describes them.

use std::collections::BTreeMap;
use std::path::Path;

use clap::ValueEnum;
use gokata::scoring::{Finding, Life, Outcome, Standing, Status};
use gokata::{Color, PointSet, Size};
use serde::Serialize;

use super::suggestion::{first, outcomes};
use crate::terminal::text::one_line;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    Text,
    /// One JSON object per line.
    #[value(alias = "ndjson")]
    Json,
}

#[derive(Serialize)]
struct Suggestion {
    schema: &'static str,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    size: String,
    rules: String,
    proven: Stones,
    likely: Stones,
    ruling: Vec<String>,
    open: Vec<String>,
    shares: BTreeMap<String, u8>,
    /// The dead stones, if the record or an option names them and nothing is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    marked: Option<Vec<String>>,
    regions: Vec<Region>,
    result: String,
    range: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

#[derive(Serialize)]
struct Stones {
    alive: Vec<String>,
    dead: Vec<String>,
    seki: Vec<String>,
}

#[derive(Serialize)]
struct Region {
    points: Vec<String>,
    owner: Option<&'static str>,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<&'static str>,
}

/// Returns the object about a position on one line. `standing` has the suggested marks, or those that replace them.
pub(super) fn object(
    (file, game): (&Path, Option<usize>),
    standing: &Standing,
    life: Option<&Life>,
    recorded: Option<Outcome>,
) -> String {
    let size = standing.marks.size();
    let stones = |holds: &dyn Fn(&Finding) -> bool| {
        let none = PointSet::empty(size);
        names(life.map_or(none, |life| life.stones_where(holds)), size)
    };
    let by_status = |is_proven: bool| {
        let of = |wanted: Status| {
            stones(&|finding| match finding {
                Finding::Proven(status, _) => is_proven && *status == wanted,
                Finding::Likely { status, .. } => !is_proven && *status == wanted,
                Finding::Ruling | Finding::Open { .. } => false,
            })
        };
        Stones {
            alive: of(Status::Alive),
            dead: of(Status::Dead),
            seki: of(Status::Seki),
        }
    };
    let chains = life.map(Life::chains).unwrap_or_default().iter();
    let shares = chains.filter_map(|chain| {
        let (Finding::Likely { percent, .. } | Finding::Open { alive: percent }) = chain.finding
        else {
            return None;
        };
        Some((first(chain)?.vertex(size), percent))
    });
    let result = Outcome::Counted(standing.count().score());
    let range = life.map_or([result; 2], outcomes);
    let object = Suggestion {
        schema: "gokata-suggestion-1",
        file: file.display().to_string(),
        game,
        size: size.to_string(),
        rules: standing.rules.to_string(),
        proven: by_status(true),
        likely: by_status(false),
        ruling: stones(&|finding| matches!(finding, Finding::Ruling)),
        open: stones(&|finding| finding.status().is_none()),
        shares: shares.collect(),
        marked: life.is_none().then(|| names(standing.marks.dead(), size)),
        regions: regions(standing, life),
        result: result.to_string(),
        range: range.map(|outcome| outcome.to_string()),
        record: recorded.map(|outcome| outcome.to_string()),
    };
    one_line(&object)
}

fn regions(standing: &Standing, life: Option<&Life>) -> Vec<Region> {
    let size = standing.marks.size();
    let none = PointSet::empty(size);
    let taxed = standing.taxed().into_iter();
    let taxed = taxed.fold(none, |all, part| all | part.territory);
    let why = if standing.seki.is_some() {
        "seki"
    } else {
        "tax"
    };
    let described = |region: gokata::scoring::Region| {
        let proven = life.zip(region.owner);
        let proven = proven.map(|(life, owner)| life.territory()[owner]);
        Region {
            points: names(region.points, size),
            owner: region.owner.map(|owner| match owner {
                Color::Black => "black",
                Color::White => "white",
            }),
            proven: proven.is_some_and(|proven| (region.points - proven).is_empty()),
            excluded: (!(region.points & taxed).is_empty()).then_some(why),
        }
    };
    let regions = standing.marks.regions();
    regions.into_iter().map(described).collect()
}

fn names(points: PointSet, size: Size) -> Vec<String> {
    points.iter().map(|point| point.vertex(size)).collect()
}
