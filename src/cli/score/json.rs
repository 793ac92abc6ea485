//! The formats of a suggestion, and the objects of `gokata score --suggest --format json`, as `suggestion.schema.json` describes them.

use std::collections::BTreeMap;
use std::path::Path;

use clap::ValueEnum;
use gokata::scoring::{Finding, Life, Outcome, Standing, Status};
use gokata::{Color, PointSet, Size};
use serde::Serialize;

use super::ending::Recorded;
use super::suggestion::{deciding, first, outcomes};
use crate::draw::count::taxed;
use crate::terminal::text::one_line;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    #[default]
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
    /// For each status, the stones that have it.
    proven: BTreeMap<&'static str, Vec<String>>,
    likely: BTreeMap<&'static str, Vec<String>>,
    ruling: Vec<String>,
    /// The unsettled stones, too.
    open: Vec<String>,
    unsettled: Vec<Unsettled>,
    shares: BTreeMap<String, u8>,
    /// The points that each color must still fill in its territory, if there are any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    teire: BTreeMap<&'static str, Vec<String>>,
    /// The dead stones, if the record or an option names them and nothing is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    marked: Option<Vec<String>>,
    regions: Vec<Region>,
    result: String,
    range: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record_text: Option<String>,
}

/// A chain about which the first move decides, or a ko.
#[derive(Serialize)]
struct Unsettled {
    stones: Vec<String>,
    /// The first moves.
    black: Option<String>,
    white: Option<String>,
    ko: bool,
}

#[derive(Serialize)]
struct Region {
    points: Vec<String>,
    owner: Option<String>,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<&'static str>,
}

/// Returns the object about a position on one line. `standing` has the suggested marks, or those that replace them.
pub(super) fn object(
    (file, game): (&Path, Option<usize>),
    standing: &Standing,
    life: Option<&Life>,
    recorded: &Recorded,
) -> String {
    let size = standing.marks.size();
    let stones = |holds: &dyn Fn(&Finding) -> bool| {
        life.map_or_else(Vec::new, |life| names(life.stones_where(holds), size))
    };
    let by_status = |is: fn(&Finding) -> bool| {
        let of = |status: Status| {
            let holds = |finding: &Finding| is(finding) && finding.status() == Some(status);
            (status.name(), stones(&holds))
        };
        Status::ALL.iter().copied().map(of).collect()
    };
    let chains = life.map(Life::chains).unwrap_or_default().iter();
    let shares = chains.filter_map(|chain| {
        let percent = match chain.finding {
            Finding::Likely { percent, .. } => percent,
            Finding::Unsettled { alive, .. } | Finding::Open { alive } => alive,
            Finding::Proven(..) | Finding::Ruling => return None,
        };
        Some((first(chain)?.vertex(size), percent))
    });
    let chains = life.map(Life::chains).unwrap_or_default().iter();
    let unsettled = chains.filter_map(|chain| {
        let (moves, ko) = deciding(chain)?;
        let [black, white] = [moves.black, moves.white].map(|at| Some(at?.vertex(size)));
        let stones = names(chain.stones, size);
        Some(Unsettled {
            stones,
            black,
            white,
            ko,
        })
    });
    let teire = [("black", Color::Black), ("white", Color::White)];
    let teire = teire.into_iter().filter_map(|(name, color)| {
        let points = names(life?.teire()[color], size);
        (!points.is_empty()).then_some((name, points))
    });
    let result = Outcome::Counted(standing.count().score());
    let range = life.map_or([result; 2], outcomes);
    let object = Suggestion {
        schema: "gokata-suggestion-1",
        file: file.display().to_string(),
        game,
        size: size.to_string(),
        rules: standing.rules.to_string(),
        proven: by_status(Finding::is_proven),
        likely: by_status(|it| matches!(it, Finding::Likely { .. })),
        ruling: stones(&|it| matches!(it, Finding::Ruling)),
        open: stones(&|it| it.status().is_none()),
        unsettled: unsettled.collect(),
        shares: shares.collect(),
        teire: teire.collect(),
        marked: life.is_none().then(|| names(standing.marks.dead(), size)),
        regions: regions(standing, life),
        result: result.to_string(),
        range: range.map(|outcome| outcome.to_string()),
        record: recorded.outcome.map(|outcome| outcome.to_string()),
        record_text: recorded.text.clone(),
    };
    one_line(&object)
}

fn regions(standing: &Standing, life: Option<&Life>) -> Vec<Region> {
    let size = standing.marks.size();
    let taxed = taxed(standing);
    let why = standing.seki.as_ref().map_or("tax", |_| "seki");
    let described = |region: gokata::scoring::Region| {
        let proven = life.zip(region.owner);
        let proven = proven.map(|(life, owner)| life.territory()[owner]);
        Region {
            points: names(region.points, size),
            owner: region.owner.map(|owner| owner.to_string().to_lowercase()),
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
