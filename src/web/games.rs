//! Games in play. The store has the truth; a copy in memory answers until there is any doubt about it, and is then read
//! again. If other servers change the same games, each look at one gets what the store has by then.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, watch};

use super::link::{GameId, Link};
use super::notices::mails;
use super::store::{Appended, Change, Seat, SeatChange, Store, Waits, Watched};
use super::trouble::Trouble;
use gokata::Color;
use gokata::agreement::{
    Answer, Command, Entry, Game, Proposal, Refusal, Request, RequestName, State,
};

/// Games kept in memory; one of 300 moves takes some 400 KB.
const IN_MEMORY: usize = 500;

/// How often a change is decided again because another server was first.
const TRIES: usize = 3;

/// The time in seconds since 1970.
pub(super) type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

pub(super) struct Games {
    pub(super) store: Arc<dyn Store>,
    clock: Clock,
    table: Mutex<HashMap<GameId, Arc<Slot>>>,
    uses: AtomicU64,
}

/// The place of one game in memory.
struct Slot {
    /// Held while the game changes, so that one change is decided after the other.
    live: AsyncMutex<Option<Arc<Live>>>,
    /// The number of the latest event, for those who watch.
    latest: watch::Sender<u64>,
    /// When it was last used; higher is later.
    used: AtomicU64,
}

impl Slot {
    /// Tells those who watch the game, unless they know.
    fn tell(&self, seq: u64) {
        self.latest.send_if_modified(|latest| {
            let is_new = *latest != seq;
            *latest = seq;
            is_new
        });
    }
}

/// A game as it stands, with its players.
#[derive(Debug, Clone)]
pub(super) struct Live {
    pub game: Game,
    /// Black's and White's.
    pub seats: [Seat; 2],
}

/// A request that was accepted.
pub(super) struct Accepted {
    pub live: Arc<Live>,
    pub answer: Answer,
    /// True if an earlier copy of the request had changed the game already.
    pub repeated: bool,
}

/// Why a request was not carried out. Nothing has changed then.
pub(super) enum NotDone {
    /// The game does not allow it; with the game as it is.
    Refused(Refusal, Arc<Live>),
    Trouble(Trouble),
}

impl From<Trouble> for NotDone {
    fn from(trouble: Trouble) -> NotDone {
        NotDone::Trouble(trouble)
    }
}

impl Games {
    pub(super) fn new(store: Arc<dyn Store>, clock: Clock) -> Games {
        let (table, uses) = (Mutex::default(), AtomicU64::new(0));
        Games {
            store,
            clock,
            table,
            uses,
        }
    }

    pub(super) fn now(&self) -> u64 {
        (self.clock)()
    }

    /// The game as it stands.
    pub(super) async fn see(&self, id: GameId) -> Result<Arc<Live>, Trouble> {
        let slot = self.slot(id);
        let mut live = slot.live.lock().await;
        match live.take() {
            Some(mut known) if self.store.is_shared() => {
                self.renew(id, &slot, &mut known).await?;
                *live = Some(Arc::clone(&known));
                Ok(known)
            }
            known => {
                *live = known;
                self.loaded(id, &slot, &mut live).await
            }
        }
    }

    /// Adds to a copy what other servers have changed.
    async fn renew(&self, id: GameId, slot: &Slot, known: &mut Arc<Live>) -> Result<(), Trouble> {
        let seq = known.game.state().seq();
        let stored = self.store.load(id, seq).await?.ok_or(Trouble::NoGame)?;
        if stored.entries.is_empty() && stored.seats == known.seats {
            return Ok(());
        }
        let renewed = Arc::make_mut(known);
        renewed.seats = stored.seats;
        renewed
            .game
            .extend(&stored.entries)
            .map_err(|error| Trouble::Log(id, error))?;
        slot.tell(renewed.game.state().seq());
        Ok(())
    }

    /// Carries out a player's request. If the client disconnects, the request is still carried out to its end.
    pub(super) async fn ask(
        self: &Arc<Games>,
        link: Link,
        by: Color,
        name: RequestName,
        command: Command,
    ) -> Result<Accepted, NotDone> {
        let games = Arc::clone(self);
        let work = async move { games.ask_to_end(link, by, name, command).await };
        tokio::spawn(work)
            .await
            .unwrap_or(Err(NotDone::Trouble(Trouble::Internal)))
    }

