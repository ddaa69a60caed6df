package mode

import "time"

// Race is the name of a race of several puzzles, for anyone at the place.
const Race = "race"

const (
	// PlacesFor is how long the first right answer leaves a puzzle of a race open to the
	// others.
	PlacesFor = 10 * time.Second
	// RaceLength is how many puzzles a race has unless another number is asked for,
	// MaxRace the most it may have.
	RaceLength, MaxRace = 5, 10
)

// RacePoints are the points of the first places in a puzzle of a race; all further
// places get as many as the last.
var RacePoints = []int{5, 3, 2, 1}

// A pause lets people read how a puzzle ended before the next one comes.
const pause, privatePause = 8 * time.Second, 3 * time.Second

// series is a race of several puzzles, where places count, not only the first. In a
// private chat it is a race against the clock.
func series(shared, measured bool) Mode {
	m := Mode{Name: Race, Shared: shared, Hidden: true, Length: RaceLength, AskerStops: true}
	m.Score = func(place, _ int) int { return RacePoints[min(place, len(RacePoints))-1] }
	switch {
	case !shared:
		m.Variant, m.Pay, m.GiveUp, m.EndsEarly, m.Pause = ".alone", PayOwn, QuitEnds, !measured, privatePause
	case measured:
		m.Variant, m.Pay, m.Pause = ".best", PayBest, pause
	default:
		m.Hidden, m.Pay, m.OpenFor, m.Pause = false, PayPlaces, PlacesFor, pause
	}
	return m
}
