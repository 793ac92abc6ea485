//! Games in play: a copy in memory of what the store has. After an error the copy is dropped and read again. If other
//! servers change the same games, each request first reads what they have added.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard, watch};

use super::errors::GameError;
use super::form::StoredForm;
use super::link::{GameId, Link};
use super::lock::locked;
use super::name::Name;
use super::notices::mails;
use super::presence::{Attendance, News, Presence};
use super::store::{Appended, Change, Seat, SeatChange, Store, Waits, Watched};
use gokata::Color;
use gokata::agreement::{
    Accepted, Command, Game, NoticeKey, NoticeKind, Proposal, Refusal, Request, RequestName, State,
    Viewer,
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
pub(super) struct Slot {
    /// Held while the game changes, so that one change is decided after the other.
    live: AsyncMutex<Option<Live>>,
    /// For those who watch.
    pub(super) news: watch::Sender<News>,
    /// When it was last used; higher is later.
    used: AtomicU64,
}

/// The current state of a game, with its players. A copy shares both with the original until one of the two changes.
#[derive(Debug, Clone)]
pub(super) struct Live {
    pub game: Arc<Game>,
    /// Black's and White's.
    pub seats: Arc<[Seat; 2]>,
    /// Who made the game, and has had the opponent's first link, too.
    pub maker: Option<Color>,
}

impl Live {
    pub(super) fn seat(&self, color: Color) -> &Seat {
        &self.seats[color as usize]
    }

    pub(super) fn name(&self, color: Color) -> Name {
        Name::stored(&self.seat(color).name)
    }

    fn seat_mut(&mut self, color: Color) -> &mut Seat {
        &mut Arc::make_mut(&mut self.seats)[color as usize]
    }

    /// The link that a player of this game has now.
    pub(super) fn link(&self, game: GameId, color: Color) -> Link {
        Link::of(game, color, self.seat(color).generation)
    }

    /// Whether a player has looked at the game, or done something. The maker has from the start.
    pub(super) fn has_come(&self, color: Color) -> bool {
        let seat = self.seat(color);
        seat.seen > 0 || seat.generation > 0
    }

    /// A number that changes with what pages show of the players: names, links, who has come.
    pub(super) fn people(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        for color in Color::BOTH {
            let seat = self.seat(color);
            (&seat.name, seat.generation, self.has_come(color)).hash(&mut hasher);
        }
        u32::try_from(hasher.finish() >> 32).unwrap_or_default()
    }

    /// False for the link of a player who has made a new one.
    pub(super) fn is_current(&self, link: Link) -> bool {
        match link.viewer {
            Viewer::Player(color) => self.seat(color).generation == link.generation,
            Viewer::Spectator => true,
        }
    }
}

/// A game taken out of its place in memory, because it may change. Unless [`Held::keep`] puts it back, the next request
/// reads it from the store.
struct Held<'a> {
    id: GameId,
    slot: &'a Slot,
    place: AsyncMutexGuard<'a, Option<Live>>,
    live: Live,
    /// True if it was read just now.
    is_fresh: bool,
}

impl Held<'_> {
    /// Puts the game back: it is what the store has.
    fn keep(mut self) -> Live {
        let live = &self.live;
        let players = Color::BOTH.map(|color| (live.has_come(color), live.seat(color).seen_at));
        let (seq, people) = (live.game.state().seq(), live.people());
        let news = &self.slot.news;
        news.send_if_modified(|news| news.renew(seq, people, players));
        *self.place = Some(self.live.clone());
        self.live
    }

    fn handled(self, answer: Result<Accepted, Refusal>, repeated: bool) -> Handled {
        Handled {
            live: self.keep(),
            answer,
            repeated,
        }
    }
}

/// The result of a request.
pub(super) struct Handled {
    /// The game after it.
    pub live: Live,
    /// If it is refused, nothing has changed.
    pub answer: Result<Accepted, Refusal>,
    /// True if an earlier copy of the request had changed the game already.
    pub repeated: bool,
}

impl Games {
    pub(super) fn new(store: Arc<dyn Store>, clock: Clock) -> Games {
        Games {
            store,
            clock,
            table: Mutex::default(),
            uses: AtomicU64::new(0),
        }
    }

    pub(super) fn now(&self) -> u64 {
        (self.clock)()
    }

    /// The game as it stands.
    pub(super) async fn current(&self, id: GameId) -> Result<Live, GameError> {
        let slot = self.slot(id);
        let mut held = self.hold(id, &slot).await?;
        if self.store.is_shared() && !held.is_fresh {
            self.renew(&mut held).await?;
        }
        Ok(held.keep())
    }

