-- +goose Up
-- How many taps an answer took on the page; 0: it was typed.
ALTER TABLE answers ADD COLUMN taps INTEGER NOT NULL DEFAULT 0;
