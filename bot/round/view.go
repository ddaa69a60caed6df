package round

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// A View is what one person may see of a place and of one round.
type View struct {
	// Ending is how the round stands or ended. Of other people's answers it has only what the person may
	// know. The ID of its Round is 0 if no round is meant.
	Ending

	// Mine are the person's own answers that take part, the oldest first.
	Mine []storage.Answer
	// OwnBest is the number of the best of these answers, from 1; 0: there is none.
	OwnBest int
	// Earned are the person's points.
	Earned int
	// Worth is how many points the person would earn now by a right answer or, in a measured game, by the best one. It
	// is 0 for a puzzle that pays them nothing, and where further answers pay only a part.
	Worth int
	// Hinted has the hints that the person has taken. Unlike in other results, the next hint is not among its Hints: if
	// that is open, Hinted.New is its number.
	Hinted HintResult
	// Begun is the moment from which the time to solve the round is counted; zero: it is not known.
	Begun  time.Time
	GaveUp bool
	// Over reports whether the round has ended for all.
	Over bool
	// KnowsSolutions reports whether the person may know the solutions.
	KnowsSolutions bool
	// ShownFrom is when the person will be shown the solutions of a daily that they gave up, in their time
	// zone. It is zero if they have not given up, or may be shown the solutions now.
	ShownFrom time.Time
	// IsBest reports whether the person's best answer to a measured round is as good as any that is known.
	IsBest bool
	// Done reports whether nothing is left to do for the person.
	Done bool
	// Blind reports whether the person may know who has answered, but not how well.
	Blind bool
	// Others are other open rounds at the place.
	Others []Round
	// PlaceMatch is the match that the place shows. It is that of the round, or else the one that goes on there, such
	// as a rematch whose first puzzle is yet to come.
	PlaceMatch *Match
}

// View returns what a person may see of a place, and of the round that they mean. If they may not enter that round, View
// shows their current round. If the round belongs to a match and is over, View shows the latest round of the match.
//
// The first time that View shows them a solution, it notes that in a transaction of its own. Later it only reads.
func (p *Play) View(ctx context.Context, a Act, to Pointer) (View, error) {
	var v View
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		v.Round, err = p.roundToView(tx, a, to)
		return err
	})
	if err != nil {
		return View{}, err
	}
	if v.Round.ID != 0 {
		v.Ending.Best = p.Recall(ctx, v.Round.Puzzle)
	}
	err = p.store.Read(ctx, func(tx *storage.Tx) error { return p.fillView(tx, a, &v) })
	if err != nil {
		return View{}, err
	}
	return v, p.noteShown(ctx, a, v.givenAway(a.Person.ID))
}

// givenAway returns the rounds that a View shows a solution of, to a person who has found none.
func (v *View) givenAway(playerID int64) []Round {
	var all []Round
	showsEnd := v.Over || v.KnowsSolutions
	if showsEnd && v.Ending.givesAway(playerID) {
		all = append(all, v.Round)
	}
	if v.PlaceMatch == nil {
		return all
	}
	for _, b := range v.PlaceMatch.Bouts {
		if b.givesAway(playerID) {
			all = append(all, b.Round)
		}
	}
	return all
}

// roundToView returns the round that a View shows. If there is none, the round has no ID.
func (p *Play) roundToView(tx *storage.Tx, a Act, to Pointer) (Round, error) {
	r, err := p.Meant(tx, a, to)
	if isRefusal(err) && to.RoundID != 0 {
		r, err = p.Meant(tx, a, Pointer{})
	}
	if isRefusal(err) {
		return Round{}, nil
	}
	if err != nil {
		return Round{}, err
	}
	if r.MatchID == 0 || r.ClosedAt.IsZero() {
		return r, nil
	}
	all, err := roundsOfMatch(tx, r.MatchID)
	if err != nil {
		return Round{}, err
	}
	return p.Round(tx, all[len(all)-1].ID)
}

// isRefusal reports whether an error says that a round may not be entered.
func isRefusal(err error) bool {
	return errors.Is(err, ErrNothingOpen) || errors.Is(err, ErrElsewhere) || errors.Is(err, ErrWouldSpoil)
}

