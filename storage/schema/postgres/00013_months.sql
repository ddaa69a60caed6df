-- +goose Up
INSERT INTO meta (key, value) SELECT 'closed month', value FROM meta WHERE key = 'season';
DELETE FROM jobs WHERE kind = 'season';
