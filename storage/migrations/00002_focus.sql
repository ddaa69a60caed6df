-- +goose Up
CREATE TABLE focuses (
    chat_id   INTEGER NOT NULL REFERENCES chats (id),
    thread    TEXT    NOT NULL DEFAULT '', -- topic inside the chat; empty: none
    round_id  INTEGER NOT NULL REFERENCES rounds (id), -- what a plain answer there is meant for
    credit_id INTEGER NOT NULL DEFAULT 0, -- the chat whose leaderboard it counts in; 0: this one. No REFERENCES: a merged chat's number may live on here
    PRIMARY KEY (chat_id, thread)
);
CREATE INDEX focuses_round ON focuses (round_id);
CREATE INDEX focuses_credit ON focuses (credit_id);
