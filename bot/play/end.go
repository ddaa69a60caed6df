package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
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
// everyone who took part has seen a solution. all are the answers that take part. Nil if it
// had ended before.
func (p *Play) endRound(tx *storage.Tx, r Round, reason string, at time.Time, s engine.Solution, all []storage.Answer) (*Ending, error) {
	if !r.ClosedAt.IsZero() {
		return nil, nil
	}
	r.ClosedAt, r.Reason = at, reason
	if err := errors.Join(tx.SaveRound(r.Round), tx.DropJob(EndJob, strconv.FormatInt(r.ID, 10))); err != nil {
		return nil, err
	}
	s, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	var lost storage.Facts // as it was before a solution is shown
	if r.Mode.Ghost && reason == TimeUp {
		if lost, err = tx.Facts(r.ID, r.AskerID, "", at, storage.NoAnswers); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(award(tx, r, s, all), tx.MarkParticipants(r.ID)); err != nil {
		return nil, err
	}
	for _, id := range r.Players {
		if err := tx.MarkSeen(id, r.Class, r.ID); err != nil {
			return nil, err
		}
	}
	e, err := p.endingOf(tx, r, s, all)
	if err != nil || e.Match == nil {
		return e, err
	}
	if lost.Round.ID != 0 && e.Match.quiet() < unanswered { // else they may have gone away
		err = learnUnsolved(tx, r, lost, r.EndsAt)
	}
	return e, errors.Join(err, e.Match.advance(tx, at))
}

// endNow is endRound of a round whose answers are not read yet.
func (p *Play) endNow(tx *storage.Tx, r Round, reason string, at time.Time, s engine.Solution) (*Ending, error) {
	all, err := tx.Answers(r.ID, 0)
	if err != nil {
		return nil, err
	}
	return p.endRound(tx, r, reason, at, s, all)
}

// endingOf describes how a round ended, or how it stands, by the answers that take part.
func (p *Play) endingOf(tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer) (*Ending, error) {
	e := &Ending{Round: r, Best: s}
	if r.Match != nil {
		m, err := p.Match(tx, r.Match.ID)
		if err != nil {
			return nil, err
		}
		e.Match = &m
	}
	scored := func(a storage.Answer) Row {
		row := Row{Answer: a, Elapsed: r.elapsed(a.At)}
		if e.Match != nil {
			for _, x := range e.Match.Bouts[r.Number-1].Places {
				if x.Answer.ID == a.ID {
					row.Place, row.Score = x.Place, x.Score
				}
			}
		}
		return row
	}
	all = slices.DeleteFunc(slices.Clone(all), func(a storage.Answer) bool { return !r.Admits(a.PlayerID) })
	if r.Game.Rules().Measure != "" {
		awards, err := awardsOf(tx, r)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, func(x, y storage.Answer) int {
			return cmp.Or(cmp.Compare(y.Outcome, x.Outcome), x.Measure-y.Measure) // right before near
		})
		for _, a := range all {
			if slices.ContainsFunc(e.Rows, func(x Row) bool { return x.PlayerID == a.PlayerID }) {
				continue // a better one of theirs is there
			}
			a.Points = awards[a.PlayerID].Points
			row := scored(a)
			if a.Outcome == string(engine.Right) {
				row.Stars = Stars(r.Game, a.Measure, s.Measure)
			}
			e.Rows = append(e.Rows, row)
		}
		return e, nil
	}
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
		d.Round, ok, err = storage.Found(p.Round(tx, id))
		return err
	})
	if !ok || err != nil {
		return Due{}, false, err
	}
	puzzle := d.Round.Puzzle
	if d.Solution, ok = p.solver.quick(ctx, puzzle, SolveTime); !ok {
		if d.solving = true; p.solver.begin(puzzle.ID()) {
			go func() {
				defer p.solver.end(puzzle.ID())
				p.solver.search(context.Background(), puzzle, SolveTime)
			}()
		}
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
	all, err := tx.Answers(r.ID, 0)
	if err != nil {
		return nil, err
	}
	var reason string
	var again time.Time // when it ends, or is looked at again
	switch {
	case r.Lasts > 0 && r.EndsAt.IsZero():
		reason, again = Unshown, r.DealtAt.Add(deliverFor)
	case !r.EndsAt.IsZero() && !r.IsTimed(): // it has given way
		reason, again = Replaced, r.EndsAt
	case !r.EndsAt.IsZero():
		reason, again = TimeUp, r.EndsAt.Add(Grace)
	case r.Mode.Pay == mode.PayFirst:
		reason, again, err = whyRaceEnds(tx, r, d.Solution, all)
	default: // it may be taken up again at any time
		reason, again = Expired, r.DealtAt.Add(never)
	}
	if err != nil {
		return nil, err
	}
	if again.After(now) {
		return nil, endAt(tx, r.ID, again)
	}
	if !r.ClosedAt.IsZero() {
		return nil, tx.DropJob(EndJob, strconv.FormatInt(r.ID, 10))
	}
	if d.solving {
		return nil, endAt(tx, r.ID, now.Add(Grace))
	}
	return p.endRound(tx, r, reason, now, d.Solution, all)
}

// never is longer than anybody waits.
const never = 100 * 365 * 24 * time.Hour

