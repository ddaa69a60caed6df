-- +goose Up
-- A person's name stands beside their records in the book only if they wish so.
ALTER TABLE communities ADD COLUMN credited INTEGER NOT NULL DEFAULT 0; -- private: 1: the person's name stands beside their records
