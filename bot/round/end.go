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

// endRound ends a round for any reason, and pays what was earned. a says when, and who reads the end first; a
// job has no such person. From then on everyone who took part counts as having seen a solution, unless it is
// kept. s is what the solver knows, and all are the answers that take part. The Ending is nil if the round had
// ended before.
func (p *Play) endRound(
	tx *storage.Tx, a Act, r Round, reason string, s engine.Solution, all []storage.Answer,
) (*Ending, error) {
	if !r.ClosedAt.IsZero() {
		return nil, nil
	}
	// The round is over.
	at := a.At
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
	best, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	if r.Match != nil && best.Best != "" {
		r.Best = best.Measure
		if err := setBest(tx, r.ID, r.Best); err != nil {
			return nil, err
		}
	}
	// If an opponent has beaten the person, learnUnsolved below learns from that. The facts for it are
	// read now, before the puzzle counts as seen.
	isBeaten := r.Mode.Opponent && reason == TimeUp
	var factsOfBeaten Facts
	if isBeaten {
		factsOfBeaten, err = FindFacts(tx, r.ID, r.AskerID, "", at, NoAnswers)
		if err != nil {
			return nil, err
		}
	}
	// People are paid, and count as having seen a solution.
	if err := award(tx, r, best, all); err != nil {
		return nil, err
	}
	e, err := p.endingFor(tx, a, r, best, all)
	if err != nil {
		return nil, err
	}
	if !e.IsKept {
		if err := p.markReaders(tx, r, at); err != nil {
			return nil, err
		}
	}
	if e.Match == nil {
		return e, nil
	}

	// The match goes on. A person who answered none of the last puzzles may have gone away.
	isAway := e.Match.isIdle()
	if isBeaten && !isAway {
		err := learnUnsolved(tx, r, factsOfBeaten, r.EndsAt)
		if err != nil {
			return nil, err
		}
	}
	return e, e.Match.advance(tx, at)
}

// markReaders stores who has seen a solution of a round at its end: everyone who took part, the two of a
// duel, the person in whose private chat it was, and the person who typed its numbers.
func (p *Play) markReaders(tx *storage.Tx, r Round, at time.Time) error {
	if err := markParticipants(tx, r.ID); err != nil {
		return err
	}
	readers := slices.Clone(r.Players)
	if r.Community.OwnerID != 0 && r.Reason != Unshown {
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
	return p.Showed(tx, Act{Person: storage.Player{ID: r.AskerID}, At: at}, r.Puzzle)
}

// endNow is endRound for a caller that has not read the answers.
func (p *Play) endNow(tx *storage.Tx, a Act, r Round, reason string, s engine.Solution) (*Ending, error) {
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

// PrepareEnd reads a round whose job runs; ok is false if there is no such round. Other rounds wait for this
// one to end. So if the puzzle takes a search, PrepareEnd starts the search in the background.
func (p *Play) PrepareEnd(ctx context.Context, id int64) (due PendingEnd, ok bool, err error) {
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		due.Round, ok, err = storage.Found(p.Round(tx, id))
		return err
	})
	if err != nil || !ok {
		return PendingEnd{}, false, err
	}
	puzzle := due.Round.Puzzle
	solution, isKnown := p.solver.quick(ctx, puzzle, SolveTime)
	due.Solution = solution
	due.solving = !isKnown
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
	if !r.ClosedAt.IsZero() {
		return nil, dropEndJob(tx, r.ID)
	}
	if due.solving {
		return nil, endAt(tx, r.ID, now.Add(Grace))
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

// never is longer than anybody waits.
const never = 100 * 365 * 24 * time.Hour

func dropEndJob(tx *storage.Tx, roundID int64) error {
	return tx.DropJob(EndJob, strconv.FormatInt(roundID, 10))
}

// Delivered notes that a message about a round was delivered. shows reports whether the message shows the
// puzzle. Then Delivered starts the round's clock, and returns the round and the answers that take part.
func (p *Play) Delivered(
	tx *storage.Tx, communityID int64, message string, roundID int64, shows bool, at time.Time,
) (Round, []storage.Answer, error) {
	if err := tx.AddMessage(communityID, message, roundID, at); err != nil {
		return Round{}, nil, err
	}
	if !shows {
		return Round{}, nil, nil
	}
	facts, err := FindFacts(tx, roundID, 0, "", at, AnswersUnlessDaily)
	if err != nil {
		return Round{}, nil, err
	}
	r, err := p.loadRound(tx, facts.Round, storage.Community{})
	if err != nil {
		return r, facts.Answers, err
	}
	wasDealtHere := r.CommunityID == communityID
	if !wasDealtHere {
		return r, facts.Answers, nil
	}
	// If the puzzle was shown twice, the newer message counts.
	r.Message = message
	startsClock := r.Lasts > 0 && r.EndsAt.IsZero() && r.ClosedAt.IsZero()
	if startsClock {
		r.EndsAt = at.Add(r.Lasts)
	}
	if err := tx.SaveRound(r.Round); err != nil {
		return r, facts.Answers, err
	}
	if !startsClock {
		return r, facts.Answers, nil
	}
	return r, facts.Answers, endAt(tx, roundID, r.EndsAt.Add(Grace))
}

// Undelivered ends a round whose puzzle nobody was shown, because its message will not be delivered. The
// Ending is nil if the clock of the round runs, or if the round has none.
func (p *Play) Undelivered(tx *storage.Tx, roundID int64, at time.Time) (*Ending, error) {
	r, err := p.Round(tx, roundID)
	if err != nil {
		return nil, err
	}
	isWaiting := r.Lasts > 0 && r.EndsAt.IsZero()
	if !isWaiting {
		return nil, nil
	}
	return p.endNow(tx, Act{At: at}, r, Unshown, engine.Solution{})
}
