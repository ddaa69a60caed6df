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
	// FormerKey is the key under which the previous version of this program stored the event; empty: the
	// same as Key. The next version of this program does not need it.
	FormerKey string
	// Network, Community and Channel are the keys of the place.
	Network, Community, Channel string
	// Message is the message that the person replies to, or whose button they press; empty: none.
	Message string
	// PlayerNetwork and Player are the keys of the person; empty: nobody. On the page somebody may act
	// as a player of another network.
	PlayerNetwork, Player string
}

// A Visit is what is stored about a request, its place and its person.
type Visit struct {
	Origin Origin
	// Repeated reports whether the request was carried out before.
	Repeated  bool
	Community Community
	Player    Player
	Candidates
	// found is what the query found, apart from the rounds. Arrive may trust it.
	found visitRow
}

// Candidates has the rounds that a request may be about.
type Candidates struct {
	// Rounds are the newest twenty open rounds at the place, the oldest of them first. The rounds Named and
	// Current are also among them, even if they are over.
	Rounds []Round
	// Named is the ID of the round that the Origin's message is about; 0: none.
	Named int64
	// Current is the ID of the round that the person's answer is for, if they do not reply to a
	// message; 0: none. A place has a current round, and each person there may have a current round of
	// their own. The one that was set later counts.
	Current int64
}

// findVisit is the query for a request, its place and its person. Its columns are the fields of a
// visitRow. findVisitRounds also has the rounds, in a row for each. Both return one row at least.
const (
	findVisit       = `SELECT ` + visitColumns + ` FROM ` + visitTables
	findVisitRounds = `SELECT ` + visitColumns + `, w.* FROM ` + visitTables + ` LEFT JOIN ` + visitRounds + ` AS w ON 1 = 1`
)

// These are the parts of the two queries. The parameters are fields of an Origin: Key ($1), Network, Community
// and Channel ($2, $3, $4), PlayerNetwork and Player ($5, $6), FormerKey ($7), and Message ($8).
//
// Earlier versions stored a channel as a community of its own. Such a channel is adopted by the community that
// it belongs to.
const (
	isRepeated = `EXISTS (SELECT 1 FROM requests WHERE key = $1) OR EXISTS (SELECT 1 FROM requests WHERE key = $7)`
	adopts     = `EXISTS (SELECT 1 FROM communities WHERE network = $2 AND key = $4 AND private = 0)`
	isLinked   = `EXISTS (
			SELECT 1 FROM players mine JOIN players theirs ON theirs.person_id = mine.person_id
			WHERE mine.id = p.id AND theirs.id <> mine.id)`
	joined       = `(SELECT at FROM members WHERE community_id = c.id AND player_id = p.id)`
	visitColumns = isRepeated + `, ` + adopts + `, ` + isLinked + `, ` + joined + `, c.*, p.*`

	// visitTables are the community c and the player p. They are joined to a single row, so that the query
	// has a row even if they are not stored. Then their columns are NULL.
	visitTables = `(SELECT 1 AS one) AS single
		LEFT JOIN (SELECT ` + communityColumns + ` FROM communities WHERE network = $2 AND key = $3) AS c ON 1 = 1
		LEFT JOIN (SELECT ` + playerColumns + ` FROM players WHERE network = $5 AND key = $6) AS p ON 1 = 1`

	visitedCommunity = `(SELECT id FROM communities WHERE network = $2 AND key = $3)`
	visitingPlayer   = `(SELECT id FROM players WHERE network = $5 AND key = $6)`
	// namedRound is the ID of the round Named.
	namedRound = `(SELECT round_id FROM messages WHERE community_id = ` + visitedCommunity + ` AND message = $8)`
	// currentRound is the ID of the round Current. In currents, player 0 means everyone at the place.
	currentRound = `(SELECT round_id FROM currents
			WHERE community_id = ` + visitedCommunity + ` AND channel = $4 AND player_id IN (0, ` + visitingPlayer + `)
			ORDER BY at DESC, player_id DESC
			LIMIT 1)`
	// openRounds are the IDs of the newest twenty open rounds at the place.
	openRounds = `SELECT id FROM (
			SELECT id FROM rounds WHERE community_id = ` + visitedCommunity + ` AND channel = $4 AND closed_at IS NULL
			ORDER BY id DESC
			LIMIT 20) AS top`
	// visitRounds are all these rounds. The last two columns say whether a round is Named, and Current.
	visitRounds = `(
		SELECT ` + RoundColumns + `, id = ` + namedRound + `, id = ` + currentRound + `
		FROM rounds
		WHERE id IN (` + openRounds + ` UNION ALL SELECT ` + namedRound + ` UNION ALL SELECT ` + currentRound + `))`
)

// A visitRow is a row of findVisitRounds. The query findVisit leaves the last three fields empty.
type visitRow struct {
	Repeated bool
	// Adopts reports whether the channel is still stored as a community of its own.
	Adopts bool
	// Linked reports whether the player is one person with others.
	Linked bool
	// Joined is when the player last did something in the community, as it was stored; zero: never.
	Joined    time.Time
	Community Community
	Player    Player
	// Round is a round that the request may be about. The rows of one query differ only in the
	// round, and in the two columns that say whether it is Named, and whether it is Current.
	Round     Round
	IsNamed   bool
	IsCurrent bool
}

