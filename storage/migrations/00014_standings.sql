-- +goose Up
-- Boards by game and of the whole world, and who won the months.

-- 1, of a private community: its owner is on the board of the world.
ALTER TABLE communities ADD COLUMN worldwide INTEGER NOT NULL DEFAULT 0;

-- What counts of a player's awards in a game on a day: as of scores. Community 0 is
-- dailies. Community -1 is the world, on a day one's dailies and one's best
-- community, of those who are on its board alone; there game '' is all games.
CREATE TABLE game_scores (
    community_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    day          INTEGER NOT NULL, -- days since 1970
    game         TEXT    NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change
    PRIMARY KEY (community_id, player_id, day, game)
) WITHOUT ROWID;
INSERT INTO game_scores (community_id, player_id, day, game, points, solved, reached)
SELECT community_id, player_id, day, game, SUM(points), SUM(solved), MAX(at) FROM (
    SELECT a.community_id, a.player_id, a.day, r.game, a.points, a.solved, a.at,
        ROW_NUMBER() OVER (PARTITION BY a.community_id, a.player_id, a.day, r.game ORDER BY a.points DESC, a.at) AS place
    FROM awards a JOIN rounds r ON r.id = a.round_id
) best WHERE place <= 20 OR community_id = 0
GROUP BY community_id, player_id, day, game;

-- What somebody has on a board by game or of the world: as of boards.
CREATE TABLE game_boards (
    community_id INTEGER NOT NULL, -- -1: the world
    player_id    INTEGER NOT NULL REFERENCES players (id),
    game         TEXT    NOT NULL, -- empty, of the world: all
    period       INTEGER NOT NULL, -- as of boards
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change that has points; 0: none
    PRIMARY KEY (community_id, player_id, game, period)
) WITHOUT ROWID;
-- The last day of a month is found by counting from a 1st of March on: doy is the
-- day of such a year, mp its month.
INSERT INTO game_boards (community_id, player_id, game, period, points, solved, reached)
SELECT m.community_id, m.player_id, s.game, s.period, SUM(s.points), SUM(s.solved), MAX(CASE WHEN s.points > 0 THEN s.reached ELSE 0 END)
FROM members m JOIN (
    SELECT community_id, player_id, day, game, points, solved, reached, 0 AS period FROM game_scores
    UNION ALL SELECT community_id, player_id, day, game, points, solved, reached, 4 * day + 1 FROM game_scores
        WHERE day >= (SELECT MAX(day) - 40 FROM game_scores)
    UNION ALL SELECT community_id, player_id, day, game, points, solved, reached, 4 * (day + 6 - (day + 3) % 7) + 2 FROM game_scores
        WHERE day >= (SELECT MAX(day) - 40 FROM game_scores)
    UNION ALL SELECT community_id, player_id, day, game, points, solved, reached, 4 * (day - doy + CASE
            WHEN mp < 11 THEN (153 * (mp + 1) + 2) / 5 - 1
            WHEN (yoe + 1) % 4 = 0 AND ((yoe + 1) % 100 <> 0 OR (yoe + 1) % 400 = 0) THEN 365 ELSE 364 END) + 3
        FROM (
            SELECT community_id, player_id, day, game, points, solved, reached, doy, yoe, (5 * doy + 2) / 153 AS mp FROM (
                SELECT community_id, player_id, day, game, points, solved, reached, yoe, doe - (365 * yoe + yoe / 4 - yoe / 100) AS doy FROM (
                    SELECT community_id, player_id, day, game, points, solved, reached, doe,
                        (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365 AS yoe FROM (
                        SELECT community_id, player_id, day, game, points, solved, reached, (day + 719468) % 146097 AS doe FROM game_scores
                        WHERE day >= (SELECT MAX(day) - 40 FROM game_scores)
                    ) AS eras
                ) AS years
            ) AS days
        ) AS months
) AS s ON s.player_id = m.player_id AND s.community_id IN (0, m.community_id)
GROUP BY m.community_id, m.player_id, s.game, s.period;
CREATE INDEX game_boards_top ON game_boards (community_id, period, game, points DESC, solved DESC, reached, player_id);

-- Who won a month in a community, kept for ever.
CREATE TABLE winners (
    community_id INTEGER NOT NULL, -- -1: the world
    period       INTEGER NOT NULL, -- as of boards
    player_id    INTEGER NOT NULL REFERENCES players (id),
    place        INTEGER NOT NULL, -- 1 to 3; equal points share one
    points       INTEGER NOT NULL,
    PRIMARY KEY (community_id, period, player_id)
) WITHOUT ROWID;
CREATE INDEX winners_player ON winners (player_id);
