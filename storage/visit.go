package storage

import (
	"cmp"
	"slices"
	"time"
)

// An Origin is where a request comes from, by the network's own keys.
type Origin struct {
	Key                         string // of the event
	Network, Community, Channel string
	Message                     string // that the request presses or replies to; empty: none
	PlayerNetwork, Player       string // empty: no person
}

// A Visit is what is stored of a request, its place and its person.
type Visit struct {
	Repeated  bool // the request was carried out before
	Community Community
	Player    Player
	Near
}

// Near are the rounds that a request may be about.
type Near struct {
	Rounds  []Round // those open at the place, and those that are Named or Current, the oldest first
	Named   int64   // the round that the message speaks of; 0: none
	Current int64   // the round that the person is at: their own or everyone's, whichever was set later; 0: none
}

// visit and visitors are the query for a request, its place and its person; near adds the
// rounds, of the open ones twenty at most. atPlace is the place's community, spoken the round
// that the message speaks of, turned the one that the person is at.
const (
	visit = `
	SELECT EXISTS (SELECT 1 FROM requests WHERE key = $1), EXISTS (SELECT 1 FROM communities WHERE network = $2 AND key = $4 AND private = 0),
		EXISTS (SELECT 1 FROM links WHERE player_id = p.id),
		(SELECT at FROM members WHERE community_id = c.id AND player_id = p.id), c.*, p.*`
	visitors = `
	FROM (SELECT 1 AS one) AS best LEFT JOIN (SELECT ` + communityColumns + ` FROM communities WHERE network = $2 AND key = $3) AS c ON 1 = 1
		LEFT JOIN (SELECT ` + playerColumns + ` FROM players WHERE network = $5 AND key = $6) AS p ON 1 = 1`
	atPlace = `(SELECT id FROM communities WHERE network = $2 AND key = $3)`
	spoken  = `(SELECT round_id FROM messages WHERE community_id = ` + atPlace + ` AND message = $7)`
	turned  = `(SELECT round_id FROM currents WHERE community_id = ` + atPlace + ` AND channel = $4
		AND player_id IN (0, (SELECT id FROM players WHERE network = $5 AND key = $6)) ORDER BY at DESC, player_id DESC LIMIT 1)`
	near = ` LEFT JOIN (
		SELECT ` + roundColumns + `, id = ` + spoken + `, id = ` + turned + ` FROM rounds WHERE id IN (
			SELECT id FROM (SELECT id FROM rounds WHERE community_id = ` + atPlace + ` AND channel = $4 AND closed_at IS NULL ORDER BY id LIMIT 20) AS top
			UNION ALL SELECT ` + spoken + ` UNION ALL SELECT ` + turned + `)
	) AS w ON 1 = 1`
)

// visited is a row of the query.
type visited struct {
	Repeated  bool
	Adopts    bool      // the channel is a community of its own
	Linked    bool      // the player is one person with others
	Joined    time.Time // when the player did something in the community, to the day; zero: never
	Community Community
	Player    Player
	Round     Round // near
	IsNamed   bool
	IsCurrent bool
}

// Visit returns what is stored of a request. It is one statement: as the first of a Read it
// has no transaction of its own on a server, which would take another round trip.
func (tx *Tx) Visit(o Origin) (v Visit, err error) {
	if q, ok := tx.q.(*exchange); ok && !tx.write {
		q.pending = nil
	}
	all, err := list[visited](tx, "find place and person", visit+`, w.*`+visitors+near,
		o.Key, o.Network, o.Community, o.Channel, o.PlayerNetwork, o.Player, o.Message)
	if err != nil {
		return v, err
	}
	v.Repeated, v.Community, v.Player = all[0].Repeated, all[0].Community, all[0].Player
	for _, row := range all {
		if row.IsNamed {
			v.Named = row.Round.ID
		}
		if row.IsCurrent {
			v.Current = row.Round.ID
		}
		if row.Round.ID != 0 {
			v.Rounds = append(v.Rounds, row.Round)
		}
	}
	slices.SortFunc(v.Rounds, func(a, b Round) int { return cmp.Compare(a.ID, b.ID) })
	return v, nil
}

// An Arrival is what the network says of the place and the person of a request.
type Arrival struct {
	Origin
	Private      bool
	Title        string // of the place; empty: unknown
	Name, Locale string // of the person; empty: unknown
	At           time.Time
}

