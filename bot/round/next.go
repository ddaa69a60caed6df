package round

import (
	"context"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// Running returns the match that goes on at a place, with its newest round and what the
// solver knows of it; ErrNotFound of storage if there is none.
func (p *Play) Running(ctx context.Context, a Act) (MatchRow, Due, error) {
	var m MatchRow
	var due Due
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		m, err = runningMatch(tx, a.Community.ID, a.Channel)
		if err != nil {
			return err
		}
		rounds, err := roundsOfMatch(tx, m.ID)
		if err != nil || len(rounds) == 0 {
			return err
		}
		due.Round, err = p.whole(tx, rounds[len(rounds)-1], a.Community)
		return err
	})
	if err != nil {
		return m, due, err
	}
	isOpen := due.Round.ID != 0 && due.Round.ClosedAt.IsZero()
	if isOpen {
		due.Solution = p.Solve(ctx, due.Round.Puzzle)
	}
	return m, due, nil
}

// Stop ends a match, with the puzzle that is open. The error may be ErrMatchOver or
// ErrNotYours. The Ending is nil if no puzzle was open.
func (p *Play) Stop(tx *storage.Tx, a Act, id int64, due Due) (Match, *Ending, error) {
	m, isThere, err := storage.Found(p.Match(tx, id))
	if err != nil {
		return m, nil, err
	}
	goesOn := isThere && !m.BegunAt.IsZero() && !m.IsOver()
	if !goesOn || m.CommunityID != a.Community.ID {
		return m, nil, ErrMatchOver
	}
	mayStop := a.Admin || m.Mode.AskerStops && m.AskerID == a.Person.ID
	if !mayStop {
		return m, nil, ErrNotYours
	}
	err = endMatch(tx, &m.MatchRow, a.At, Stopped)
	if err != nil || len(m.Bouts) == 0 {
		return m, nil, err
	}
	newest := m.Bouts[len(m.Bouts)-1].Round
	if !newest.ClosedAt.IsZero() {
		return m, nil, nil
	}
	if newest.ID != due.Round.ID {
		// It was dealt since due was read, whose solution is another puzzle's.
		return m, nil, storage.ErrConflict
	}
	e, err := p.endNow(tx, newest, Stopped, a.At, due.Solution)
	if err != nil || e == nil {
		return m, nil, err
	}
	return *e.Match, e, nil
}

// A NextDue is a match whose job has come, with the puzzle that it needs.
type NextDue struct {
	id int64
	// drawn is nil if no puzzle is due.
	drawn *Pick
	// opponent plays the puzzle if its mode has one.
	opponent Opponent
}

// PrepareNext reads a match whose job has come, and draws its next puzzle, one that
// nobody who plays has seen. ok is false if there is no such match.
func (p *Play) PrepareNext(ctx context.Context, id int64, now time.Time) (due NextDue, ok bool, err error) {
	var m Match
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		m, ok, err = storage.Found(p.Match(tx, id))
		return err
	})
	if err != nil || !ok {
		return NextDue{}, false, err
	}
	due.id = id
	isDue := !m.IsOver() && !m.NextAt.IsZero() && !m.NextAt.After(now)
	if !isDue {
		return due, true, nil
	}
	act := Act{Community: m.Community, Channel: m.Channel, At: now}
	if m.Mode.Opponent {
		act.Person.ID = m.AskerID
		drawn, opponent, err := p.opponents[m.Kind].Draw(ctx, act, m)
		return NextDue{id: id, drawn: &drawn, opponent: opponent}, true, err
	}
	players := []int64{m.AskerID, m.RivalID}
	for _, tally := range m.Table {
		players = append(players, tally.Player.ID)
	}
	drawn, err := p.Draw(ctx, act, m.Game, m.Level(), m.Option(), players...)
	return NextDue{id: id, drawn: &drawn}, true, err
}

// Next does what is due of a match, or schedules the next look. changed is nil if nothing
// has changed, dealt if nobody accepted the challenge.
func (p *Play) Next(tx *storage.Tx, due NextDue, now time.Time) (changed *Match, dealt *Round, err error) {
	m, err := p.Match(tx, due.id)
	if err != nil {
		return nil, nil, err
	}
	isChallenge := m.BegunAt.IsZero()
	expires := m.AskedAt.Add(mode.ChallengeFor)
	switch {
	case m.IsOver(), !isChallenge && m.NextAt.IsZero():
		return nil, nil, dropMatchJob(tx, m.ID)
	case isChallenge && expires.After(now):
		return nil, nil, plan(tx, m.MatchRow, expires)
	case isChallenge:
		return &m, nil, endMatch(tx, &m.MatchRow, now, Unheeded)
	case m.NextAt.After(now) || due.drawn == nil:
		return nil, nil, plan(tx, m.MatchRow, m.NextAt)
	}
	isLive, err := IsLive(tx, due.drawn.Puzzle.Face().Class(), now)
	if err != nil {
		return nil, nil, err
	}
	if isLive {
		// Another puzzle is drawn.
		return nil, nil, plan(tx, m.MatchRow, now.Add(time.Second))
	}
	m.NextAt = time.Time{}
	if err := saveMatch(tx, m.MatchRow); err != nil {
		return nil, nil, err
	}
	if err := dropMatchJob(tx, m.ID); err != nil {
		return nil, nil, err
	}
	return p.dealNext(tx, m, due, now)
}

// dealNext deals the puzzle that was drawn for a match. It returns the match with it.
func (p *Play) dealNext(tx *storage.Tx, m Match, due NextDue, now time.Time) (*Match, *Round, error) {
	row := roundOf(m.Game, due.drawn.Puzzle, now)
	row.CommunityID = m.CommunityID
	row.Channel = m.Channel
	row.AskerID = m.AskerID
	row.AskerLocale = m.AskerLocale
	row.MatchID = m.ID
	row.Wish = m.Wish
	row.Lasts = m.Clock()
	if m.Mode.Opponent {
		row.Lasts = due.opponent.After
	}
	round, err := p.open(tx, Act{Community: m.Community, Channel: m.Channel, At: now}, row)
	if err != nil || !m.Mode.Opponent {
		return &m, &round, err
	}
	err = p.opponents[m.Kind].Save(tx, round.ID, due.opponent)
	if err != nil {
		return nil, nil, err
	}
	m, err = p.Match(tx, m.ID)
	return &m, &round, err
}
