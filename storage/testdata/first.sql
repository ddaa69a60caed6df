-- A database as the first release made it, with rows in every table. It stands
-- for the files that people have, so it never changes after that release.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE reckon_schema (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO reckon_schema VALUES(1,0,1,'2026-11-21 11:45:15');
INSERT INTO reckon_schema VALUES(2,1,1,'2026-11-21 11:45:15');
CREATE TABLE chats (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice: rows elsewhere may outlive a merged chat
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    NOT NULL CHECK (key <> ''), -- the network's own ID of the chat, opaque
    private    INTEGER NOT NULL CHECK (private IN (0, 1)), -- 1: one person and the bot
    active     INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)), -- 0: the bot was removed or blocked
    title      TEXT    NOT NULL DEFAULT '',
    locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag; empty: that of each reader
    zone       TEXT    NOT NULL DEFAULT '', -- IANA name of the time zone; empty: not set
    hour       INTEGER NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23), -- of the daily, local time
    daily      INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1)), -- 1: the daily is posted by itself
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);
INSERT INTO chats VALUES(1,'frozen','chat',0,1,'A chat','zh-Hans','Asia/Shanghai',20,1,1785585600000);
CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    CHECK (key <> ''), -- the network's own ID of the person; NULL: forgotten on request
    name       TEXT    NOT NULL DEFAULT '', -- to be shown
    locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag last seen; empty: unknown
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);
INSERT INTO players VALUES(1,'frozen','player','A player','en',1785585600000);
CREATE TABLE rounds (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id   INTEGER REFERENCES chats (id), -- NULL: a daily, which all chats share
    thread    TEXT    NOT NULL DEFAULT '', -- topic inside the chat; empty: none
    game      TEXT    NOT NULL,
    puzzle    TEXT    NOT NULL, -- the puzzle's ID, opaque
    daily     INTEGER NOT NULL DEFAULT 0, -- number of the daily; 0: none
    poser_id  INTEGER REFERENCES players (id), -- NULL: nobody, posed by the bot
    posed_at  INTEGER NOT NULL,
    ends_at   INTEGER, -- when the clock runs out; NULL: no clock
    solved_at INTEGER, -- first right answer; NULL: not solved
    closed_at INTEGER, -- NULL: open
    reason    TEXT    NOT NULL DEFAULT '', -- why it was closed
    message   TEXT    NOT NULL DEFAULT '', -- the network's ID of the message that shows it; empty: unknown
    CHECK (closed_at IS NOT NULL OR reason = '')
);
INSERT INTO rounds VALUES(1,1,'topic','24','24:3,3,8,8',0,1,1785585600000,NULL,NULL,NULL,'','m2');
INSERT INTO rounds VALUES(2,NULL,'','24','24:1,5,5,5',7,NULL,1785585600000,NULL,NULL,NULL,'','');
CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), -- how many were taken
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- answers that were not right
    gave_up_at INTEGER, -- NULL: did not
    PRIMARY KEY (round_id, player_id)
);
INSERT INTO attempts VALUES(1,1,1,2,1785585600000);
CREATE TABLE answers (
    id        INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of arrival
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    chat_id   INTEGER REFERENCES chats (id), -- where its points count; NULL: nowhere
    at        INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    outcome   TEXT    NOT NULL CHECK (outcome <> ''), -- the judge's word: right, wrong, invalid
    form      TEXT    NOT NULL DEFAULT '', -- normal form: equal for equal solutions
    measure   INTEGER NOT NULL DEFAULT 0, -- what the game measures answers by; less is better
    points    INTEGER NOT NULL DEFAULT 0 CHECK (points >= 0)
);
INSERT INTO answers VALUES(1,1,1,1,1785585600000,'8/(3-8/3)','right','f',0,50);
INSERT INTO answers VALUES(2,2,1,NULL,1785585600000,'5*5','wrong','',1,0);
CREATE TABLE dailies (
    number INTEGER NOT NULL CHECK (number > 0),
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL, -- the puzzle's ID, opaque
    PRIMARY KEY (number, game)
);
INSERT INTO dailies VALUES(7,'24','24:1,5,5,5');
CREATE TABLE dues (
    kind TEXT    NOT NULL,
    key  TEXT    NOT NULL, -- what it is about, opaque
    at   INTEGER NOT NULL, -- when it must happen
    PRIMARY KEY (kind, key)
);
INSERT INTO dues VALUES('daily','frozen',1785585600000);
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of saying
    nonce      TEXT    NOT NULL UNIQUE CHECK (nonce <> ''), -- the same thing is said once
    chat_id    INTEGER NOT NULL REFERENCES chats (id),
    thread     TEXT    NOT NULL DEFAULT '',
    message    TEXT    NOT NULL DEFAULT '', -- the network's ID of the message to edit; empty: post a new one
    body       BLOB    NOT NULL, -- opaque
    event      TEXT    NOT NULL DEFAULT '', -- what the delivery is to be reported to, opaque
    state      TEXT    NOT NULL DEFAULT 'pending'
               CHECK (state IN ('pending', 'claimed', 'delivered', 'failed', 'replaced')),
    tries      INTEGER NOT NULL DEFAULT 0, -- deliveries that did not succeed
    reason     TEXT    NOT NULL DEFAULT '', -- why the last one did not
    posted     TEXT    NOT NULL DEFAULT '', -- the network's ID of what was posted
    created_at INTEGER NOT NULL,
    next_at    INTEGER NOT NULL, -- pending: not to be tried before; claimed: when the claim goes stale
    claimed_at INTEGER, -- NULL unless claimed
    done_at    INTEGER, -- NULL while pending or claimed
    CHECK ((state = 'claimed') = (claimed_at IS NOT NULL)),
    CHECK ((state IN ('pending', 'claimed')) = (done_at IS NULL))
);
INSERT INTO outbox VALUES(1,'frozen delivered',1,'topic','',X'7b7d','e','delivered',0,'','m1',1785585600000,1785585600000,NULL,1785585600000);
INSERT INTO outbox VALUES(2,'frozen failed',1,'topic','',X'7b7d','e','failed',1,'gone','',1785585600000,1785585600000,NULL,1785585600000);
INSERT INTO outbox VALUES(3,'frozen claimed',1,'topic','',X'7b7d','e','claimed',0,'','',1785585600000,1785585600000,1785585600000,NULL);
INSERT INTO outbox VALUES(4,'frozen pending',1,'topic','',X'7b7d','e','pending',0,'','',1785585600000,1785585600000,NULL,NULL);
CREATE TABLE requests (
    key      TEXT    NOT NULL PRIMARY KEY, -- the network's ID of the event
    at       INTEGER NOT NULL,
    body     BLOB, -- the reply, opaque; NULL: none
    sent     INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)), -- 1: the reply was delivered
    round_id INTEGER -- the round the reply shows; NULL: none; no foreign key, since its index would cost more than it guards
);
INSERT INTO requests VALUES('frozen:1',1785585600000,X'7b7d',1,1);
INSERT INTO requests VALUES('frozen:2',1785585600000,NULL,0,NULL);
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL -- random bytes
);
INSERT INTO secrets VALUES('frozen',X'db071ed3acce0ef463110fd80311ad97317103887d998b0893c9f9b2e822db08');
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta VALUES('frozen','yes');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('reckon_schema',2);
INSERT INTO sqlite_sequence VALUES('chats',1);
INSERT INTO sqlite_sequence VALUES('players',1);
INSERT INTO sqlite_sequence VALUES('rounds',2);
INSERT INTO sqlite_sequence VALUES('answers',2);
INSERT INTO sqlite_sequence VALUES('outbox',4);
CREATE UNIQUE INDEX reckon_schema_version ON reckon_schema (version_id);
CREATE INDEX chats_daily ON chats (id) WHERE active = 1 AND daily = 1;
CREATE INDEX rounds_chat ON rounds (chat_id, thread, id);
CREATE INDEX rounds_game ON rounds (chat_id, game, id);
CREATE INDEX rounds_open ON rounds (chat_id, thread, id) WHERE closed_at IS NULL;
CREATE INDEX rounds_poser ON rounds (poser_id);
CREATE UNIQUE INDEX rounds_daily ON rounds (daily, game) WHERE chat_id IS NULL;
CREATE INDEX attempts_player ON attempts (player_id);
CREATE INDEX answers_round ON answers (round_id, player_id, id);
CREATE INDEX answers_chat ON answers (chat_id, at, player_id, points, outcome, round_id);
CREATE INDEX answers_player ON answers (player_id, chat_id, points, outcome, round_id, at);
CREATE INDEX dues_at ON dues (at);
CREATE INDEX outbox_open ON outbox (chat_id, id) WHERE done_at IS NULL;
CREATE INDEX outbox_chat ON outbox (chat_id);
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX requests_at ON requests (at);
COMMIT;