    async fn ask_to_end(
        &self,
        link: Link,
        by: Color,
        name: RequestName,
        command: Command,
    ) -> Result<Accepted, NotDone> {
        let id = link.game;
        let slot = self.slot(id);
        let mut live = slot.live.lock().await;
        let mut known = self.loaded(id, &slot, &mut live).await?;
        // Dropped on every way out but the last: the next request reads the game anew.
        *live = None;
        for _ in 0..TRIES {
            // The link may have been replaced since it was looked up.
            if known.seats[by as usize].generation != link.generation {
                return Err(Trouble::NoGame.into());
            }
            let latest = known.game.log().last().map_or(0, |entry| entry.at);
            let at = self.now().max(latest);
            let request = Request {
                by,
                name: Some(name.clone()),
                at,
                command: command.clone(),
            };
            let proposal = match known.game.propose(&request) {
                Ok(proposal) => proposal,
                Err(refusal) => {
                    *live = Some(Arc::clone(&known));
                    return Err(NotDone::Refused(refusal, known));
                }
            };
            let answer = proposal.answer().clone();
            if proposal.entries().is_empty() {
                *live = Some(Arc::clone(&known));
                let repeated = proposal.is_repeat();
                return Ok(Accepted {
                    live: known,
                    answer,
                    repeated,
                });
            }
            let change = change(link, by, &known, &proposal, self.now());
            match self.store.append(change).await.map_err(Trouble::from)? {
                Appended::Stored => {
                    let changed = Arc::make_mut(&mut known);
                    changed
                        .game
                        .accept(proposal)
                        .map_err(|_| Trouble::Internal)?;
                    let seq = changed.game.state().seq();
                    changed.seats[by as usize].seen = seq;
                    changed.seats[by as usize].seen_at = at;
                    *live = Some(Arc::clone(&known));
                    slot.tell(seq);
                    return Ok(Accepted {
                        live: known,
                        answer,
                        repeated: false,
                    });
                }
                Appended::Conflict => self.renew(id, &slot, &mut known).await?,
            }
        }
        Err(Trouble::Crowded.into())
    }

    /// Changes a player's seat.
    ///
    /// With the generation of a link, only if that is still the player's link. The change is made to its end, even if
    /// the client disconnects, so that the copy in memory has it, too.
    pub(super) async fn change_seat(
        self: &Arc<Games>,
        id: GameId,
        color: Color,
        generation: Option<u8>,
        change: SeatChange,
    ) -> Result<Arc<Live>, Trouble> {
        let games = Arc::clone(self);
        let work = async move {
            let slot = games.slot(id);
            let mut live = slot.live.lock().await;
            let mut known = games.loaded(id, &slot, &mut live).await?;
            *live = None;
            let change = SeatChange {
                only_by_link: generation,
                ..change
            };
            let changed = games.store.change_seat(id, color, change).await?;
            let seat = changed.ok_or(Trouble::NoGame)?;
            Arc::make_mut(&mut known).seats[color as usize] = seat;
            *live = Some(Arc::clone(&known));
            Ok(known)
        };
        tokio::spawn(work).await.unwrap_or(Err(Trouble::Internal))
    }

    /// Notes that a player has seen the game up to event `seq`, or to its latest event if that is earlier.
    pub(super) async fn saw(
        self: &Arc<Games>,
        id: GameId,
        color: Color,
        seq: u64,
    ) -> Result<(), Trouble> {
        let games = Arc::clone(self);
        let work = async move {
            let slot = games.slot(id);
            let mut live = slot.live.lock().await;
            let mut known = games.loaded(id, &slot, &mut live).await?;
            *live = None;
            let (seq, at) = (seq.min(known.game.state().seq()), games.now());
            games.store.saw(id, color, seq, at).await?;
            let seat = &mut Arc::make_mut(&mut known).seats[color as usize];
            seat.seen = seat.seen.max(seq);
            seat.seen_at = seat.seen_at.max(at);
            *live = Some(known);
            Ok(())
        };
        tokio::spawn(work).await.unwrap_or(Err(Trouble::Internal))
    }

    /// The numbers of the game's latest events, from now on.
    pub(super) async fn watch(&self, id: GameId) -> Result<Watch, Trouble> {
        let slot = self.slot(id);
        let latest = slot.latest.subscribe();
        let mut live = slot.live.lock().await;
        self.loaded(id, &slot, &mut live).await?;
        drop(live);
        Ok(Watch {
            latest,
            _slot: slot,
        })
    }

