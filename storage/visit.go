package storage

import (
	"cmp"
	"errors"
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
	Origin    Origin
	Repeated  bool // the request was carried out before
	Community Community
	Player    Player
	Near
	found visited // without a round
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

// Visit returns what is stored of a request.
func (tx *Tx) Visit(o Origin) (v Visit, err error) {
	all, err := List[visited](tx, "find place and person", visit+`, w.*`+visitors+near,
		append(o.arguments(), o.Message)...)
	if err != nil {
		return v, err
	}
	v.Origin, v.found = o, all[0]
	v.found.Round, v.found.IsNamed, v.found.IsCurrent = Round{}, false, false
	v.Repeated, v.Community, v.Player = v.found.Repeated, v.found.Community, v.found.Player
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
	Visit        Visit // as the request was read; it may have its Origin alone
	Private      bool
	Title        string // of the place; empty: unknown
	Name, Locale string // of the person; empty: unknown
	At           time.Time
}

// Arrive stores the key of a request, or returns ErrRepeated, with which the transaction of
// a repeated event fails as a whole. It stores the place and the person where they are new or
// have changed, and that the person did something there. It locks both.
//
// On a server, where nothing but the key is to be stored, it takes the Visit's word, and what
// is read under the locks travels with the next query. If that differs the transaction fails
// with ErrConflict.
func (tx *Tx) Arrive(a Arrival) (Community, Player, error) {
	o, v, err := a.Visit.Origin, a.Visit.found, error(nil)
	isNews := v.Repeated || v.Adopts || a.changesPlayer(v.Player) || a.changesCommunity(v.Community, v.Player) || a.At.Sub(v.Joined) >= memberEvery
	if tx.locks != nil && !isNews {
		err = tx.expect(o, v)
	} else {
		v, err = tx.arrived(o)
	}
	if err == nil && v.Adopts {
		if err := tx.AdoptChannel(o.Network, o.Community, o.Channel); err != nil {
			return v.Community, v.Player, err
		}
		v, err = tx.arrived(o)
	}
	switch {
	case err != nil:
		return v.Community, v.Player, err
	case v.Repeated:
		return v.Community, v.Player, ErrRepeated
	}
	c, p := v.Community, v.Player
	if err := tx.Exec("save request", `INSERT INTO requests (key, at) VALUES ($1, $2)`, o.Key, a.At); err != nil {
		return c, p, err
	}
	if a.changesPlayer(p) {
		if p, err = tx.EnsurePlayer(o.PlayerNetwork, o.Player, a.Name, a.Locale, a.At); err != nil {
			return c, p, err
		}
	}
	if a.changesCommunity(c, p) {
		owner := int64(0)
		if a.Private { // its title is the person's name
			a.Title, owner = "", p.ID
		}
		if c, err = tx.EnsureCommunity(o.Network, o.Community, a.Private, owner, a.Title, a.At); err != nil {
			return c, p, err
		}
	}
	if a.At.Sub(v.Joined) < memberEvery {
		return c, p, nil
	}
	return c, p, tx.Join(c.ID, p.ID, a.At)
}

// changesPlayer reports whether what the network says of the person is news.
func (a Arrival) changesPlayer(p Player) bool {
	return p.ID == 0 || a.Name != "" && a.Name != p.Name || a.Locale != "" && a.Locale != p.Locale
}

// changesCommunity reports whether what the network says of the place, where p is the person,
// is news.
func (a Arrival) changesCommunity(c Community, p Player) bool {
	return c.ID == 0 || !c.Active || c.Private != a.Private || !a.Private && a.Title != "" && a.Title != c.Title || a.Private && p.ID != 0 && p.ID != c.OwnerID
}

// arrived is Visit without rounds, after locks on the place and the person.
func (tx *Tx) arrived(o Origin) (v visited, err error) {
	if err = tx.lockArrival(o); err == nil {
		v, err = Get[visited](tx, "find place and person", visit+visitors, o.arguments()...)
	}
	if err != nil {
		return v, err
	}
	return v, tx.know(v)
}

// expect is arrived where what it finds is known: if it is otherwise, the transaction fails
// when that is read.
func (tx *Tx) expect(o Origin, v visited) error {
	return errors.Join(tx.lockArrival(o), tx.know(v), queueRows(tx, "find place and person", visit+visitors, o.arguments(), func(now visited) error {
		switch {
		case now.Repeated:
			return ErrRepeated
		case now != v:
			return ErrConflict
		}
		return nil
	}))
}

// arguments are those of the query for a request, its place and its person.
func (o Origin) arguments() []any {
	return []any{o.Key, o.Network, o.Community, o.Channel, o.PlayerNetwork, o.Player}
}

// lockArrival locks a place and a person.
func (tx *Tx) lockArrival(o Origin) error {
	if tx.locks == nil {
		return nil
	}
	return errors.Join(tx.LockChat(o.Network, o.Community),
		tx.Exec("lock player", `SELECT id FROM players WHERE network = $1 AND key = $2 FOR NO KEY UPDATE`, o.PlayerNetwork, o.Player))
}

// know notes what is locked, and what is known of it.
func (tx *Tx) know(v visited) error {
	if v.Community.ID != 0 {
		tx.known = append(tx.known, v.Community)
	}
	if tx.locks != nil {
		tx.locks.communities = append(tx.locks.communities, v.Community.ID)
		if v.Linked {
			return tx.LockPlayers(v.Player.ID)
		}
		tx.locks.players = append(tx.locks.players, v.Player.ID)
	}
	return nil
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
	PaidElse bool      // another round pays the person for the class: see Pays
	Locked   bool      // the class pays the person nothing: see Lock
	Answers  []Answer  // to the round, if they were asked for
}

// Which answers are read with Facts.
type Which int

const (
	NoAnswers  Which = iota
	OwnAnswers       // as PlayerAnswers returns them
	AllAnswers       // as Answers returns them
)

// Facts returns what is stored of a round and of a player's part in it, as of a time. The
// person is known to Lock by a hash.
func (tx *Tx) Facts(roundID, playerID int64, hash string, now time.Time, which Which) (f Facts, err error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return f, err
	}
	err = tx.readLocked(func() (int64, error) {
		var answers *Queued[Answer]
		switch which {
		case OwnAnswers:
			answers = Queue[Answer](tx, "list answers of player", playerAnswers, roundID, playerID)
		case AllAnswers:
			answers = Queue[Answer](tx, "list answers", allAnswers, roundID, playerID)
		}
		f, err = Get[Facts](tx, "find round and attempt", facts, roundID, playerID, hash, now)
		if err != nil {
			return 0, err
		}
		if answers != nil {
			f.Answers, err = answers.List()
		}
		return f.Round.CommunityID, err
	})
	return f, err
}

