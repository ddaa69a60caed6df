package round

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// An Ending is how a round ended.
type Ending struct {
	Round Round
	// Best is the best solution known.
	Best engine.Solution
	// Standings are how people did, the best first.
	Standings []Standing
	// Missed are the solutions that nobody found, the most natural first, if people collect solutions.
	Missed []string
	// Left is how many solutions may still be paid: the missed ones, and those that were found only
	// in practice that nobody else could read.
	Left int
	// Again reports whether an Ending of the round was announced before, and has changed.
	Again bool
	// Match is the match that the round belongs to; nil: none.
	Match *Match
	// GivenAwayBy is the person who gave the solution of a Void puzzle away; zero for other
	// puzzles.
	GivenAwayBy storage.Player
}

// endRound ends a round for any reason, and pays what was earned. From then on everyone who took part
// counts as having seen a solution. all are the answers that take part. The Ending is nil if the round
// had ended before.
func (p *Play) endRound(
	tx *storage.Tx, r Round, reason string, at time.Time, s engine.Solution, all []storage.Answer,
) (*Ending, error) {
	if !r.ClosedAt.IsZero() {
		return nil, nil
	}
	// The round is over.
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
	var beaten Facts
	if isBeaten {
		beaten, err = FindFacts(tx, r.ID, r.AskerID, "", at, NoAnswers)
		if err != nil {
			return nil, err
		}
	}
	// People are paid, and count as having seen a solution.
	if err := award(tx, r, best, all); err != nil {
		return nil, err
	}
	if err := markParticipants(tx, r.ID); err != nil {
		return nil, err
	}
	for _, id := range r.Players {
		if err := MarkSeen(tx, id, r.Class, r.ID); err != nil {
			return nil, err
		}
	}
	e, err := p.endingOf(tx, r, best, all)
	if err != nil || e.Match == nil {
		return e, err
	}

	// The match goes on. A person who said nothing in several puzzles may have gone away.
	isAway := e.Match.quiet() >= unanswered
	if isBeaten && !isAway {
		err := learnUnsolved(tx, r, beaten, r.EndsAt)
		if err != nil {
			return nil, err
		}
	}
	return e, e.Match.advance(tx, at)
}

// endNow is endRound for a caller that has not read the answers.
func (p *Play) endNow(tx *storage.Tx, r Round, reason string, at time.Time, s engine.Solution) (*Ending, error) {
	all, err := Answers(tx, r.ID, 0)
	if err != nil {
		return nil, err
	}
	return p.endRound(tx, r, reason, at, s, all)
}

// endingOf returns how a round ended or, if it is open, how it stands now. all are the answers that take
// part.
func (p *Play) endingOf(tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer) (*Ending, error) {
	e := &Ending{Round: r, Best: s}
	if r.Match != nil {
		m, err := p.Match(tx, r.Match.ID)
		if err != nil {
			return nil, err
		}
		e.Match = &m
	}
	if r.Reason == Void {
		e.GivenAwayBy = giverOf(r, all)
	}
	admitted := slices.DeleteFunc(slices.Clone(all), func(a storage.Answer) bool { return !r.Admits(a.PlayerID) })
	if r.Game.Rules().Measure != "" {
		awards, err := awardsOf(tx, r)
		if err != nil {
			return nil, err
		}
		e.addBestStandings(awards, admitted)
		return e, nil
	}
	for _, a := range admitted {
		e.Standings = append(e.Standings, e.standingOf(a))
	}
	e.Missed = unfound(r, s, admitted)
	open := slices.DeleteFunc(slices.Clone(admitted), isSecret)
	e.Left = len(e.Missed) + distinct(admitted) - distinct(open)
	return e, nil
}

// standingOf returns the standing of an answer, with its rank in the puzzle of a match.
func (e *Ending) standingOf(a storage.Answer) Standing {
	standing := Standing{Answer: a, Elapsed: e.Round.elapsed(a.At)}
	if e.Match == nil {
		return standing
	}
	for _, ranked := range e.Match.Bouts[e.Round.Number-1].Standings {
		if ranked.Answer.ID == a.ID {
			standing.Rank = ranked.Rank
			standing.Score = ranked.Score
		}
	}
	return standing
}

