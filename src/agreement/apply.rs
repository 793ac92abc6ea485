//! Applies an event to a state; sets marks as suggested, and one by one.

use crate::basics::{Action, ByColor, Color, IllegalMove, Move, Point, PointSet, Tax};
use crate::pure::{BoardRecord, play_move};
use crate::scoring::{Mark, MarkError, Marked, Marks, Standing, Taxed};

use super::event::{Event, How};
use super::refusal::Refusal;
use super::state::{Approval, Phase, Round, Stage, State};
use super::suggestion::{Suggested, Suggestion};
use super::terms::Marking;

/// Returns the state after an event. The effects stored in the event (numbers, lists, scores) are ignored and computed
/// again; `Game::replay` compares the two.
pub(super) fn apply(state: &State, event: &Event) -> Result<State, Refusal> {
    let mut next = state.clone();
    next.seq += 1;
    next.void_offer = None;
    next.take_back_ask = None;
    match event {
        Event::Started(_) => return Err(Refusal::WrongPhase(state.stage())),
        Event::Played { by, point } => {
            next.turn(Move::play(*by, *point))?;
            next.may_resume = true;
        }
        Event::Passed { by } => next.turn(Move::pass(*by))?,
        Event::TakeBackAsked { by } => {
            next.before_own_turn(*by)?;
            next.take_back_ask = Some(*by);
        }
        Event::TakenBack { by, .. } => next.take_back(!*by)?,
        Event::ScoringEntered { .. } => next.enter_scoring()?,
        Event::Marked {
            by, point, mark, ..
        } => {
            if next.is_done(*by) {
                return Err(Refusal::YouAreDone);
            }
            next.round()?.mark(*point, *mark).map_err(Refusal::Mark)?;
            next.scoring_number = next.next_scoring_number()?;
        }
        Event::Suggested { by, suggestion, .. } => {
            if next.is_done(*by) {
                return Err(Refusal::YouAreDone);
            }
            let round = next.marked_as(suggestion)?;
            *next.round()? = round;
            next.scoring_number = next.next_scoring_number()?;
        }
        Event::Done { by, .. } => {
            let approval = Approval {
                number: next.scoring_number,
                seq: next.seq,
            };
            next.round()?.approved[*by] = Some(approval);
        }
        Event::Undone { by } => {
            next.round()?.approved[*by] = None;
            let retracted = &mut next.retracted[*by];
            *retracted = retracted.checked_add(1).ok_or(Refusal::TooLong)?;
        }
        Event::Resumed { to_play, .. } => next.resume(*to_play)?,
        Event::Claimed { .. } => {
            next.round()?;
        }
        Event::Resigned { .. } | Event::VoidAccepted { .. } => next.running()?,
        Event::VoidOffered { by } => {
            next.running()?;
            next.void_offer = Some(*by);
        }
        Event::Finished { how, .. } => next.end(*how)?,
    }
    Ok(next)
}

impl State {
    fn wrong_phase(&self) -> Refusal {
        match self.stage() {
            Stage::Finished => Refusal::Finished,
            stage => Refusal::WrongPhase(stage),
        }
    }

