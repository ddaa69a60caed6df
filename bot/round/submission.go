package round

import (
	"cmp"
	"slices"
	"time"
	"unicode/utf8"

	"reckon/engine"
	"reckon/storage"
)

// maxStored is how much of an answer is stored, in bytes.
const maxStored = 4096

// A submission is an answer while the rules are applied to it.
type submission struct {
	act     Act
	outcome Outcome
	facts   Facts
	// answer is the row of the answer. When it is stored, it is added to answers if it takes part.
	answer storage.Answer
	// answers are the answers to the round that take part, the oldest first. If each person plays for
	// themselves, they are only the person's answers.
	answers []storage.Answer
	// muted is the query for the public muted answers of the same form. It is nil unless the answer is a
	// right answer in a race.
	muted *storage.Query[mutedRow]
	// wrongBefore is the query for whether others could read an earlier wrong answer of the person. It is nil
	// if the answer is right, or if nobody else reads the reply.
	wrongBefore *storage.Query[bool]
}

// newSubmission begins with a judged answer and the facts of its round.
func newSubmission(act Act, judged JudgedAnswer, facts Facts) *submission {
	round := judged.Round
	verdict := judged.Verdict
	sub := &submission{act: act, facts: facts, answers: only(facts.Answers, takesPart)}
	sub.outcome = Outcome{
		Round:    round,
		Text:     judged.Text,
		Verdict:  verdict,
		Solution: judged.Solution,
		At:       act.At,
		HasWorth: verdict.Outcome == engine.Right,
		Attempt:  facts.Attempt,
		Elapsed:  round.elapsed(act.At),
	}
	// An answer cancels the question whether the person really gives up.
	sub.outcome.Attempt.AskedAt = time.Time{}
	sub.answer = storage.Answer{
		RoundID:    round.ID,
		PlayerID:   act.Person.ID,
		At:         act.At,
		Text:       storedText(judged),
		Outcome:    string(verdict.Outcome),
		Form:       verdict.Form,
		Measure:    verdict.Measure,
		Hints:      facts.Attempt.Hints,
		Public:     !act.Ephemeral && !act.Sealed,
		Taps:       act.Taps,
		PlayerName: act.Person.Name,
		PlayerKey:  act.Person.Key,
		Mine:       true,
	}
	isWorthSomething := verdict.Near && round.Game.Quality(verdict.Measure, judged.Solution.Measure) > 0
	if isWorthSomething {
		sub.outcome.HasWorth = true
		sub.answer.Outcome = near
	}
	return sub
}

