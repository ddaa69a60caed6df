package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// An Ending is how a round ended.
type Ending struct {
	Round Round
	Best  engine.Solution // the best known
	Rows  []Row           // what people did, the best first
	// Missed are solutions that nobody found, the most natural first, where
	// solutions are collected.
	Missed []string
	Left   int    // how many of them may still be won
	Again  bool   // it was announced before and has changed
	Match  *Match // the match it belongs to; nil: none
}

// endRound ends a round, whatever the reason: it pays what was earned, and from then on
// everyone who took part has seen a solution. Nil if it had ended before.
func (p *Play) endRound(tx *storage.Tx, r Round, reason string, at time.Time, s engine.Solution) (*Ending, error) {
	if !r.ClosedAt.IsZero() {
		return nil, nil
	}
	r.ClosedAt, r.Reason = at, reason
	if err := errors.Join(tx.SaveRound(r.Round), tx.DropJob(EndJob, JobKey(r.ID))); err != nil {
		return nil, err
	}
	s, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	if err := award(tx, r, s); err != nil {
		return nil, err
	}
	if err := tx.MarkParticipants(r.ID); err != nil {
		return nil, err
	}
	for _, id := range r.Players {
		if err := tx.MarkSeen(id, r.Class, r.ID); err != nil {
			return nil, err
		}
	}
	e, err := p.endingOf(tx, r, s)
	if err == nil && e.Match != nil {
		err = e.Match.advance(tx, at)
	}
	return e, err
}

// endingOf describes how a round ended, or how it stands.
func (p *Play) endingOf(tx *storage.Tx, r Round, s engine.Solution) (*Ending, error) {
	e := &Ending{Round: r, Best: s}
	if r.Match != nil {
		m, err := p.Match(tx, r.Match.ID)
		if err != nil {
			return nil, err
		}
		e.Match = &m
	}
	scored := func(a storage.Answer) Row {
		row := rowOf(r, s.Measure, a)
		if e.Match != nil {
			for _, x := range e.Match.Bouts[r.Number-1].Places {
				if x.Answer.ID == a.ID {
					row.Place, row.Score = x.Place, x.Score
				}
			}
		}
		return row
	}
	bystander := func(a storage.Answer) bool { return !r.Admits(a.PlayerID) }
	if r.Game.Rules().Measure != "" {
		all, err := tx.CountedAnswers(r.ID)
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, bystander)
		slices.SortStableFunc(all, func(x, y storage.Answer) int {
			return cmp.Or(cmp.Compare(y.Outcome, x.Outcome), x.Measure-y.Measure) // right before near
		})
		for _, a := range all {
			if slices.ContainsFunc(e.Rows, func(x Row) bool { return x.PlayerID == a.PlayerID }) {
				continue // a better one of theirs is there
			}
			earned, err := tx.Award(r.ID, a.PlayerID)
			if err != nil {
				return nil, err
			}
			a.Points = earned.Points
			e.Rows = append(e.Rows, scored(a))
		}
		return e, nil
	}
	all, err := tx.RightAnswers(r.ID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, bystander)
	for _, a := range all {
		e.Rows = append(e.Rows, scored(a))
	}
	e.Missed = unfound(r, s, all)
	e.Left = len(e.Missed) + distinct(all) - distinct(slices.DeleteFunc(slices.Clone(all), isSecret))
	return e, nil
}

// unfound returns the solutions that are not among answers.
func unfound(r Round, s engine.Solution, answers []storage.Answer) []string {
	return slices.DeleteFunc(slices.Clone(s.All), func(text string) bool {
		form := r.Puzzle.Judge(text).Form
		return slices.ContainsFunc(answers, func(a storage.Answer) bool { return a.Form == form })
	})
}

// Due is a round whose job has come, with what the solver knows of it.
type Due struct {
	Round    Round
	Solution engine.Solution
	solving  bool // a search is under way, and its solution is kept
}

// PrepareEnd reads a round whose end has come; ok is false if there is none. It waits for
// no search, since other rounds end in the same loop.
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

// End ends a round whose job has come, or schedules the next look. The Ending is nil if
// the round does not end now or had ended before.
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
		return nil, endAt(tx, r.ID, again)
	}
	if !r.ClosedAt.IsZero() {
		return nil, tx.DropJob(EndJob, JobKey(r.ID))
	}
	if d.solving {
		return nil, endAt(tx, r.ID, now.Add(Grace))
	}
	return p.endRound(tx, r, reason, now, d.Solution)
}

// whyEnd is why a round ends now, or when to look again.
func (p *Play) whyEnd(tx *storage.Tx, r Round, s engine.Solution, now time.Time) (reason string, again time.Time, err error) {
	switch pay := r.Mode().Pay; {
	case r.Lasts > 0 && r.EndsAt.IsZero():
		return Unshown, r.DealtAt.Add(deliverFor), nil
	case !r.EndsAt.IsZero() && !r.IsTimed(): // it has given way
		return Replaced, r.EndsAt, nil
	case !r.EndsAt.IsZero():
		reason, again = TimeUp, r.EndsAt.Add(Grace)
	case pay == mode.PayFirst:
		reason, again, err = whyRaceEnds(tx, r, s)
	default: // it may be taken up again at any time
		reason, again = Expired, r.DealtAt.Add(never)
	}
	return reason, again, err
}