// addBestStandings adds each person's best answer to a round where answers are measured. Right answers
// come before those that are nearly right.
func (e *Ending) addBestStandings(awards map[int64]storage.Award, answers []storage.Answer) {
	slices.SortStableFunc(answers, func(x, y storage.Answer) int {
		return cmp.Or(cmp.Compare(y.Outcome, x.Outcome), x.Measure-y.Measure)
	})
	for _, a := range answers {
		hasBetter := slices.ContainsFunc(e.Standings, func(x Standing) bool { return x.PlayerID == a.PlayerID })
		if hasBetter {
			continue
		}
		a.Points = awards[a.PlayerID].Points
		standing := e.standingOf(a)
		if a.Outcome == string(engine.Right) {
			standing.Stars = Stars(e.Round.Game, a.Measure, e.Best.Measure)
		}
		e.Standings = append(e.Standings, standing)
	}
}

// Places returns the place of each standing in a round that people play together; 0: it has none. In a
// race for one puzzle only the winner has a place, which is 1: the first of those with the most points.
// Measured answers that are equally good share a place. Practice has no place, except in a match, in which
// the standings have ranks.
func (e Ending) Places() []int {
	places := make([]int, len(e.Standings))
	if !e.Round.Mode.Shared {
		return places
	}
	isMeasured := e.Round.Game.Rules().Measure != ""
	// best is the index of the best standing so far, and last is that of the last one with a place.
	best := -1
	last := -1
	count := 0
	for i, row := range e.Standings {
		switch {
		case e.Match != nil:
			places[i] = row.Rank
		case row.Practice:
		case isMeasured:
			count++
			places[i] = count
			if last >= 0 && row.Measure == e.Standings[last].Measure {
				places[i] = places[last]
			}
			last = i
		case best < 0 || row.Points > e.Standings[best].Points:
			best = i
		}
	}
	if best >= 0 {
		places[best] = 1
	}
	return places
}

// unfound returns the solutions that none of the answers has found.
func unfound(r Round, s engine.Solution, answers []storage.Answer) []string {
	return slices.DeleteFunc(slices.Clone(s.All), func(text string) bool {
		form := r.Puzzle.Judge(text).Form
		return slices.ContainsFunc(answers, func(a storage.Answer) bool { return a.Form == form })
	})
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
	return p.endRound(tx, r, reason, now, due.Solution, all)
}

// whyEnds returns why a round ends by itself, and when.
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

