// This file ends rounds. What an end shows to somebody is in ending.go.

package round

import (
	"context"
	"slices"
	"strconv"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// endRound ends a round for any reason, and pays what was earned. known is what the solver knows, and all are
// the answers that take part. The act says when the round ends, and who reads the end first: a job has no such
// person. The Ending is nil if the round had ended before.
func (p *Play) endRound(
	tx *storage.Tx, act Act, r Round, reason string, known engine.Solution, all []storage.Answer,
) (*Ending, error) {
	if !r.ClosedAt.IsZero() {
		return nil, nil
	}
	// The round is over, and its job has nothing left to do. People who wait for it are told.
	at := act.At
	r.ClosedAt = at
	r.Reason = reason
	if err := tx.SaveRound(r.Round); err != nil {
		return nil, err
	}
	if err := dropEndJob(tx, r.ID); err != nil {
		return nil, err
	}
	if err := wakeWaits(tx, r, at); err != nil {
		return nil, err
	}
	best, err := bestKnown(tx, r, known)
	if err != nil {
		return nil, err
	}
	if r.Match != nil && best.Best != "" {
		r.Best = best.Measure
		if err := setBest(tx, r.ID, r.Best); err != nil {
			return nil, err
		}
	}
	// The facts about a person who ran out of time are read before the puzzle counts as seen.
	late, err := readLate(tx, r, at)
	if err != nil {
		return nil, err
	}
	// People are paid for what they earned.
	if err := award(tx, r, best, all); err != nil {
		return nil, err
	}
	e, err := p.endingFor(tx, act, r, best, all)
	if err != nil {
		return nil, err
	}
	if reason == Replaced && !r.Community.Private {
		e.ReplacedBy, err = replacerOf(tx, act, r)
		if err != nil {
			return nil, err
		}
	}
	// Those who read the end have seen a solution, unless the end shows none. Nobody reads the end of a puzzle that
	// was not delivered.
	isRead := !e.IsKept && reason != Unshown
	if isRead {
		if err := p.markReaders(tx, r, at); err != nil {
			return nil, err
		}
	}
	// A person who answered none of the last puzzles of a match may have gone away.
	isAway := e.Match != nil && e.Match.isIdle()
	if late != nil && !isAway {
		if err := learnUnsolved(tx, r, *late, r.EndsAt); err != nil {
			return nil, err
		}
	}
	if e.Match == nil {
		return e, nil
	}

	// The match goes on.
	if err := e.Match.advance(tx, at); err != nil {
		return nil, err
	}
	if err := rateDuel(tx, e.Match); err != nil {
		return nil, err
	}
	return e, hideKeptAnswers(tx, e.Match, act.Person.ID, at)
}

// replacerOf returns the person whose new round replaces a round that ends. It is the person who acts: they leave the
// old round, and the new one is not dealt yet. If nobody acts, the new round is open at the same place.
func replacerOf(tx *storage.Tx, act Act, r Round) (storage.Player, error) {
	if act.Person.ID != 0 {
		return act.Person, nil
	}
	player, _, err := storage.Found(askerAfter(tx, r))
	return player, err
}

// readLate returns the facts about the person whose attempt the end of a round's clock has ended: an opponent has
// beaten them, or they played a measured game alone. It returns nil if that is not how the round ended.
func readLate(tx *storage.Tx, r Round, at time.Time) (*Facts, error) {
	isForOne := r.isOnGamesClock() && r.endsForOne()
	isLate := r.Reason == TimeUp && (r.Mode.OnItsClock || isForOne)
	if !isLate {
		return nil, nil
	}
	facts, err := FindFacts(tx, r.ID, r.AskerID, IgnoreLocks, at, NoAnswers)
	if err != nil {
		return nil, err
	}
	return &facts, nil
}

// markReaders stores who has seen a solution of a round at its end: everyone who took part, the two of a
// duel, the person in whose private chat it was, and the person who typed its numbers.
func (p *Play) markReaders(tx *storage.Tx, r Round, at time.Time) error {
	if err := markParticipants(tx, r.ID); err != nil {
		return err
	}
	readers := slices.Clone(r.Players)
	if r.Community.OwnerID != 0 {
		readers = append(readers, r.Community.OwnerID)
	}
	for _, id := range readers {
		if err := MarkSeen(tx, id, r.Class, r.ID); err != nil {
			return err
		}
	}
	isTyped := r.Custom && r.AskerID != 0
	if !isTyped {
		return nil
	}
	return p.MarkShown(tx, Act{Person: storage.Player{ID: r.AskerID}, At: at}, r.Puzzle)
}

// readAndEnd is endRound for a caller that has not read the answers.
func (p *Play) readAndEnd(tx *storage.Tx, a Act, r Round, reason string, s engine.Solution) (*Ending, error) {
	all, err := Answers(tx, r.ID, 0)
	if err != nil {
		return nil, err
	}
	return p.endRound(tx, a, r, reason, s, all)
}

// A PendingEnd is a round that may be about to end, with what the solver knows of its puzzle.
type PendingEnd struct {
	Round    Round
	Solution engine.Solution
	// solving reports whether a search for a solution goes on. The solver will keep what it finds.
	solving bool
}

// PrepareEnd reads a round whose job runs; ok is false if there is no such round. Jobs run one after the other,
// so no job waits for a search: if the puzzle takes one, PrepareEnd starts it in the background.
func (p *Play) PrepareEnd(ctx context.Context, id int64) (due PendingEnd, ok bool, err error) {
	var r Round
	isThere := false
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		r, isThere, err = storage.Found(p.Round(tx, id))
		return err
	})
	if err != nil || !isThere {
		return PendingEnd{}, false, err
	}
	puzzle := r.Puzzle
	solution, isKnown := p.solver.quick(ctx, puzzle, SolveTime)
	due = PendingEnd{Round: r, Solution: solution, solving: !isKnown}
	if due.solving && p.solver.begin(puzzle.ID()) {
		go func() {
			defer p.solver.end(puzzle.ID())
			p.solver.search(context.Background(), puzzle, SolveTime)
		}()
	}
	return due, true, nil
}

