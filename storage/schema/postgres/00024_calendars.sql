-- +goose Up
-- The table of schema/sqlite, which explains what each column holds.
CREATE TABLE calendars (
    player_id   BIGINT PRIMARY KEY REFERENCES players (id),
    home_id     BIGINT NOT NULL,
    zone        TEXT   NOT NULL,
    zone_before TEXT   NOT NULL,
    zone_from   BIGINT NOT NULL
);
CREATE INDEX calendars_home ON calendars (home_id);
