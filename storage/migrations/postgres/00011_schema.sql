-- The schema as of version 11, with which PostgreSQL begins: what SQLite's files 1 to
-- 11 come to, which say what each column holds. It is written as they are, and
-- translated with them.

CREATE UNIQUE INDEX reckon_schema_version ON reckon_schema (version_id);

CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    CHECK (key <> ''),
    name       TEXT    NOT NULL DEFAULT '',
    locale     TEXT    NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);

CREATE TABLE communities (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    network         TEXT    NOT NULL CHECK (network <> ''),
    key             TEXT    NOT NULL CHECK (key <> ''),
    private         INTEGER NOT NULL CHECK (private IN (0, 1)),
    active          INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    title           TEXT    NOT NULL DEFAULT '',
    locale          TEXT    NOT NULL DEFAULT '',
    zone            TEXT    NOT NULL DEFAULT '',
    hour            INTEGER NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23),
    daily           INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1)),
    created_at      INTEGER NOT NULL,
    seconds         INTEGER NOT NULL DEFAULT 0 CHECK (seconds >= 0),
    host_locale     TEXT    NOT NULL DEFAULT '',
    daily_channel   TEXT    NOT NULL DEFAULT '',
    player_id       INTEGER REFERENCES players (id),
    trouble         TEXT    NOT NULL DEFAULT '',
    trouble_channel TEXT    NOT NULL DEFAULT '',
    minute          INTEGER NOT NULL DEFAULT 0,
    games           TEXT    NOT NULL DEFAULT '',
    level           INTEGER NOT NULL DEFAULT 0,
    dealers         TEXT    NOT NULL DEFAULT '',
    UNIQUE (network, key)
);
CREATE INDEX communities_player ON communities (player_id) WHERE player_id IS NOT NULL;

CREATE TABLE rounds (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    community_id INTEGER REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '',
    game         TEXT    NOT NULL,
    puzzle       TEXT    NOT NULL,
    daily        INTEGER NOT NULL DEFAULT 0,
    asker_id     INTEGER REFERENCES players (id),
    dealt_at     INTEGER NOT NULL,
    ends_at      INTEGER,
    solved_at    INTEGER,
    closed_at    INTEGER,
    reason       TEXT    NOT NULL DEFAULT '',
    message      TEXT    NOT NULL DEFAULT '',
    level        INTEGER NOT NULL DEFAULT 0,
    seconds      REAL    NOT NULL DEFAULT 0,
    class        TEXT    NOT NULL DEFAULT '',
    lasts        INTEGER NOT NULL DEFAULT 0,
    own          INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0, 1)),
    wish         TEXT    NOT NULL DEFAULT '',
    CHECK (closed_at IS NOT NULL OR reason = '')
);
CREATE INDEX rounds_game ON rounds (community_id, game, id);
CREATE INDEX rounds_open ON rounds (community_id, channel, id) WHERE closed_at IS NULL;
CREATE INDEX rounds_class ON rounds (class) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX rounds_daily ON rounds (daily, game) WHERE community_id IS NULL;

CREATE TABLE messages (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    message      TEXT    NOT NULL,
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, message)
) WITHOUT ROWID;
CREATE INDEX messages_at ON messages (at);

CREATE TABLE currents (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '',
    player_id    INTEGER NOT NULL,
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, channel, player_id)
) WITHOUT ROWID;
CREATE INDEX currents_player ON currents (player_id);

CREATE TABLE members (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
CREATE INDEX members_player ON members (player_id);
CREATE INDEX members_at ON members (community_id, at);

CREATE TABLE seen (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL,
    paid      INTEGER NOT NULL DEFAULT 0,
    round_id  INTEGER NOT NULL,
    PRIMARY KEY (player_id, class)
) WITHOUT ROWID;

CREATE TABLE locks (
    person TEXT    NOT NULL,
    class  TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (person, class)
) WITHOUT ROWID;
CREATE INDEX locks_until ON locks (until);

CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0),
    tries      INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    gave_up_at INTEGER,
    asked_at   INTEGER,
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX attempts_player ON attempts (player_id);

CREATE TABLE answers (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    outcome   TEXT    NOT NULL CHECK (outcome <> ''),
    form      TEXT    NOT NULL DEFAULT '',
    measure   INTEGER NOT NULL DEFAULT 0,
    points    INTEGER NOT NULL DEFAULT 0 CHECK (points >= 0),
    hints     INTEGER NOT NULL DEFAULT 0,
    practice  INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1))
);
CREATE INDEX answers_round ON answers (round_id, outcome);
CREATE INDEX answers_player ON answers (player_id, round_id);

