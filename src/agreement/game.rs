//! A game with its log: requests go in, events are kept, replies and notices come out.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::basics::{Color, Point};
use crate::pure::BoardRecord;

use super::decide::consequence;
use super::{
    Command, Decision, Entry, Event, Notice, Opening, Refusal, State, Step, Terms, View, Viewer,
    apply, decide, notify, view,
};

/// A game between two players with all that has happened. The log is the truth: the state follows from it.
///
/// Whoever keeps a game stores the log; the events of one request together, or none of them. Every request
/// with a name is remembered with its answer, refused ones too, as long as the game is: who hears strangers
/// limits how many they send.
#[derive(Debug, Clone)]
pub struct Game {
    log: Vec<Entry>,
    state: State,
    replies: HashMap<(Color, String), Result<Answer, Refusal>>,
}

/// What a player asks for, as it comes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Whose it is. Whoever hands it in has made sure.
    pub by: Color,
    /// Its name. The same name of the same player is the same request, and is heard once.
    pub id: Option<String>,
    /// When it came, in seconds. Only kept.
    pub at: u64,
    /// What he asks for.
    pub command: Command,
}

/// What comes of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer. Whatever it is, [`Game::view`] has what to show with it.
    pub result: Result<Answer, Refusal>,
    /// Whom to tell. Nobody, if the request had been heard before.
    pub notices: Vec<Notice>,
}

/// What a request that was not refused has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// This.
    Changed {
        /// The number of its last event.
        seq: u64,
        /// What happened.
        events: Vec<Event>,
    },
    /// Nothing: it was so already.
    Unchanged,
}

/// Why a log is not that of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayError {
    /// The first event is not the start.
    NotStarted,
    /// Events are numbered 1, 2, 3, …
    Number {
        /// The number there should be.
        expected: u64,
        /// The number there is.
        found: u64,
    },
    /// An event that cannot have happened.
    Impossible {
        /// Its number.
        seq: u64,
        /// Why not.
        refusal: Refusal,
    },
    /// An event that happened, but not as it says: numbers, lists, board, scores or player are others.
    Untrue {
        /// Its number.
        seq: u64,
    },
}

impl Request {
    /// A request without a name, at no time in particular.
    pub fn new(by: Color, command: Command) -> Request {
        Request {
            by,
            id: None,
            at: 0,
            command,
        }
    }
}

impl Answer {
    /// Has anything changed?
    pub fn is_change(&self) -> bool {
        matches!(self, Answer::Changed { .. })
    }

    /// Was it a mark on a board that had changed since the player looked? Then he should look again.
    pub fn is_merged(&self) -> bool {
        let Answer::Changed { events, .. } = self else {
            return false;
        };
        let late = |event: &Event| match event {
            Event::Marked { base, number, .. } => base.saturating_add(1) < *number,
            _ => false,
        };
        events.iter().any(late)
    }
}

impl Game {
    /// A game that goes on from this record. If play is over there, the players are to mark stones, or
    /// nothing is left to do.
    pub fn new(record: BoardRecord, terms: Terms) -> Game {
        Game::begun(record, terms, 0)
    }

    /// The same, with the time at which it began. Nobody is told by this: [`notify`] of its first events is
    /// for whoever keeps the game.
    pub fn begun(record: BoardRecord, terms: Terms, at: u64) -> Game {
        let mut game = Game::started(&Opening { record, terms }, at);
        let follows = consequence(&game.state, &game.log[0].event);
        let step = follows.and_then(|event| Step::of(&game.state, event).ok());
        if let Some(Step { event, after }) = step {
            game.log.push(Entry {
                seq: after.seq,
                at,
                by: None,
                request: None,
                event,
            });
            game.state = after;
        }
        game
    }

    /// The game of which this is the log, or the beginning of one. Every event is decided anew.
    ///
    /// What has been answered is known again as far as it has changed anything.
    ///
    /// # Errors
    /// [`ReplayError`]: the first event that cannot have happened so.
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

    /// Hears a request. One that is refused leaves all as it was.
    pub fn handle(&mut self, request: Request) -> Reply {
        let Request {
            by,
            id,
            at,
            command,
        } = request;
        let name = id.clone().map(|id| (by, id));
        if let Some(result) = name.as_ref().and_then(|name| self.replies.get(name)) {
            return Reply {
                result: result.clone(),
                notices: Vec::new(),
            };
        }
        let mut notices = Vec::new();
        let result = decide(&self.state, by, &command).map(|decision| {
            let before = self.log.len();
            for step in decision.steps() {
                let entry = Entry {
                    seq: step.after.seq,
                    at,
                    by: Some(by),
                    request: id.clone(),
                    event: step.event.clone(),
                };
                notices.extend(notify(&self.state, &entry));
                self.state = step.after.clone();
                self.log.push(entry);
            }
            answer(&self.log[before..])
        });
        if let Some(name) = name {
            self.replies.insert(name, result.clone());
        }
        Reply { result, notices }
    }