// Visit returns what is stored about a request.
func (tx *Tx) Visit(o Origin) (Visit, error) {
	rows, err := List[visitRow](tx, "find place and person", findVisitRounds, append(o.arguments(), o.Message)...)
	if err != nil {
		return Visit{}, err
	}
	found := rows[0]
	// Arrive compares this row with one of findVisit, which has no round.
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
	// Title is the title of the place; empty: unknown.
	Title string
	// Name and Locale are the name and the language of the person; empty: unknown.
	Name, Locale string
	At           time.Time
}

// Arrive stores the key of a request. If the key is stored already, it returns ErrRepeated, and the
// transaction should fail. Arrive also stores the community and the person if they are new or have changed,
// and that the person did something there. It locks the community and the person.
//
// On PostgreSQL each answer of the database takes a round trip. So if nothing but the key has to be stored, Arrive
// trusts what Visit has read. A query that reads the same again is sent with the next statement. If it finds
// something else, the transaction fails with ErrConflict.
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
	// Messages that this transaction enqueues belong to the event.
	tx.event = o.Key
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
		c, err = tx.storeCommunity(a, p)
		if err != nil {
			return c, p, err
		}
	}
	if !a.needsJoin(v) {
		return c, p, nil
	}
	return c, p, tx.Join(c.ID, p.ID, a.At)
}

// findArrival locks the community and the person of a request, and returns what is stored about them. If the
// channel was stored as a community of its own so far, the community of the request adopts it first.
func (tx *Tx) findArrival(a Arrival) (visitRow, error) {
	o := a.Visit.Origin
	v := a.Visit.found
	// On a file to read again takes no round trip.
	isOnServer := !tx.IsAlone()
	if isOnServer && !a.changes(v) {
		return v, tx.trustVisit(o, v)
	}
	v, err := tx.lockedVisit(o)
	if err != nil {
		return v, err
	}
	if !v.Adopts {
		return v, nil
	}
	err = tx.AdoptChannel(o.Network, o.Community, o.Channel, a.At)
	if err != nil {
		return v, err
	}
	return tx.lockedVisit(o)
}

// storeCommunity stores the community of a request of a person.
func (tx *Tx) storeCommunity(a Arrival, p Player) (Community, error) {
	o := a.Visit.Origin
	if a.Private {
		// The title of a private chat is the person's name.
		return tx.EnsureCommunity(o.Network, o.Community, true, p.ID, "", a.At)
	}
	return tx.EnsureCommunity(o.Network, o.Community, false, 0, a.Title, a.At)
}

// changes reports whether more than the key of the request has to be stored.
func (a Arrival) changes(v visitRow) bool {
	if v.Repeated || v.Adopts {
		return true
	}
	return a.changesPlayer(v.Player) || a.changesCommunity(v.Community, v.Player) || a.needsJoin(v)
}

// needsJoin reports whether Join has to store that the person did something in the community. Join stores
// that at most once in memberEvery.
func (a Arrival) needsJoin(v visitRow) bool { return a.At.Sub(v.Joined) >= memberEvery }

// IsStored reports whether, according to the Visit, Arrive has to store nothing but the key of the request.
func (a Arrival) IsStored() bool { return !a.changes(a.Visit.found) }

// changesPlayer reports whether the network says something new about the person.
func (a Arrival) changesPlayer(p Player) bool {
	isNewName := a.Name != "" && a.Name != p.Name
	isNewLocale := a.Locale != "" && a.Locale != p.Locale
	return p.ID == 0 || isNewName || isNewLocale
}

// changesCommunity reports whether the network says something new about the community. The person there is p.
func (a Arrival) changesCommunity(c Community, p Player) bool {
	if c.ID == 0 || !c.Active || c.Private != a.Private {
		return true
	}
	if a.Private {
		return p.ID != 0 && p.ID != c.OwnerID
	}
	return a.Title != "" && a.Title != c.Title
}

// lockedVisit locks the community and the person, and reads what Visit reads except for the rounds.
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

// trustVisit locks the community and the person, trusts v, and queues a query that verifies it. If the
// query finds something else, the next read fails with ErrConflict. If it finds that the request was
// carried out meanwhile, the next read fails with ErrRepeated.
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

// lockArrival locks a community and a person.
func (tx *Tx) lockArrival(o Origin) error {
	if tx.IsAlone() {
		return nil
	}
	if err := tx.LockChat(o.Network, o.Community); err != nil {
		return err
	}
	return tx.Exec("lock player", `
		SELECT id FROM players WHERE network = $1 AND key = $2 FOR NO KEY UPDATE`, o.PlayerNetwork, o.Player)
}

// noteLocked notes that the community and the person of a visit are locked, and remembers the community. If the
// person has several players, it locks the others, too.
func (tx *Tx) noteLocked(v visitRow) error {
	if v.Community.ID != 0 {
		tx.known = append(tx.known, v.Community)
	}
	if tx.IsAlone() {
		return nil
	}
	tx.locks.communities = append(tx.locks.communities, v.Community.ID)
	if v.Linked {
		return tx.LockPlayers(v.Player.ID)
	}
	tx.locks.players = append(tx.locks.players, v.Player.ID)
	return nil
}
