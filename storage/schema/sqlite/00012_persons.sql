-- +goose Up
-- Players of equal person_id are one person. It is the ID of one of them: of a player who is
-- linked with nobody, their own. A program that knows nothing of it adds such players.
ALTER TABLE players ADD COLUMN linked_id INTEGER; -- the ID of the person; NULL: the player's own
ALTER TABLE players ADD COLUMN person_id INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(linked_id, id)) VIRTUAL;
CREATE INDEX players_person ON players (person_id);
UPDATE players SET linked_id = (SELECT l.person_id FROM links l WHERE l.player_id = players.id)
WHERE id IN (SELECT player_id FROM links);

-- An earlier version, running beside, reads and writes links, and knows nothing of persons. These
-- triggers, and the table, go with the next version.
-- +goose StatementBegin
CREATE TRIGGER links_added AFTER INSERT ON links BEGIN
    UPDATE players SET linked_id = NEW.person_id WHERE id = NEW.player_id AND person_id <> NEW.person_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER links_changed AFTER UPDATE ON links BEGIN
    UPDATE players SET linked_id = NEW.person_id WHERE id = NEW.player_id AND person_id <> NEW.person_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER links_deleted AFTER DELETE ON links BEGIN
    UPDATE players SET linked_id = NULL WHERE id = OLD.player_id AND person_id <> id;
END;
-- +goose StatementEnd
