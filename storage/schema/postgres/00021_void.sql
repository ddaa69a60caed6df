-- +goose Up
ALTER TABLE awards ADD COLUMN void_points BIGINT NOT NULL DEFAULT 0;
ALTER TABLE awards ADD COLUMN void_solved BIGINT NOT NULL DEFAULT 0 CHECK (void_solved IN (0, 1));
