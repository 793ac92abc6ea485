//! Sets marks while the board is scored: as suggested, and one by one.

use super::refusal::Refusal;
use super::state::{Approval, Round, State};
use super::suggestion::{Suggested, Suggestion};
use super::terms::Marking;
use crate::basics::{ByColor, Point, PointSet, Tax};
use crate::scoring::{Mark, MarkError, Marked, Marks, Standing, Taxed};

impl State {
    /// Returns the scoring phase with the marks of a suggestion. Dead stones that cannot be dead are alive, as after any mark.
    pub(super) fn marked_as(&self, suggestion: &Suggestion) -> Result<Round, Refusal> {
        let approved = self.scoring()?.approved;
        self.round_of(suggestion, approved).map_err(Refusal::Mark)
    }

    fn round_of(
        &self,
        suggestion: &Suggestion,
        approved: ByColor<Option<Approval>>,
    ) -> Result<Round, MarkError> {
        let rules = self.record.rules();
        let alive = Marks::of(self.record.board());
        let mut marks = alive.with_dead(&suggestion.dead)?.with_possible_dead();
        let seki = chains(&alive, &suggestion.seki)? - marks.dead();
        if self.terms.marking == Marking::StonesAndRegions && rules.tax() != Tax::All {
            // Without a tax, marks are how players agree on what does not count in a seki.
            let found = Standing {
                marks: marks.clone(),
                seki: Some(seki),
                rules: rules.with_tax(Tax::Seki),
                ..Standing::from(&self.record)
            };
            for Taxed { territory, .. } in found.taxed() {
                // A region with dead stones cannot be marked: only a tax excludes it.
                if let Some(point) = territory.nth(0)
                    && !territory.meets(marks.dead())
                {
                    marks.mark(point, Mark::Neutral)?;
                }
            }
        }
        let suggested = Suggested {
            proven: chains(&alive, &suggestion.proven)?,
            open: chains(&alive, &suggestion.open)?,
        };
        Ok(Round {
            marks,
            seki: (rules.tax() != Tax::None).then_some(seki),
            suggested: Some(suggested),
            approved,
        })
    }
}

impl Round {
    /// Sets a mark. The players know better than a suggestion: what the mark touches is no longer in seki, nor is the other
    /// side of that seki, which one reaches by empty points and stones in seki.
    pub(super) fn mark(&mut self, point: Point, mark: Mark) -> Result<(), MarkError> {
        let Marked {
            killed,
            revived,
            counted,
            ..
        } = self.marks.mark(point, mark)?;
        if let Some(seki) = self.seki {
            let touched = [killed, revived, counted].concat();
            let touched = PointSet::new(seki.size(), touched);
            self.seki = Some(seki - touched.grown(self.marks.free() | seki));
        }
        self.suggested = None;
        Ok(())
    }
}

/// Returns all stones of the chains at these points.
fn chains(marks: &Marks, points: &[Point]) -> Result<PointSet, MarkError> {
    Ok(marks.with_dead(points)?.dead())
}