CREATE TABLE awards (
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    community_id INTEGER NOT NULL,
    day          INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at           INTEGER NOT NULL,
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX awards_day ON awards (community_id, player_id, day, points);

CREATE TABLE scores (
    community_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    day          INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL,
    PRIMARY KEY (community_id, player_id, day)
) WITHOUT ROWID;

CREATE TABLE totals (
    community_id INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL,
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;

CREATE TABLE days (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number    INTEGER NOT NULL,
    PRIMARY KEY (player_id, number)
) WITHOUT ROWID;

CREATE TABLE boards (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    period       INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    solved       INTEGER NOT NULL,
    reached      INTEGER NOT NULL,
    PRIMARY KEY (community_id, player_id, period)
) WITHOUT ROWID;
CREATE INDEX boards_top ON boards (community_id, period, points DESC, solved DESC, reached, player_id);

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
    wrong     INTEGER NOT NULL DEFAULT 0,
    rights    INTEGER NOT NULL DEFAULT 0,
    hints     INTEGER NOT NULL DEFAULT 0,
    solved    INTEGER NOT NULL DEFAULT 0,
    points    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, game)
) WITHOUT ROWID;

CREATE TABLE dailies (
    number INTEGER NOT NULL CHECK (number > 0),
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    class  TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (number, game)
);
CREATE INDEX dailies_class ON dailies (class);

CREATE TABLE records (
    puzzle    TEXT    NOT NULL PRIMARY KEY,
    game      TEXT    NOT NULL,
    measure   INTEGER NOT NULL,
    was       INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL
);
CREATE INDEX records_at ON records (at);
CREATE INDEX records_player ON records (player_id);

CREATE TABLE rated (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id         INTEGER NOT NULL REFERENCES players (id),
    game              TEXT    NOT NULL,
    class             TEXT    NOT NULL,
    round_id          INTEGER NOT NULL,
    at                INTEGER NOT NULL,
    solved            INTEGER NOT NULL CHECK (solved IN (0, 1)),
    millis            INTEGER NOT NULL CHECK (millis >= 0),
    predicted         REAL    NOT NULL CHECK (predicted > 0),
    deviation         REAL    NOT NULL CHECK (deviation >= 0),
    difficulty_before REAL    NOT NULL,
    difficulty_after  REAL    NOT NULL,
    ability_before    REAL    NOT NULL,
    ability_after     REAL    NOT NULL
);
CREATE UNIQUE INDEX rated_once ON rated (player_id, game, class);

CREATE TABLE difficulties (
    game     TEXT    NOT NULL,
    class    TEXT    NOT NULL,
    value    REAL    NOT NULL,
    prior    REAL    NOT NULL CHECK (prior > 0),
    attempts INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (game, class)
) WITHOUT ROWID;

CREATE TABLE abilities (
    player_id INTEGER NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    value     REAL    NOT NULL,
    prior     REAL    NOT NULL CHECK (prior > 0),
    attempts  INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (player_id, game)
) WITHOUT ROWID;

CREATE TABLE jobs (
    kind TEXT    NOT NULL,
    key  TEXT    NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX dues_at ON jobs (at);

CREATE TABLE outbox (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    nonce        TEXT    NOT NULL UNIQUE CHECK (nonce <> ''),
    community_id INTEGER NOT NULL,
    network      TEXT    NOT NULL,
    bulk         INTEGER NOT NULL DEFAULT 0 CHECK (bulk IN (0, 1)),
    urgency      INTEGER NOT NULL DEFAULT 0,
    channel      TEXT    NOT NULL DEFAULT '',
    message      TEXT    NOT NULL DEFAULT '',
    event        TEXT,
    locale       TEXT    NOT NULL DEFAULT '',
    round_id     INTEGER,
    shows        INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)),
    player_id    INTEGER,
    hint         INTEGER NOT NULL DEFAULT 0,
    body         BLOB    NOT NULL,
    created_at   INTEGER NOT NULL,
    best_before  INTEGER,
    claimed_by   INTEGER,
    begun        INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)),
    outcome      TEXT    NOT NULL DEFAULT '',
    posted       TEXT    NOT NULL DEFAULT '',
    reason       TEXT    NOT NULL DEFAULT '',
    done_at      INTEGER
);
CREATE INDEX outbox_open ON outbox (community_id, bulk, claimed_by) WHERE done_at IS NULL;
CREATE INDEX outbox_free ON outbox (network, bulk, id) WHERE done_at IS NULL AND claimed_by IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

CREATE TABLE requests (
    key TEXT    NOT NULL PRIMARY KEY,
    at  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX requests_at ON requests (at);

CREATE TABLE processes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    host    TEXT    NOT NULL,
    pid     INTEGER NOT NULL,
    seen_at INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
);

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
