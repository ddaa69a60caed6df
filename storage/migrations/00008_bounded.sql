-- +goose Up
-- What is shown is kept ready, so that nothing that people ask for reads all that
-- there ever was.

-- What a member has on the board of a community, in its rounds and in dailies,
-- of all time and of each day, week and month that goes on.
CREATE TABLE boards (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    period       INTEGER NOT NULL, -- 0: all time; else 4 times its last day, in days since 1970, + 1: a day, 2: a week from Monday, 3: a month
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change that has points; 0: none
    PRIMARY KEY (community_id, player_id, period)
) WITHOUT ROWID;
INSERT INTO boards (community_id, player_id, period, points, solved, reached)
SELECT m.community_id, m.player_id, 0, SUM(t.points), SUM(t.solved), MAX(CASE WHEN t.points > 0 THEN t.reached ELSE 0 END)
FROM members m JOIN totals t ON t.player_id = m.player_id AND t.community_id IN (0, m.community_id)
GROUP BY m.community_id, m.player_id;
-- Periods that ended long ago are of no use.
INSERT INTO boards (community_id, player_id, period, points, solved, reached)
SELECT m.community_id, m.player_id, s.period, SUM(s.points), SUM(s.solved), MAX(CASE WHEN s.points > 0 THEN s.reached ELSE 0 END)
FROM members m JOIN (
    SELECT *, 4 * day + 1 AS period FROM scores
    UNION ALL SELECT *, 4 * (day + 6 - (day + 3) % 7) + 2 FROM scores
    UNION ALL SELECT *, 4 * (unixepoch(day * 86400, 'unixepoch', 'start of month', '+1 month', '-1 day') / 86400) + 3 FROM scores
) s ON s.player_id = m.player_id AND s.community_id IN (0, m.community_id)
WHERE s.day >= (SELECT MAX(day) - 400 FROM scores)
GROUP BY m.community_id, m.player_id, s.period;
CREATE INDEX boards_top ON boards (community_id, period, points DESC, solved DESC, reached, player_id);
CREATE INDEX members_at ON members (community_id, at);

-- Who of a community has solved a daily.
CREATE TABLE solvers (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id, at, player_id)
) WITHOUT ROWID;
INSERT INTO solvers (community_id, round_id, at, player_id)
SELECT m.community_id, a.round_id, a.at, a.player_id
FROM awards a JOIN members m ON m.player_id = a.player_id JOIN communities c ON c.id = m.community_id
WHERE a.community_id = 0 AND a.solved = 1 AND c.private = 0;

-- What a person has done in a game.
CREATE TABLE figures (
    player_id INTEGER NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    answers   INTEGER NOT NULL DEFAULT 0,
    wrong     INTEGER NOT NULL DEFAULT 0, -- answers whose outcome is "wrong"
    rights    INTEGER NOT NULL DEFAULT 0, -- rounds with a right answer
    hints     INTEGER NOT NULL DEFAULT 0,
    solved    INTEGER NOT NULL DEFAULT 0, -- awards by a right answer
    points    INTEGER NOT NULL DEFAULT 0, -- of awards
    PRIMARY KEY (player_id, game)
) WITHOUT ROWID;
INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
SELECT player_id, game, SUM(answers), SUM(wrong), SUM(rights), SUM(hints), SUM(solved), SUM(points) FROM (
    SELECT a.player_id, r.game, COUNT(*) AS answers, COUNT(CASE WHEN a.outcome = 'wrong' THEN 1 END) AS wrong,
        COUNT(DISTINCT CASE WHEN a.outcome = 'right' THEN a.round_id END) AS rights, 0 AS hints, 0 AS solved, 0 AS points
    FROM answers a JOIN rounds r ON r.id = a.round_id GROUP BY a.player_id, r.game
    UNION ALL
    SELECT t.player_id, r.game, 0, 0, 0, SUM(t.hints), 0, 0 FROM attempts t JOIN rounds r ON r.id = t.round_id GROUP BY t.player_id, r.game
    UNION ALL
    SELECT w.player_id, r.game, 0, 0, 0, 0, SUM(w.solved), SUM(w.points) FROM awards w JOIN rounds r ON r.id = w.round_id GROUP BY w.player_id, r.game
) sums GROUP BY player_id, game;

-- A process that delivers: what it has claimed is free once it is gone.
CREATE TABLE processes (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT    NOT NULL,
    pid  INTEGER NOT NULL
);
ALTER TABLE outbox ADD COLUMN claimed_by INTEGER; -- the process; NULL unless claimed. No REFERENCES: a process is forgotten first
ALTER TABLE outbox ADD COLUMN network TEXT NOT NULL DEFAULT ''; -- of the community
ALTER TABLE outbox ADD COLUMN head INTEGER NOT NULL DEFAULT 0 CHECK (head IN (0, 1)); -- 1: the first of its community that is not done
UPDATE outbox SET network = (SELECT c.network FROM communities c WHERE c.id = outbox.community_id);
UPDATE outbox SET head = 1 WHERE id IN (SELECT MIN(id) FROM outbox WHERE done_at IS NULL GROUP BY community_id, bulk);
CREATE INDEX outbox_head ON outbox (network, bulk, next_at, id) WHERE head = 1 AND done_at IS NULL;
DROP INDEX outbox_open;
CREATE INDEX outbox_open ON outbox (community_id, bulk, id) WHERE done_at IS NULL;

-- Fewer trees to write to. Rows of rounds and players are never deleted, so what
-- refers to them needs no index.
DROP INDEX answers_round;
CREATE INDEX answers_round ON answers (round_id, outcome);
DROP INDEX awards_player;
DROP INDEX scores_player;
DROP INDEX totals_player;
DROP INDEX messages_round;
DROP INDEX rounds_poser;
DROP INDEX currents_round;

ALTER TABLE attempts RENAME TO attempts_before;
DROP INDEX attempts_player;
CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), -- how many were delivered
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- answers that spent a try
    gave_up_at INTEGER, -- NULL: did not
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
INSERT INTO attempts (round_id, player_id, hints, tries, gave_up_at)
SELECT round_id, player_id, hints, tries, gave_up_at FROM attempts_before;
DROP TABLE attempts_before;
CREATE INDEX attempts_player ON attempts (player_id);

ALTER TABLE requests RENAME TO requests_before;
DROP INDEX requests_at;
DROP INDEX requests_player;
CREATE TABLE requests (
    key       TEXT    NOT NULL PRIMARY KEY, -- the network's ID of the event
    at        INTEGER NOT NULL,
    body      BLOB, -- the reply, opaque; NULL: none, or delivered
    delivered INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1)), -- 1: the reply was delivered
    round_id  INTEGER, -- the round the reply speaks of; NULL: none; no foreign key, since its index would cost more than it guards
    shows     INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)), -- 1: the reply is the round's own message
    player_id INTEGER, -- whose event it was; NULL: nobody's
    hint      INTEGER NOT NULL DEFAULT 0 -- the number of the hint in the reply; 0: none
) WITHOUT ROWID;
INSERT INTO requests (key, at, body, delivered, round_id, shows, player_id, hint)
SELECT key, at, body, sent, round_id, shows, player_id, hint FROM requests_before;
DROP TABLE requests_before;
CREATE INDEX requests_at ON requests (at);
CREATE INDEX requests_player ON requests (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX requests_reply ON requests (at) WHERE body IS NOT NULL;
