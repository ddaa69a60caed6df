-- +goose Up
-- A solution may be shown to a person elsewhere while others still play the puzzle.
CREATE TABLE shown (
    round_id  INTEGER NOT NULL REFERENCES rounds (id), -- open when it was shown
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL, -- when it was shown
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX shown_player ON shown (player_id);
CREATE INDEX shown_at ON shown (at);

-- People who are told when a puzzle is over, whose solution they asked for.
CREATE TABLE waits (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    community_id INTEGER NOT NULL REFERENCES communities (id), -- where they are told
    channel      TEXT    NOT NULL, -- where in the community
    puzzle       TEXT    NOT NULL, -- the ID of what they asked for
    class        TEXT    NOT NULL, -- of the puzzle in play that is waited for
    at           INTEGER NOT NULL, -- when they asked
    UNIQUE (player_id, puzzle)
);
CREATE INDEX waits_class ON waits (class);
CREATE INDEX waits_community ON waits (community_id);

-- Rounds in private chats that nobody touches are closed in the end.
CREATE INDEX rounds_dealt ON rounds (dealt_at) WHERE closed_at IS NULL AND daily = 0;
