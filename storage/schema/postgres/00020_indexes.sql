-- +goose Up
DROP INDEX boards_world;
CREATE INDEX boards_world ON boards (period, game, points DESC, hints, took, player_id) WHERE community_id < 0;
DROP INDEX rounds_dealt;
CREATE INDEX rounds_dealt ON rounds (dealt_at) WHERE closed_at IS NULL AND daily < 1;
