//! The longer statements. Each is a whole transaction.

/// Adds events and mails to the game that the part `game` of a statement has made or moved on; to none if it has not.
/// `$1` are the events, `$2` the mails, as JSON.
macro_rules! with_rows {
    ($game:literal, $rest:literal) => {
        concat!(
            "WITH kept AS (",
            $game,
            "), events AS (
                INSERT INTO event (game, seq, at, by_, request, follows, kind, body)
                SELECT id, e.* FROM kept, json_to_recordset($1::TEXT::JSON) AS e (
                    seq BIGINT, at BIGINT, by_ TEXT, request TEXT, follows BOOLEAN, kind TEXT, body TEXT)
            ), mails AS (
                INSERT INTO outbox (game, role, kind, seq, unless_seen, only_after_kind, only_after_seq, due)
                SELECT id, m.* FROM kept, json_to_recordset($2::TEXT::JSON) AS m (
                    role TEXT, kind TEXT, seq BIGINT, unless_seen BOOLEAN, only_after_kind TEXT, only_after_seq BIGINT, due BIGINT)
                ON CONFLICT (game, role, kind, seq) DO NOTHING
            ), seats AS (",
            $rest,
            ") SELECT count(*) FROM kept"
        )
    };
}

pub(super) const MAKE: &str = with_rows!(
    "INSERT INTO game (id, request, made_at, form, seq, waits, finished_at) VALUES ($3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (request) DO NOTHING RETURNING id",
    "INSERT INTO seat (game, role, generation, name, email, wants_mail, seen, seen_at)
     SELECT id, s.* FROM kept, json_to_recordset($10::TEXT::JSON) AS s (
         role TEXT, generation INTEGER, name TEXT, email TEXT, wants_mail BOOLEAN, seen BIGINT, seen_at BIGINT)"
);

pub(super) const APPEND: &str = with_rows!(
    "UPDATE game SET seq = $3, waits = $4, finished_at = $5 WHERE id = $6 AND seq = $7
     AND EXISTS (SELECT 1 FROM seat WHERE game = $6 AND role = $8 AND generation = $9) RETURNING id",
    "UPDATE seat SET seen = greatest(seen, $3), seen_at = greatest(seen_at, $10) FROM kept WHERE game = kept.id AND role = $8"
);

/// One statement, so that the seats belong to the events.
pub(super) const LOAD: &str = "
    SELECT name, email, wants_mail, generation, seen, seen_at,
        CASE role WHEN 'b' THEN ARRAY(SELECT body FROM event WHERE game = $1 AND seq > $2 ORDER BY seq) END,
        (SELECT form FROM game WHERE id = $1)
    FROM seat WHERE game = $1 ORDER BY role";
