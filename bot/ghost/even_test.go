package ghost

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"reckon/bot/round/rating"
	"reckon/bot/round/rating/simulation"
	"reckon/storage/dbtest"
)

// People of every ability win half of the puzzles against recordings, and nearly all ghosts are recordings.
// Nothing is known about newcomers, so they may win more or fewer.
func TestGhostsAreEven(t *testing.T) {
	// Nothing of it is in the database.
	dbtest.OnlyFile(t)
	puzzles := simulation.MadePuzzles(rand.New(rand.NewPCG(3, 4)), 600)
	players := 200
	attempts := 12
	runs := 1
	if *simulation.Long {
		puzzles = simulation.MeasuredPuzzles(t)
		players = 300
		attempts = 20
		runs = 10
	}
	for _, crowd := range simulation.Crowds {
		for _, g := range simulate(puzzles, crowd, players, attempts, runs) {
			share := float64(g.won) / float64(g.puzzles)
			t.Logf("%s, %s: they won %.1f %% of %d puzzles and %d of %d matches; %d rivals were recordings",
				crowd.Name, g.who, 100*share, g.puzzles, g.matchesWon, g.matches, g.recorded)
			if g.who == newcomers || *simulation.Spread != rating.Spread {
				continue
			}
			if g.puzzles < 500 || share < 0.45 || share > 0.55 {
				t.Errorf("%s, %s: they won %d of %d puzzles", crowd.Name, g.who, g.won, g.puzzles)
			}
			if g.recorded*10 < g.puzzles*9 {
				t.Errorf("%s, %s: only %d of %d rivals were recordings", crowd.Name, g.who, g.recorded, g.puzzles)
			}
		}
	}
}

// newcomers are the players who have tried no puzzle before their first match.
const newcomers = "newcomers"

// A results counts what some players won against ghosts.
type results struct {
	who string
	// puzzles is how many puzzles they played, won how many of these they won, and recorded in how many the ghost was a
	// recording.
	puzzles  int
	won      int
	recorded int

	matches    int
	matchesWon int
}

// add adds a match.
func (r *results) add(match results) {
	r.puzzles += match.puzzles
	r.won += match.won
	r.recorded += match.recorded
	r.matches += match.matches
	r.matchesWon += match.matchesWon
}

// A world has players who play against ghosts.
type world struct{ *simulation.World }

// simulate lets players try all puzzles, and then play five matches each against recordings of each other.
// A fifth of the players are newcomers. It returns the results of all other players whose abilities are
// shown, those of each third of these players by true ability, and those of the newcomers.
func simulate(list []simulation.Puzzle, of simulation.Crowd, players, attempts, runs int) []results {
	const matches = 5
	all := []results{
		{who: "all"},
		{who: "slowest third"},
		{who: "middle third"},
		{who: "quickest third"},
		{who: newcomers},
	}
	for run := range runs {
		w := world{simulation.NewWorld(list, of, players, run)}
		regulars := players - players/5
		w.Eager = w.Eager[:regulars]
		w.Play(attempts, func(_, _ simulation.Estimate, _ float64) {})
		var known []int
		for i, p := range w.Players {
			if p.Rating.Attempts >= rating.ShownFrom {
				known = append(known, i)
			}
		}
		slices.SortFunc(known, func(x, y int) int { return cmp.Compare(w.Players[x].Truth, w.Players[y].Truth) })
		for range matches {
			for _, player := range w.Random.Perm(players) {
				match := w.playMatch(player)
				if place := slices.Index(known, player); place >= 0 {
					all[0].add(match)
					all[1+3*place/len(known)].add(match)
				} else if player >= regulars {
					all[4].add(match)
				}
			}
		}
	}
	return all
}

// playMatch plays a match, best of three. It stops if the player knows all puzzles. Like the bot, it learns
// nothing from a second lost puzzle in a row, because the player may have gone away.
func (w world) playMatch(player int) results {
	var match results
	lastGhost := int64(-1)
	lostInARow := 0
	for match.won < 2 && match.puzzles-match.won < 2 {
		ability := expected(w.Players[player].Rating)
		var puzzle int
		var after time.Duration
		even := evenRecordings(w.recordings(player, ability.Value), ability, lastGhost)
		if len(even) > 0 {
			puzzle = puzzleOf(even[0])
			after = even[0].After
			lastGhost = even[0].PlayerID
			match.recorded++
		} else {
			puzzle = w.unmet(player)
			if puzzle < 0 {
				return match
			}
			after = min(evenTime(w.Puzzles[puzzle].Rating, ability), longest)
		}
		match.puzzles++
		took := simulation.Duration(w.SolveTime(puzzle, player))
		won := took < after
		if won {
			match.won++
			lostInARow = 0
		} else {
			lostInARow++
		}
		if lostInARow < 2 {
			w.Learn(puzzle, player, rating.Attempt{Solved: won, After: min(took, after)})
		}
		w.Met[simulation.Meeting{Puzzle: puzzle, Player: player}] = true
	}
	match.matches = 1
	if match.won == 2 {
		match.matchesWon = 1
	}
	return match
}

// unmet returns a random puzzle that a player does not know; -1 if there is none.
func (w world) unmet(player int) int {
	order := w.Random.Perm(len(w.Puzzles))
	for _, puzzle := range order {
		if !w.Met[simulation.Meeting{Puzzle: puzzle, Player: player}] {
			return puzzle
		}
	}
	return -1
}

// puzzleOf returns the puzzle of a recording. The ID of a puzzle is its number.
func puzzleOf(r recording) int {
	puzzle, err := strconv.Atoi(r.Puzzle)
	if err != nil {
		panic(err)
	}
	return puzzle
}

// recordings returns the recordings that the bot would read for a player.
func (w world) recordings(player int, ability float64) []recording {
	var above, below []int
	for i, p := range w.Players {
		off := p.Rating.Value - ability
		if i == player || p.Rating.Attempts == 0 || math.Abs(off) > nearAbility {
			continue
		}
		if off >= 0 {
			above = append(above, i)
		} else {
			below = append(below, i)
		}
	}
	byDistance := func(x, y int) int {
		return cmp.Compare(math.Abs(w.Players[x].Rating.Value-ability), math.Abs(w.Players[y].Rating.Value-ability))
	}
	var all []recording
	for _, side := range [][]int{above, below} {
		slices.SortFunc(side, byDistance)
		for _, other := range side[:min(len(side), nearPlayers)] {
			latest := w.Solved[other][max(0, len(w.Solved[other])-latestSolutions):]
			for _, s := range latest {
				if s.After > longest || w.Met[simulation.Meeting{Puzzle: s.Puzzle, Player: player}] {
					continue
				}
				all = append(all, recording{
					PlayerID:   int64(other),
					Puzzle:     strconv.Itoa(s.Puzzle),
					After:      s.After,
					Difficulty: w.Puzzles[s.Puzzle].Rating,
				})
			}
		}
	}
	return all
}
