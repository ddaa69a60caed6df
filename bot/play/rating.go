package play

import (
	"context"
	"time"

	"reckon/bot/play/rating"
	"reckon/engine"
	"reckon/storage"
)

// IsRated reports whether work at puzzles of a game is rated: an answer is right or it is not.
func IsRated(g engine.Game) bool { return g.Rules().Measure == "" }

// longestRated is the longest attempt that is rated: a person who needs longer was away.
const longestRated = time.Hour

// learn rates the first end of a person's work on a puzzle: a solution, a hint, or giving
// up. A person is rated once for each class of puzzles, where the game predicts a time and
// it is known when they began: of a live daily, when they were first shown it. Own puzzles
// are not rated, nor work after somebody has shown a solution to all. The caller has made
// sure that the person had not seen a solution before. On a game's clock nobody is rated: only
// those who are in time would be. What is known travels with the next
// query; the function that is returned waits for it, and stores what was learnt.
func learn(tx *storage.Tx, r Round, f storage.Facts, solved bool, at time.Time) func() error {
	nothing := func() error { return nil }
	if r.Daily != 0 {
		if first, _ := anywhere(at); r.Daily < first {
			return nothing
		}
	}
	if r.Own || !IsRated(r.Game) || r.Lasts > 0 && r.Game.Rules().Seconds > 0 || r.Mode.Shared && !r.SolvedAt.IsZero() {
		return nothing
	}
	begun := r.begun()
	after := max(0, at.Sub(begun))
	predicted := r.Puzzle.Rating()
	if begun.IsZero() || after > longestRated || predicted.Seconds <= 0 {
		return nothing
	}
	x := storage.Rated{
		PlayerID: f.Attempt.PlayerID, RoundID: r.ID, Game: r.Round.Game, Class: r.Class, At: at, Solved: solved, After: after.Truncate(time.Millisecond),
		Predicted: predicted.Seconds, Deviation: predicted.Deviation,
	}
	rated := rate(tx, x)
	return func() error {
		_, err := rated()
		return err
	}
}

// learnUnsolved rates work that ends without a solution at its first hint, or by
// giving up without one; not where a solution has been shown already.
func learnUnsolved(tx *storage.Tx, r Round, f storage.Facts, at time.Time) error {
	if f.Attempt.Hints > 0 || !f.Attempt.GaveUpAt.IsZero() || f.Seen {
		return nil
	}
	return learn(tx, r, f, false, at)()
}

// rate stores what an attempt teaches, unless the person was rated for the puzzle before. Of
// a person who is checked it teaches nothing until all ratings are learnt anew.
func rate(tx *storage.Tx, x storage.Rated) func() (rated bool, err error) {
	learnt := tx.LearntBefore(x)
	return func() (bool, error) {
		of, by, again, checked, err := learnt()
		if err != nil || again {
			return false, err
		}
		difficulty, ability := rating.Rating(of), rating.Rating(by)
		if of.Attempts == 0 {
			difficulty = rating.NewDifficulty(x.Predicted, x.Deviation)
		}
		if by.Attempts == 0 {
			ability = rating.NewAbility()
		}
		x.DifficultyBefore, x.AbilityBefore = difficulty.Value, ability.Value
		if checked {
			x.Difficulty, x.Ability = storage.Learnt(difficulty), storage.Learnt(ability)
			if x.ID != 0 {
				return false, nil
			}
			return false, tx.AddRated(x)
		}
		difficulty, ability = rating.Learn(difficulty, ability, rating.Attempt{Solved: x.Solved, After: x.After})
		x.Difficulty, x.Ability = storage.Learnt(difficulty), storage.Learnt(ability)
		return true, tx.SaveRated(x)
	}
}

// Ability returns a person's ability in a game; shown reports whether enough is known to
// show it.
func (p *Play) Ability(tx *storage.Tx, playerID int64, game string) (a rating.Rating, shown bool, err error) {
	learnt, _, err := storage.Found(tx.Ability(playerID, game))
	a, shown = abilityOf(learnt)
	return a, shown, err
}

// abilityOf is an ability as far as it was learnt; shown reports whether enough is known to
// show it.
func abilityOf(learnt storage.Learnt) (a rating.Rating, shown bool) {
	if learnt.Attempts == 0 {
		return rating.NewAbility(), false
	}
	return rating.Rating(learnt), learnt.Attempts >= rating.ShownFrom
}

// relearnPage is how many attempts are read at once.
const relearnPage = 1000

// Relearn learns all ratings anew from the attempts stored, in their order, and
// returns from how many. It is one transaction, so that a bot that serves from the
// database waits, and learns on from the new ones.
func Relearn(ctx context.Context, store *storage.Store) (n int, err error) {
	err = store.Commit(ctx, func(tx *storage.Tx) (err error) {
		n = 0
		if err := tx.ForgetLearnt(); err != nil {
			return err
		}
		for last := int64(0); ; {
			page, err := tx.RatedAfter(last, relearnPage)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, x := range page {
				last = x.ID
				if rated, err := rate(tx, x)(); err != nil {
					return err
				} else if rated {
					n++
				}
			}
		}
	})
	return n, err
}
