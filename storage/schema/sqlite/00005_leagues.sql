-- +goose Up
-- The league: in a week people play in divisions of fifteen at most, in tiers from 1, the
-- top. A column "week" holds the week's last day, a Sunday, in days since 1970.

-- The weeks whose divisions were made. The latest goes on.
CREATE TABLE league_weeks (
    week   INTEGER NOT NULL PRIMARY KEY,
    lowest INTEGER NOT NULL, -- the lowest tier when it began: from there nobody moves down
    step   TEXT    NOT NULL DEFAULT '' -- how far it is on its way to the next week, opaque
) WITHOUT ROWID;

CREATE TABLE league_divisions (
    week     INTEGER NOT NULL,
    tier     INTEGER NOT NULL,
    division INTEGER NOT NULL, -- from 1, in its tier
    seats    INTEGER NOT NULL, -- how many people were put into it
    PRIMARY KEY (week, tier, division)
) WITHOUT ROWID;
CREATE INDEX league_divisions_free ON league_divisions (week, tier, seats);

-- A person's week in the league, under the player by whom they are in the World.
CREATE TABLE league (
    player_id INTEGER NOT NULL REFERENCES players (id),
    week      INTEGER NOT NULL,
    tier      INTEGER NOT NULL, -- 0: they wait until the divisions of the week are made
    division  INTEGER NOT NULL,
    absent    INTEGER NOT NULL DEFAULT 0 CHECK (absent IN (0, 1)), -- 1: they earned nothing in the week before
    -- How it ended.
    place     INTEGER NOT NULL DEFAULT 0, -- in the division; equal points share one; 0: it goes on
    points    INTEGER NOT NULL DEFAULT 0,
    reached   INTEGER NOT NULL DEFAULT 0, -- Unix ms of the last change of the points
    next      INTEGER NOT NULL DEFAULT 0, -- the tier they are in next
    rests     INTEGER NOT NULL DEFAULT 0 CHECK (rests IN (0, 1)), -- 1: they are in no division until they come back
    told      INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)), -- 1: they were told so
    PRIMARY KEY (player_id, week)
) WITHOUT ROWID;
CREATE INDEX league_division ON league (week, tier, division);
CREATE INDEX league_next ON league (week, next, rests, points DESC, reached, player_id);

-- What communities have in a week of the league: the median of their best five.
CREATE TABLE league_teams (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    week         INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    people       INTEGER NOT NULL, -- how many of the community are in the league, as far as they were counted
    PRIMARY KEY (community_id, week)
) WITHOUT ROWID;
CREATE INDEX league_teams_top ON league_teams (week, points DESC, community_id);

ALTER TABLE communities ADD COLUMN listed INTEGER NOT NULL DEFAULT 0; -- 1: other communities may read its title
