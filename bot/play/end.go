package play

import (
	"context"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// An Ending is how a round ended.
type Ending struct {
	Round  Round
	Reason string
	Best   engine.Solution // the best known
	Rows   []Row           // who answered, the best first
	// Missed are solutions that nobody found, the most natural first, where
	// solutions are collected.
	Missed []string
	Left   int  // how many of them may still be won
	Again  bool // it was told before and is told anew
	// Match is how that stands of which it is a puzzle; nil: of none.
	Match *Match
}

// A Row is what one person did in a round.
type Row struct {
	Player   storage.Player // of a forgotten one Name is empty
	Text     string         // the answer
	Measure  int
	Stars    int           // 0: the game has none
	Points   int           // for this answer
	Practice bool          // it paid nothing
	Elapsed  time.Duration // since the round began
	Hints    int
}

// endRound ends a round, whatever ends it: it awards what was earned, and from
// then on everyone who took part has seen a solution. Nil if it had ended before.
func (p *Play) endRound(tx *storage.Tx, r Round, reason string, at time.Time, s engine.Solution) (*Ending, error) {
	first, err := tx.CloseRound(r.ID, at, reason)
	if err != nil || !first {
		return nil, err
	}
	if err := tx.DropJob(EndJob, JobKey(r.ID)); err != nil {
		return nil, err
	}
	r.ClosedAt, r.Reason = at, reason
	if s, err = bestKnown(tx, r, s); err != nil {
		return nil, err
	}
	if err := modeOf(r).award(tx, p, r, s); err != nil {
		return nil, err
	}
	took, err := tx.Participants(r.ID)
	if err != nil {
		return nil, err
	}
	if r.IsDuel() {
		took = append(took, r.Match.AskerID, r.Match.RivalID)
	}
	for _, id := range took {
		if err := tx.MarkSeen(id, r.Class, r.ID); err != nil {
			return nil, err
		}
	}
	if err := p.advance(tx, r, at); err != nil {
		return nil, err
	}
	return p.endingOf(tx, r, s)
}

// endingOf says how a round ended.
func (p *Play) endingOf(tx *storage.Tx, r Round, s engine.Solution) (*Ending, error) {
	e := &Ending{Round: r, Reason: r.Reason, Best: s}
	if r.Match != nil {
		m, err := p.Match(tx, r.Match.ID)
		if err != nil {
			return nil, err
		}
		e.Match = &m
	}
	if r.Game.Rules().Measure != "" {
		all, err := tx.BestAnswers(r.ID)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			row, err := rowOf(tx, r, s, a)
			if err != nil {
				return nil, err
			}
			e.Rows = append(e.Rows, row)
		}
		return e, nil
	}
	all, err := tx.RightAnswers(r.ID)
	if err != nil {
		return nil, err
	}
	var forms []string
	won, practised := map[string]bool{}, map[string]bool{}
	for _, a := range all {
		row, err := rowOf(tx, r, s, a)
		if err != nil {
			return nil, err
		}
		row.Points = a.Points
		e.Rows = append(e.Rows, row)
		forms = append(forms, a.Form)
		if a.Practice {
			practised[a.Form] = true
		} else {
			won[a.Form] = true
		}
	}
	for _, text := range s.All {
		if !slices.Contains(forms, r.Puzzle.Judge(text).Form) {
			e.Missed = append(e.Missed, text)
		}
	}
	e.Left = len(e.Missed)
	for form := range practised {
		if !won[form] {
			e.Left++
		}
	}
	return e, nil
}

// rowOf is an answer as the ending shows it; where answers are measured its
// points are all that the person earned on the round.
func rowOf(tx *storage.Tx, r Round, s engine.Solution, a storage.Answer) (Row, error) {
	row := Row{
		Player: storage.Player{ID: a.PlayerID, Key: a.PlayerKey, Name: a.PlayerName},
		Text:   a.Text, Measure: a.Measure, Practice: a.Practice, Elapsed: max(0, a.At.Sub(r.begun())), Hints: a.Hints,
	}
	if a.Outcome == string(engine.Right) {
		row.Stars = Stars(r.Game, a.Measure, s.Measure)
	}
	earned, err := tx.Award(r.ID, a.PlayerID)
	row.Points = earned.Points
	return row, err
}

// endAt has a round ended by a job.
func (p *Play) endAt(tx *storage.Tx, r Round, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: EndJob, Key: JobKey(r.ID), At: at})
}

// Due is a round whose job has come, with what the solver knows of it.
type Due struct {
	Round    Round
	Solution engine.Solution
	solving  bool // a search is under way, and its solution is kept
}

