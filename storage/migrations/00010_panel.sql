-- +goose Up
-- What a community chooses of the play there.
ALTER TABLE communities ADD COLUMN minute INTEGER NOT NULL DEFAULT 0; -- of the hour at which the daily is posted
ALTER TABLE communities ADD COLUMN games TEXT NOT NULL DEFAULT ''; -- names of those that are dealt, parted by commas; empty: all
ALTER TABLE communities ADD COLUMN level INTEGER NOT NULL DEFAULT 0; -- dealt where none is asked for, 1 to 5; 0: any
ALTER TABLE communities ADD COLUMN dealers TEXT NOT NULL DEFAULT ''; -- admins: only they deal; empty: everyone

-- When a person was asked whether they want to give up, if that was the last thing;
-- NULL: never.
ALTER TABLE attempts ADD COLUMN asked_at INTEGER;
