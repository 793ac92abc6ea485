-- Version 1. Times are seconds since 1970. `game`, `role` ('b' or 'w'), `kind` are texts.

CREATE TABLE game (
    id TEXT PRIMARY KEY,
    request TEXT NOT NULL UNIQUE, -- the request that made it
    made_at INTEGER NOT NULL,
    form TEXT NOT NULL,           -- what the request said, as JSON
    seq INTEGER NOT NULL,         -- the number of its last event
    waits TEXT NOT NULL,          -- whom it waits for: '', 'b', 'w', 'bw'
    finished_at INTEGER
) STRICT;

-- The log of every game, from which all else follows. Only ever added to.
CREATE TABLE event (
    game TEXT NOT NULL REFERENCES game,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    by_ TEXT,
    request TEXT,
    follows INTEGER NOT NULL, -- 1 for the consequence of the event before it
    kind TEXT NOT NULL,
    body TEXT NOT NULL,       -- the whole entry as JSON
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- A request changes a game once.
CREATE UNIQUE INDEX event_request ON event (game, by_, request) WHERE request IS NOT NULL AND NOT follows;

CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TRIGGER event_is_not_removed BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;

CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game,
    role TEXT NOT NULL,
    generation INTEGER NOT NULL, -- how often the player has made a new link
    name TEXT NOT NULL,
    email TEXT,
    wants_mail INTEGER NOT NULL,
    seen INTEGER NOT NULL,       -- the last event that the player has seen
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (game, role)
) STRICT, WITHOUT ROWID;

-- Mails to send, and what became of them. A mail is kept in the transaction of the event that causes it.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES game,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    seq INTEGER NOT NULL,
    unless_seen INTEGER NOT NULL,
    only_after_kind TEXT,        -- not sent unless this one was
    only_after_seq INTEGER,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER,
    dropped TEXT,                -- why it was not sent
    UNIQUE (game, role, kind, seq)
) STRICT;

CREATE INDEX outbox_due ON outbox (due) WHERE sent_at IS NULL AND dropped IS NULL;
