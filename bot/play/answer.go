package play

import (
	"context"
	"slices"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Judge judges an answer. It needs no transaction.
func (p *Play) Judge(ctx context.Context, r Round, text string) Judged {
	begun := time.Now()
	j := Judged{Round: r, Text: text, Verdict: r.Puzzle.Judge(text)}
	if j.Verdict.Outcome == engine.Right || j.Verdict.Near || !r.ClosedAt.IsZero() {
		j.Solution = p.Solve(ctx, r.Puzzle)
	}
	if p.solver.meter != nil {
		p.solver.meter.Judged(r.Game.Name(), string(j.Verdict.Outcome), time.Since(begun))
	}
	return j
}

// Answer takes an answer.
func (p *Play) Answer(tx *storage.Tx, a Act, j Judged) (Taken, error) {
	var missed *storage.Queued[bool] // nil: nobody else reads the answer
	if j.Verdict.Outcome != engine.Right && !a.Ephemeral {
		missed = tx.HasShown(a.Person.ID, "", string(engine.Wrong), string(engine.Invalid))
	}
	which := storage.NoAnswers
	switch v := j.Verdict; {
	case v.Outcome != engine.Right && !v.Near:
	case j.Round.Mode.Pay == mode.PayOwn:
		which = storage.OwnAnswers
	default:
		which = storage.AllAnswers
	}
	r, f, err := p.facts(tx, a, j.Round.ID, which) // as it is now
	if err == nil {
		r.Local = r.Local || p.ofGuests(a.Community) // a daily has no community of its own
		j.Round = r
		j.Solution, err = bestKnown(tx, r, j.Solution)
	}
	if err != nil {
		return Taken{}, err
	}
	v := j.Verdict
	t := &try{Act: a, facts: f, mine: storage.Answer{
		RoundID: r.ID, PlayerID: a.Person.ID, At: a.At, Text: kept(v, j.Text), Outcome: string(v.Outcome), Form: v.Form, Measure: v.Measure,
		Hints: f.Attempt.Hints, Open: !a.Ephemeral && !a.Sealed, PlayerName: a.Person.Name, PlayerKey: a.Person.Key, Own: true,
	}}
	t.Judged, t.Taken.At, t.Elapsed, t.Attempt = j, a.At, r.elapsed(a.At), f.Attempt
	t.Attempt.AskedAt = time.Time{} // they go on
	if t.TakesPart = v.Outcome == engine.Right; v.Near && r.Game.Quality(v.Measure, j.Solution.Measure) > 0 {
		t.TakesPart, t.mine.Outcome = true, near
	}
	switch {
	case !r.Admits(a.Person.ID):
		t.What = Outsider
		if t.TakesPart && t.mine.Open && r.ClosedAt.IsZero() && !r.Over(a.At) { // what all could read wins neither of the two anything
			t.Practice, t.mine.Practice = Bystander, true
			err = t.record(tx, nil)
		}
		return t.Taken, err
	case r.Over(a.At):
		t.What = TooLate
		if !r.ClosedAt.IsZero() { // else it is still to be awarded
			t.Ended, err = p.Progress(tx, r, t.Solution)
		}
		return t.Taken, err
	}
	t.Attempt.TookPart = true
	if t.Practice, err = p.practice(tx, a, r, f); err != nil {
		return Taken{}, err
	}
	t.mine.Practice = t.Practice != Paid
	if t.Attempt != f.Saved {
		err = tx.SaveAttempt(t.Attempt, 0)
	}
	switch {
	case err != nil:
	case t.TakesPart:
		err = p.take(tx, t)
	default:
		t.What = Wrong
		if missed != nil {
			t.Missed, err = missed.Get()
		}
		if err == nil {
			err = t.record(tx, nil)
		}
	}
	return t.Taken, err
}

// take takes an answer that takes part, as the round's mode has it.
func (p *Play) take(tx *storage.Tx, t *try) (err error) {
	r, pay := t.Round, t.Round.Mode.Pay
	t.all = slices.DeleteFunc(t.facts.Answers, func(x storage.Answer) bool { return !tookPart(x) })
	before := t.all           // no answer may repeat what others could read before
	if pay == mode.PayFirst { // of paid answers, those with hints may be repeated for a while, and no others
		before = slices.DeleteFunc(slices.Clone(t.all), func(x storage.Answer) bool { return !x.Practice })
	}
	if pay != mode.PayOwn {
		t.First = original(before, t.mine)
	}
	switch {
	case t.First != nil:
		t.What = Known
	case pay == mode.PayFirst:
		err = p.takeFirst(tx, t)
	case pay == mode.PayPlaces:
		err = takePlace(tx, t)
	case pay == mode.PayBest:
		if err = t.measure(tx); err == nil && r.Mode.EndsEarly && t.Practice == Paid && t.Verdict.Measure <= t.Solution.Measure {
			err = hasten(tx, r, t.At) // nobody can do better
		}
		// On a clock only who has answered is shown; an edit that changes nothing would cost one of few.
		t.Stands = t.What == Noted && (r.IsContest() || t.Before == nil)
	default:
		err = p.takeOwn(tx, t)
	}
	// It took less than practised players take on average, without help. When a person
	// began to think is known where the puzzle was dealt to them.
	t.Fast = t.Round.Game.Rules().Experts && t.What == First && r.Daily == 0 && t.Attempt.Hints == 0 && !t.Hasty && t.Elapsed.Seconds() < r.Seconds
	if err == nil && t.Led {
		t.Scores, err = tx.Scorers(r.Round)
	}
	if err == nil && t.Stands {
		var best engine.Solution
		if best, err = bestKnown(tx, t.Round, t.Solution); err == nil {
			t.Standing, err = p.endingOf(tx, t.Round, best, t.all)
		}
	}
	if err != nil || r.ClosedAt.IsZero() {
		return err
	}
	// It was sent in time and read late: the round is awarded again.
	if err := award(tx, r, t.Solution, t.all); err != nil {
		return err
	}
	if t.Ending, err = p.endingOf(tx, r, t.Solution, t.all); err == nil {
		t.Ending.Again = true
	}
	return err
}

// takeFirst takes a right answer in a race. The first one wins; where solutions are
// collected, the race stays open until all are found, or could be read.
func (p *Play) takeFirst(tx *storage.Tx, t *try) error {
	paid := paidOf(t.all)
	first := stillOpen(paid, t.At) && !slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID })
	exhausted := isExhausted(t.Round, slices.DeleteFunc(append(slices.Clone(t.all), t.mine), isSecret), t.Solution)
	err := t.gather(tx, paid, first, exhausted && (!first || len(paid) == 0))
	if err != nil || t.What == Known {
		return err
	}
	open, ends := t.Round.ClosedAt.IsZero(), exhausted && t.mine.Open
	if t.What != Practised {
		t.Led, paid = t.What == First, append(paid, t.mine)
		t.Found, ends = distinct(paid), exhausted && !stillOpen(paid, t.At)
		if t.Round.SolvedAt.IsZero() {
			t.Round.SolvedAt = t.At
			if !open || !ends { // else it is saved with its end
				err = tx.SaveRound(t.Round.Round)
			}
		}
	}
	switch {
	case err != nil || !open:
	case ends: // nothing is left to win
		t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution, t.all)
	case t.What == Practised:
	case !stillOpen(paid, t.At):
		t.Stands = t.Round.Lasts == 0 // an edit for each answer would flood a short round
	default:
		if t.OpenFor = OpenFor - t.At.Sub(paid[0].At); exhausted {
			err = endAt(tx, t.Round.ID, t.At.Add(t.OpenFor)) // when its last minute is over
		}
	}
	return err
}

