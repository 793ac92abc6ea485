//! A game with its log: handles requests, stores events, returns replies and notices.

use std::collections::HashMap;

use crate::basics::{Color, Point};
use crate::pure::BoardRecord;

use super::apply::apply;
use super::decide::{Step, consequence, decide};
use super::event::{Entry, Event};
use super::notice::{Notice, notify};
use super::refusal::{Refusal, ReplayError};
use super::request::{Command, Request};
use super::state::State;
use super::terms::{Opening, Terms};
use super::view::{View, Viewer, view};

/// A game between two players with its log, from which the state follows.
///
/// A server must store all events of a request together, or none. The game keeps the answer to every request with an id
/// in memory, even a rejection, so a server must limit how many requests it accepts.
#[derive(Debug, Clone)]
pub struct Game {
    log: Vec<Entry>,
    state: State,
    replies: HashMap<(Color, String), Result<Answer, Refusal>>,
}

/// The response to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub result: Result<Answer, Refusal>,
    /// The messages to send. Empty if the request had been handled before.
    pub notices: Vec<Notice>,
}

/// The answer to an accepted request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The game has changed.
    Changed {
        /// The number of the last event.
        seq: u64,
        /// What happened.
        events: Vec<Event>,
    },
    /// No change was needed.
    Unchanged,
}

impl Answer {
    /// True if the game has changed.
    pub fn is_change(&self) -> bool {
        matches!(self, Answer::Changed { .. })
    }

    /// True for a mark on a board that had changed since the player saw it. The player should look at the board again.
    pub fn is_merged(&self) -> bool {
        let Answer::Changed { events, .. } = self else {
            return false;
        };
        events.iter().any(|event| {
            matches!(event, Event::Marked { base, number, .. } if base.saturating_add(1) < *number)
        })
    }
}

impl Game {
    /// Starts a game from this record, at time 0. If play has ended in the record, the game begins in the scoring phase
    /// or finished.
    pub fn new(record: BoardRecord, terms: Terms) -> Game {
        Game::begun(record, terms, 0)
    }

    /// Starts a game from this record at this time. It returns no notices: call [`notify`] on its first entries.
    pub fn begun(record: BoardRecord, terms: Terms, at: u64) -> Game {
        let mut game = Game::started(&Opening { record, terms }, at);
        let follows = consequence(&game.state, &game.log[0].event);
        let step = follows.and_then(|event| Step::of(&game.state, event).ok());
        if let Some(step) = step {
            game.append(step, at, None, None);
        }
        game
    }

    /// Rebuilds a game from its log or the first entries of its log, and checks every event.
    ///
    /// The game recognizes a repeated request by its id only if the original request changed the game,
    /// because the log has no other requests.
    ///
    /// # Errors
    /// [`ReplayError`]: the first event that is impossible or differs from what its request would cause.
    pub fn replay(log: &[Entry]) -> Result<Game, ReplayError> {
        let [start, rest @ ..] = log else {
            return Err(ReplayError::NotStarted);
        };
        let Event::Started(opening) = &start.event else {
            return Err(ReplayError::NotStarted);
        };
        let mut game = Game::started(opening, start.at);
        if *start != game.log[0] {
            return Err(ReplayError::Untrue { seq: 1 });
        }
        for entry in rest {
            let state = game.happened(entry)?;
            game.state = state;
            game.log.push(entry.clone());
        }
        game.replies = replies(&game.log);
        Ok(game)
    }

