-- +goose Up

-- Each kind of job has its own order: the next one of a kind is found however many of others
-- are due at the same moment.
DROP INDEX jobs_at;
CREATE INDEX jobs_due ON jobs (kind, at, key);

ALTER TABLE communities ADD COLUMN pin   BIGINT NOT NULL DEFAULT 0 CHECK (pin IN (0, 1)); -- 1: the post of the daily is pinned in the place of the one before
ALTER TABLE communities ADD COLUMN quiet BIGINT NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)); -- 1: the daily makes no sound
