//! Accepts or rejects a request: a pure function of state and request.

use std::cmp::Ordering;

use crate::basics::{ByColor, Color, Point};
use crate::scoring::{Mark, MarkError};

use super::apply::apply;
use super::event::{CountedBoard, Event, How};
use super::refusal::Refusal;
use super::request::Command;
use super::state::{FinalCount, Stage, State};
use super::suggestion::Suggestion;
use super::terms::{Marking, ResumeOrder};

/// Returns what a request of this player changes in this state: the requested event and its consequence, if it has one;
/// nothing if no change is needed.
pub(super) fn decide(state: &State, by: Color, command: &Command) -> Decision {
    match command {
        Command::Play {
            point,
            move_no,
            taken_back,
        } => {
            in_turn(state, by, (*move_no, *taken_back))?;
            change(state, Event::Played { by, point: *point })
        }
        Command::Pass {
            move_no,
            taken_back,
        } => {
            in_turn(state, by, (*move_no, *taken_back))?;
            change(state, Event::Passed { by })
        }
        Command::AskTakeBack { seq } => ask_take_back(state, by, *seq),
        Command::GrantTakeBack { ask } => grant_take_back(state, by, *ask),
        Command::Mark { point, mark, base } => mark_point(state, by, (*point, *mark), *base),
        Command::Suggest { suggestion, number } => suggest(state, by, suggestion, *number),
        Command::Done {
            number,
            retracted,
            board,
        } => done(state, by, (*number, *retracted), board),
        Command::Undone { approval } => undone(state, by, *approval),
        Command::Resume { number } => resume(state, by, *number),
        Command::Resign => change(state, Event::Resigned { by }),
        Command::Claim {
            number,
            silent_for,
            reminders,
        } => claim(state, by, *number, (*silent_for, *reminders)),
        Command::Void { seq } => void(state, by, *seq),
    }
}

/// What changes, in order, or why the request is rejected.
pub(super) type Decision = Result<Vec<Change>, Refusal>;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) event: Event,
    pub(super) after: State,
}

impl Change {
    pub(super) fn of(state: &State, event: Event) -> Result<Change, Refusal> {
        Ok(Change {
            after: apply(state, &event)?,
            event,
        })
    }
}

pub(super) fn consequence(state: &State, event: &Event) -> Option<Event> {
    match event {
        Event::Started(_) | Event::Passed { .. } => end_of_play(state),
        Event::Done { by, .. } if state.is_done(!*by) => Some(finished(state, How::Agreement)),
        Event::Resigned { by } => Some(finished(state, How::Resignation(*by))),
        Event::Claimed { by } => Some(finished(state, How::Claim(*by))),
        Event::VoidAccepted { .. } => Some(finished(state, How::Void)),
        _ => None,
    }
}

fn end_of_play(state: &State) -> Option<Event> {
    if !state.record.is_over() {
        None
    } else if let Some(loser) = state.record.resigned() {
        Some(finished(state, How::Resignation(loser)))
    } else if state.passes_decide() {
        Some(finished(state, How::Passes))
    } else {
        // `apply` rejects an event whose number would not grow.
        let number = state.scoring_number.saturating_add(1);
        Some(Event::ScoringEntered { number })
    }
}

fn finished(state: &State, how: How) -> Event {
    let finish = state.finished_by(how);
    Event::Finished {
        how,
        outcome: finish.outcome,
        tally: finish.counted.map(|FinalCount { board, count, .. }| {
            let scores = ByColor::from_fn(|color| count.total(color));
            CountedBoard { board, scores }
        }),
    }
}

fn ask_take_back(state: &State, by: Color, seq: u64) -> Decision {
    state.playing()?;
    current(seq, state.seq, Refusal::StaleView)?;
    match state.take_back_ask {
        Some(asker) if asker == by => Ok(Vec::new()),
        // Asking is not granting: two players who ask have not agreed on whose turn it is.
        _ => change(state, Event::TakeBackAsked { by }),
    }
}

fn grant_take_back(state: &State, by: Color, ask: u64) -> Decision {
    state.playing()?;
    // An open request is the latest event.
    current(ask, state.seq, Refusal::StaleView)?;
    if state.take_back_ask != Some(!by) {
        return Err(Refusal::StaleView);
    }
    let before = state.before_own_turn(!by)?;
    let move_no = before.turns();
    change(state, Event::TakenBack { by, move_no })
}

fn mark_point(state: &State, by: Color, (point, mark): (Point, Mark), base: u32) -> Decision {
    let round = state.scoring()?;
    if state.is_done(by) {
        return Err(Refusal::YouAreDone);
    }
    if base > state.scoring_number {
        return Err(Refusal::NumberAhead);
    }
    if !state.record.size().contains(point) {
        return Err(Refusal::Mark(MarkError::OffBoard(point)));
    }
    let is_offered = match mark {
        Mark::Dead | Mark::Alive => state.terms.marking != Marking::Nothing,
        Mark::Neutral | Mark::Counted => state.terms.marking == Marking::StonesAndRegions,
    };
    if !is_offered {
        return Err(Refusal::MarkNotOffered(mark));
    }
    let changes = round.marks.would(point, mark).map_err(Refusal::Mark)?;
    if !changes.is_change() {
        return Ok(Vec::new());
    }
    let marked = Event::Marked {
        by,
        point,
        mark,
        base,
        number: state.next_scoring_number()?,
        changes,
    };
    change(state, marked)
}

