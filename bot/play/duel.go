package play

import (
	"errors"
	"slices"
	"strings"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A duel is how a puzzle of a duel is played: of the two the first right answer wins
// it, or the better one at the end of its clock, of equal ones the earlier. Who gives
// up loses it.
type duel struct{}

const (
	// ChallengeFor is how long a challenge may be taken up.
	ChallengeFor = 3 * time.Minute
	// duelWins is how many puzzles win a duel, maxDuel how many there are at most.
	duelWins, maxDuel = 2, 5
)

// A Rival is who is challenged: by key, or by another name that the network knows
// them by.
type Rival struct{ Key, Handle string }

// known keeps who is challenged and unknown: a key behind a mark that begins no name,
// so that nobody is stored who has done nothing.
const keyMark = "="

// Challenge challenges a person to a duel. The error may be ErrHimself, ErrPlaying, or
// a *MatchError.
func (p *Play) Challenge(tx *storage.Tx, a Act, r Rival, g engine.Game, level engine.Level) (Match, error) {
	row := storage.Match{
		Kind: DuelOf, CommunityID: a.Community.ID, Channel: a.Channel, AskerID: a.Person.ID, Game: g.Name(),
		Wish: wishOf(Drawn{Level: level}), Length: maxDuel, AskedAt: a.At, Rival: r.Handle,
	}
	if r.Key != "" {
		row.Rival = keyMark + r.Key
		who, err := tx.FindPlayer(a.Community.Network, r.Key)
		if is, err := found(err); err != nil {
			return Match{}, err
		} else if is {
			row.RivalID, row.Rival = who.ID, ""
		}
	}
	if isRival(row, a) {
		return Match{}, ErrHimself
	}
	if err := noMatch(tx, a); err != nil {
		return Match{}, err
	}
	for _, id := range []int64{row.AskerID, row.RivalID} {
		if err := mayDuel(tx, id, 0, id == row.AskerID); err != nil {
			return Match{}, err
		}
	}
	var err error
	if row.ID, err = tx.AddMatch(row); err != nil {
		return Match{}, err
	}
	if err := p.plan(tx, row, a.At.Add(ChallengeFor)); err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, row)
}

// isRival tells whether a person is the one who is challenged.
func isRival(m storage.Match, a Act) bool {
	switch {
	case m.RivalID != 0:
		return m.RivalID == a.Person.ID
	case strings.HasPrefix(m.Rival, keyMark):
		return m.Rival == keyMark+a.Person.Key
	}
	return m.Rival != "" && strings.EqualFold(m.Rival, a.Handle)
}

// mayDuel tells whether a person is in no other duel; asks: nor has challenged anybody.
func mayDuel(tx *storage.Tx, playerID, except int64, asks bool) error {
	if playerID == 0 {
		return nil
	}
	open, err := tx.OpenMatches(playerID, manyOpen)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(open, func(m storage.Match) bool {
		return m.Kind == DuelOf && m.ID != except && (!m.BegunAt.IsZero() || asks && m.AskerID == playerID)
	}) {
		return ErrPlaying
	}
	return nil
}

// challenge is a match that waits to be taken up at a place. The error is ErrMatchOver
// if it does not.
func challenge(tx *storage.Tx, a Act, id int64) (storage.Match, error) {
	m, err := tx.MatchByID(id)
	if is, err := found(err); err != nil {
		return m, err
	} else if !is || !m.BegunAt.IsZero() || !m.EndedAt.IsZero() || m.CommunityID != a.Community.ID || a.At.Sub(m.AskedAt) > ChallengeFor {
		return m, ErrMatchOver
	}
	return m, nil
}

// Accept takes a challenge up. The error may be ErrMatchOver, ErrNotYours, ErrPlaying,
// a *MatchError, a *RunningError, or ErrTooBusy.
func (p *Play) Accept(tx *storage.Tx, a Act, id int64) (Match, error) {
	m, err := challenge(tx, a, id)
	if err != nil {
		return Match{}, err
	}
	if !isRival(m, a) {
		return Match{}, ErrNotYours
	}
	a.Channel = m.Channel
	err = errors.Join(p.mayBegin(tx, a))
	for _, id := range []int64{m.AskerID, a.Person.ID} {
		if err == nil {
			err = mayDuel(tx, id, m.ID, false)
		}
	}
	if err != nil {
		return Match{}, err
	}
	m.RivalID, m.Rival, m.BegunAt, m.NextAt = a.Person.ID, "", a.At, a.At.Add(matchPause)
	if err := p.plan(tx, m, m.NextAt); err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, m)
}

// Decline turns a challenge down, or takes it back. The error may be ErrMatchOver or
// ErrNotYours.
func (p *Play) Decline(tx *storage.Tx, a Act, id int64) (Match, error) {
	m, err := challenge(tx, a, id)
	if err != nil {
		return Match{}, err
	}
	why := Declined
	switch {
	case a.Person.ID == m.AskerID:
		why = Withdrawn
	case !isRival(m, a):
		return Match{}, ErrNotYours
	}
	if err := endMatch(tx, m, a.At, why); err != nil {
		return Match{}, err
	}
	return p.Match(tx, id)
}

func (duel) take(tx *storage.Tx, p *Play, t *try) error {
	if t.Round.Game.Rules().Measure == "" {
		return p.takePlace(tx, t)
	}
	if err := (best{}).take(tx, p, t); err != nil || t.Practice != Paid || t.Verdict.Measure > t.best.Measure {
		return err
	}
	return p.hasten(tx, t.Round, t.At) // the other can do no better
}

func (duel) award(tx *storage.Tx, p *Play, r Round, s engine.Solution) error {
	if r.Game.Rules().Measure != "" {
		return best{}.award(tx, p, r, s)
	}
	return awardPlaces(tx, r)
}

// ends is its clock's to say.
func (duel) ends(tx *storage.Tx, r Round, s engine.Solution) (string, time.Time, error) {
	return series{}.ends(tx, r, s)
}

// duelFinish leaves the one who has won: by an answer, or since the other gave up.
func duelFinish(tx *storage.Tx, r Round, all []Finish) ([]Finish, error) {
	if len(all) > 0 {
		all[0].Place, all[0].Points = 1, 1
		return all[:1], nil
	}
	for i, id := range []int64{r.Match.AskerID, r.Match.RivalID} {
		attempt, err := tx.Attempt(r.ID, id)
		if err != nil {
			return nil, err
		}
		if attempt.GaveUpAt.IsZero() {
			continue
		}
		other, err := tx.PlayerByID([]int64{r.Match.RivalID, r.Match.AskerID}[i])
		if err != nil {
			return nil, err
		}
		return []Finish{{Player: other, Place: 1, Points: 1}}, nil
	}
	return nil, nil
}
