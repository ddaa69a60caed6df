package mode

import "time"

// Race is the name of a race of several puzzles, for anyone at the place.
const Race = "race"

const (
	// OpenForOthers is how long a puzzle of a race stays open to the others after its first right
	// answer.
	OpenForOthers = 10 * time.Second
	// RaceLength is how many puzzles a race has unless another number is asked for.
	RaceLength = 5
	// GatherFor is how long a race waits for people to join.
	GatherFor = 20 * time.Second
	// Ready is the time between the moment when all have joined and the first puzzle.
	Ready = 3 * time.Second
	// MaxRace is how many puzzles a race may have at most.
	MaxRace = 10
)

// A pause lets people read how a puzzle ended before the next one comes.
const (
	pause        = 8 * time.Second
	privatePause = 3 * time.Second
	// ShortPause follows a puzzle of a race that ended when all who were there had answered it. They know how it
	// went.
	ShortPause = 4 * time.Second
)

// series returns the mode of a race of several puzzles, in which all ranks count, not only the first. In
// a private chat it is a race against the clock.
func series(shared, measured bool) Mode {
	m := Mode{
		Name:        Race,
		Shared:      shared,
		Hidden:      true,
		Length:      RaceLength,
		Pause:       pause,
		Gather:      GatherFor,
		AskerStops:  true,
		CountsKnown: true,
	}
	switch {
	case !shared:
		m.Variant = ".alone"
		m.Pay = PayOwn
		m.GiveUp = QuitEnds
		m.EndsEarly = !measured
		m.Pause = privatePause
		m.Gather = 0
	case measured:
		m.Variant = ".best"
		m.Pay = PayBest
	default:
		m.Hidden = false
		m.Pay = PayByRank
		m.OpenFor = OpenForOthers
	}
	return m
}
