package round

import (
	"context"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// Running returns the match that goes on at a place, and the round that Stop would end: the newest one of the match,
// with what the solver knows of it. The error is storage.ErrNotFound if no match goes on.
func (p *Play) Running(ctx context.Context, a Act) (MatchRow, PendingEnd, error) {
	var m MatchRow
	var due PendingEnd
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
		due.Round, err = p.loadRound(tx, rounds[len(rounds)-1], a.Community)
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

// Stop ends a match and its open puzzle. A player who stops a duel gives up that puzzle. The argument due is what
// Running returned. The error may be ErrMatchOver, ErrNotYours, or storage.ErrConflict if a puzzle was dealt after
// Running. The Ending is nil if no puzzle was open.
func (p *Play) Stop(tx *storage.Tx, a Act, id int64, due PendingEnd) (Match, *Ending, error) {
	m, isThere, err := storage.Found(p.Match(tx, id))
	if err != nil {
		return m, nil, err
	}
	if !isThere {
		return m, nil, ErrMatchOver
	}
	if err := m.whyNotStop(a); err != nil {
		return m, nil, err
	}
	if err := endMatch(tx, &m.MatchRow, a.At, Stopped); err != nil {
		return m, nil, err
	}
	if len(m.Bouts) == 0 {
		return m, nil, nil
	}
	newest := m.Bouts[len(m.Bouts)-1].Round
	isOver := !newest.ClosedAt.IsZero()
	if isOver {
		if err := rateDuel(tx, &m); err != nil {
			return m, nil, err
		}
		return m, nil, hideKeptAnswers(tx, &m, a.Person.ID, a.At)
	}
	if newest.ID != due.Round.ID {
		// The solution in due is for another puzzle.
		return m, nil, storage.ErrConflict
	}
	if err := p.markShownAtEnd(tx, a, newest); err != nil {
		return m, nil, err
	}
	reason := Stopped
	resigns := newest.Mode.GiveUp == mode.QuitResigns && newest.Admits(a.Person.ID)
	if resigns {
		// To stop a duel is no way out of a puzzle that one is about to lose.
		reason = GivenUp
		if err := p.resign(tx, a, newest); err != nil {
			return m, nil, err
		}
	}
	e, err := p.readAndEnd(tx, a, newest, reason, due.Solution)
	if err != nil || e == nil {
		return m, nil, err
	}
	return *e.Match, e, nil
}

// resign stores that a person gives up the open puzzle of a match that they stop.
func (p *Play) resign(tx *storage.Tx, a Act, open Round) error {
	r, f, err := p.facts(tx, a, open.ID, NoAnswers)
	if err != nil {
		return err
	}
	return storeQuit(tx, a, r, f)
}

// MayStop reports whether a person may stop a match: an administrator may stop any match of their place, and in some
// modes the person who asked for it may.
func (m Match) MayStop(a Act) bool { return m.whyNotStop(a) == nil }

// whyNotStop returns why a person may not stop a match: ErrMatchOver or ErrNotYours. It returns nil if they may.
func (m Match) whyNotStop(a Act) error {
	goesOn := !m.BegunAt.IsZero() && !m.IsOver()
	isHere := m.CommunityID == a.Community.ID && m.Channel == a.Channel
	if !goesOn || !isHere {
		return ErrMatchOver
	}
	isAsker := m.AskerID == a.Person.ID
	if a.Admin || (isAsker && m.Mode.AskerStops) {
		return nil
	}
	return ErrNotYours
}

// A PendingNext is a match whose job runs now, with its next puzzle.
type PendingNext struct {
	// id is the ID of the match.
	id int64
	// drawn is the next puzzle; nil if it is not time for it yet.
	drawn *Pick
	// opponent is who plays the puzzle against the person. It is empty if the mode of the match has no opponents.
	opponent Opponent
}

// PrepareNext reads a match whose job runs now. If it is time for the next puzzle, PrepareNext draws it: if
// possible, one that no player has seen. ok is false if there is no such match.
func (p *Play) PrepareNext(ctx context.Context, id int64, now time.Time) (due PendingNext, ok bool, err error) {
	var m Match
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		m, ok, err = storage.Found(p.Match(tx, id))
		return err
	})
	if err != nil || !ok {
		return PendingNext{}, false, err
	}
	due.id = id
	hasNext := !m.IsOver() && !m.NextAt.IsZero()
	if !hasNext || m.NextAt.After(now) {
		return due, true, nil
	}
	act := Act{Community: m.Community, Channel: m.Channel, At: now}
	if m.Mode.Opponent {
		act.Person.ID = m.AskerID
		drawn, opponent, err := p.opponents[m.Kind].Draw(ctx, act, m)
		if err != nil {
			return PendingNext{}, false, err
		}
		return PendingNext{id: id, drawn: &drawn, opponent: opponent}, true, nil
	}
	// The table of a duel lists both people. That of a race lists nobody without points, so those who said that they
	// take part are added.
	players := []int64{m.AskerID}
	for _, player := range slices.Concat(m.Joined, m.Turns) {
		players = append(players, player.ID)
	}
	for _, tally := range m.Table {
		players = append(players, tally.Player.ID)
	}
	drawn, err := p.DrawNext(ctx, act, m, players...)
	if err != nil {
		return PendingNext{}, false, err
	}
	return PendingNext{id: id, drawn: &drawn}, true, nil
}