    /// How the game stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// All that has happened.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What a viewer is shown.
    pub fn view(&self, viewer: Viewer) -> View {
        view(&self.state, viewer)
    }

    /// What a viewer is shown, if anything has happened since he saw event `since`.
    pub fn poll(&self, viewer: Viewer, since: u64) -> Option<View> {
        (since != self.state.seq).then(|| self.view(viewer))
    }

    /// How the game stood after event `seq`; `None` if there is no such event. Anything but the present is
    /// played through again, in a time linear in the length of the log.
    pub fn at(&self, seq: u64) -> Option<State> {
        if seq == self.state.seq {
            return Some(self.state.clone());
        }
        let end = usize::try_from(seq).ok()?;
        Game::replay(self.log.get(..end)?)
            .ok()
            .map(|game| game.state)
    }

    /// The points whose stone, or what is said of it, is not what it was after event `since`, in reading
    /// order. All points if there was no such event.
    pub fn changed_points(&self, since: u64) -> Vec<Point> {
        let points = self.state.record.size().points();
        let Some(before) = self.at(since) else {
            return points.collect();
        };
        let [before, now] = [&before, &self.state].map(said);
        let changed = before
            .into_iter()
            .zip(now)
            .map(|(before, now)| before != now);
        let changed = points.zip(changed).filter(|(_, changed)| *changed);
        changed.map(|(point, _)| point).collect()
    }

    /// The game without what the latest request has done; `None` if there was none yet. For players at one
    /// board: in a game at a distance nothing is taken back.
    pub fn undo(&self) -> Option<Game> {
        let is_cause = |entry: &Entry| !entry.event.is_consequence();
        let latest = self.log.iter().rposition(is_cause)?;
        Game::replay(&self.log[..latest]).ok()
    }

    fn started(opening: &Opening, at: u64) -> Game {
        let state = State::new(opening);
        let start = Entry {
            seq: state.seq,
            at,
            by: None,
            request: None,
            event: Event::Started(opening.clone()),
        };
        Game {
            log: vec![start],
            state,
            replies: HashMap::new(),
        }
    }

    /// The state after an event that somebody says has happened next.
    fn happened(&self, entry: &Entry) -> Result<State, ReplayError> {
        let Entry { seq, event, .. } = entry;
        let (state, seq, expected) = (&self.state, *seq, self.state.seq + 1);
        if seq != expected {
            return Err(ReplayError::Number {
                expected,
                found: seq,
            });
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
        let (Some(by), Some(command)) = (entry.by, asked(state, event)) else {
            return Err(untrue);
        };
        match decide(state, by, &command).map_err(impossible)? {
            Decision::Change(change) if change.cause.event == *event => Ok(change.cause.after),
            Decision::Change(_) | Decision::NoChange => Err(untrue),
        }
    }
}

/// What a player must have asked for in this state, if this event came of it.
fn asked(state: &State, event: &Event) -> Option<Command> {
    let move_no = state.record.turns();
    let number = state.scoring_number;
    Some(match event {
        Event::Started(_) | Event::ScoringEntered { .. } | Event::Finished { .. } => return None,
        Event::Played { point, .. } => Command::Play {
            point: *point,
            move_no,
        },
        Event::Passed { .. } => Command::Pass { move_no },
        Event::Marked {
            point, mark, base, ..
        } => Command::Mark {
            point: *point,
            mark: *mark,
            base: *base,
        },
        Event::Done { number, board, .. } => Command::Done {
            number: *number,
            board: board.clone(),
        },
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

/// The answer that tells of these entries, all of one request.
fn answer(entries: &[Entry]) -> Answer {
    entries
        .last()
        .map_or(Answer::Unchanged, |last| Answer::Changed {
            seq: last.seq,
            events: entries.iter().map(|entry| entry.event.clone()).collect(),
        })
}

fn replies(log: &[Entry]) -> HashMap<(Color, String), Result<Answer, Refusal>> {
    let requests = log.chunk_by(|_, next| next.event.is_consequence());
    let reply = |entries: &[Entry]| {
        let cause = entries.first()?;
        let name = (cause.by?, cause.request.clone()?);
        Some((name, Ok(answer(entries))))
    };
    requests.filter_map(reply).collect()
}

/// What there is on every point, and what is said of it.
fn said(state: &State) -> Vec<(Option<Color>, bool, bool)> {
    let marks = state.marks();
    let dead: HashSet<Point> = marks.dead().collect();
    let neutral: HashSet<Point> = marks.neutral().collect();
    let said = |(point, stone)| (stone, dead.contains(&point), neutral.contains(&point));
    let board = state.record.board();
    board
        .size()
        .points()
        .zip(board.points())
        .map(said)
        .collect()
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NotStarted => f.write_str("the first event is not the start of a game"),
            ReplayError::Number { expected, found } => {
                write!(f, "event {found} stands where event {expected} should be")
            }
            ReplayError::Impossible { seq, refusal } => {
                write!(f, "event {seq} cannot have happened: {refusal}")
            }
            ReplayError::Untrue { seq } => {
                write!(f, "event {seq} cannot have happened as it says")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
