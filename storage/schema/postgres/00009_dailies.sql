-- +goose Up
ALTER TABLE league_divisions ADD COLUMN closed BIGINT  NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
CREATE INDEX league_divisions_open ON league_divisions (week, tier, division) WHERE closed = 0;
UPDATE league_divisions SET closed = 1 WHERE week < (SELECT MAX(week) FROM league_weeks);

ALTER TABLE league ADD COLUMN seated BIGINT  NOT NULL DEFAULT 0 CHECK (seated IN (0, 1));
CREATE INDEX league_unseated ON league (week, next, points DESC, reached, player_id) WHERE rests = 0 AND seated = 0;

DROP TABLE league_teams;
CREATE TABLE league_teams (
    community_id BIGINT  NOT NULL,
    week         BIGINT  NOT NULL,
    points       BIGINT  NOT NULL,
    people       BIGINT  NOT NULL,
    PRIMARY KEY (community_id, week)
);
CREATE INDEX league_teams_top ON league_teams (week, points DESC, community_id);
DELETE FROM doubles;
