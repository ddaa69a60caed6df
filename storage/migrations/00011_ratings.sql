-- +goose Up
-- What is learnt from solve times: how hard puzzles are and how able players.
-- Values are in ln of seconds.

-- The attempts that all is learnt from, in that order. What a value was before and
-- after is kept, and what it was learnt from, so that all can be learnt anew.
CREATE TABLE rated (
    id                INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of learning
    player_id         INTEGER NOT NULL REFERENCES players (id),
    game              TEXT    NOT NULL,
    class             TEXT    NOT NULL, -- of the puzzle
    round_id          INTEGER NOT NULL, -- no REFERENCES: its index would cost more than it guards
    at                INTEGER NOT NULL, -- Unix ms: when the attempt ended
    solved            INTEGER NOT NULL CHECK (solved IN (0, 1)), -- 0: it ended without a solution
    millis            INTEGER NOT NULL CHECK (millis >= 0), -- after so long
    predicted         REAL    NOT NULL CHECK (predicted > 0), -- seconds, as the game rated the puzzle then
    deviation         REAL    NOT NULL CHECK (deviation >= 0), -- of ln predicted; 0: unknown
    difficulty_before REAL    NOT NULL,
    difficulty_after  REAL    NOT NULL,
    ability_before    REAL    NOT NULL,
    ability_after     REAL    NOT NULL
);
-- Only a player's first attempt at a puzzle tells how hard it is.
CREATE UNIQUE INDEX rated_once ON rated (player_id, game, class);

CREATE TABLE difficulties (
    game     TEXT    NOT NULL,
    class    TEXT    NOT NULL, -- of the puzzle
    value    REAL    NOT NULL,
    prior    REAL    NOT NULL CHECK (prior > 0), -- standard deviation before the first attempt
    attempts INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (game, class)
) WITHOUT ROWID;

CREATE TABLE abilities (
    player_id INTEGER NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    value     REAL    NOT NULL,
    prior     REAL    NOT NULL CHECK (prior > 0), -- standard deviation before the first attempt
    attempts  INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (player_id, game)
) WITHOUT ROWID;
