-- +goose Up
-- How people did in the rounds of shows that were played to their end. A person who plays a show alone meets
-- these answers.
CREATE TABLE show_recordings (
    round_id  BIGINT NOT NULL REFERENCES rounds (id),
    player_id BIGINT NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    choice    TEXT    NOT NULL, -- which kind of puzzle it was, opaque; empty: there is nothing to choose
    found     BIGINT NOT NULL CHECK (found IN (0, 1)), -- 0: the person gave no answer
    millis    BIGINT NOT NULL CHECK (millis >= 0), -- how long the person took
    text      TEXT    NOT NULL,
    measure   BIGINT NOT NULL, -- how good the answer is, as the game measures
    PRIMARY KEY (round_id, player_id)
);
CREATE INDEX show_recordings_kind ON show_recordings (game, choice, round_id);
CREATE INDEX show_recordings_player ON show_recordings (player_id);
-- The ghost in a round of a show.
CREATE TABLE show_ghosts (
    round_id  BIGINT PRIMARY KEY REFERENCES rounds (id),
    found     BIGINT NOT NULL CHECK (found IN (0, 1)),
    millis    BIGINT NOT NULL CHECK (millis >= 0),
    text      TEXT    NOT NULL, -- empty: the answer is computed
    measure   BIGINT NOT NULL,
    recorded  BIGINT NOT NULL CHECK (recorded IN (0, 1)), -- 0: it is computed
    player_id BIGINT REFERENCES players (id) -- who gave the answer; NULL: nobody, or they are forgotten
);
CREATE INDEX show_ghosts_player ON show_ghosts (player_id) WHERE player_id IS NOT NULL;
