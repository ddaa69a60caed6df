-- +goose Up
CREATE TABLE best_days (
    community_id BIGINT NOT NULL,
    player_id    BIGINT NOT NULL REFERENCES players (id),
    day          BIGINT NOT NULL,
    points       BIGINT NOT NULL CHECK (points > 0),
    PRIMARY KEY (community_id, player_id)
);
CREATE INDEX best_days_first ON best_days (community_id, points DESC, day, player_id);
CREATE INDEX best_days_player ON best_days (player_id);
