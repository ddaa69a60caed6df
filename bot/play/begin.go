package play

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Why a match does not begin.
var (
	ErrMatchOver = errors.New("the match is over")
	ErrNotYours  = errors.New("that is for somebody else")
	ErrPlaying   = errors.New("they are in another duel")
	ErrHimself   = errors.New("nobody duels alone")
	ErrAsked     = errors.New("they were challenged by the same person a moment ago")
	ErrRefused   = errors.New("they have refused the same person today")
)

// Open begins a race, or another match of mode.Open, of so many puzzles; 0: as many as it has.
// The error may be a *MatchError, a *RunningError, or ErrTooBusy.
func (p *Play) Open(tx *storage.Tx, a Act, kind string, g engine.Game, level engine.Level, option string, length int) (Match, error) {
	return p.begin(tx, a, matchOf(a, kind, g, level, option, length))
}

// matchOf is a match that a person asks for.
func matchOf(a Act, kind string, g engine.Game, level engine.Level, option string, length int) storage.Match {
	return storage.Match{
		Kind: kind, CommunityID: a.Community.ID, Channel: a.Channel, AskerID: a.Person.ID, Game: g.Name(),
		Wish: wishOf(Drawn{Level: level, Option: option}), Length: cmp.Or(length, mode.Of(kind, mode.Together, false).Length), AskedAt: a.At, AskerLocale: a.Person.Locale,
	}
}

// begin begins a match, new or a challenge that was accepted, at a place where neither a
// match goes on nor a clock runs. Its duelists must be in no other duel.
func (p *Play) begin(tx *storage.Tx, a Act, row storage.Match, duelists ...int64) (m Match, err error) {
	if err := noMatch(tx, a); err != nil {
		return Match{}, err
	}
	rows, err := tx.OpenRounds(a.Community.ID, a.Channel, manyOpen)
	if err != nil {
		return Match{}, err
	}
	open, err := p.openRounds(a, rows)
	if err != nil {
		return Match{}, err
	}
	if err := mayRun(a, open); err != nil {
		return Match{}, err
	}
	for _, id := range duelists {
		if err := mayDuel(tx, id, row.ID, false); err != nil {
			return Match{}, err
		}
	}
	if row.ID == 0 {
		if row.ID, err = tx.AddMatch(row); err != nil {
			return Match{}, err
		}
	}
	row.BegunAt = a.At
	if m, err = p.wholeMatch(tx, row); err != nil {
		return Match{}, err
	}
	m.NextAt = a.At.Add(m.Mode.Pause)
	return m, plan(tx, m.Match, m.NextAt)
}

// A Rival is the person who is challenged: by key, or by another name that the network
// knows them by.
type Rival struct{ Key, Handle string }

// hashOfRival stands for a person who is challenged and may not be in the database: nobody
// is stored who has not acted.
func (p *Play) hashOfRival(network string, r Rival) string {
	if r.Key != "" {
		r.Handle = "=" + r.Key // no handle begins so
	}
	return p.hash("rival", network, strings.ToLower(r.Handle))
}

// Challenge challenges a person to a duel. The error may be ErrHimself, ErrPlaying,
// ErrAsked, ErrRefused, or a *MatchError.
func (p *Play) Challenge(tx *storage.Tx, a Act, r Rival, g engine.Game, level engine.Level) (Match, error) {
	row := matchOf(a, mode.Duel, g, level, "", 0)
	row.Rival = p.hashOfRival(a.Community.Network, r)
	if r.Key != "" {
		who, is, err := storage.Found(tx.FindPlayer(a.Community.Network, r.Key))
		if err != nil {
			return Match{}, err
		} else if is {
			row.RivalID = who.ID
		}
	}
	if p.isRival(row, a) {
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
	last, is, err := storage.Found(tx.LastChallenge(row))
	if err != nil {
		return Match{}, err
	} else if is && last.Reason == Declined && NumberIn(a.Community, last.EndedAt) == NumberIn(a.Community, a.At) {
		return Match{}, ErrRefused
	} else if is && a.At.Sub(last.AskedAt) < mode.ChallengeEvery {
		return Match{}, ErrAsked
	}
	if row.ID, err = tx.AddMatch(row); err != nil {
		return Match{}, err
	}
	if err := plan(tx, row, row.AskedAt.Add(mode.ChallengeFor)); err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, row)
}

// isRival reports whether a person is the one who is challenged.
func (p *Play) isRival(m storage.Match, a Act) bool {
	if m.RivalID != 0 {
		return m.RivalID == a.Person.ID
	}
	network := a.Person.Network
	return m.Rival == p.hashOfRival(network, Rival{Key: a.Person.Key}) || m.Rival == p.hashOfRival(network, Rival{Handle: a.Handle})
}

// mayDuel returns ErrPlaying if a person is in another duel or, where they ask for one,
// waits for an answer to a challenge.
func mayDuel(tx *storage.Tx, playerID, except int64, asks bool) error {
	if playerID == 0 {
		return nil
	}
	open, err := tx.OpenMatches(playerID, manyOpen)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(open, func(m storage.Match) bool {
		return m.Kind == mode.Duel && m.ID != except && (!m.BegunAt.IsZero() || asks && m.AskerID == playerID)
	}) {
		return ErrPlaying
	}
	return nil
}

// challenge returns a match that waits to be accepted at a place, or ErrMatchOver.
func challenge(tx *storage.Tx, a Act, id int64) (storage.Match, error) {
	m, is, err := storage.Found(tx.MatchByID(id))
	if err == nil && (!is || !m.BegunAt.IsZero() || !m.EndedAt.IsZero() || m.CommunityID != a.Community.ID || a.At.Sub(m.AskedAt) > mode.ChallengeFor) {
		return m, ErrMatchOver
	}
	return m, err
}

// Accept accepts a challenge. The error may be ErrMatchOver, ErrNotYours, ErrPlaying, a
// *MatchError, a *RunningError, or ErrTooBusy.
func (p *Play) Accept(tx *storage.Tx, a Act, id int64) (Match, error) {
	row, err := challenge(tx, a, id)
	if err != nil {
		return Match{}, err
	}
	if !p.isRival(row, a) {
		return Match{}, ErrNotYours
	}
	a.Channel, row.RivalID = row.Channel, a.Person.ID
	return p.begin(tx, a, row, row.AskerID, row.RivalID)
}

// Decline turns a challenge down, or withdraws it. The error may be ErrMatchOver or
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
	case !p.isRival(m, a):
		return Match{}, ErrNotYours
	}
	if err := endMatch(tx, &m, a.At, why); err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, m)
}
