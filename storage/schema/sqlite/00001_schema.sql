-- +goose Up
-- A column whose name ends in "at" or "until" holds Unix milliseconds. A column "day"
-- holds days since 1970. An index that no query uses serves a foreign key.
-- schema/postgres holds the same tables; a test compares the two.

-- Two processes may apply a migration at the same moment: the second fails when it
-- records the version, and is rolled back.
CREATE UNIQUE INDEX reckon_versions_once ON reckon_versions (version_id);

-- A player is a person on one network.
CREATE TABLE players (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL CHECK (network <> ''),
    key        TEXT    CHECK (key <> ''), -- the network's own ID of the person; NULL: forgotten on request
    name       TEXT    NOT NULL DEFAULT '', -- the name to show
    locale     TEXT    NOT NULL DEFAULT '', -- BCP 47 tag last seen; empty: unknown
    created_at INTEGER NOT NULL,
    UNIQUE (network, key)
);

-- A community has boards of its own: a server, a group, a private chat. A channel is a
-- place in it.
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
CREATE INDEX communities_player ON communities (player_id) WHERE player_id IS NOT NULL;

-- A person is a member of a community for a while after they last did something there.
CREATE TABLE members (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    at           INTEGER NOT NULL, -- when they last did something, to the day
    since        INTEGER NOT NULL DEFAULT 0, -- when they came, in Unix milliseconds
    PRIMARY KEY (community_id, player_id)
) WITHOUT ROWID;
CREATE INDEX members_player ON members (player_id);
CREATE INDEX members_at ON members (community_id, at);

-- Players who are one person on several networks. Each keeps what they earned.
CREATE TABLE links (
    player_id INTEGER NOT NULL PRIMARY KEY REFERENCES players (id),
    person_id INTEGER NOT NULL, -- equal for all players of one person: the ID of the first of them
    at        INTEGER NOT NULL -- since when
) WITHOUT ROWID;
CREATE INDEX links_person ON links (person_id);

-- Codes that were given out for linking and not used.
CREATE TABLE link_codes (
    code      TEXT    NOT NULL PRIMARY KEY, -- a keyed hash of the text that the person types
    player_id INTEGER NOT NULL REFERENCES players (id), -- the player who asked for it
    until     INTEGER NOT NULL
);
CREATE INDEX link_codes_player ON link_codes (player_id);
CREATE INDEX link_codes_until ON link_codes (until);

-- A match is several puzzles in a row at one place: a race, which is open to everyone,
-- or a duel of two. Its puzzles are rounds.
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
CREATE INDEX matches_place ON matches (community_id, channel) WHERE ended_at IS NULL;
CREATE INDEX matches_community ON matches (community_id);
CREATE INDEX matches_player ON matches (player_id);
CREATE INDEX matches_rival ON matches (rival_id);
CREATE INDEX matches_unknown ON matches (rival) WHERE rival <> '';

-- A round is a puzzle that was dealt at a place, or a daily.
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
CREATE INDEX rounds_game ON rounds (community_id, game, id);
CREATE INDEX rounds_open ON rounds (community_id, channel, id) WHERE closed_at IS NULL;
CREATE INDEX rounds_class ON rounds (class) WHERE closed_at IS NULL;
CREATE INDEX rounds_match ON rounds (match_id) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX rounds_daily ON rounds (daily, game) WHERE community_id IS NULL;

-- Every message that is about a round, so that a reply to it means that round.
CREATE TABLE messages (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    message      TEXT    NOT NULL, -- the network's ID
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    PRIMARY KEY (community_id, message)
) WITHOUT ROWID;
CREATE INDEX messages_at ON messages (at);

-- The current round of everyone in a place (player_id 0) and of each person there.
CREATE TABLE currents (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    channel      TEXT    NOT NULL DEFAULT '',
    player_id    INTEGER NOT NULL, -- 0: everyone
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL, -- of the two the later counts
    PRIMARY KEY (community_id, channel, player_id)
) WITHOUT ROWID;
CREATE INDEX currents_player ON currents (player_id);