// Delivered notes that a message about a round was delivered. If the message shows the puzzle, Delivered
// starts the round's clock, and returns the round and the answers that take part.
func (p *Play) Delivered(
	tx *storage.Tx, communityID int64, message string, roundID int64, shows bool, at time.Time,
) (Round, []storage.Answer, error) {
	err := tx.AddMessage(communityID, message, roundID, at)
	if err != nil || !shows {
		return Round{}, nil, err
	}
	facts, err := FindFacts(tx, roundID, 0, "", at, AnswersUnlessDaily)
	if err != nil {
		return Round{}, nil, err
	}
	r, err := p.loadRound(tx, facts.Round, storage.Community{})
	if err != nil || r.CommunityID != communityID {
		return r, facts.Answers, err
	}
	// If the puzzle was shown twice, the newer message counts.
	r.Message = message
	starts := r.Lasts > 0 && r.EndsAt.IsZero() && r.ClosedAt.IsZero()
	if starts {
		r.EndsAt = at.Add(r.Lasts)
	}
	err = tx.SaveRound(r.Round)
	if err != nil || !starts {
		return r, facts.Answers, err
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
	return p.endNow(tx, r, Unshown, at, engine.Solution{})
}

// Progress returns how an open round stands now, or how a round ended.
func (p *Play) Progress(tx *storage.Tx, r Round, s engine.Solution) (*Ending, error) {
	best, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	all, err := Answers(tx, r.ID, 0)
	if err != nil {
		return nil, err
	}
	return p.endingOf(tx, r, best, all)
}

// award pays what a round pays at its end. It does nothing for a round whose mode pays at once. What it
// pays follows from the answers alone, so that it can be done again when an answer is read late.
func award(tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer) error {
	if r.Mode.Pay != mode.PayBest && r.Mode.Pay != mode.PayByRank {
		return nil
	}
	awards, err := awardsOf(tx, r)
	if err != nil {
		return err
	}
	if r.Mode.Pay == mode.PayBest {
		return awardBest(tx, r, s, awards, all)
	}
	return awardByRank(tx, r, awards, all)
}

// awardBest pays each person for their answer that is worth most.
func awardBest(tx *storage.Tx, r Round, s engine.Solution, awards map[int64]storage.Award, all []storage.Answer) error {
	var candidates []storage.Answer
	for _, a := range all {
		if a.Practice {
			continue
		}
		a.Points = 0
		if r.original(all, a) == nil {
			a.Points = r.worth(r.Game.Quality(a.Measure, s.Measure), a.Hints)
		}
		candidates = append(candidates, a)
	}
	slices.SortStableFunc(candidates, func(x, y storage.Answer) int {
		return cmp.Or(cmp.Compare(x.PlayerID, y.PlayerID), y.Points-x.Points)
	})
	ofSamePerson := func(x, y storage.Answer) bool { return x.PlayerID == y.PlayerID }
	for _, a := range slices.CompactFunc(candidates, ofSamePerson) {
		hadNothing := awards[a.PlayerID].At.IsZero()
		if a.Points == 0 && hadNothing {
			continue
		}
		isOwnRight := func(x storage.Answer) bool {
			return x.PlayerID == a.PlayerID && x.Outcome == string(engine.Right) && !x.Practice
		}
		if slices.ContainsFunc(all, isOwnRight) {
			// An answer from before a hint may pay more than the right one.
			a.Outcome = string(engine.Right)
		}
		if _, err := payAnswer(tx, r, awards, a); err != nil {
			return err
		}
	}
	return nil
}

// awardsOf returns what people have earned on a round, by player.
func awardsOf(tx *storage.Tx, r Round) (map[int64]storage.Award, error) {
	all, err := listAwards(tx, r.ID)
	if err != nil {
		return nil, err
	}
	awards := map[int64]storage.Award{}
	for _, a := range all {
		awards[a.PlayerID] = a
	}
	return awards, nil
}

// awardByRank pays for the ranks in a puzzle of a match, and stores the points of the answers.
func awardByRank(tx *storage.Tx, r Round, awards map[int64]storage.Award, right []storage.Answer) error {
	standings := standingsOf(r, right)
	for i, a := range right {
		if a.Practice {
			continue
		}
		own := slices.IndexFunc(standings, func(x Standing) bool { return x.PlayerID == a.PlayerID })
		hasRank := own >= 0
		// A late answer may have taken the rank of somebody who was paid for it.
		hasLostRank := !hasRank && !awards[a.PlayerID].At.IsZero()
		var err error
		switch {
		case hasRank && standings[own].ID == a.ID:
			a.Points = r.worth(r.qualityOf(standings[own]), a.Hints)
			right[i].Points, err = payAnswer(tx, r, awards, a)
		case hasLostRank:
			a.Points = 0
			right[i].Points, err = payAnswer(tx, r, awards, a)
		case a.Points != 0:
			right[i].Points = 0
			err = setPoints(tx, a.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// payAnswer pays a person for one answer, and returns how many points it has earned: none if another
// round of the same class has paid them.
func payAnswer(tx *storage.Tx, r Round, awards map[int64]storage.Award, a storage.Answer) (int, error) {
	before := awards[a.PlayerID]
	before.RoundID = r.ID
	before.PlayerID = a.PlayerID
	isRight := a.Outcome == string(engine.Right)
	next := storage.Award{
		Points: a.Points,
		Solved: isRight,
		At:     a.At,
		Local:  r.Local || isHasty(r.begun(), a.At, a.Text, a.Taps),
	}
	earns, isSeen, err := paymentFor(tx, r, before, next, nil)
	if err != nil {
		return 0, err
	}
	if !isSeen {
		if err := MarkSeen(tx, a.PlayerID, r.Class, r.ID); err != nil {
			return 0, err
		}
	}
	if !earns.Award.At.IsZero() {
		awards[a.PlayerID] = earns.Award
		if err := tx.SetAward(before, earns.Award); err != nil {
			return 0, err
		}
	}
	return earns.Award.Points, setPoints(tx, a.ID, earns.Award.Points)
}