// never is longer than anybody waits.
const never = 100 * 365 * 24 * time.Hour

// Delivered notes that a message about a round was delivered. If it shows the puzzle,
// the round's clock starts.
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
	r.Message = message // the newest, where one was dealt twice
	starts := r.Lasts > 0 && r.EndsAt.IsZero() && r.ClosedAt.IsZero()
	if starts {
		r.EndsAt = at.Add(r.Lasts)
	}
	if err := tx.SaveRound(r); err != nil || !starts {
		return err
	}
	return endAt(tx, roundID, r.EndsAt.Add(Grace))
}

// Progress is how a round stands, or how it ended.
func (p *Play) Progress(tx *storage.Tx, r Round, s engine.Solution) (*Ending, error) {
	s, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	return p.endingOf(tx, r, s)
}

// Standings returns the all-time points, on the board of a round's community, of those
// who earned something with right answers; the most first.
func Standings(tx *storage.Tx, r Round, right []storage.Answer) ([]storage.Standing, error) {
	var out []storage.Standing
	for _, a := range right {
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

// award pays what a round pays at its end. It follows from the answers alone, so that
// it can be done again when one is read late.
func award(tx *storage.Tx, r Round, s engine.Solution) error {
	switch r.Mode().Pay {
	case mode.PayBest:
		return awardBest(tx, r, s)
	case mode.PayPlaces:
		return awardPlaces(tx, r)
	}
	return nil // paid at once
}

// awardBest pays each person for the answer of theirs that is worth most.
func awardBest(tx *storage.Tx, r Round, s engine.Solution) error {
	all, err := tx.CountedAnswers(r.ID)
	if err != nil {
		return err
	}
	for i, a := range all {
		if all[i].Points = 0; original(all, a) == nil {
			all[i].Points = worth(r.Level, r.Game.Quality(a.Measure, s.Measure), a.Hints)
		}
	}
	all = slices.DeleteFunc(all, func(x storage.Answer) bool { return x.Practice })
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return cmp.Or(cmp.Compare(x.PlayerID, y.PlayerID), y.Points-x.Points) })
	for _, a := range slices.CompactFunc(all, func(x, y storage.Answer) bool { return x.PlayerID == y.PlayerID }) {
		had, err := tx.Award(r.ID, a.PlayerID)
		if err != nil {
			return err
		}
		if a.Points == 0 && had.At.IsZero() {
			continue
		}
		if err := payAnswer(tx, r, had, a); err != nil {
			return err
		}
	}
	return nil
}

// awardPlaces pays for the places in a puzzle of a match: the first as the first right
// answer of any round, the others as further solutions.
func awardPlaces(tx *storage.Tx, r Round) error {
	right, err := tx.RightAnswers(r.ID)
	if err != nil {
		return err
	}
	places := placesOf(r, right)
	for _, a := range right {
		if a.Practice {
			continue
		}
		had, err := tx.Award(r.ID, a.PlayerID)
		if err != nil {
			return err
		}
		place := slices.IndexFunc(places, func(x Row) bool { return x.PlayerID == a.PlayerID })
		switch {
		case place >= 0 && places[place].ID == a.ID:
			quality := FurtherQuality
			if place == 0 {
				quality = fullQuality
			}
			a.Points = worth(r.Level, quality, a.Hints)
			err = payAnswer(tx, r, had, a)
		case place < 0 && !had.At.IsZero(): // a late answer has taken the place
			a.Points = 0
			err = payAnswer(tx, r, had, a)
		default:
			err = tx.SetPoints(a.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// payAnswer pays a person for one answer, unless another round of the same puzzle has
// paid them.
func payAnswer(tx *storage.Tx, r Round, had storage.Award, a storage.Answer) error {
	if err := tx.MarkSeen(a.PlayerID, r.Class, r.ID); err != nil {
		return err
	}
	total, err := pay(tx, r, had, a.Points, a.Outcome == string(engine.Right), a.At, isHasty(r.begun(), a.At, a.Text))
	if err != nil {
		return err
	}
	return tx.SetPoints(a.ID, total)
}

const (
	// reachTime is what a hand needs to begin to type, keyTime what it needs for a character.
	reachTime, keyTime = 600 * time.Millisecond, 60 * time.Millisecond
)

// isHasty reports whether an answer came sooner after the puzzle than a hand can type it:
// it counts in its community alone. When the puzzle came may be unknown (zero).
func isHasty(begun, at time.Time, text string) bool {
	return !begun.IsZero() && at.Sub(begun) < reachTime+time.Duration(utf8.RuneCountInString(text))*keyTime
}
