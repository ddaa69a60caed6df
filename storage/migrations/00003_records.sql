-- +goose Up
ALTER TABLE chats ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0); -- length of a round on the clock; 0: as the game has it

CREATE TABLE records (
    puzzle    TEXT    NOT NULL PRIMARY KEY, -- the puzzle's ID, opaque
    game      TEXT    NOT NULL,
    measure   INTEGER NOT NULL, -- of the best answer known; less is better
    was       INTEGER NOT NULL, -- of the best known before
    text      TEXT    NOT NULL, -- the answer
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL -- Unix ms
);
CREATE INDEX records_at ON records (at);
CREATE INDEX records_player ON records (player_id);
