-- +goose Up
ALTER TABLE awards ADD COLUMN joins_id BIGINT;
