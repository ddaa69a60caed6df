-- +goose Up

-- private: 1: who plays against the person's recorded attempts reads their name.
ALTER TABLE communities ADD COLUMN recordings INTEGER NOT NULL DEFAULT 0 CHECK (recordings IN (0, 1));

-- The rival in a puzzle of a match that is played against recordings: how long somebody needed for
-- that very puzzle at their first attempt, without hints, or a computed time.
CREATE TABLE ghosts (
    round_id  INTEGER NOT NULL PRIMARY KEY REFERENCES rounds (id),
    millis    INTEGER NOT NULL CHECK (millis > 0), -- how long it needs
    recorded  INTEGER NOT NULL CHECK (recorded IN (0, 1)), -- 0: its time is computed
    player_id INTEGER REFERENCES players (id) -- whose attempt it was; NULL: nobody's, or they are forgotten
) WITHOUT ROWID;
CREATE INDEX ghosts_player ON ghosts (player_id) WHERE player_id IS NOT NULL;

-- The people nearest to an ability, and the latest attempts of a player.
CREATE INDEX abilities_near ON abilities (game, value);
CREATE INDEX rated_last ON rated (player_id, game, id, solved);
