package storage

import (
	"cmp"
	"slices"
	"time"
)

// An Origin says where a request comes from, by the network's own keys.
type Origin struct {
	// Key is the key of the event.
	Key string
	// FormerKey is the key that an earlier version stored the event under, if that was not Key. The
	// next version does without it.
	FormerKey                   string
	Network, Community, Channel string
	// Message is the message that the person replies to, or whose button they press; empty: none.
	Message string
	// PlayerNetwork and Player are the network and key of the person; empty: nobody.
	PlayerNetwork, Player string
}

// A Visit is what is stored about a request, its place and its person.
type Visit struct {
	Origin Origin
	// Repeated reports whether the request was carried out before.
	Repeated  bool
	Community Community
	Player    Player
	Near
	// found is the row that was read, without its round. Arrive may trust it.
	found visitRow
}

// Near has the rounds that a request may be about.
type Near struct {
	// Rounds are the rounds open at the place, with Named and Current, the oldest first.
	Rounds []Round
	// Named is the round that the Origin's message is about; 0: none.
	Named int64
	// Current is the round that a plain answer of the person is meant for; 0: none. A round is
	// current for everyone at the place or for one person, and what was set last counts.
	Current int64
}

// findVisit is the query for a request, its place and its person. findVisitRounds also reads the
// rounds.
const (
	placeID      = `(SELECT id FROM communities WHERE network = $2 AND key = $3)`
	visitorID    = `(SELECT id FROM players WHERE network = $5 AND key = $6)`
	visitColumns = `
	SELECT EXISTS (SELECT 1 FROM requests WHERE key = $1) OR EXISTS (SELECT 1 FROM requests WHERE key = $7),
		EXISTS (SELECT 1 FROM communities WHERE network = $2 AND key = $4 AND private = 0),
		EXISTS (SELECT 1 FROM players mine JOIN players theirs ON theirs.person_id = mine.person_id WHERE mine.id = p.id AND theirs.id <> mine.id),
		(SELECT at FROM members WHERE community_id = c.id AND player_id = p.id), c.*, p.*`
	visitTables = `
	FROM (SELECT 1 AS one) AS single
		LEFT JOIN (SELECT ` + communityColumns + ` FROM communities WHERE network = $2 AND key = $3) AS c ON 1 = 1
		LEFT JOIN (SELECT ` + playerColumns + ` FROM players WHERE network = $5 AND key = $6) AS p ON 1 = 1`
	// messageRound is the round that the message is about.
	messageRound = `(SELECT round_id FROM messages WHERE community_id = ` + placeID + ` AND message = $8)`
	// currentRound is the round that a plain answer is meant for.
	currentRound = `(SELECT round_id FROM currents WHERE community_id = ` + placeID + ` AND channel = $4
		AND player_id IN (0, ` + visitorID + `) ORDER BY at DESC, player_id DESC LIMIT 1)`
	// visitRounds joins the rounds. Of the open ones it reads the newest twenty.
	visitRounds = ` LEFT JOIN (
		SELECT ` + RoundColumns + `, id = ` + messageRound + `, id = ` + currentRound + ` FROM rounds WHERE id IN (
			SELECT id FROM (SELECT id FROM rounds WHERE community_id = ` + placeID + ` AND channel = $4 AND closed_at IS NULL
				ORDER BY id DESC LIMIT 20) AS top
			UNION ALL SELECT ` + messageRound + ` UNION ALL SELECT ` + currentRound + `)
	) AS w ON 1 = 1`
	findVisit       = visitColumns + visitTables
	findVisitRounds = visitColumns + `, w.*` + visitTables + visitRounds
)

// A visitRow is a row of the query for a request.
type visitRow struct {
	Repeated bool
	// Adopts reports whether the channel is stored as a community of its own, which the request's
	// community adopts.
	Adopts bool
	// Linked reports whether the player is one person with others.
	Linked bool
	// Joined is when the player last did something in the community, as it was stored; zero: never.
	Joined    time.Time
	Community Community
	Player    Player
	// Round is a round that the request may be about. Only the round differs between the rows of a
	// request.
	Round     Round
	IsNamed   bool
	IsCurrent bool
}

