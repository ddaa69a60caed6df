-- +goose Up
-- Who wants to play a match that people may join before its first puzzle.
CREATE TABLE joiners (
    match_id  INTEGER NOT NULL REFERENCES matches (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    PRIMARY KEY (match_id, player_id)
) WITHOUT ROWID;
CREATE INDEX joiners_player ON joiners (player_id);
CREATE INDEX joiners_at ON joiners (at);
