-- A database of version 6 of the schema, made by hand with a group, a server of two
-- channels, two private chats and three days of play. It stands for the files that
-- people have, so it never changes.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
INSERT INTO "answers" VALUES(1,1,1,3,1793437200000,'1+2+3+4','wrong','',0,0);
INSERT INTO "answers" VALUES(2,1,1,3,1793440800000,'1*2*3*4','right','f1',0,50);
INSERT INTO "answers" VALUES(3,1,2,3,1793440801000,'1*2*3*4','right','f1',0,0);
INSERT INTO "answers" VALUES(4,1,3,3,1793440802000,'(1+2+3)*4','right','f2',0,10);
INSERT INTO "answers" VALUES(5,3,1,3,1793448000000,'5*(5-1/5)','right','g',0,30);
INSERT INTO "answers" VALUES(6,3,2,NULL,1793448000000,'5*(5-1/5)','right','g',0,0);
INSERT INTO "answers" VALUES(7,4,1,NULL,1793534400000,'2*(3+4+5)','right','h',0,0);
INSERT INTO "answers" VALUES(8,4,4,1,1793538000000,'2*(3+4+5)','right','h',0,20);
INSERT INTO "answers" VALUES(9,5,1,4,1793581200000,'(10*10-4)/4','right','i',0,30);
INSERT INTO "answers" VALUES(10,5,4,1,1793588400000,'4+4','wrong','',0,0);
INSERT INTO "answers" VALUES(11,6,4,1,1793523620000,'75*(8+2)+50+7','near','',5,15);
INSERT INTO "answers" VALUES(12,10,2,3,1793592000000,'(√√7!/(√√7+√√7))^(7+7/7)+7/7','right','k',8,30);
INSERT INTO "answers" VALUES(13,9,4,5,1793610000000,'6+6+6+6','right','j',0,10);
CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), -- how many were taken
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0), -- answers that were not right
    gave_up_at INTEGER, -- NULL: did not
    PRIMARY KEY (round_id, player_id)
);
INSERT INTO "attempts" VALUES(1,1,0,1,NULL);
INSERT INTO "attempts" VALUES(1,2,1,0,NULL);
INSERT INTO "attempts" VALUES(2,1,2,0,NULL);
INSERT INTO "attempts" VALUES(5,2,0,0,1793584800000);
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
    created_at INTEGER NOT NULL, seconds INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0), host_locale TEXT NOT NULL DEFAULT '',
    UNIQUE (network, key)
);
INSERT INTO "chats" VALUES(1,'discord','general',0,1,'A server','','Europe/Berlin',7,1,1793091600000,45,'de');
INSERT INTO "chats" VALUES(2,'discord','random',0,1,'A server','','',9,0,1793091600000,0,'');
INSERT INTO "chats" VALUES(3,'telegram','group',0,1,'A group','zh-Hans','Asia/Shanghai',20,1,1793091600000,0,'zh-Hant');
INSERT INTO "chats" VALUES(4,'telegram','ann',1,1,'','','',9,0,1793091600000,0,'');
INSERT INTO "chats" VALUES(5,'discord','conversation',1,0,'','en','',9,0,1793091600000,0,'');
CREATE TABLE dailies (
    number INTEGER NOT NULL CHECK (number > 0),
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL, -- the puzzle's ID, opaque
    PRIMARY KEY (number, game)
);
INSERT INTO "dailies" VALUES(304,'24','24:1,5,5,5');
INSERT INTO "dailies" VALUES(305,'24','24:2,3,4,5');
INSERT INTO "dailies" VALUES(306,'24','24:4,4,10,10');
INSERT INTO "dailies" VALUES(306,'tchisla','tchisla:2026#7');
CREATE TABLE dues (
    kind TEXT    NOT NULL,
    key  TEXT    NOT NULL, -- what it is about, opaque
    at   INTEGER NOT NULL, -- when it must happen
    PRIMARY KEY (kind, key)
);
INSERT INTO "dues" VALUES('daily','1',1793685600000);
INSERT INTO "dues" VALUES('daily','3',1793620800000);
INSERT INTO "dues" VALUES('daily','no number',1793062800000);
INSERT INTO "dues" VALUES('expiry','2',1793696400000);
INSERT INTO "dues" VALUES('end','7',1793696400000);
INSERT INTO "dues" VALUES('prune','',1793613600000);
CREATE TABLE focuses (
    chat_id   INTEGER NOT NULL REFERENCES chats (id),
    thread    TEXT    NOT NULL DEFAULT '', -- topic inside the chat; empty: none
    round_id  INTEGER NOT NULL REFERENCES rounds (id), -- what a plain answer there is meant for
    credit_id INTEGER NOT NULL DEFAULT 0, -- the chat whose leaderboard it counts in; 0: this one. No REFERENCES: a merged chat's number may live on here
    PRIMARY KEY (chat_id, thread)
);
INSERT INTO "focuses" VALUES(3,'topic',2,0);
INSERT INTO "focuses" VALUES(4,'',5,3);
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "meta" VALUES('heartbeat','1793610000000');
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
INSERT INTO "outbox" VALUES(1,'daily:3:305',3,'','',X'7B2246616365223A7B225469746C65223A224461696C792023333036222C2254696C6573223A5B2234222C2234222C223130222C223130225D2C22476F616C223A226D616B65203234227D2C2254657874223A5B5B7B2254657874223A22536F6C76656420627920227D2C7B225374796C65223A342C2254657874223A22416E6E222C22506C61796572223A22616E6E227D5D5D7D','','delivered',0,'','m305',1793534400000,1793534400000,NULL,1793534400000);
INSERT INTO "outbox" VALUES(2,'daily:3:306',3,'','',X'7B2246616365223A7B225469746C65223A224461696C792023333036222C2254696C6573223A5B2234222C2234222C223130222C223130225D2C22476F616C223A226D616B65203234227D2C2254657874223A5B5B7B2254657874223A22536F6C76656420627920227D2C7B225374796C65223A342C2254657874223A22416E6E222C22506C61796572223A22616E6E227D5D5D7D','round 5','pending',1,'slow down','',1793620800000,1793624400000,NULL,NULL);
INSERT INTO "outbox" VALUES(3,'edit:6',1,'','m6',X'7B7D','','claimed',0,'','',1793620800000,1793620800000,1793620800000,NULL);
CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    CHECK (key <> ''), -- the network's own ID of the person; NULL: forgotten on request
    name       TEXT    NOT NULL DEFAULT '', -- to be shown
    locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag last seen; empty: unknown
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);
INSERT INTO "players" VALUES(1,'telegram','ann','Ann','en',1793091600000);
INSERT INTO "players" VALUES(2,'telegram','bo','Bo','zh-Hans',1793091600000);
INSERT INTO "players" VALUES(3,'telegram',NULL,'','',1793091600000);
INSERT INTO "players" VALUES(4,'discord','cy','Cy','de',1793091600000);
CREATE TABLE reckon_schema (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "reckon_schema" VALUES(1,0,1,'2026-11-21 11:45:15');
INSERT INTO "reckon_schema" VALUES(2,1,1,'2026-11-21 11:45:15');
INSERT INTO "reckon_schema" VALUES(3,2,1,'2026-11-21 11:45:15');
INSERT INTO "reckon_schema" VALUES(4,3,1,'2026-11-21 11:45:15');
INSERT INTO "reckon_schema" VALUES(5,4,1,'2026-11-21 11:45:15');
INSERT INTO "reckon_schema" VALUES(6,5,1,'2026-11-21 11:45:15');
INSERT INTO "reckon_schema" VALUES(7,6,1,'2026-11-21 11:45:15');
CREATE TABLE records (
    puzzle    TEXT    NOT NULL PRIMARY KEY, -- the puzzle's ID, opaque
    game      TEXT    NOT NULL,
    measure   INTEGER NOT NULL, -- of the best answer known; less is better
    was       INTEGER NOT NULL, -- of the best known before
    text      TEXT    NOT NULL, -- the answer
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL -- Unix ms
);
INSERT INTO "records" VALUES('tchisla:49152#6','tchisla',6,7,'(√√6+√√6)*(√√√√6+√√√√6)^(6+6)',2,1793350800000);
CREATE TABLE requests (
    key      TEXT    NOT NULL PRIMARY KEY, -- the network's ID of the event
    at       INTEGER NOT NULL,
    body     BLOB, -- the reply, opaque; NULL: none
    sent     INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)), -- 1: the reply was delivered
    round_id INTEGER -- the round the reply shows; NULL: none; no foreign key, since its index would cost more than it guards
);
INSERT INTO "requests" VALUES('telegram:1',1793610000000,X'7B2246616365223A7B225469746C65223A224461696C792023333036222C2254696C6573223A5B2234222C2234222C223130222C223130225D2C22476F616C223A226D616B65203234227D2C2254657874223A5B5B7B2254657874223A22536F6C76656420627920227D2C7B225374796C65223A342C2254657874223A22416E6E222C22506C61796572223A22616E6E227D5D5D7D',1,2);
INSERT INTO "requests" VALUES('telegram:2',1793610000000,X'7B2246616365223A7B225469746C65223A224461696C792023333036222C2254696C6573223A5B2234222C2234222C223130222C223130225D2C22476F616C223A226D616B65203234227D2C2254657874223A5B5B7B2254657874223A22536F6C76656420627920227D2C7B225374796C65223A342C2254657874223A22416E6E222C22506C61796572223A22616E6E227D5D5D7D',0,5);
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
    message   TEXT    NOT NULL DEFAULT '', level INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, -- the network's ID of the message that shows it; empty: unknown
    CHECK (closed_at IS NOT NULL OR reason = '')
);
INSERT INTO "rounds" VALUES(1,3,'topic','24','24:1,2,3,4',0,1,1793437200000,NULL,1793440800000,1793444400000,'solved','m1',1,8.5);
INSERT INTO "rounds" VALUES(2,3,'topic','24','24:1,1,1,8',0,2,1793610000000,NULL,NULL,NULL,'','m2',1,8.0);
INSERT INTO "rounds" VALUES(3,NULL,'','24','24:1,5,5,5',304,NULL,1793404800000,NULL,NULL,NULL,'','',0,0.0);
INSERT INTO "rounds" VALUES(4,NULL,'','24','24:2,3,4,5',305,NULL,1793491200000,NULL,NULL,NULL,'','',2,0.0);
INSERT INTO "rounds" VALUES(5,NULL,'','24','24:4,4,10,10',306,NULL,1793577600000,NULL,NULL,NULL,'','',3,0.0);
INSERT INTO "rounds" VALUES(6,1,'','countdown','countdown:75,50,2,3,8,7=812',0,4,1793523600000,1793523630000,NULL,1793523630000,'time','m6',3,0.0);
INSERT INTO "rounds" VALUES(7,2,'','tchisla','tchisla:2016#7',0,4,1793610000000,NULL,NULL,NULL,'','m7',4,0.0);
INSERT INTO "rounds" VALUES(8,4,'','24','24:5,5,5,1',0,1,1793610000000,NULL,NULL,NULL,'','',4,0.0);
INSERT INTO "rounds" VALUES(9,5,'','24','24:6,6,6,6',0,4,1793610000000,NULL,NULL,NULL,'','',1,0.0);
INSERT INTO "rounds" VALUES(10,NULL,'','tchisla','tchisla:2026#7',306,NULL,1793577600000,NULL,NULL,NULL,'','',3,0.0);
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL -- random bytes
);
INSERT INTO "secrets" VALUES('daily',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F');
INSERT INTO "secrets" VALUES('buttons',X'202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F');
CREATE TABLE totals (
    chat_id   INTEGER NOT NULL REFERENCES chats (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    points    INTEGER NOT NULL,
    solved    INTEGER NOT NULL, -- rounds with a right answer
    reached   INTEGER NOT NULL, -- Unix ms of the last answer that has points; 0: none
    PRIMARY KEY (chat_id, player_id)
);
INSERT INTO "totals" VALUES(3,1,80,2,1793448000000);
INSERT INTO "totals" VALUES(4,1,30,1,1793581200000);
INSERT INTO "totals" VALUES(3,2,30,2,1793592000000);
INSERT INTO "totals" VALUES(3,3,10,1,1793440802000);
INSERT INTO "totals" VALUES(1,4,35,1,1793538000000);
INSERT INTO "totals" VALUES(5,4,10,1,1793610000000);
CREATE UNIQUE INDEX reckon_schema_version ON reckon_schema (version_id);
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
CREATE INDEX focuses_round ON focuses (round_id);
CREATE INDEX focuses_credit ON focuses (credit_id);
CREATE INDEX records_at ON records (at);
CREATE INDEX records_player ON records (player_id);
CREATE INDEX totals_board ON totals (chat_id, points DESC, solved DESC, reached, player_id);
CREATE INDEX totals_player ON totals (player_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('reckon_schema',7);
INSERT INTO "sqlite_sequence" VALUES('chats',5);
INSERT INTO "sqlite_sequence" VALUES('players',4);
INSERT INTO "sqlite_sequence" VALUES('rounds',10);
INSERT INTO "sqlite_sequence" VALUES('answers',13);
INSERT INTO "sqlite_sequence" VALUES('outbox',3);
COMMIT;
