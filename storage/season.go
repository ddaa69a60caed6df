package storage

import "strconv"

// winnerPlaces is how many places are kept of a month, and mostWinners of how many
// people at most, since equal points share one.
const (
	winnerPlaces = 3
	mostWinners  = 10
)

// A Winner had one of the first places on a community's board of a month.
type Winner struct {
	Last            int // day of the month, in days since 1970
	PlayerID        int64
	Name, PlayerKey string // empty if the player is forgotten
	Place, Points   int
	Told            int // number of the daily that told the community who won; 0: none has
}

// KeepWinners keeps the first three of a month with a day in it, of the World or of
// those communities whose IDs are greater than one, at most limit of them. It returns
// the ID of the last, or 0 if there were none. A month that was kept is left as it is.
func (tx *Tx) KeepWinners(day int, after int64, limit int) (last int64, err error) {
	ids := []int64{World}
	if after != World {
		ids, err = List[int64](tx, "list communities",
			`SELECT id FROM communities WHERE id > $1 ORDER BY id LIMIT $2`, after, limit)
	}
	for _, id := range ids {
		err := tx.Exec("keep winners", `
			INSERT INTO winners (community_id, period, player_id, place, points)
			SELECT community_id, period, player_id, place, points FROM (
				SELECT community_id, period, player_id, points, RANK() OVER (ORDER BY points DESC) AS place FROM (
					SELECT b.community_id, b.period, b.player_id, b.points FROM boards b
					WHERE `+onBoard+` AND b.points > 0 ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id LIMIT $4
				) AS top
			) AS best WHERE place <= $5 AND NOT EXISTS (SELECT 1 FROM winners WHERE community_id = $1 AND period = $2)`,
			Board{CommunityID: id, Span: Month, Day: day}.args(mostWinners, winnerPlaces)...)
		if err != nil {
			return 0, err
		}
		last = id
	}
	return last, err
}

// Winners returns who won months in a community, or in the World, the latest months
// first and of each the first place, at most limit people.
func (tx *Tx) Winners(communityID int64, limit int) ([]Winner, error) {
	return List[Winner](tx, "list winners", `
		SELECT w.period / 4, w.player_id, p.name, p.key, w.place, w.points, w.told
		FROM (SELECT period, player_id, place, points, told FROM winners WHERE community_id = $1 ORDER BY period DESC LIMIT $2) AS w
			JOIN players p ON p.id = w.player_id ORDER BY w.period DESC, w.place, p.name, w.player_id`, communityID, limit)
}

// TellWinners notes that the daily of a number tells a community who won the month with a day in
// it.
func (tx *Tx) TellWinners(communityID int64, day, number int) error {
	return tx.Exec("tell winners", `UPDATE winners SET told = $1 WHERE community_id = $2 AND period = $3`, number, communityID, Month.period(day))
}

// SeasonKept returns the last day, in days since 1970, of the last month whose winners
// are all kept, or 0. The boards of later months are not cleared away.
func (tx *Tx) SeasonKept() (int, error) {
	return Get[int](tx, "find season", `SELECT COALESCE(MAX(CAST(value AS BIGINT)), 0) FROM meta WHERE key = 'season'`)
}

// SetSeasonKept notes that all winners of the month with a day in it are kept.
func (tx *Tx) SetSeasonKept(day int) error {
	_, last := Month.days(day)
	return tx.SetMeta("season", strconv.Itoa(last))
}