// PrepareEnd reads a round whose end has come. ok is false if there is none. It waits
// for no search: other rounds end in the same loop.
func (p *Play) PrepareEnd(ctx context.Context, id int64) (d Due, ok bool, err error) {
	err = p.store.Read(ctx, func(tx *storage.Tx) (err error) {
		d.Round, err = p.Round(tx, id)
		return err
	})
	if ok, err = found(err); !ok {
		return Due{}, false, err
	}
	if d.Solution, ok = p.solver.quick(ctx, d.Round.Puzzle, SolveTime); !ok {
		d.solving = true
		p.solver.searchLater(d.Round.Puzzle)
	}
	return d, true, nil
}

// End ends a round whose job has come, or sets its job to when that will be. The
// Ending is nil if it does not end now or had ended before.
func (p *Play) End(tx *storage.Tx, d Due, now time.Time) (*Ending, error) {
	r, err := p.Round(tx, d.Round.ID) // as it is now
	if err != nil {
		return nil, err
	}
	reason, again, err := p.whyEnd(tx, r, d.Solution, now)
	if err != nil {
		return nil, err
	}
	if again.After(now) {
		return nil, p.endAt(tx, r, again)
	}
	if !r.ClosedAt.IsZero() {
		return nil, tx.DropJob(EndJob, JobKey(r.ID))
	}
	if d.solving {
		return nil, p.endAt(tx, r, now.Add(Grace))
	}
	return p.endRound(tx, r, reason, now, d.Solution)
}

// whyEnd is why a round ends now, or when to look again.
func (p *Play) whyEnd(tx *storage.Tx, r Round, s engine.Solution, now time.Time) (reason string, again time.Time, err error) {
	switch {
	case r.OnClock() && !r.EndsAt.IsZero():
		return TimeUp, r.EndsAt.Add(Grace), nil
	case r.OnClock():
		return Unshown, r.DealtAt.Add(deliverFor), nil
	}
	reason, again, err = modeOf(r).ends(tx, r, s)
	if err != nil || !again.After(now) {
		return reason, again, err
	}
	open, err := tx.OpenRounds(r.CommunityID, r.Channel, manyOpen)
	if err == nil && slices.ContainsFunc(surplus(open), func(o storage.Round) bool { return o.ID == r.ID }) {
		return Replaced, now, nil
	}
	return reason, again, err
}

// Delivered notes that a message that speaks of a round was delivered. If it is
// the round's own, its clock starts.
func (p *Play) Delivered(tx *storage.Tx, communityID int64, message string, roundID int64, shows bool, at time.Time) error {
	if roundID == 0 || message == "" {
		return nil
	}
	if err := tx.AddMessage(communityID, message, roundID, at); err != nil {
		return err
	}
	if !shows {
		return nil
	}
	r, err := tx.RoundByID(roundID)
	if err != nil || r.CommunityID != communityID {
		return err
	}
	if err := tx.SetRoundMessage(roundID, message); err != nil || r.Lasts == 0 {
		return err
	}
	end := at.Add(r.Lasts)
	started, err := tx.StartClock(roundID, end)
	if err != nil || !started {
		return err
	}
	return tx.SetJob(storage.Job{Kind: EndJob, Key: JobKey(roundID), At: end.Add(Grace)})
}

// Progress is how a round stands, or how it ended.
func (p *Play) Progress(tx *storage.Tx, r Round, s engine.Solution) (*Ending, error) {
	s, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	return p.endingOf(tx, r, s)
}

// Standings are what those who have earned something on a round have on its
// community's board of all time, the most first.
func (p *Play) Standings(tx *storage.Tx, r Round) ([]storage.Standing, error) {
	all, err := tx.RightAnswers(r.ID)
	if err != nil {
		return nil, err
	}
	var out []storage.Standing
	for _, a := range all {
		if a.Points == 0 || slices.ContainsFunc(out, func(s storage.Standing) bool { return s.PlayerID == a.PlayerID }) {
			continue
		}
		points, err := tx.PointsOf(r.CommunityID, a.PlayerID)
		if err != nil {
			return nil, err
		}
		out = append(out, storage.Standing{PlayerID: a.PlayerID, Name: a.PlayerName, PlayerKey: a.PlayerKey, Points: points})
	}
	slices.SortStableFunc(out, func(x, y storage.Standing) int { return y.Points - x.Points })
	return out, nil
}

// surplus are the rounds of a place that must give way: the oldest, but for one on
// the clock, which ends by itself.
func surplus(open []storage.Round) (out []storage.Round) {
	for _, o := range open {
		if o.Lasts == 0 && len(open)-len(out) > maxOpen {
			out = append(out, o)
		}
	}
	return out
}