// maxListed is how many other open rounds a View lists: the newest ones. In a private chat many may be
// open.
const maxListed = 5

// fillView fills in a View. Its Round and Ending.Best are set already.
func (p *Play) fillView(tx *storage.Tx, a Act, v *View) error {
	var err error
	v.Others, err = p.othersToView(tx, a, v.Round.ID)
	if err != nil {
		return err
	}
	if v.Round.ID != 0 {
		if err := p.fillRound(tx, a, v); err != nil {
			return err
		}
	}
	v.PlaceMatch = v.Match
	hasRunningMatch := v.Match != nil && !v.Match.IsOver()
	if !hasRunningMatch {
		return p.addMatch(tx, a, v)
	}
	return nil
}

// fillRound fills in what a View shows of its round.
func (p *Play) fillRound(tx *storage.Tx, a Act, v *View) error {
	r, f, err := p.facts(tx, a, v.Round.ID, NoAnswers)
	if err != nil {
		return err
	}
	s, err := bestKnown(tx, r, v.Ending.Best)
	if err != nil {
		return err
	}
	all, err := answersToView(tx, a, r)
	if err != nil {
		return err
	}
	ending, err := p.endingFor(tx, a, r, s, all)
	if err != nil {
		return err
	}
	v.Ending = *ending
	if v.Match != nil {
		if err := hideKeptAnswers(tx, v.Match, a.Person.ID, a.At); err != nil {
			return err
		}
	}
	v.Earned = f.Earned
	v.Hinted, err = p.hintsToView(tx, a, r, f, s)
	if err != nil {
		return err
	}
	isClockWaiting := r.Lasts > 0 && r.EndsAt.IsZero()
	if !isClockWaiting {
		v.Begun = r.begun()
	}
	v.addMine(all)
	isMeasured := r.Game.Rules().Measure != ""
	if isMeasured && v.OwnBest > 0 {
		v.IsBest = v.Mine[v.OwnBest-1].Measure <= s.Measure
	}
	v.GaveUp = !f.Attempt.GaveUpAt.IsZero()
	v.Over = !r.ClosedAt.IsZero()
	if err := p.decideSolutions(tx, a, v); err != nil {
		return err
	}
	hasFoundAll := v.Hinted.What == HintNothing
	v.Done = v.Over || v.GaveUp || hasFoundAll
	v.Worth = v.worthNow(r, f)
	v.hide()
	return nil
}

// decideSolutions decides whether the person may know the solutions, or else from when on. Over and GaveUp are set
// already.
func (p *Play) decideSolutions(tx *storage.Tx, a Act, v *View) error {
	r := v.Round
	isDayLive := r.hidesSolutions(a.At)
	mayKnowEarly := v.GaveUp && !r.ShowsAtEnd() && !isDayLive
	var err error
	// If the round is over, its Ending has set IsKept already.
	if mayKnowEarly && !v.Over {
		v.IsKept, err = isKept(tx, r, a.Person.ID, a.At)
		if err != nil {
			return err
		}
	}
	v.KnowsSolutions = (v.Over || mayKnowEarly) && !v.IsKept
	if v.GaveUp && isDayLive {
		v.ShownFrom, err = p.shownFrom(tx, a, r.Daily)
	}
	return err
}

// worthNow returns the Worth of a View. Custom puzzles pay nothing, and neither do those that the person knew
// before, but a daily does. A further answer pays less: that of a person who has one, and in an open race that of
// anybody once somebody has solved it.
func (v *View) worthNow(r Round, f Facts) int {
	isKnown := f.PaidElsewhere || (f.Seen && r.Daily == 0)
	paysNothing := r.Custom || isKnown
	isSolvedByOthers := !r.Mode.Hidden && !r.SolvedAt.IsZero()
	isFirst := v.OwnBest == 0 && !isSolvedByOthers
	if v.Done || paysNothing || !isFirst {
		return 0
	}
	return r.worth(fullQuality, f.Attempt.Hints)
}

