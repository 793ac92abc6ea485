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

-- Who made a game has seen it from the start, which says who may hand on the opponent's link. Seats of version 1 do not
-- say it, so in their games nobody may.
UPDATE seat SET seen = 1 WHERE seen = 0;