// storedText returns the text of an answer as it is stored: as the verdict writes it, or else as it was
// typed. A long one is cut between two characters.
func storedText(judged JudgedAnswer) string {
	text := cmp.Or(judged.Verdict.Masked, judged.Verdict.Text, judged.Text)
	end := min(len(text), maxStored)
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// store stores the answer and what it earns; earns is nil if it earns nothing.
func (sub *submission) store(tx *storage.Tx, earns *storage.Payment) error {
	id, err := tx.AddAnswer(sub.answer, earns)
	if err != nil {
		return err
	}
	sub.answer.ID = id
	if takesPart(sub.answer) {
		sub.answers = append(sub.answers, sub.answer)
	}
	return nil
}

// storePaid stores the answer, and adds points to what the person has earned in the round. If the answer is
// practice, it pays nothing. isLast reports whether nobody can find a further solution.
func (sub *submission) storePaid(tx *storage.Tx, points int, isLast bool) error {
	o := &sub.outcome
	if o.Practice != Paid {
		return sub.storePractice(tx)
	}
	o.Hasty = o.Round.isHasty(o.At, o.Text, sub.act.Taps)
	lesson, err := sub.beginLesson(tx)
	if err != nil {
		return err
	}
	earns, isSeen, err := sub.payment(tx, points, isLast)
	if err != nil {
		return err
	}
	sub.setEarned(earns.Award.Points - sub.facts.Award.Points)
	if err := sub.store(tx, &earns); err != nil {
		return err
	}
	o.Uncounted = o.Points - earns.Raised
	if _, err := lesson.learn(tx); err != nil {
		return err
	}
	if isSeen {
		return nil
	}
	return MarkSeen(tx, sub.act.Person.ID, o.Round.Class, o.Round.ID)
}

// setEarned sets what the answer has earned, and whether the World does not count it.
func (sub *submission) setEarned(points int) {
	o := &sub.outcome
	o.Points = points
	sub.answer.Points = points
	isFirstOfDaily := o.Round.Daily != 0 && sub.facts.Award.At.IsZero()
	wouldCountInWorld := isFirstOfDaily && points > 0 && !o.Round.Local
	o.NotInWorld = o.Hasty && wouldCountInWorld
}

// payment returns how the answer changes the person's award and their counts of solutions. isSeen reports
// whether the class has been marked as seen with it.
func (sub *submission) payment(
	tx *storage.Tx, points int, isLast bool,
) (earns storage.Payment, isSeen bool, err error) {
	o := &sub.outcome
	had := sub.facts.Award
	isNewlySolved := o.IsRight() && !sub.isSolvedElsewhere()
	next := storage.Award{
		Points: had.Points + points,
		Solved: had.Solved || isNewlySolved,
		At:     o.At,
		Local:  o.Hasty || o.Round.Local,
	}
	earns, isSeen, err = paymentFor(tx, o.Round, had, next, &sub.facts)
	if err != nil {
		return storage.Payment{}, false, err
	}
	if o.Round.Daily != 0 {
		earns.Award.Hints = o.Attempt.Hints
		earns.Award.Took = o.Elapsed
	}
	otherPlayersEarned := sub.facts.Earned > had.Points
	if otherPlayersEarned {
		earns.Joins, err = tx.ShareOf(o.Round.ID, sub.act.Person.ID)
		if err != nil {
			return storage.Payment{}, false, err
		}
	}
	countsSolutions := o.Round.Game.Rules().Collect && !o.Round.Custom
	isFind := o.IsRight() && !o.Hasty
	if isFind && countsSolutions {
		earns.Found = 1
		if isLast {
			earns.Last = 1
		}
	}
	return earns, isSeen, nil
}

// isSolvedElsewhere reports whether the person has solved the round as another of their linked players. Then
// the round counts as solved by that player.
func (sub *submission) isSolvedElsewhere() bool {
	return slices.ContainsFunc(sub.facts.Answers, func(x storage.Answer) bool {
		isByOtherPlayer := x.Mine && x.PlayerID != sub.act.Person.ID
		isPaidRight := isRight(x) && !x.Practice
		return isByOtherPlayer && isPaidRight
	})
}

// storePractice stores an answer that is practice.
func (sub *submission) storePractice(tx *storage.Tx) error {
	o := &sub.outcome
	o.What = Practised
	if err := sub.store(tx, nil); err != nil {
		return err
	}
	mayStillBePaid := !o.IsRight() || o.Practice == Spoilt
	if mayStillBePaid {
		// Another solution may still be paid, so the class is not marked as seen.
		return nil
	}
	return MarkSeen(tx, sub.act.Person.ID, o.Round.Class, 0)
}

// repeats reports whether the answer repeats one of these earlier answers that others could read. Then it notes
// that the answer is Known.
func (sub *submission) repeats(earlier []storage.Answer) bool {
	o := &sub.outcome
	original := o.Round.original(earlier, sub.answer)
	if original == nil {
		return false
	}
	o.What = Known
	o.First = original
	return true
}

// beginLesson begins to learn from a first right answer without help or, in a measured game, from a best one; nil:
// nothing is learnt. A measured answer that is not the best ends the attempt, too: the person may stop there, and nobody
// would know.
func (sub *submission) beginLesson(tx *storage.Tx) (*lesson, error) {
	o := &sub.outcome
	solved := o.isFirstUnaided() || o.isBestUnaided()
	if !solved && !o.isMeasuredUnaided() {
		return nil, nil
	}
	return beginLesson(tx, o.Round, sub.facts, solved, o.At)
}

// markSolved stores when the round was first solved. endsNow reports whether endRound is called next, which
// stores that, too.
func (sub *submission) markSolved(tx *storage.Tx, endsNow bool) error {
	o := &sub.outcome
	if !o.Round.SolvedAt.IsZero() {
		return nil
	}
	o.Round.SolvedAt = o.At
	if endsNow {
		return nil
	}
	return tx.SaveRound(o.Round.Round)
}

// endSolved ends the round with the reason Solved.
func (p *Play) endSolved(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	ending, err := p.endRound(tx, sub.act, o.Round, Solved, o.Solution, sub.answers)
	o.Ending = ending
	return err
}

// awardAgain awards a round once more. The round had ended when the answer was read, though the answer was sent
// in time.
func (p *Play) awardAgain(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	if err := award(tx, o.Round, o.Solution, sub.answers); err != nil {
		return err
	}
	ending, err := p.endingFor(tx, sub.act, o.Round, o.Solution, sub.answers)
	if err != nil {
		return err
	}
	ending.Again = true
	o.Ending = ending
	if ending.Match == nil {
		return nil
	}
	if err := rateDuelAgain(tx, ending.Match); err != nil {
		return err
	}
	return hideKeptAnswers(tx, ending.Match, sub.act.Person.ID, o.At)
}

// setProgress sets how the round stands after the answer.
func (p *Play) setProgress(tx *storage.Tx, sub *submission) error {
	o := &sub.outcome
	best, err := bestKnown(tx, o.Round, o.Solution)
	if err != nil {
		return err
	}
	o.Progress, err = p.fullEnding(tx, o.Round, best, sub.answers)
	return err
}

// bestOf returns the best of a person's answers that take part, or nil.
func bestOf(mine []storage.Answer) *storage.Answer {
	var best *storage.Answer
	for i, a := range mine {
		if !takesPart(a) {
			continue
		}
		if best == nil || a.Measure < best.Measure {
			best = &mine[i]
		}
	}
	return best
}
