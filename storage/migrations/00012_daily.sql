-- +goose Up
-- When a person was first shown the puzzle of a daily, from which their time runs.
CREATE TABLE openings (
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL, -- Unix ms
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX openings_player ON openings (player_id);

-- The dailies that somebody of a community has answered well.
CREATE TABLE shared_days (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    number       INTEGER NOT NULL,
    PRIMARY KEY (community_id, number)
) WITHOUT ROWID;
INSERT INTO shared_days (community_id, number)
SELECT DISTINCT m.community_id, d.number FROM members m JOIN communities c ON c.id = m.community_id JOIN days d ON d.player_id = m.player_id
WHERE c.private = 0;

-- Whose right answer to a daily is the best in a community, of equal ones the first.
CREATE TABLE bests (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    measure      INTEGER NOT NULL, -- what the game measures answers by; less is better
    at           INTEGER NOT NULL, -- Unix ms
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id)
) WITHOUT ROWID;

ALTER TABLE communities ADD COLUMN reminder INTEGER NOT NULL DEFAULT 0; -- private: 1: a word before a streak ends
