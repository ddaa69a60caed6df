-- +goose Up
-- The worldwide board and the league count dailies, and nothing else. Sums of the World are in
-- boards alone: no scores of community -1 are written.

-- A division is closed when its results are stored in league.
ALTER TABLE league_divisions ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
CREATE INDEX league_divisions_open ON league_divisions (week, tier, division) WHERE closed = 0;
UPDATE league_divisions SET closed = 1 WHERE week < (SELECT MAX(week) FROM league_weeks);

-- People of a closed week get seats in the next one.
ALTER TABLE league ADD COLUMN seated INTEGER NOT NULL DEFAULT 0 CHECK (seated IN (0, 1)); -- 1: they have a seat in the week after
CREATE INDEX league_unseated ON league (week, next, points DESC, reached, player_id) WHERE rests = 0 AND seated = 0;

-- These tables are read by earlier versions alone, and go with the next one. Teams of communities
-- are gone; the table refers to no community, so that one may become part of another.
DROP TABLE league_teams;
CREATE TABLE league_teams (
    community_id INTEGER NOT NULL,
    week         INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    people       INTEGER NOT NULL,
    PRIMARY KEY (community_id, week)
) WITHOUT ROWID;
CREATE INDEX league_teams_top ON league_teams (week, points DESC, community_id);
-- No awards are set aside: of a daily that two players were paid for before they became one
-- person, the later award is void.
DELETE FROM doubles;
