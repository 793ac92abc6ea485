//! The check of a server's database: that it is sound, and that everything in it follows from the logs of its games.

use std::path::Path;

use rusqlite::Connection;

use super::data::DATABASE;
use super::games::waits;
use super::link::Link;
use super::store::{common, file};
use super::trouble::ServeError;
use super::upkeep::open;
use gokata::agreement::{Entry, Game};

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
/// [`ServeError`] if the database cannot be read, or is none of this version of gokata.
pub fn verify(data: &Path) -> Result<Verified, ServeError> {
    let path = data.join(DATABASE);
    let base = open(&path)?;
    check(&base).map_err(|why| ServeError(format!("{}: {why}", path.display())))
}

fn check(base: &Connection) -> Result<Verified, String> {
    let text = |error: rusqlite::Error| error.to_string();
    // One transaction, so that games and events belong together.
    let base = base.unchecked_transaction().map_err(text)?;
    let version = base.pragma_query_value(None, "user_version", |row| row.get::<_, usize>(0));
    let version = version.map_err(text)?;
    if !(1..=file::VERSION).contains(&version) {
        return Err(format!(
            "its version is {version}: nothing that this gokata can check"
        ));
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

fn replay(row: &StoredRows) -> Result<(), String> {
    let entries = row.bodies.iter().enumerate().map(|(at, body)| {
        serde_json::from_str(body).map_err(|error| format!("event {}: {error}", at + 1))
    });
    let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
    let game = Game::replay(&entries).map_err(|error| error.to_string())?;
    let (seq, stored) = (game.state().seq(), row.seq);
    if seq != stored {
        return Err(format!("it has {seq} events, and should have {stored}"));
    }
    let waits = common::waits(waits(game.state()));
    if waits != row.waits {
        return Err(format!(
            "it waits for {waits:?}, and stored is {:?}",
            row.waits
        ));
    }
    let (finished_at, stored) = (common::finished_at(&entries), row.finished_at);
    if finished_at != stored {
        let word = |at: Option<u64>| at.map_or_else(|| "never".to_owned(), |at| at.to_string());
        let (finished_at, stored) = (word(finished_at), word(stored));
        return Err(format!("it ended at {finished_at}, and stored is {stored}"));
    }
    Ok(())
}

fn at_seats(seats: &[(String, i64, u64)], seq: u64) -> Result<(), String> {
    let roles: String = seats.iter().map(|(role, ..)| role.as_str()).collect();
    if roles != "bw" {
        return Err(format!(
            "it has the seats {roles:?}, and should have \"bw\""
        ));
    }
    for (role, generation, seen) in seats {
        let last = Link::LAST_GENERATION;
        if !(0..=i64::from(last)).contains(generation) {
            return Err(format!(
                "seat {role}: the link's number is {generation}, and not 0 to {last}"
            ));
        }
        if *seen > seq {
            return Err(format!(
                "seat {role}: event {seen} was seen, and the last is {seq}"
            ));
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
