//! Statements and values that are the same for both databases. `SQLite` numbers parameters in the order in which they
//! first stand in a statement.

use super::{MailFate, NewMail, Seat, Waits};
use gokata::Color;
use gokata::agreement::{Entry, Event};

pub(super) const WEEK: u64 = 7 * 24 * 60 * 60;

/// The game that a request has made, and its form.
pub(super) const MADE: &str = "SELECT id, form FROM game WHERE request = $1";

/// Changes the name, the address (none, if it is empty) and the wishes of a player, if these are not null. The link is
/// replaced if its generation is `$4` and below `$5`. Nothing is changed if the generation is not `$8`.
pub(super) const CHANGE_SEAT: &str = "
    UPDATE seat SET
        name = coalesce($1, name),
        email = CASE WHEN CAST($2 AS TEXT) IS NULL THEN email ELSE nullif($2, '') END,
        wants_mail = coalesce($3, wants_mail),
        generation = CASE WHEN generation = $4 AND generation < $5 THEN generation + 1 ELSE generation END
    WHERE game = $6 AND role = $7 AND generation = coalesce($8, generation)
    RETURNING name, email, wants_mail, generation, seen, seen_at";

pub(super) const STOP_MAILS: &str =
    "INSERT INTO stopped (mailbox, since) VALUES ($1, $2) ON CONFLICT DO NOTHING";
pub(super) const ALLOW_MAILS: &str = "DELETE FROM stopped WHERE mailbox = $1";

pub(super) const KEEP_MARK: &str =
    "INSERT INTO meta (key, value) VALUES ('secret_mark', $1) ON CONFLICT DO NOTHING";
pub(super) const MARK: &str = "SELECT value FROM meta WHERE key = 'secret_mark'";

/// The mails that are due at `$1`, `$2` at most. A time that is more than two days ahead was noted by a clock that has been
/// set back since: such a mail is due, and one that was sent then says nothing about a player who has been there since.
pub(super) const DUE_MAILS: &str = "
    SELECT m.id, m.game, m.role, m.kind, m.seq, m.tries,
        m.unless_seen AND s.seen >= m.seq,
        m.unless_seen AND EXISTS (
            SELECT 1 FROM outbox o
            WHERE o.game = m.game AND o.role = m.role AND o.unless_seen AND o.sent_at > s.seen_at
                AND o.sent_at <= $1),
        m.only_after_kind IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM outbox o
            WHERE o.game = m.game AND o.role = m.role AND o.kind = m.only_after_kind AND o.seq = m.only_after_seq
                AND o.sent_at IS NOT NULL)
        OR EXISTS (
            SELECT 1 FROM outbox o
            WHERE o.game = m.game AND o.role = m.role AND o.only_after_kind = m.kind AND o.only_after_seq = m.seq)
    FROM outbox m JOIN seat s ON s.game = m.game AND s.role = m.role
    WHERE m.sent_at IS NULL AND m.dropped IS NULL AND m.due NOT BETWEEN CAST($1 AS BIGINT) + 1 AND CAST($1 AS BIGINT) + 172800
    ORDER BY m.due, m.id LIMIT $2";

/// Lets the mail `$3` about event `$4` be sent to the player `$2` of game `$1` at `$5`, even if it has been sent.
pub(super) const INVITE: &str = "
    INSERT INTO outbox (game, role, kind, seq, unless_seen, due) VALUES ($1, $2, $3, $4, FALSE, $5)
    ON CONFLICT (game, role, kind, seq) DO UPDATE SET due = $5, tries = 0, sent_at = NULL, dropped = NULL";

/// In the first to the eighth week after its latest event, a reminder for each player whom a game waits for. `$1` is now,
/// `$2` a week.
pub(super) const REMIND: &str = "
    INSERT INTO outbox (game, role, kind, seq, unless_seen, due)
    SELECT g.id, s.role, 'reminder-' || ((CAST($1 AS BIGINT) - e.at) / CAST($2 AS BIGINT)), g.seq, FALSE, CAST($1 AS BIGINT)
    FROM game g
    JOIN event e ON e.game = g.id AND e.seq = g.seq
    JOIN seat s ON s.game = g.id AND g.waits LIKE '%' || s.role || '%'
    WHERE g.finished_at IS NULL AND (CAST($1 AS BIGINT) - e.at) / CAST($2 AS BIGINT) BETWEEN 1 AND 8
    ON CONFLICT (game, role, kind, seq) DO NOTHING";

