-- Version 2: limits that hold for all servers together.

-- When all things of a name will be there again; they are if the name is missing.
CREATE TABLE spent (
    name TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
);
