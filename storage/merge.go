package storage

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MergeJob is the kind of the job that goes on with what RekeyCommunity and AdoptChannel have begun: see
// MergePage. It is stored.
const MergeJob = "merge"

// RekeyCommunity changes the key of a community, because the network has moved it. The community
// keeps its ID and its settings. Its old messages are forgotten: nobody finds a round by them, and
// none is edited.
//
// There may be a community with the new key already, if people used it before the bot was told of the
// move. Then the moved community takes over all that the other has, and those settings of the other
// that it has not set itself. In the end the other is deleted. If there is no community with the old key,
// nothing happens: the move may be reported twice.
//
// What is open moves at once, so that people go on playing. The rest may be very much, so a job moves it in pages.
// The job begins at the given time: see MergePage.
func (tx *Tx) RekeyCommunity(network, from, to string, at time.Time) error {
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
	// Under the new key the IDs of old messages would name other ones, so no edit of them is sent, unless it is a reply.
	// Messages of rounds that are over are not edited.
	err = tx.execAll("leave messages", []any{old.ID},
		`UPDATE rounds SET message = '' WHERE community_id = $1 AND closed_at IS NULL AND message <> ''`,
		`UPDATE matches SET message = '' WHERE community_id = $1 AND ended_at IS NULL AND message <> ''`,
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
		// The messages of the other community must not be forgotten, so they move later.
		if err := tx.takeOver(old, twin, "messages"); err != nil {
			return err
		}
	}
	if err := tx.Exec("rekey community", `UPDATE communities SET key = $1 WHERE id = $2`, to, old.ID); err != nil {
		return err
	}
	return tx.SetJob(mergeTask{kept: old.ID, other: twin.ID, before: at}.job(at))
}

// AdoptChannel makes a channel that was stored as a community of its own a channel of another community. Earlier
// versions stored channels so. All that the former community had then belongs to the channel. If the channel is
// not stored as a community, nothing happens. As with RekeyCommunity, what is open moves at once, and a job moves
// the rest.
func (tx *Tx) AdoptChannel(network, community, channel string, at time.Time) error {
	old, found, err := Found(tx.FindCommunity(network, channel))
	if err != nil {
		return err
	}
	if !found || old.Private {
		return nil
	}
	// Rounds and matches that are over keep no channel: nobody asks where they were.
	err = tx.execAll("adopt channel", []any{channel, old.ID},
		`UPDATE rounds SET channel = $1 WHERE community_id = $2 AND channel = '' AND closed_at IS NULL`,
		`UPDATE matches SET channel = $1 WHERE community_id = $2 AND channel = '' AND ended_at IS NULL`,
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
	if err := tx.takeOver(kept, old); err != nil {
		return err
	}
	return tx.SetJob(mergeTask{kept: kept.ID, other: old.ID}.job(at))
}

// rowsAtOnce is how many rows of a table move at once to a community that takes over another.
const rowsAtOnce = 200

// takeOver moves what people see and use now from the community other to the community kept: the settings, what
// is open, and what waits for delivery. From then on nobody finds other by its key. MergePage moves the rest, and
// all rows of the tables that except names.
func (tx *Tx) takeOver(kept, other Community, except ...string) error {
	err := tx.Exec("hide merged community", `
		UPDATE communities SET key = $1, active = 0, daily = 0, worldwide = 0 WHERE id = $2`,
		mergedKey(kept.ID, other.ID), other.ID)
	if err != nil {
		return err
	}
	err = tx.execAll("move what is open", []any{kept.ID, other.ID},
		`UPDATE rounds SET community_id = $1 WHERE community_id = $2 AND closed_at IS NULL`,
		`UPDATE matches SET community_id = $1 WHERE community_id = $2 AND ended_at IS NULL`,
		// All deliveries that wait move at once: nothing could be delivered under the key that other has now.
		`UPDATE outbox SET community_id = $1 WHERE community_id = $2 AND done_at IS NULL`)
	if err != nil {
		return err
	}
	for _, t := range tx.tables {
		if !t.MergeFirst || slices.Contains(except, t.Name) {
			continue
		}
		if _, err := tx.mergeRows(t, kept.ID, other.ID, rowsAtOnce); err != nil {
			return err
		}
	}
	return tx.SaveCommunity(mergeSettings(kept, other))
}

// mergedKey is the key of a community while its rows move to another. No network has such a key.
func mergedKey(kept, other int64) string { return fmt.Sprintf("merged:%d:%d", kept, other) }

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

// A mergeTask is what a job of the kind MergeJob does.
type mergeTask struct {
	// kept is the community that stays, and other the one whose rows move to it. If other is 0, no rows move.
	kept, other int64
	// before is when kept got another key. The messages that it had before are forgotten; zero: none are.
	before time.Time
}

// job returns the job that begins at a time.
func (m mergeTask) job(at time.Time) Job {
	before := int64(0)
	if !m.before.IsZero() {
		before = m.before.UnixMilli()
	}
	return Job{Kind: MergeJob, Key: fmt.Sprintf("%d:%d:%d", m.kept, m.other, before), At: at}
}

// parseMergeTask reads the key of a job.
func parseMergeTask(key string) (m mergeTask, ok bool) {
	var numbers [3]int64
	parts := strings.Split(key, ":")
	if len(parts) != len(numbers) {
		return m, false
	}
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return m, false
		}
		numbers[i] = n
	}
	m.kept = numbers[0]
	m.other = numbers[1]
	if numbers[2] > 0 {
		m.before = time.UnixMilli(numbers[2])
	}
	return m, true
}

