package show

import (
	"time"

	"reckon/bot/round/mode"
	"reckon/engine/games"
)

const (
	// name is the name of the kind of match for all at a place, or for a person alone.
	name = "show"
	// nameOfTwo is the name of the kind for two.
	nameOfTwo = "showduel"
)

// choice is what people choose in /race and /duel instead of a game.
const choice = "show"

// lengths are the numbers of rounds that a show may have. The first is the usual one.
var lengths = []int{5, 15}

const (
	// pause lets people read how a round ended before the next one comes.
	pause = 8 * time.Second
	// pauseAlone is the pause for a person who plays alone.
	pauseAlone = 4 * time.Second
	// chooseFor is how much time a person has to choose how many vowels or large numbers there are.
	chooseFor = 10 * time.Second
)

// newMode returns how the rounds of a show are played: at a place by all who are there, or by a person alone against
// a ghost. The best answer scores. The conundrum is not measured: there the first right answer scores, and ends the
// round.
func newMode(where mode.Setting, isMeasured bool) mode.Mode {
	m := mode.Mode{
		Name:        name,
		Shared:      true,
		Hidden:      isMeasured,
		Length:      lengths[0],
		Pause:       pause,
		ChooseFor:   chooseFor,
		Gather:      mode.GatherFor,
		AskerStops:  true,
		CountsKnown: true,
		BestOnly:    true,
		EndsEarly:   !isMeasured,
		Pay:         mode.PayByRank,
	}
	if isMeasured {
		m.Variant = ".best"
		m.Pay = mode.PayBest
	}
	if where == mode.Together {
		return m
	}
	m.Variant = ".alone"
	m.Shared = false
	m.Pair = true
	m.Opponent = true
	m.Hidden = true
	m.Pay = mode.PayOwn
	m.GiveUp = mode.QuitEnds
	m.Pause = pauseAlone
	m.Gather = 0
	return m
}

// newModeOfTwo returns how the rounds of a show of two people are played.
func newModeOfTwo(_ mode.Setting, isMeasured bool) mode.Mode {
	m := newMode(mode.Together, isMeasured)
	m.Name = nameOfTwo
	m.Hidden = true
	m.Pair = true
	m.Gather = 0
	m.Players = func(pair []int64) []int64 { return pair }
	return m
}

// program returns the rounds of a show of that many rounds.
func program(length int) []mode.Part {
	var all []mode.Part
	for _, r := range games.Show(length) {
		all = append(all, mode.Part{Game: r.Game.Name(), Choices: r.Choices})
	}
	return all
}
