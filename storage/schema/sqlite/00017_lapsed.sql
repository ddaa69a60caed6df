-- +goose Up
-- 1: they have done nothing there for long, and are on no board of the community until they come back.
ALTER TABLE members ADD COLUMN lapsed INTEGER NOT NULL DEFAULT 0 CHECK (lapsed IN (0, 1));
CREATE INDEX members_active ON members (community_id, at) WHERE lapsed = 0;
