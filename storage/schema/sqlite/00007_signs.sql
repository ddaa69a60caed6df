-- +goose Up
-- Signs that answers came from a program. While one of a person is not cleared, what they
-- earn counts in their communities alone, and nothing is learnt from their times.
CREATE TABLE signs (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    game       TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- even, repeated, quick
    at         INTEGER NOT NULL, -- of the last answer that is part of it
    answers    INTEGER NOT NULL, -- how many are
    figure     REAL    NOT NULL, -- what was measured of them, in ln of seconds
    chance     REAL    NOT NULL, -- of a person to show it, at most
    decision   TEXT    NOT NULL DEFAULT '' CHECK (decision IN ('', 'cleared', 'kept')), -- of the operator; empty: none yet
    decided_at INTEGER,
    PRIMARY KEY (player_id, game, kind, at)
) WITHOUT ROWID;
