package round

import (
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// A Hinting says what asking for a hint has led to.
type Hinting string

const (
	HintGiven Hinting = "given"
	// HintSoon: the next hint opens in a while, after HintResult.Wait.
	HintSoon Hinting = "soon"
	// HintNone: nobody knows a solution.
	HintNone Hinting = "none"
	// HintNothing: the person has the best answer, or all solutions are found.
	HintNothing Hinting = "nothing"
	// HintOver: the round is over.
	HintOver Hinting = "over"
	// HintGivenUp: the person has given up.
	HintGivenUp Hinting = "given-up"
	// HintMatch: a match has no hints.
	HintMatch Hinting = "match"
	// HintPlayed: others play the puzzle for points.
	HintPlayed Hinting = "played"
)

// A HintResult is what a person who asked for a hint is shown.
type HintResult struct {
	What  Hinting
	Round Round
	// Hints are all hints that the person has. The new one is the last.
	Hints []engine.Hint
	// New is the number of the new hint, from 1; 0: there is none.
	New int
	// Share is what an answer is worth with these hints, in percent.
	Share int
	// Next is what an answer is worth with one more hint, in percent; 0: there is no further hint.
	Next int
	// IsFree reports whether the round pays the person nothing, so that hints cost nothing.
	IsFree bool
	// Wait is the time until the next hint opens, if What is HintSoon.
	Wait time.Duration

	// found are the answers to whose solutions no new hint leads: see foundBy.
	found []storage.Answer
}

// Price is what the next hint costs, in percent of what an answer without hints is worth; 0:
// nothing.
func (h HintResult) Price() int {
	if h.IsFree || h.Next == 0 {
		return 0
	}
	return h.Share - h.Next
}

// PriceOfFirstHint is what the first hint costs a person whom the round pays, in percent; 0: the round
// pays nobody.
func (r Round) PriceOfFirstHint() int {
	if r.Custom {
		return 0
	}
	return HintShare(0) - HintShare(1)
}

// PriceOfHint is what the next hint of a round costs a person, in percent of what an answer without
// hints is worth; 0: they have all hints, or the round pays them nothing.
func (p *Play) PriceOfHint(tx *storage.Tx, a Act, id int64) (int, error) {
	r, f, err := p.facts(tx, a, id, NoAnswers)
	if err != nil {
		return 0, err
	}
	isFree, err := p.paysNothing(tx, a, r, f)
	if err != nil || isFree {
		return 0, err
	}
	return HintShare(f.Attempt.Hints) - HintShare(f.Attempt.Hints+1), nil
}

// paysNothing reports whether a round pays a person nothing, whatever they answer.
func (p *Play) paysNothing(tx *storage.Tx, a Act, r Round, f Facts) (bool, error) {
	if r.Custom {
		return true, nil
	}
	practice, err := p.practice(tx, a, r, f)
	return practice != Paid, err
}

// HintEvery is the time between two hints in a race without a clock.
const HintEvery = 30 * time.Second

// Hint gives a person the hints that they have already in a round, and the next hint if that is open. A hint is
// charged when it is delivered: see HintDelivered. s is what the solver knows.
func (p *Play) Hint(tx *storage.Tx, a Act, id int64, s engine.Solution) (HintResult, error) {
	r, f, err := p.facts(tx, a, id, NoAnswers)
	if err != nil {
		return HintResult{}, err
	}
	h, err := p.hintsOf(tx, a, r, f, s)
	if err != nil || !h.IsFree {
		return h, err
	}
	// Hints that cost nothing must not help with a round of the same puzzle that pays.
	isPlayed, err := isPlayedElsewhere(tx, a, r)
	if err != nil {
		return HintResult{}, err
	}
	if isPlayed {
		return HintResult{What: HintPlayed, Round: r}, nil
	}
	return h, nil
}

// hintsOf returns the hints that a person has in a round, and the next hint if that is open.
func (p *Play) hintsOf(tx *storage.Tx, a Act, r Round, f Facts, s engine.Solution) (HintResult, error) {
	h := HintResult{Round: r}
	var err error
	h.IsFree, err = p.paysNothing(tx, a, r, f)
	if err != nil {
		return HintResult{}, err
	}
	found, hasBest, err := foundBy(tx, a, r, s)
	if err != nil {
		return HintResult{}, err
	}
	h.found = found
	forms := formsOf(found)
	// A puzzle has no hint if no solution is known, or if all solutions are found.
	isKnown := r.Puzzle.Hint(1, nil).Code != ""
	isLeft := r.Puzzle.Hint(1, forms).Code != ""
	switch {
	case r.Over(a.At) || !r.ClosedAt.IsZero():
		h.What = HintOver
	case r.Mode.Hints == mode.NoHints:
		h.What = HintMatch
	case !isKnown:
		h.What = HintNone
	case !f.Attempt.GaveUpAt.IsZero():
		h.What = HintGivenUp
	case hasBest || !isLeft:
		h.What = HintNothing
	default:
		h.fill(f.Attempt.Hints, a.At)
	}
	return h, nil
}

// formsOf returns the forms of answers.
func formsOf(answers []storage.Answer) []string {
	var forms []string
	for _, x := range answers {
		forms = append(forms, x.Form)
	}
	return forms
}

// fill adds the hints of a person: those that they have taken, and the next one if it is open. had is how
// many they have taken.
func (h *HintResult) fill(had int, at time.Time) {
	count := min(had+1, MaxHints)
	h.What = HintGiven
	hasNext := had < MaxHints
	wait := h.Round.hintOpens(count, at).Sub(at)
	if hasNext && wait > 0 {
		h.What = HintSoon
		h.Wait = wait
		count = had
	}
	h.add(count)
	h.Share = HintShare(count)
	if count < MaxHints {
		h.Next = HintShare(count + 1)
	}
	if count > had {
		h.New = count
	}
}

// add adds the first hints of the round, as many as count. A hint stays as it was when the person took it, whatever
// they have found since. If others have found all that is left, a hint may lead to what they have found.
func (h *HintResult) add(count int) {
	isOwn := func(x storage.Answer) bool { return x.Mine }
	for number := 1; number <= count; number++ {
		isOwnAfterHint := func(x storage.Answer) bool { return x.Mine && x.Hints >= number }
		foundBefore := without(h.found, isOwnAfterHint)
		hint := h.Round.Puzzle.Hint(number, formsOf(foundBefore))
		if hint.Code == "" {
			hint = h.Round.Puzzle.Hint(number, formsOf(only(foundBefore, isOwn)))
		}
		h.Hints = append(h.Hints, hint)
	}
}

// hintOpens returns when the hint of a number opens. In a race the hints open one by one. In other rounds
// without a clock they are open at once: it returns now.
func (r Round) hintOpens(number int, now time.Time) time.Time {
	if r.Lasts > 0 {
		// The hints open after a third, a half and two thirds of the clock.
		return r.begun().Add(r.Lasts * time.Duration(number+1) / 6)
	}
	if r.Mode.Hints == mode.OneByOne {
		return r.begun().Add(time.Duration(number) * HintEvery)
	}
	return now
}

// foundBy returns the answers whose solutions are found already, so that no hint leads to them: the person's
// own and, in a round that people play together, those of others that are not secret. hasBest reports whether
// the person has the best possible answer. For a measured round see foundMeasured.
func foundBy(tx *storage.Tx, a Act, r Round, s engine.Solution) (found []storage.Answer, hasBest bool, err error) {
	isMeasured := r.Game.Rules().Measure != ""
	if isMeasured {
		return foundMeasured(tx, a, r, s)
	}
	if r.Mode.Shared {
		found, err = Answers(tx, r.ID, a.Person.ID)
	} else {
		found, err = PlayerAnswers(tx, r.ID, a.Person.ID)
	}
	if err != nil {
		return nil, false, err
	}
	found = slices.DeleteFunc(found, func(x storage.Answer) bool {
		isSecretOfOthers := !x.Mine && isSecret(x)
		return !takesPart(x) || isSecretOfOthers
	})
	hasBest = len(found) > 0 && !r.Game.Rules().Collect
	return found, hasBest, nil
}

// foundMeasured is foundBy for a measured round, where a hint leads to the best answer, whatever was found before. A person
// who plays alone is told with their answers how good the best one is. found are these answers, so that no hint tells
// them again. hasBest reports whether the person's best answer is as good as any that is known.
func foundMeasured(tx *storage.Tx, a Act, r Round, s engine.Solution) (found []storage.Answer, hasBest bool, err error) {
	mine, err := PlayerAnswers(tx, r.ID, a.Person.ID)
	if err != nil {
		return nil, false, err
	}
	known, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, false, err
	}
	best := bestOf(mine)
	hasBest = best != nil && best.Measure <= known.Measure
	if r.TellsBest() {
		found = mine
	}
	return found, hasBest, nil
}

// HintDelivered charges a person for a hint that they have been shown. If it is their first hint, their
// attempt is rated now, as one without a solution.
func (p *Play) HintDelivered(tx *storage.Tx, roundID, playerID int64, number int, at time.Time) error {
	r, f, err := p.facts(tx, Act{Person: storage.Player{ID: playerID}, At: at}, roundID, NoAnswers)
	if err != nil {
		return err
	}
	attempt := f.Attempt
	more := number - attempt.Hints
	if more <= 0 {
		return nil
	}
	if err := learnUnsolved(tx, r, f, at); err != nil {
		return err
	}
	attempt.Hints = number
	attempt.TookPart = true
	return tx.SaveAttempt(attempt, more)
}
