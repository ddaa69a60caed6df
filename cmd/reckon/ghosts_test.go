package main

import (
	"math/rand/v2"
	"testing"

	"reckon/bot/play/rating"
)

// People of every ability win half of the puzzles against recordings, and nearly all rivals are
// recordings. The difficulties that are predicted are off by what their deviations say.
func TestGhostsAreEven(t *testing.T) {
	list := made(rand.New(rand.NewPCG(3, 4)), 600)
	s := ghostsSimulateCmd{simulateCmd: simulateCmd{setting: setting{Attempts: 12, Players: 200, Spread: rating.Spread, Runs: 1}}, Matches: 5}
	for _, crowd := range crowds {
		for _, row := range s.ghosts(list, crowd) {
			if row.who == "strangers" { // nothing is known of them but that they begin
				continue
			}
			if share := float64(row.won) / float64(row.puzzles); row.puzzles < 500 || share < 0.45 || share > 0.55 {
				t.Errorf("%s, %s: they won %d of %d puzzles", crowd.name, row.who, row.won, row.puzzles)
			}
			if row.recorded*10 < row.puzzles*9 {
				t.Errorf("%s, %s: only %d of %d rivals were recordings", crowd.name, row.who, row.recorded, row.puzzles)
			}
		}
	}
}
