-- +goose Up
-- The table of schema/sqlite, which explains what each column holds.
CREATE TABLE agreements (
    player_id BIGINT  NOT NULL PRIMARY KEY REFERENCES players (id),
    token     TEXT    NOT NULL,
    shown     TEXT    NOT NULL DEFAULT '',
    at        BIGINT  NOT NULL
);
