-- +goose Up
-- A community is whose leaderboard counts: a server, a group, a private chat; a
-- channel is a place inside it. Until now each channel of a server was a chat of
-- its own: it joins its server when the server is first heard of.
ALTER TABLE chats RENAME TO communities;
ALTER TABLE communities ADD COLUMN daily_channel TEXT NOT NULL DEFAULT ''; -- where the daily is posted; empty: the community's one place
ALTER TABLE communities ADD COLUMN player_id INTEGER REFERENCES players (id); -- private: whose it is; NULL: not known yet
CREATE INDEX communities_player ON communities (player_id) WHERE player_id IS NOT NULL;
-- Of a private chat it is who has its key or, where chats have keys of their own,
-- who had puzzles posed there.
UPDATE communities SET player_id = COALESCE(
    (SELECT p.id FROM players p WHERE p.network = communities.network AND p.key = communities.key),
    (SELECT MAX(r.poser_id) FROM rounds r WHERE r.chat_id = communities.id))
WHERE private = 1;

ALTER TABLE rounds RENAME COLUMN chat_id TO community_id; -- NULL: a daily, which everyone shares
ALTER TABLE rounds RENAME COLUMN thread TO channel;
ALTER TABLE rounds ADD COLUMN class TEXT NOT NULL DEFAULT ''; -- equal for puzzles that share their solutions, opaque; empty: not known yet
ALTER TABLE rounds ADD COLUMN lasts INTEGER NOT NULL DEFAULT 0; -- ms the clock runs from when the puzzle is delivered; 0: no clock
UPDATE rounds SET lasts = ends_at - posed_at WHERE ends_at > posed_at;
ALTER TABLE rounds ADD COLUMN own INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0, 1)); -- 1: of numbers that who posed it typed
ALTER TABLE rounds ADD COLUMN wish TEXT NOT NULL DEFAULT ''; -- the level and option it was dealt by, for the next one, opaque
CREATE INDEX rounds_class ON rounds (class) WHERE closed_at IS NULL;

ALTER TABLE dailies ADD COLUMN class TEXT NOT NULL DEFAULT ''; -- as of rounds
CREATE INDEX dailies_class ON dailies (class);

-- Every message that speaks of a round, so that a reply to it means that round.
CREATE TABLE messages (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    message      TEXT    NOT NULL, -- the network's ID
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, message)
) WITHOUT ROWID;
CREATE INDEX messages_round ON messages (round_id);
CREATE INDEX messages_at ON messages (at);
INSERT INTO messages (community_id, message, round_id, at)
SELECT community_id, message, MAX(id), MAX(posed_at) FROM rounds
WHERE community_id IS NOT NULL AND message <> '' GROUP BY community_id, message;

-- Who is at what: of everyone in a place (player_id 0) and of each person there.
CREATE TABLE currents (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '',
    player_id    INTEGER NOT NULL, -- 0: everyone there
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL, -- the later of the two counts
    PRIMARY KEY (community_id, channel, player_id)
) WITHOUT ROWID;
CREATE INDEX currents_round ON currents (round_id);
CREATE INDEX currents_player ON currents (player_id);
INSERT INTO currents (community_id, channel, player_id, round_id, at)
SELECT chat_id, thread, 0, round_id, 0 FROM focuses;
DROP TABLE focuses;

-- A person belongs to a community while they did something there lately.
CREATE TABLE members (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    at           INTEGER NOT NULL, -- when they last did, to the day
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
CREATE INDEX members_player ON members (player_id);
INSERT INTO members (community_id, player_id, at)
SELECT chat_id, player_id, MAX(at) FROM answers WHERE chat_id IN (SELECT id FROM communities) GROUP BY chat_id, player_id;

-- Puzzles whose solution a person has been shown: they pay that person no more,
-- but for the round in which it was found.
CREATE TABLE seen (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL,
    paid      INTEGER NOT NULL DEFAULT 0, -- the one round that pays for it; 0: none has
    round_id  INTEGER NOT NULL, -- the round in which it was found or at whose end it was shown; 0: shown otherwise
    PRIMARY KEY (player_id, class)
) WITHOUT ROWID;

-- What of that outlives being forgotten while the puzzle is live.
CREATE TABLE locks (
    person TEXT    NOT NULL, -- a keyed hash of network and key
    class  TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (person, class)
) WITHOUT ROWID;
CREATE INDEX locks_until ON locks (until);

ALTER TABLE answers ADD COLUMN hints INTEGER NOT NULL DEFAULT 0; -- taken when it was given, which fixes its price
ALTER TABLE answers ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)); -- 1: pays nothing

