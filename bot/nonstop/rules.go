package nonstop

import (
	"time"

	"reckon/bot/round/mode"
)

// name is the name of the matches, and the word that begins one.
const name = "nonstop"

const (
	// most is how many puzzles a match has at most. They last an hour if each takes half a minute.
	most = 100
	// pause lets people read how a puzzle ended before the next one comes. With this pause even a group that answers
	// within a second gets only ten puzzles a minute, as many as people may ask for.
	pause = 5 * time.Second
)

// newMode returns how the puzzles are played. The first right answer ends a puzzle. If answers are measured, a later
// one may be better, so the puzzle ends when its clock runs out.
func newMode(where mode.Setting, isMeasured bool) mode.Mode {
	m := mode.Mode{
		Name:        name,
		Shared:      where == mode.Together,
		Hidden:      true,
		Length:      most,
		Endless:     true,
		EndsEarly:   !isMeasured,
		Pause:       pause,
		AskerStops:  true,
		CountsKnown: true,
	}
	switch {
	case !m.Shared:
		m.Variant = ".alone"
		m.Pay = mode.PayOwn
		m.GiveUp = mode.QuitEnds
	case isMeasured:
		m.Variant = ".best"
		m.Pay = mode.PayBest
	default:
		m.Hidden = false
		m.Pay = mode.PayByRank
	}
	return m
}
