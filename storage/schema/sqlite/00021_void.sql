-- +goose Up
-- What does not count of an award for a daily while the player is linked with another who was paid for the
-- same daily sooner. It counts again when they are unlinked.
ALTER TABLE awards ADD COLUMN void_points INTEGER NOT NULL DEFAULT 0;
ALTER TABLE awards ADD COLUMN void_solved INTEGER NOT NULL DEFAULT 0 CHECK (void_solved IN (0, 1));
