-- +goose Up
CREATE TABLE joiners (
    match_id  BIGINT NOT NULL REFERENCES matches (id),
    player_id BIGINT NOT NULL REFERENCES players (id),
    at        BIGINT NOT NULL,
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX joiners_player ON joiners (player_id);
CREATE INDEX joiners_at ON joiners (at);