    async fn hold<'a>(&self, id: GameId, slot: &'a Slot) -> Result<Held<'a>, GameError> {
        let mut place = slot.live.lock().await;
        let (live, is_fresh) = match place.take() {
            Some(live) => (live, false),
            None => (self.load(id).await?, true),
        };
        Ok(Held {
            id,
            slot,
            place,
            live,
            is_fresh,
        })
    }

    async fn load(&self, id: GameId) -> Result<Live, GameError> {
        let stored = self.store.load(id, 0).await?.ok_or(GameError::NoGame)?;
        let game = Game::replay(&stored.entries).map_err(|error| GameError::Log(id, error))?;
        let form: Option<StoredForm> = serde_json::from_str(&stored.form).ok();
        Ok(Live {
            game: Arc::new(game),
            seats: Arc::new(stored.seats),
            maker: form.map(|form| form.own),
        })
    }

    /// Adds to a game what other servers have changed.
    async fn renew(&self, held: &mut Held<'_>) -> Result<(), GameError> {
        let (id, live) = (held.id, &mut held.live);
        let seq = live.game.state().seq();
        let stored = self.store.load(id, seq).await?.ok_or(GameError::NoGame)?;
        live.seats = Arc::new(stored.seats);
        if !stored.entries.is_empty() {
            let game = Arc::make_mut(&mut live.game);
            let extended = game.extend(&stored.entries);
            extended.map_err(|error| GameError::Log(id, error))?;
        }
        Ok(())
    }

    /// Carries out a player's request. If the client disconnects, the request is still carried out to its end.
    ///
    /// The caller must not hold the game meanwhile: a game that nobody else holds is changed in place.
    pub(super) async fn handle(
        self: &Arc<Games>,
        link: Link,
        by: Color,
        name: RequestName,
        command: Command,
    ) -> Result<Handled, GameError> {
        let games = Arc::clone(self);
        to_end(async move { games.handle_to_end(link, by, name, command).await }).await
    }

    async fn handle_to_end(
        &self,
        link: Link,
        by: Color,
        name: RequestName,
        command: Command,
    ) -> Result<Handled, GameError> {
        let slot = self.slot(link.game);
        let mut held = self.hold(link.game, &slot).await?;
        let mut request = Request {
            by,
            name: Some(name),
            at: 0,
            command,
        };
        for _ in 0..TRIES {
            // The link may have been replaced since it was looked up.
            if !held.live.is_current(link) {
                return Err(GameError::NoGame);
            }
            let game = &held.live.game;
            let latest = game.log().last().map_or(0, |entry| entry.at);
            request.at = self.now().max(latest);
            let proposal = match game.propose(&request) {
                Ok(proposal) => proposal,
                Err(refusal) => return Ok(held.handled(Err(refusal), false)),
            };
            let (answer, repeated) = (proposal.answer().clone(), proposal.is_repeat());
            if !proposal.entries().is_empty() {
                let change = change(link, by, &held.live, &proposal, self.now());
                if self.store.append(change).await? == Appended::Conflict {
                    self.renew(&mut held).await?;
                    continue;
                }
                let game = Arc::make_mut(&mut held.live.game);
                game.accept(proposal).map_err(|_| GameError::Internal)?;
                let seq = game.state().seq();
                let seat = held.live.seat_mut(by);
                (seat.seen, seat.seen_at) = (seq, request.at);
            }
            return Ok(held.handled(Ok(answer), repeated));
        }
        Err(GameError::Crowded)
    }

    /// Changes a player's seat. The change is made to its end, even if the client disconnects, so that the copy in memory
    /// has it, too.
    pub(super) async fn change_seat(
        self: &Arc<Games>,
        id: GameId,
        color: Color,
        change: SeatChange,
    ) -> Result<Live, GameError> {
        let games = Arc::clone(self);
        to_end(async move {
            let slot = games.slot(id);
            let mut held = games.hold(id, &slot).await?;
            let changed = games.store.change_seat(id, color, change).await?;
            let before = held.live.people();
            *held.live.seat_mut(color) = changed.ok_or(GameError::NoGame)?;
            Ok(games.told(before, held.keep(), id))
        })
        .await
    }

    /// Mails a player the link to the game, at once.
    pub(super) async fn invite(&self, id: GameId, color: Color) -> Result<(), GameError> {
        let key = NoticeKey {
            to: color,
            kind: NoticeKind::GameMade.name(),
            seq: 1,
        };
        Ok(self.store.invite(key, id, self.now()).await?)
    }

    /// Notes that a player has seen the game up to event `seq`, or to its latest event if that is earlier.
    pub(super) async fn note_seen(
        self: &Arc<Games>,
        id: GameId,
        color: Color,
        seq: u64,
    ) -> Result<(), GameError> {
        let games = Arc::clone(self);
        to_end(async move {
            let slot = games.slot(id);
            let mut held = games.hold(id, &slot).await?;
            let (seq, at) = (seq.min(held.live.game.state().seq()), games.now());
            games.store.note_seen(id, color, seq, at).await?;
            let before = held.live.people();
            let seat = held.live.seat_mut(color);
            seat.seen = seat.seen.max(seq);
            seat.seen_at = seat.seen_at.max(at);
            games.told(before, held.keep(), id);
            Ok(())
        })
        .await
    }

    /// Tells other servers of players that have changed.
    fn told(&self, before: u32, live: Live, id: GameId) -> Live {
        if live.people() != before {
            self.store.has_people(id);
        }
        live
    }

    /// Lets pages look once more at a game that has no new event.
    pub(super) fn has_news(&self, id: GameId) {
        self.has_events(id, 0);
        self.store.has_people(id);
    }

    /// What is new in the game from now on. A player is there as long as this lives.
    pub(super) async fn watch(&self, id: GameId, viewer: Viewer) -> Result<Watch, GameError> {
        let slot = self.slot(id);
        let news = slot.news.subscribe();
        self.hold(id, &slot).await?.keep();
        let clock = Arc::clone(&self.clock);
        Ok(Watch {
            news,
            viewer,
            clock,
            slot,
        }
        .begun())
    }

    /// Who looks at the game: Black, White.
    pub(super) fn presence(&self, id: GameId) -> [Presence; 2] {
        let news = *self.slot(id).news.borrow();
        news.presence(self.now())
    }

    /// Seconds since the opponent of a player was last active, and how many reminders they were sent.
    pub(super) async fn silence(
        &self,
        id: GameId,
        live: &Live,
        by: Color,
    ) -> Result<(u64, u32), GameError> {
        let reminders = self.store.reminders(id, !by).await?;
        Ok((self.now().saturating_sub(live.seat(!by).seen_at), reminders))
    }

    fn slot(&self, id: GameId) -> Arc<Slot> {
        let mut table = locked(&self.table);
        if table.len() >= IN_MEMORY && !table.contains_key(&id) {
            make_room(&mut table);
        }
        let new = || {
            let (news, _) = watch::channel(News::new(self.store.is_shared()));
            Arc::new(Slot {
                live: AsyncMutex::new(None),
                news,
                used: AtomicU64::new(0),
            })
        };
        let slot = table.entry(id).or_insert_with(new);
        slot.used
            .store(self.uses.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Arc::clone(slot)
    }
}

