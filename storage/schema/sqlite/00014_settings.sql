-- +goose Up
-- Settings of features, a row each. Those that rules read, and when and where a daily is posted, are
-- columns of communities.
CREATE TABLE settings (
    community_id INTEGER NOT NULL, -- whose setting it is; a person's is that of their private chat. No REFERENCES: communities are merged by an earlier version, too
    key          TEXT    NOT NULL, -- the feature, a point, and the name that people type
    value        TEXT    NOT NULL, -- as the feature writes it; a setting without a row is as it was before anybody chose
    PRIMARY KEY (community_id, key)
) WITHOUT ROWID;
INSERT INTO settings (community_id, key, value)
    SELECT id, 'daily.pin', 'on' FROM communities WHERE pin = 1
    UNION ALL SELECT id, 'daily.quiet', 'on' FROM communities WHERE quiet = 1
    UNION ALL SELECT id, 'daily.reminder', 'on' FROM communities WHERE reminder = 1
    UNION ALL SELECT id, 'ghost.recordings', 'on' FROM communities WHERE recordings = 1
    UNION ALL SELECT id, 'book.credit', 'on' FROM communities WHERE credited = 1;

-- An earlier version, running beside, reads and writes the columns pin, quiet, reminder, recordings
-- and credited of communities. These triggers keep them equal to the rows, and go with the next
-- version, as the columns do.
-- +goose StatementBegin
CREATE TRIGGER settings_added AFTER INSERT ON settings BEGIN
    UPDATE communities SET
        pin        = CASE NEW.key WHEN 'daily.pin' THEN 1 ELSE pin END,
        quiet      = CASE NEW.key WHEN 'daily.quiet' THEN 1 ELSE quiet END,
        reminder   = CASE NEW.key WHEN 'daily.reminder' THEN 1 ELSE reminder END,
        recordings = CASE NEW.key WHEN 'ghost.recordings' THEN 1 ELSE recordings END,
        credited   = CASE NEW.key WHEN 'book.credit' THEN 1 ELSE credited END
    WHERE id = NEW.community_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER settings_moved AFTER UPDATE OF community_id ON settings BEGIN
    UPDATE communities SET
        pin        = CASE NEW.key WHEN 'daily.pin' THEN 1 ELSE pin END,
        quiet      = CASE NEW.key WHEN 'daily.quiet' THEN 1 ELSE quiet END,
        reminder   = CASE NEW.key WHEN 'daily.reminder' THEN 1 ELSE reminder END,
        recordings = CASE NEW.key WHEN 'ghost.recordings' THEN 1 ELSE recordings END,
        credited   = CASE NEW.key WHEN 'book.credit' THEN 1 ELSE credited END
    WHERE id = NEW.community_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER settings_deleted AFTER DELETE ON settings BEGIN
    UPDATE communities SET
        pin        = CASE OLD.key WHEN 'daily.pin' THEN 0 ELSE pin END,
        quiet      = CASE OLD.key WHEN 'daily.quiet' THEN 0 ELSE quiet END,
        reminder   = CASE OLD.key WHEN 'daily.reminder' THEN 0 ELSE reminder END,
        recordings = CASE OLD.key WHEN 'ghost.recordings' THEN 0 ELSE recordings END,
        credited   = CASE OLD.key WHEN 'book.credit' THEN 0 ELSE credited END
    WHERE id = OLD.community_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER settings_set AFTER UPDATE OF pin, quiet, reminder, recordings, credited ON communities BEGIN
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
            AND NOT EXISTS (SELECT 1 FROM settings WHERE community_id = NEW.id AND settings.key = chosen.key);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER settings_gone AFTER DELETE ON communities BEGIN
    DELETE FROM settings WHERE community_id = OLD.id;
END;
-- +goose StatementEnd
