//! Statements that are the same for both databases.

use super::{MailFate, Waits};
use gokata::Color;
use gokata::agreement::{Entry, Event};

pub(super) const WEEK: u64 = 7 * 24 * 60 * 60;

/// The mails that are due at `$1`, `$2` at most.
pub(super) const DUE_MAILS: &str = "
    SELECT m.id, m.game, m.role, m.kind, m.seq, m.tries,
        m.unless_seen AND s.seen >= m.seq,
        m.unless_seen AND EXISTS (
            SELECT 1 FROM outbox o
            WHERE o.game = m.game AND o.role = m.role AND o.unless_seen AND o.sent_at > s.seen_at),
        m.only_after_kind IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM outbox o
            WHERE o.game = m.game AND o.role = m.role AND o.kind = m.only_after_kind AND o.seq = m.only_after_seq
                AND o.sent_at IS NOT NULL)
        OR EXISTS (
            SELECT 1 FROM outbox o
            WHERE o.game = m.game AND o.role = m.role AND o.only_after_kind = m.kind AND o.only_after_seq = m.seq)
    FROM outbox m JOIN seat s ON s.game = m.game AND s.role = m.role
    WHERE m.sent_at IS NULL AND m.dropped IS NULL AND m.due <= $1
    ORDER BY m.due, m.id LIMIT $2";

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

/// Notes what became of mail `$2`: when, or why, is `$1`.
pub(super) fn note_fate(fate: &MailFate) -> &'static str {
    match fate {
        MailFate::Sent { .. } => "UPDATE outbox SET sent_at = $1, tries = tries + 1 WHERE id = $2",
        MailFate::Again { .. } => "UPDATE outbox SET due = $1, tries = tries + 1 WHERE id = $2",
        MailFate::Dropped { .. } => "UPDATE outbox SET dropped = $1 WHERE id = $2",
    }
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