// MergePage does a part of what the job of the kind MergeJob with this key has to do: a page of about limit
// rows. It returns how many rows it has handled. If that is 0, the job is done.
//
// It forgets old messages of a community that has moved, and moves the rows of a community to the one that took
// it over: first what people use now, then their points, person by person, and at last the rounds that are
// over. People may play meanwhile. On the board they lack the points that they had in the other community until
// the pages have come to them. The last page deletes that community.
func (tx *Tx) MergePage(key string, now time.Time, limit int) (int64, error) {
	m, ok := parseMergeTask(key)
	if !ok {
		return 0, nil
	}
	kept, found, err := Found(tx.CommunityByID(m.kept))
	if err != nil || !found {
		return 0, err
	}
	if !m.before.IsZero() {
		forgotten, err := tx.exec("forget messages", `
			DELETE FROM messages WHERE (community_id, message) IN (
				SELECT community_id, message FROM messages WHERE community_id = $1 AND at < $2 LIMIT $3)`,
			kept.ID, m.before, limit)
		if err != nil || forgotten > 0 || m.other == 0 {
			return forgotten, err
		}
		// From now on the other community's messages may move to kept, where they must not be forgotten. So the
		// task goes on without before, as another job.
		m.before = time.Time{}
		return 0, tx.SetJob(m.job(now))
	}
	if m.other == 0 {
		return 0, nil
	}
	moved, err := tx.mergeTables(isMergedFirst, kept.ID, m.other, limit)
	if err != nil || moved > 0 {
		return moved, err
	}
	moved, err = tx.mergePlayers(kept.ID, m.other, int64(limit))
	if err != nil || moved > 0 {
		return moved, err
	}
	moved, err = tx.mergeTables(isMergedLast, kept.ID, m.other, limit)
	if err != nil || moved > 0 {
		return moved, err
	}
	isDropped, err := tx.dropMerged(kept.Network, m.other)
	if err != nil || isDropped {
		return 0, err
	}
	// Another community still moves its rows to this one, so the job is not done.
	return 1, nil
}

func isMergedFirst(t Table) bool { return t.MergeFirst }
func isMergedLast(t Table) bool  { return !t.MergeFirst }

// mergeTables moves at most limit rows from the community other to the community kept. It moves rows of only one
// table: the first that has any, among those for which isIncluded is true.
func (tx *Tx) mergeTables(isIncluded func(Table) bool, kept, other int64, limit int) (int64, error) {
	for _, t := range tx.tables {
		if !isIncluded(t) {
			continue
		}
		moved, err := tx.mergeRows(t, kept, other, limit)
		if err != nil || moved > 0 {
			return moved, err
		}
	}
	return 0, nil
}