// End ends a round whose job runs, or sets the job for later. The Ending is nil if the round does not
// end now or had ended before.
func (p *Play) End(tx *storage.Tx, due PendingEnd, now time.Time) (*Ending, error) {
	r, err := p.Round(tx, due.Round.ID)
	if err != nil {
		return nil, err
	}
	if !r.ClosedAt.IsZero() {
		return nil, dropEndJob(tx, r.ID)
	}
	all, err := Answers(tx, r.ID, 0)
	if err != nil {
		return nil, err
	}
	reason, at, err := whyEnds(tx, r, due.Solution, all)
	if err != nil {
		return nil, err
	}
	if at.After(now) {
		return nil, endAt(tx, r.ID, at)
	}
	if due.solving {
		return nil, endAt(tx, r.ID, now.Add(searchPause))
	}
	return p.endRound(tx, Act{At: now}, r, reason, due.Solution, all)
}

// whyEnds returns why a round ends by itself, and when. s is what the solver knows, and all are the answers
// that take part.
func whyEnds(
	tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer,
) (reason string, at time.Time, err error) {
	hasEnd := !r.EndsAt.IsZero()
	switch {
	case r.Lasts > 0 && !hasEnd:
		return Unshown, r.DealtAt.Add(deliverFor), nil
	case hasEnd && !r.IsTimed():
		// The round has made room for another one.
		return Replaced, r.EndsAt, nil
	case hasEnd:
		return TimeUp, r.EndsAt.Add(Grace), nil
	case r.Mode.Pay == mode.PayFirst:
		return whyRaceEnds(tx, r, s, all)
	}
	// A round that one person plays alone does not end by itself.
	return Expired, r.DealtAt.Add(never), nil
}

const (
	// never is longer than anybody waits.
	never = 100 * 365 * 24 * time.Hour
	// searchPause is how long the end of a round waits for a search, before it looks again.
	searchPause = 3 * time.Second
)

func dropEndJob(tx *storage.Tx, roundID int64) error {
	return tx.DropJob(EndJob, strconv.FormatInt(roundID, 10))
}
