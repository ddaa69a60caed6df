-- +goose Up
CREATE TABLE guest_messages (
    token   TEXT   PRIMARY KEY,
    message TEXT   NOT NULL,
    locale  TEXT   NOT NULL,
    solved  BIGINT NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)),
    at      BIGINT NOT NULL
);
CREATE INDEX guest_messages_at ON guest_messages (at);
CREATE TABLE guest_rounds (
    round_id BIGINT PRIMARY KEY REFERENCES rounds (id),
    token    TEXT   NOT NULL,
    at       BIGINT NOT NULL
);
CREATE INDEX guest_rounds_at ON guest_rounds (at);
