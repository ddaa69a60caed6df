package storage

import (
	"cmp"
	"time"
)

// RekeyCommunity changes the key of a community, because the network has moved it. The community
// keeps its ID and its settings. Its old messages are forgotten: nobody finds a round by them, and
// none is edited.
//
// There may be a community with the new key already, if people used it before the bot was told of the
// move. Then the moved community takes over all that the other has, and those settings of the other
// that it has not set itself. The other is deleted. If there is no community with the old key, nothing
// happens: the move may be reported twice.
func (tx *Tx) RekeyCommunity(network, from, to string) error {
	if err := tx.LockChat(network, from, to); err != nil {
		return err
	}
	old, found, err := Found(tx.FindCommunity(network, from))
	if err != nil {
		return err
	}
	if !found || from == to {
		return nil
	}
	// Under the new key these IDs would name other messages.
	err = tx.execAll("leave messages", []any{old.ID},
		`DELETE FROM messages WHERE community_id = $1`,
		`UPDATE rounds SET message = '' WHERE community_id = $1 AND message <> ''`,
		`UPDATE matches SET message = '' WHERE community_id = $1 AND message <> ''`,
		`UPDATE outbox SET outcome = 'failed', done_at = created_at, claimed_by = NULL, body = ''
			WHERE community_id = $1 AND done_at IS NULL AND message <> '' AND event IS NULL`)
	if err != nil {
		return err
	}
	twin, hasTwin, err := Found(tx.FindCommunity(network, to))
	if err != nil {
		return err
	}
	if hasTwin {
		if err := tx.mergeCommunity(old, twin); err != nil {
			return err
		}
	}
	return tx.Exec("rekey community", `UPDATE communities SET key = $1 WHERE id = $2`, to, old.ID)
}

// AdoptChannel makes a channel that was stored as a community of its own a channel of another community.
// All that the former community had then belongs to the channel. If the channel is not stored as a
// community, nothing happens.
func (tx *Tx) AdoptChannel(network, community, channel string) error {
	old, found, err := Found(tx.FindCommunity(network, channel))
	if err != nil {
		return err
	}
	if !found || old.Private {
		return nil
	}
	err = tx.execAll("adopt channel", []any{channel, old.ID},
		`UPDATE rounds SET channel = $1 WHERE community_id = $2 AND channel = ''`,
		`UPDATE matches SET channel = $1 WHERE community_id = $2 AND channel = ''`,
		`UPDATE currents SET channel = $1 WHERE community_id = $2 AND channel = ''`,
		`UPDATE outbox SET channel = $1 WHERE community_id = $2 AND channel = '' AND done_at IS NULL`,
		`UPDATE communities SET daily_channel = $1 WHERE id = $2 AND daily_channel = ''`)
	if err != nil {
		return err
	}
	old.DailyChannel = channel
	kept, found, err := Found(tx.FindCommunity(network, community))
	if err != nil {
		return err
	}
	if !found {
		return tx.Exec("adopt channel", `UPDATE communities SET key = $1 WHERE id = $2`, community, old.ID)
	}
	return tx.mergeCommunity(kept, old)
}

// mergeCommunity moves all that the community other has to the community kept, and deletes other.
func (tx *Tx) mergeCommunity(kept, other Community) error {
	err := tx.LockPlayersOf(`
			SELECT player_id FROM members WHERE community_id IN ($1, $2)
			UNION
			SELECT player_id FROM scores WHERE community_id IN ($1, $2)`, kept.ID, other.ID)
	if err != nil {
		return err
	}
	for _, t := range tx.declared {
		for _, statement := range t.merge() {
			if err := tx.Exec("merge "+t.Name, statement, kept.ID, other.ID); err != nil {
				return err
			}
		}
	}
	if err := tx.sumUpAgain(kept.ID, other.ID); err != nil {
		return err
	}
	if err := tx.Exec("drop merged community", `DELETE FROM communities WHERE id = $1`, other.ID); err != nil {
		return err
	}
	return tx.SaveCommunity(mergeSettings(kept, other))
}