impl Watched for Games {
    fn games(&self) -> Vec<GameId> {
        let table = locked(&self.table);
        let watched = table
            .iter()
            .filter(|(_, slot)| slot.news.receiver_count() > 0);
        watched.map(|(id, _)| *id).collect()
    }

    fn has_events(&self, game: GameId, seq: u64) {
        if let Some(slot) = locked(&self.table).get(&game) {
            // This server may be ahead of the news.
            slot.news.send_if_modified(|news| {
                let is_new = news.seq < seq || seq == 0;
                news.seq = seq.max(news.seq);
                // Another number: pages then ask, and this server reads what there is.
                news.people = news.people.wrapping_add(u32::from(seq == 0));
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

/// Runs this to its end, even if the client disconnects.
async fn to_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, GameError>> + Send + 'static,
) -> Result<T, GameError> {
    tokio::spawn(work).await.unwrap_or(Err(GameError::Internal))
}

/// `now` is when mails begin to wait: the time of an entry may be ahead, after the clock was set back.
fn change(link: Link, by: Color, live: &Live, proposal: &Proposal, now: u64) -> Change {
    Change {
        game: link.game,
        generation: link.generation,
        after: live.game.state().seq(),
        waits: waits(proposal.after().unwrap_or(live.game.state())),
        mails: mails(proposal.notices(), &live.seats, now),
        entries: proposal.entries().to_vec(),
        by,
    }
}

pub(super) fn waits(state: &State) -> Waits {
    Color::BOTH.map(|color| state.waits_for(color))
}

/// News of a watched game. While it lives, the game keeps its slot, and the viewer is there.
pub(super) struct Watch {
    pub news: watch::Receiver<News>,
    pub viewer: Viewer,
    pub clock: Clock,
    pub slot: Arc<Slot>,
}

impl Watch {
    pub(super) fn begun(self) -> Watch {
        self.attend(|player| player.pages += 1);
        self
    }

    pub(super) fn latest(&mut self) -> (News, [Presence; 2]) {
        let news = *self.news.borrow_and_update();
        (news, news.presence((self.clock)()))
    }

    /// Waits for news.
    pub(super) async fn changed(&mut self) {
        // The sender is in the slot, so it is not gone.
        let _ = self.news.changed().await;
    }

    fn attend(&self, change: impl FnOnce(&mut Attendance)) {
        if let Viewer::Player(color) = self.viewer {
            let change = |news: &mut News| change(&mut news.players[color as usize]);
            self.slot.news.send_modify(change);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let now = (self.clock)();
        self.attend(|player| (player.pages, player.left_at) = (player.pages - 1, now));
    }
}
