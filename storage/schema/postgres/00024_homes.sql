-- +goose Up
-- The table of schema/sqlite, which explains what each column holds.
CREATE TABLE homes (
    player_id    BIGINT PRIMARY KEY REFERENCES players (id),
    community_id BIGINT NOT NULL,
    zone         TEXT   NOT NULL,
    zone_before  TEXT   NOT NULL,
    zone_from    BIGINT NOT NULL
);
CREATE INDEX homes_community ON homes (community_id);
