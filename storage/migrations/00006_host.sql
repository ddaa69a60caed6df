-- +goose Up
ALTER TABLE chats ADD COLUMN host_locale TEXT NOT NULL DEFAULT ''; -- BCP 47 tag of who last changed the settings; empty: unknown

-- The title of a private chat is the person's name, which is kept once.
UPDATE chats SET title = '' WHERE private = 1;

-- What queries read now is in rounds_open, rounds_game and dues_at.
DROP INDEX chats_daily;
DROP INDEX rounds_chat;
