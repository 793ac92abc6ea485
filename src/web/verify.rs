//! The check of a server's database: that it is sound, and that everything in it follows from the logs of its games.

use std::path::Path;

use rusqlite::Connection;

use super::backup::open;
use super::data::DATABASE;
use super::errors::{At, OperatorError, ServeError};
use super::games::waits;
use super::link::Link;
use super::store::{sqlite_file, statements};
use gokata::agreement::{Entry, Game, ReplayError};

/// What [`verify`] found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of games.
    pub games: usize,
    /// The number of their events.
    pub events: usize,
    /// A sentence for each thing that is not as it should be, and where.
    pub faults: Vec<String>,
}

/// Checks the database in a server's folder, and replays every game. The server may run meanwhile.
///
/// # Errors
/// [`ServeError`] if the database cannot be read, or this version of gokata does not know its tables.
pub fn verify(data: &Path) -> Result<Verified, ServeError> {
    let path = data.join(DATABASE);
    Ok(check(&open(&path)?).at(path.display())?)
}

fn check(base: &Connection) -> Result<Verified, OperatorError> {
    // One transaction, so that games and events belong together.
    let base = base.unchecked_transaction()?;
    let version = base.pragma_query_value(None, "user_version", |row| row.get::<_, usize>(0))?;
    if !(1..=sqlite_file::VERSION).contains(&version) {
        return Err(OperatorError::UncheckedVersion(version));
    }
    let mut found = Verified::default();
    // Pages that are damaged may not be readable later.
    let read = damages(&base, &mut found)
        .and_then(|()| games(&base, &mut found))
        .and_then(|()| strays(&base, &mut found));
    if let Err(error) = read {
        found.faults.push(format!("the database: {error}"));
    }
    Ok(found)
}

fn damages(base: &Connection, found: &mut Verified) -> rusqlite::Result<()> {
    let mut damages = base.prepare("PRAGMA integrity_check")?;
    let damages = damages.query_map([], |row| row.get::<_, String>(0))?;
    for damage in damages {
        let damage = damage?;
        if damage != "ok" {
            found.faults.push(format!("the database: {damage}"));
        }
    }
    Ok(())
}

/// Everything that is stored about a game.
pub(super) struct StoredRows {
    pub id: String,
    pub seq: u64,
    pub waits: String,
    pub finished_at: Option<u64>,
    /// The bodies of all events, in order.
    pub bodies: Vec<String>,
    /// Role, generation, and the last event seen, by role.
    pub seats: Vec<(String, i64, u64)>,
}

impl Verified {
    /// Replays a game.
    pub(super) fn add(&mut self, game: &StoredRows) {
        self.games += 1;
        self.events += game.bodies.len();
        for checked in [replay(game), at_seats(&game.seats, game.seq)] {
            if let Err(why) = checked {
                self.faults.push(format!("game {}: {why}", game.id));
            }
        }
    }
}

fn games(base: &Connection, found: &mut Verified) -> rusqlite::Result<()> {
    let games = "SELECT id, seq, waits, finished_at FROM game ORDER BY made_at, id";
    let mut games = base.prepare(games)?;
    let mut events = base.prepare("SELECT body FROM event WHERE game = ? ORDER BY seq")?;
    let seats = "SELECT role, generation, seen FROM seat WHERE game = ? ORDER BY role";
    let mut seats = base.prepare(seats)?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let bodies = events.query_map([&id], |row| row.get(0))?;
        let seats = seats.query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        found.add(&StoredRows {
            seq: row.get(1)?,
            waits: row.get(2)?,
            finished_at: row.get(3)?,
            bodies: bodies.collect::<rusqlite::Result<_>>()?,
            seats: seats.collect::<rusqlite::Result<_>>()?,
            id,
        });
    }
    Ok(())
}

/// Where stored rows and the log of their game differ.
#[derive(Debug, thiserror::Error)]
enum Mismatch {
    #[error("event {0}: {1}")]
    Event(usize, serde_json::Error),
    #[error(transparent)]
    Log(#[from] ReplayError),
    #[error("it has {0} events, and should have {1}")]
    Events(u64, u64),
    #[error("it waits for {0:?}, and stored is {1:?}")]
    Waits(&'static str, String),
    #[error("it ended at {0}, and stored is {1}")]
    End(String, String),
    #[error("it has the seats {0:?}, and should have \"bw\"")]
    Seats(String),
    #[error("seat {0}: the link's number is {1}, and not 0 to {last}", last = Link::LAST_GENERATION)]
    Link(String, i64),
    #[error("seat {0}: event {1} was seen, and the last is {2}")]
    Seen(String, u64, u64),
}

fn replay(row: &StoredRows) -> Result<(), Mismatch> {
    let entry = |(at, body): (usize, &String)| {
        serde_json::from_str(body).map_err(|error| Mismatch::Event(at + 1, error))
    };
    let entries = row.bodies.iter().enumerate().map(entry);
    let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
    let game = Game::replay(&entries)?;
    let seq = game.state().seq();
    if seq != row.seq {
        return Err(Mismatch::Events(seq, row.seq));
    }
    let waits = statements::waits(waits(game.state()));
    if waits != row.waits {
        return Err(Mismatch::Waits(waits, row.waits.clone()));
    }
    let finished_at = statements::finished_at(&entries);
    if finished_at != row.finished_at {
        let word = |at: Option<u64>| at.map_or_else(|| "never".to_owned(), |at| at.to_string());
        return Err(Mismatch::End(word(finished_at), word(row.finished_at)));
    }
    Ok(())
}

fn at_seats(seats: &[(String, i64, u64)], seq: u64) -> Result<(), Mismatch> {
    let roles: String = seats.iter().map(|(role, ..)| role.as_str()).collect();
    if roles != "bw" {
        return Err(Mismatch::Seats(roles));
    }
    for (role, generation, seen) in seats {
        if !(0..=i64::from(Link::LAST_GENERATION)).contains(generation) {
            return Err(Mismatch::Link(role.clone(), *generation));
        }
        if *seen > seq {
            return Err(Mismatch::Seen(role.clone(), *seen, seq));
        }
    }
    Ok(())
}

/// Rows that belong to no game, and mails about no event.
fn strays(base: &Connection, found: &mut Verified) -> rusqlite::Result<()> {
    for table in ["event", "seat", "outbox"] {
        let strays =
            format!("SELECT DISTINCT game FROM {table} WHERE game NOT IN (SELECT id FROM game)");
        let mut strays = base.prepare(&strays)?;
        for game in strays.query_map([], |row| row.get::<_, String>(0))? {
            let fault = format!("game {}: not there, and {table} has rows of it", game?);
            found.faults.push(fault);
        }
    }
    let mails = "SELECT o.id, g.id FROM outbox o JOIN game g ON g.id = o.game \
                 WHERE o.seq NOT BETWEEN 1 AND g.seq OR o.role NOT IN ('b', 'w')";
    let mut mails = base.prepare(mails)?;
    let mails = mails.query_map([], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    })?;
    for mail in mails {
        let (mail, game) = mail?;
        found.faults.push(format!(
            "game {game}: mail {mail} is about no event or player of it"
        ));
    }
    Ok(())
}