var facts = `
	SELECT r.*, r.id, CAST($2 AS BIGINT), w.hints, w.gave_up_at, w.asked_at, w.took_part,
		r.id, CAST($2 AS BIGINT), t.hints, t.gave_up_at, t.asked_at, t.took_part,
		r.id, CAST($2 AS BIGINT), a.community_id, a.day, a.points, a.solved, a.local, a.at,
		(SELECT SUM(points) FROM awards WHERE ` + theirs + `), (SELECT MIN(at) FROM openings WHERE ` + theirs + `),
		s.low IS NOT NULL, CASE WHEN s.low = s.high THEN s.low ELSE 0 END, COALESCE(s.paid_else, 0),
		EXISTS (SELECT 1 FROM locks WHERE person = $3 AND class = r.class AND until > $4)
	FROM (SELECT ` + roundColumns + ` FROM rounds WHERE id = $1) AS r
		LEFT JOIN attempts t ON t.round_id = $1 AND t.player_id = $2 LEFT JOIN awards a ON a.round_id = $1 AND a.player_id = $2
		LEFT JOIN (SELECT MIN(round_id) AS low, MAX(round_id) AS high, MAX(CASE WHEN paid IN (0, $1) THEN 0 ELSE 1 END) AS paid_else FROM seen
			WHERE player_id IN ` + kin("$2") + ` AND class = (SELECT class FROM rounds WHERE id = $1)) AS s ON 1 = 1
		LEFT JOIN (SELECT MAX(hints) AS hints, MIN(gave_up_at) AS gave_up_at, MAX(asked_at) AS asked_at, MAX(took_part) AS took_part
			FROM attempts WHERE ` + theirs + `) AS w ON 1 = 1`

// theirs are a person's rows of a round.
var theirs = `round_id = $1 AND player_id IN ` + kin("$2")