    /// For how long the opponent of a player has not been heard of, in seconds, and how many reminders were sent.
    pub(super) async fn silence(
        &self,
        id: GameId,
        live: &Live,
        by: Color,
    ) -> Result<(u64, u32), Trouble> {
        let seen = live.seats[(!by) as usize].seen_at;
        let reminders = self.store.reminders(id, !by).await?;
        Ok((self.now().saturating_sub(seen), reminders))
    }

    async fn loaded(
        &self,
        id: GameId,
        slot: &Slot,
        live: &mut Option<Arc<Live>>,
    ) -> Result<Arc<Live>, Trouble> {
        if let Some(live) = live {
            return Ok(Arc::clone(live));
        }
        let stored = self.store.load(id, 0).await?.ok_or(Trouble::NoGame)?;
        let game = Game::replay(&stored.entries).map_err(|error| Trouble::Log(id, error))?;
        let loaded = Arc::new(Live {
            game,
            seats: stored.seats,
        });
        slot.tell(loaded.game.state().seq());
        Ok(Arc::clone(live.insert(loaded)))
    }

    fn slot(&self, id: GameId) -> Arc<Slot> {
        let mut table = self.table();
        if table.len() >= IN_MEMORY && !table.contains_key(&id) {
            make_room(&mut table);
        }
        let new = || {
            let (latest, _) = watch::channel(0);
            Arc::new(Slot {
                live: AsyncMutex::new(None),
                latest,
                used: AtomicU64::new(0),
            })
        };
        let slot = table.entry(id).or_insert_with(new);
        slot.used
            .store(self.uses.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Arc::clone(slot)
    }

    fn table(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Slot>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watched for Games {
    fn games(&self) -> Vec<GameId> {
        let table = self.table();
        let watched = table
            .iter()
            .filter(|(_, slot)| slot.latest.receiver_count() > 0);
        watched.map(|(id, _)| *id).collect()
    }

    fn has_events(&self, game: GameId, seq: u64) {
        if let Some(slot) = self.table().get(&game) {
            // This server may be ahead of the news.
            slot.latest.send_if_modified(|latest| {
                let is_new = *latest < seq;
                *latest = seq.max(*latest);
                is_new
            });
        }
    }
}

/// Forgets the quarter of the games that has not been used for longest. A game that is watched keeps its slot.
fn make_room(table: &mut HashMap<GameId, Arc<Slot>>) {
    let mut uses: Vec<u64> = table
        .values()
        .map(|slot| slot.used.load(Ordering::Relaxed))
        .collect();
    uses.sort_unstable();
    let limit = uses.get(uses.len() / 4).copied().unwrap_or_default();
    table.retain(|_, slot| {
        let is_old = slot.used.load(Ordering::Relaxed) <= limit;
        if is_old && let Ok(mut live) = slot.live.try_lock() {
            *live = None;
        }
        // No one else can take the slot meanwhile: that needs the table.
        !is_old || Arc::strong_count(slot) > 1
    });
}

/// The latest event's number of a watched game. While it lives, the game keeps its slot.
pub(super) struct Watch {
    latest: watch::Receiver<u64>,
    _slot: Arc<Slot>,
}

impl Watch {
    /// The latest event's number.
    pub(super) fn latest(&mut self) -> u64 {
        *self.latest.borrow_and_update()
    }

    /// Waits for the next event.
    pub(super) async fn changed(&mut self) {
        // The sender is in the slot, so it is not gone.
        let _ = self.latest.changed().await;
    }
}

/// `now` is when mails begin to wait: the time of an entry may be ahead, after the clock was set back.
fn change(link: Link, by: Color, live: &Live, proposal: &Proposal, now: u64) -> Change {
    let entries: Vec<Entry> = proposal.entries().to_vec();
    Change {
        game: link.game,
        generation: link.generation,
        after: live.game.state().seq(),
        waits: waits(proposal.after().unwrap_or(live.game.state())),
        mails: mails(proposal.notices(), &live.seats, now),
        entries,
        by,
    }
}

pub(super) fn waits(state: &State) -> Waits {
    Color::BOTH.map(|color| state.waits_for(color))
}
