package round

import (
	"context"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// Judge judges an answer. It needs no transaction.
func (p *Play) Judge(ctx context.Context, r Round, text string) JudgedAnswer {
	begun := time.Now()
	j := JudgedAnswer{Round: r, Text: text, Verdict: r.Puzzle.Judge(text)}
	mayTakePart := j.Verdict.Outcome == engine.Right || j.Verdict.Near
	isOver := !r.ClosedAt.IsZero()
	if mayTakePart || isOver {
		j.Solution = p.Solve(ctx, r.Puzzle)
	}
	if p.solver.meter != nil {
		p.solver.meter.Judged(r.Game.Name(), string(j.Verdict.Outcome), time.Since(begun))
	}
	return j
}

// Answer counts an answer.
func (p *Play) Answer(tx *storage.Tx, act Act, judged JudgedAnswer) (Outcome, error) {
	isRight := judged.Verdict.Outcome == engine.Right
	// Where others read replies, only the first miss of a person is answered by words.
	var missed *storage.Query[bool]
	if !isRight && !act.Ephemeral {
		missed = hasShownAnswer(tx, act.Person.ID, "", string(engine.Wrong), string(engine.Invalid))
	}
	var mutedBefore *storage.Query[mutedRow]
	if isRight && judged.Round.Mode.Pay == mode.PayFirst {
		mutedBefore = queueMuted(tx, judged.Round.ID, judged.Verdict.Form)
	}
	round, facts, err := p.facts(tx, act, judged.Round.ID, answersNeeded(judged))
	if err != nil {
		return Outcome{}, err
	}
	// What a guest of the page earns is local: it stays in their own community. A daily belongs to no
	// community, so it is local if the person answers it as a guest.
	round.Local = round.Local || p.ofGuests(act.Community)
	judged.Round = round
	judged.Solution, err = bestKnown(tx, round, judged.Solution)
	if err != nil {
		return Outcome{}, err
	}
	t := newSubmission(act, judged, facts)
	t.muted = mutedBefore
	// After a round was solved or given up, all answers that are read come too late, even those that
	// were sent before. A wrong one that was sent before is judged as usual, since it can change nothing of how
	// the round ended.
	isEarlyMiss := !t.outcome.TakesPart && round.wasOpen(act.At)
	isOver := round.Over(act.At) && !isEarlyMiss
	isBystander := !round.Admits(act.Person.ID)
	if isOver && isBystander {
		// Even in time a bystander's answer would have earned nothing.
		t.outcome.TakesPart = false
	}
	if isOver {
		return t.outcome, p.tellLate(tx, t)
	}
	if isBystander {
		return t.outcome, p.countBystander(tx, t)
	}
	t.outcome.Attempt.TookPart = true
	t.outcome.Practice, err = p.practice(tx, act, round, facts)
	if err != nil {
		return Outcome{}, err
	}
	t.answer.Practice = t.outcome.Practice != Paid
	if t.outcome.Attempt != facts.Saved {
		if err := tx.SaveAttempt(t.outcome.Attempt, 0); err != nil {
			return Outcome{}, err
		}
	}
	if t.outcome.TakesPart {
		err = p.countAnswer(tx, t)
		return t.outcome, err
	}
	t.outcome.What = Wrong
	if missed != nil {
		t.outcome.Missed, err = missed.Get()
		if err != nil {
			return Outcome{}, err
		}
	}
	err = t.store(tx, nil)
	return t.outcome, err
}

// answersNeeded returns which answers to the round must be read to count an answer.
func answersNeeded(judged JudgedAnswer) Which {
	mayTakePart := judged.Verdict.Outcome == engine.Right || judged.Verdict.Near
	if !mayTakePart {
		return NoAnswers
	}
	if judged.Round.Mode.Pay == mode.PayOwn {
		return OwnAnswers
	}
	return AllAnswers
}

// countBystander counts an answer of somebody who watches two others play. If the answer is public and
// takes part, it is stored, so that neither of the two wins anything by repeating it. If it leaves them
// nothing to find, the puzzle is void.
func (p *Play) countBystander(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	o.What = Outsider
	isOpen := o.Round.ClosedAt.IsZero()
	mayBeRepeated := o.TakesPart && t.answer.Public
	if !mayBeRepeated || !isOpen {
		return nil
	}
	o.Practice = Bystander
	t.answer.Practice = true
	t.answers = only(t.facts.Answers, takesPart)
	if err := t.store(tx, nil); err != nil {
		return err
	}
	if !isGivenAway(o.Round, t.answers, o.Solution) {
		return nil
	}
	ending, err := p.endRound(tx, o.Round, Void, o.At, o.Solution, t.answers)
	o.Ending = ending
	return err
}

// isGivenAway reports whether answers of people who watch a duel leave its two players nothing to
// find, while neither has won the puzzle.
func isGivenAway(r Round, all []storage.Answer, s engine.Solution) bool {
	isMeasured := r.Game.Rules().Measure != ""
	isWon := len(standingsOf(r, all)) > 0
	if isMeasured || isWon {
		return false
	}
	givenAway := only(all, func(x storage.Answer) bool { return x.Public && !r.Admits(x.PlayerID) })
	return isExhausted(r, givenAway, s)
}

// tellLate sets the outcome of an answer that comes too late. If the round is closed, the outcome says how
// it ended.
func (p *Play) tellLate(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	o.What = TooLate
	if o.Round.ClosedAt.IsZero() {
		return nil
	}
	ended, err := p.Progress(tx, o.Round, o.Solution)
	o.Ended = ended
	return err
}

// countAnswer counts an answer that takes part, as the round's mode says.
func (p *Play) countAnswer(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	t.answers = only(t.facts.Answers, takesPart)
	isRace := o.Round.Mode.Pay == mode.PayFirst
	countsWhoIsFirst := isRace || o.Round.Mode.Pay == mode.PayByRank
	// A person who was shown a solution must not take the puzzle from the others. So their answer is muted: it
	// counts for nothing, and nobody is told of it. If others could read it, it has spoilt their own: they are
	// not paid for the same solution.
	if countsWhoIsFirst && o.Practice != Paid {
		isMuted, err := t.isMuted(tx)
		if err != nil {
			return err
		}
		if isMuted {
			return t.storeMuted(tx)
		}
	} else if isRace {
		if err := t.noteSpoilt(); err != nil {
			return err
		}
	}
	o.First = t.repeated()
	if o.First != nil {
		o.What = Known
	} else if err := p.countByMode(tx, t); err != nil {
		return err
	}
	if o.isFast() {
		// Praise that comes each time says nothing.
		before, err := countFast(tx, o.Round, t.act.Person.ID, o.At.Add(-fastEvery), fastFrom)
		if err != nil {
			return err
		}
		o.Fast = before == 0
	}
	if o.Led {
		scores, err := tx.Scorers(o.Round.Round)
		if err != nil {
			return err
		}
		o.Scores = scores
	}
	if o.Round.ClosedAt.IsZero() {
		return nil
	}
	// The answer was sent in time, but read after the round was closed. It is ranked as if it had been read
	// before.
	return p.awardAgain(tx, t)
}

// repeated returns the earlier public answer that this one repeats; nil if there is none. After a paid
// answer that needed hints, a race stays open for a while, and others may repeat that answer. So in a race
// repeated looks only at answers that are practice. countFirst decides about the paid ones.
func (t *submission) repeated() *storage.Answer {
	switch t.outcome.Round.Mode.Pay {
	case mode.PayOwn:
		return nil
	case mode.PayFirst:
		return t.outcome.Round.original(only(t.answers, func(x storage.Answer) bool { return x.Practice }), t.answer)
	}
	return t.outcome.Round.original(t.answers, t.answer)
}

// countByMode counts an answer that repeats none.
func (p *Play) countByMode(tx *storage.Tx, t *submission) error {
	switch t.outcome.Round.Mode.Pay {
	case mode.PayFirst:
		return p.countFirst(tx, t)
	case mode.PayByRank:
		return p.countRanked(tx, t)
	case mode.PayBest:
		return p.countBest(tx, t)
	}
	return p.countOwn(tx, t)
}

// isFast reports whether the person answered without help in less time than practised players take on
// average. It is false for dailies, where it is not known when the person began to think.
func (o *Outcome) isFast() bool {
	if !o.Round.Game.Rules().Experts || o.Round.Daily != 0 {
		return false
	}
	hadHelp := o.Attempt.Hints > 0 || o.Hasty
	if o.What != First || hadHelp {
		return false
	}
	return o.Round.Level >= fastFrom && o.Elapsed.Seconds() < o.Round.Seconds
}

const (
	// fastFrom is the lowest level whose fast answers are praised.
	fastFrom = 3
	// fastEvery is the least time between two praises of a person.
	fastEvery = 24 * time.Hour
)

// countFirst counts a right answer in a race. The first one wins. If people collect solutions, the race
// stays open until each solution has been found, or has been sent where others can read it.
func (p *Play) countFirst(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	paid := paidOf(t.answers)
	isPaidBefore := slices.ContainsFunc(paid, func(x storage.Answer) bool { return x.PlayerID == t.act.Person.ID })
	isFirst := stillOpen(paid, o.At) && !isPaidBefore
	// A solution that nobody could read is left to others.
	readable := without(append(slices.Clone(t.answers), t.answer), isSecret)
	exhausted := isExhausted(o.Round, readable, o.Solution)
	// While a race stays open after an answer with hints, a second winner may repeat its solution. So a
	// second winner never counts as the finder of the last solution.
	isSecondWinner := isFirst && len(paid) > 0
	isLast := exhausted && !isSecondWinner
	quality := raceQuality(paid, isFirst, isPaidBefore)
	if err := t.countSolution(tx, paid, quality, isLast); err != nil {
		return err
	}
	if o.What == Known {
		return nil
	}
	wasOpen := o.Round.ClosedAt.IsZero()
	if o.What == Practised {
		// The person knew the puzzle, so storePaid has paid nothing.
		ends := exhausted && t.answer.Public
		if wasOpen && ends {
			return p.endSolved(tx, t)
		}
		return nil
	}

	// The answer is paid.
	o.Led = o.What == First
	paid = append(paid, t.answer)
	o.Found = distinct(paid)
	isOpenToOthers := stillOpen(paid, o.At)
	ends := wasOpen && exhausted && !isOpenToOthers
	if err := t.markSolved(tx, ends); err != nil {
		return err
	}
	if !wasOpen {
		return nil
	}
	if ends {
		return p.endSolved(tx, t)
	}
	if isOpenToOthers {
		o.OpenFor = OpenFor - o.At.Sub(paid[0].At)
		if exhausted {
			// The round ends when its last minute is over.
			return endAt(tx, o.Round.ID, o.At.Add(o.OpenFor))
		}
		return nil
	}
	if o.Round.Lasts > 0 {
		// On a clock an edit for each answer would flood a short round.
		return nil
	}
	return p.setProgress(tx, t)
}

// endSolved ends the round as one that is solved.
func (p *Play) endSolved(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	ending, err := p.endRound(tx, o.Round, Solved, o.At, o.Solution, t.answers)
	o.Ending = ending
	return err
}

// raceQuality returns what a right answer in a race is worth, in percent. paid are the answers that were
// paid before. An answer that wins is worth 100 %. The first answer of any other person is worth the
// share of its rank. Each further answer of a person is worth the share of the last ranks, so that one
// person cannot take the first three.
func raceQuality(paid []storage.Answer, isFirst, isPaidBefore bool) int {
	switch {
	case isFirst:
		return fullQuality
	case isPaidBefore:
		return FurtherQuality
	}
	return RankShare(len(paid) + 1)
}

// markSolved notes when the round was solved first. If the round ends now, endRound will store that.
func (t *submission) markSolved(tx *storage.Tx, endsNow bool) error {
	o := &t.outcome
	if !o.Round.SolvedAt.IsZero() {
		return nil
	}
	o.Round.SolvedAt = o.At
	if endsNow {
		return nil
	}
	return tx.SaveRound(o.Round.Round)
}

// countSolution counts a right answer; before are the earlier ones. If one of them has the same solution,
// the answer is Known. Only an answer that wins, which is one of full quality, may repeat the solution of
// another person. An answer that is not Known is paid by its quality, in percent; if it is practice,
// storePaid pays nothing. isLast reports whether its solution is the last there is to find.
func (t *submission) countSolution(tx *storage.Tx, before []storage.Answer, quality int, isLast bool) error {
	o := &t.outcome
	isFirst := quality == fullQuality
	isSame := func(x storage.Answer) bool { return x.Form == o.Verdict.Form }
	found := slices.IndexFunc(before, func(x storage.Answer) bool { return isSame(x) && x.PlayerID == t.act.Person.ID })
	if found < 0 && !isFirst {
		found = slices.IndexFunc(before, isSame)
	}
	o.Found = distinct(before)
	if found >= 0 {
		o.What = Known
		o.First = &before[found]
		return nil
	}
	o.What = Further
	if isFirst {
		o.What = First
	}
	return t.storePaid(tx, t.unpaid(o.Round.worth(quality, o.Attempt.Hints)), isLast)
}

// unpaid returns the part of the points that the round may still pay the person. A puzzle of a day never
// pays more than its base in all, so that everybody can reach the same score in a day.
func (t *submission) unpaid(points int) int {
	r := t.outcome.Round
	if r.Daily == 0 || r.Base == 0 {
		return points
	}
	return max(0, min(points, r.Base-t.facts.Earned))
}

// countRanked counts a right answer to a puzzle of a match where ranks count. It is paid at the end of
// the puzzle, when all answers that were sent before it are known.
func (p *Play) countRanked(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	person := t.act.Person.ID
	own := slices.IndexFunc(t.answers, func(x storage.Answer) bool {
		isLater := x.At.After(o.At)
		return x.PlayerID == person && o.Round.MayRank(x) && !isLater
	})
	if own >= 0 {
		o.What = Known
		o.First = &t.answers[own]
		if o.First.Form == o.Verdict.Form {
			// The person repeats themselves. The answer is not stored, since a public one would take away
			// the ranks of others who send the same.
			return nil
		}
	}
	// The answer is stored even if it is worth nothing, since others may read and repeat it.
	if err := t.store(tx, nil); err != nil {
		return err
	}
	if own >= 0 {
		return nil
	}
	isPractice := o.Practice != Paid
	if isPractice {
		if err := MarkSeen(tx, person, o.Round.Class, 0); err != nil {
			return err
		}
		// In some matches an answer has a rank even if the person knew the puzzle.
		if !o.Round.Mode.CountsKnown {
			o.What = Practised
			return nil
		}
	} else if err := t.learnRanked(tx); err != nil {
		return err
	}
	if t.answer.Public {
		if err := t.markSolved(tx, false); err != nil {
			return err
		}
	}
	return p.rankAnswer(tx, t)
}

// learnRanked learns from an answer to a puzzle of a match. The answer is no practice.
func (t *submission) learnRanked(tx *storage.Tx) error {
	o := &t.outcome
	o.Hasty = isHasty(o.Round.begun(), o.At, o.Text, t.act.Taps)
	if !o.Hasty {
		learns, err := beginLesson(tx, o.Round, t.facts, true, o.At)
		if err != nil {
			return err
		}
		if _, err := learns.learn(tx); err != nil {
			return err
		}
	}
	return MarkSeen(tx, t.act.Person.ID, o.Round.Class, o.Round.ID)
}

// rankAnswer gives the answer its rank in a puzzle of a match.
func (p *Play) rankAnswer(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	standings := standingsOf(o.Round, t.answers)
	i := slices.IndexFunc(standings, func(x Standing) bool { return x.ID == t.answer.ID })
	if i < 0 {
		// Others had won before it was read.
		o.What = Known
		o.First = &standings[0].Answer
		return nil
	}
	openFor := o.Round.Mode.OpenFor
	o.What = Further
	o.Rank = standings[i].Rank
	o.Worth = standings[i].Score
	showsStanding := false
	if i == 0 {
		o.What = First
		o.OpenFor = openFor
		showsStanding = openFor > 0 && o.Round.ClosedAt.IsZero()
	}
	if err := hasten(tx, o.Round, standings[0].At.Add(openFor)); err != nil {
		return err
	}
	if showsStanding {
		return p.setProgress(tx, t)
	}
	return nil
}

// hasten makes the clock of a puzzle of a match run out at end, if that is sooner.
func hasten(tx *storage.Tx, r Round, end time.Time) error {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	if r.EndsAt.IsZero() {
		// It was answered before the network said that it is delivered.
		r.EndsAt = r.DealtAt.Add(r.Lasts)
	}
	if end.After(r.EndsAt) {
		end = r.EndsAt
	}
	// If the network's time is in whole seconds, an immediate answer seems to be older than the beginning
	// of the clock.
	began := r.begun()
	if !end.After(began) {
		end = began.Add(time.Millisecond)
	}
	// Lasts changes together with EndsAt, so that the beginning of the clock stays the same.
	r.Lasts -= r.EndsAt.Sub(end)
	r.EndsAt = end
	if err := tx.SaveRound(r.Round); err != nil {
		return err
	}
	return endAt(tx, r.ID, end.Add(Grace))
}

// countBest counts an answer where people play together and the best one counts at the end.
func (p *Play) countBest(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	if t.answer.Public {
		before, err := hasShownAnswer(tx, t.act.Person.ID, o.Round.Game.Name(), string(engine.Right), near).Get()
		if err != nil {
			return err
		}
		// It is the first answer of the person in this game that others can read.
		o.Publicly = !before
	}
	t.compare()
	if err := t.store(tx, nil); err != nil {
		return err
	}
	if err := t.noteBest(tx); err != nil {
		return err
	}
	isBestPossible := o.Practice == Paid && o.Verdict.Measure <= o.Solution.Measure
	if o.Round.Mode.EndsEarly && isBestPossible {
		if err := hasten(tx, o.Round, o.At); err != nil {
			return err
		}
	}
	// A contest shows how well people did, so each better answer changes the message. On a clock the message
	// shows only who has answered, so only a person's first answer changes it. A group has few edits a
	// minute.
	changesMessage := o.Round.IsContest() || o.Before == nil
	if o.What == Noted && changesMessage {
		return p.setProgress(tx, t)
	}
	return nil
}

// compare compares a measured answer with the person's best before.
func (t *submission) compare() {
	o := &t.outcome
	o.What = Noted
	o.Before = bestOf(only(t.answers, func(x storage.Answer) bool { return x.Mine }))
	if o.Before != nil && o.Before.Measure <= o.Verdict.Measure {
		o.What = NoBetter
	}
	if o.Practice == Paid && !o.Round.Custom {
		o.Worth = o.Round.worth(o.Round.Game.Quality(o.Verdict.Measure, o.Solution.Measure), o.Attempt.Hints)
	}
}

// noteBest passes a right answer to a daily to addBest, which keeps the best of each community. It also
// stores a record: an answer that beats the best known one.
func (t *submission) noteBest(tx *storage.Tx) error {
	o := &t.outcome
	if !o.IsRight() {
		return nil
	}
	if o.Round.Daily != 0 && o.Practice == Paid {
		if err := addBest(tx, o.Round.ID, t.act.Person.ID, o.Verdict.Measure, o.At); err != nil {
			return err
		}
	}
	isRecord := o.Round.Game.Rules().Records && o.Solution.Settled && o.Verdict.Measure < o.Solution.Measure
	if !isRecord {
		return nil
	}
	o.Record = &Record{
		Puzzle:     o.Round.Round.Puzzle,
		Game:       o.Round.Round.Game,
		Measure:    o.Verdict.Measure,
		Was:        o.Solution.Measure,
		Text:       o.Verdict.Text,
		PlayerID:   t.act.Person.ID,
		PlayerName: t.act.Person.Name,
		PlayerKey:  t.act.Person.Key,
		At:         o.At,
	}
	return SaveRecord(tx, *o.Record)
}

// countOwn counts an answer where each person plays for themselves: in a private chat or a daily. It is
// paid at once. If a daily was answered well, its day counts for the person's streak.
func (p *Play) countOwn(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	var nothingLeft, isWell bool
	var err error
	if o.Round.Game.Rules().Measure != "" {
		nothingLeft, isWell, err = t.countOwnMeasured(tx)
	} else {
		nothingLeft, err = t.countOwnSolution(tx)
		isWell = o.IsRight()
	}
	if err != nil || o.What == Known {
		return err
	}
	if o.Round.Daily != 0 {
		// The round of a daily does not end: it stays open to all others.
		if o.Practice != Paid || !isWell {
			return nil
		}
		return p.countDay(tx, t)
	}
	isSolved := o.What == First || o.What == Practised
	endsEarly := o.Round.Mode.EndsEarly && isSolved
	if nothingLeft || endsEarly {
		return p.endSolved(tx, t)
	}
	return nil
}

// countOwnMeasured pays the difference between what a measured answer is worth and what the person has
// earned in the round already. It reports whether nothing is left to find, and whether the answer counts for a
// streak.
func (t *submission) countOwnMeasured(tx *storage.Tx) (nothingLeft, isWell bool, err error) {
	o := &t.outcome
	t.compare()
	if err := t.storePaid(tx, max(0, o.Worth-t.facts.Earned), false); err != nil {
		return false, false, err
	}
	if err := t.noteBest(tx); err != nil {
		return false, false, err
	}
	best := o.Solution.Measure
	slack := o.Round.Game.Rules().Slack
	return o.Verdict.Measure <= best, o.Verdict.Measure <= best+slack, nil
}

// countOwnSolution pays a right answer, and reports whether nothing is left to find.
func (t *submission) countOwnSolution(tx *storage.Tx) (nothingLeft bool, err error) {
	o := &t.outcome
	isLast := o.Solution.Complete && distinct(t.answers)+1 >= len(o.Solution.All)
	nothingLeft = !o.Round.Game.Rules().Collect || isLast
	quality := FurtherQuality
	if len(t.answers) == 0 {
		quality = fullQuality
	}
	err = t.countSolution(tx, t.answers, quality, nothingLeft)
	if o.What != Known {
		o.Found++
	}
	return nothingLeft, err
}

// countDay adds the day of a daily that was answered well to the person's streak.
func (p *Play) countDay(tx *storage.Tx, t *submission) error {
	o := &t.outcome
	wasCounted, err := hasDay(tx, t.act.Person.ID, o.Round.Daily)
	if err != nil {
		return err
	}
	// The day counts also for the communities where the person has done something since then.
	belongsSince := o.At.Add(-BelongFor)
	if err := AddDay(tx, t.act.Person.ID, o.Round.Daily, belongsSince); err != nil {
		return err
	}
	if wasCounted {
		return nil
	}
	today, _, err := p.Live(tx, t.act)
	if err != nil {
		return err
	}
	streak, err := p.Streak(tx, t.act.Person.ID, today)
	if err != nil {
		return err
	}
	o.Streak = &streak
	return nil
}
