-- +goose Up
-- A match is several puzzles in a row at one place: a race that whoever likes joins,
-- or a duel of two. Its puzzles are rounds.
CREATE TABLE matches (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT    NOT NULL, -- opaque
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '', -- as of rounds
    player_id    INTEGER NOT NULL REFERENCES players (id), -- who asked for it
    rival_id     INTEGER REFERENCES players (id), -- who is challenged; NULL: nobody, or not known yet
    rival        TEXT    NOT NULL DEFAULT '', -- another name of theirs while they are not known; empty: they are
    game         TEXT    NOT NULL,
    wish         TEXT    NOT NULL DEFAULT '', -- the level and option its puzzles are dealt by, opaque
    length       INTEGER NOT NULL CHECK (length > 0), -- of how many puzzles it is at most
    asked_at     INTEGER NOT NULL,
    begun_at     INTEGER, -- NULL: it waits to be accepted
    next_at      INTEGER, -- when the next puzzle comes; NULL: one is open, or none comes
    ended_at     INTEGER, -- NULL: it goes on
    reason       TEXT    NOT NULL DEFAULT '', -- why it ended, opaque
    message      TEXT    NOT NULL DEFAULT '' -- the network's ID of the message that shows how it stands; empty: unknown
);
CREATE INDEX matches_place ON matches (community_id, channel) WHERE ended_at IS NULL;
CREATE INDEX matches_community ON matches (community_id);
CREATE INDEX matches_player ON matches (player_id);
CREATE INDEX matches_rival ON matches (rival_id);

ALTER TABLE rounds ADD COLUMN match_id INTEGER; -- of which match it is a puzzle; NULL: none
CREATE INDEX rounds_match ON rounds (match_id) WHERE match_id IS NOT NULL;
ALTER TABLE outbox ADD COLUMN match_id INTEGER; -- which match's own message it is; NULL: none
-- 1: others could read the answer when it was given.
ALTER TABLE answers ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));