-- One player's work on one round.
CREATE TABLE attempts (
    round_id   INTEGER NOT NULL REFERENCES rounds (id),
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hints      INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0), -- how many were delivered
    gave_up_at INTEGER, -- NULL: did not
    asked_at   INTEGER, -- when they were asked to confirm giving up, if that was the last thing; NULL: never
    took_part  INTEGER NOT NULL DEFAULT 0 CHECK (took_part IN (0, 1)), -- 1: answered anything, was shown a hint, or gave up
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX attempts_player ON attempts (player_id);

-- Every answer that was given.
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
CREATE INDEX answers_round ON answers (round_id, outcome);
CREATE INDEX answers_player ON answers (player_id, round_id);

-- The points that a player has earned on a round.
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
CREATE INDEX awards_day ON awards (community_id, player_id, day, points);
CREATE INDEX awards_local ON awards (community_id, player_id, day) WHERE local = 1;

-- Awards that do not count while two players are one person: both were paid for the
-- same puzzle before.
CREATE TABLE doubles (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL, -- of the puzzle
    round_id  INTEGER NOT NULL REFERENCES rounds (id), -- that paid for it
    points    INTEGER NOT NULL,
    solved    INTEGER NOT NULL,
    PRIMARY KEY (player_id, class)
);

-- What counts of a player's awards on a day: in a community the best rounds, of
-- dailies (community 0) all, in the world (community -1) dailies and the best community.
-- Only players who wish to be there are in the world.
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

-- The boards: what the members of a community have in its scores and in those of
-- dailies, and the board of the world.
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
CREATE INDEX boards_top ON boards (community_id, period, game, points DESC, solved DESC, reached, player_id);

-- The winners of a month in a community, kept for ever.
CREATE TABLE winners (
    community_id INTEGER NOT NULL, -- -1: the world
    period       INTEGER NOT NULL, -- as in boards
    player_id    INTEGER NOT NULL REFERENCES players (id),
    place        INTEGER NOT NULL, -- 1 to 3; equal points share one
    points       INTEGER NOT NULL,
    PRIMARY KEY (community_id, period, player_id)
) WITHOUT ROWID;
CREATE INDEX winners_player ON winners (player_id);

-- What a player has done in a game.
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

-- The puzzles of which a player has been shown a solution: they pay that player
-- nothing, except in the round in which the player found it.
CREATE TABLE seen (
    player_id INTEGER NOT NULL REFERENCES players (id),
    class     TEXT    NOT NULL,
    paid      INTEGER NOT NULL DEFAULT 0, -- the one round that pays for it; 0: none
    round_id  INTEGER NOT NULL, -- the round in which it was found or at whose end it was shown; 0: none
    PRIMARY KEY (player_id, class)
) WITHOUT ROWID;

-- What of seen is kept of a forgotten player while the puzzle is live.
CREATE TABLE locks (
    person TEXT    NOT NULL, -- a keyed hash of network and key
    class  TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (person, class)
) WITHOUT ROWID;
CREATE INDEX locks_until ON locks (until);

-- The puzzles that were chosen for the dailies.
CREATE TABLE dailies (
    number INTEGER NOT NULL CHECK (number > 0),
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL, -- the puzzle's ID, opaque
    class  TEXT    NOT NULL, -- as in rounds
    PRIMARY KEY (game, number)
);
CREATE INDEX dailies_class ON dailies (class);

-- When a player was first shown the puzzle of a daily: their time runs from then.
CREATE TABLE openings (
    round_id  INTEGER NOT NULL REFERENCES rounds (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL,
    PRIMARY KEY (round_id, player_id)
) WITHOUT ROWID;
CREATE INDEX openings_player ON openings (player_id);

-- The dailies that a player has answered well; streaks are made of them.
CREATE TABLE days (
    player_id INTEGER NOT NULL REFERENCES players (id),
    number    INTEGER NOT NULL, -- of the daily
    PRIMARY KEY (player_id, number)
) WITHOUT ROWID;

-- The dailies that some member of a community has answered well.
CREATE TABLE shared_days (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    number       INTEGER NOT NULL,
    PRIMARY KEY (community_id, number)
) WITHOUT ROWID;

-- The members of a community who have solved a daily.
CREATE TABLE solvers (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    at           INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id, at, player_id)
) WITHOUT ROWID;

