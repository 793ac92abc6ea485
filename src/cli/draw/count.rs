//! Describes a count as text: a map of the owner of each point, the lines of the count, and unfinished borders.

use gokata::scoring::{Ending, Outcome, PointState, Standing};
use gokata::{Color, Point, PointSet, Preset, Rules, Size, Tax};

use super::grid::draws_stones;
use crate::terminal::text::wrapped;

/// Explains the letters of [`map`], except those of living stones.
pub(crate) fn legend() -> String {
    let nobody = if draws_stones() { '┼' } else { '.' };
    let signs = "X O dead, + Black's points, - White's, ~ not counted (tax)";
    wrapped(&format!("{signs}, {nobody} nobody's"))
}

/// Returns the letter of each point (see [`legend`]); living stones are `x` and `o`.
pub(crate) fn map(standing: &Standing) -> impl Fn(Point) -> char + use<> {
    let (marks, taxed) = (standing.marks.clone(), taxed(standing));
    move |point| match marks.state(point) {
        Some(PointState::BlackDead) => 'X',
        Some(PointState::WhiteDead) => 'O',
        Some(PointState::BlackAlive) => 'x',
        Some(PointState::WhiteAlive) => 'o',
        Some(_) if taxed.contains(point) => '~',
        Some(PointState::BlackPoint) => '+',
        Some(PointState::WhitePoint) => '-',
        Some(PointState::Nobody) => '.',
        // A stone that is listed as dead but stands in territory of its own color.
        None => match marks.stone_at(point) {
            Some(Color::Black) => 'X',
            _ => 'O',
        },
    }
}

/// Returns the territory that does not count.
pub(crate) fn taxed(standing: &Standing) -> PointSet {
    let none = PointSet::empty(standing.marks.size());
    let parts = standing.taxed().into_iter();
    parts.fold(none, |all, part| all | part.territory)
}

/// Lists the [`points`] and the result.
pub(crate) fn in_full(standing: &Standing) -> String {
    format!("{}\nresult: {}", points(standing), outcome(standing))
}

/// Returns the result of a count, or a resignation.
pub(crate) fn outcome(standing: &Standing) -> Outcome {
    match standing.ending {
        Some(Ending::Resignation(loser)) => Outcome::Resignation { winner: !loser },
        Some(Ending::Passes) | None => Outcome::Counted(standing.count().score()),
    }
}

/// Lists the dead stones, the [`doubts`], the rules and the count.
pub(crate) fn points(standing: &Standing) -> String {
    let size = standing.marks.size();
    let mut lines = Vec::new();
    let (dead, neutral) = (standing.marks.dead(), standing.marks.neutral());
    for (what, points) in [("dead", dead), ("marked neutral", neutral)] {
        if !points.is_empty() {
            lines.push(wrapped(&format!("{what}: {}", names(points, size))));
        }
    }
    lines.extend(doubts(standing));
    lines.push(wrapped(&format!("rules: {}", standing.rules)));
    lines.push(standing.count().to_string());
    lines.join("\n")
}

/// Describes the neutral points that keep territory from counting, and what to do about them. `advice` returns the
/// second sentence from the rules without tax, in the form of `--rules`.
pub(crate) fn unfinished(standing: &Standing, advice: impl Fn(&str) -> String) -> Option<String> {
    let unfinished = standing.unfinished()?;
    let sentence = wrapped(&unfinished.describe(standing.marks.size()));
    let advice = wrapped(&advice(&untaxed(unfinished.rules)));
    Some(format!("{sentence}\n{advice}"))
}

/// Returns these rules without tax: the nearest preset, and the changes.
fn untaxed(rules: Rules) -> String {
    let changes = |preset: &Preset| rules.changes(*preset).filter(|(key, _)| *key != "komi");
    let presets = Preset::ALL.iter().copied();
    let preset = presets.min_by_key(|preset| changes(preset).count());
    let preset = preset.unwrap_or(Preset::Kata);
    let untaxed = rules.with_tax(Tax::None);
    let changes = untaxed.changes(preset);
    let changes = changes.map(|(key, value)| format!(",{key}={value}"));
    preset.name().to_owned() + &changes.collect::<String>()
}

/// Lists what players should check before they agree: open borders, and territory and dead stones that do not count, with the
/// causes.
pub(crate) fn doubts(standing: &Standing) -> Vec<String> {
    let (size, unpaid) = (standing.marks.size(), standing.unpaid());
    let open = standing.marks.open_borders().into_iter().map(|border| {
        let (count, points) = (border.points.len(), names(border.points, size));
        format!("{count} points between both sides are nobody's (unfinished?): {points}")
    });
    let taxed = standing.taxed().into_iter().map(|part| {
        let (color, territory) = (part.color, part.territory);
        let why = if part.open.is_empty() && part.in_atari.is_empty() {
            "its group has stones in seki".to_owned()
        } else if part.open.is_empty() {
            let s = if part.in_atari.len() == 1 { "" } else { "s" };
            let stones = names(part.in_atari, size);
            format!("the stone{s} {stones} can be taken at once")
        } else {
            let are = if part.open.len() == 1 { "is" } else { "are" };
            let points = names(part.open, size);
            format!("the group touches {points}, which {are} nobody's")
        };
        let points_do = match territory.len() {
            1 => "point does".to_owned(),
            points => format!("{points} points do"),
        };
        let dead = match (territory & unpaid).len() {
            0 => String::new(),
            1 => ", nor does the dead stone".to_owned(),
            dead => format!(", nor do the {dead} dead stones"),
        };
        let (points, tax) = (names(territory, size), standing.rules.tax());
        format!("{color}'s {points_do} not count ({points}){dead}: {why} (tax={tax})")
    });
    // The tax has a line of its own.
    let unowned = unpaid - self::taxed(standing);
    let unowned = (!unowned.is_empty()).then(|| {
        let dead = names(unowned, size);
        format!("no prisoners, because they are on nobody's ground: the dead stones {dead}")
    });
    let lines = open.chain(taxed).chain(unowned);
    lines.map(|line| wrapped(&line)).collect()
}

/// The most points in a list; `...` stands for the rest.
const MOST_NAMED: usize = 12;

pub(crate) fn names(points: impl IntoIterator<Item = Point>, size: Size) -> String {
    let points = points.into_iter();
    first_of(points.map(|point| point.vertex(size))).join(" ")
}

pub(crate) fn first_of(list: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut first: Vec<String> = list.into_iter().take(MOST_NAMED + 1).collect();
    if let Some(more) = first.get_mut(MOST_NAMED) {
        "...".clone_into(more);
    }
    first
}
