-- +goose Up
-- What a player's answers sum up to in a chat, so that a leaderboard of all time
-- need not read them all. It is kept with each answer, in its transaction.
CREATE TABLE totals (
    chat_id   INTEGER NOT NULL REFERENCES chats (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    points    INTEGER NOT NULL,
    solved    INTEGER NOT NULL, -- rounds with a right answer
    reached   INTEGER NOT NULL, -- Unix ms of the last answer that has points; 0: none
    PRIMARY KEY (chat_id, player_id)
);
CREATE INDEX totals_board ON totals (chat_id, points DESC, solved DESC, reached, player_id);
CREATE INDEX totals_player ON totals (player_id);

INSERT INTO totals (chat_id, player_id, points, solved, reached)
SELECT chat_id, player_id, SUM(points),
    COUNT(DISTINCT CASE WHEN outcome = 'right' THEN round_id END),
    COALESCE(MAX(CASE WHEN points > 0 THEN at END), 0)
FROM answers WHERE chat_id IS NOT NULL AND (points > 0 OR outcome = 'right')
GROUP BY chat_id, player_id;
