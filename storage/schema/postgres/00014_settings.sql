-- +goose Up
-- The table and the triggers of schema/sqlite, which explains them.
CREATE TABLE settings (
    community_id BIGINT NOT NULL,
    key          TEXT   NOT NULL,
    value        TEXT   NOT NULL,
    PRIMARY KEY (community_id, key)
);
INSERT INTO settings (community_id, key, value)
    SELECT id, 'daily.pin', 'on' FROM communities WHERE pin = 1
    UNION ALL SELECT id, 'daily.quiet', 'on' FROM communities WHERE quiet = 1
    UNION ALL SELECT id, 'daily.reminder', 'on' FROM communities WHERE reminder = 1
    UNION ALL SELECT id, 'ghost.recordings', 'on' FROM communities WHERE recordings = 1
    UNION ALL SELECT id, 'book.credit', 'on' FROM communities WHERE credited = 1;

-- +goose StatementBegin
CREATE FUNCTION settings_columns() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    changed settings;
    is_on BIGINT := 1;
BEGIN
    IF TG_OP = 'DELETE' THEN
        changed := OLD;
        is_on := 0;
    ELSE
        changed := NEW;
    END IF;
    UPDATE communities SET
        pin        = CASE changed.key WHEN 'daily.pin' THEN is_on ELSE pin END,
        quiet      = CASE changed.key WHEN 'daily.quiet' THEN is_on ELSE quiet END,
        reminder   = CASE changed.key WHEN 'daily.reminder' THEN is_on ELSE reminder END,
        recordings = CASE changed.key WHEN 'ghost.recordings' THEN is_on ELSE recordings END,
        credited   = CASE changed.key WHEN 'book.credit' THEN is_on ELSE credited END
    WHERE id = changed.community_id;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER settings_columns AFTER INSERT OR UPDATE OF community_id OR DELETE ON settings
    FOR EACH ROW EXECUTE FUNCTION settings_columns();

-- +goose StatementBegin
CREATE FUNCTION settings_rows() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM settings WHERE community_id = OLD.id;
        RETURN NULL;
    END IF;
    DELETE FROM settings WHERE community_id = NEW.id AND (
        key = 'daily.pin' AND NEW.pin = 0
        OR key = 'daily.quiet' AND NEW.quiet = 0
        OR key = 'daily.reminder' AND NEW.reminder = 0
        OR key = 'ghost.recordings' AND NEW.recordings = 0
        OR key = 'book.credit' AND NEW.credited = 0);
    INSERT INTO settings (community_id, key, value)
        SELECT NEW.id, chosen.key, 'on'
        FROM (
            SELECT 'daily.pin' AS key, OLD.pin AS was, NEW.pin AS wish
            UNION ALL SELECT 'daily.quiet', OLD.quiet, NEW.quiet
            UNION ALL SELECT 'daily.reminder', OLD.reminder, NEW.reminder
            UNION ALL SELECT 'ghost.recordings', OLD.recordings, NEW.recordings
            UNION ALL SELECT 'book.credit', OLD.credited, NEW.credited
        ) AS chosen
        WHERE chosen.was = 0 AND chosen.wish = 1
        ON CONFLICT (community_id, key) DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER settings_rows AFTER UPDATE OF pin, quiet, reminder, recordings, credited OR DELETE ON communities
    FOR EACH ROW EXECUTE FUNCTION settings_rows();
