-- +goose Up
-- All that is said is a row of one table: replies to events, posts and edits.

ALTER TABLE outbox RENAME TO outbox_before;
DROP INDEX outbox_open;
DROP INDEX outbox_head;
DROP INDEX outbox_chat;
DROP INDEX outbox_done;
CREATE TABLE outbox (
    id           INTEGER PRIMARY KEY AUTOINCREMENT, -- grows in the order of saying
    nonce        TEXT    NOT NULL UNIQUE CHECK (nonce <> ''), -- the same thing is said once; of a reply: the key of its event
    community_id INTEGER NOT NULL, -- no REFERENCES: an index of all that was ever said would cost more than it guards
    network      TEXT    NOT NULL, -- of the community
    bulk         INTEGER NOT NULL DEFAULT 0 CHECK (bulk IN (0, 1)), -- 1: it may wait for what is not
    urgency      INTEGER NOT NULL DEFAULT 0, -- the less the sooner
    channel      TEXT    NOT NULL DEFAULT '', -- where in the community
    message      TEXT    NOT NULL DEFAULT '', -- the network's ID of the message whose state it is; empty: a new one
    event        TEXT, -- what is answered, as its front end wrote it down; NULL: nothing
    locale       TEXT    NOT NULL DEFAULT '', -- of who is answered
    round_id     INTEGER, -- of which round it speaks; NULL: none
    shows        INTEGER NOT NULL DEFAULT 0 CHECK (shows IN (0, 1)), -- 1: it is the round's own message
    player_id    INTEGER, -- who is answered; NULL: nobody
    hint         INTEGER NOT NULL DEFAULT 0, -- the number of the hint in it, to be charged; 0: none
    body         BLOB    NOT NULL, -- the Reply; empty once done
    created_at   INTEGER NOT NULL,
    best_before  INTEGER, -- not to be said after; NULL: always of use
    claimed_by   INTEGER, -- the process that has it in hand; NULL: none. No REFERENCES: a process is forgotten first
    begun        INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)), -- 1: it may have been seen, though nobody knows
    outcome      TEXT    NOT NULL DEFAULT '', -- delivered, failed, replaced; empty: not done
    posted       TEXT    NOT NULL DEFAULT '', -- the network's ID of the message it became
    reason       TEXT    NOT NULL DEFAULT '', -- why it failed
    done_at      INTEGER
);
INSERT INTO outbox (id, nonce, community_id, network, bulk, channel, message, round_id, shows, body, created_at, best_before,
    outcome, posted, reason, done_at)
SELECT id, nonce, community_id, network, bulk, channel, message, round_id, shows, body, created_at, best_before,
    CASE WHEN done_at IS NULL THEN '' ELSE state END, posted, reason, done_at FROM outbox_before;
DROP TABLE outbox_before;
CREATE INDEX outbox_open ON outbox (community_id, bulk, claimed_by) WHERE done_at IS NULL;
CREATE INDEX outbox_free ON outbox (network, bulk, id) WHERE done_at IS NULL AND claimed_by IS NULL;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;

-- Of an event its key is kept; its reply is in the outbox.
ALTER TABLE requests RENAME TO requests_before;
DROP INDEX requests_at;
DROP INDEX requests_player;
DROP INDEX requests_reply;
CREATE TABLE requests (
    key TEXT    NOT NULL PRIMARY KEY, -- the network's ID of the event
    at  INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO requests (key, at) SELECT key, at FROM requests_before;
DROP TABLE requests_before;
CREATE INDEX requests_at ON requests (at);

-- A process on another machine is gone when it has not been heard of for a while.
ALTER TABLE processes ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;

-- Why nothing can be posted in a community, or in a channel of it.
ALTER TABLE communities ADD COLUMN trouble TEXT NOT NULL DEFAULT ''; -- right, thread; empty: all is well
ALTER TABLE communities ADD COLUMN trouble_channel TEXT NOT NULL DEFAULT ''; -- where
