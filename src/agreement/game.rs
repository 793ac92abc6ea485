//! A game with its log: answers requests, stores events, grows from a stored log; and what it answers.

use std::collections::HashMap;

use crate::basics::Color;
use crate::pure::BoardRecord;

use super::apply::apply;
use super::decide::{Change, consequence, decide};
use super::event::{Entry, Event};
use super::notice::{Notice, notify};
use super::refusal::{Refusal, ReplayError};
use super::request::{Command, Request, RequestName};
use super::state::State;
use super::terms::{Opening, Terms};
use super::view::{View, Viewer};

/// A game between two players with its log, from which the state follows.
///
/// A server asks for a [proposal](Game::propose), stores its entries, all together or none, and only then
/// [accepts](Game::accept) it. A game in memory is a copy of the stored log: [`Game::replay`] makes one, and
/// [`Game::extend`] adds what another server has stored.
///
/// The game remembers the names of the requests that have changed it, which are in its log. It decides any other request
/// anew, however often it arrives: a request says what its player saw, and is rejected if that is out of date.
#[derive(Debug, Clone)]
pub struct Game {
    log: Vec<Entry>,
    state: State,
    /// For each named request, the index of its first entry.
    names: HashMap<(Color, RequestName), usize>,
    most_events: u64,
}

impl Game {
    /// The usual largest number of events, so that a log stays small.
    pub const MOST_EVENTS: u64 = 5000;

    /// Starts a game from this record, at time 0. If play has ended in the record, the game begins in the scoring phase
    /// or finished.
    pub fn new(record: BoardRecord, terms: Terms) -> Game {
        Game::begun(record, terms, 0)
    }

    /// Starts a game from this record at this time. It returns no notices: call [`notify`] on its first entries.
    pub fn begun(record: BoardRecord, terms: Terms, at: u64) -> Game {
        let mut game = Game::started(&Opening { record, terms }, at);
        let follows = consequence(&game.state, &game.log[0].event);
        let change = follows.and_then(|event| Change::of(&game.state, event).ok());
        if let Some(Change { event, after }) = change {
            game.push(without_request(&after, event, at), after);
        }
        game
    }

