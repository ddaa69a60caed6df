-- +goose Up
-- Which time zone decided when a person began their last daily. Another one decides only from the day after next.
CREATE TABLE homes (
    player_id    INTEGER PRIMARY KEY REFERENCES players (id),
    community_id INTEGER NOT NULL, -- the community whose zone decides; 0: none, the zone below decides
    zone         TEXT    NOT NULL, -- the zones of that community, or those that decide
    zone_before  TEXT    NOT NULL,
    zone_from    INTEGER NOT NULL
);
CREATE INDEX homes_community ON homes (community_id);
