-- +goose Up
-- One person on several networks: a player for each, and which of them are one.
-- What was earned stays with the player who earned it.

CREATE TABLE links (
    player_id INTEGER NOT NULL PRIMARY KEY REFERENCES players (id),
    person_id INTEGER NOT NULL, -- the same of all who are one person: the player whose it was first
    at        INTEGER NOT NULL -- Unix ms: since when
) WITHOUT ROWID;
CREATE INDEX links_person ON links (person_id);

-- What was given out to link with and was not used.
CREATE TABLE link_codes (
    code      TEXT    NOT NULL PRIMARY KEY, -- a keyed hash of what the person types
    player_id INTEGER NOT NULL REFERENCES players (id), -- who asked for it
    until     INTEGER NOT NULL -- Unix ms
);
CREATE INDEX link_codes_player ON link_codes (player_id);
CREATE INDEX link_codes_until ON link_codes (until);

-- Awards that are set aside while two players are one person: both were paid for
-- the same puzzle before.
CREATE TABLE doubles (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL, -- of the puzzle
    round_id  INTEGER NOT NULL REFERENCES rounds (id), -- that paid for it
    points    INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    PRIMARY KEY (player_id, class)
);
