package round

import (
	"context"
	"time"

	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

// IsRated reports whether a game is one of right and wrong answers, not of better and worse. Recordings, practice and
// skills are for such games. In a measured game an attempt is rated only by whether it came to the best answer.
func IsRated(g engine.Game) bool { return g.Rules().Measure == "" }

// longestRated is the longest attempt that is rated: a person who needs longer was away.
const longestRated = time.Hour

// A lesson is an attempt from which the puzzle's difficulty and the person's ability are learnt.
type lesson struct {
	attempt RatedAttempt
	// before is the query for what is known before the lesson.
	before *storage.Query[Learning]
}

// beginLesson begins to learn from an attempt that ends now: by a solution, a first hint, giving up or, on a
// game's clock, the end of the time. It returns nil if nothing is learnt from the attempt. The caller has
// made sure that the person had not seen a solution before.
//
// An attempt is rated only if the game predicts or guesses a time, and if it is known when the person began.
// Custom puzzles and past dailies are not rated. An attempt is not rated either after somebody has solved the
// round for all to see.
func beginLesson(tx *storage.Tx, r Round, f Facts, solved bool, at time.Time) (*lesson, error) {
	firstLive, _ := liveNumbers(at)
	isPastDaily := r.Daily != 0 && r.Daily < firstLive
	isOnClock := r.isOnGamesClock() && !r.endsForOne()
	isShown := r.Mode.Shared && !r.SolvedAt.IsZero()
	if isPastDaily || isOnClock || isShown {
		return nil, nil
	}
	if r.Custom {
		return nil, nil
	}
	after := r.elapsed(at)
	if r.begun().IsZero() || after > longestRated {
		return nil, nil
	}
	seconds, deviation := timeOf(r)
	if seconds <= 0 {
		return nil, nil
	}
	return newLesson(tx, RatedAttempt{
		PlayerID:  f.Attempt.PlayerID,
		RoundID:   r.ID,
		Game:      r.Round.Game,
		Class:     r.Class,
		At:        at,
		Solved:    solved,
		After:     after,
		Predicted: seconds,
		Deviation: deviation,
	})
}

// isOnGamesClock reports whether a round has a clock because all rounds of its game have one.
func (r Round) isOnGamesClock() bool { return r.Lasts > 0 && r.Game.Rules().Seconds > 0 }

// endsForOne reports whether the end of a round's clock is the end of one person's attempt: the person who asked for
// a measured puzzle in a private chat. Attempts on other clocks of games are not rated: it is not known who tried and
// ran out of time, so only people who are in time would be rated.
func (r Round) endsForOne() bool { return r.Community.Private && !IsRated(r.Game) }

// timeOf returns how many seconds a puzzle is expected to take, and the deviation of their ln, 0 if that is unknown.
// In measured games these are the seconds for the best answer, which are a guess, or 0.
func timeOf(r Round) (seconds, deviation float64) {
	if !IsRated(r.Game) {
		return engine.GuessedSeconds(r.Puzzle), 0
	}
	predicted := r.Puzzle.Rating()
	return predicted.Seconds, predicted.Deviation
}

// newLesson makes a lesson of an attempt.
func newLesson(tx *storage.Tx, attempt RatedAttempt) (*lesson, error) {
	before, err := LearningOf(tx, attempt)
	if err != nil {
		return nil, err
	}
	return &lesson{attempt: attempt, before: before}, nil
}

// learnUnsolved learns from an attempt that ends without a solution: by its first hint, or by giving up
// without a hint. It learns nothing if the person has seen a solution.
func learnUnsolved(tx *storage.Tx, r Round, f Facts, at time.Time) error {
	hasEnded := f.Attempt.Hints > 0 || !f.Attempt.GaveUpAt.IsZero()
	if hasEnded || f.Seen {
		return nil
	}
	l, err := beginLesson(tx, r, f, false, at)
	if err != nil {
		return err
	}
	_, err = l.learn(tx)
	return err
}

// learn stores what is learnt from the attempt, and reports whether anything is learnt. A person is rated
// once for each class of puzzles. If the person is suspected of having a program, the attempt is only
// stored: Relearn may learn from it later.
func (l *lesson) learn(tx *storage.Tx) (bool, error) {
	if l == nil {
		return false, nil
	}
	before, err := l.before.Get()
	if err != nil || before.Rated {
		return false, err
	}
	x := l.attempt
	difficulty := rating.Rating(before.Difficulty)
	if difficulty.Attempts == 0 {
		difficulty = rating.NewDifficulty(x.Predicted, x.Deviation)
	}
	ability := rating.Rating(before.Ability)
	if ability.Attempts == 0 {
		ability = rating.NewAbility()
	}
	x.DifficultyBefore = difficulty.Value
	x.AbilityBefore = ability.Value
	if before.Checked {
		isStored := x.ID != 0
		if isStored {
			return false, nil
		}
		x.Difficulty = Learnt(difficulty)
		x.Ability = Learnt(ability)
		return false, AddRated(tx, x)
	}
	difficulty, ability = rating.Learn(difficulty, ability, rating.Attempt{Solved: x.Solved, After: x.After})
	x.Difficulty = Learnt(difficulty)
	x.Ability = Learnt(ability)
	return true, SaveRated(tx, x)
}

// Ability returns a person's ability in a game; shown reports whether enough is known to
// show it.
func (p *Play) Ability(tx *storage.Tx, playerID int64, game string) (a rating.Rating, shown bool, err error) {
	learnt, _, err := storage.Found(findAbility(tx, playerID, game))
	a, shown = abilityOf(learnt)
	return a, shown, err
}

// abilityOf returns an ability from what was learnt. shown reports whether enough is known to show
// it.
func abilityOf(learnt Learnt) (a rating.Rating, shown bool) {
	if learnt.Attempts == 0 {
		return rating.NewAbility(), false
	}
	return rating.Rating(learnt), learnt.Attempts >= rating.ShownFrom
}

// relearnPage is how many attempts are read at once.
const relearnPage = 1000

// Relearn learns all ratings again from the stored attempts, in their order. n is from how many attempts it has
// learnt. Relearn is one transaction: a bot on the same database waits until that has ended, and then goes on
// from the new ratings.
func Relearn(ctx context.Context, store *storage.Store) (n int, err error) {
	err = store.Commit(ctx, func(tx *storage.Tx) (err error) {
		n = 0
		if err := forgetLearnt(tx); err != nil {
			return err
		}
		for last := int64(0); ; {
			page, err := RatedAfter(tx, last, relearnPage)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, x := range page {
				last = x.ID
				l, err := newLesson(tx, x)
				if err != nil {
					return err
				}
				rated, err := l.learn(tx)
				if err != nil {
					return err
				}
				if rated {
					n++
				}
			}
		}
	})
	return n, err
}
