-- +goose Up
-- If an index has only rows with one value of a column (WHERE community_id = -1), SQLite compiles each
-- statement that compares this column with a parameter again whenever the parameter has changed. It
-- does not with a condition of another form.
DROP INDEX boards_world;
CREATE INDEX boards_world ON boards (period, game, points DESC, hints, took, player_id) WHERE community_id < 0;
DROP INDEX rounds_dealt;
CREATE INDEX rounds_dealt ON rounds (dealt_at) WHERE closed_at IS NULL AND daily < 1;
