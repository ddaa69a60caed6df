-- +goose Up
-- The kernel closes months, and features are told. An earlier version, running beside, reads its
-- own mark, which goes with the next one.
INSERT INTO meta (key, value) SELECT 'closed month', value FROM meta WHERE key = 'season';
DELETE FROM jobs WHERE kind = 'season';