// Visit returns what is stored of a request.
func (tx *Tx) Visit(o Origin) (Visit, error) {
	rows, err := List[visitRow](tx, "find place and person", findVisitRounds, append(o.arguments(), o.Message)...)
	if err != nil {
		return Visit{}, err
	}
	found := rows[0]
	found.Round = Round{}
	found.IsNamed = false
	found.IsCurrent = false
	v := Visit{
		Origin:    o,
		Repeated:  found.Repeated,
		Community: found.Community,
		Player:    found.Player,
		found:     found,
	}
	for _, row := range rows {
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

// An Arrival is what the network says about the place and the person of a request.
type Arrival struct {
	// Visit is what was read about the request. It may have nothing but its Origin.
	Visit   Visit
	Private bool
	// Title is that of the place; empty: unknown.
	Title string
	// Name and Locale are the person's; empty: unknown.
	Name, Locale string
	At           time.Time
}

// Arrive stores the key of a request. If the key is stored already, it returns ErrRepeated, and the
// transaction of the repeated event fails as a whole. Arrive also stores the place and the person if
// they are new or have changed, and that the person did something there. It locks both.
//
// On a server, if only the key has to be stored, Arrive trusts the rows read by Visit and has them
// verified in the round trip of the next query. If they have changed, the transaction fails with
// ErrConflict.
func (tx *Tx) Arrive(a Arrival) (Community, Player, error) {
	v, err := tx.findArrival(a)
	if err != nil {
		return v.Community, v.Player, err
	}
	if v.Repeated {
		return v.Community, v.Player, ErrRepeated
	}
	c := v.Community
	p := v.Player
	o := a.Visit.Origin
	err = tx.Exec("save request", `INSERT INTO requests (key, at) VALUES ($1, $2)`, o.Key, a.At)
	if err != nil {
		return c, p, err
	}
	if a.changesPlayer(p) {
		p, err = tx.EnsurePlayer(o.PlayerNetwork, o.Player, a.Name, a.Locale, a.At)
		if err != nil {
			return c, p, err
		}
	}
	if a.changesCommunity(c, p) {
		c, err = tx.ensurePlace(a, p)
		if err != nil {
			return c, p, err
		}
	}
	if !a.joins(v) {
		return c, p, nil
	}
	return c, p, tx.Join(c.ID, p.ID, a.At)
}

// findArrival locks the place and the person of a request, and returns what is stored of them.
func (tx *Tx) findArrival(a Arrival) (visitRow, error) {
	o := a.Visit.Origin
	v := a.Visit.found
	if tx.locks != nil && !a.changes(v) {
		return v, tx.trustVisit(o, v)
	}
	v, err := tx.lockedVisit(o)
	if err != nil || !v.Adopts {
		return v, err
	}
	err = tx.AdoptChannel(o.Network, o.Community, o.Channel)
	if err != nil {
		return v, err
	}
	return tx.lockedVisit(o)
}

// ensurePlace stores the place of a request of a person.
func (tx *Tx) ensurePlace(a Arrival, p Player) (Community, error) {
	o := a.Visit.Origin
	if a.Private {
		// Its title is the person's name.
		return tx.EnsureCommunity(o.Network, o.Community, true, p.ID, "", a.At)
	}
	return tx.EnsureCommunity(o.Network, o.Community, false, 0, a.Title, a.At)
}

// changes reports whether more than the key of the request has to be stored.
func (a Arrival) changes(v visitRow) bool {
	if v.Repeated || v.Adopts {
		return true
	}
	return a.changesPlayer(v.Player) || a.changesCommunity(v.Community, v.Player) || a.joins(v)
}

// joins reports whether Join has to note that the person did something at the place.
func (a Arrival) joins(v visitRow) bool { return a.At.Sub(v.Joined) >= memberEvery }

// changesPlayer reports whether the network says something new about the person.
func (a Arrival) changesPlayer(p Player) bool {
	isNewName := a.Name != "" && a.Name != p.Name
	isNewLocale := a.Locale != "" && a.Locale != p.Locale
	return p.ID == 0 || isNewName || isNewLocale
}

// changesCommunity reports whether the network says something new about the place. The person there
// is p.
func (a Arrival) changesCommunity(c Community, p Player) bool {
	if c.ID == 0 || !c.Active || c.Private != a.Private {
		return true
	}
	if a.Private {
		return p.ID != 0 && p.ID != c.OwnerID
	}
	return a.Title != "" && a.Title != c.Title
}

// lockedVisit locks the place and the person, and reads what Visit reads except for the rounds.
func (tx *Tx) lockedVisit(o Origin) (visitRow, error) {
	err := tx.lockArrival(o)
	if err != nil {
		return visitRow{}, err
	}
	v, err := Get[visitRow](tx, "find place and person", findVisit, o.arguments()...)
	if err != nil {
		return v, err
	}
	return v, tx.noteLocked(v)
}

// trustVisit locks the place and the person, trusts v, and queues a query that verifies it. If the
// query finds something else, the next read fails with ErrConflict.
func (tx *Tx) trustVisit(o Origin, v visitRow) error {
	if err := tx.lockArrival(o); err != nil {
		return err
	}
	if err := tx.noteLocked(v); err != nil {
		return err
	}
	return queueRows(tx, "find place and person", findVisit, o.arguments(), func(now visitRow) error {
		switch {
		case now.Repeated:
			return ErrRepeated
		case now != v:
			return ErrConflict
		}
		return nil
	})
}

// arguments returns the arguments of findVisit.
func (o Origin) arguments() []any {
	return []any{o.Key, o.Network, o.Community, o.Channel, o.PlayerNetwork, o.Player, cmp.Or(o.FormerKey, o.Key)}
}

// lockArrival locks a place and a person.
func (tx *Tx) lockArrival(o Origin) error {
	if tx.locks == nil {
		return nil
	}
	if err := tx.LockChat(o.Network, o.Community); err != nil {
		return err
	}
	return tx.Exec("lock player", `
		SELECT id FROM players WHERE network = $1 AND key = $2 FOR NO KEY UPDATE`, o.PlayerNetwork, o.Player)
}

// noteLocked notes that the place and the person of a visit are locked, and remembers the community.
// A person with several players needs a lock on all of them.
func (tx *Tx) noteLocked(v visitRow) error {
	if v.Community.ID != 0 {
		tx.known = append(tx.known, v.Community)
	}
	if tx.locks == nil {
		return nil
	}
	tx.locks.communities = append(tx.locks.communities, v.Community.ID)
	if v.Linked {
		return tx.LockPlayers(v.Player.ID)
	}
	tx.locks.players = append(tx.locks.players, v.Player.ID)
	return nil
}
