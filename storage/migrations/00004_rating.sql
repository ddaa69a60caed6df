-- +goose Up
ALTER TABLE rounds ADD COLUMN level INTEGER NOT NULL DEFAULT 0; -- how hard for people, 1 to 5, as rated when it was posed; 0: unknown
ALTER TABLE rounds ADD COLUMN seconds REAL NOT NULL DEFAULT 0; -- mean time to solve it, as predicted when it was posed; 0: unknown
