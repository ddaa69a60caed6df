package round

import (
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/storage"
)

// An Ending is how a round ended or, if it is still open, how it stands.
type Ending struct {
	Round Round
	// IsKept reports whether solutions are kept back because others still play the puzzle. The round is over or, in a
	// View, the person gave it up. There are no Best and no Missed, and answers that others could not read have no Text.
	IsKept bool
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
	// ReplacedBy is the person whose new round has replaced this one in a group. It is set only when the round ends,
	// and zero if nobody knows who that was.
	ReplacedBy storage.Player
}

// Progress returns how an open round stands now, or how a round ended, as the person who acts may know it.
func (p *Play) Progress(tx *storage.Tx, a Act, r Round, s engine.Solution) (*Ending, error) {
	best, err := bestKnown(tx, r, s)
	if err != nil {
		return nil, err
	}
	all, err := Answers(tx, r.ID, 0)
	if err != nil {
		return nil, err
	}
	e, err := p.endingFor(tx, a, r, best, all)
	if err != nil || e.Match == nil {
		return e, err
	}
	return e, hideKeptAnswers(tx, e.Match, a.Person.ID, a.At)
}

// endingFor returns how a round ended or, if it is open, how it stands now. s is the best solution known, and
// all are the answers that take part. Every ending that is shown to somebody is made here: if others play the
// puzzle, it shows no solution.
func (p *Play) endingFor(tx *storage.Tx, a Act, r Round, s engine.Solution, all []storage.Answer) (*Ending, error) {
	e, err := p.fullEnding(tx, r, s, all)
	if err != nil {
		return nil, err
	}
	isOpen := r.ClosedAt.IsZero()
	if isOpen || e.isAllFound() {
		return e, nil
	}
	e.IsKept, err = isKept(tx, r, a.Person.ID, a.At)
	if err != nil {
		return nil, err
	}
	if !e.IsKept {
		return e, nil
	}
	e.Best = engine.Solution{}
	e.Missed = nil
	for i, x := range e.Standings {
		if !r.wasReadable(x.Answer) {
			e.Standings[i].Text = ""
		}
	}
	return e, nil
}

// nobody is the reader of what is shown to a whole place, and to no person in particular.
const nobody int64 = 0

// hideKeptAnswers takes answers out of a match before it is shown to a person and at its place. It takes out an answer
// if others could not read it while its puzzle was open, and that puzzle is played elsewhere now, or a live daily has
// it. The end of the puzzle has not shown the answer, either: see endingFor. Texts are needed to rate a duel, so the
// match is rated before.
func hideKeptAnswers(tx *storage.Tx, m *Match, reader int64, at time.Time) error {
	if !m.Mode.Shared {
		return nil
	}
	hasUnread := func(b Bout) bool { return slices.ContainsFunc(b.Standings, b.isUnread) }
	unread := only(m.Bouts, hasUnread)
	if len(unread) == 0 {
		return nil
	}
	var classes []string
	for _, b := range unread {
		classes = append(classes, classesGivenAway(b.Round.Puzzle)...)
	}
	// Usually nobody plays any of the puzzles, so this asks for all of them at once first.
	a := Act{Person: storage.Player{ID: reader}, Community: storage.Community{ID: m.CommunityID}, At: at}
	anyOfThem, err := barrierHere(tx, a, classes, 0)
	if err != nil || !anyOfThem.IsPlayed() {
		return err
	}
	for _, b := range unread {
		kept, err := isKept(tx, b.Round, reader, at)
		if err != nil {
			return err
		}
		if kept {
			b.hideUnread()
		}
	}
	return nil
}

// isUnread reports whether a standing of the puzzle has an answer that others could not read while it was open.
func (b Bout) isUnread(s Standing) bool { return s.Text != "" && !b.Round.wasReadable(s.Answer) }

// hideUnread takes the texts of answers that others could not read out of the standings. Copies of a Bout share them.
func (b Bout) hideUnread() {
	for i, s := range b.Standings {
		if b.isUnread(s) {
			b.Standings[i].Text = ""
		}
	}
}

// MarkEndSeen notes that a person is shown how a round ended, with its solutions, unless the Ending gives them none
// away: see givesAway.
func (p *Play) MarkEndSeen(tx *storage.Tx, a Act, e *Ending) error {
	isOpen := e.Round.ClosedAt.IsZero()
	if isOpen || !e.givesAway(a.Person.ID) {
		return nil
	}
	return p.markRoundShown(tx, a, e.Round)
}

// givesAway reports whether an Ending shows a person a solution, and they have found none. If the solutions are
// kept, those that all could read are still shown.
func (e *Ending) givesAway(playerID int64) bool {
	isTheirs := func(x Standing) bool { return isRight(x.Answer) && x.PlayerID == playerID }
	if slices.ContainsFunc(e.Standings, isTheirs) {
		return false
	}
	if e.Best.Best != "" || len(e.Missed) > 0 {
		return true
	}
	isShown := func(x Standing) bool { return isRight(x.Answer) && x.Text != "" }
	return slices.ContainsFunc(e.Standings, isShown)
}

