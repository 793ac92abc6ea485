//! Storage of games. A change is stored completely or not at all, and an answer means that it is on the disk.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;

use super::link::GameId;
use gokata::Color;
use gokata::agreement::{Entry, NoticeKey};

#[cfg(test)]
pub(super) mod conformance;
#[cfg_attr(not(feature = "postgres"), path = "no_postgres.rs")]
pub(super) mod postgres;
pub(super) mod sqlite;
pub(super) mod sqlite_file;
pub(super) mod statements;
mod writer;

/// The future of a store's answer.
pub(super) type StoreFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A database of games. All methods may be called at once from anywhere.
pub(super) trait Store: Send + Sync {
    /// Stores a new game, unless its request has made a game before.
    fn make(&self, game: NewGame) -> StoreFuture<'_, Inserted>;

    /// The game that a request has made, and its form.
    fn made(&self, request: String) -> StoreFuture<'_, Option<(GameId, String)>>;

    /// Adds events to a game, unless another server was first, or the player has another link by now.
    fn append(&self, change: Change) -> StoreFuture<'_, Appended>;

    /// The events of a game after event `seq`, and its players; `None` if there is no game of this name.
    fn load(&self, game: GameId, seq: u64) -> StoreFuture<'_, Option<StoredGame>>;

    /// Changes a player's name, address, wishes or link. `None` if the player has another link by now.
    fn change_seat(
        &self,
        game: GameId,
        color: Color,
        change: SeatChange,
    ) -> StoreFuture<'_, Option<Seat>>;

    /// Notes that a player has seen the game up to event `seq`.
    fn note_seen(&self, game: GameId, color: Color, seq: u64, at: u64) -> StoreFuture<'_, ()>;

    /// The mails to send now, the oldest first.
    fn due_mails(&self, now: u64, most: usize) -> StoreFuture<'_, Vec<Mail>>;

    /// Sends a player's invitation at once: for the first time, or once more.
    fn invite(&self, invitation: NoticeKey, game: GameId, now: u64) -> StoreFuture<'_, ()>;

    /// Stores the result of sending a mail.
    fn mail_done(&self, id: i64, fate: MailFate) -> StoreFuture<'_, ()>;

    /// Adds a reminder for each player whom a game has waited for, for one to eight weeks, one a week.
    fn remind(&self, now: u64) -> StoreFuture<'_, ()>;

    /// How many reminders a player has had since the game's latest event, or would have had if they wanted mails: those
    /// that were dropped for a reason in [`NOT_WANTED`].
    fn reminders(&self, game: GameId, color: Color) -> StoreFuture<'_, u32>;

    /// Notes whether a mailbox wants mails of no game, from a time on. The caller chooses the name of the mailbox.
    fn stop_mails(&self, mailbox: String, since: Option<u64>) -> StoreFuture<'_, ()>;

    /// Whether a mailbox wants mails of no game.
    fn is_stopped(&self, mailbox: String) -> StoreFuture<'_, bool>;

    /// The mark of the secret that the links of these games are made with: the first that was ever given here.
    fn secret_mark(&self, mark: String) -> StoreFuture<'_, String>;

    /// When the oldest unsent mail is due, and the largest number of failed attempts. An error if the store cannot write.
    fn health(&self) -> StoreFuture<'_, (Option<u64>, u64)>;

    /// Takes one of the things of this name, unless none is left: there are so many at first, and one more each time so many
    /// seconds have passed.
    fn spend(&self, name: String, every_most: (u64, u32), now: u64) -> StoreFuture<'_, bool>;

    /// Whether other servers change the same games: what this one remembers of them may be old.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether this server sends the mail, and no other has sent it. To be called right before sending: it counts the try, so
    /// that no mail goes out again and again while nothing can be stored.
    fn may_send(&self, mail: i64) -> StoreFuture<'_, bool>;

    /// Says to other servers that the players of a game have changed.
    fn has_people(&self, _game: GameId) {}

    /// Reports games that other servers change, as long as it is polled; perhaps seconds late.
    fn follow<'a>(&'a self, _watched: &'a dyn Watched) -> StoreFuture<'a, Infallible> {
        Box::pin(std::future::pending())
    }
}