// gather takes a right answer after others: the first one is paid in full, a further
// distinct one in part, and a repeated one is known. last: it is the last there is to find.
func (t *try) gather(tx *storage.Tx, before []storage.Answer, first, last bool) error {
	same := func(x storage.Answer) bool { return x.Form == t.Verdict.Form }
	i := slices.IndexFunc(before, func(x storage.Answer) bool { return same(x) && x.PlayerID == t.Person.ID })
	if i < 0 && !first {
		i = slices.IndexFunc(before, same)
	}
	t.Found = distinct(before)
	if i >= 0 {
		t.What, t.First = Known, &before[i]
		return nil
	}
	quality := FurtherQuality
	t.What = Further
	if first {
		quality, t.What = fullQuality, First
	}
	return t.count(tx, worth(t.Round.Level, quality, t.Attempt.Hints), last)
}

// takePlace takes a right answer to a puzzle of a match where places count. It is paid
// at the end, when all that were sent before are known.
func takePlace(tx *storage.Tx, t *try) error {
	own := slices.IndexFunc(t.all, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID && !x.Practice && !t.At.Before(x.At) })
	if own >= 0 {
		t.What, t.First = Known, &t.all[own]
		if t.First.Form == t.Verdict.Form { // not stored: said openly now, it would cost others their places
			return nil
		}
	}
	if err := t.record(tx, nil); err != nil || own >= 0 { // others may read it, whatever it is worth
		return err
	}
	if t.Practice != Paid {
		t.What = Practised
		return tx.MarkSeen(t.Person.ID, t.Round.Class, 0)
	}
	if t.Hasty = isHasty(t.Round.begun(), t.At, t.Text); !t.Hasty {
		l, err := beginLesson(tx, t.Round, t.facts, true, t.At)
		if err != nil {
			return err
		}
		if _, err := l.learn(tx); err != nil {
			return err
		}
	}
	if t.mine.Open && t.Round.SolvedAt.IsZero() { // others have read a solution
		t.Round.SolvedAt = t.At
		if err := tx.SaveRound(t.Round.Round); err != nil {
			return err
		}
	}
	if err := tx.MarkSeen(t.Person.ID, t.Round.Class, t.Round.ID); err != nil {
		return err
	}
	places := placesOf(t.Round, t.all)
	i := slices.IndexFunc(places, func(x Row) bool { return x.ID == t.mine.ID })
	if i < 0 { // others had won before it was read
		t.What, t.First = Known, &places[0].Answer
		return nil
	}
	t.What, t.Place = Further, places[i].Place
	openFor := t.Round.Mode.OpenFor
	if i == 0 {
		t.What, t.OpenFor, t.Stands = First, openFor, openFor > 0 && t.Round.ClosedAt.IsZero()
	}
	return hasten(tx, t.Round, places[0].At.Add(openFor))
}