// Delivered notes that a message about a round was delivered. If it shows the puzzle, the
// round's clock starts, and the round is returned, with the answers that take part.
func (p *Play) Delivered(tx *storage.Tx, communityID int64, message string, roundID int64, shows bool, at time.Time) (r Round, all []storage.Answer, err error) {
	if err := tx.AddMessage(communityID, message, roundID, at); err != nil || !shows {
		return r, nil, err
	}
	f, err := tx.Facts(roundID, 0, "", at, storage.AllAnswers)
	if err == nil {
		r, err = p.whole(tx, f.Round, storage.Community{})
	}
	if err != nil || r.CommunityID != communityID {
		return r, f.Answers, err
	}
	r.Message = message // the newest, where one was dealt twice
	starts := r.Lasts > 0 && r.EndsAt.IsZero() && r.ClosedAt.IsZero()
	if starts {
		r.EndsAt = at.Add(r.Lasts)
	}
	if err := tx.SaveRound(r.Round); err != nil || !starts {
		return r, f.Answers, err
	}
	return r, f.Answers, endAt(tx, roundID, r.EndsAt.Add(Grace))
}

// Progress is how a round stands, or how it ended.
func (p *Play) Progress(tx *storage.Tx, r Round, s engine.Solution) (*Ending, error) {
	s, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	all, err := tx.Answers(r.ID, 0)
	if err != nil {
		return nil, err
	}
	return p.endingOf(tx, r, s, all)
}

// award pays what a round pays at its end. It follows from the answers alone, so that
// it can be done again when one is read late.
func award(tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer) error {
	pay := r.Mode.Pay
	if pay != mode.PayBest && pay != mode.PayPlaces { // paid at once
		return nil
	}
	awards, err := awardsOf(tx, r)
	switch {
	case err != nil:
		return err
	case pay == mode.PayBest:
		return awardBest(tx, r, s, awards, all)
	}
	return awardPlaces(tx, r, awards, all)
}

// awardBest pays each person for the answer of theirs that is worth most.
func awardBest(tx *storage.Tx, r Round, s engine.Solution, awards map[int64]storage.Award, all []storage.Answer) error {
	all = slices.Clone(all)
	for i, a := range all {
		if all[i].Points = 0; original(all, a) == nil {
			all[i].Points = worth(r.Level, r.Game.Quality(a.Measure, s.Measure), a.Hints)
		}
	}
	all = slices.DeleteFunc(all, func(x storage.Answer) bool { return x.Practice })
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return cmp.Or(cmp.Compare(x.PlayerID, y.PlayerID), y.Points-x.Points) })
	for _, a := range slices.CompactFunc(all, func(x, y storage.Answer) bool { return x.PlayerID == y.PlayerID }) {
		if a.Points == 0 && awards[a.PlayerID].At.IsZero() {
			continue
		}
		if _, err := payAnswer(tx, r, awards, a); err != nil {
			return err
		}
	}
	return nil
}

// awardsOf returns what people have earned on a round, by player.
func awardsOf(tx *storage.Tx, r Round) (map[int64]storage.Award, error) {
	all, err := tx.Awards(r.ID)
	awards := map[int64]storage.Award{}
	for _, a := range all {
		awards[a.PlayerID] = a
	}
	return awards, err
}

// awardPlaces pays for the places in a puzzle of a match: the first as the first right
// answer of any round, the others as further solutions.
func awardPlaces(tx *storage.Tx, r Round, awards map[int64]storage.Award, right []storage.Answer) (err error) {
	places := placesOf(r, right)
	for i, a := range right {
		if a.Practice {
			continue
		}
		place := slices.IndexFunc(places, func(x Row) bool { return x.PlayerID == a.PlayerID })
		switch {
		case place >= 0 && places[place].ID == a.ID:
			quality := FurtherQuality
			if place == 0 {
				quality = fullQuality
			}
			a.Points = worth(r.Level, quality, a.Hints)
			right[i].Points, err = payAnswer(tx, r, awards, a)
		case place < 0 && !awards[a.PlayerID].At.IsZero(): // a late answer has taken the place
			a.Points = 0
			right[i].Points, err = payAnswer(tx, r, awards, a)
		case a.Points != 0:
			right[i].Points, err = 0, tx.SetPoints(a.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// payAnswer pays a person for one answer and returns what it has earned: nothing if another
// round of the same puzzle has paid them.
func payAnswer(tx *storage.Tx, r Round, awards map[int64]storage.Award, a storage.Answer) (int, error) {
	had := awards[a.PlayerID]
	had.RoundID, had.PlayerID = r.ID, a.PlayerID
	earns, seen, err := pay(tx, r, had, nil, a.Points, a.Outcome == string(engine.Right), a.At, r.Local || isHasty(r.begun(), a.At, a.Text))
	if err != nil {
		return 0, err
	}
	if !seen {
		if err := tx.MarkSeen(a.PlayerID, r.Class, r.ID); err != nil {
			return 0, err
		}
	}
	if !earns.Award.At.IsZero() {
		awards[a.PlayerID] = earns.Award
		if err := tx.SetAward(had, earns.Award); err != nil {
			return 0, err
		}
	}
	return earns.Award.Points, tx.SetPoints(a.ID, earns.Award.Points)
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