// dropMerged deletes a community that has no rows any more, and reports whether it did: not if another community
// still moves its rows to it.
func (tx *Tx) dropMerged(network string, id int64) (bool, error) {
	// The keys of communities that move to this one have a prefix, and ";" comes after ":".
	prefix := fmt.Sprintf("merged:%d", id)
	isTarget, err := Get[bool](tx, "look for merged communities", `
		SELECT EXISTS (SELECT 1 FROM communities WHERE network = $1 AND key > $2 AND key < $3)`,
		network, prefix+":", prefix+";")
	if err != nil || isTarget {
		return false, err
	}
	return true, tx.Exec("drop merged community", `DELETE FROM communities WHERE id = $1`, id)
}

// mergeRows moves at most limit rows of a table from the community other to the community kept. Some tables have
// several statements for that; each of them handles as many rows.
func (tx *Tx) mergeRows(t Table, kept, other int64, limit int) (int64, error) {
	var handled int64
	for _, statement := range t.merge() {
		changed, err := tx.exec("merge "+t.Name, statement, kept, other, limit)
		if err != nil {
			return 0, err
		}
		handled += changed
	}
	return handled, nil
}

// Some work of a page takes as long as several rows, so it counts as these.
const (
	// rowsPerDay is for each day of a player: the player's awards in both communities are summed up again.
	rowsPerDay = 8
	// rowsPerPlayer is for each player: they become a member of the community that stays, and are put on its
	// boards again.
	rowsPerPlayer = 8
)

// mergePlayers moves what players have earned in the community other to the community kept, until it has handled
// about limit rows. It returns how many it has handled.
func (tx *Tx) mergePlayers(kept, other, limit int64) (int64, error) {
	var handled int64
	for handled < limit {
		player, err := Get[int64](tx, "find player to merge", `
			SELECT COALESCE(MIN(player_id), 0) FROM (
				SELECT MIN(player_id) AS player_id FROM members WHERE community_id = $1
				UNION ALL SELECT MIN(player_id) FROM awards WHERE community_id = $1
				UNION ALL SELECT MIN(player_id) FROM scores WHERE community_id = $1
				UNION ALL SELECT MIN(player_id) FROM boards WHERE community_id = $1) AS first`, other)
		if err != nil || player == 0 {
			return handled, err
		}
		if err := tx.LockPlayers(player); err != nil {
			return 0, err
		}
		moved, err := tx.mergeAwards(kept, other, player, limit-handled)
		if err != nil {
			return 0, err
		}
		handled += moved
		hasMore, err := Get[bool](tx, "look for awards to merge", `
			SELECT EXISTS (SELECT 1 FROM awards WHERE community_id = $1 AND player_id = $2)`, other, player)
		if err != nil {
			return 0, err
		}
		if hasMore {
			continue
		}
		// Now that all awards of the player have moved, the player's other rows move, too. Then none is left
		// in other, and the query above finds the next player.
		if err := tx.mergeMember(kept, other, player); err != nil {
			return 0, err
		}
		handled += rowsPerPlayer
	}
	return handled, nil
}

// mergeAwards moves at most limit awards of a player, the earliest days first, and sums up the scores of these days
// again. It returns how many it has moved.
func (tx *Tx) mergeAwards(kept, other, player, limit int64) (int64, error) {
	last, err := Get[int](tx, "find days to merge", `
		SELECT COALESCE(MAX(day), 0) FROM (
			SELECT DISTINCT day FROM awards WHERE community_id = $1 AND player_id = $2
			ORDER BY day
			LIMIT $3) AS days`, other, player, 1+limit/rowsPerDay)
	if err != nil {
		return 0, err
	}
	days, err := List[int](tx, "move awards", `
		UPDATE awards SET community_id = $1
		WHERE (round_id, player_id) IN (
			SELECT round_id, player_id FROM awards
			WHERE community_id = $2 AND player_id = $3 AND day <= $4
			ORDER BY day
			LIMIT $5)
		RETURNING day`, kept, other, player, last, limit)
	if err != nil || len(days) == 0 {
		return 0, err
	}
	isSummed := map[int]bool{}
	for _, day := range days {
		if isSummed[day] {
			continue
		}
		isSummed[day] = true
		if err := tx.sumUpDay(kept, other, player, day); err != nil {
			return 0, err
		}
	}
	return int64(len(days)), nil
}