// Arrive stores the key of a request, or returns ErrRepeated, with which the transaction of
// a repeated event fails as a whole. It stores the place and the person where they are new or
// have changed, and that the person did something there. It locks both.
func (tx *Tx) Arrive(a Arrival) (Community, Player, error) {
	v, err := tx.arrived(a.Origin)
	if err == nil && v.Adopts {
		if err := tx.AdoptChannel(a.Network, a.Community, a.Channel); err != nil {
			return v.Community, v.Player, err
		}
		v, err = tx.arrived(a.Origin)
	}
	switch {
	case err != nil:
		return v.Community, v.Player, err
	case v.Repeated:
		return v.Community, v.Player, ErrRepeated
	}
	c, p := v.Community, v.Player
	if err := tx.put("save request", `INSERT INTO requests (key, at) VALUES ($1, $2)`, a.Key, a.At); err != nil {
		return c, p, err
	}
	if p.ID == 0 || a.Name != "" && a.Name != p.Name || a.Locale != "" && a.Locale != p.Locale {
		if p, err = tx.EnsurePlayer(a.PlayerNetwork, a.Player, a.Name, a.Locale, a.At); err != nil {
			return c, p, err
		}
	}
	owner := int64(0)
	if a.Private { // its title is the person's name
		a.Title, owner = "", p.ID
	}
	if c.ID == 0 || !c.Active || c.Private != a.Private || a.Title != "" && a.Title != c.Title || owner != 0 && owner != c.OwnerID {
		if c, err = tx.EnsureCommunity(a.Network, a.Origin.Community, a.Private, owner, a.Title, a.At); err != nil {
			return c, p, err
		}
	}
	if a.At.Sub(v.Joined) < memberEvery {
		return c, p, nil
	}
	return c, p, tx.Join(c.ID, p.ID, a.At)
}

// arrived is Visit without rounds, after locks on the place and the person.
func (tx *Tx) arrived(o Origin) (v visited, err error) {
	if err := tx.LockChat(o.Network, o.Community); err != nil {
		return v, err
	}
	if tx.locks != nil {
		if err := tx.put("lock player", `SELECT id FROM players WHERE network = $1 AND key = $2 FOR NO KEY UPDATE`, o.PlayerNetwork, o.Player); err != nil {
			return v, err
		}
	}
	if v, err = get[visited](tx, "find place and person", visit+visitors,
		o.Key, o.Network, o.Community, o.Channel, o.PlayerNetwork, o.Player); err != nil {
		return v, err
	}
	if v.Community.ID != 0 {
		tx.known = append(tx.known, v.Community)
	}
	if tx.locks != nil {
		tx.locks.communities = append(tx.locks.communities, v.Community.ID)
		if v.Linked {
			return v, tx.lockPlayers(v.Player.ID)
		}
		tx.locks.players = append(tx.locks.players, v.Player.ID)
	}
	return v, nil
}

// Facts are what is stored of a round and of a person's part in it.
type Facts struct {
	Round    Round
	Attempt  Attempt   // of the person: what one of the players that they are has spent is spent
	Saved    Attempt   // of the player, as the last SaveAttempt stored it
	Award    Award     // of the player
	Earned   int       // by the person, as any of their players
	OpenedAt time.Time // when the person was first shown the puzzle of a daily; zero: not known
	Seen     bool      // the person has been shown a solution of the class
	SeenIn   int64     // in which round; 0: in none, or in several
	Locked   bool      // the class pays the person nothing: see Lock
}

// Facts returns what is stored of a round and of a player's part in it, as of a time. The
// person is known to Lock by a hash.
func (tx *Tx) Facts(roundID, playerID int64, hash string, now time.Time) (f Facts, err error) {
	if err := tx.lockPlayers(playerID); err != nil {
		return f, err
	}
	err = tx.readLocked(func() (int64, error) {
		f, err = get[Facts](tx, "find round and attempt", facts, roundID, playerID, hash, now)
		return f.Round.CommunityID, err
	})
	return f, err
}

var facts = `
	SELECT r.*, r.id, CAST($2 AS BIGINT), w.hints, w.gave_up_at, w.asked_at, w.took_part,
		r.id, CAST($2 AS BIGINT), t.hints, t.gave_up_at, t.asked_at, t.took_part,
		r.id, CAST($2 AS BIGINT), a.community_id, a.day, a.points, a.solved, a.local, a.at,
		(SELECT SUM(points) FROM awards WHERE ` + theirs + `), (SELECT MIN(at) FROM openings WHERE ` + theirs + `),
		s.low IS NOT NULL, CASE WHEN s.low = s.high THEN s.low ELSE 0 END,
		EXISTS (SELECT 1 FROM locks WHERE person = $3 AND class = r.class AND until > $4)
	FROM (SELECT ` + roundColumns + ` FROM rounds WHERE id = $1) AS r
		LEFT JOIN attempts t ON t.round_id = $1 AND t.player_id = $2 LEFT JOIN awards a ON a.round_id = $1 AND a.player_id = $2
		LEFT JOIN (SELECT MIN(round_id) AS low, MAX(round_id) AS high FROM seen
			WHERE player_id IN ` + kin("$2") + ` AND class = (SELECT class FROM rounds WHERE id = $1)) AS s ON 1 = 1
		LEFT JOIN (SELECT MAX(hints) AS hints, MIN(gave_up_at) AS gave_up_at, MAX(asked_at) AS asked_at, MAX(took_part) AS took_part
			FROM attempts WHERE ` + theirs + `) AS w ON 1 = 1`

// theirs are a person's rows of a round.
var theirs = `round_id = $1 AND player_id IN ` + kin("$2")
