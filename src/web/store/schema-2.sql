-- Version 2.

-- Facts about the whole database.
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Mailboxes that want mails of no game. Their names are not their addresses.
CREATE TABLE stopped (
    mailbox TEXT PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who made a game has seen it from the start, which says who may hand on the opponent's link. Games of version 1 do not
-- tell who made them, so in them nobody may.
UPDATE seat SET seen = 1 WHERE seen = 0;
