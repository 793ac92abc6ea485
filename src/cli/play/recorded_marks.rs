//! Marks the stones of a loaded game as its record lists the territory.

use gokata::agreement::{Command, Game, Marking, Request, Stage};
use gokata::scoring::{Mark, Marks, Standing};
use gokata::sgf::Territory;
use gokata::{Color, Point};

use crate::draw::count::names;
use crate::read::territory;

/// Marks stones and regions as the record lists the territory, if play has ended. Returns the lines that report it.
pub(super) fn mark(game: &mut Game, listed: &Territory) -> Vec<String> {
    if game.state().stage() != Stage::Scoring || listed.is_empty() {
        return Vec::new();
    }
    let mut standing = Standing::from(game.state().record());
    let tax = standing.rules.tax;
    let mut lines = territory::mark(&mut standing, listed);
    if standing.rules.tax != tax {
        lines.push("a part of the listed territory does not count here (tax=seki)".to_owned());
    }
    set(game, &standing.marks);
    let left = differing(&game.state().marks(), &standing.marks);
    if !left.is_empty() {
        let names = names(&left, standing.marks.size());
        lines.push(format!(
            "not marked as the territory in the record demands: {names}"
        ));
    }
    lines
}

/// Gives a game these marks, as far as players could.
fn set(game: &mut Game, wanted: &Marks) {
    let (dead, neutral): (Vec<Point>, Vec<Point>) =
        (wanted.dead().collect(), wanted.neutral().collect());
    // Each of these marks adds some, so there is an end.
    loop {
        let marks = game.state().marks();
        let fits = |(point, mark): &(Point, Mark)| {
            marks.would(*point, *mark).is_ok_and(|changes| {
                changes.is_change()
                    && changes.revived.is_empty()
                    && changes.killed.iter().all(|point| dead.contains(point))
                    && changes.neutral.iter().all(|point| neutral.contains(point))
            })
        };
        let stones = dead.iter().map(|point| (*point, Mark::Dead));
        let has_regions = game.state().terms().marking == Marking::StonesAndRegions;
        let regions = neutral.iter().filter(|_| has_regions);
        let regions = regions.map(|point| (*point, Mark::Neutral));
        let Some((point, mark)) = stones.chain(regions).find(fits) else {
            return;
        };
        let base = game.state().scoring_number();
        let command = Command::Mark { point, mark, base };
        let request = Request::new(Color::Black, command);
        if game.handle(request).result.is_err() {
            return;
        }
    }
}

/// Returns the points with different marks.
fn differing(one: &Marks, other: &Marks) -> Vec<Point> {
    let marked = |marks: &Marks| -> Vec<Point> { marks.dead().chain(marks.neutral()).collect() };
    let (ones, others) = (marked(one), marked(other));
    let only_one = ones.iter().filter(|point| !others.contains(point));
    let only_other = others.iter().filter(|point| !ones.contains(point));
    only_one.chain(only_other).copied().collect()
}
