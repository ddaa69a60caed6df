-- A database of version 8 of the schema: a round in a group with its result and an
-- edit on their way, a daily, a private chat, a server whose network wants a pause,
-- and what was said before. It stands for the files that people have, so it never
-- changes.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE reckon_schema (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO reckon_schema VALUES(1,0,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(2,1,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(3,2,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(4,3,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(5,4,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(6,5,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(7,6,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(8,7,1,'2026-11-02 12:00:00');
INSERT INTO reckon_schema VALUES(9,8,1,'2026-11-02 12:00:00');
CREATE TABLE IF NOT EXISTS "communities" (
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
    created_at INTEGER NOT NULL, seconds INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0), host_locale TEXT NOT NULL DEFAULT '', daily_channel TEXT NOT NULL DEFAULT '', player_id INTEGER REFERENCES players (id),
    UNIQUE (network, key)
);
INSERT INTO communities VALUES(1,'telegram','group',0,1,'A group','','Asia/Shanghai',20,1,1793620800000,0,'','topic',NULL);
INSERT INTO communities VALUES(2,'telegram','ann',1,1,'','','',9,0,1793620800000,0,'','',1);
INSERT INTO communities VALUES(3,'discord','server',0,1,'A server','','',9,0,1793620800000,0,'','',NULL);
CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    CHECK (key <> ''), -- the network's own ID of the person; NULL: forgotten on request
    name       TEXT    NOT NULL DEFAULT '', -- to be shown
    locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag last seen; empty: unknown
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);
INSERT INTO players VALUES(1,'telegram','ann','Ann','en',1793620800000);
INSERT INTO players VALUES(2,'telegram','bo','Bo','de',1793620800000);
CREATE TABLE rounds (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    community_id   INTEGER REFERENCES "communities" (id), -- NULL: a daily, which all chats share
    channel    TEXT    NOT NULL DEFAULT '', -- topic inside the chat; empty: none
    game      TEXT    NOT NULL,
    puzzle    TEXT    NOT NULL, -- the puzzle's ID, opaque
    daily     INTEGER NOT NULL DEFAULT 0, -- number of the daily; 0: none
    asker_id  INTEGER REFERENCES players (id), -- NULL: nobody, posed by the bot
    dealt_at  INTEGER NOT NULL,
    ends_at   INTEGER, -- when the clock runs out; NULL: no clock
    solved_at INTEGER, -- first right answer; NULL: not solved
    closed_at INTEGER, -- NULL: open
    reason    TEXT    NOT NULL DEFAULT '', -- why it was closed
    message   TEXT    NOT NULL DEFAULT '', level INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, class TEXT NOT NULL DEFAULT '', lasts INTEGER NOT NULL DEFAULT 0, own INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0, 1)), wish TEXT NOT NULL DEFAULT '', -- the network's ID of the message that shows it; empty: unknown
    CHECK (closed_at IS NOT NULL OR reason = '')
);
INSERT INTO rounds VALUES(1,1,'topic','24','24:3,3,8,8',0,1,1793620800000,NULL,NULL,NULL,'','m1',0,0.0,'24:3,3,8,8',0,0,'');
CREATE TABLE answers (
    id        INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of arrival
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    outcome   TEXT    NOT NULL CHECK (outcome <> ''), -- the judge's word: right, wrong, invalid
    form      TEXT    NOT NULL DEFAULT '', -- normal form: equal for equal solutions
    measure   INTEGER NOT NULL DEFAULT 0, -- what the game measures answers by; less is better
    points    INTEGER NOT NULL DEFAULT 0 CHECK (points >= 0)
, hints INTEGER NOT NULL DEFAULT 0, practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)));
INSERT INTO answers VALUES(1,1,2,1793620800000,'8/(3-8/3)','right','',0,0,0,0);
CREATE TABLE dailies (
    number INTEGER NOT NULL CHECK (number > 0),
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL, class TEXT NOT NULL DEFAULT '', -- the puzzle's ID, opaque
    PRIMARY KEY (number, game)
);
CREATE TABLE IF NOT EXISTS "jobs" (
    kind TEXT    NOT NULL,
    key  TEXT    NOT NULL, -- what it is about, opaque
    at   INTEGER NOT NULL, -- when it must happen
    PRIMARY KEY (kind, key)
);
INSERT INTO jobs VALUES('end','1',1793624400000);
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of saying
    nonce      TEXT    NOT NULL UNIQUE CHECK (nonce <> ''), -- the same thing is said once
    community_id    INTEGER NOT NULL REFERENCES "communities" (id),
    channel     TEXT    NOT NULL DEFAULT '',
    message    TEXT    NOT NULL DEFAULT '', -- the network's ID of the message to edit; empty: post a new one
    body       BLOB    NOT NULL, -- opaque
    state      TEXT    NOT NULL DEFAULT 'pending'
               CHECK (state IN ('pending', 'claimed', 'delivered', 'failed', 'replaced')),
    tries      INTEGER NOT NULL DEFAULT 0, -- deliveries that did not succeed
    reason     TEXT    NOT NULL DEFAULT '', -- why the last one did not
    posted     TEXT    NOT NULL DEFAULT '', -- the network's ID of what was posted
    created_at INTEGER NOT NULL,
    next_at    INTEGER NOT NULL, -- pending: not to be tried before; claimed: when the claim goes stale
    claimed_at INTEGER, -- NULL unless claimed
    done_at    INTEGER, round_id INTEGER, shows INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)), bulk INTEGER NOT NULL DEFAULT 0 CHECK (bulk IN (0, 1)), best_before INTEGER, claimed_by INTEGER, network TEXT NOT NULL DEFAULT '', head INTEGER NOT NULL DEFAULT 0 CHECK (head IN (0, 1)), -- NULL while pending or claimed
    CHECK ((state = 'claimed') = (claimed_at IS NOT NULL)),
    CHECK ((state IN ('pending', 'claimed')) = (done_at IS NULL))
);
INSERT INTO outbox VALUES(1,'daily:1:305',1,'topic','','','delivered',0,'','m305',1793620800000,1793620800000,NULL,1793620800000,NULL,0,1,NULL,NULL,'telegram',0);
INSERT INTO outbox VALUES(2,'result:0',3,'general','','','failed',0,'no right to post','',1793620800000,1793620800000,NULL,1793620800000,NULL,0,0,NULL,NULL,'discord',0);
INSERT INTO outbox VALUES(3,'daily:1:306',1,'topic','',X'7b2254657874223a5b5b7b2254657874223a226461696c793a313a333036227d5d5d7d','pending',0,'','',1793620800000,1793620800000,NULL,NULL,NULL,0,1,1793642400000,NULL,'telegram',1);
INSERT INTO outbox VALUES(4,'result:1',1,'topic','',X'7b2254657874223a5b5b7b2254657874223a22726573756c743a31227d5d5d7d','claimed',0,'','',1793620800000,1793620860000,1793620800000,NULL,1,1,0,NULL,2,'telegram',1);
INSERT INTO outbox VALUES(5,'edit:1',1,'topic','m1','','replaced',0,'','',1793620800000,1793620800000,NULL,1793620800000,1,0,0,NULL,NULL,'telegram',0);
INSERT INTO outbox VALUES(6,'edit:2',1,'topic','m1',X'7b2254657874223a5b5b7b2254657874223a22656469743a32227d5d5d7d','pending',0,'','',1793620800000,1793620800000,NULL,NULL,1,0,0,NULL,NULL,'telegram',0);
INSERT INTO outbox VALUES(7,'due:1',2,'','',X'7b2254657874223a5b5b7b2254657874223a226475653a31227d5d5d7d','pending',0,'','',1793620800000,1793620800000,NULL,NULL,NULL,0,0,NULL,NULL,'telegram',1);
INSERT INTO outbox VALUES(8,'result:2',3,'general','',X'7b2254657874223a5b5b7b2254657874223a22726573756c743a32227d5d5d7d','pending',1,'slow down','',1793620800000,1793624400000,NULL,NULL,NULL,0,0,NULL,NULL,'discord',1);
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL -- random bytes
);
INSERT INTO secrets VALUES('daily',X'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta VALUES('heartbeat:jobs','1793620800000');
CREATE TABLE records (
    puzzle    TEXT    NOT NULL PRIMARY KEY, -- the puzzle's ID, opaque
    game      TEXT    NOT NULL,
    measure   INTEGER NOT NULL, -- of the best answer known; less is better
    was       INTEGER NOT NULL, -- of the best known before
    text      TEXT    NOT NULL, -- the answer
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL -- Unix ms
);
CREATE TABLE messages (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    message      TEXT    NOT NULL, -- the network's ID
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, message)
) WITHOUT ROWID;
INSERT INTO messages VALUES(1,'m1',1,1793620800000);
CREATE TABLE currents (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '',
    player_id    INTEGER NOT NULL, -- 0: everyone there
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL, -- the later of the two counts
    PRIMARY KEY (community_id, channel, player_id)
) WITHOUT ROWID;
INSERT INTO currents VALUES(1,'topic',0,1,1793620800000);
CREATE TABLE members (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    at           INTEGER NOT NULL, -- when they last did, to the day
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
INSERT INTO members VALUES(1,1,1793620800000);
INSERT INTO members VALUES(1,2,1793620800000);
CREATE TABLE seen (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL,
    paid      INTEGER NOT NULL DEFAULT 0, -- the one round that pays for it; 0: none has
    round_id  INTEGER NOT NULL, -- the round in which it was found or at whose end it was shown; 0: shown otherwise
    PRIMARY KEY (player_id, class)
) WITHOUT ROWID;
INSERT INTO seen VALUES(2,'24:3,3,8,8',0,1);
CREATE TABLE locks (
    person TEXT    NOT NULL, -- a keyed hash of network and key
    class  TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (person, class)
) WITHOUT ROWID;
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
INSERT INTO awards VALUES(1,2,1,20759,50,1,1793620800000);
CREATE TABLE scores (
    community_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    day          INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change
    PRIMARY KEY (community_id, player_id, day)
) WITHOUT ROWID;
INSERT INTO scores VALUES(1,2,20759,50,1,1793620800000);
CREATE TABLE totals (
    community_id INTEGER NOT NULL, -- 0: dailies
    player_id    INTEGER NOT NULL REFERENCES players (id),
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL,
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
INSERT INTO totals VALUES(1,2,50,1,1793620800000);
CREATE TABLE days (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number    INTEGER NOT NULL, -- of the daily
    PRIMARY KEY (player_id, number)
) WITHOUT ROWID;
CREATE TABLE boards (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    period       INTEGER NOT NULL, -- 0: all time; else 4 times its last day, in days since 1970, + 1: a day, 2: a week from Monday, 3: a month
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change that has points; 0: none
    PRIMARY KEY (community_id, player_id, period)
) WITHOUT ROWID;
INSERT INTO boards VALUES(1,2,0,50,1,1793620800000);
INSERT INTO boards VALUES(1,2,83037,50,1,1793620800000);
INSERT INTO boards VALUES(1,2,83062,50,1,1793620800000);
INSERT INTO boards VALUES(1,2,83151,50,1,1793620800000);
CREATE TABLE solvers (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id, at, player_id)
) WITHOUT ROWID;
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
INSERT INTO figures VALUES(2,'24',1,0,1,0,1,50);
CREATE TABLE processes (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT    NOT NULL,
    pid  INTEGER NOT NULL
);
INSERT INTO processes VALUES(2,'elsewhere',7);
CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), -- how many were delivered
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- answers that spent a try
    gave_up_at INTEGER, -- NULL: did not
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
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
INSERT INTO requests VALUES('telegram:1',1793620800000,NULL,1,1,1,1,0);
INSERT INTO requests VALUES('telegram:2',1793620801000,X'7b2254657874223a5b5b7b2254657874223a22526967687421227d5d5d7d',0,1,0,2,0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('reckon_schema',9);
INSERT INTO sqlite_sequence VALUES('processes',2);
INSERT INTO sqlite_sequence VALUES('players',2);
INSERT INTO sqlite_sequence VALUES('communities',3);
INSERT INTO sqlite_sequence VALUES('rounds',1);
INSERT INTO sqlite_sequence VALUES('answers',1);
INSERT INTO sqlite_sequence VALUES('outbox',8);
CREATE UNIQUE INDEX reckon_schema_version ON reckon_schema (version_id);
CREATE INDEX rounds_game ON rounds (community_id, game, id);
CREATE INDEX rounds_open ON rounds (community_id, channel, id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX rounds_daily ON rounds (daily, game) WHERE community_id IS NULL;
CREATE INDEX dues_at ON "jobs" (at);
CREATE INDEX outbox_chat ON outbox (community_id);
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX records_at ON records (at);
CREATE INDEX records_player ON records (player_id);
CREATE INDEX communities_player ON communities (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX rounds_class ON rounds (class) WHERE closed_at IS NULL;
CREATE INDEX dailies_class ON dailies (class);
CREATE INDEX messages_at ON messages (at);
CREATE INDEX currents_player ON currents (player_id);
CREATE INDEX members_player ON members (player_id);
CREATE INDEX locks_until ON locks (until);
CREATE INDEX awards_day ON awards (community_id, player_id, day, points);
CREATE INDEX answers_player ON answers (player_id, round_id);
CREATE INDEX boards_top ON boards (community_id, period, points DESC, solved DESC, reached, player_id);
CREATE INDEX members_at ON members (community_id, at);
CREATE INDEX outbox_head ON outbox (network, bulk, next_at, id) WHERE head = 1 AND done_at IS NULL;
CREATE INDEX outbox_open ON outbox (community_id, bulk, id) WHERE done_at IS NULL;
CREATE INDEX answers_round ON answers (round_id, outcome);
CREATE INDEX attempts_player ON attempts (player_id);
CREATE INDEX requests_at ON requests (at);
CREATE INDEX requests_player ON requests (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX requests_reply ON requests (at) WHERE body IS NOT NULL;
COMMIT;
