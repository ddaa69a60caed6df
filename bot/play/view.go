package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// A View is what one person may see of a place and of one round.
type View struct {
	Ending // how the round stands or ended; of the others' answers what the person may know. Round.ID 0: no round is meant

	Mine   []storage.Answer // the person's own answers that take part, the oldest first
	Best   int              // the number of the best of them, from 1; 0: none
	Earned int              // points
	Hinted Hinted           // the hints that the person has; New: the number of the next, if it is open
	Begun  time.Time        // when people could begin to think; zero: it is not known
	GaveUp bool
	Over   bool // the round has ended for all
	Knows  bool // the person may know the solutions
	// Shown is from when on the solutions of a day that the person gave up are shown, in
	// their zone; zero: they are shown, or the person has not given up.
	Shown  time.Time
	Done   bool    // nothing is left to do for the person
	Blind  bool    // of the others' answers the person knows who gave one, and nothing else
	Others []Round // that are open at the place
}

// View returns what a person may see of a place, and of the round that is meant there. In place of
// one that they may not enter it is the one that they are at, and in place of a match's that is
// over the latest one of the match.
func (p *Play) View(ctx context.Context, a Act, to Pointer) (v View, err error) {
	refused := func(err error) bool {
		return errors.Is(err, ErrNothingOpen) || errors.Is(err, ErrElsewhere) || errors.Is(err, ErrWouldSpoil)
	}
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		if v.Round, err = p.Meant(tx, a, to); to.RoundID != 0 && refused(err) {
			v.Round, err = p.Meant(tx, a, Pointer{})
		}
		if err == nil && v.Round.MatchID != 0 && !v.Round.ClosedAt.IsZero() {
			var all []storage.Round
			if all, err = tx.MatchRounds(v.Round.MatchID); err == nil {
				v.Round, err = p.Round(tx, all[len(all)-1].ID)
			}
		}
		return err
	})
	if refused(err) {
		v.Round, err = Round{}, nil
	}
	if err != nil {
		return View{}, err
	}
	if v.Round.ID != 0 {
		v.Ending.Best = p.Recall(ctx, v.Round.Puzzle)
	}
	err = p.store.Read(ctx, func(tx *storage.Tx) error { return p.look(tx, a, &v) })
	return v, err
}

// look fills a View of a round in, whose best known solution is there.
func (p *Play) look(tx *storage.Tx, a Act, v *View) error {
	for _, row := range a.Near.Rounds {
		if row.ID == v.Round.ID || !a.isOpenHere(row) {
			continue
		}
		other, err := p.whole(tx, row, a.Community)
		if err != nil {
			return err
		}
		v.Others = append(v.Others, other)
	}
	if v.Round.ID == 0 {
		return p.matchHere(tx, a, v)
	}
	r, f, err := p.facts(tx, a, v.Round.ID, storage.NoAnswers)
	if err != nil {
		return err
	}
	s, err := bestKnown(tx, r, v.Ending.Best)
	if err != nil {
		return err
	}
	var all []storage.Answer
	if r.Mode.Pay == mode.PayOwn { // the whole world may answer a daily
		all, err = tx.PlayerAnswers(r.ID, a.Person.ID)
		all = slices.DeleteFunc(all, func(x storage.Answer) bool { return !tookPart(x) })
	} else {
		all, err = tx.Answers(r.ID, a.Person.ID)
	}
	if err != nil {
		return err
	}
	e, err := p.endingOf(tx, r, s, all)
	if err != nil {
		return err
	}
	h, err := hinted(tx, a, r, f, s)
	if err != nil {
		return err
	}
	if h.New > 0 { // the person has not asked for it
		h.Hints, h.Share, h.Next = h.Hints[:h.New-1], HintShare(h.New-1), h.Share
	}
	v.Ending, v.Earned, v.Hinted = *e, f.Earned, h
	if r.Lasts == 0 || !r.EndsAt.IsZero() { // else its clock does not run yet
		v.Begun = r.begun()
	}
	v.Mine = slices.DeleteFunc(all, func(x storage.Answer) bool { return !x.Own })
	for i, x := range v.Mine {
		if v.Best == 0 || x.Measure < v.Mine[v.Best-1].Measure {
			v.Best = i + 1
		}
	}
	v.GaveUp, v.Over = !f.Attempt.GaveUpAt.IsZero(), !r.ClosedAt.IsZero()
	isHidden := r.ShowsAtEnd() || r.hidesSolutions(a.At)
	v.Knows = v.Over || v.GaveUp && !isHidden
	if v.GaveUp && r.hidesSolutions(a.At) {
		if v.Shown, err = p.shownFrom(tx, a, r.Daily); err != nil {
			return err
		}
	}
	v.Done = v.Over || v.GaveUp || h.What == HintNothing
	v.hide()
	if v.Match == nil {
		return p.matchHere(tx, a, v)
	}
	return nil
}

// matchHere adds the match that goes on at a place to a View.
func (p *Play) matchHere(tx *storage.Tx, a Act, v *View) error {
	row, is, err := storage.Found(tx.RunningMatch(a.Community.ID, a.Channel))
	if !is {
		return err
	}
	m, err := p.wholeMatch(tx, row)
	v.Match = &m
	return err
}

// hide takes out what the person may not know before the end: solutions, how others
// solved the puzzle and, where answers are hidden on a clock, how well.
func (v *View) hide() {
	if !v.Knows {
		v.Ending.Best, v.Missed = engine.Solution{}, nil
	}
	if v.Over {
		return
	}
	r := v.Round
	v.Blind = r.Mode.Hidden && r.Lasts > 0
	v.Rows = slices.DeleteFunc(v.Rows, func(x Row) bool { return !x.Own && x.Practice && !r.Mode.Hidden })
	for i, x := range v.Rows {
		if x.Own {
			continue
		}
		shown := Row{Answer: storage.Answer{PlayerID: x.PlayerID, PlayerName: x.PlayerName, PlayerKey: x.PlayerKey}}
		switch {
		case v.Blind:
		case r.Mode.Hidden:
			shown.Measure, shown.Stars = x.Measure, x.Stars
		default:
			shown.Elapsed, shown.Points = x.Elapsed, x.Points
		}
		v.Rows[i] = shown
	}
	if v.Blind { // their order would tell who is better
		slices.SortStableFunc(v.Rows, func(x, y Row) int { return cmp.Compare(x.PlayerName, y.PlayerName) })
	}
}
