-- +goose Up
-- In some matches people choose in turn which kind of puzzle comes next. This is what was chosen for the
-- next one, opaque; empty: nothing.
ALTER TABLE matches ADD COLUMN choice TEXT NOT NULL DEFAULT '';
