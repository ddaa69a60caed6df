package play

import (
	"slices"
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Hinting is what came of asking for a hint.
type Hinting string

const (
	HintGiven   Hinting = "given"
	HintSoon    Hinting = "soon"     // the next opens in a while: Wait
	HintNone    Hinting = "none"     // nobody knows a solution
	HintNothing Hinting = "nothing"  // the person has the best answer, or all is found
	HintOver    Hinting = "over"     // the round is over
	HintGivenUp Hinting = "given-up" // the person has been shown a solution
	HintMatch   Hinting = "match"    // there are none in a match
)

// A Hinted is what a person who asked for a hint is shown.
type Hinted struct {
	What  Hinting
	Round Round
	Hints []engine.Hint // all that the person has, the new one last
	New   int           // the number of the new one; 0: there is none
	Share int           // what an answer is worth with them, in percent
	Next  int           // what it is worth with the next, in percent; 0: there is none
	Wait  time.Duration // HintSoon: until the next opens
}

// HintEvery is after how long in a race without a clock each hint opens.
const HintEvery = 30 * time.Second

// Hint gives a person the next hint of a round, or shows again what they have
// while the next is not open. It is charged once delivered: see HintDelivered. s is
// what the solver knows.
func (p *Play) Hint(tx *storage.Tx, a Act, id int64, s engine.Solution) (Hinted, error) {
	r, f, err := p.facts(tx, a, id, storage.NoAnswers)
	if err != nil {
		return Hinted{}, err
	}
	return hinted(tx, a, r, f, s)
}

// hinted returns the hints of a round that a person has, with the next if it is open.
func hinted(tx *storage.Tx, a Act, r Round, f storage.Facts, s engine.Solution) (Hinted, error) {
	h := Hinted{Round: r}
	found, best, err := foundBy(tx, a, r, s)
	if err != nil {
		return Hinted{}, err
	}
	var forms []string
	for _, x := range found {
		forms = append(forms, x.Form)
	}
	switch {
	case r.Over(a.At) || !r.ClosedAt.IsZero():
		h.What = HintOver
	case r.Mode.Hints == mode.NoHints:
		h.What = HintMatch
	case r.Puzzle.Hint(1, nil).Code == "":
		h.What = HintNone
	case !f.Attempt.GaveUpAt.IsZero():
		h.What = HintGivenUp
	case best || r.Puzzle.Hint(1, forms).Code == "":
		h.What = HintNothing
	default:
		h.fill(r, f.Attempt.Hints, forms, a.At)
	}
	return h, nil
}

// fill gives the hints that a person has, and the next if it is open: in a race after some time
// each, on a clock after a third, a half and two thirds of it.
func (h *Hinted) fill(r Round, had int, forms []string, at time.Time) {
	n := min(had+1, MaxHints)
	h.What = HintGiven
	opens := at
	switch {
	case r.Lasts > 0:
		opens = r.begun().Add(r.Lasts * time.Duration(n+1) / 6)
	case r.Mode.Hints == mode.OneByOne:
		opens = r.begun().Add(time.Duration(n) * HintEvery)
	}
	if wait := opens.Sub(at); had < MaxHints && wait > 0 {
		h.What, h.Wait, n = HintSoon, wait, had
	}
	for i := range n {
		h.Hints = append(h.Hints, r.Puzzle.Hint(i+1, forms))
	}
	h.Share = HintShare(n)
	if n < MaxHints {
		h.Next = HintShare(n + 1)
	}
	if n > had {
		h.New = n
	}
}

// foundBy returns the answers whose solutions need no hint, and reports whether the
// person's answer is the best there is.
func foundBy(tx *storage.Tx, a Act, r Round, s engine.Solution) (found []storage.Answer, best bool, err error) {
	measured := r.Game.Rules().Measure != ""
	if measured || !r.Mode.Shared {
		found, err = tx.PlayerAnswers(r.ID, a.Person.ID)
	} else {
		found, err = tx.Answers(r.ID, a.Person.ID)
	}
	if err != nil {
		return nil, false, err
	}
	if measured {
		s, err = bestKnown(tx, r, s)
		top := bestOf(found)
		return nil, top != nil && top.Measure <= s.Measure, err
	}
	found = slices.DeleteFunc(found, func(x storage.Answer) bool {
		return !tookPart(x) || (!r.Mode.Shared || isSecret(x)) && x.PlayerID != a.Person.ID
	})
	return found, len(found) > 0 && !r.Game.Rules().Collect, err
}

// HintDelivered charges a person for a hint that they have been shown. The time up to the
// first hint is rated as unsolved.
func (p *Play) HintDelivered(tx *storage.Tx, roundID, playerID int64, n int, at time.Time) error {
	r, f, err := p.facts(tx, Act{Person: storage.Player{ID: playerID}, At: at}, roundID, storage.NoAnswers)
	a := f.Attempt
	if err != nil || n <= a.Hints {
		return err
	}
	if err := learnUnsolved(tx, r, f, at); err != nil {
		return err
	}
	more := n - a.Hints
	a.Hints, a.TookPart = n, true
	return tx.SaveAttempt(a, more)
}
