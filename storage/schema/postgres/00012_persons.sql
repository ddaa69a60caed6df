-- +goose Up
-- The columns and the triggers of schema/sqlite, which explains them.
ALTER TABLE players ADD COLUMN linked_id BIGINT;
ALTER TABLE players ADD COLUMN person_id BIGINT NOT NULL GENERATED ALWAYS AS (COALESCE(linked_id, id)) STORED;
CREATE INDEX players_person ON players (person_id);

-- +goose StatementBegin
CREATE FUNCTION links_person() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE players SET linked_id = NULL WHERE id = OLD.player_id AND person_id <> id;
    ELSE
        UPDATE players SET linked_id = NEW.person_id WHERE id = NEW.player_id AND person_id <> NEW.person_id;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER links_person AFTER INSERT OR UPDATE OR DELETE ON links FOR EACH ROW EXECUTE FUNCTION links_person();

UPDATE players SET linked_id = l.person_id FROM links l WHERE l.player_id = players.id;
-- Until the planner knows the new column it would take many players for one person. A table
-- without rows must not be analyzed: statements planned then would read all of it for good.
-- +goose StatementBegin
DO $$
BEGIN
    IF EXISTS (SELECT FROM players) THEN
        ANALYZE players;
    END IF;
END $$;
-- +goose StatementEnd
