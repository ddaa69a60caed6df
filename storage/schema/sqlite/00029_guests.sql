-- +goose Up
-- A puzzle that somebody has sent to a chat where the bot is no member. The token is in its button.
CREATE TABLE guest_messages (
    token   TEXT    PRIMARY KEY,
    message TEXT    NOT NULL, -- the network's ID, with which the message can be edited
    locale  TEXT    NOT NULL, -- of the person who sent it
    solved  INTEGER NOT NULL DEFAULT 0 CHECK (solved IN (0, 1)), -- the message says who solved it
    at      INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX guest_messages_at ON guest_messages (at);
-- The rounds of people who came by that button, in their private chats.
CREATE TABLE guest_rounds (
    round_id INTEGER PRIMARY KEY REFERENCES rounds (id),
    token    TEXT    NOT NULL,
    at       INTEGER NOT NULL
);
CREATE INDEX guest_rounds_at ON guest_rounds (at);