    /// Rebuilds a game from its log or the first entries of its log, and checks every event.
    ///
    /// If the entries end between an event and its [consequence](Event::is_consequence), the game can be shown and
    /// extended, but not continued: requests would come before the consequence.
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
        game.extend(rest)?;
        Ok(game)
    }

    /// Adds the next entries of the stored log, and checks them as [`Game::replay`] does. Adds all or none.
    ///
    /// # Errors
    /// [`ReplayError`]: the first entry that is impossible, or differs from what its request would cause. The game is
    /// unchanged.
    pub fn extend(&mut self, entries: &[Entry]) -> Result<(), ReplayError> {
        let (length, before) = (self.log.len(), self.state.clone());
        for entry in entries {
            match self.happened(entry) {
                Ok(state) => self.push(entry.clone(), state),
                Err(error) => {
                    self.log.truncate(length);
                    self.names.retain(|_, first| *first < length);
                    self.state = before;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Replaces [`Game::MOST_EVENTS`]. Once a game has this many events, the players can only approve, resign, claim or
    /// void it; what ends it may exceed the number by a few. Bounds what requests add, not what is loaded.
    #[must_use]
    pub fn with_most_events(self, most_events: u64) -> Game {
        Game {
            most_events,
            ..self
        }
    }

    /// Returns what a request would add to the game, and the answer to it. The game is unchanged.
    ///
    /// # Errors
    /// [`Refusal`]: why the request is rejected.
    pub fn propose(&self, request: &Request) -> Result<Proposal, Refusal> {
        let Request { by, at, .. } = *request;
        let mut proposal = Proposal {
            before: self.state.clone(),
            entries: Vec::new(),
            notices: Vec::new(),
            answer: Accepted::Unchanged,
            after: None,
        };
        if let Some(answer) = self.earlier_answer(request) {
            proposal.answer = answer;
            return Ok(proposal);
        }
        for change in decide(&self.state, by, &request.command)? {
            let entry = Entry {
                seq: change.after.seq,
                at,
                by: Some(by),
                request: request.name.clone(),
                event: change.event,
            };
            let before = proposal.after.as_ref().unwrap_or(&self.state);
            proposal.notices.extend(notify(before, &entry));
            proposal.entries.push(entry);
            proposal.after = Some(change.after);
        }
        let is_full = proposal.after.as_ref();
        let is_full = is_full.is_some_and(|after| after.seq > self.most_events);
        if is_full && !request.command.may_end() {
            return Err(Refusal::TooLong);
        }
        proposal.answer = Accepted::of(&proposal.entries);
        Ok(proposal)
    }

    /// Makes a proposal happen, after its entries have been stored. Nothing is decided again.
    ///
    /// # Errors
    /// The proposal, if the game has moved on since, or is another game than the one that was asked. The game is
    /// unchanged.
    #[expect(clippy::result_large_err)] // The caller gets back what they passed.
    pub fn accept(&mut self, proposal: Proposal) -> Result<(), Proposal> {
        let entry = proposal.entries.first();
        let is_repeat = entry.is_some_and(|entry| self.is_known(entry));
        if proposal.before != self.state || is_repeat {
            return Err(proposal);
        }
        self.happen(proposal);
        Ok(())
    }

    /// Proposes and accepts at once, for games that are not stored before each change.
    #[expect(clippy::needless_pass_by_value)] // A request that has been handled is used up.
    pub fn handle(&mut self, request: Request) -> Reply {
        let (result, notices) = match self.propose(&request) {
            Ok(proposal) => (Ok(proposal.answer.clone()), self.happen(proposal)),
            Err(refusal) => (Err(refusal), Vec::new()),
        };
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
        self.state.view(viewer)
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

    /// Returns the game before the latest request that changed it; `None` if there was none. For players at one board,
    /// not for games over a network.
    pub fn undo(&self) -> Option<Game> {
        let is_cause = |entry: &Entry| !entry.event.is_consequence();
        let latest = self.log.iter().rposition(is_cause)?;
        let before = Game::replay(&self.log[..latest]).ok()?;
        Some(before.with_most_events(self.most_events))
    }

    fn started(opening: &Opening, at: u64) -> Game {
        let state = State::new(opening);
        let mut game = Game {
            log: Vec::new(),
            state: state.clone(),
            names: HashMap::new(),
            most_events: Game::MOST_EVENTS,
        };
        let event = Event::Started(opening.clone());
        game.push(without_request(&state, event, at), state);
        game
    }

    /// Adds a proposal to the game that it was made for.
    fn happen(&mut self, proposal: Proposal) -> Vec<Notice> {
        for entry in proposal.entries {
            self.remember(entry);
        }
        if let Some(after) = proposal.after {
            self.state = after;
        }
        proposal.notices
    }

    /// True if the entry's request has changed the game before.
    fn is_known(&self, entry: &Entry) -> bool {
        let name = entry.by.zip(entry.request.clone());
        name.is_some_and(|name| self.names.contains_key(&name))
    }

    fn push(&mut self, entry: Entry, after: State) {
        self.remember(entry);
        self.state = after;
    }

    fn remember(&mut self, entry: Entry) {
        if let (Some(by), Some(name)) = (entry.by, &entry.request) {
            let name = (by, name.clone());
            self.names.entry(name).or_insert(self.log.len());
        }
        self.log.push(entry);
    }

    /// The answer to the earlier request of this player under this name, if it changed the game.
    fn earlier_answer(&self, request: &Request) -> Option<Accepted> {
        let name = (request.by, request.name.clone()?);
        let entries = &self.log[*self.names.get(&name)?..];
        let mut requests = entries.chunk_by(|_, next| next.event.is_consequence());
        requests.next().map(Accepted::of)
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
        if self.is_known(entry) {
            return Err(untrue);
        }
        let changes = decide(state, by, &command).map_err(impossible)?;
        match changes.into_iter().next() {
            Some(change) if change.event == *event => Ok(change.after),
            _ => Err(untrue),
        }
    }
}

fn command_for(state: &State, event: &Event) -> Option<Command> {
    let (move_no, taken_back) = (state.record.turns(), state.taken_back);
    let number = state.scoring_number;
    Some(match event.clone() {
        Event::Started(_) | Event::ScoringEntered { .. } | Event::Finished { .. } => return None,
        Event::Played { point, .. } => Command::Play {
            point,
            move_no,
            taken_back,
        },
        Event::Passed { .. } => Command::Pass {
            move_no,
            taken_back,
        },
        Event::TakeBackAsked { .. } => Command::AskTakeBack { seq: state.seq },
        Event::TakenBack { .. } => Command::GrantTakeBack { ask: state.seq },
        Event::Marked {
            point, mark, base, ..
        } => Command::Mark { point, mark, base },
        Event::Suggested { suggestion, .. } => Command::Suggest { suggestion, number },
        Event::Done { by, number, board } => Command::Done {
            number,
            retracted: state.retracted(by),
            board,
        },
        Event::Undone { by } => Command::Undone {
            approval: state.approval(by)?.seq,
        },
        Event::Resumed { .. } => Command::Resume { number },
        Event::Resigned { .. } => Command::Resign,
        Event::Claimed { .. } => {
            let terms = state.terms.claims?;
            Command::Claim {
                number,
                silent_for: terms.silence,
                reminders: terms.reminders,
            }
        }
        Event::VoidOffered { .. } | Event::VoidAccepted { .. } => Command::Void { seq: state.seq },
    })
}

fn without_request(after: &State, event: Event, at: u64) -> Entry {
    Entry {
        seq: after.seq,
        at,
        by: None,
        request: None,
        event,
    }
}

/// The response to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The answer.
    pub result: Result<Accepted, Refusal>,
    /// The messages to send. Empty if the request had been handled before.
    pub notices: Vec<Notice>,
}

/// The answer to an accepted request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Accepted {
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

impl Accepted {
    fn of(entries: &[Entry]) -> Accepted {
        let Some(last) = entries.last() else {
            return Accepted::Unchanged;
        };
        let events = entries.iter().map(|entry| entry.event.clone()).collect();
        let seq = last.seq;
        Accepted::Changed { seq, events }
    }

    /// True if the game has changed.
    pub fn is_change(&self) -> bool {
        matches!(self, Accepted::Changed { .. })
    }

    /// True for a mark on a board that had changed since the player saw it. The player should look at the board again.
    pub fn is_merged(&self) -> bool {
        let Accepted::Changed { events, .. } = self else {
            return false;
        };
        events.iter().any(|event| {
            matches!(event, Event::Marked { base, number, .. } if base.saturating_add(1) < *number)
        })
    }
}

/// What a request would add to a game. Nothing has happened yet: store [`entries`](Proposal::entries), then pass the
/// proposal to [`Game::accept`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The state that the request was decided in.
    before: State,
    entries: Vec<Entry>,
    notices: Vec<Notice>,
    answer: Accepted,
    /// The state after the last entry; `None` without entries.
    after: Option<State>,
}

impl Proposal {
    /// The state after the last entry; `None` without entries.
    pub fn after(&self) -> Option<&State> {
        self.after.as_ref()
    }

    /// The entries to store, all together or none. Empty if nothing changes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The messages to send once the entries are stored.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The answer for the player, once the entries are stored.
    pub fn answer(&self) -> &Accepted {
        &self.answer
    }

    /// True if an earlier request of the player under this name has changed the game: this is its answer once more.
    pub fn is_repeat(&self) -> bool {
        self.entries.is_empty() && self.answer.is_change()
    }
}