fn suggest(state: &State, by: Color, suggestion: &Suggestion, number: u32) -> Decision {
    let round = state.scoring()?;
    if state.is_done(by) {
        return Err(Refusal::YouAreDone);
    }
    fresh(state, number)?;
    let after = state.marked_as(suggestion)?;
    if after == *round {
        return Ok(Vec::new());
    }
    let suggested = Event::Suggested {
        by,
        suggestion: suggestion.clone(),
        number: state.next_scoring_number()?,
        changes: round.marks.changes(&after.marks),
    };
    change(state, suggested)
}

fn done(state: &State, by: Color, (number, retracted): (u32, u32), board: &str) -> Decision {
    // Accepts a repeated approval of the final board after the end of the game.
    if state.stage() == Stage::Finished
        && state.is_done(by)
        && (number, retracted) == (state.scoring_number, state.retracted(by))
        && state.board_was(board)
    {
        return Ok(Vec::new());
    }
    state.scoring()?;
    fresh(state, number)?;
    current(retracted, state.retracted(by), Refusal::StaleScore)?;
    if board != state.board() {
        return Err(Refusal::BoardMismatch);
    }
    if state.is_done(by) {
        return Ok(Vec::new());
    }
    let board = board.to_owned();
    change(state, Event::Done { by, number, board })
}

fn undone(state: &State, by: Color, approval: u64) -> Decision {
    state.scoring()?;
    if approval > state.seq {
        return Err(Refusal::NumberAhead);
    }
    // A rejection if the approval does not stand, even if the player is not done: they may have sent another approval
    // that is still on its way, and must not believe that this request has taken it back.
    match state.approval(by) {
        Some(standing) if standing.seq == approval => change(state, Event::Undone { by }),
        _ => Err(Refusal::StaleScore),
    }
}

fn resume(state: &State, by: Color, number: u32) -> Decision {
    state.scoring()?;
    fresh(state, number)?;
    let resumed = Event::Resumed {
        by,
        number: state.next_scoring_number()?,
        to_play: match state.terms.resume {
            ResumeOrder::OpponentOfRequester => !by,
            // The player to play is the opponent of the one who passed last, but for turns handed over.
            ResumeOrder::OpponentOfLastPasser => {
                let last = state.record.last_turn();
                last.map_or(state.record.to_play(), |turn| !turn.color)
            }
        },
    };
    change(state, resumed)
}

fn claim(state: &State, by: Color, number: u32, (silent_for, reminders): (u64, u32)) -> Decision {
    state.scoring()?;
    if !state.is_done(by) {
        return Err(Refusal::NotDone);
    }
    fresh(state, number)?;
    let terms = state.terms.claims.ok_or(Refusal::ClaimNotOffered)?;
    if silent_for < terms.silence || reminders < terms.reminders {
        return Err(Refusal::ClaimTooSoon);
    }
    change(state, Event::Claimed { by })
}

fn void(state: &State, by: Color, seq: u64) -> Decision {
    state.running()?;
    current(seq, state.seq, Refusal::StaleView)?;
    match state.void_offer {
        Some(offerer) if offerer == by => Ok(Vec::new()),
        Some(_) => change(state, Event::VoidAccepted { by }),
        None => change(state, Event::VoidOffered { by }),
    }
}

fn change(state: &State, event: Event) -> Decision {
    let mut changes = vec![Change::of(state, event)?];
    if let Some(event) = consequence(&changes[0].after, &changes[0].event) {
        changes.push(Change::of(&changes[0].after, event)?);
    }
    Ok(changes)
}

/// Fails unless it is this player's turn and they have seen the latest move, and the latest that was taken back.
fn in_turn(state: &State, by: Color, seen: (usize, u32)) -> Result<(), Refusal> {
    state.playing()?;
    if by != state.record.to_play() {
        return Err(Refusal::NotYourTurn);
    }
    if seen != (state.record.turns(), state.taken_back) {
        return Err(Refusal::StaleMove);
    }
    Ok(())
}

fn fresh(state: &State, number: u32) -> Result<(), Refusal> {
    current(number, state.scoring_number, Refusal::StaleScore)
}

/// Fails unless the number that the player saw is the present one. Numbers only grow.
fn current<N: Ord + Copy>(seen: N, now: N, stale: Refusal) -> Result<(), Refusal> {
    match seen.cmp(&now) {
        Ordering::Less => Err(stale),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(Refusal::NumberAhead),
    }
}
