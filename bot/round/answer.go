// This file says what happens to an answer, in order. Judge finds its verdict. Answer reads what the rules
// need to know, and count applies them. How a right answer counts depends on the mode of its round:
// answer_first.go, answer_ranked.go, answer_best.go and answer_own.go have a rule each.

package round

import (
	"context"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// Judge judges an answer. It needs no transaction.
func (p *Play) Judge(ctx context.Context, r Round, text string) JudgedAnswer {
	begun := time.Now()
	j := JudgedAnswer{Round: r, Text: text, Verdict: r.Puzzle.Judge(text)}
	isClosed := !r.ClosedAt.IsZero()
	// A person who answers a closed round is told how it ended, with its solutions.
	if j.mayTakePart() || isClosed {
		j.Solution = p.Solve(ctx, r.Puzzle)
	}
	if p.solver.meter != nil {
		p.solver.meter.Judged(r.Game.Name(), string(j.Verdict.Outcome), time.Since(begun))
	}
	return j
}

// Answer counts an answer.
func (p *Play) Answer(tx *storage.Tx, act Act, judged JudgedAnswer) (Outcome, error) {
	sub, err := p.readSubmission(tx, act, judged)
	if err != nil {
		return Outcome{}, err
	}
	err = p.count(tx, sub)
	return sub.outcome, err
}

// readSubmission reads what the rules need to know about an answer.
func (p *Play) readSubmission(tx *storage.Tx, act Act, judged JudgedAnswer) (*submission, error) {
	isSolution := judged.Verdict.Outcome == engine.Right
	// These two queries are sent together with the query for the facts. The first asks whether the person has
	// lately been told in words, in any game, that an answer was wrong.
	var wrongBefore *storage.Query[bool]
	if !isSolution && act.OthersRead() {
		wrongBefore = queueShownAnswer(tx, act.Person.ID, "", string(engine.Wrong), string(engine.Invalid))
	}
	var mutedBefore *storage.Query[mutedRow]
	if isSolution && judged.Round.Mode.Pay == mode.PayFirst {
		mutedBefore = queueMuted(tx, judged.Round.ID, judged.Verdict.Form)
	}
	round, facts, err := p.facts(tx, act, judged.Round.ID, answersNeeded(judged))
	if err != nil {
		return nil, err
	}
	// What a guest of the page earns does not count elsewhere. The round of a daily does not say whose it is, so the
	// person decides: somebody of a chat who is in a room plays their own daily.
	round.Local = round.Local || p.IsGuest(act.Person)
	judged.Round = round
	judged.Solution, err = bestKnown(tx, round, judged.Solution)
	if err != nil {
		return nil, err
	}
	sub := newSubmission(act, judged, facts)
	sub.wrongBefore = wrongBefore
	sub.muted = mutedBefore
	return sub, nil
}

// answersNeeded returns which answers to the round must be read to count an answer.
func answersNeeded(judged JudgedAnswer) Which {
	if !judged.mayTakePart() {
		return NoAnswers
	}
	if judged.Round.Mode.Pay == mode.PayOwn {
		return OwnAnswers
	}
	return AllAnswers
}

// count applies the rules to an answer, in their order.
func (p *Play) count(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	wasOpen := o.Round.ClosedAt.IsZero()
	isBystander := !o.Round.Admits(sub.act.Person.ID)
	isLate := sub.isTooLate()
	if isLate && isBystander {
		// Even in time a bystander's answer would have earned nothing, so nobody tells them what they missed.
		o.HasWorth = false
	}
	if isLate {
		return p.tellLate(tx, sub)
	}
	if isBystander {
		return p.countBystander(tx, sub)
	}
	if err := p.noteAttempt(tx, sub); err != nil {
		return err
	}
	if !o.HasWorth {
		return storeWrong(tx, sub)
	}
	// The right answer of somebody who knows a solution is muted: it is stored, and the race goes on.
	isMuted, err := sub.isMuted(tx)
	if err != nil {
		return err
	}
	if isMuted {
		return sub.storeMuted(tx)
	}
	// If somebody who knew the solution has posted this answer, it earns nothing.
	if err := sub.noteSpoilt(); err != nil {
		return err
	}
	if err := p.countByMode(tx, sub); err != nil {
		return err
	}
	if err := praise(tx, sub); err != nil {
		return err
	}
	if o.Led {
		// The message that the race is won shows everybody's points.
		scores, err := tx.Scorers(o.Round.Round)
		if err != nil {
			return err
		}
		o.Scores = scores
	}
	// An answer that repeats an earlier one is not stored.
	isStored := sub.answer.ID != 0
	if wasOpen || !isStored {
		return nil
	}
	// The answer was sent in time, but read after the round was closed. It is ranked as if it had been read
	// in time.
	return p.awardAgain(tx, sub)
}

// isTooLate reports whether the answer comes too late. When a round is solved, even right answers that were sent
// before are too late (see Round.Over). Wrong ones are not, since they cannot change how the round ended.
func (sub *submission) isTooLate() bool {
	o := &sub.outcome
	isWrong := !o.HasWorth
	if isWrong && o.Round.wasOpen(o.At) {
		return false
	}
	return o.Round.Over(o.At)
}

// tellLate sets the outcome of an answer that comes too late. If the round is closed, the outcome says how
// it ended.
func (p *Play) tellLate(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	o.What = TooLate
	if o.Round.ClosedAt.IsZero() {
		return nil
	}
	ended, err := p.Progress(tx, sub.act, o.Round, o.Solution)
	if err != nil {
		return err
	}
	o.Ended = ended
	return p.MarkEndSeen(tx, sub.act, ended)
}

// noteAttempt stores that the person has tried the round, and finds out whether a right answer would pay
// them.
func (p *Play) noteAttempt(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	practice, err := p.practice(tx, sub.act, o.Round, sub.facts)
	if err != nil {
		return err
	}
	o.Practice = practice
	sub.answer.Practice = practice != Paid
	o.Attempt.TookPart = true
	hasChanged := o.Attempt != sub.facts.Saved
	if !hasChanged {
		return nil
	}
	return tx.SaveAttempt(o.Attempt, 0)
}

// storeWrong stores an answer that is worth nothing. If others read the replies, a person who was told lately in
// words that an answer is wrong gets only a reaction. Where nobody else reads, wrongBefore is nil.
func storeWrong(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	o.What = Wrong
	if sub.wrongBefore != nil {
		wasWrongBefore, err := sub.wrongBefore.Get()
		if err != nil {
			return err
		}
		o.WasWrongBefore = wasWrongBefore
	}
	return sub.store(tx, nil)
}

// countByMode counts an answer as the mode of its round says.
func (p *Play) countByMode(tx *storage.Tx, sub *submission) error {
	switch sub.outcome.Round.Mode.Pay {
	case mode.PayFirst:
		return p.countFirst(tx, sub)
	case mode.PayByRank:
		return p.countRanked(tx, sub)
	case mode.PayBest:
		return p.countBest(tx, sub)
	}
	return p.countOwn(tx, sub)
}

const (
	// fastFrom is the lowest level whose fast answers are praised.
	fastFrom = 3
	// fastEvery is how long a person must have had no fast answer in the game before they are praised for one.
	fastEvery = 24 * time.Hour
)

// praise sets whether the person is praised for a fast answer. Praise that comes each time says nothing.
func praise(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	if !o.isFast() {
		return nil
	}
	lately, err := countFast(tx, o.Round, sub.act.Person.ID, o.At.Add(-fastEvery), fastFrom)
	if err != nil {
		return err
	}
	o.Fast = lately == 0
	return nil
}

// isFast reports whether the person answered without help in less time than practised players take on
// average. It is false for dailies, where it is not known when the person began to think.
func (o *Outcome) isFast() bool {
	if !o.Round.Game.Rules().Experts || o.Round.Daily != 0 {
		return false
	}
	if !o.isFirstUnaided() || o.Round.Level < fastFrom {
		return false
	}
	return o.Elapsed.Seconds() < o.Round.Seconds
}
