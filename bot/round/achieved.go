package round

import (
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// An Achievement is what a person did on a day.
type Achievement struct {
	Number int
	// Live reports whether the day still pays the person.
	Live bool
	// Ends is when the day is over for the person. If it is over already, Ends is until when they may finish what they
	// have begun.
	Ends time.Time
	// Shown is the time from which the solutions of the day are shown, in the person's time zone.
	Shown time.Time
	// Parts are the puzzles of all games, in the order of the games.
	Parts  []Part
	Streak Streak
}

// A Part is what a person did in one puzzle of a day. A day has a part for each game.
type Part struct {
	Game engine.Game
	// Answer is their best answer that takes part; nil: none. If they gave up, it is their best answer
	// from before that.
	Answer *storage.Answer
	// IsBest reports whether nobody knows a better answer than theirs.
	IsBest bool
	// Stars are the stars of the Answer; 0: none, or the game has none.
	Stars int
	// Elapsed is the time from when they were first shown the puzzle to the Answer; 0: not known.
	Elapsed time.Duration
	Hints   int
	// Missed reports whether they gave up without an Answer.
	Missed bool
	// Score is their score for the part, out of DailyBase: see scoreOfPart.
	Score int
	// Earned are the points that the part has earned them.
	Earned int

	// Best is their best answer of all, practice included; nil: none.
	Best *storage.Answer
	// Found counts their different solutions, practice included.
	Found  int
	GaveUp bool
}

// scoreOfPart returns the score of a part that has earned some points, out of DailyBase. A part pays at
// most DailyBase, so its points are its score. Earlier versions paid more for harder parts.
func (r Round) scoreOfPart(earned int) int { return min(DailyBase, earned*DailyBase/r.base()) }

// Score is the score of the day, out of MostOfDay.
func (a Achievement) Score() int {
	score := 0
	for _, p := range a.Parts {
		score += p.Score
	}
	return score
}

// A Grade is how good the score of a part of a day is. Others may see it: it gives no solution away.
type Grade int

const (
	// Nothing: the part has no points.
	Nothing Grade = iota
	// Some: the part has fewer than half of the points.
	Some
	// Much: the part has half of the points or more.
	Much
	// Full: the part has all points.
	Full
)

// Grade is how good the score of the part is.
func (p Part) Grade() Grade { return gradeOf(p.Score) }

// gradeOf returns the grade of a score out of DailyBase.
func gradeOf(score int) Grade {
	switch {
	case score >= DailyBase:
		return Full
	case score >= DailyBase/2:
		return Much
	case score > 0:
		return Some
	}
	return Nothing
}

// Done reports whether the person has an answer that takes part, or gave up.
func (p Part) Done() bool { return p.Answer != nil || p.Missed }

// Over reports whether nothing is left to do: the person gave up, or has the best possible answer. If
// people collect solutions, another one may always be left to find.
func (p Part) Over() bool {
	if p.Game.Rules().Collect {
		return p.GaveUp
	}
	return p.GaveUp || p.IsBest
}

// Done reports whether all puzzles of the day are Done.
func (a Achievement) Done() bool {
	return !slices.ContainsFunc(a.Parts, func(p Part) bool { return !p.Done() })
}

// PartOf returns the day's part of a game. If the day has none, nothing was done in it.
func (a Achievement) PartOf(g engine.Game) Part {
	i := slices.IndexFunc(a.Parts, func(p Part) bool { return p.Game.Name() == g.Name() })
	if i < 0 {
		return Part{Game: g}
	}
	return a.Parts[i]
}

// IsDone reports whether the day's puzzle of a game is Done.
func (a Achievement) IsDone(g engine.Game) bool { return a.PartOf(g).Done() }

// Begun reports whether at least one puzzle of the day is Done.
func (a Achievement) Begun() bool { return slices.ContainsFunc(a.Parts, Part.Done) }

// Achieved returns what a person did on a day. known is what the solver knows.
func (p *Play) Achieved(tx *storage.Tx, a Act, number int, known map[string]engine.Solution) (Achievement, error) {
	today, days, err := p.LiveDaily(tx, a)
	if err != nil {
		return Achievement{}, err
	}
	day := Achievement{Number: number}
	day.Shown, err = p.shownFrom(tx, a, number)
	if err != nil {
		return Achievement{}, err
	}
	day.Live = number <= today && a.At.Before(days.FinishUntil(number))
	day.Ends = days.End(number)
	if !a.At.Before(day.Ends) {
		day.Ends = days.FinishUntil(number)
	}
	for _, g := range p.Games {
		part, err := p.part(tx, a, number, g, known[g.Name()])
		if err != nil {
			return Achievement{}, err
		}
		day.Parts = append(day.Parts, part)
	}
	day.Streak, err = p.Streak(tx, a.Person.ID, today)
	return day, err
}

// part returns what a person did in the puzzle of a game on a day.
func (p *Play) part(tx *storage.Tx, a Act, number int, g engine.Game, s engine.Solution) (Part, error) {
	part := Part{Game: g}
	r, isPosed, err := storage.Found(p.findDaily(tx, number, g))
	if err != nil || !isPosed {
		return part, err
	}
	mine, err := PlayerAnswers(tx, r.ID, a.Person.ID)
	if err != nil {
		return part, err
	}
	f, err := FindFacts(tx, r.ID, a.Person.ID, IgnoreLocks, a.At, NoAnswers)
	if err != nil {
		return part, err
	}
	r.ShownAt = f.ShownAt
	part.Best = bestOf(mine)
	part.GaveUp = !f.Attempt.GaveUpAt.IsZero()
	part.Score = r.scoreOfPart(f.Earned)
	part.Earned = f.Earned
	part.Found = countForms(only(mine, isRight))
	if part.GaveUp {
		// An answer is left out if it is practice and came after the person had given up. If its time is known only to
		// the second, it came after unless that whole second was before.
		isAfter := func(x storage.Answer) bool {
			return x.Practice && !lastMoment(x.At).Before(f.Attempt.GaveUpAt)
		}
		mine = without(mine, isAfter)
	}
	part.Answer = bestOf(mine)
	if part.Answer == nil {
		part.Hints = f.Attempt.Hints
		part.Missed = part.GaveUp
		return part, nil
	}
	part.Hints = part.Answer.Hints
	best, err := bestKnown(tx, r, s)
	if err != nil {
		return part, err
	}
	part.IsBest = g.Rules().Measure == "" || part.Answer.Measure <= best.Measure
	if isRight(*part.Answer) {
		part.Stars = Stars(g, part.Answer.Measure, best.Measure)
	}
	part.Elapsed = r.elapsed(part.Answer.At)
	return part, nil
}
