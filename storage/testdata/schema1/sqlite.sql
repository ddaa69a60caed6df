PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE reckon_versions (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO reckon_versions VALUES(1,0,1,'2026-11-27 21:48:17');
INSERT INTO reckon_versions VALUES(2,1,1,'2026-11-27 21:48:17');
CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    CHECK (key <> ''), -- the network's own ID of the person; NULL: forgotten on request
    name       TEXT    NOT NULL DEFAULT '', -- the name to show
    locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag last seen; empty: unknown
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);
INSERT INTO players VALUES(1,'net','admin','Admin','en',1772442006000);
INSERT INTO players VALUES(2,'net','ann','Ann','en',1772442012000);
INSERT INTO players VALUES(3,'net','bob','Bob','en',1772442015000);
INSERT INTO players VALUES(4,'net','cem','Cem','en',1772442018000);
INSERT INTO players VALUES(5,'net','eve','Eve','en',1772442383000);
INSERT INTO players VALUES(6,'net','gil','Gil','en',1772442412000);
INSERT INTO players VALUES(7,'other','anna','Anna','en',1772442421000);
INSERT INTO players VALUES(8,'net',NULL,'','',1772442448000);
CREATE TABLE communities (
    id              INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: other rows may outlive a merged community
    network         TEXT    NOT NULL CHECK (network <> ''),
    key             TEXT    NOT NULL CHECK (key <> ''), -- the network's own ID of the chat, opaque
    private         INTEGER NOT NULL CHECK (private IN (0, 1)), -- 1: one person and the bot
    player_id       INTEGER REFERENCES players (id), -- private: the person; NULL: not known yet
    active          INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)), -- 0: the bot was removed or blocked
    title           TEXT    NOT NULL DEFAULT '', -- empty in a private chat, whose title is the person's name
    locale          TEXT    NOT NULL DEFAULT '', -- BCP 47 tag; empty: each reader's own
    host_locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag of the person who last changed the settings; empty: unknown
    zone            TEXT    NOT NULL DEFAULT '', -- IANA name of the time zone; empty: not set
    zone_before     TEXT    NOT NULL DEFAULT '', -- the zone that dailies go by until zone holds for them
    zone_from       INTEGER NOT NULL DEFAULT 0, -- number of the first daily for which zone holds
    hour            INTEGER NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23), -- of the daily, local time
    minute          INTEGER NOT NULL DEFAULT 0, -- of that hour
    daily           INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1)), -- 1: the daily is posted by itself
    daily_channel   TEXT    NOT NULL DEFAULT '', -- the channel for the daily; empty: the community's only place
    reminder        INTEGER NOT NULL DEFAULT 0, -- private: 1: a reminder before a streak ends
    worldwide       INTEGER NOT NULL DEFAULT 0, -- private: 1: the person is on the boards of the world
    seconds         INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0), -- length of a round on the clock; 0: the game's own
    games           TEXT    NOT NULL DEFAULT '', -- names of the games that are dealt, separated by commas; empty: all
    level           INTEGER NOT NULL DEFAULT 0, -- dealt if none is asked for, 1 to 5; 0: any
    dealers         TEXT    NOT NULL DEFAULT '', -- "admins": only they deal; empty: everyone
    trouble         TEXT    NOT NULL DEFAULT '', -- why nothing can be posted: right, thread; empty: it can
    trouble_channel TEXT    NOT NULL DEFAULT '', -- in which channel
    created_at      INTEGER NOT NULL,
    UNIQUE (network, key)
);
INSERT INTO communities VALUES(1,'net','club',0,NULL,1,'','','en','Europe/Berlin','',63,11,0,1,'',0,0,45,'24,tchisla,countdown',0,'','','',1772442003000);
INSERT INTO communities VALUES(2,'net','ann',1,2,1,'','en','en','Europe/Berlin','',63,9,0,0,'',0,1,0,'',0,'','','',1772442328000);
INSERT INTO communities VALUES(3,'net','bob',1,3,1,'','','en','','',0,9,0,0,'',0,1,0,'',0,'','','',1772442363000);
INSERT INTO communities VALUES(4,'net','eve',1,5,1,'','zh-Hant','en','','',0,9,0,0,'',0,1,0,'24',0,'','','',1772442383000);
INSERT INTO communities VALUES(5,'net','gil',1,6,1,'','','','','',0,9,0,0,'',0,0,0,'',0,'','','',1772442412000);
INSERT INTO communities VALUES(6,'other','guild',0,NULL,1,'','','en','','',0,9,0,0,'',0,0,0,'',0,'','','',1772442421000);
INSERT INTO communities VALUES(7,'other','dm',1,7,1,'','','','','',0,9,0,0,'',0,0,0,'',0,'','','',1772442445000);
INSERT INTO communities VALUES(8,'net','forgotten:8',1,NULL,0,'','','','','',0,9,0,0,'',0,0,0,'',0,'','','',1772442448000);
CREATE TABLE members (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    at           INTEGER NOT NULL, -- when they last did something, to the day
    since        INTEGER NOT NULL DEFAULT 0, -- when they came, in Unix milliseconds
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
INSERT INTO members VALUES(1,1,1772442006000,1772442006000);
INSERT INTO members VALUES(1,2,1772442012000,1772442012000);
INSERT INTO members VALUES(1,3,1773133236000,1772442015000);
INSERT INTO members VALUES(1,4,1773133242000,1772442018000);
INSERT INTO members VALUES(2,2,1773133204000,1772442328000);
INSERT INTO members VALUES(3,3,1772442363000,1772442363000);
INSERT INTO members VALUES(4,5,1772442383000,1772442383000);
INSERT INTO members VALUES(5,6,1773133221000,1772442412000);
INSERT INTO members VALUES(6,7,1772442421000,1772442421000);
INSERT INTO members VALUES(7,7,1772442445000,1772442445000);
CREATE TABLE links (
    player_id INTEGER NOT NULL PRIMARY KEY REFERENCES players (id),
    person_id INTEGER NOT NULL, -- equal for all players of one person: the ID of the first of them
    at        INTEGER NOT NULL -- since when
) WITHOUT ROWID;
INSERT INTO links VALUES(2,2,1772442445000);
INSERT INTO links VALUES(7,2,1772442445000);
CREATE TABLE link_codes (
    code      TEXT    NOT NULL PRIMARY KEY, -- a keyed hash of the text that the person types
    player_id INTEGER NOT NULL REFERENCES players (id), -- the player who asked for it
    until     INTEGER NOT NULL
);
CREATE TABLE matches (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT    NOT NULL, -- opaque
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '', -- as in rounds
    player_id    INTEGER NOT NULL REFERENCES players (id), -- the player who asked for it
    rival_id     INTEGER REFERENCES players (id), -- the player who is challenged; NULL: nobody, or not known yet
    rival        TEXT    NOT NULL DEFAULT '', -- opaque; stands for the rival while they are not known
    game         TEXT    NOT NULL,
    wish         TEXT    NOT NULL DEFAULT '', -- the level and option its puzzles are dealt by, opaque
    length       INTEGER NOT NULL CHECK (length > 0), -- how many puzzles it has at most
    asked_at     INTEGER NOT NULL,
    begun_at     INTEGER, -- NULL: not accepted yet
    next_at      INTEGER, -- when the next puzzle comes; NULL: one is open, or none comes
    ended_at     INTEGER, -- NULL: it goes on
    reason       TEXT    NOT NULL DEFAULT '', -- why it ended, opaque
    message      TEXT    NOT NULL DEFAULT '' -- the network's ID of the message that shows it; empty: unknown
);
INSERT INTO matches VALUES(1,'race',1,'',2,NULL,'','24','0',2,1772442175000,1772442175000,NULL,1772442282000,'played','m23');
INSERT INTO matches VALUES(2,'duel',1,'',4,3,'990e46987b282941c0075cf944b3029d','24','0',5,1772442285000,1772442288000,NULL,1772442436000,'idle','m27');
INSERT INTO matches VALUES(3,'duel',1,'',4,2,'b05b00d7d0302ed07d758807065f976e','24','0',5,1773133242000,NULL,NULL,NULL,'','m68');
CREATE TABLE rounds (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    community_id INTEGER REFERENCES communities (id), -- NULL: a daily, which all communities share
    channel      TEXT    NOT NULL DEFAULT '', -- the place in the community; empty: its only place
    game         TEXT    NOT NULL,
    puzzle       TEXT    NOT NULL, -- the puzzle's ID, opaque
    class        TEXT    NOT NULL, -- equal for puzzles that share their solutions, opaque
    daily        INTEGER NOT NULL DEFAULT 0, -- number of the daily; 0: none
    match_id     INTEGER, -- the match it belongs to; NULL: none
    asker_id     INTEGER REFERENCES players (id), -- NULL: nobody, dealt by the bot
    own          INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0, 1)), -- 1: its numbers were typed by the asker
    wish         TEXT    NOT NULL DEFAULT '', -- the level and option it was dealt by, for the next one, opaque
    level        INTEGER NOT NULL DEFAULT 0, -- how hard for people, 1 to 5, as rated when it was dealt; 0: unknown
    seconds      REAL    NOT NULL DEFAULT 0, -- mean time to solve it, as predicted when it was dealt; 0: unknown
    lasts        INTEGER NOT NULL DEFAULT 0, -- ms the clock runs from the delivery of the puzzle; 0: no clock
    dealt_at     INTEGER NOT NULL,
    ends_at      INTEGER, -- when the clock runs out; NULL: no clock
    solved_at    INTEGER, -- first right answer; NULL: not solved
    closed_at    INTEGER, -- NULL: open
    reason       TEXT    NOT NULL DEFAULT '', -- why it was closed
    message      TEXT    NOT NULL DEFAULT '', -- the network's ID of the message that shows it; empty: unknown
    CHECK (closed_at IS NOT NULL OR reason = '')
);
INSERT INTO rounds VALUES(1,1,'','24','24:2,3,4,5','numbers:2,3,4,5=24',0,NULL,2,0,'0',3,11.937513253334429919,0,1772442021000,NULL,1772442027000,1773133201000,'solved','m7');
INSERT INTO rounds VALUES(2,1,'','24','24:1,4,5,6','numbers:1,4,5,6=24',0,NULL,4,0,'0',5,195.04013132419294151,0,1772442030000,NULL,1772442076000,1773133201000,'solved','m10');
INSERT INTO rounds VALUES(3,1,'','countdown','countdown:100,75,50,25,6,3=951','numbers:100,25,3,50,6,75=951',0,NULL,2,0,'0',5,0.0,45000,1772442085000,1772442130000,NULL,1772442157000,'time','m15');
INSERT INTO rounds VALUES(4,1,'','tchisla','tchisla:2016#7','numbers:7=2016',0,NULL,4,0,'0',3,0.0,0,1772442160000,1772528560000,NULL,1773133201000,'time','m19');
INSERT INTO rounds VALUES(5,1,'','24','24:3,8,11,12','numbers:11,12,3,8=24',0,1,2,0,'0',2,6.3601710644210314171,13000,1772442183000,1772442196000,1772442186000,1772442206000,'time','m24');
INSERT INTO rounds VALUES(6,1,'','24','24:4,6,12,13','numbers:12,13,4,6=24',0,1,2,0,'0',2,6.4418424792592210437,45000,1772442222000,1772442267000,NULL,1772442282000,'time','m25');
INSERT INTO rounds VALUES(7,1,'','24','24:2,2,6,6','numbers:2,2,6,6=24',0,2,4,0,'0',2,7.8557970874319034138,6000,1772442296000,1772442302000,NULL,1772442313000,'time','m28');
INSERT INTO rounds VALUES(8,1,'','24','24:1,1,3,13','numbers:1,1,13,3=24',0,2,4,0,'0',2,6.3813785033207519603,45000,1772442322000,1772442367000,NULL,1772442377000,'time','m32');
INSERT INTO rounds VALUES(9,NULL,'','24','24:3,3,8,8','numbers:3,3,8,8=24',61,NULL,NULL,0,'',5,89.411714751199198756,0,1772442331000,NULL,NULL,NULL,'','');
INSERT INTO rounds VALUES(10,NULL,'','countdown','countdown:25,2,3,4,5,6=400','numbers:2,25,3,4,5,6=400',61,NULL,NULL,0,'',2,0.0,0,1772442345000,NULL,NULL,NULL,'','');
INSERT INTO rounds VALUES(11,1,'','24','24:5,6,6,9','numbers:5,6,6,9=24',0,2,4,0,'0',4,26.203052161909788253,45000,1772442386000,1772442431000,NULL,1772442436000,'time','m43');
INSERT INTO rounds VALUES(12,6,'','24','24:1,3,4,6','numbers:1,3,4,6=24',0,NULL,7,0,'0',5,201.56999999999999318,0,1772442421000,NULL,1772442439000,1772442439000,'solved','m48');
INSERT INTO rounds VALUES(13,NULL,'','24','24:1,5,5,5','numbers:1,5,5,5=24',62,NULL,NULL,0,'',5,41.694854783862297154,0,1772528404000,NULL,NULL,NULL,'','');
INSERT INTO rounds VALUES(14,NULL,'','24','24:1,2,7,7','numbers:1,2,7,7=24',69,NULL,NULL,0,'',5,41.521771051931693819,0,1773133204000,NULL,NULL,NULL,'','');
INSERT INTO rounds VALUES(15,1,'','24','24:4,7,8,8','numbers:4,7,8,8=24',0,NULL,3,0,'0',2,7.1162457259769906769,0,1773133236000,NULL,NULL,NULL,'','m67');
CREATE TABLE messages (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    message      TEXT    NOT NULL, -- the network's ID
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, message)
) WITHOUT ROWID;
INSERT INTO messages VALUES(1,'m10',2,1772442030000);
INSERT INTO messages VALUES(1,'m11',2,1772442073000);
INSERT INTO messages VALUES(1,'m12',2,1772442076000);
INSERT INTO messages VALUES(1,'m13',2,1772442079000);
INSERT INTO messages VALUES(1,'m14',2,1772442082000);
INSERT INTO messages VALUES(1,'m15',3,1772442085000);
INSERT INTO messages VALUES(1,'m16',3,1772442091000);
INSERT INTO messages VALUES(1,'m17',3,1772442097000);
INSERT INTO messages VALUES(1,'m18',3,1772442157000);
INSERT INTO messages VALUES(1,'m19',4,1772442160000);
INSERT INTO messages VALUES(1,'m20',4,1772442166000);
INSERT INTO messages VALUES(1,'m22',4,1772442172000);
INSERT INTO messages VALUES(1,'m24',5,1772442183000);
INSERT INTO messages VALUES(1,'m25',6,1772442222000);
INSERT INTO messages VALUES(1,'m28',7,1772442296000);
INSERT INTO messages VALUES(1,'m29',7,1772442302000);
INSERT INTO messages VALUES(1,'m30',4,1772442319000);
INSERT INTO messages VALUES(1,'m31',4,1772442322000);
INSERT INTO messages VALUES(1,'m32',8,1772442322000);
INSERT INTO messages VALUES(1,'m43',11,1772442386000);
INSERT INTO messages VALUES(1,'m58',4,1773133201000);
INSERT INTO messages VALUES(1,'m67',15,1773133236000);
INSERT INTO messages VALUES(1,'m7',1,1772442021000);
INSERT INTO messages VALUES(1,'m8',1,1772442024000);
INSERT INTO messages VALUES(1,'m9',1,1772442027000);
INSERT INTO messages VALUES(2,'m34',9,1772442331000);
INSERT INTO messages VALUES(2,'m35',9,1772442342000);
INSERT INTO messages VALUES(2,'m36',10,1772442345000);
INSERT INTO messages VALUES(2,'m37',10,1772442360000);
INSERT INTO messages VALUES(2,'m56',13,1772528404000);
INSERT INTO messages VALUES(2,'m57',13,1772528415000);
INSERT INTO messages VALUES(2,'m59',14,1773133204000);
INSERT INTO messages VALUES(2,'m60',14,1773133215000);
INSERT INTO messages VALUES(3,'m39',9,1772442366000);
INSERT INTO messages VALUES(3,'m40',9,1772442380000);
INSERT INTO messages VALUES(4,'m42',9,1772442386000);
INSERT INTO messages VALUES(4,'m44',9,1772442409000);
INSERT INTO messages VALUES(5,'m45',9,1772442412000);
INSERT INTO messages VALUES(5,'m46',9,1772442415000);
INSERT INTO messages VALUES(5,'m47',9,1772442418000);
INSERT INTO messages VALUES(5,'m62',14,1773133221000);
INSERT INTO messages VALUES(5,'m63',14,1773133224000);
INSERT INTO messages VALUES(5,'m64',14,1773133227000);
INSERT INTO messages VALUES(6,'m48',12,1772442421000);
INSERT INTO messages VALUES(6,'m50',12,1772442439000);
CREATE TABLE currents (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '',
    player_id    INTEGER NOT NULL, -- 0: everyone
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL, -- of the two the later counts
    PRIMARY KEY (community_id, channel, player_id)
) WITHOUT ROWID;
INSERT INTO currents VALUES(1,'',0,15,1773133236000);
INSERT INTO currents VALUES(1,'',2,4,1772442169000);
INSERT INTO currents VALUES(1,'',3,7,1772442299000);
INSERT INTO currents VALUES(1,'',4,4,1772442163000);
INSERT INTO currents VALUES(2,'',2,14,1773133242000);
INSERT INTO currents VALUES(3,'',3,9,1772442369000);
INSERT INTO currents VALUES(4,'',5,9,1772442386000);
INSERT INTO currents VALUES(5,'',6,14,1773133221000);
INSERT INTO currents VALUES(6,'',0,12,1772442421000);
CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), -- how many were delivered
    gave_up_at INTEGER, -- NULL: did not
    asked_at   INTEGER, -- when they were asked to confirm giving up, if that was the last thing; NULL: never
    took_part  INTEGER NOT NULL DEFAULT 0 CHECK (took_part IN (0, 1)), -- 1: answered anything, was shown a hint, or gave up
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
INSERT INTO attempts VALUES(1,3,0,NULL,NULL,1);
INSERT INTO attempts VALUES(2,2,1,NULL,NULL,1);
INSERT INTO attempts VALUES(2,3,0,1772442082000,1772442079000,1);
INSERT INTO attempts VALUES(3,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(3,3,0,NULL,NULL,1);
INSERT INTO attempts VALUES(4,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(4,4,0,1772442322000,1772442319000,1);
INSERT INTO attempts VALUES(5,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(7,3,0,NULL,NULL,1);
INSERT INTO attempts VALUES(9,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(9,3,1,NULL,NULL,1);
INSERT INTO attempts VALUES(9,5,0,NULL,NULL,1);
INSERT INTO attempts VALUES(9,6,0,1772442418000,1772442415000,1);
INSERT INTO attempts VALUES(9,8,0,NULL,NULL,1);
INSERT INTO attempts VALUES(10,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(12,7,0,NULL,NULL,1);
INSERT INTO attempts VALUES(13,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(14,2,0,NULL,NULL,1);
INSERT INTO attempts VALUES(14,6,0,1773133227000,1773133224000,1);
INSERT INTO attempts VALUES(15,3,0,NULL,NULL,1);
CREATE TABLE answers (
    id        INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of arrival
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    outcome   TEXT    NOT NULL CHECK (outcome <> ''), -- the judge's word: right, wrong, invalid
    form      TEXT    NOT NULL DEFAULT '', -- normal form: equal for equal solutions
    measure   INTEGER NOT NULL DEFAULT 0, -- how good it is, as the game measures; less is better
    points    INTEGER NOT NULL DEFAULT 0 CHECK (points >= 0),
    hints     INTEGER NOT NULL DEFAULT 0, -- taken before it, which fixes its price
    practice  INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)), -- 1: pays nothing
    open      INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1)) -- 1: others could read it when it was given
);
INSERT INTO answers VALUES(1,1,3,1772442024000,'2*3+4','wrong','',0,0,0,0,1);
INSERT INTO answers VALUES(2,1,3,1772442027000,'2*(3+4+5)','right','[2*(3+4+5)]',0,30,0,0,1);
INSERT INTO answers VALUES(3,2,2,1772442076000,'4/(1-5/6)','right','[4/(1-[5/6])]',0,35,1,0,1);
INSERT INTO answers VALUES(4,3,2,1772442091000,'100*(6+3)+50','near','100*(6+3)+50',1,35,0,0,0);
INSERT INTO answers VALUES(5,3,3,1772442097000,'75*6*50/25+100-50','wrong','',951,0,0,0,0);
INSERT INTO answers VALUES(6,4,4,1772442166000,'(7!+7!)/(7-(7+7)/7)','right','(7!+7!)/(7-(7+7)/7)',6,30,0,0,0);
INSERT INTO answers VALUES(7,4,2,1772442172000,'2016','wrong','',4,0,0,0,0);
INSERT INTO answers VALUES(8,5,2,1772442186000,'3*8*(12-11)','right','[3*8]*(12-11)',0,20,0,0,1);
INSERT INTO answers VALUES(9,7,3,1772442302000,'2*6+2*6','right','([2*6]+[2*6])',0,20,0,0,0);
INSERT INTO answers VALUES(10,9,2,1772442342000,'8/(3-8/3)','right','[8/(3-[8/3])]',0,50,0,0,0);
INSERT INTO answers VALUES(11,10,2,1772442360000,'25*4*(6-2)','right','25*(6-2)*4',0,20,0,0,0);
INSERT INTO answers VALUES(12,9,3,1772442380000,'8/(3-8/3)','right','[8/(3-[8/3])]',0,35,1,0,0);
INSERT INTO answers VALUES(13,9,5,1772442409000,'8/(3-8/3)','right','[8/(3-[8/3])]',0,50,0,0,0);
INSERT INTO answers VALUES(14,12,7,1772442439000,'6/(1-3/4)','right','[6/(1-[3/4])]',0,50,0,0,1);
INSERT INTO answers VALUES(15,9,8,1772442451000,'8/(3-8/3)','right','[8/(3-[8/3])]',0,50,0,0,0);
INSERT INTO answers VALUES(16,13,2,1772528415000,'5*(5-1/5)','right','[5*(5-[1/5])]',0,50,0,0,0);
INSERT INTO answers VALUES(17,14,2,1773133215000,'(7*7-1)/2','right','[([7*7]-1)/2]',0,50,0,0,0);
INSERT INTO answers VALUES(18,15,3,1773133239000,'4*7-8','wrong','',0,0,0,0,1);
CREATE TABLE awards (
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    community_id INTEGER NOT NULL, -- on whose board it counts; 0: a daily, which counts in all communities of the player
    day          INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL CHECK (solved IN (0, 1)), -- 1: by a right answer
    local        INTEGER NOT NULL CHECK (local IN (0, 1)), -- 1: it counts nowhere in the world
    at           INTEGER NOT NULL, -- of the last change
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
INSERT INTO awards VALUES(1,3,1,20514,30,1,0,1772442027000);
INSERT INTO awards VALUES(2,2,1,20514,35,1,0,1772442076000);
INSERT INTO awards VALUES(3,2,1,20514,35,0,0,1772442091000);
INSERT INTO awards VALUES(4,4,1,20514,30,1,0,1772442166000);
INSERT INTO awards VALUES(5,2,1,20514,20,1,0,1772442186000);
INSERT INTO awards VALUES(7,3,1,20514,20,1,0,1772442302000);
INSERT INTO awards VALUES(9,2,0,20514,50,1,0,1772442342000);
INSERT INTO awards VALUES(9,3,0,20514,35,1,0,1772442380000);
INSERT INTO awards VALUES(9,5,0,20514,50,1,0,1772442409000);
INSERT INTO awards VALUES(9,8,0,20514,50,1,0,1772442451000);
INSERT INTO awards VALUES(10,2,0,20514,20,1,0,1772442360000);
INSERT INTO awards VALUES(12,7,6,20514,50,1,0,1772442439000);
INSERT INTO awards VALUES(13,2,0,20515,50,1,0,1772528415000);
INSERT INTO awards VALUES(14,2,0,20522,50,1,0,1773133215000);
CREATE TABLE doubles (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL, -- of the puzzle
    round_id  INTEGER NOT NULL REFERENCES rounds (id), -- that paid for it
    points    INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    PRIMARY KEY (player_id, class)
);
CREATE TABLE scores (
    community_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    day          INTEGER NOT NULL,
    game         TEXT    NOT NULL, -- empty: all; "hunt": solutions found, and puzzles exhausted
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change
    PRIMARY KEY (community_id, player_id, day, game)
) WITHOUT ROWID;
INSERT INTO scores VALUES(-1,2,20514,'',160,4,1772442439000);
INSERT INTO scores VALUES(-1,2,20514,'24',105,3,1772442439000);
INSERT INTO scores VALUES(-1,2,20514,'countdown',55,1,1772442360000);
INSERT INTO scores VALUES(-1,2,20514,'hunt',2,1,1772442439000);
INSERT INTO scores VALUES(-1,2,20515,'',50,1,1772528415000);
INSERT INTO scores VALUES(-1,2,20515,'24',50,1,1772528415000);
INSERT INTO scores VALUES(-1,2,20515,'hunt',1,1,1772528415000);
INSERT INTO scores VALUES(-1,2,20522,'',50,1,1773133215000);
INSERT INTO scores VALUES(-1,2,20522,'24',50,1,1773133215000);
INSERT INTO scores VALUES(-1,2,20522,'hunt',1,1,1773133215000);
INSERT INTO scores VALUES(-1,3,20514,'',85,3,1772442380000);
INSERT INTO scores VALUES(-1,3,20514,'24',85,3,1772442380000);
INSERT INTO scores VALUES(-1,3,20514,'hunt',2,1,1772442380000);
INSERT INTO scores VALUES(-1,5,20514,'',50,1,1772442409000);
INSERT INTO scores VALUES(-1,5,20514,'24',50,1,1772442409000);
INSERT INTO scores VALUES(-1,5,20514,'hunt',1,1,1772442409000);
INSERT INTO scores VALUES(0,2,20514,'',70,2,1772442360000);
INSERT INTO scores VALUES(0,2,20514,'24',50,1,1772442342000);
INSERT INTO scores VALUES(0,2,20514,'countdown',20,1,1772442360000);
INSERT INTO scores VALUES(0,2,20514,'hunt',1,1,1772442342000);
INSERT INTO scores VALUES(0,2,20515,'',50,1,1772528415000);
INSERT INTO scores VALUES(0,2,20515,'24',50,1,1772528415000);
INSERT INTO scores VALUES(0,2,20515,'hunt',1,1,1772528415000);
INSERT INTO scores VALUES(0,2,20522,'',50,1,1773133215000);
INSERT INTO scores VALUES(0,2,20522,'24',50,1,1773133215000);
INSERT INTO scores VALUES(0,2,20522,'hunt',1,1,1773133215000);
INSERT INTO scores VALUES(0,3,20514,'',35,1,1772442380000);
INSERT INTO scores VALUES(0,3,20514,'24',35,1,1772442380000);
INSERT INTO scores VALUES(0,3,20514,'hunt',1,1,1772442380000);
INSERT INTO scores VALUES(0,5,20514,'',50,1,1772442409000);
INSERT INTO scores VALUES(0,5,20514,'24',50,1,1772442409000);
INSERT INTO scores VALUES(0,5,20514,'hunt',1,1,1772442409000);
INSERT INTO scores VALUES(0,8,20514,'',50,1,1772442451000);
INSERT INTO scores VALUES(0,8,20514,'24',50,1,1772442451000);
INSERT INTO scores VALUES(0,8,20514,'hunt',1,1,1772442451000);
INSERT INTO scores VALUES(1,2,20514,'',90,2,1772442186000);
INSERT INTO scores VALUES(1,2,20514,'24',55,2,1772442186000);
INSERT INTO scores VALUES(1,2,20514,'countdown',35,0,1772442091000);
INSERT INTO scores VALUES(1,2,20514,'hunt',1,0,1772442076000);
INSERT INTO scores VALUES(1,3,20514,'',50,2,1772442302000);
INSERT INTO scores VALUES(1,3,20514,'24',50,2,1772442302000);
INSERT INTO scores VALUES(1,3,20514,'hunt',1,0,1772442027000);
INSERT INTO scores VALUES(1,4,20514,'',30,1,1772442166000);
INSERT INTO scores VALUES(1,4,20514,'tchisla',30,1,1772442166000);
INSERT INTO scores VALUES(6,7,20514,'',50,1,1772442439000);
INSERT INTO scores VALUES(6,7,20514,'24',50,1,1772442439000);
INSERT INTO scores VALUES(6,7,20514,'hunt',1,1,1772442439000);
CREATE TABLE boards (
    community_id INTEGER NOT NULL, -- -1: the world
    player_id    INTEGER NOT NULL REFERENCES players (id),
    game         TEXT    NOT NULL, -- as in scores
    period       INTEGER NOT NULL, -- 0: all time; else 4 times its last day + 1: a day, 2: a week from Monday, 3: a month
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL, -- Unix ms of the last change that has points; 0: none
    PRIMARY KEY (community_id, player_id, game, period)
) WITHOUT ROWID;
INSERT INTO boards VALUES(-1,2,'',0,260,6,1773133215000);
INSERT INTO boards VALUES(-1,3,'',0,85,3,1772442380000);
INSERT INTO boards VALUES(-1,5,'',0,50,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'24',0,205,5,1773133215000);
INSERT INTO boards VALUES(-1,3,'24',0,85,3,1772442380000);
INSERT INTO boards VALUES(-1,5,'24',0,50,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'countdown',0,55,1,1772442360000);
INSERT INTO boards VALUES(-1,2,'hunt',0,4,3,1773133215000);
INSERT INTO boards VALUES(-1,3,'hunt',0,2,1,1772442380000);
INSERT INTO boards VALUES(-1,5,'hunt',0,1,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'',82082,210,5,1772528415000);
INSERT INTO boards VALUES(-1,3,'',82082,85,3,1772442380000);
INSERT INTO boards VALUES(-1,5,'',82082,50,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'24',82082,155,4,1772528415000);
INSERT INTO boards VALUES(-1,3,'24',82082,85,3,1772442380000);
INSERT INTO boards VALUES(-1,5,'24',82082,50,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'countdown',82082,55,1,1772442360000);
INSERT INTO boards VALUES(-1,2,'hunt',82082,3,2,1772528415000);
INSERT INTO boards VALUES(-1,3,'hunt',82082,2,1,1772442380000);
INSERT INTO boards VALUES(-1,5,'hunt',82082,1,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'',82089,50,1,1773133215000);
INSERT INTO boards VALUES(-1,2,'24',82089,50,1,1773133215000);
INSERT INTO boards VALUES(-1,2,'hunt',82089,1,1,1773133215000);
INSERT INTO boards VALUES(-1,2,'',82110,50,1,1773133215000);
INSERT INTO boards VALUES(-1,2,'24',82110,50,1,1773133215000);
INSERT INTO boards VALUES(-1,2,'hunt',82110,1,1,1773133215000);
INSERT INTO boards VALUES(-1,2,'',82175,260,6,1773133215000);
INSERT INTO boards VALUES(-1,3,'',82175,85,3,1772442380000);
INSERT INTO boards VALUES(-1,5,'',82175,50,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'24',82175,205,5,1773133215000);
INSERT INTO boards VALUES(-1,3,'24',82175,85,3,1772442380000);
INSERT INTO boards VALUES(-1,5,'24',82175,50,1,1772442409000);
INSERT INTO boards VALUES(-1,2,'countdown',82175,55,1,1772442360000);
INSERT INTO boards VALUES(-1,2,'hunt',82175,4,3,1773133215000);
INSERT INTO boards VALUES(-1,3,'hunt',82175,2,1,1772442380000);
INSERT INTO boards VALUES(-1,5,'hunt',82175,1,1,1772442409000);
INSERT INTO boards VALUES(1,2,'',0,260,6,1773133215000);
INSERT INTO boards VALUES(1,3,'',0,85,3,1772442380000);
INSERT INTO boards VALUES(1,4,'',0,30,1,1772442166000);
INSERT INTO boards VALUES(1,2,'24',0,205,5,1773133215000);
INSERT INTO boards VALUES(1,3,'24',0,85,3,1772442380000);
INSERT INTO boards VALUES(1,2,'countdown',0,55,1,1772442360000);
INSERT INTO boards VALUES(1,2,'hunt',0,4,3,1773133215000);
INSERT INTO boards VALUES(1,3,'hunt',0,2,1,1772442380000);
INSERT INTO boards VALUES(1,4,'tchisla',0,30,1,1772442166000);
INSERT INTO boards VALUES(1,2,'',82082,210,5,1772528415000);
INSERT INTO boards VALUES(1,3,'',82082,85,3,1772442380000);
INSERT INTO boards VALUES(1,4,'',82082,30,1,1772442166000);
INSERT INTO boards VALUES(1,2,'24',82082,155,4,1772528415000);
INSERT INTO boards VALUES(1,3,'24',82082,85,3,1772442380000);
INSERT INTO boards VALUES(1,2,'countdown',82082,55,1,1772442360000);
INSERT INTO boards VALUES(1,2,'hunt',82082,3,2,1772528415000);
INSERT INTO boards VALUES(1,3,'hunt',82082,2,1,1772442380000);
INSERT INTO boards VALUES(1,4,'tchisla',82082,30,1,1772442166000);
INSERT INTO boards VALUES(1,2,'',82089,50,1,1773133215000);
INSERT INTO boards VALUES(1,2,'24',82089,50,1,1773133215000);
INSERT INTO boards VALUES(1,2,'hunt',82089,1,1,1773133215000);
INSERT INTO boards VALUES(1,2,'',82110,50,1,1773133215000);
INSERT INTO boards VALUES(1,2,'24',82110,50,1,1773133215000);
INSERT INTO boards VALUES(1,2,'hunt',82110,1,1,1773133215000);
INSERT INTO boards VALUES(1,2,'',82175,260,6,1773133215000);
INSERT INTO boards VALUES(1,3,'',82175,85,3,1772442380000);
INSERT INTO boards VALUES(1,4,'',82175,30,1,1772442166000);
INSERT INTO boards VALUES(1,2,'24',82175,205,5,1773133215000);
INSERT INTO boards VALUES(1,3,'24',82175,85,3,1772442380000);
INSERT INTO boards VALUES(1,2,'countdown',82175,55,1,1772442360000);
INSERT INTO boards VALUES(1,2,'hunt',82175,4,3,1773133215000);
INSERT INTO boards VALUES(1,3,'hunt',82175,2,1,1772442380000);
INSERT INTO boards VALUES(1,4,'tchisla',82175,30,1,1772442166000);
INSERT INTO boards VALUES(2,2,'',0,170,4,1773133215000);
INSERT INTO boards VALUES(2,2,'24',0,150,3,1773133215000);
INSERT INTO boards VALUES(2,2,'countdown',0,20,1,1772442360000);
INSERT INTO boards VALUES(2,2,'hunt',0,3,3,1773133215000);
INSERT INTO boards VALUES(2,2,'',82082,120,3,1772528415000);
INSERT INTO boards VALUES(2,2,'24',82082,100,2,1772528415000);
INSERT INTO boards VALUES(2,2,'countdown',82082,20,1,1772442360000);
INSERT INTO boards VALUES(2,2,'hunt',82082,2,2,1772528415000);
INSERT INTO boards VALUES(2,2,'',82089,50,1,1773133215000);
INSERT INTO boards VALUES(2,2,'24',82089,50,1,1773133215000);
INSERT INTO boards VALUES(2,2,'hunt',82089,1,1,1773133215000);
INSERT INTO boards VALUES(2,2,'',82110,50,1,1773133215000);
INSERT INTO boards VALUES(2,2,'24',82110,50,1,1773133215000);
INSERT INTO boards VALUES(2,2,'hunt',82110,1,1,1773133215000);
INSERT INTO boards VALUES(2,2,'',82175,170,4,1773133215000);
INSERT INTO boards VALUES(2,2,'24',82175,150,3,1773133215000);
INSERT INTO boards VALUES(2,2,'countdown',82175,20,1,1772442360000);
INSERT INTO boards VALUES(2,2,'hunt',82175,3,3,1773133215000);
INSERT INTO boards VALUES(3,3,'',0,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'24',0,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'hunt',0,1,1,1772442380000);
INSERT INTO boards VALUES(3,3,'',82057,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'24',82057,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'hunt',82057,1,1,1772442380000);
INSERT INTO boards VALUES(3,3,'',82082,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'24',82082,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'hunt',82082,1,1,1772442380000);
INSERT INTO boards VALUES(3,3,'',82175,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'24',82175,35,1,1772442380000);
INSERT INTO boards VALUES(3,3,'hunt',82175,1,1,1772442380000);
INSERT INTO boards VALUES(4,5,'',0,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'24',0,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'hunt',0,1,1,1772442409000);
INSERT INTO boards VALUES(4,5,'',82057,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'24',82057,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'hunt',82057,1,1,1772442409000);
INSERT INTO boards VALUES(4,5,'',82082,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'24',82082,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'hunt',82082,1,1,1772442409000);
INSERT INTO boards VALUES(4,5,'',82175,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'24',82175,50,1,1772442409000);
INSERT INTO boards VALUES(4,5,'hunt',82175,1,1,1772442409000);
INSERT INTO boards VALUES(6,7,'',0,220,5,1773133215000);
INSERT INTO boards VALUES(6,7,'24',0,200,4,1773133215000);
INSERT INTO boards VALUES(6,7,'countdown',0,20,1,1772442360000);
INSERT INTO boards VALUES(6,7,'hunt',0,4,4,1773133215000);
INSERT INTO boards VALUES(6,7,'',82057,120,3,1772442439000);
INSERT INTO boards VALUES(6,7,'24',82057,100,2,1772442439000);
INSERT INTO boards VALUES(6,7,'countdown',82057,20,1,1772442360000);
INSERT INTO boards VALUES(6,7,'hunt',82057,2,2,1772442439000);
INSERT INTO boards VALUES(6,7,'',82061,50,1,1772528415000);
INSERT INTO boards VALUES(6,7,'24',82061,50,1,1772528415000);
INSERT INTO boards VALUES(6,7,'hunt',82061,1,1,1772528415000);
INSERT INTO boards VALUES(6,7,'',82082,170,4,1772528415000);
INSERT INTO boards VALUES(6,7,'24',82082,150,3,1772528415000);
INSERT INTO boards VALUES(6,7,'countdown',82082,20,1,1772442360000);
INSERT INTO boards VALUES(6,7,'hunt',82082,3,3,1772528415000);
INSERT INTO boards VALUES(6,7,'',82089,50,1,1773133215000);
INSERT INTO boards VALUES(6,7,'24',82089,50,1,1773133215000);
INSERT INTO boards VALUES(6,7,'hunt',82089,1,1,1773133215000);
INSERT INTO boards VALUES(6,7,'',82110,50,1,1773133215000);
INSERT INTO boards VALUES(6,7,'24',82110,50,1,1773133215000);
INSERT INTO boards VALUES(6,7,'hunt',82110,1,1,1773133215000);
INSERT INTO boards VALUES(6,7,'',82175,220,5,1773133215000);
INSERT INTO boards VALUES(6,7,'24',82175,200,4,1773133215000);
INSERT INTO boards VALUES(6,7,'countdown',82175,20,1,1772442360000);
INSERT INTO boards VALUES(6,7,'hunt',82175,4,4,1773133215000);
INSERT INTO boards VALUES(7,7,'',0,170,4,1773133215000);
INSERT INTO boards VALUES(7,7,'24',0,150,3,1773133215000);
INSERT INTO boards VALUES(7,7,'countdown',0,20,1,1772442360000);
INSERT INTO boards VALUES(7,7,'hunt',0,3,3,1773133215000);
INSERT INTO boards VALUES(7,7,'',82057,70,2,1772442360000);
INSERT INTO boards VALUES(7,7,'24',82057,50,1,1772442342000);
INSERT INTO boards VALUES(7,7,'countdown',82057,20,1,1772442360000);
INSERT INTO boards VALUES(7,7,'hunt',82057,1,1,1772442342000);
INSERT INTO boards VALUES(7,7,'',82061,50,1,1772528415000);
INSERT INTO boards VALUES(7,7,'24',82061,50,1,1772528415000);
INSERT INTO boards VALUES(7,7,'hunt',82061,1,1,1772528415000);
INSERT INTO boards VALUES(7,7,'',82082,120,3,1772528415000);
INSERT INTO boards VALUES(7,7,'24',82082,100,2,1772528415000);
INSERT INTO boards VALUES(7,7,'countdown',82082,20,1,1772442360000);
INSERT INTO boards VALUES(7,7,'hunt',82082,2,2,1772528415000);
INSERT INTO boards VALUES(7,7,'',82089,50,1,1773133215000);
INSERT INTO boards VALUES(7,7,'24',82089,50,1,1773133215000);
INSERT INTO boards VALUES(7,7,'hunt',82089,1,1,1773133215000);
INSERT INTO boards VALUES(7,7,'',82110,50,1,1773133215000);
INSERT INTO boards VALUES(7,7,'24',82110,50,1,1773133215000);
INSERT INTO boards VALUES(7,7,'hunt',82110,1,1,1773133215000);
INSERT INTO boards VALUES(7,7,'',82175,170,4,1773133215000);
INSERT INTO boards VALUES(7,7,'24',82175,150,3,1773133215000);
INSERT INTO boards VALUES(7,7,'countdown',82175,20,1,1772442360000);
INSERT INTO boards VALUES(7,7,'hunt',82175,3,3,1773133215000);
CREATE TABLE winners (
    community_id INTEGER NOT NULL, -- -1: the world
    period       INTEGER NOT NULL, -- as in boards
    player_id    INTEGER NOT NULL REFERENCES players (id),
    place        INTEGER NOT NULL, -- 1 to 3; equal points share one
    points       INTEGER NOT NULL,
    PRIMARY KEY (community_id, period, player_id)
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
INSERT INTO figures VALUES(2,'24',5,0,5,1,5,205);
INSERT INTO figures VALUES(2,'countdown',2,0,1,0,1,55);
INSERT INTO figures VALUES(2,'tchisla',1,1,0,0,0,0);
INSERT INTO figures VALUES(3,'24',5,2,3,1,3,85);
INSERT INTO figures VALUES(3,'countdown',1,1,0,0,0,0);
INSERT INTO figures VALUES(4,'tchisla',1,0,1,0,1,30);
INSERT INTO figures VALUES(5,'24',1,0,1,0,1,50);
INSERT INTO figures VALUES(7,'24',1,0,1,0,1,50);
INSERT INTO figures VALUES(8,'24',1,0,1,0,1,50);
CREATE TABLE seen (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL,
    paid      INTEGER NOT NULL DEFAULT 0, -- the one round that pays for it; 0: none
    round_id  INTEGER NOT NULL, -- the round in which it was found or at whose end it was shown; 0: none
    PRIMARY KEY (player_id, class)
) WITHOUT ROWID;
INSERT INTO seen VALUES(2,'#61 numbers:2,25,3,4,5,6=400',10,10);
INSERT INTO seen VALUES(2,'#61 numbers:3,3,8,8=24',9,9);
INSERT INTO seen VALUES(2,'#62 numbers:1,5,5,5=24',13,13);
INSERT INTO seen VALUES(2,'#69 numbers:1,2,7,7=24',14,14);
INSERT INTO seen VALUES(2,'numbers:1,2,7,7=24',0,14);
INSERT INTO seen VALUES(2,'numbers:1,4,5,6=24',2,2);
INSERT INTO seen VALUES(2,'numbers:1,5,5,5=24',0,13);
INSERT INTO seen VALUES(2,'numbers:100,25,3,50,6,75=951',3,3);
INSERT INTO seen VALUES(2,'numbers:11,12,3,8=24',5,5);
INSERT INTO seen VALUES(2,'numbers:2,25,3,4,5,6=400',0,10);
INSERT INTO seen VALUES(2,'numbers:3,3,8,8=24',0,9);
INSERT INTO seen VALUES(2,'numbers:7=2016',0,4);
INSERT INTO seen VALUES(3,'#61 numbers:3,3,8,8=24',9,9);
INSERT INTO seen VALUES(3,'numbers:1,1,13,3=24',0,8);
INSERT INTO seen VALUES(3,'numbers:1,4,5,6=24',0,0);
INSERT INTO seen VALUES(3,'numbers:100,25,3,50,6,75=951',0,3);
INSERT INTO seen VALUES(3,'numbers:2,2,6,6=24',7,7);
INSERT INTO seen VALUES(3,'numbers:2,3,4,5=24',1,1);
INSERT INTO seen VALUES(3,'numbers:3,3,8,8=24',0,9);
INSERT INTO seen VALUES(3,'numbers:5,6,6,9=24',0,11);
INSERT INTO seen VALUES(4,'numbers:1,1,13,3=24',0,8);
INSERT INTO seen VALUES(4,'numbers:2,2,6,6=24',0,7);
INSERT INTO seen VALUES(4,'numbers:5,6,6,9=24',0,11);
INSERT INTO seen VALUES(4,'numbers:7=2016',4,0);
INSERT INTO seen VALUES(5,'#61 numbers:3,3,8,8=24',9,9);
INSERT INTO seen VALUES(5,'numbers:3,3,8,8=24',0,9);
INSERT INTO seen VALUES(6,'numbers:1,2,7,7=24',0,0);
INSERT INTO seen VALUES(6,'numbers:3,3,8,8=24',0,0);
INSERT INTO seen VALUES(7,'numbers:1,3,4,6=24',12,12);
CREATE TABLE locks (
    person TEXT    NOT NULL, -- a keyed hash of network and key
    class  TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (person, class)
) WITHOUT ROWID;
CREATE TABLE dailies (
    number INTEGER NOT NULL CHECK (number > 0),
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL, -- the puzzle's ID, opaque
    class  TEXT    NOT NULL, -- as in rounds
    PRIMARY KEY (game, number)
);
INSERT INTO dailies VALUES(61,'24','24:3,3,8,8','numbers:3,3,8,8=24');
INSERT INTO dailies VALUES(61,'tchisla','tchisla:98#7','numbers:7=98');
INSERT INTO dailies VALUES(61,'countdown','countdown:25,2,3,4,5,6=400','numbers:2,25,3,4,5,6=400');
INSERT INTO dailies VALUES(61,'letters','letters:AAEEILNRT','letters:AAEEILNRT');
INSERT INTO dailies VALUES(61,'conundrum','conundrum:TCUNEODID','letters:CDDEINOTU');
INSERT INTO dailies VALUES(62,'24','24:1,5,5,5','numbers:1,5,5,5=24');
INSERT INTO dailies VALUES(62,'tchisla','tchisla:24#3','numbers:3=24');
INSERT INTO dailies VALUES(62,'countdown','countdown:100,75,3,6,2,7=931','numbers:100,2,3,6,7,75=931');
INSERT INTO dailies VALUES(62,'letters','letters:AAEEILNRS','letters:AAEEILNRS');
INSERT INTO dailies VALUES(62,'conundrum','conundrum:RETSIBRAC','letters:ABCEIRRST');
INSERT INTO dailies VALUES(69,'24','24:1,2,7,7','numbers:1,2,7,7=24');
INSERT INTO dailies VALUES(69,'tchisla','tchisla:25#3','numbers:3=25');
INSERT INTO dailies VALUES(69,'countdown','countdown:100,75,50,25,6,3=952','numbers:100,25,3,50,6,75=952');
INSERT INTO dailies VALUES(69,'letters','letters:AAEEILNRD','letters:AADEEILNR');
INSERT INTO dailies VALUES(69,'conundrum','conundrum:DIORACTEN','letters:ACDEINORT');
CREATE TABLE openings (
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
INSERT INTO openings VALUES(9,2,1772442331000);
INSERT INTO openings VALUES(9,3,1772442366000);
INSERT INTO openings VALUES(9,5,1772442386000);
INSERT INTO openings VALUES(9,6,1772442412000);
INSERT INTO openings VALUES(10,2,1772442345000);
INSERT INTO openings VALUES(13,2,1772528404000);
INSERT INTO openings VALUES(14,2,1773133204000);
INSERT INTO openings VALUES(14,6,1773133221000);
CREATE TABLE days (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number    INTEGER NOT NULL, -- of the daily
    PRIMARY KEY (player_id, number)
) WITHOUT ROWID;
INSERT INTO days VALUES(2,61);
INSERT INTO days VALUES(2,62);
INSERT INTO days VALUES(2,69);
INSERT INTO days VALUES(3,61);
INSERT INTO days VALUES(5,61);
INSERT INTO days VALUES(8,61);
CREATE TABLE shared_days (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    number       INTEGER NOT NULL,
    PRIMARY KEY (community_id, number)
) WITHOUT ROWID;
INSERT INTO shared_days VALUES(1,61);
INSERT INTO shared_days VALUES(1,62);
INSERT INTO shared_days VALUES(1,69);
INSERT INTO shared_days VALUES(6,62);
INSERT INTO shared_days VALUES(6,69);
CREATE TABLE solvers (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id, at, player_id)
) WITHOUT ROWID;
INSERT INTO solvers VALUES(1,9,1772442342000,2);
INSERT INTO solvers VALUES(1,9,1772442380000,3);
INSERT INTO solvers VALUES(1,10,1772442360000,2);
INSERT INTO solvers VALUES(1,13,1772528415000,2);
INSERT INTO solvers VALUES(1,14,1773133215000,2);
INSERT INTO solvers VALUES(6,9,1772442342000,7);
INSERT INTO solvers VALUES(6,10,1772442360000,7);
INSERT INTO solvers VALUES(6,13,1772528415000,7);
INSERT INTO solvers VALUES(6,14,1773133215000,7);
CREATE TABLE bests (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    measure      INTEGER NOT NULL, -- as in answers
    at           INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id)
) WITHOUT ROWID;
INSERT INTO bests VALUES(1,9,0,1772442342000,2);
INSERT INTO bests VALUES(1,10,0,1772442360000,2);
INSERT INTO bests VALUES(6,9,0,1772442342000,7);
INSERT INTO bests VALUES(6,10,0,1772442360000,7);
CREATE TABLE records (
    puzzle    TEXT    NOT NULL PRIMARY KEY, -- the puzzle's ID, opaque
    game      TEXT    NOT NULL,
    measure   INTEGER NOT NULL, -- of the best answer known; less is better
    was       INTEGER NOT NULL, -- of the best known before
    text      TEXT    NOT NULL, -- the answer
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL
);
INSERT INTO records VALUES('tchisla:2016#7','tchisla',6,7,'(7!+7!)/(7-(7+7)/7)',4,1772442166000);
CREATE TABLE rated (
    id                INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of learning
    player_id         INTEGER NOT NULL REFERENCES players (id),
    game              TEXT    NOT NULL,
    class             TEXT    NOT NULL, -- of the puzzle
    round_id          INTEGER NOT NULL, -- no REFERENCES: its index would cost more than it guards
    at                INTEGER NOT NULL, -- when the attempt ended
    solved            INTEGER NOT NULL CHECK (solved IN (0, 1)), -- 0: it ended without a solution
    millis            INTEGER NOT NULL CHECK (millis >= 0), -- how long it took
    predicted         REAL    NOT NULL CHECK (predicted > 0), -- seconds, as the game rated the puzzle then
    deviation         REAL    NOT NULL CHECK (deviation >= 0), -- of ln predicted; 0: unknown
    difficulty_before REAL    NOT NULL,
    difficulty_after  REAL    NOT NULL,
    ability_before    REAL    NOT NULL,
    ability_after     REAL    NOT NULL
);
INSERT INTO rated VALUES(1,3,'24','numbers:2,3,4,5=24',1,1772442027000,1,6000,11.937513253334429919,0.17309394217334925225,2.4796858160332000409,2.4494591145189903436,0.0,1.0088509782105317125);
INSERT INTO rated VALUES(2,2,'24','numbers:1,4,5,6=24',2,1772442073000,0,43000,195.04013132419294151,0.5,5.2732053390520174929,5.3005405554017333003,0.0,-0.10934086539886150868);
INSERT INTO rated VALUES(3,2,'24','numbers:11,12,3,8=24',5,1772442186000,1,3000,6.3601710644210314171,0.092222480434104955882,1.8500552739118609757,1.8399396461765131771,-0.10934086539886150868,0.56211101253402784294);
INSERT INTO rated VALUES(4,3,'24','numbers:2,2,6,6=24',7,1772442302000,1,6000,7.8557970874319034138,0.11390905776776261149,2.0612517417257065766,2.0750854738032238344,1.0088509782105317125,0.4069590856483017438);
INSERT INTO rated VALUES(5,2,'24','numbers:3,3,8,8=24',9,1772442342000,1,11000,89.411714751199198756,0.5,4.4932517110802567827,4.0914257470580723818,0.56211101253402784294,1.1942359310174637254);
INSERT INTO rated VALUES(6,3,'24','numbers:3,3,8,8=24',9,1772442369000,0,3000,89.411714751199198756,0.5,4.0914257470580723818,4.094855092625333981,0.4069590856483017438,0.40052395398795753722);
INSERT INTO rated VALUES(7,5,'24','numbers:3,3,8,8=24',9,1772442409000,1,23000,89.411714751199198756,0.5,4.094855092625333981,3.8644249017368048626,0.0,1.2772053555584594874);
INSERT INTO rated VALUES(8,6,'24','numbers:3,3,8,8=24',9,1772442418000,0,6000,89.411714751199198756,0.5,3.8644249017368048626,3.8709229888082403725,0.0,-0.041029243988237124041);
INSERT INTO rated VALUES(9,7,'24','numbers:1,3,4,6=24',12,1772442439000,1,18000,201.56999999999999318,0.0,5.3061367156001679745,4.8627012970717622408,0.0,1.7737416741136229347);
INSERT INTO rated VALUES(10,8,'24','numbers:3,3,8,8=24',9,1772442451000,1,3000,89.411714751199198756,0.5,3.8709229888082403725,3.6176125763114646005,0.0,1.7948054571396903078);
INSERT INTO rated VALUES(11,2,'24','numbers:1,5,5,5=24',13,1772528415000,1,11000,41.694854783862297154,0.5,3.7303777347138957765,3.8525025368371323963,1.6354606494913452863,1.5158886921865983854);
INSERT INTO rated VALUES(12,2,'24','numbers:1,2,7,7=24',14,1773133215000,1,11000,41.521771051931693819,0.5,3.7262178933412628545,3.8029819945950533721,1.5158886921865983854,1.4526660744778610023);
INSERT INTO rated VALUES(13,6,'24','numbers:1,2,7,7=24',14,1773133227000,0,6000,41.521771051931693819,0.5,3.8029819945950533721,3.8118986297093946369,-0.041029243988237124041,-0.065047303114269788837);
CREATE TABLE difficulties (
    game     TEXT    NOT NULL,
    class    TEXT    NOT NULL, -- of the puzzle
    value    REAL    NOT NULL,
    prior    REAL    NOT NULL CHECK (prior > 0), -- standard deviation before the first attempt
    attempts INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (game, class)
) WITHOUT ROWID;
INSERT INTO difficulties VALUES('24','numbers:1,2,7,7=24',3.8118986297093946369,0.5,2);
INSERT INTO difficulties VALUES('24','numbers:1,3,4,6=24',4.8627012970717622408,0.5,1);
INSERT INTO difficulties VALUES('24','numbers:1,4,5,6=24',5.3005405554017333003,0.5,1);
INSERT INTO difficulties VALUES('24','numbers:1,5,5,5=24',3.8525025368371323963,0.5,1);
INSERT INTO difficulties VALUES('24','numbers:11,12,3,8=24',1.8399396461765131771,0.092222480434104955882,1);
INSERT INTO difficulties VALUES('24','numbers:2,2,6,6=24',2.0750854738032238344,0.11390905776776261149,1);
INSERT INTO difficulties VALUES('24','numbers:2,3,4,5=24',2.4494591145189903436,0.17309394217334925225,1);
INSERT INTO difficulties VALUES('24','numbers:3,3,8,8=24',3.6176125763114646005,0.5,5);
CREATE TABLE abilities (
    player_id INTEGER NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    value     REAL    NOT NULL,
    prior     REAL    NOT NULL CHECK (prior > 0), -- standard deviation before the first attempt
    attempts  INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (player_id, game)
) WITHOUT ROWID;
INSERT INTO abilities VALUES(2,'24',1.4526660744778610023,1.0,6);
INSERT INTO abilities VALUES(3,'24',0.40052395398795753722,1.0,3);
INSERT INTO abilities VALUES(5,'24',1.2772053555584594874,1.0,1);
INSERT INTO abilities VALUES(6,'24',-0.065047303114269788837,1.0,2);
INSERT INTO abilities VALUES(7,'24',1.4526660744778610023,1.0,6);
INSERT INTO abilities VALUES(8,'24',1.7948054571396903078,1.0,1);
CREATE TABLE jobs (
    kind TEXT    NOT NULL,
    key  TEXT    NOT NULL, -- its subject, opaque
    at   INTEGER NOT NULL, -- when to run it
    claimed_by INTEGER, -- the process that runs it; NULL: none
    PRIMARY KEY (kind, key)
);
INSERT INTO jobs VALUES('prune','',1773136801000,NULL);
INSERT INTO jobs VALUES('daily','1',1773136800000,NULL);
INSERT INTO jobs VALUES('season','',1773147600000,NULL);
INSERT INTO jobs VALUES('end','15',1773219636000,NULL);
INSERT INTO jobs VALUES('match','3',1773133422000,NULL);
CREATE TABLE outbox (
    id           INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of enqueuing
    nonce        TEXT    NOT NULL UNIQUE CHECK (nonce <> ''), -- one delivery each; of a reply: the key of its event
    community_id INTEGER NOT NULL, -- no REFERENCES: an index of all deliveries ever made would cost more than it guards
    network      TEXT    NOT NULL, -- of the community
    bulk         INTEGER NOT NULL DEFAULT 0 CHECK (bulk IN (0, 1)), -- 1: it gives way to what is not bulk
    priority     INTEGER NOT NULL DEFAULT 0, -- the less the sooner
    channel      TEXT    NOT NULL DEFAULT '', -- the place in the community
    message      TEXT    NOT NULL DEFAULT '', -- the network's ID of the message to edit; empty: a new one
    event        TEXT, -- the event it replies to, in the front end's own words; NULL: none
    locale       TEXT    NOT NULL DEFAULT '', -- of the person it replies to
    round_id     INTEGER, -- the round it is about; NULL: none
    match_id     INTEGER, -- the match whose own message it is; NULL: none
    shows        INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)), -- 1: it is the round's own message
    player_id    INTEGER, -- the player it replies to; NULL: none
    hint         INTEGER NOT NULL DEFAULT 0, -- the number of the hint in it, to be charged; 0: none
    body         BLOB    NOT NULL, -- the Reply; empty once done
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER, -- useless from then on; NULL: never
    claimed_by   INTEGER, -- the process that has claimed it; NULL: none. No REFERENCES: a process is forgotten first
    begun        INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)), -- 1: it may have arrived, though nobody knows
    outcome      TEXT    NOT NULL DEFAULT '', -- delivered, failed, replaced; empty: not done
    posted       TEXT    NOT NULL DEFAULT '', -- the network's ID of the message it became
    reason       TEXT    NOT NULL DEFAULT '', -- why it failed
    done_at      INTEGER
);
INSERT INTO outbox VALUES(69,'round:12:end:net:event:50',6,'other',0,2,'','m48',NULL,'',12,NULL,0,NULL,0,X'7b2266616365223a7b227469746c65223a223234222c2274696c6573223a5b2231222c2233222c2234222c2236225d2c22676f616c223a226d616b65203234222c22736f7274223a312c226f766572223a747275657d2c2274657874223a5b5b7b2274657874223a22416c6c20736f6c7574696f6e7320666f756e6421227d5d2c5b7b227374796c65223a226974656d222c2274657874223a22227d2c7b2274657874223a22f09f8f8620227d2c7b227374796c65223a227374726f6e67222c2274657874223a22416e6e61222c22706c61796572223a22616e6e61227d2c7b2274657874223a2220227d2c7b227374796c65223a22636f6465222c2274657874223a22362f28312d332f3429227d2c7b2274657874223a2220227d2c7b227374796c65223a227374726f6e67222c2274657874223a222b3530227d2c7b2274657874223a2220c2b72031382073227d5d5d2c22627574746f6e73223a5b5b7b226c6162656c223a224e657874222c2264617461223a227632206e6578742032342030222c2269636f6e223a22e296b6efb88f227d2c7b226c6162656c223a2250696374757265222c2264617461223a2276322070696374757265203132207e344236494d314c53222c2269636f6e223a22f09f96bcefb88f227d5d5d7d',1772442439000,NULL,NULL,0,'','','',NULL);
INSERT INTO outbox VALUES(79,'round:1:end:job',1,'net',0,2,'','m7',NULL,'',1,NULL,0,NULL,0,'',1773133201000,NULL,NULL,0,'delivered','m7','',1773133201000);
INSERT INTO outbox VALUES(80,'round:2:end:job',1,'net',0,2,'','m10',NULL,'',2,NULL,0,NULL,0,'',1773133201000,NULL,NULL,0,'delivered','m10','',1773133201000);
INSERT INTO outbox VALUES(81,'end:4',1,'net',0,1,'','',NULL,'',4,NULL,0,NULL,0,'',1773133201000,1773133801000,NULL,0,'delivered','m58','',1773133201000);
INSERT INTO outbox VALUES(82,'round:4:end:job',1,'net',0,2,'','m19',NULL,'',4,NULL,0,NULL,0,'',1773133201000,NULL,NULL,0,'delivered','m19','',1773133201000);
INSERT INTO outbox VALUES(91,'net:event:70',2,'net',0,1,'','','{}','en',14,NULL,0,2,0,X'7b2266616365223a7b227469746c65223a224461696c792023363920c2b7203234222c2274696c6573223a5b2231222c2232222c2237222c2237225d2c22676f616c223a226d616b65203234222c226e6f7465223a22766572792068617264222c22736f7274223a317d2c2274657874223a5b5b7b2274657874223a22596f7520686176652074686520626573742074686572652069733a206e6f2068696e74206e65656465642e227d5d5d2c22627574746f6e73223a5b5b7b226c6162656c223a22416e73776572222c2264617461223a22763220616e73776572203134222c227374796c65223a312c22706572736f6e616c223a747275652c2269636f6e223a22e29c8fefb88f227d2c7b226c6162656c223a2248696e742028e2889233302529222c2264617461223a2276322068696e74203134222c22706572736f6e616c223a747275652c2269636f6e223a22f09f92a1222c2264697361626c6564223a747275657d2c7b226c6162656c223a2247697665207570222c2264617461223a22763220676976657570203134222c227374796c65223a322c22706572736f6e616c223a747275652c2269636f6e223a22f09f8fb3efb88f227d5d2c5b7b226c6162656c223a2254617020746f20706c6179222c2264617461223a2276322070616765203134222c227374796c65223a312c2270616765223a747275652c2269636f6e223a22f09f9186227d5d2c5b7b226c6162656c223a2254636869736c61222c2264617461223a227632206461696c792074636869736c61203639222c22706572736f6e616c223a747275657d2c7b226c6162656c223a22436f756e74646f776e222c2264617461223a227632206461696c7920636f756e74646f776e203639222c22706572736f6e616c223a747275657d2c7b226c6162656c223a224c657474657273222c2264617461223a227632206461696c79206c657474657273203639222c22706572736f6e616c223a747275657d2c7b226c6162656c223a22436f6e756e6472756d222c2264617461223a227632206461696c7920636f6e756e6472756d203639222c22706572736f6e616c223a747275657d5d5d2c2261756469656e6365223a322c2265646974223a747275652c226f7468657277697365223a7b2274657874223a5b5b7b2274657874223a22546861742773206f6e6c7920666f7220796f757220657965733a20492063616e2073686f7720796f7520696e206f7572207072697661746520636861742e227d5d5d2c22627574746f6e73223a5b5b7b226c6162656c223a22496e2070726976617465222c2264617461223a2276322068696e74203134222c227374796c65223a312c22706572736f6e616c223a747275657d5d5d2c2261756469656e6365223a317d7d',1773133242000,1773133842000,NULL,0,'','','',NULL);
CREATE TABLE processes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    host    TEXT    NOT NULL,
    pid     INTEGER NOT NULL,
    seen_at INTEGER NOT NULL -- when it last reported that it lives
);
CREATE TABLE requests (
    key TEXT    NOT NULL PRIMARY KEY, -- the network's ID of the event
    at  INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO requests VALUES('net:event:59',1773133204000);
INSERT INTO requests VALUES('net:event:60',1773133215000);
INSERT INTO requests VALUES('net:event:62',1773133221000);
INSERT INTO requests VALUES('net:event:63',1773133224000);
INSERT INTO requests VALUES('net:event:64',1773133227000);
INSERT INTO requests VALUES('net:event:67',1773133236000);
INSERT INTO requests VALUES('net:event:68',1773133239000);
INSERT INTO requests VALUES('net:event:69',1773133242000);
INSERT INTO requests VALUES('net:event:70',1773133242000);
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL -- random bytes
);
INSERT INTO secrets VALUES('locks',X'b4a66148ae5547fad00ca75a5fc9e77c3702a6385627d9b7bc6147de1d03a367');
INSERT INTO secrets VALUES('buttons',X'bf5b99a36a50bc2c00b23ea392be69745370085ac96c3003f8073f7919969ed1');
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta VALUES('heartbeat','1773133236000');
INSERT INTO meta VALUES('season','20512');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('reckon_versions',2);
INSERT INTO sqlite_sequence VALUES('processes',2);
INSERT INTO sqlite_sequence VALUES('communities',8);
INSERT INTO sqlite_sequence VALUES('players',8);
INSERT INTO sqlite_sequence VALUES('outbox',91);
INSERT INTO sqlite_sequence VALUES('rounds',15);
INSERT INTO sqlite_sequence VALUES('answers',18);
INSERT INTO sqlite_sequence VALUES('rated',13);
INSERT INTO sqlite_sequence VALUES('matches',3);
CREATE UNIQUE INDEX reckon_versions_once ON reckon_versions (version_id);
CREATE INDEX communities_player ON communities (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX members_player ON members (player_id);
CREATE INDEX members_at ON members (community_id, at);
CREATE INDEX links_person ON links (person_id);
CREATE INDEX link_codes_player ON link_codes (player_id);
CREATE INDEX link_codes_until ON link_codes (until);
CREATE INDEX matches_place ON matches (community_id, channel) WHERE ended_at IS NULL;
CREATE INDEX matches_community ON matches (community_id);
CREATE INDEX matches_player ON matches (player_id);
CREATE INDEX matches_rival ON matches (rival_id);
CREATE INDEX matches_unknown ON matches (rival) WHERE rival <> '';
CREATE INDEX rounds_game ON rounds (community_id, game, id);
CREATE INDEX rounds_open ON rounds (community_id, channel, id) WHERE closed_at IS NULL;
CREATE INDEX rounds_class ON rounds (class) WHERE closed_at IS NULL;
CREATE INDEX rounds_match ON rounds (match_id) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX rounds_daily ON rounds (daily, game) WHERE community_id IS NULL;
CREATE INDEX messages_at ON messages (at);
CREATE INDEX currents_player ON currents (player_id);
CREATE INDEX attempts_player ON attempts (player_id);
CREATE INDEX answers_round ON answers (round_id, outcome);
CREATE INDEX answers_player ON answers (player_id, round_id);
CREATE INDEX awards_day ON awards (community_id, player_id, day, points);
CREATE INDEX awards_local ON awards (community_id, player_id, day) WHERE local = 1;
CREATE INDEX boards_top ON boards (community_id, period, game, points DESC, solved DESC, reached, player_id);
CREATE INDEX winners_player ON winners (player_id);
CREATE INDEX locks_until ON locks (until);
CREATE INDEX dailies_class ON dailies (class);
CREATE INDEX openings_player ON openings (player_id);
CREATE INDEX records_at ON records (at);
CREATE INDEX records_player ON records (player_id);
CREATE UNIQUE INDEX rated_once ON rated (player_id, game, class);
CREATE INDEX jobs_at ON jobs (at);
CREATE INDEX jobs_claimed ON jobs (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX outbox_open ON outbox (community_id, bulk, claimed_by) WHERE done_at IS NULL;
CREATE INDEX outbox_free ON outbox (network, bulk, id) WHERE done_at IS NULL AND claimed_by IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX requests_at ON requests (at);
COMMIT;
