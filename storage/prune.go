package storage

import "time"

// leagueDays is for how many days a week of the league is kept.
const leagueDays = 371

// Prune deletes old rows, at most limit of each kind, and returns the most that it
// deleted of one: events and finished deliveries from before a time, messages from
// before another, codes and locks that no longer hold, ended boards of the World, and weeks of
// the league after a year.
func (tx *Tx) Prune(now, events, messages time.Time, limit int) (most int64, err error) {
	for _, old := range []struct {
		query  string
		before time.Time
	}{
		{`DELETE FROM requests WHERE key IN (SELECT key FROM requests WHERE at < $1 ORDER BY at LIMIT $2)`, events},
		{`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE done_at < $1 ORDER BY done_at LIMIT $2)`, events},
		{`DELETE FROM messages WHERE (community_id, message) IN
			(SELECT community_id, message FROM messages WHERE at < $1 ORDER BY at LIMIT $2)`, messages},
		{`DELETE FROM locks WHERE (person, class) IN (SELECT person, class FROM locks WHERE until <= $1 LIMIT $2)`, now},
		{`DELETE FROM link_codes WHERE code IN (SELECT code FROM link_codes WHERE until <= $1 LIMIT $2)`, now},
	} {
		n, err := tx.exec("prune", old.query, old.before, limit)
		if err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	n, err := tx.clearEnded(World, now, limit)
	if err != nil {
		return 0, err
	}
	league, err := tx.clearLeague(dayOf(now)-leagueDays, limit)
	return max(most, n, league), err
}