/// Games that pages wait for.
#[cfg_attr(not(feature = "postgres"), allow(dead_code))] // one server has no news of others
pub(super) trait Watched: Send + Sync {
    fn games(&self) -> Vec<GameId>;

    /// Says that the game's latest event has this number; 0 that only its players have changed.
    fn has_events(&self, game: GameId, seq: u64);
}

/// A game to store.
#[derive(Debug, Clone)]
pub(super) struct NewGame {
    pub id: GameId,
    /// Names the request that makes it: a repeated one gets the same game.
    pub request: String,
    /// What the form said, as JSON: a repeated request with another form is refused.
    pub form: String,
    pub entries: Vec<Entry>,
    /// Black's and White's.
    pub seats: [Seat; 2],
    pub waits: Waits,
    pub mails: Vec<NewMail>,
}

/// The result of storing a new game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inserted {
    New,
    /// The request has made this game before, from this form.
    Before {
        id: GameId,
        form: String,
    },
}

/// Events to add to a game.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub game: GameId,
    /// The number of the last event before them.
    pub after: u64,
    pub entries: Vec<Entry>,
    pub waits: Waits,
    pub mails: Vec<NewMail>,
    /// The player whose request it was: they have seen what they changed.
    pub by: Color,
    /// Of the link that the request came by.
    pub generation: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Appended {
    Stored,
    /// The game has other events since, or the player another link: read both and decide again.
    Conflict,
}

/// Whom a game waits for: Black, White.
pub(super) type Waits = [bool; 2];

/// A game as it was kept, or the latter part of it.
#[derive(Debug, Clone)]
pub(super) struct StoredGame {
    /// What the request that made it said, as JSON.
    pub form: String,
    pub entries: Vec<Entry>,
    pub seats: [Seat; 2],
}

/// A player's place at a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seat {
    pub name: String,
    pub email: Option<String>,
    /// Whether mails are welcome.
    pub wants_mail: bool,
    /// How often the player has made a new link.
    pub generation: u8,
    /// The latest event that the player has seen, and when.
    pub seen: u64,
    pub seen_at: u64,
}

/// What to change about a seat; `None` leaves it.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatChange {
    pub name: Option<String>,
    /// Empty for none.
    pub email: Option<String>,
    pub wants_mail: Option<bool>,
    /// The next link, if the present one is of this generation.
    pub new_link_after: Option<u8>,
    /// Changes nothing unless the present link is of this generation.
    pub only_by_link: Option<u8>,
}

impl SeatChange {
    pub(super) fn wants_mail(wants: bool) -> SeatChange {
        SeatChange {
            wants_mail: Some(wants),
            ..SeatChange::default()
        }
    }

    /// The next link, if the present one is of this generation.
    pub(super) fn new_link_after(generation: u8) -> SeatChange {
        SeatChange {
            new_link_after: Some(generation),
            ..SeatChange::default()
        }
    }
}

/// A mail to send, kept with the event that causes it.
#[derive(Debug, Clone)]
pub(super) struct NewMail {
    pub key: NoticeKey,
    /// When it is due.
    pub due: u64,
    /// Not sent if the player has seen the event by then.
    pub unless_seen: bool,
    /// Not sent unless this one was.
    pub only_after: Option<NoticeKey>,
}

/// A mail that is due.
#[derive(Debug, Clone)]
pub(super) struct Mail {
    pub id: i64,
    pub game: GameId,
    pub to: Color,
    /// The kind of its notice, or a reminder.
    pub kind: String,
    pub seq: u64,
    pub tries: u32,
    /// True if it is for players who have not seen the event, and this one has.
    pub is_seen: bool,
    /// True if it is for players who are away, and one of that sort has gone out since the player was last there.
    pub is_notified: bool,
    /// True if it corrects a mail that was not sent, or is itself corrected by another.
    pub is_pointless: bool,
}

/// The result of sending a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MailFate {
    Sent {
        at: u64,
    },
    /// Try again then.
    Again {
        due: u64,
    },
    Dropped {
        why: String,
    },
}

/// Why a player gets no mails by their own choice.
pub(super) const NOT_WANTED: [&str; 2] = ["no address", "no mails to this address"];

/// Why a store failed. Usually nothing has changed; after a broken connection it is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum StoreError {
    #[error("too many changes wait to be stored")]
    Busy,
    /// The database says why.
    #[error("{0}")]
    Failed(String),
}
