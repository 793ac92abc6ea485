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
