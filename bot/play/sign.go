package play

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"reckon/bot/play/rating"
	"reckon/storage"
)

// Signs that a program answered are looked for in the times of right answers, in each game by
// itself, some minutes after the fact. They are kept as facts until the operator decides; the
// person plays on as always, and only the boards of the World and what is learnt from times
// wait for the decision. An answer sooner than a hand can type it counts in its community in any
// case (isHasty).
//
// What is a sign follows from how times spread: the model has ln of a person's times at one
// puzzle spread by π/√3 times rating.Spread, 1.0, and puzzles that differ spread them more. A
// person's times are taken to spread by steady at least: those of the quickest are nearly all
// typing, which is steadier than thought.
const (
	steady = 0.3
	// signChance is how likely a person who plays mostSolved puzzles in a week is to show a
	// sign, at most.
	signChance = 1e-6
	mostSolved = 500
	// quickest is the ability of the quickest people: they are seven times as quick as
	// practised ones.
	quickest = 2.0
	// leastAnswers is how many answers are part of a sign at least, and quickAnswers of one
	// for their pace, within a day.
	leastAnswers, quickAnswers = 10, 20
	// mostLag is how many answers a script may repeat and still be noticed.
	mostLag = 60
)

// Kinds of signs.
const (
	Even     = "even"     // times that are all alike; Figure: how they spread
	Repeated = "repeated" // the same times again in the same order; Figure: how the two spread from each other
	Quick    = "quick"    // beyond the quickest people; Figure: the ability of a day
)

// runs are how many answers in a row are compared with each other.
var runs = [...]int{10, 20, 40, 80}

// A solve is a right answer to a puzzle that the person had not met.
type solve struct {
	at        time.Time
	ln        float64 // of the seconds that it took
	blur      float64 // how far ln may be off, where the network tells whole seconds
	predicted float64 // ln of seconds
}

// solveOf returns the solve of a rated attempt.
func solveOf(x storage.Rated) solve {
	after := max(x.After, time.Millisecond)
	s := solve{at: x.At, ln: math.Log(after.Seconds()), predicted: math.Log(x.Predicted)}
	if after%time.Second == 0 {
		s.blur = 0.5 / after.Seconds()
	}
	return s
}

// signOf returns the sign that ends with the last of a person's solves in a game, or false.
func signOf(all []solve) (storage.Sign, bool) {
	n, found := len(all), storage.Sign{Chance: math.Inf(1)}
	if n < leastAnswers {
		return found, false
	}
	keep := func(kind string, answers int, figure, chance, tests float64) {
		if chance *= tests * mostSolved; chance <= signChance/3 && chance < found.Chance {
			found = storage.Sign{Kind: kind, At: all[n-1].at, Answers: answers, Figure: figure, Chance: chance}
		}
	}
	for _, run := range runs {
		if n >= run {
			squares := squaresOf(all[n-run:])
			keep(Even, run, math.Sqrt(squares/float64(run-1)), chanceBelow(squares/(steady*steady), run-1), float64(len(runs)))
		}
	}
	for lag := leastAnswers; lag <= mostLag && n >= lag+leastAnswers; lag++ {
		squares := 0.0
		for i := n - leastAnswers; i < n; i++ {
			d := all[i].ln - all[i-lag].ln
			squares += d*d + all[i].blur*all[i].blur + all[i-lag].blur*all[i-lag].blur
		}
		keep(Repeated, leastAnswers, math.Sqrt(squares/leastAnswers), chanceBelow(squares/(2*steady*steady), leastAnswers), mostLag-leastAnswers+1)
	}
	if run := all[max(0, n-quickAnswers):]; len(run) == quickAnswers && all[n-1].at.Sub(run[0].at) <= 24*time.Hour {
		ability := 0.0
		for _, s := range run {
			ability += (s.predicted - s.ln) / quickAnswers
		}
		// The mean of so many times, of puzzles whose predictions are off as well.
		deviation := math.Hypot(math.Pi/math.Sqrt(3)*rating.Spread, predictionError) / math.Sqrt(quickAnswers)
		keep(Quick, quickAnswers, ability, math.Erfc((ability-quickest)/deviation/math.Sqrt2)/2, 1)
	}
	return found, found.Kind != ""
}