// hasten makes the clock of a puzzle of a match run out sooner.
func hasten(tx *storage.Tx, r Round, end time.Time) error {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	if r.EndsAt.IsZero() { // it was answered before it is known to be delivered
		r.EndsAt = r.DealtAt.Add(r.Lasts)
	}
	if end.After(r.EndsAt) {
		end = r.EndsAt
	}
	// A network's time may be in whole seconds: an immediate answer seems older than the
	// beginning of the clock.
	if began := r.begun(); !end.After(began) {
		end = began.Add(time.Millisecond)
	}
	r.Lasts, r.EndsAt = r.Lasts-r.EndsAt.Sub(end), end // when it began stays
	if err := tx.SaveRound(r.Round); err != nil {
		return err
	}
	return endAt(tx, r.ID, end.Add(Grace))
}

// takeOwn takes an answer where each person plays for themselves, in a private chat or a
// daily, and is paid at once. The day of a daily that was answered well counts for a streak.
func (p *Play) takeOwn(tx *storage.Tx, t *try) (err error) {
	rules, well := t.Round.Game.Rules(), t.Verdict.Outcome == engine.Right
	var done bool // nothing is left to find
	if rules.Measure != "" {
		err = t.measure(tx)
		done, well = t.Verdict.Measure <= t.Solution.Measure, t.Verdict.Measure <= t.Solution.Measure+rules.Slack
	} else {
		done = !rules.Collect || t.Solution.Complete && distinct(t.all)+1 >= len(t.Solution.All)
		if err = t.gather(tx, t.all, len(t.all) == 0, done); t.What != Known {
			t.Found++
		}
	}
	if err != nil || t.What == Known {
		return err
	}
	done = done || t.Round.Mode.EndsEarly && (t.What == First || t.What == Practised)
	if t.Round.Daily == 0 { // a daily stays open to all others
		if done {
			t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.Solution, t.all)
		}
		return err
	}
	if t.Practice != Paid || !well {
		return nil
	}
	if err := tx.AddDay(t.Person.ID, t.Round.Daily, t.At.Add(-BelongFor)); err != nil {
		return err
	}
	today, _, err := p.Live(tx, t.Act)
	if err != nil {
		return err
	}
	s, err := p.Streak(tx, t.Person.ID, today)
	t.Streak = &s
	return err
}

// measure takes an answer where the best one counts. Where people play together it is paid
// at the end; alone it pays at once what it is worth more than the person's answers before.
func (t *try) measure(tx *storage.Tx) (err error) {
	r, m, together := t.Round, t.Verdict.Measure, t.Round.Mode.Pay == mode.PayBest
	if together && t.mine.Open {
		before, err := tx.HasShown(t.Person.ID, r.Game.Name(), string(engine.Right), near).Get()
		if t.Openly = !before; err != nil {
			return err
		}
	}
	t.What, t.Before = Noted, bestOf(slices.DeleteFunc(slices.Clone(t.all), func(x storage.Answer) bool { return !x.Own }))
	if t.Before != nil && t.Before.Measure <= m {
		t.What = NoBetter
	}
	if t.Practice == Paid && !r.Own {
		t.Worth = worth(r.Level, r.Game.Quality(m, t.Solution.Measure), t.Attempt.Hints)
	}
	if together {
		err = t.record(tx, nil)
	} else {
		err = t.count(tx, max(0, t.Worth-t.facts.Earned), false)
	}
	right := t.Verdict.Outcome == engine.Right
	if err == nil && r.Daily != 0 && t.Practice == Paid && right {
		err = tx.AddBest(r.ID, t.Person.ID, m, t.At)
	}
	// An answer that beats the best known one is a record.
	if err != nil || !r.Game.Rules().Records || !t.Solution.Settled || !right || m >= t.Solution.Measure {
		return err
	}
	t.Record = &storage.Record{
		Puzzle: r.Round.Puzzle, Game: r.Round.Game, Measure: m, Was: t.Solution.Measure,
		Text: t.Verdict.Text, PlayerID: t.Person.ID, PlayerName: t.Person.Name, PlayerKey: t.Person.Key, At: t.At,
	}
	return tx.SaveRecord(*t.Record)
}
