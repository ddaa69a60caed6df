-- +goose Up
-- What a right answer without hints is worth; 0: what its level says. Puzzles of days that have begun
-- keep the worth by their level, so that a day is the same for all.
ALTER TABLE rounds ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
-- The measure of the best answer that was known when the round ended, by which the answers of a match
-- are compared; -1: there are no measures, or it goes on, or it ended before this was kept.
ALTER TABLE rounds ADD COLUMN best INTEGER NOT NULL DEFAULT -1;