    /// Handles a request. A rejected request changes only the stored answers.
    pub fn handle(&mut self, request: Request) -> Reply {
        let Request { by, id, at, .. } = request;
        let name = id.clone().map(|id| (by, id));
        if let Some(result) = name.as_ref().and_then(|name| self.replies.get(name)) {
            return Reply {
                result: result.clone(),
                notices: Vec::new(),
            };
        }
        let mut notices = Vec::new();
        let result = decide(&self.state, by, &request.command).map(|decision| {
            let before = self.log.len();
            for step in decision.steps() {
                notices.extend(self.append(step.clone(), at, Some(by), id.clone()));
            }
            answer(&self.log[before..])
        });
        if let Some(name) = name {
            self.replies.insert(name, result.clone());
        }
        Reply { result, notices }
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Everything that has happened.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Returns what a viewer sees.
    pub fn view(&self, viewer: Viewer) -> View {
        view(&self.state, viewer)
    }

    /// Returns what a viewer sees, unless `since` is the latest event.
    pub fn poll(&self, viewer: Viewer, since: u64) -> Option<View> {
        (since != self.state.seq).then(|| self.view(viewer))
    }

    /// Returns the state after event `seq`; `None` if there is no such event. For all but the latest event, this replays
    /// the log.
    pub fn at(&self, seq: u64) -> Option<State> {
        if seq == self.state.seq {
            return Some(self.state.clone());
        }
        let log = self.log.get(..usize::try_from(seq).ok()?)?;
        Game::replay(log).ok().map(|game| game.state)
    }

    /// Returns the points whose stone or mark has changed since event `since`, in reading order; all points if there is
    /// no event with this number.
    pub fn changed_points(&self, since: u64) -> Vec<Point> {
        match self.at(since) {
            Some(before) => before.marks().differences(&self.state.marks()),
            None => self.state.record.size().points().collect(),
        }
    }

    /// Returns the game before the latest request that changed it; `None` if there was none. For players at one board,
    /// not for games over a network.
    pub fn undo(&self) -> Option<Game> {
        let is_cause = |entry: &Entry| !entry.event.is_consequence();
        let latest = self.log.iter().rposition(is_cause)?;
        Game::replay(&self.log[..latest]).ok()
    }

    fn started(opening: &Opening, at: u64) -> Game {
        let after = State::new(opening);
        let event = Event::Started(opening.clone());
        let mut game = Game {
            log: Vec::new(),
            state: after.clone(),
            replies: HashMap::new(),
        };
        game.append(Step { event, after }, at, None, None);
        game
    }

    /// Adds a step to the log; returns the messages about it.
    fn append(
        &mut self,
        step: Step,
        at: u64,
        by: Option<Color>,
        request: Option<String>,
    ) -> Vec<Notice> {
        let before = std::mem::replace(&mut self.state, step.after);
        let entry = Entry {
            seq: self.state.seq,
            at,
            by,
            request,
            event: step.event,
        };
        let notices = notify(&before, &entry);
        self.log.push(entry);
        notices
    }

    /// Returns the state after the next entry of a log. Fails if the entry cannot be next.
    fn happened(&self, entry: &Entry) -> Result<State, ReplayError> {
        let (state, event, seq) = (&self.state, &entry.event, self.state.seq + 1);
        if entry.seq != seq {
            let (expected, found) = (seq, entry.seq);
            return Err(ReplayError::Number { expected, found });
        }
        let latest = self.log.last();
        let follows = latest.and_then(|latest| consequence(state, &latest.event));
        let impossible = |refusal| ReplayError::Impossible { seq, refusal };
        let untrue = ReplayError::Untrue { seq };
        if let Some(follows) = follows {
            let same_request = latest
                .is_some_and(|latest| (latest.by, &latest.request) == (entry.by, &entry.request));
            if follows != *event || !same_request {
                return Err(untrue);
            }
            return apply(state, event).map_err(impossible);
        }
        let (Some(by), Some(command)) = (entry.by, command_for(state, event)) else {
            return Err(untrue);
        };
        let decision = decide(state, by, &command).map_err(impossible)?;
        match decision.steps().next() {
            Some(step) if step.event == *event => Ok(step.after.clone()),
            _ => Err(untrue),
        }
    }
}

/// The command that causes this event in this state; `None` if no command does.
fn command_for(state: &State, event: &Event) -> Option<Command> {
    let move_no = state.record.turns();
    let number = state.scoring_number;
    Some(match event.clone() {
        Event::Started(_) | Event::ScoringEntered { .. } | Event::Finished { .. } => return None,
        Event::Played { point, .. } => Command::Play { point, move_no },
        Event::Passed { .. } => Command::Pass { move_no },
        Event::Marked {
            point, mark, base, ..
        } => Command::Mark { point, mark, base },
        Event::Done { number, board, .. } => Command::Done { number, board },
        Event::Undone { .. } => Command::Undone { number },
        Event::Resumed { .. } => Command::Resume { number },
        Event::Resigned { .. } => Command::Resign,
        Event::Claimed { .. } => {
            let terms = state.terms.claims?;
            Command::Claim {
                silent_for: terms.silence,
                reminders: terms.reminders,
            }
        }
        Event::VoidOffered { .. } | Event::VoidAccepted { .. } => Command::Void,
    })
}

/// Returns the answer to the request that made these entries.
fn answer(entries: &[Entry]) -> Answer {
    entries
        .last()
        .map_or(Answer::Unchanged, |last| Answer::Changed {
            seq: last.seq,
            events: entries.iter().map(|entry| entry.event.clone()).collect(),
        })
}

/// Returns the answers to the requests of a log that have an id.
fn replies(log: &[Entry]) -> HashMap<(Color, String), Result<Answer, Refusal>> {
    let requests = log.chunk_by(|_, next| next.event.is_consequence());
    let reply = |entries: &[Entry]| {
        let cause = entries.first()?;
        let name = (cause.by?, cause.request.clone()?);
        Some((name, Ok(answer(entries))))
    };
    requests.filter_map(reply).collect()
}
