-- Version 3, and in PostgreSQL version 2.

-- Limits: when all things of a name will be there again; they are if the name is missing.
CREATE TABLE spent (
    name TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
);