// sumUpDay sums up the scores of a player's day in the community kept again, after it has got awards of the
// community other.
func (tx *Tx) sumUpDay(kept, other, player int64, day int) error {
	err := tx.Exec("clear scores", `
		DELETE FROM scores
		WHERE community_id IN ($1, $2) AND player_id = $3 AND day = $4 AND game <> $5`, kept, other, player, day, Hunt)
	if err != nil {
		return err
	}
	// The best awards of the day count. Each award counts twice: in all games (twice.alone = 0) and in its
	// own game alone (1). The column place numbers the player's awards of the day from the best.
	return tx.Exec("sum up again", `
		INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
		SELECT community_id, player_id, day, game, SUM(points), SUM(solved), MAX(at)
		FROM (
			SELECT a.community_id, a.player_id, a.day, a.points, a.solved, a.at,
				CASE twice.alone WHEN 1 THEN r.game ELSE '' END AS game,
				ROW_NUMBER() OVER (
					PARTITION BY CASE twice.alone WHEN 1 THEN r.game ELSE '' END
					ORDER BY a.points DESC, a.at) AS place
			FROM awards a CROSS JOIN rounds r CROSS JOIN (SELECT 0 AS alone UNION ALL SELECT 1) AS twice
			WHERE a.community_id = $1 AND a.player_id = $2 AND a.day = $3 AND r.id = a.round_id
		) AS best
		WHERE place <= $4
		GROUP BY community_id, player_id, day, game`, kept, player, day, BestOfDay)
}

// mergeMember makes a player a member of the community kept as they were of the community other, and fills the
// boards of kept with them again, once their awards have moved. The boards are those of the periods that contain the
// latest day on which the person has earned something.
func (tx *Tx) mergeMember(kept, other, player int64) error {
	// The solutions found are the only scores that are not sums of awards, so these are added up.
	err := tx.Exec("add solutions found", `
		INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
		SELECT CAST($1 AS BIGINT), player_id, day, game, points, solved, reached
		FROM scores
		WHERE community_id = $2 AND player_id = $3 AND game = $4
		ON CONFLICT (community_id, player_id, day, game) DO UPDATE SET
			points = scores.points + excluded.points,
			solved = scores.solved + excluded.solved,
			reached = CASE WHEN excluded.reached > scores.reached THEN excluded.reached ELSE scores.reached END`,
		kept, other, player, Hunt)
	if err != nil {
		return err
	}
	// A player who is a member of both belongs to kept since the earlier time, and was last there at the later one.
	err = tx.Exec("merge member", `
		INSERT INTO members (community_id, player_id, at, since, lapsed)
		SELECT CAST($1 AS BIGINT), player_id, at, since, lapsed FROM members WHERE community_id = $2 AND player_id = $3
		ON CONFLICT (community_id, player_id) DO UPDATE SET
			at = CASE WHEN excluded.at > members.at THEN excluded.at ELSE members.at END,
			since = CASE WHEN excluded.since < members.since THEN excluded.since ELSE members.since END,
			lapsed = CASE WHEN excluded.lapsed < members.lapsed THEN excluded.lapsed ELSE members.lapsed END`,
		kept, other, player)
	if err != nil {
		return err
	}
	for _, table := range []string{"members", "scores", "boards"} {
		err := tx.Exec("clear "+table, `DELETE FROM `+table+` WHERE community_id = $1 AND player_id = $2`, other, player)
		if err != nil {
			return err
		}
	}
	latest, err := Get[int](tx, "find latest day", `
		SELECT COALESCE(MAX(day), 0) FROM scores
		WHERE community_id IN (0, $1) AND player_id IN `+PersonPlayers("$2"), kept, player)
	if err != nil {
		return err
	}
	// On the boards the person may be another of their players.
	err = tx.Exec("take off boards", `
		DELETE FROM boards WHERE community_id = $1 AND player_id IN `+PersonPlayers("$2"), kept, player)
	if err != nil {
		return err
	}
	at := time.Unix(int64(latest)*secondsOfDay, 0)
	return tx.putOnBoards(at, `m.community_id = $1 AND m.player_id IN `+PersonPlayers("$2"), kept, player)
}
