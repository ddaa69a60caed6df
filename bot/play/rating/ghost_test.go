package rating_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"reckon/bot/play/rating"
)

// People of every ability win half of the puzzles against recordings, and nearly all rivals are
// recordings. Nothing is known of strangers, so they may win more or less.
func TestGhostsAreEven(t *testing.T) {
	puzzles := madePuzzles(rand.New(rand.NewPCG(3, 4)), 600)
	players := 200
	attempts := 12
	runs := 1
	if *long {
		puzzles = measuredPuzzles(t)
		players = 300
		attempts = 20
		runs = 10
	}
	for _, crowd := range crowds {
		for _, g := range simulateGhosts(puzzles, crowd, players, attempts, runs) {
			share := float64(g.won) / float64(g.puzzles)
			t.Logf("%s, %s: they won %.1f %% of %d puzzles and %d of %d matches; %d rivals were recordings",
				crowd.name, g.who, 100*share, g.puzzles, g.matchesWon, g.matches, g.recorded)
			if g.who == strangers || *spread != rating.Spread {
				continue
			}
			if g.puzzles < 500 || share < 0.45 || share > 0.55 {
				t.Errorf("%s, %s: they won %d of %d puzzles", crowd.name, g.who, g.won, g.puzzles)
			}
			if g.recorded*10 < g.puzzles*9 {
				t.Errorf("%s, %s: only %d of %d rivals were recordings", crowd.name, g.who, g.recorded, g.puzzles)
			}
		}
	}
}

// strangers are the players who have tried nothing before their first match.
const strangers = "strangers"

// ghostResults count what some players won against ghosts.
type ghostResults struct {
	who                 string
	puzzles, won        int
	recorded            int
	matches, matchesWon int
}

func (g *ghostResults) add(match ghostResults) {
	g.puzzles += match.puzzles
	g.won += match.won
	g.recorded += match.recorded
	g.matches += match.matches
	g.matchesWon += match.matchesWon
}

// simulateGhosts lets players try all puzzles, and then play five matches each against each
// other's recordings. A fifth of them are strangers. It returns the results of all others whose
// abilities are shown, of each third of these by true ability, and of the strangers.
func simulateGhosts(list []simulatedPuzzle, of crowd, players, attempts, runs int) []ghostResults {
	const matches = 5
	results := []ghostResults{{who: "all"}, {who: "slowest third"}, {who: "middle third"}, {who: "quickest third"}, {who: strangers}}
	for run := range runs {
		w := newWorld(list, of, players, run)
		regulars := players - players/5
		w.eager = w.eager[:regulars]
		w.play(attempts, func(_, _ estimate, _ float64) {})
		var known []int
		for i, p := range w.players {
			if p.rating.Attempts >= rating.ShownFrom {
				known = append(known, i)
			}
		}
		slices.SortFunc(known, func(x, y int) int { return cmp.Compare(w.players[x].truth, w.players[y].truth) })
		for range matches {
			for _, player := range w.r.Perm(players) {
				match := w.playGhost(player)
				if place := slices.Index(known, player); place >= 0 {
					results[0].add(match)
					results[1+3*place/len(known)].add(match)
				} else if player >= regulars {
					results[4].add(match)
				}
			}
		}
	}
	return results
}

// playGhost plays a match, best of three; it breaks off where a player knows all puzzles. As
// the bot does, it learns nothing from a second puzzle in a row that was lost: the player may
// have gone away.
func (w *world) playGhost(player int) ghostResults {
	var match ghostResults
	lastRival := int64(-1)
	lostInARow := 0
	for match.won < 2 && match.puzzles-match.won < 2 {
		ability := w.players[player].rating.Expected()
		puzzle, after := -1, time.Duration(0)
		recordings, puzzles := w.recordings(player, ability.Value)
		if order := rating.Rivals(recordings, ability, lastRival); len(order) > 0 {
			rival := recordings[order[0]]
			puzzle = puzzles[order[0]]
			after = rival.After
			lastRival = rival.Player
			match.recorded++
		} else {
			puzzle = w.unmet(player)
			if puzzle < 0 {
				return match
			}
			after = min(rating.Even(w.puzzles[puzzle].rating, ability), rating.LongestGhost)
		}
		match.puzzles++
		took := lnSeconds(w.solveTime(puzzle, player))
		won := took < after
		if won {
			match.won++
			lostInARow = 0
		} else {
			lostInARow++
		}
		if lostInARow < 2 {
			w.learn(puzzle, player, rating.Attempt{Solved: won, After: min(took, after)})
		}
		w.met[meeting{puzzle, player}] = true
	}
	match.matches = 1
	if match.won == 2 {
		match.matchesWon = 1
	}
	return match
}

// unmet returns a random puzzle that a player does not know, -1 if there is none.
func (w *world) unmet(player int) int {
	order := w.r.Perm(len(w.puzzles))
	i := slices.IndexFunc(order, func(puzzle int) bool { return !w.met[meeting{puzzle, player}] })
	if i < 0 {
		return -1
	}
	return order[i]
}

// recordings returns those that the bot would look at for a player, and their puzzles.
func (w *world) recordings(player int, ability float64) ([]rating.Recording, []int) {
	var above, below []int
	for i, p := range w.players {
		off := p.rating.Value - ability
		if i == player || p.rating.Attempts == 0 || math.Abs(off) > rating.NearAbility {
			continue
		}
		if off >= 0 {
			above = append(above, i)
		} else {
			below = append(below, i)
		}
	}
	byDistance := func(x, y int) int {
		return cmp.Compare(math.Abs(w.players[x].rating.Value-ability), math.Abs(w.players[y].rating.Value-ability))
	}
	var recordings []rating.Recording
	var puzzles []int
	for _, side := range [][]int{above, below} {
		slices.SortFunc(side, byDistance)
		for _, other := range side[:min(len(side), rating.NearPlayers)] {
			latest := w.solved[other][max(0, len(w.solved[other])-rating.LatestSolutions):]
			for _, s := range latest {
				if s.after > rating.LongestGhost || w.met[meeting{s.puzzle, player}] {
					continue
				}
				recordings = append(recordings, rating.Recording{
					Player:     int64(other),
					Difficulty: w.puzzles[s.puzzle].rating,
					After:      s.after,
				})
				puzzles = append(puzzles, s.puzzle)
			}
		}
	}
	return recordings, puzzles
}