// wasReadable reports whether others could read an answer before the round ended. A race for one puzzle shows each
// answer that it pays, even one that was sent where nobody else reads.
func (r Round) wasReadable(x storage.Answer) bool {
	if r.Mode.Hidden {
		return false
	}
	isAnnounced := r.Mode.Pay == mode.PayFirst && !x.Practice
	return x.Public || isAnnounced
}

// isAllFound reports whether the end shows no solution that its readers have not read before. Where a person plays
// alone, they have read their own answers.
func (e *Ending) isAllFound() bool {
	r := e.Round
	isHiddenFromOthers := r.Mode.Hidden && r.Mode.Shared
	// The best solution known to a measured round may be shown beside the best that people found.
	isMeasured := r.Game.Rules().Measure != ""
	if isHiddenFromOthers || isMeasured {
		return false
	}
	var all, readable []storage.Answer
	for _, x := range e.Standings {
		all = append(all, x.Answer)
		if r.wasReadable(x.Answer) || !r.Mode.Shared {
			readable = append(readable, x.Answer)
		}
	}
	if r.Game.Rules().Collect {
		hasUnread := countForms(all) > countForms(readable)
		return len(e.Missed) == 0 && !hasUnread
	}
	isBest := func(x storage.Answer) bool { return x.Text == e.Best.Best }
	return slices.ContainsFunc(readable, isBest)
}

// fullEnding returns how a round ended or, if it is open, how it stands now, with its solutions.
func (p *Play) fullEnding(tx *storage.Tx, r Round, s engine.Solution, all []storage.Answer) (*Ending, error) {
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
	admitted := only(all, func(a storage.Answer) bool { return r.Admits(a.PlayerID) })
	if r.Game.Rules().Measure != "" {
		awards, err := awardsOf(tx, r)
		if err != nil {
			return nil, err
		}
		e.addBestStandings(awards, admitted)
		return e, nil
	}
	e.addRightStandings(admitted)
	return e, nil
}

// addRightStandings adds all right answers to a round where answers are not measured, and what is left to find.
func (e *Ending) addRightStandings(right []storage.Answer) {
	for _, answer := range right {
		e.Standings = append(e.Standings, e.standingOf(answer))
	}
	e.Missed = unfound(e.Round, e.Best, right)
	foundInSecret := countForms(right) - countForms(without(right, isSecret))
	e.Left = len(e.Missed) + foundInSecret
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
	rightFirst := func(x, y storage.Answer) int {
		if isRight(x) == isRight(y) {
			return x.Measure - y.Measure
		}
		if isRight(x) {
			return -1
		}
		return 1
	}
	slices.SortStableFunc(answers, rightFirst)
	for _, answer := range answers {
		hasBetter := slices.ContainsFunc(e.Standings, func(x Standing) bool { return x.PlayerID == answer.PlayerID })
		if hasBetter {
			continue
		}
		answer.Points = awards[answer.PlayerID].Points
		standing := e.standingOf(answer)
		if isRight(answer) {
			standing.Stars = Stars(e.Round.Game, answer.Measure, e.Best.Measure)
		}
		e.Standings = append(e.Standings, standing)
	}
}

// Places returns the place of each standing in a round that people play together; 0: it has none. In a
// match the places are the ranks. In other rounds practice has no place.
func (e Ending) Places() []int {
	places := make([]int, len(e.Standings))
	isMeasured := e.Round.Game.Rules().Measure != ""
	switch {
	case !e.Round.Mode.Shared:
		// Nobody has a place.
	case e.Match != nil:
		for i, row := range e.Standings {
			places[i] = row.Rank
		}
	case isMeasured:
		e.placeMeasured(places)
	default:
		e.placeWinner(places)
	}
	return places
}

// placeMeasured sets the places of measured answers, which are in the order of their measures. Answers that
// are equally good share a place.
func (e Ending) placeMeasured(places []int) {
	count := 0
	// last is the index of the last standing with a place.
	last := -1
	for i, row := range e.Standings {
		if row.Practice {
			continue
		}
		count++
		places[i] = count
		if last >= 0 && row.Measure == e.Standings[last].Measure {
			places[i] = places[last]
		}
		last = i
	}
}

// placeWinner sets the only place in a race for one puzzle, which is 1. It belongs to the winner: the first
// of those with the most points.
func (e Ending) placeWinner(places []int) {
	winner := -1
	for i, row := range e.Standings {
		if row.Practice {
			continue
		}
		if winner < 0 || row.Points > e.Standings[winner].Points {
			winner = i
		}
	}
	if winner >= 0 {
		places[winner] = 1
	}
}

// unfound returns the solutions that none of the answers has found.
func unfound(r Round, s engine.Solution, answers []storage.Answer) []string {
	return slices.DeleteFunc(slices.Clone(s.All), func(text string) bool {
		form := r.Puzzle.Judge(text).Form
		return slices.ContainsFunc(answers, func(a storage.Answer) bool { return a.Form == form })
	})
}
