package round

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"time"

	"reckon/engine"
	"reckon/storage"
)

const (
	// DailyBase is what each puzzle of a day pays, whatever its level.
	DailyBase = 20
	// MostOfDay is the most that a day pays. The points that a person has from a day are their
	// score, out of MostOfDay.
	MostOfDay = 100
)

// hidesSolutions reports whether the round is a puzzle of a day that is live somewhere.
func (r Round) hidesSolutions(at time.Time) bool {
	return r.Daily != 0 && at.Before(SolutionsFrom(r.Daily))
}

// dailyLevel returns the level of a day's puzzle of a game, by the index of the game. On one day, five
// games in a row have five different levels. On five days in a row, a game has five different levels.
func dailyLevel(number, gameIndex int) engine.Level {
	return engine.MinLevel + engine.Level((2*number+gameIndex)%int(engine.MaxLevel))
}

// IsLive reports whether puzzles of a class belong to a daily that is live for somebody.
func IsLive(tx *storage.Tx, class string, at time.Time) (bool, error) {
	first, last := liveNumbers(at)
	return isDailyClass(tx, class, first, last)
}

// findDaily returns the round of a day's puzzle, if somebody has asked for it before; otherwise the error is
// storage.ErrNotFound.
func (p *Play) findDaily(tx *storage.Tx, number int, g engine.Game) (Round, error) {
	row, err := DailyRow(tx, number, g.Name())
	if err != nil {
		return Round{}, err
	}
	return p.makeRound(row, storage.Community{}, matchPart{})
}

// SolveMeasured returns what the solver knows of a day's puzzles in measured games, by the game's name. It needs
// no transaction.
func (p *Play) SolveMeasured(ctx context.Context, number int) (map[string]engine.Solution, error) {
	measured := only(p.Games, func(g engine.Game) bool { return g.Rules().Measure != "" })
	return p.solveDay(ctx, number, measured)
}

// solveDay returns what the solver knows of a day's puzzles in some games, by the game's name. It leaves
// out a puzzle that nobody has asked for. It needs no transaction.
func (p *Play) solveDay(ctx context.Context, number int, games []engine.Game) (map[string]engine.Solution, error) {
	var rounds []Round
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		for _, g := range games {
			r, isThere, err := storage.Found(p.findDaily(tx, number, g))
			if err != nil {
				return err
			}
			if isThere {
				rounds = append(rounds, r)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	known := map[string]engine.Solution{}
	for _, r := range rounds {
		known[r.Game.Name()] = p.Solve(ctx, r.Puzzle)
	}
	return known, nil
}

// DailyRound returns the round of a daily, and makes it when it is first asked for.
func (p *Play) DailyRound(tx *storage.Tx, number int, g engine.Game, at time.Time) (Round, error) {
	made, isThere, err := storage.Found(p.findDaily(tx, number, g))
	if err != nil || isThere {
		return made, err
	}
	puzzle, err := p.dailyPuzzle(tx, number, g)
	if err != nil {
		return Round{}, err
	}
	row := storage.Round{Game: g.Name(), Puzzle: puzzle, Daily: number}
	r, err := p.makeRound(row, storage.Community{}, matchPart{})
	if err != nil {
		return Round{}, err
	}
	r.Round = roundOf(g, r.Puzzle, at)
	r.Daily = number
	r.Base = DailyBase
	r.ID, err = tx.AddRound(r.Round)
	return r, err
}

// dailyPuzzle returns the ID of a day's puzzle. It is drawn once and stored. So a day that has begun
// keeps its puzzles, even if a later version of the program draws others.
func (p *Play) dailyPuzzle(tx *storage.Tx, number int, g engine.Game) (string, error) {
	stored, isThere, err := storage.Found(DailyPuzzle(tx, number, g.Name()))
	if err != nil || isThere {
		return stored, err
	}
	// The seed is secret, so that nobody can compute tomorrow's puzzle by this code.
	secret, err := tx.Secret("daily")
	if err != nil {
		return "", err
	}
	past, err := dailyClasses(tx, g.Name())
	if err != nil {
		return "", err
	}
	level := dailyLevel(number, p.gameNumbers[g.Name()]-1)
	puzzle, err := drawDaily(secret, number, g, level, past)
	if err != nil {
		return "", err
	}
	id := puzzle.ID()
	return id, AddDaily(tx, number, g.Name(), id, puzzle.Face().Class())
}

// drawDaily draws the puzzle of a day. No puzzle comes again before all others of its level have
// come.
func drawDaily(
	secret []byte, number int, g engine.Game, level engine.Level, past []dailyClass,
) (engine.Puzzle, error) {
	last := map[string]int{}
	for _, d := range past {
		last[d.Class] = d.Number
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s #%d", g.Name(), number)
	seed := [32]byte(mac.Sum(nil))
	wish := engine.Wish{
		Level: level,
		Year:  Day(number).Year(),
		Last:  func(class string) int { return last[class] },
	}
	return g.New(rand.New(rand.NewChaCha8(seed)), wish)
}

// StartClock starts the person's clock for a daily that they are shown, unless it runs already. It does so only
// where nobody else reads along. Other rounds have no such clock. The person's home is stored with it: see
// updateHome.
func (p *Play) StartClock(tx *storage.Tx, a Act, r Round) error {
	if r.Daily == 0 || a.OthersRead() {
		return nil
	}
	// The person may have started the clock before they were forgotten or unlinked.
	began, err := p.keptClock(tx, a.Person, r, a.At)
	if err != nil {
		return err
	}
	if began.IsZero() {
		began = a.At
	}
	if err := updateHome(tx, a); err != nil {
		return err
	}
	return addOpening(tx, r.ID, a.Person.ID, began)
}
