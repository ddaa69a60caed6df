package practice

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

const (
	// candidates is how many puzzles are drawn to choose from. The person's chance to solve the chosen one is the
	// nearest to rating.Aim.
	candidates = 12
	// againOf says how often a puzzle is one that the person failed at before: on average, one of
	// againOf puzzles is.
	againOf = 4
	// weakOf says how often a new puzzle needs a weak skill, if there is one: on average, all but one of
	// weakOf puzzles need one.
	weakOf = 4
	// suspectOf says how often a new puzzle needs a skill that may be weak, if it need not have a weak one: on
	// average, one of suspectOf such puzzles needs it.
	suspectOf = 2
	// maxDraws is how many puzzles are drawn at most to find one that is new to the person.
	maxDraws = 20
	// maxOfSkill is how many of these draws ask for a puzzle that needs the skill that Focus returns. The
	// person may know all such puzzles, so later draws ask for any puzzle.
	maxOfSkill = 4
	// farthest is how far from rating.Aim the person's chance to solve a puzzle may be, in logits, if the puzzle was
	// drawn because it needs a skill. If even the nearest is farther, the person is dealt any puzzle instead.
	farthest = 1.0
	// recentRounds is how many of the last puzzles in the private chat are not dealt again, if others are found.
	recentRounds = 50
	// roundsRead is how many of the last puzzles in the private chat are read to see which came again.
	roundsRead = 300
)

// againAfter is how long after a person failed at a puzzle the puzzle comes again: for the first, the
// second and the third time.
var againAfter = [...]time.Duration{24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour}

// practice draws puzzles to practise with.
type practice struct {
	feature.Kernel
	deals talk.Deals
}

// A reason is why a puzzle was drawn.
type reason struct {
	// chance is how likely the person is to solve the puzzle within rating.TimeToSolve; 0: too little is known.
	chance float64
	// attemptsMissing is after how many more attempts enough will be known; 0: enough is known.
	attemptsMissing int
	// failedAt is when the person failed at the puzzle before; zero: the puzzle is new to them.
	failedAt time.Time
}

// choose draws a puzzle, and says why it is that one. Of the Pick only the Puzzle matters: draw sets the rest.
func (p practice) choose(ctx context.Context, act round.Act, g engine.Game) (reason, round.Pick, error) {
	random := p.Play.Random()
	var attempts []round.PuzzleAttempt
	var lately []dealtPuzzle
	var failed *round.PuzzleAttempt
	err := p.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		attempts, err = round.LastRated(tx, act.Person.ID, g.Name(), round.LastWorks)
		if err != nil {
			return err
		}
		lately, err = lastDealt(tx, act.Community.ID, g.Name(), roundsRead)
		if err != nil {
			return err
		}
		if random.IntN(againOf) == 0 {
			failed, err = dueAgain(tx, act, attempts, lately)
		}
		return err
	})
	if err != nil {
		return reason{}, round.Pick{}, err
	}
	if failed != nil {
		puzzle, err := p.Play.Parse(failed.Puzzle)
		return reason{failedAt: failed.At}, round.Pick{Puzzle: puzzle}, err
	}
	known, err := p.Play.Profile(attempts)
	if err != nil {
		return reason{}, round.Pick{}, err
	}
	// While too little is known about the person, any puzzle will do.
	if known.Attempts < rating.ShownFrom {
		drawn, err := p.Play.Draw(ctx, act, g, engine.AnyLevel, "")
		return reason{attemptsMissing: rating.ShownFrom - known.Attempts}, drawn, err
	}
	return p.chooseNew(ctx, act, g, random, known, lately)
}

// chooseNew draws a puzzle that suits a person, by what is known about them. If possible, the puzzle is new to them.
// lately has the puzzles that were dealt in their private chat, the newest first.
func (p practice) chooseNew(
	ctx context.Context, act round.Act, g engine.Game, random *rand.Rand, known rating.Profile,
	lately []dealtPuzzle,
) (reason, round.Pick, error) {
	skill := Focus(random, known)
	// If every draw is of a puzzle that the person knows, the last one is dealt all the same.
	recent := lately[:min(len(lately), recentRounds)]
	var why reason
	var drawn round.Pick
	for i := range maxDraws {
		if i == maxOfSkill {
			skill = ""
		}
		puzzle, chance, err := Suiting(g, random, known, skill)
		if err != nil {
			return reason{}, round.Pick{}, err
		}
		why.chance = chance
		drawn.Puzzle = puzzle
		class := puzzle.Face().Class()
		if slices.ContainsFunc(recent, func(d dealtPuzzle) bool { return d.Class == class }) {
			continue
		}
		isMet, err := p.Play.IsMet(ctx, act, class, act.Person.ID)
		if err != nil {
			return reason{}, round.Pick{}, err
		}
		if !isMet {
			break
		}
	}
	return why, drawn, nil
}

// dueAgain returns the oldest failed attempt whose puzzle is due again (againAfter); nil if there is none. The attempts
// are the oldest first. A puzzle of a live daily is left out.
func dueAgain(
	tx *storage.Tx, act round.Act, attempts []round.PuzzleAttempt, lately []dealtPuzzle,
) (*round.PuzzleAttempt, error) {
	for i, a := range attempts {
		if a.Solved {
			continue
		}
		// repeats is how often the puzzle has come again since.
		repeats := 0
		for _, d := range lately {
			if d.Class == a.Class && d.At.After(a.At) {
				repeats++
			}
		}
		if repeats >= len(againAfter) {
			continue
		}
		isEarly := act.At.Sub(a.At) < againAfter[repeats]
		if isEarly {
			continue
		}
		isLive, err := round.IsLive(tx, a.Class, act.At)
		if err != nil {
			return nil, err
		}
		if !isLive {
			return &attempts[i], nil
		}
	}
	return nil, nil
}

// Focus returns the skill that the next puzzle is to need; empty: none in particular. If the person is weak at skills,
// it mostly is one of these. In half of the other cases it is the skill that they may be weakest at.
func Focus(random *rand.Rand, known rating.Profile) string {
	weak := known.Weak()
	if len(weak) > 0 && random.IntN(weakOf) > 0 {
		return weak[random.IntN(len(weak))].Code
	}
	if random.IntN(suspectOf) == 0 {
		return known.Suspect()
	}
	return ""
}

// Suiting draws a puzzle for which the chance that a person solves it within rating.TimeToSolve is near rating.Aim. It
// also returns that chance. The puzzle needs the skill, unless the skill is empty, or puzzles that need it are too
// easy or too hard for the person.
func Suiting(
	g engine.Game, random *rand.Rand, known rating.Profile, skill string,
) (puzzle engine.Puzzle, chance float64, err error) {
	nearest := math.Inf(1)
	for range candidates {
		candidate, err := g.New(random, engine.Wish{Skill: skill})
		if err != nil {
			return nil, 0, err
		}
		rated := candidate.Rating()
		itsChance := known.Chance(rating.NewDifficulty(rated.Seconds, rated.Deviation), rated.Skills)
		distance := math.Abs(logit(itsChance) - logit(rating.Aim))
		if distance < nearest {
			puzzle = candidate
			chance = itsChance
			nearest = distance
		}
	}
	if skill != "" && nearest > farthest {
		return Suiting(g, random, known, "")
	}
	return puzzle, chance, nil
}

// logit returns the logarithm of the odds of a chance.
func logit(chance float64) float64 { return math.Log(chance / (1 - chance)) }
