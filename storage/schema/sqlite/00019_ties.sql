-- +goose Up
-- Of a daily: how many hints were taken before the answer, and how many ms it was from when the puzzle
-- was first shown until then. They are filled in for older ones.
ALTER TABLE awards ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE awards ADD COLUMN took INTEGER NOT NULL DEFAULT 0;
-- Of the world: their sums, which order equal points. 0 elsewhere.
ALTER TABLE boards ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN took INTEGER NOT NULL DEFAULT 0;
CREATE INDEX boards_world ON boards (period, game, points DESC, hints, took, player_id) WHERE community_id = -1;
