package round

import (
	"cmp"
	"context"
	"math"
	"slices"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

// A LevelTime says how hard the puzzles of a level are, by people's first attempts at them that were rated.
type LevelTime struct {
	Game  string
	Level engine.Level
	// Attempts is how many there were, and Solved how many of them came to a solution.
	Attempts int
	Solved   int
	// Expected is the geometric mean of the times that the game predicted or, if it is measured, guessed. Needed is in how
	// long half of the people of ability 0 solve such a puzzle, as the attempts say. Both are in seconds.
	Expected float64
	Needed   float64
	// Deviation is the standard error of ln Needed.
	Deviation float64
}

// LevelTimes returns what the first attempts in a database say of each level of each game, in order. It changes no level:
// levels are the same on all hosts, since points depend on them. The levels of the next version of the program are
// learnt from what hosts report.
func LevelTimes(ctx context.Context, store *storage.Store) ([]LevelTime, error) {
	levels := map[levelOfGame]*levelAttempts{}
	err := store.Read(ctx, func(tx *storage.Tx) error {
		for last := int64(0); ; {
			page, err := levelAttemptsAfter(tx, last, relearnPage)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, x := range page {
				last = x.ID
				key := levelOfGame{x.Game, x.Level}
				if levels[key] == nil {
					levels[key] = new(levelAttempts)
				}
				levels[key].add(x)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var all []LevelTime
	for key, attempts := range levels {
		all = append(all, attempts.time(key))
	}
	slices.SortFunc(all, func(x, y LevelTime) int {
		return cmp.Or(cmp.Compare(x.Game, y.Game), cmp.Compare(x.Level, y.Level))
	})
	return all, nil
}

// A levelOfGame is a level of a game.
type levelOfGame struct {
	game  string
	level engine.Level
}

// levelAttempts are the attempts at puzzles of a level.
type levelAttempts struct {
	trials []rating.Trial
	solved int
	// predicted is the sum of the predicted times, in ln of seconds.
	predicted float64
}

func (l *levelAttempts) add(x levelAttempt) {
	predicted := math.Log(x.Predicted)
	l.predicted += predicted
	l.trials = append(l.trials, rating.Trial{
		Attempt:  rating.Attempt{Solved: x.Solved, After: x.After},
		Expected: predicted - x.Ability,
	})
	if x.Solved {
		l.solved++
	}
}

// time says how long the attempts took. There is at least one.
func (l *levelAttempts) time(of levelOfGame) LevelTime {
	expected := l.predicted / float64(len(l.trials))
	offset, deviation := rating.Offset(l.trials)
	return LevelTime{
		Game:      of.game,
		Level:     of.level,
		Attempts:  len(l.trials),
		Solved:    l.solved,
		Expected:  math.Exp(expected),
		Needed:    math.Exp(expected + offset),
		Deviation: deviation,
	}
}