// Next deals the next puzzle of a match, ends a challenge that nobody accepted, or sets the job for
// later. changed is the match if it has changed, or else nil. dealt is the round if a puzzle was dealt,
// or else nil.
func (p *Play) Next(tx *storage.Tx, due PendingNext, now time.Time) (changed *Match, dealt *Round, err error) {
	m, err := p.Match(tx, due.id)
	if err != nil {
		return nil, nil, err
	}
	isChallenge := m.BegunAt.IsZero()
	expires := m.AskedAt.Add(mode.ChallengeFor)
	// While a puzzle is open, the time of the next one is not set.
	hasOpenPuzzle := !isChallenge && m.NextAt.IsZero()
	switch {
	case m.IsOver(), hasOpenPuzzle:
		return nil, nil, dropMatchJob(tx, m.ID)
	case isChallenge && expires.After(now):
		return nil, nil, storeAndSchedule(tx, m.MatchRow, expires)
	case isChallenge:
		return &m, nil, endMatch(tx, &m.MatchRow, now, Unheeded)
	case m.NextAt.After(now), due.drawn == nil:
		// It is not time yet, or it was not when PrepareNext ran.
		return nil, nil, storeAndSchedule(tx, m.MatchRow, m.NextAt)
	}
	// Since the puzzle was drawn, a daily with the same puzzle may have become live. Then the job draws another one.
	isInLiveDaily, err := IsLive(tx, due.drawn.Puzzle.Face().Class(), now)
	if err != nil {
		return nil, nil, err
	}
	if isInLiveDaily {
		return nil, nil, storeAndSchedule(tx, m.MatchRow, now.Add(time.Second))
	}
	m.NextAt = time.Time{}
	m.Choice = ""
	if err := saveMatch(tx, m.MatchRow); err != nil {
		return nil, nil, err
	}
	if err := dropMatchJob(tx, m.ID); err != nil {
		return nil, nil, err
	}
	return p.dealNext(tx, m, due, now)
}

// dealNext deals the puzzle that was drawn for a match. It returns the match and the round. A match
// with an opponent is read again, so that the Match has the opponent of that round.
func (p *Play) dealNext(tx *storage.Tx, m Match, due PendingNext, now time.Time) (*Match, *Round, error) {
	row := roundOf(due.drawn.Game, due.drawn.Puzzle, now)
	row.CommunityID = m.CommunityID
	row.Channel = m.Channel
	row.AskerID = m.AskerID
	row.AskerLocale = m.AskerLocale
	row.MatchID = m.ID
	row.Wish = m.Wish
	row.Lasts = m.ClockOf(due.drawn.Game)
	if m.Mode.OnItsClock {
		// The clock is the time that the opponent took.
		row.Lasts = due.opponent.After
	}
	act := Act{Community: m.Community, Channel: m.Channel, At: now}
	round, err := p.addRound(tx, act, row)
	if err != nil {
		return nil, nil, err
	}
	if !m.Mode.Opponent {
		return &m, &round, hideKeptAnswers(tx, &m, nobody, now)
	}
	if err := p.opponents[m.Kind].Save(tx, round.ID, due.opponent); err != nil {
		return nil, nil, err
	}
	again, err := p.Match(tx, m.ID)
	if err != nil {
		return nil, nil, err
	}
	return &again, &round, nil
}