// mergeSettings returns the community kept, with the settings of other that kept has not set itself. It
// also has the title of other, which is newer.
func mergeSettings(kept, other Community) Community {
	kept.Active = kept.Active || other.Active
	kept.Title = cmp.Or(other.Title, kept.Title)
	// The zone, the hour and the daily belong together: all come from one community.
	hasDaily := kept.Zone != "" || kept.Daily
	if !hasDaily {
		kept.ZoneBefore = other.ZoneBefore
		kept.ZoneFrom = other.ZoneFrom
		kept.Zone = other.Zone
		kept.Hour = other.Hour
		kept.Minute = other.Minute
		kept.Daily = other.Daily
		kept.DailyChannel = other.DailyChannel
	}
	kept.Locale = cmp.Or(kept.Locale, other.Locale)
	kept.AdminLocale = cmp.Or(kept.AdminLocale, other.AdminLocale)
	kept.Games = cmp.Or(kept.Games, other.Games)
	kept.Dealers = cmp.Or(kept.Dealers, other.Dealers)
	kept.Level = cmp.Or(kept.Level, other.Level)
	kept.Seconds = cmp.Or(kept.Seconds, other.Seconds)
	return kept
}

// sumUpAgain rebuilds the scores and boards of a community, after it has got the awards of another.
func (tx *Tx) sumUpAgain(id, other int64) error {
	// The solutions found are the only scores that are not sums of awards, so these are added up.
	err := tx.Exec("add solutions found", `
		INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
		SELECT CAST($1 AS BIGINT), player_id, day, game, points, solved, reached
		FROM scores
		WHERE community_id = $2 AND game = $3
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = scores.points + excluded.points,
			solved = scores.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > scores.reached THEN excluded.reached ELSE scores.reached END`,
		id, other, Hunt)
	if err != nil {
		return err
	}
	err = tx.Exec("clear scores", `
		DELETE FROM scores WHERE community_id = $2 OR community_id = $1 AND game <> $3`, id, other, Hunt)
	if err != nil {
		return err
	}
	err = tx.Exec("clear boards", `DELETE FROM boards WHERE community_id IN ($1, $2)`, id, other)
	if err != nil {
		return err
	}
	// The best awards of each day count. Each award counts twice: in all games (twice.alone = 0) and in its
	// own game alone (1). The column place numbers a player's awards of a day from the best.
	err = tx.Exec("sum up again", `
		INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
		SELECT community_id, player_id, day, game, SUM(points), SUM(solved), MAX(at)
		FROM (
			SELECT a.community_id, a.player_id, a.day, a.points, a.solved, a.at,
				CASE twice.alone WHEN 1 THEN r.game ELSE '' END AS game,
				ROW_NUMBER() OVER (
					PARTITION BY a.player_id, a.day, CASE twice.alone WHEN 1 THEN r.game ELSE '' END
					ORDER BY a.points DESC, a.at) AS place
			FROM awards a CROSS JOIN rounds r CROSS JOIN (SELECT 0 AS alone UNION ALL SELECT 1) AS twice
			WHERE a.community_id = $1 AND r.id = a.round_id
		) AS best
		WHERE place <= $2
		GROUP BY community_id, player_id, day, game`, id, BestOfDay)
	if err != nil {
		return err
	}
	return tx.fillBoardsAgain(id)
}

// fillBoardsAgain puts the members of a community on its boards, which are empty: the boards of the periods
// that contain the latest day on which one of them has earned something.
func (tx *Tx) fillBoardsAgain(id int64) error {
	latest, err := Get[int](tx, "find latest day", `
		SELECT COALESCE(MAX(day), 0) FROM scores
		WHERE community_id IN (0, $1) AND player_id IN (
			SELECT theirs.id
			FROM members m
				JOIN players mine ON mine.id = m.player_id
				JOIN players theirs ON theirs.person_id = mine.person_id
			WHERE m.community_id = $1)`, id)
	if err != nil {
		return err
	}
	return tx.putOnBoards(time.Unix(int64(latest)*secondsOfDay, 0), `m.community_id = $1`, id)
}