-- What a person has earned on a round.
CREATE TABLE awards (
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    community_id INTEGER NOT NULL, -- on whose board it counts; 0: a daily, on that of every community of theirs
    day          INTEGER NOT NULL, -- days since 1970
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL CHECK (solved IN (0, 1)), -- 1: by a right answer
    at           INTEGER NOT NULL, -- of the last change
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX awards_day ON awards (community_id, player_id, day, points);
CREATE INDEX awards_player ON awards (player_id);
INSERT INTO awards (round_id, player_id, community_id, day, points, solved, at)
SELECT a.round_id, a.player_id, COALESCE(r.community_id, 0),
    CASE WHEN r.daily > 0 THEN r.daily + 20453 ELSE MAX(a.at) / 86400000 END,
    SUM(a.points), MAX(CASE WHEN a.outcome = 'right' THEN 1 ELSE 0 END), MAX(a.at)
FROM answers a JOIN rounds r ON r.id = a.round_id
WHERE a.points > 0 OR a.outcome = 'right' GROUP BY a.round_id, a.player_id;

-- What counts of it: of a community the best rounds of each day.
CREATE TABLE scores (
    community_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    day          INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change
    PRIMARY KEY (community_id, player_id, day)
) WITHOUT ROWID;
CREATE INDEX scores_player ON scores (player_id);
INSERT INTO scores (community_id, player_id, day, points, solved, reached)
SELECT community_id, player_id, day, SUM(points), SUM(solved), MAX(at) FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY community_id, player_id, day ORDER BY points DESC, at) AS place FROM awards
) best WHERE place <= 20 OR community_id = 0
GROUP BY community_id, player_id, day;

DROP TABLE totals;
CREATE TABLE totals (
    community_id INTEGER NOT NULL, -- 0: dailies
    player_id    INTEGER NOT NULL REFERENCES players (id),
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL,
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
CREATE INDEX totals_player ON totals (player_id);
INSERT INTO totals (community_id, player_id, points, solved, reached)
SELECT community_id, player_id, SUM(points), SUM(solved), MAX(reached) FROM scores GROUP BY community_id, player_id;

-- The days a person has answered well, of which streaks are made.
CREATE TABLE days (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number    INTEGER NOT NULL, -- of the daily
    PRIMARY KEY (player_id, number)
) WITHOUT ROWID;
INSERT INTO days (player_id, number)
SELECT DISTINCT a.player_id, r.daily FROM answers a JOIN rounds r ON r.id = a.round_id
WHERE r.daily > 0 AND a.outcome = 'right';

DROP INDEX answers_chat;
DROP INDEX answers_player;
ALTER TABLE answers DROP COLUMN chat_id;
CREATE INDEX answers_player ON answers (player_id, round_id);

ALTER TABLE outbox RENAME COLUMN chat_id TO community_id;
ALTER TABLE outbox RENAME COLUMN thread TO channel;
ALTER TABLE outbox DROP COLUMN event;
ALTER TABLE outbox ADD COLUMN round_id INTEGER; -- of which round it speaks; NULL: none
ALTER TABLE outbox ADD COLUMN shows INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)); -- 1: it is the round's own message
ALTER TABLE outbox ADD COLUMN bulk INTEGER NOT NULL DEFAULT 0 CHECK (bulk IN (0, 1)); -- 1: it may wait for what is not
ALTER TABLE outbox ADD COLUMN best_before INTEGER; -- not to be said after; NULL: always of use

ALTER TABLE requests ADD COLUMN shows INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)); -- 1: the reply is the round's own message
ALTER TABLE requests ADD COLUMN player_id INTEGER; -- who is charged for a hint when it is delivered
ALTER TABLE requests ADD COLUMN hint INTEGER NOT NULL DEFAULT 0; -- the number of the hint in the reply; 0: none
CREATE INDEX requests_player ON requests (player_id) WHERE player_id IS NOT NULL;
UPDATE requests SET body = NULL WHERE sent = 1;
UPDATE outbox SET body = '' WHERE done_at IS NOT NULL;

ALTER TABLE dues RENAME TO jobs;
DELETE FROM jobs WHERE kind IN ('expiry', 'end', 'daily', 'prune') AND NOT (key = '' OR key = CAST(CAST(key AS INTEGER) AS TEXT));

-- A round is dealt, by whoever asked for it; a reply is delivered.
ALTER TABLE rounds RENAME COLUMN posed_at TO dealt_at;
ALTER TABLE rounds RENAME COLUMN poser_id TO asker_id;
