-- +goose Up
ALTER TABLE awards ADD COLUMN hints BIGINT NOT NULL DEFAULT 0;
ALTER TABLE awards ADD COLUMN took BIGINT NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN hints BIGINT NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN took BIGINT NOT NULL DEFAULT 0;
CREATE INDEX boards_world ON boards (period, game, points DESC, hints, took, player_id) WHERE community_id = -1;
