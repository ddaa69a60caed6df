package play

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A series is how a puzzle of a race of several is played: places count, not only the
// first. Who races in their own conversation races against the clock.
type series struct{}

const (
	// PlacesFor is how long the first right answer leaves a puzzle of a race open to
	// the others.
	PlacesFor = 10 * time.Second
	// RaceLength is of how many puzzles a race is unless another number is asked for,
	// MaxRace of how many at most.
	RaceLength, MaxRace = 5, 10
)

// RacePoints are those of the first places; all behind them get as many as the last.
var RacePoints = [...]int{5, 3, 2, 1}

func placePoints(place int) int { return RacePoints[min(place, len(RacePoints))-1] }

// Race begins a race. The error may be a *MatchError, a *RunningError, or ErrTooBusy.
func (p *Play) Race(tx *storage.Tx, a Act, g engine.Game, level engine.Level, length int) (Match, error) {
	if err := p.mayBegin(tx, a); err != nil {
		return Match{}, err
	}
	row := storage.Match{
		Kind: RaceOf, CommunityID: a.Community.ID, Channel: a.Channel, AskerID: a.Person.ID, Game: g.Name(),
		Wish: wishOf(Drawn{Level: level}), Length: min(max(length, 1), MaxRace), AskedAt: a.At, BegunAt: a.At,
	}
	row.NextAt = a.At.Add(pauseOf(a.Community))
	var err error
	if row.ID, err = tx.AddMatch(row); err != nil {
		return Match{}, err
	}
	if err := p.plan(tx, row, row.NextAt); err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, row)
}

func (series) take(tx *storage.Tx, p *Play, t *try) error {
	switch {
	case !t.Round.Shared():
		return p.takeAlone(tx, t)
	case t.Round.Game.Rules().Measure != "":
		return best{}.take(tx, p, t)
	}
	return p.takePlace(tx, t)
}

// takeAlone takes an answer of who races against the clock: the first right one ends
// the puzzle.
func (p *Play) takeAlone(tx *storage.Tx, t *try) (err error) {
	if err := (alone{}).take(tx, p, t); err != nil || t.Ending != nil {
		return err
	}
	if t.Round.Game.Rules().Measure == "" && (t.What == First || t.What == Practised) {
		t.Ending, err = p.endRound(tx, t.Round, Solved, t.At, t.best)
	}
	return err
}

// award pays for places. Who races alone is paid at once.
func (series) award(tx *storage.Tx, p *Play, r Round, s engine.Solution) error {
	switch {
	case !r.Shared():
		return nil
	case r.Game.Rules().Measure != "":
		return best{}.award(tx, p, r, s)
	}
	return awardPlaces(tx, r)
}

// ends is its clock's to say.
func (series) ends(_ *storage.Tx, r Round, _ engine.Solution) (string, time.Time, error) {
	return TimeUp, r.DealtAt.Add(idleFor), nil
}
