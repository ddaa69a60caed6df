-- +goose Up
ALTER TABLE players ADD COLUMN checked BIGINT NOT NULL DEFAULT 0 CHECK (checked IN (0, 1, 2));
UPDATE players SET checked = (
    SELECT MAX(CASE g.decision WHEN 'kept' THEN 2 WHEN '' THEN 1 ELSE 0 END) FROM signs g WHERE g.player_id = players.id
) WHERE id IN (SELECT player_id FROM signs);