// othersToView returns the newest open rounds at a place other than the one that the View shows.
func (p *Play) othersToView(tx *storage.Tx, a Act, shownID int64) ([]Round, error) {
	var others []Round
	for _, row := range a.Candidates.Rounds {
		if row.ID == shownID || !a.isOpenHere(row) {
			continue
		}
		other, err := p.loadRound(tx, row, a.Community)
		if err != nil {
			return nil, err
		}
		others = append(others, other)
	}
	return others[max(0, len(others)-maxListed):], nil
}

// answersToView returns the answers that a View is made of: those that take part. If each person plays
// for themselves, it returns only the person's answers, since the whole world may answer a daily.
func answersToView(tx *storage.Tx, a Act, r Round) ([]storage.Answer, error) {
	if r.Mode.Pay != mode.PayOwn {
		return Answers(tx, r.ID, a.Person.ID)
	}
	mine, err := PlayerAnswers(tx, r.ID, a.Person.ID)
	return only(mine, takesPart), err
}

// hintsToView returns the hints that a person has taken, and no others. It asks hintsOf and corrects the result in two
// ways. Where the person can take no hint any more, for example because the round is over, hintsOf returns none, and
// those they have taken are added. Where the next hint is open, hintsOf returns that as well, and it is taken away.
func (p *Play) hintsToView(tx *storage.Tx, a Act, r Round, f Facts, s engine.Solution) (HintResult, error) {
	h, err := p.hintsOf(tx, a, r, f, s)
	if err != nil {
		return HintResult{}, err
	}
	taken := f.Attempt.Hints
	if taken > 0 && len(h.Hints) == 0 {
		h.add(taken)
		h.Share = HintShare(taken)
	}
	if h.New == 0 {
		return h, nil
	}
	h.Hints = h.Hints[:h.New-1]
	h.Next = h.Share
	h.Share = HintShare(h.New - 1)
	return h, nil
}

// addMine adds the person's own answers to a View.
func (v *View) addMine(all []storage.Answer) {
	v.Mine = only(all, func(x storage.Answer) bool { return x.Mine })
	for i, x := range v.Mine {
		if v.OwnBest == 0 || x.Measure < v.Mine[v.OwnBest-1].Measure {
			v.OwnBest = i + 1
		}
	}
}

// addMatch adds the match that goes on at a place to a View.
func (p *Play) addMatch(tx *storage.Tx, a Act, v *View) error {
	row, isRunning, err := storage.Found(runningMatch(tx, a.Community.ID, a.Channel))
	if err != nil || !isRunning {
		return err
	}
	m, err := p.loadMatch(tx, row)
	if err != nil {
		return err
	}
	v.PlaceMatch = &m
	return hideKeptAnswers(tx, v.PlaceMatch, a.Person.ID, a.At)
}

// hide takes out what the person may not know before the end: solutions, and how others solved the puzzle.
// If answers are hidden and there is a clock, it also takes out how well the others did.
func (v *View) hide() {
	if !v.KnowsSolutions {
		v.Ending.Best = engine.Solution{}
		v.Missed = nil
	}
	if v.Over {
		return
	}
	r := v.Round
	v.Blind = r.Mode.Hidden && r.Lasts > 0
	if !r.Mode.Hidden {
		// In a race, practice answers of others are not shown.
		isOthersPractice := func(x Standing) bool { return !x.Mine && x.Practice }
		v.Standings = without(v.Standings, isOthersPractice)
	}
	for i, x := range v.Standings {
		if !x.Mine {
			v.Standings[i] = x.forOthers(r, v.Blind)
		}
	}
	if v.Blind {
		// The order by quality would tell who is better.
		slices.SortStableFunc(v.Standings, func(x, y Standing) int { return cmp.Compare(x.PlayerName, y.PlayerName) })
	}
}

// forOthers returns what others may know of a person's standing while the round is open.
func (x Standing) forOthers(r Round, isBlind bool) Standing {
	known := Standing{Answer: storage.Answer{PlayerID: x.PlayerID, PlayerName: x.PlayerName, PlayerKey: x.PlayerKey}}
	if isBlind {
		return known
	}
	if r.Mode.Hidden {
		known.Measure = x.Measure
		known.Stars = x.Stars
		return known
	}
	known.Elapsed = x.Elapsed
	known.Points = x.Points
	return known
}