-- The best right answer to a daily in a community; of equal ones the first.
CREATE TABLE bests (
    community_id INTEGER NOT NULL REFERENCES communities (id),
    round_id     INTEGER NOT NULL REFERENCES rounds (id),
    measure      INTEGER NOT NULL, -- as in answers
    at           INTEGER NOT NULL,
    player_id    INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (community_id, round_id)
) WITHOUT ROWID;

-- Answers that are better than any that was known.
CREATE TABLE records (
    puzzle    TEXT    NOT NULL PRIMARY KEY, -- the puzzle's ID, opaque
    game      TEXT    NOT NULL,
    measure   INTEGER NOT NULL, -- of the best answer known; less is better
    was       INTEGER NOT NULL, -- of the best known before
    text      TEXT    NOT NULL, -- the answer
    player_id INTEGER NOT NULL REFERENCES players (id),
    at        INTEGER NOT NULL
);
CREATE INDEX records_at ON records (at);
CREATE INDEX records_player ON records (player_id);

-- What is learnt from solve times: how hard puzzles are and how able players are.
-- Values are in ln of seconds. This table holds the attempts that all is learnt from,
-- in that order, with the values before and after, so that all can be learnt anew.
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
-- Only a player's first attempt at a puzzle shows how hard it is.
CREATE UNIQUE INDEX rated_once ON rated (player_id, game, class);

-- How hard the puzzles of a class are, as learnt.
CREATE TABLE difficulties (
    game     TEXT    NOT NULL,
    class    TEXT    NOT NULL, -- of the puzzle
    value    REAL    NOT NULL,
    prior    REAL    NOT NULL CHECK (prior > 0), -- standard deviation before the first attempt
    attempts INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (game, class)
) WITHOUT ROWID;

-- How able a player is in a game, as learnt.
CREATE TABLE abilities (
    player_id INTEGER NOT NULL REFERENCES players (id),
    game      TEXT    NOT NULL,
    value     REAL    NOT NULL,
    prior     REAL    NOT NULL CHECK (prior > 0), -- standard deviation before the first attempt
    attempts  INTEGER NOT NULL CHECK (attempts > 0),
    PRIMARY KEY (player_id, game)
) WITHOUT ROWID;

-- A job happens later.
CREATE TABLE jobs (
    kind TEXT    NOT NULL,
    key  TEXT    NOT NULL, -- its subject, opaque
    at   INTEGER NOT NULL, -- when to run it
    claimed_by INTEGER, -- the process that runs it; NULL: none
    PRIMARY KEY (kind, key)
);
CREATE INDEX jobs_at ON jobs (at);
CREATE INDEX jobs_claimed ON jobs (claimed_by) WHERE claimed_by IS NOT NULL;

-- The deliveries: replies, posts and edits.
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
CREATE INDEX outbox_open ON outbox (community_id, bulk, claimed_by) WHERE done_at IS NULL;
CREATE INDEX outbox_free ON outbox (network, bulk, id) WHERE done_at IS NULL AND claimed_by IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

-- A process that claims deliveries: its claims are free once it is gone.
CREATE TABLE processes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    host    TEXT    NOT NULL,
    pid     INTEGER NOT NULL,
    seen_at INTEGER NOT NULL -- when it last reported that it lives
);

-- The events that were handled.
CREATE TABLE requests (
    key TEXT    NOT NULL PRIMARY KEY, -- the network's ID of the event
    at  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX requests_at ON requests (at);

-- Random bytes that were made once.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL -- random bytes
);

-- Small facts by name.
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