    pub(super) fn running(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Finished(_) => Err(Refusal::Finished),
            _ => Ok(()),
        }
    }

    pub(super) fn playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Play => Ok(()),
            _ => Err(self.wrong_phase()),
        }
    }

    pub(super) fn scoring(&self) -> Result<&Round, Refusal> {
        match &self.phase {
            Phase::Scoring(round) => Ok(round),
            _ => Err(self.wrong_phase()),
        }
    }

    /// The scoring number after the next change of the board. A number must never come back.
    pub(super) fn next_scoring_number(&self) -> Result<u32, Refusal> {
        self.scoring_number.checked_add(1).ok_or(Refusal::TooLong)
    }

    fn round(&mut self) -> Result<&mut Round, Refusal> {
        let refusal = self.wrong_phase();
        match &mut self.phase {
            Phase::Scoring(round) => Ok(round),
            _ => Err(refusal),
        }
    }

    fn turn(&mut self, mv: Move) -> Result<(), Refusal> {
        self.playing()?;
        self.record = play_move(mv, &self.record).map_err(Refusal::Illegal)?;
        Ok(())
    }

    /// The record before this player's latest own turn since play began or was resumed. The opponent may have answered it.
    pub(super) fn before_own_turn(&self, player: Color) -> Result<BoardRecord, Refusal> {
        self.playing()?;
        let last = self.record.last_turn().map(|turn| turn.color);
        let back = if last == Some(player) { 1 } else { 2 };
        let turns = self.record.turns().checked_sub(back);
        let turns = turns.filter(|turns| *turns >= self.play_began);
        let before = turns.and_then(|turns| self.record.at(turns));
        before.ok_or(Refusal::NothingToTakeBack)
    }

    fn take_back(&mut self, asker: Color) -> Result<(), Refusal> {
        self.record = self.before_own_turn(asker)?;
        let is_resumed = self.scoring_number > 0;
        let mut since = self.record.moves().into_iter().skip(self.play_began);
        self.may_resume = !is_resumed || since.any(|turn| turn.action != Action::Pass);
        self.taken_back = self.taken_back.checked_add(1).ok_or(Refusal::TooLong)?;
        Ok(())
    }

    fn enter_scoring(&mut self) -> Result<(), Refusal> {
        self.playing()?;
        if !self.record.is_over() {
            return Err(Refusal::WrongPhase(Stage::Play));
        }
        self.scoring_number = self.next_scoring_number()?;
        self.phase = Phase::Scoring(Round {
            marks: Marks::of(self.record.board()),
            seki: None,
            suggested: None,
            approved: ByColor::default(),
        });
        Ok(())
    }

    fn resume(&mut self, to_play: Color) -> Result<(), Refusal> {
        self.scoring()?;
        if !self.may_resume {
            return Err(Refusal::NoProgress);
        }
        let resumed = self.record.resume(Some(to_play));
        self.record = resumed.map_err(|_| Refusal::Illegal(IllegalMove::GameOver))?;
        self.scoring_number = self.next_scoring_number()?;
        self.may_resume = false;
        self.play_began = self.record.turns();
        self.phase = Phase::Play;
        Ok(())
    }

    fn end(&mut self, how: How) -> Result<(), Refusal> {
        match how {
            How::Agreement | How::Claim(_) => {
                self.scoring()?;
                for color in Color::BOTH {
                    let may_be_silent = how == How::Claim(!color);
                    if !may_be_silent && !self.is_done(color) {
                        return Err(Refusal::NotDone);
                    }
                }
            }
            How::Passes => {
                self.playing()?;
                if !self.record.is_over() || !self.passes_decide() {
                    return Err(Refusal::WrongPhase(Stage::Play));
                }
            }
            How::Resignation(_) | How::Void => self.running()?,
        }
        self.phase = Phase::Finished(self.finished_by(how));
        Ok(())
    }
}

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
            if rules.tax() == Tax::None {
                // Dead stones that must be captured before the end are marked alive, which makes their region nobody's.
                marks = alive.with_dead(&(marks.dead() - found.unpaid()).list())?;
            }
            let taxed = found.taxed().into_iter();
            let regions = taxed.flat_map(|Taxed { territory, .. }| territory.parts());
            for region in regions {
                // A region with dead stones cannot be marked: only a tax excludes it.
                if let Some(point) = region.nth(0)
                    && !region.meets(found.marks.dead())
                {
                    marks.mark(point, Mark::Neutral)?;
                }
            }
        }
        let size = marks.size();
        let teire =
            ByColor::from_fn(|color| PointSet::new(size, suggestion.teire[color].iter().copied()));
        marks = marks.with_teire(teire);
        let suggested = Suggested {
            teire,
            proven: chains(&alive, &suggestion.proven)?,
            open: chains(&alive, &suggestion.open)?,
            unsettled: chains(&alive, &suggestion.unsettled)?,
            doubtful: chains(&alive, &suggestion.doubtful)?,
        };
        Ok(Round {
            marks,
            seki: (rules.tax() != Tax::None).then_some(seki),
            suggested: Some(Box::new(suggested)),
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

fn chains(marks: &Marks, points: &[Point]) -> Result<PointSet, MarkError> {
    Ok(marks.with_dead(points)?.dead())
}

#[cfg(test)]
mod tests {
    use super::super::decide::decide;
    use super::super::request::Command;
    use super::super::terms::{Opening, Terms};
    use super::super::view::Viewer;
    use super::*;
    use crate::basics::{Preset, Size};

    fn after(state: &State, by: Color, command: &Command) -> State {
        let mut changes = decide(state, by, command).expect("a decision");
        changes.pop().expect("a change").after
    }

    /// A number that came back would make an old approval count.
    #[test]
    fn numbers_do_not_begin_again() {
        let [black, white] = Color::BOTH;
        let view = |state: &State| state.view(Viewer::Player(white));
        let record = BoardRecord::new(Size::square(3).expect("a size"));
        let start = State::new(&Opening {
            record: record.with_rules(Preset::Japanese.rules()),
            terms: Terms::of(Preset::Japanese),
        });
        let played = after(&start, black, &view(&start).play((1, 1)));
        let one_pass = after(&played, white, &view(&played).pass());
        let pass = view(&one_pass).pass();
        let mut scored = after(&one_pass, black, &pass);
        scored.scoring_number = u32::MAX;
        let shown = view(&scored);
        let nothing = decide(&scored, white, &shown.mark((1, 1), Mark::Dead));
        assert_eq!(nothing, Ok(Vec::new()));
        for command in [shown.mark((0, 0), Mark::Neutral), shown.resume()] {
            let refused = decide(&scored, white, &command);
            assert_eq!(refused, Err(Refusal::TooLong));
        }
        let mut full = one_pass;
        full.scoring_number = u32::MAX;
        assert_eq!(decide(&full, black, &pass), Err(Refusal::TooLong));

        scored.retracted[white] = u32::MAX;
        let approved = after(&scored, white, &view(&scored).done());
        let undone = view(&approved).undone().expect("an approval");
        let refused = decide(&approved, white, &undone);
        assert_eq!(refused, Err(Refusal::TooLong));
    }
}
