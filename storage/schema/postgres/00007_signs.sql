-- +goose Up
-- The table of schema/sqlite, which explains what each column holds.
CREATE TABLE signs (
    player_id  BIGINT NOT NULL REFERENCES players (id),
    game       TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    answers    BIGINT NOT NULL,
    figure     DOUBLE PRECISION NOT NULL,
    chance     DOUBLE PRECISION NOT NULL,
    decision   TEXT   NOT NULL DEFAULT '' CHECK (decision IN ('', 'cleared', 'kept')),
    decided_at BIGINT,
    PRIMARY KEY (player_id, game, kind, at)
);
