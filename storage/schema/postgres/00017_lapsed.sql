-- +goose Up
ALTER TABLE members ADD COLUMN lapsed BIGINT NOT NULL DEFAULT 0 CHECK (lapsed IN (0, 1));
CREATE INDEX members_active ON members (community_id, at) WHERE lapsed = 0;
