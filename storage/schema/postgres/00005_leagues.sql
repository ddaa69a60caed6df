-- +goose Up
-- The tables of schema/sqlite, which explains what each column holds.

CREATE TABLE league_weeks (
    week   BIGINT  NOT NULL PRIMARY KEY,
    lowest BIGINT  NOT NULL,
    step   TEXT    NOT NULL DEFAULT ''
);

CREATE TABLE league_divisions (
    week     BIGINT  NOT NULL,
    tier     BIGINT  NOT NULL,
    division BIGINT  NOT NULL,
    seats    BIGINT  NOT NULL,
    PRIMARY KEY (week, tier, division)
);
CREATE INDEX league_divisions_free ON league_divisions (week, tier, seats);

CREATE TABLE league (
    player_id BIGINT  NOT NULL REFERENCES players (id),
    week      BIGINT  NOT NULL,
    tier      BIGINT  NOT NULL,
    division  BIGINT  NOT NULL,
    absent    BIGINT  NOT NULL DEFAULT 0 CHECK (absent IN (0, 1)),
    place     BIGINT  NOT NULL DEFAULT 0,
    points    BIGINT  NOT NULL DEFAULT 0,
    reached   BIGINT  NOT NULL DEFAULT 0,
    next      BIGINT  NOT NULL DEFAULT 0,
    rests     BIGINT  NOT NULL DEFAULT 0 CHECK (rests IN (0, 1)),
    told      BIGINT  NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (player_id, week)
);
CREATE INDEX league_division ON league (week, tier, division);
CREATE INDEX league_next ON league (week, next, rests, points DESC, reached, player_id);

CREATE TABLE league_teams (
    community_id BIGINT  NOT NULL REFERENCES communities (id),
    week         BIGINT  NOT NULL,
    points       BIGINT  NOT NULL,
    people       BIGINT  NOT NULL,
    PRIMARY KEY (community_id, week)
);
CREATE INDEX league_teams_top ON league_teams (week, points DESC, community_id);

ALTER TABLE communities ADD COLUMN listed BIGINT  NOT NULL DEFAULT 0;