// predictionError is how far ln of a predicted time is off.
const predictionError = 0.5

// squaresOf returns the sum of the squares of how far the ln of times are from their mean, and
// of how far they may be off besides.
func squaresOf(all []solve) (squares float64) {
	mean := 0.0
	for _, s := range all {
		mean += s.ln / float64(len(all))
	}
	for _, s := range all {
		squares += (s.ln-mean)*(s.ln-mean) + s.blur*s.blur
	}
	return squares
}

// chanceBelow returns the chance that the sum of the squares of so many independent standard
// normal values is below x: the chi-squared distribution, by the series of the incomplete gamma
// function. It is meant for small x.
func chanceBelow(x float64, values int) float64 {
	a := float64(values) / 2
	if x = x / 2; x >= a {
		return 1 // it is no sign
	}
	term, sum := 1/a, 1/a
	for i := 1.0; term > sum*1e-12; i++ {
		term *= x / (a + i)
		sum += term
	}
	lg, _ := math.Lgamma(a)
	return math.Exp(a*math.Log(x)-x-lg) * sum
}

// SignsJob is the kind of the job that looks for signs; its key is empty.
const SignsJob = "signs"

const (
	// signsEvery is how often signs are looked for.
	signsEvery = 10 * time.Minute
	// signsPage is of how many attempts the players are looked at at once, and lookedBack how
	// many of a player's last attempts are: those of a page, and what they are compared with.
	signsPage, lookedBack = 100, 300
)

// LookForSigns looks at the players of new attempts. It reads outside of the transaction that
// stores what it finds: nobody's answer waits for that.
func (p *Play) LookForSigns(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	var page []storage.Rated
	var found []storage.Sign
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		seen, err := tx.SignsSeen()
		if err != nil {
			return err
		}
		if page, err = tx.RatedAfter(seen, signsPage); err != nil {
			return err
		}
		done := map[series]bool{}
		for _, x := range page {
			of := series{x.PlayerID, x.Game}
			if done[of] {
				continue
			}
			done[of] = true
			sign, is, err := newSign(tx, of, seen)
			if err != nil {
				return err
			}
			if is {
				found = append(found, sign)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		slices.SortFunc(found, func(a, b storage.Sign) int { return cmp.Compare(a.PlayerID, b.PlayerID) }) // they are locked in this order
		for _, s := range found {
			if err := tx.AddSign(s); err != nil {
				return err
			}
		}
		if len(page) > 0 {
			if err := tx.SetSignsSeen(page[len(page)-1].ID); err != nil {
				return err
			}
		}
		next := now.Add(signsEvery)
		if len(page) == signsPage {
			next = now.Add(time.Second)
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: next})
	}, nil
}

// A series is what a player has answered in a game.
type series struct {
	playerID int64
	game     string
}

// newSign returns the first sign that a player shows in a game with attempts behind the one of an
// ID, unless a sign of theirs waits for a decision. What was cleared is no part of another.
func newSign(tx *storage.Tx, of series, seen int64) (sign storage.Sign, is bool, err error) {
	before, err := tx.SignsOf(of.playerID)
	if err != nil {
		return sign, false, err
	}
	var cleared time.Time
	for _, s := range before {
		if s.Decision != storage.Cleared {
			return sign, false, nil
		}
		if s.DecidedAt.After(cleared) {
			cleared = s.DecidedAt
		}
	}
	attempts, err := tx.LastRated(of.playerID, of.game, lookedBack)
	if err != nil {
		return sign, false, err
	}
	var solves []solve
	for _, x := range attempts {
		if x.PlayerID != of.playerID || !x.Solved || !x.At.After(cleared) {
			continue
		}
		solves = append(solves, solveOf(x.Rated))
		if x.ID <= seen {
			continue
		}
		if s, ok := signOf(solves); ok {
			s.PlayerID, s.Game = of.playerID, of.game
			return s, true, nil
		}
	}
	return sign, false, nil
}
