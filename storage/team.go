package storage

// teamOf is how many people of a community, the first on its board of the week, may be of its
// team.
const teamOf = 50

// Team returns the people of a community who are in the league in a week, which has ended at
// most three days ago.
func (tx *Tx) Team(communityID int64, week int) ([]Contender, error) {
	ids, err := List[int64](tx, "list team", `
		SELECT b.player_id FROM boards b WHERE `+onBoard+` AND b.points > 0
		ORDER BY b.points DESC, b.solved DESC, b.reached, b.player_id LIMIT $4`, Board{CommunityID: communityID, Span: Week, Day: week}.args(teamOf)...)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	same, err := tx.kinOf(ids)
	if err != nil {
		return nil, err
	}
	args := []any{week}
	for id := range same {
		args = append(args, id)
	}
	// The sign keeps SQLite from reading the whole week by its index.
	return tx.contenders(week, `+l.week = $1 AND l.tier > 0 AND l.player_id IN (`+parameters(2, len(args)-1)+`)`, args...)
}

// A TeamScore is what a community has in a week of the league.
type TeamScore struct {
	CommunityID int64
	Title       string // empty if others may not read it
	Points      int
	People      int // how many were counted, at most teamOf
}

// SetTeam stores what a community has in a week. Without points it is in no table.
func (tx *Tx) SetTeam(week int, t TeamScore) error {
	if t.Points == 0 {
		return tx.Exec("drop team", `DELETE FROM league_teams WHERE community_id = $1 AND week = $2`, t.CommunityID, week)
	}
	return tx.Exec("set team", `
		INSERT INTO league_teams (community_id, week, points, people) VALUES ($1, $2, $3, $4)
		ON CONFLICT (community_id, week) DO UPDATE SET points = excluded.points, people = excluded.people`, t.CommunityID, week, t.Points, t.People)
}

// TeamsBeside returns the teams of a week that have more than so many points, the nearest
// first, or at most as many, the most first; of each at most limit. above is how many have
// more, at most ten thousand.
func (tx *Tx) TeamsBeside(week, points, limit int) (more, others []TeamScore, above int, err error) {
	find := func(than, order string) ([]TeamScore, error) {
		return List[TeamScore](tx, "list teams", `
			SELECT t.community_id, CASE c.listed WHEN 1 THEN c.title ELSE '' END, t.points, t.people FROM league_teams t CROSS JOIN communities c
			WHERE t.week = $1 AND t.points `+than+` $2 AND c.id = t.community_id ORDER BY `+order+` LIMIT $3`, week, points, limit)
	}
	if more, err = find(`>`, `t.points, t.community_id DESC`); err == nil {
		others, err = find(`<=`, `t.points DESC, t.community_id`)
	}
	if err == nil {
		above, err = Get[int](tx, "count teams above", `
			SELECT COUNT(*) FROM (SELECT 1 FROM league_teams WHERE week = $1 AND points > $2 LIMIT $3) AS best`, week, points, mostCounted)
	}
	return more, others, above, err
}

// TeamOf returns what a community has in a week, or ErrNotFound.
func (tx *Tx) TeamOf(communityID int64, week int) (TeamScore, error) {
	return Get[TeamScore](tx, "find team", `
		SELECT t.community_id, c.title, t.points, t.people FROM league_teams t CROSS JOIN communities c
		WHERE t.community_id = $1 AND t.week = $2 AND c.id = t.community_id`, communityID, week)
}

// GroupsAfter returns the communities with several people that are not of a network, with IDs
// greater than one, of at most limit communities. last is where to go on if there are more.
func (tx *Tx) GroupsAfter(after int64, limit int, network string) (groups []int64, last int64, more bool, err error) {
	all, err := List[struct {
		ID   int64
		Team bool
	}](tx, "list communities", `
		SELECT id, CASE WHEN private = 0 AND active = 1 AND network <> $3 THEN 1 ELSE 0 END FROM communities WHERE id > $1 ORDER BY id LIMIT $2`, after, limit, network)
	for _, c := range all {
		if last = c.ID; c.Team {
			groups = append(groups, c.ID)
		}
	}
	return groups, last, len(all) == limit, err
}
