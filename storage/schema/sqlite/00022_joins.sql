-- +goose Up
-- The player of the same person whose points for the same daily these add to; null: nobody. What they have
-- earned together counts together, or is void together.
ALTER TABLE awards ADD COLUMN joins_id INTEGER;
