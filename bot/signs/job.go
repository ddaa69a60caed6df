package signs

import (
	"context"
	"slices"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/storage"
)

// jobKind is the kind of the job that looks for signs. Its key is empty.
const jobKind = "signs"

// signs has the function of the job.
type signs struct{ feature.Kernel }

const (
	// lookEvery is how often the job looks for signs.
	lookEvery = 10 * time.Minute
	// pagePause is how long the job waits after a full page of attempts. It is short, because more may be waiting.
	pagePause = time.Second
	// pageSize is how many new attempts the job reads at once.
	pageSize = 100
	// attemptsRead is how many of a person's last attempts in a game the job reads: the new ones, and earlier ones to
	// compare them with.
	attemptsRead = 300
)

// A page is what one run of the job reads and finds.
type page struct {
	// attempts are the new ones, at most pageSize.
	attempts []round.RatedAttempt
	// found are the new signs in them.
	found []Sign
	// stale are players whose storage.Check does not agree with their signs: see repairCheck.
	stale []int64
}

// run runs the job. It reads outside of the transaction that stores what it finds, so that people's answers do not wait
// for it.
func (s signs) run(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	var p page
	err := s.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		p, err = findSigns(tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if err := p.save(tx, now); err != nil {
			return err
		}
		pause := lookEvery
		if len(p.attempts) == pageSize {
			pause = pagePause
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(pause)})
	}, nil
}

// A playerGame is a player in a game.
type playerGame struct {
	playerID int64
	game     string
}

// findSigns reads a page of new attempts, and looks for signs in it. It also finds players whose
// storage.Check must be repaired.
func findSigns(tx *storage.Tx) (page, error) {
	seen, err := lastSeen(tx)
	if err != nil {
		return page{}, err
	}
	var p page
	p.stale, err = listStale(tx, pageSize)
	if err != nil {
		return page{}, err
	}
	p.attempts, err = round.RatedAfter(tx, seen, pageSize)
	if err != nil {
		return page{}, err
	}
	// A player's attempts of the page in a game are looked at together.
	done := map[playerGame]bool{}
	for _, x := range p.attempts {
		key := playerGame{x.PlayerID, x.Game}
		if done[key] {
			continue
		}
		done[key] = true
		sign, isNew, err := newSign(tx, key, seen)
		if err != nil {
			return page{}, err
		}
		if isNew {
			p.found = append(p.found, sign)
		}
	}
	return p, nil
}

// save stores what was found, and that the attempts of the page have been looked at.
func (p page) save(tx *storage.Tx, now time.Time) error {
	players := slices.Clone(p.stale)
	for _, sign := range p.found {
		players = append(players, sign.PlayerID)
	}
	if err := tx.LockPlayers(players...); err != nil {
		return err
	}
	for _, playerID := range p.stale {
		if err := repairCheck(tx, playerID, now); err != nil {
			return err
		}
	}
	for _, sign := range p.found {
		if err := addSign(tx, sign); err != nil {
			return err
		}
	}
	if len(p.attempts) == 0 {
		return nil
	}
	return setLastSeen(tx, p.attempts[len(p.attempts)-1].ID)
}

// newSign returns the first sign that a player's new attempts in a game show. isNew is false if they show none. New
// attempts are those with an ID above seen. While the person has a sign from any game that is undecided or was kept,
// newSign does not look for another. If the operator has cleared signs of the person, only attempts since the last
// decision count.
func newSign(tx *storage.Tx, key playerGame, seen int64) (sign Sign, isNew bool, err error) {
	before, err := signsOf(tx, key.playerID)
	if err != nil {
		return Sign{}, false, err
	}
	var clearedAt time.Time
	for _, s := range before {
		if s.Decision != Cleared {
			return Sign{}, false, nil
		}
		if s.DecidedAt.After(clearedAt) {
			clearedAt = s.DecidedAt
		}
	}
	attempts, err := round.LastRated(tx, key.playerID, key.game, attemptsRead)
	if err != nil {
		return Sign{}, false, err
	}
	var solves []solve
	for _, x := range attempts {
		// LastRated returns the attempts of all players of the person.
		isOfPlayer := x.PlayerID == key.playerID
		counts := x.Solved && x.At.After(clearedAt)
		if !isOfPlayer || !counts {
			continue
		}
		solves = append(solves, solveOf(x.RatedAttempt))
		// Attempts that were looked at before can only be a part of a sign, not its end.
		if x.ID <= seen {
			continue
		}
		sign, isSign := signOf(solves)
		if isSign {
			sign.PlayerID = key.playerID
			sign.Game = key.game
			return sign, true, nil
		}
	}
	return Sign{}, false, nil
}
