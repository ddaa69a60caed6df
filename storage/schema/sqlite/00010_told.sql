-- +goose Up
-- A community reads once who won a month, in the first post of a daily after the winners are kept.
ALTER TABLE winners ADD COLUMN told INTEGER NOT NULL DEFAULT 0; -- number of the daily that told who won; 0: none has
