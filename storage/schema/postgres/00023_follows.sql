-- +goose Up
ALTER TABLE outbox ADD COLUMN follows TEXT;
