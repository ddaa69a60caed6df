-- +goose Up
-- When people sent a message to the operator. The message is not stored.
CREATE TABLE feedback (
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    PRIMARY KEY (player_id, at)
) WITHOUT ROWID;
CREATE INDEX feedback_at ON feedback (at);
