-- +goose Up
-- What each duel has made of the ratings of its two players.
CREATE TABLE duel_ratings (
    match_id      INTEGER NOT NULL REFERENCES matches (id),
    player_id     INTEGER NOT NULL REFERENCES players (id),
    at            INTEGER NOT NULL, -- when the duel ended
    games         INTEGER NOT NULL CHECK (games > 0), -- puzzles of the duel that count
    puzzles       INTEGER NOT NULL CHECK (puzzles >= games), -- those of all duels so far
    rating_before REAL    NOT NULL,
    rating        REAL    NOT NULL,
    deviation     REAL    NOT NULL CHECK (deviation > 0),
    volatility    REAL    NOT NULL CHECK (volatility > 0),
    PRIMARY KEY (match_id, player_id)
) WITHOUT ROWID;
CREATE INDEX duel_ratings_player ON duel_ratings (player_id, puzzles);