/// How many reminders about its latest event the player `$2` of game `$1` has had, or has not wanted: `$3`, `$4`.
pub(super) const REMINDERS: &str = "
    SELECT count(*) FROM outbox m JOIN game g ON g.id = m.game AND g.seq = m.seq
    WHERE m.game = $1 AND m.role = $2 AND m.kind LIKE 'reminder-%' AND (m.sent_at IS NOT NULL OR m.dropped IN ($3, $4))";

/// Counts a try to send the mail `$1`, unless it has been sent or dropped.
pub(super) const TRY: &str = "UPDATE outbox SET tries = tries + 1 WHERE id = $1 AND sent_at IS NULL AND dropped IS NULL RETURNING 1";

/// Takes one of the things `$1` at `$2`: each comes back `$3` seconds after the one before, and all are there again after
/// `$4`. What is noted of a time an hour later than that was noted by a clock that has been set back.
pub(super) const SPEND: &str = "
    INSERT INTO spent AS s (name, full_at) VALUES ($1, CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
    ON CONFLICT (name) DO UPDATE SET full_at = $3 +
        CASE WHEN s.full_at BETWEEN $2 AND $2 + CAST($4 AS BIGINT) + 3600 THEN s.full_at ELSE $2 END
    WHERE s.full_at NOT BETWEEN $2 + $4 - $3 + 1 AND $2 + $4 + 3600
    RETURNING 1";
pub(super) const FORGET_SPENT: &str = "DELETE FROM spent WHERE full_at < $1";

/// Stores the result of mail `$2`: `$1` is a time or a reason.
pub(super) fn note_fate(fate: &MailFate) -> &'static str {
    match fate {
        MailFate::Sent { .. } => "UPDATE outbox SET sent_at = $1 WHERE id = $2",
        MailFate::Again { .. } => "UPDATE outbox SET due = $1 WHERE id = $2",
        MailFate::Dropped { .. } => "UPDATE outbox SET dropped = $1 WHERE id = $2",
    }
}

/// Rows of the table of seats, as JSON.
pub(super) fn seats_json(seats: &[Seat; 2]) -> String {
    let row = |(color, seat): (Color, &Seat)| {
        serde_json::json!({
            "role": role(color), "generation": seat.generation, "name": seat.name, "email": seat.email,
            "wants_mail": seat.wants_mail, "seen": seat.seen, "seen_at": seat.seen_at,
        })
    };
    let rows = Color::BOTH.into_iter().zip(seats).map(row);
    rows.collect::<serde_json::Value>().to_string()
}

/// Rows of the table of events, as JSON.
pub(super) fn events_json(entries: &[Entry]) -> serde_json::Result<String> {
    let row = |entry: &Entry| {
        Ok(serde_json::json!({
            "seq": entry.seq, "at": entry.at, "by_": entry.by.map(role),
            "request": entry.request.as_ref().map(ToString::to_string), "follows": entry.event.is_consequence(),
            "kind": entry.event.name(), "body": serde_json::to_string(entry)?,
        }))
    };
    let rows = entries.iter().map(row);
    Ok(rows
        .collect::<serde_json::Result<serde_json::Value>>()?
        .to_string())
}

/// Rows of the table of mails, as JSON.
pub(super) fn mails_json(mails: &[NewMail]) -> String {
    let row = |mail: &NewMail| {
        let (after_kind, after_seq) = mail.only_after.map(|key| (key.kind, key.seq)).unzip();
        serde_json::json!({
            "role": role(mail.key.to), "kind": mail.key.kind, "seq": mail.key.seq, "unless_seen": mail.unless_seen,
            "only_after_kind": after_kind, "only_after_seq": after_seq, "due": mail.due,
        })
    };
    let rows = mails.iter().map(row);
    rows.collect::<serde_json::Value>().to_string()
}

pub(crate) fn role(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

pub(super) fn color(role: &str) -> Color {
    match role {
        "b" => Color::Black,
        _ => Color::White,
    }
}

pub(crate) fn waits(waits: Waits) -> &'static str {
    match waits {
        [false, false] => "",
        [true, false] => "b",
        [false, true] => "w",
        [true, true] => "bw",
    }
}

pub(crate) fn finished_at(entries: &[Entry]) -> Option<u64> {
    let mut entries = entries.iter();
    entries.find_map(|entry| matches!(entry.event, Event::Finished { .. }).then_some(entry.at))
}
