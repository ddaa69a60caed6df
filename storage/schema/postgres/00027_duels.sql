-- +goose Up
CREATE TABLE duel_ratings (
    match_id      BIGINT           NOT NULL REFERENCES matches (id),
    player_id     BIGINT           NOT NULL REFERENCES players (id),
    at            BIGINT           NOT NULL,
    games         BIGINT           NOT NULL CHECK (games > 0),
    puzzles       BIGINT           NOT NULL CHECK (puzzles >= games),
    rating_before DOUBLE PRECISION NOT NULL,
    rating        DOUBLE PRECISION NOT NULL,
    deviation     DOUBLE PRECISION NOT NULL CHECK (deviation > 0),
    volatility    DOUBLE PRECISION NOT NULL CHECK (volatility > 0),
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX duel_ratings_player ON duel_ratings (player_id, puzzles);
