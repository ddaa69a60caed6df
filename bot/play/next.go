package play

import (
	"context"
	"errors"
	"strconv"
	"time"

	"reckon/bot/play/mode"
	"reckon/storage"
)

// Running returns the match that goes on at a place, with its newest round and what the
// solver knows of it; ErrNotFound of storage if there is none.
func (p *Play) Running(ctx context.Context, a Act) (m storage.Match, d Due, err error) {
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		if m, err = tx.RunningMatch(a.Community.ID, a.Channel); err != nil {
			return err
		}
		rounds, err := tx.MatchRounds(m.ID)
		if err != nil || len(rounds) == 0 {
			return err
		}
		d.Round, err = p.whole(tx, rounds[len(rounds)-1], a.Community)
		return err
	})
	if err == nil && d.Round.ID != 0 && d.Round.ClosedAt.IsZero() {
		d.Solution = p.Solve(ctx, d.Round.Puzzle)
	}
	return m, d, err
}

// Stop ends a match, with the puzzle that is open. The error may be ErrMatchOver or
// ErrNotYours. The Ending is nil if no puzzle was open.
func (p *Play) Stop(tx *storage.Tx, a Act, id int64, d Due) (m Match, e *Ending, err error) {
	m, is, err := storage.Found(p.Match(tx, id))
	switch {
	case err != nil:
		return m, nil, err
	case !is, m.BegunAt.IsZero(), m.IsOver(), m.CommunityID != a.Community.ID:
		return m, nil, ErrMatchOver
	case !a.Admin && !(m.Mode.AskerStops && m.AskerID == a.Person.ID):
		return m, nil, ErrNotYours
	}
	if err := endMatch(tx, &m.Match, a.At, Stopped); err != nil || len(m.Bouts) == 0 {
		return m, nil, err
	}
	r := m.Bouts[len(m.Bouts)-1].Round
	if !r.ClosedAt.IsZero() {
		return m, nil, nil
	}
	if r.ID != d.Round.ID { // dealt since d was read, whose solution is another puzzle's
		return m, nil, storage.ErrConflict
	}
	if e, err = p.endNow(tx, r, Stopped, a.At, d.Solution); err == nil && e != nil {
		m = *e.Match
	}
	return m, e, err
}

// A NextDue is a match whose job has come, with the puzzle that it needs.
type NextDue struct {
	id    int64
	drawn *Drawn
	ghost storage.Ghost // the rival in it, if that is no person
}

// PrepareNext reads a match whose job has come, and draws its next puzzle, one that
// nobody who plays has seen. ok is false if there is no such match.
func (p *Play) PrepareNext(ctx context.Context, id int64, now time.Time) (d NextDue, ok bool, err error) {
	d.id = id
	var m Match
	err = p.store.Read(ctx, func(tx *storage.Tx) (err error) {
		m, ok, err = storage.Found(p.Match(tx, id))
		return err
	})
	if !ok || err != nil {
		return d, false, err
	}
	if m.IsOver() || m.NextAt.IsZero() || m.NextAt.After(now) {
		return d, true, nil
	}
	players := []int64{m.AskerID, m.RivalID}
	for _, t := range m.Table {
		players = append(players, t.Player.ID)
	}
	a := Act{Community: m.Community, Channel: m.Channel, At: now}
	var drawn Drawn
	if m.Mode.Ghost {
		a.Person.ID = m.AskerID
		drawn, d.ghost, err = p.drawGhost(ctx, a, m)
	} else {
		drawn, err = p.Draw(ctx, a, m.Game, m.Level(), m.Option(), players...)
	}
	d.drawn = &drawn
	return d, true, err
}

// Next does what is due of a match, or schedules the next look. changed is nil if nothing
// has changed, dealt if nobody accepted the challenge.
func (p *Play) Next(tx *storage.Tx, d NextDue, now time.Time) (changed *Match, dealt *Round, err error) {
	m, err := p.Match(tx, d.id)
	if err != nil {
		return nil, nil, err
	}
	switch expires := m.AskedAt.Add(mode.ChallengeFor); {
	case m.IsOver(), !m.BegunAt.IsZero() && m.NextAt.IsZero():
		return nil, nil, tx.DropJob(MatchJob, strconv.FormatInt(m.ID, 10))
	case m.BegunAt.IsZero() && expires.After(now):
		return nil, nil, plan(tx, m.Match, expires)
	case m.BegunAt.IsZero():
		return &m, nil, endMatch(tx, &m.Match, now, Unheeded)
	case m.NextAt.After(now) || d.drawn == nil:
		return nil, nil, plan(tx, m.Match, m.NextAt)
	}
	live, err := IsLive(tx, d.drawn.Puzzle.Face().Class(), now)
	if err != nil {
		return nil, nil, err
	}
	if live { // another is drawn
		return nil, nil, plan(tx, m.Match, now.Add(time.Second))
	}
	m.NextAt = time.Time{}
	if err := errors.Join(tx.SaveMatch(m.Match), tx.DropJob(MatchJob, strconv.FormatInt(m.ID, 10))); err != nil {
		return nil, nil, err
	}
	row := roundOf(m.Game, d.drawn.Puzzle, now)
	row.CommunityID, row.Channel, row.AskerID, row.MatchID, row.Lasts, row.Wish = m.CommunityID, m.Channel, m.AskerID, m.ID, m.Clock(), m.Wish
	row.AskerLocale = m.AskerLocale
	if m.Mode.Ghost {
		row.Lasts = d.ghost.After
	}
	r, err := p.open(tx, Act{Community: m.Community, Channel: m.Channel, At: now}, row)
	if err == nil && m.Mode.Ghost {
		d.ghost.RoundID = r.ID
		if err = tx.AddGhost(d.ghost); err == nil {
			m, err = p.Match(tx, m.ID)
		}
	}
	return &m, &r, err
}
