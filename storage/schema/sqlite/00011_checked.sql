-- +goose Up
-- Whether a person answers themselves is a fact that statements of each answer read. An earlier
-- version, running beside, reads signs and does not set it.
ALTER TABLE players ADD COLUMN checked INTEGER NOT NULL DEFAULT 0 CHECK (checked IN (0, 1, 2)); -- 0: trusted; 1: until it is decided; 2: barred from the World
UPDATE players SET checked = (
    SELECT MAX(CASE g.decision WHEN 'kept' THEN 2 WHEN '' THEN 1 ELSE 0 END) FROM signs g WHERE g.player_id = players.id
) WHERE id IN (SELECT player_id FROM signs);
