-- +goose Up
-- People who agreed that their network shows their figures, by which communities give roles there.
CREATE TABLE agreements (
    player_id INTEGER NOT NULL PRIMARY KEY REFERENCES players (id), -- forgotten: what is shown is taken back, then the row goes
    token     TEXT    NOT NULL, -- with which they are shown: a secret of the person's, opaque
    shown     TEXT    NOT NULL DEFAULT '', -- the figures that were shown last, opaque; empty: none
    at        INTEGER NOT NULL -- when the person agreed
) WITHOUT ROWID;
