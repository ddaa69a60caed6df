package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"reckon/bot/play/rating"
	"reckon/engine"
)

type ghostsCmd struct {
	Simulate ghostsSimulateCmd `cmd:"" help:"Let simulated players, whose true abilities are known, play against recordings of each other, and print how often they win."`
}

type ghostsSimulateCmd struct {
	simulateCmd
	Matches int `default:"5" help:"Matches of each player, with a stranger's first among them (default: ${default})."`
}

// Run prints the shares of puzzles and matches that players win.
func (s ghostsSimulateCmd) Run(c console) error {
	hands, err := s.hands()
	if err != nil {
		return err
	}
	if s.Attempts < 1 || s.Runs < 1 || s.Matches < 1 || s.Players < 2*s.Attempts {
		return errors.New("it takes at least one attempt, one match, one run, and two players for each attempt at a hand")
	}
	for _, crowd := range crowds {
		t := engine.Table{
			Title: fmt.Sprintf("%s, of abilities %.1f ± %.1f: won against ghosts", crowd.name, crowd.mean, crowd.deviation),
			Head:  []string{"players", "puzzles", "won", "recorded", "matches", "won"},
		}
		for _, row := range s.ghosts(hands, crowd) {
			t.Rows = append(t.Rows, []string{
				row.who, fmt.Sprint(row.puzzles), percent(row.won, row.puzzles), percent(row.recorded, row.puzzles), fmt.Sprint(row.matches), percent(row.matchesWon, row.matches),
			})
		}
		if err := writeTables(c.out, []engine.Table{t}); err != nil {
			return err
		}
	}
	return nil
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }

// A ghostTally counts what some players won against ghosts.
type ghostTally struct {
	who                                         string
	puzzles, won, recorded, matches, matchesWon int
}

func (t *ghostTally) add(o ghostTally) {
	t.puzzles, t.won, t.recorded = t.puzzles+o.puzzles, t.won+o.won, t.recorded+o.recorded
	t.matches, t.matchesWon = t.matches+o.matches, t.matchesWon+o.matchesWon
}

// ghosts lets players who have tried all puzzles so often play matches against each other's
// recordings. It returns what they won: all whose abilities are shown, each third of these by true
// ability, and strangers, who have tried nothing before.
func (s ghostsSimulateCmd) ghosts(list []simulatedPuzzle, of crowd) []ghostTally {
	rows := []ghostTally{{who: "all"}, {who: "slowest third"}, {who: "middle third"}, {who: "quickest third"}, {who: "strangers"}}
	for run := range s.Runs {
		w := s.world(list, of, run)
		strangers := len(w.players) / 5
		w.eager = w.eager[:len(w.players)-strangers]
		w.play(s.Attempts, func(_, _ estimate, _ float64) {})
		var known, all []int
		for i, p := range w.players {
			if all = append(all, i); p.rating.Attempts >= rating.ShownFrom {
				known = append(known, i)
			}
		}
		slices.SortFunc(known, func(x, y int) int { return cmp.Compare(w.players[x].truth, w.players[y].truth) })
		for range s.Matches {
			for _, i := range w.r.Perm(len(all)) {
				result := w.ghostMatch(i)
				if place := slices.Index(known, i); place >= 0 {
					rows[0].add(result)
					rows[1+3*place/len(known)].add(result)
				} else if i >= len(w.players)-strangers {
					rows[4].add(result)
				}
			}
		}
	}
	return rows
}

// ghostMatch plays a match, best of three; it breaks off where a player knows all puzzles. As the bot does, it learns nothing from a second puzzle
// in a row that was lost: the player may have gone away.
func (w *world) ghostMatch(player int) (t ghostTally) {
	had, quiet := int64(-1), 0
	for t.won < 2 && t.puzzles-t.won < 2 {
		ability := w.players[player].rating.Expected()
		puzzle, after := -1, time.Duration(0)
		all, puzzles := w.recordings(player, ability.Value)
		if order := rating.Rivals(all, ability, had); len(order) > 0 {
			puzzle, after, had = puzzles[order[0]], all[order[0]].After, all[order[0]].Player
			t.recorded++
		} else {
			order := w.r.Perm(len(w.puzzles))
			fresh := slices.IndexFunc(order, func(i int) bool { return !w.met[[2]int{i, player}] })
			if fresh < 0 { // nothing is left that they do not know
				return t
			}
			puzzle = order[fresh]
			after = min(rating.Even(w.puzzles[puzzle].rating, ability), rating.LongestGhost)
		}
		t.puzzles++
		took := lnSeconds(w.time(puzzle, player))
		won := took < after
		if quiet++; won {
			t.won++
			quiet = 0
		}
		if quiet < 2 {
			w.learn(puzzle, player, rating.Attempt{Solved: won, After: min(took, after)})
		}
		w.met[[2]int{puzzle, player}] = true
	}
	t.matches = 1
	if t.won == 2 {
		t.matchesWon = 1
	}
	return t
}

// recordings are those that the bot would look at for a player, and their puzzles.
func (w *world) recordings(player int, ability float64) (all []rating.Recording, puzzles []int) {
	var above, below []int
	for i, p := range w.players {
		switch off := p.rating.Value - ability; {
		case i == player || p.rating.Attempts == 0 || math.Abs(off) > rating.NearAbility:
		case off >= 0:
			above = append(above, i)
		default:
			below = append(below, i)
		}
	}
	near := func(x, y int) int {
		return cmp.Compare(math.Abs(w.players[x].rating.Value-ability), math.Abs(w.players[y].rating.Value-ability))
	}
	for _, side := range [][]int{above, below} {
		slices.SortFunc(side, near)
		for _, i := range side[:min(len(side), rating.NearPlayers)] {
			latest := w.solved[i][max(0, len(w.solved[i])-rating.LatestSolutions):]
			for _, x := range latest {
				if x.after <= rating.LongestGhost && !w.met[[2]int{x.puzzle, player}] {
					all = append(all, rating.Recording{Player: int64(i), Difficulty: w.puzzles[x.puzzle].rating, After: x.after})
					puzzles = append(puzzles, x.puzzle)
				}
			}
		}
	}
	return all, puzzles
}
