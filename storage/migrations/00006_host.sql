-- +goose Up
ALTER TABLE chats ADD COLUMN host_locale TEXT NOT NULL DEFAULT ''; -- BCP 47 tag of who last changed the settings; empty: unknown

-- What queries read now is in rounds_open, rounds_game and dues_at.
DROP INDEX chats_daily;
DROP INDEX rounds_chat;
