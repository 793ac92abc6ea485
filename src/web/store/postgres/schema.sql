-- Version 1: the tables of SQLite's versions 1 and 2, in ../schema.sql and ../schema-2.sql, which say what is in them.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE game (
    id TEXT PRIMARY KEY,
    request TEXT NOT NULL UNIQUE,
    made_at BIGINT NOT NULL,
    form TEXT NOT NULL,
    seq BIGINT NOT NULL CHECK (seq >= 1),
    waits TEXT NOT NULL CHECK (waits IN ('', 'b', 'w', 'bw')),
    finished_at BIGINT
);

CREATE TABLE event (
    game TEXT NOT NULL REFERENCES game,
    seq BIGINT NOT NULL CHECK (seq >= 1),
    at BIGINT NOT NULL,
    by_ TEXT CHECK (by_ IN ('b', 'w')),
    request TEXT,
    follows BOOLEAN NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE UNIQUE INDEX event_request ON event (game, by_, request) WHERE request IS NOT NULL AND NOT follows;

CREATE FUNCTION event_is_kept() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'events are never changed or removed'; END$$;

CREATE TRIGGER event_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON event
FOR EACH STATEMENT EXECUTE FUNCTION event_is_kept();

CREATE TABLE seat (
    game TEXT NOT NULL REFERENCES game,
    role TEXT NOT NULL CHECK (role IN ('b', 'w')),
    generation INTEGER NOT NULL,
    name TEXT NOT NULL,
    email TEXT,
    wants_mail BOOLEAN NOT NULL,
    seen BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (game, role)
);

CREATE TABLE outbox (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game TEXT NOT NULL REFERENCES game,
    role TEXT NOT NULL CHECK (role IN ('b', 'w')),
    kind TEXT NOT NULL,
    seq BIGINT NOT NULL,
    unless_seen BOOLEAN NOT NULL,
    only_after_kind TEXT,
    only_after_seq BIGINT,
    due BIGINT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    sent_at BIGINT,
    dropped TEXT,
    UNIQUE (game, role, kind, seq)
);

CREATE INDEX outbox_due ON outbox (due) WHERE sent_at IS NULL AND dropped IS NULL;

CREATE TABLE stopped (
    mailbox TEXT PRIMARY KEY,
    since BIGINT NOT NULL
);
