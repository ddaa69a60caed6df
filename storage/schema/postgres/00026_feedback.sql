-- +goose Up
CREATE TABLE feedback (
    player_id BIGINT NOT NULL REFERENCES players (id),
    at        BIGINT NOT NULL,
    PRIMARY KEY (player_id, at)
);
CREATE INDEX feedback_at ON feedback (at);
