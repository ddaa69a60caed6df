-- +goose Up
-- The changes of schema/sqlite, which explains what each column holds.

ALTER TABLE communities ADD COLUMN recordings BIGINT NOT NULL DEFAULT 0 CHECK (recordings IN (0, 1));

CREATE TABLE ghosts (
    round_id  BIGINT NOT NULL PRIMARY KEY REFERENCES rounds (id),
    millis    BIGINT NOT NULL CHECK (millis > 0),
    recorded  BIGINT NOT NULL CHECK (recorded IN (0, 1)),
    player_id BIGINT REFERENCES players (id)
);
CREATE INDEX ghosts_player ON ghosts (player_id) WHERE player_id IS NOT NULL;

CREATE INDEX abilities_near ON abilities (game, value);
CREATE INDEX rated_last ON rated (player_id, game, id, solved);
