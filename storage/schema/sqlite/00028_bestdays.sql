-- +goose Up
-- The best day of each person in each of their communities: the score of its dailies, out of 100.
CREATE TABLE best_days (
    community_id INTEGER NOT NULL, -- -1: the world
    player_id    INTEGER NOT NULL REFERENCES players (id),
    day          INTEGER NOT NULL, -- since 1970
    points       INTEGER NOT NULL CHECK (points > 0),
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
CREATE INDEX best_days_first ON best_days (community_id, points DESC, day, player_id);
CREATE INDEX best_days_player ON best_days (player_id);
