-- +goose Up
-- The nonce of the reply to the event that made a message or an edit, which waits until that reply is
-- delivered; NULL: no event made it, or it does not wait.
ALTER TABLE outbox ADD COLUMN follows TEXT;
