// This file is about matches that people may join before the first puzzle comes.

package round

import (
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// crowdFor is how long after a match at a place the people who played it are likely to be still there.
const crowdFor = 10 * time.Minute

// Join adds the person who acts to those who want to play a match. Once all who are there have joined, the
// first puzzle comes. The error may be ErrMatchOver, or ErrBegun if that puzzle has come before.
func (p *Play) Join(tx *storage.Tx, a Act, id int64) (Match, error) {
	m, err := p.gathering(tx, a, id)
	if err != nil {
		return m, err
	}
	m.Wait = m.NextAt.Sub(a.At)
	if !m.MayJoin(a) {
		return m, nil
	}
	if err := addJoiner(tx, m.ID, a); err != nil {
		return m, err
	}
	m.Joined = append(m.Joined, a.Person)
	isComplete, err := p.allJoined(tx, m, a)
	if err != nil || !isComplete {
		return m, err
	}
	err = m.startSoon(tx, a.At)
	return m, err
}

// Start lets the first puzzle of a match come without waiting for more people. Those may start a match who may
// stop it. The error may be ErrMatchOver, ErrBegun or ErrNotYours.
func (p *Play) Start(tx *storage.Tx, a Act, id int64) (Match, error) {
	m, err := p.gathering(tx, a, id)
	if err != nil {
		return m, err
	}
	if err := m.whyNotStop(a); err != nil {
		return m, err
	}
	err = m.startSoon(tx, a.At)
	return m, err
}

// MayStart reports whether a person may let the first puzzle come without waiting for more people.
func (m Match) MayStart(a Act) bool { return m.Gathers() && m.MayStop(a) }

// MayJoin reports whether a person may join the match and has not done so yet.
func (m Match) MayJoin(a Act) bool {
	isSame := func(x storage.Player) bool { return x.ID == a.Person.ID }
	return m.Gathers() && !slices.ContainsFunc(m.Joined, isSame)
}

// gathering returns a match at the place that people may join, or why they may not: ErrMatchOver or ErrBegun.
func (p *Play) gathering(tx *storage.Tx, a Act, id int64) (Match, error) {
	m, isThere, err := storage.Found(p.Match(tx, id))
	if err != nil {
		return m, err
	}
	isHere := isThere && m.CommunityID == a.Community.ID && m.Channel == a.Channel
	goesOn := !m.BegunAt.IsZero() && !m.IsOver()
	switch {
	case !isHere, !goesOn, m.Mode.Gather == 0:
		return m, ErrMatchOver
	case !m.Gathers():
		return m, ErrBegun
	}
	return m, nil
}

// startSoon brings the next puzzle of a match forward, so that people have just the time to get ready.
func (m *Match) startSoon(tx *storage.Tx, at time.Time) error {
	soon := at.Add(mode.Ready)
	if soon.After(m.NextAt) {
		m.Wait = m.NextAt.Sub(at)
		return nil
	}
	m.setNext(at, mode.Ready)
	return storeAndSchedule(tx, m.MatchRow, m.NextAt)
}

// allJoined reports whether all who are there have joined a match. In most places nobody can know who reads along. But
// those who answered in the last match at the place a few minutes ago are likely to be there.
func (p *Play) allJoined(tx *storage.Tx, m Match, a Act) (bool, error) {
	if len(a.Present) > 0 {
		return a.waitsForNobody(keysOf(m.Joined)), nil
	}
	last, isThere, err := storage.Found(matchBefore(tx, m.MatchRow))
	if err != nil || !isThere {
		return false, err
	}
	isFresh := !last.EndedAt.IsZero() && a.At.Sub(last.EndedAt) < crowdFor
	if !isFresh {
		return false, nil
	}
	crowd, err := answerersOfMatch(tx, last.ID)
	if err != nil {
		return false, err
	}
	for _, id := range crowd {
		isSame := func(x storage.Player) bool { return x.ID == id }
		if !slices.ContainsFunc(m.Joined, isSame) {
			return false, nil
		}
	}
	return len(crowd) > 0, nil
}

// keysOf returns the keys of players.
func keysOf(players []storage.Player) []string {
	var keys []string
	for _, p := range players {
		keys = append(keys, p.Key)
	}
	return keys
}
