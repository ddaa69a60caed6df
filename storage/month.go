package storage

import "strconv"

// closedMonthKey is the key of meta under which ClosedMonth is stored.
const closedMonthKey = "closed month"

// ClosedMonth returns the last day of the last month that is closed, or 0 if none is. A month is closed when its
// winners are stored. Only then are its boards deleted.
func (tx *Tx) ClosedMonth() (int, error) {
	return Get[int](tx, "find closed month", `
		SELECT COALESCE(MAX(CAST(value AS BIGINT)), 0) FROM meta WHERE key = $1`, closedMonthKey)
}

// SetClosedMonth stores that the month that contains a day is closed.
func (tx *Tx) SetClosedMonth(day int) error {
	_, last := Month.days(day)
	return tx.SetMeta(closedMonthKey, strconv.Itoa(last))
}

// WithDailies returns those of some communities where dailies are posted and that are not private.
func (tx *Tx) WithDailies(ids []int64) ([]Community, error) {
	var args []any
	for _, id := range ids {
		args = append(args, id)
	}
	return List[Community](tx, "list communities with dailies", `
		SELECT `+communityColumns+` FROM communities
		WHERE id IN (`+Parameters(1, len(ids))+`) AND daily = 1 AND active = 1 AND private = 0`, args...)
}

// CommunitiesAfter returns the IDs of communities that come after an ID, at most limit of them.
func (tx *Tx) CommunitiesAfter(id int64, limit int) ([]int64, error) {
	return List[int64](tx, "list communities", `
		SELECT id FROM communities WHERE id > $1 ORDER BY id LIMIT $2`, id, limit)
}
