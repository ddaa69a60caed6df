package season

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// A boardRow names a row of best_days.
type boardRow struct{ board, player int64 }

// A day and its points.
type dayPoints struct{ day, points int }

// archive is what is stored of some people's dailies, as Go values beside the rows.
type archive struct {
	// persons has the person of each player, by the ID of the player.
	persons map[int64]int64
	// since has the day on which a player joined a community.
	since map[boardRow]int
	// scores and inWorld have the points of a player by day: all of them, and those that count in the World.
	scores, inWorld map[int64]map[int]int
	best            map[boardRow]dayPoints
}

// newArchive stores the dailies of some people. All of it is drawn at random.
func newArchive(t *testing.T, tx *storage.Tx, rnd *rand.Rand) *archive {
	t.Helper()
	a := &archive{
		persons: map[int64]int64{},
		since:   map[boardRow]int{},
		scores:  map[int64]map[int]int{},
		inWorld: map[int64]map[int]int{},
		best:    map[boardRow]dayPoints{},
	}
	exec := func(query string, args ...any) {
		t.Helper()
		if err := tx.Exec("fill", query, args...); err != nil {
			t.Fatal(err)
		}
	}
	var last int64
	for i := range 5 {
		p, err := tx.EnsurePlayer(fmt.Sprint("net", i%2), fmt.Sprint(i), "", "", storetest.Noon)
		if err != nil {
			t.Fatal(err)
		}
		a.persons[p.ID] = p.ID
		if i%2 == 1 {
			a.persons[p.ID] = last
			if err := tx.Link(last, p.ID, storetest.Noon); err != nil {
				t.Fatal(err)
			}
		}
		last = p.ID
		a.scores[p.ID] = map[int]int{}
		a.inWorld[p.ID] = map[int]int{}
		// Some have earned nothing that counts.
		most := []int{1, 4}[rnd.IntN(2)]
		for day := 1; day <= 4; day++ {
			for _, isLocal := range []bool{false, true} {
				points := rnd.IntN(most)
				id := addRound(t, tx)
				exec(`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
					VALUES ($1, $2, 0, $3, $4, 1, $5, 0)`, id, p.ID, day, points, isLocal)
				a.scores[p.ID][day] += points
				if !isLocal {
					a.inWorld[p.ID][day] += points
				}
			}
			// The points of a single game are a part of these.
			exec(`INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
				VALUES (0, $1, $2, '', $3, 1, 0), (0, $1, $2, '24', 9, 1, 0), (1, $1, $2, '', 9, 1, 0)`,
				p.ID, day, a.scores[p.ID][day])
		}
	}
	boards := []int64{storage.World}
	for _, key := range []string{"one", "two"} {
		boards = append(boards, storetest.Community(t, tx, key).ID)
	}
	for p := range a.persons {
		for _, board := range boards {
			row := boardRow{board, p}
			if board != storage.World && rnd.IntN(3) > 0 {
				a.since[row] = rnd.IntN(5)
				at := time.Unix(int64(a.since[row])*86400+rnd.Int64N(86400), 0)
				exec(`INSERT INTO members (community_id, player_id, at, since) VALUES ($1, $2, $3, $3)`, board, p, at)
			}
			if rnd.IntN(4) > 0 {
				a.best[row] = dayPoints{1 + rnd.IntN(4), 1 + rnd.IntN(9)}
				exec(`INSERT INTO best_days (community_id, player_id, day, points) VALUES ($1, $2, $3, $4)`,
					board, p, a.best[row].day, a.best[row].points)
			}
		}
	}
	return a
}

// addRound adds a round of some daily.
func addRound(t *testing.T, tx *storage.Tx) int64 {
	t.Helper()
	id, err := storage.Get[int64](tx, "count", `SELECT COUNT(*) FROM rounds`)
	if err != nil {
		t.Fatal(err)
	}
	id, err = tx.AddRound(storage.Round{Game: fmt.Sprint("game ", id), Daily: 1, Puzzle: "p", Class: "c", DealtAt: storetest.Noon})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// bestOf returns the best day of a person, of those that count; the earliest of equal ones.
func (a *archive) bestOf(person int64, points map[int64]map[int]int, counts func(day int) bool) (best dayPoints) {
	for day := 1; day <= 4; day++ {
		sum := 0
		for p := range a.persons {
			if a.persons[p] == person {
				sum += points[p][day]
			}
		}
		if counts(day) && sum > best.points {
			best = dayPoints{day, sum}
		}
	}
	return best
}

// correct does for the Go values what correctDays does for the rows.
func (a *archive) correct(person int64) {
	for row, stored := range maps.Clone(a.best) {
		if a.persons[row.player] != person {
			continue
		}
		since, isMember := a.since[row]
		best := a.bestOf(person, a.scores, func(day int) bool { return day == stored.day || isMember && day >= since })
		if row.board == storage.World {
			best = a.bestOf(person, a.inWorld, func(int) bool { return true })
		}
		a.best[row] = best
		if best.points == 0 {
			delete(a.best, row)
		}
	}
}

// show does for the Go values what showDayOfWorld does for the rows.
func (a *archive) show(person, shown int64) {
	a.correct(person)
	var best dayPoints
	for row, stored := range maps.Clone(a.best) {
		if row.board != storage.World || a.persons[row.player] != person || row.player == shown {
			continue
		}
		isBetter := stored.points > best.points || stored.points == best.points && stored.day < best.day
		if isBetter {
			best = stored
		}
		delete(a.best, row)
	}
	own := boardRow{storage.World, shown}
	if shown != 0 && best.points > a.best[own].points {
		a.best[own] = best
	}
}

// The best days of a person are what Go finds among the same points, and those of others stay as they are.
func TestBestDaysAgainstGo(t *testing.T) {
	for seed := range uint64(40) {
		s := storetest.Open(t, Feature().Tables...)
		storetest.Write(t, s, func(tx *storage.Tx) error {
			rnd := rand.New(rand.NewPCG(seed, 3))
			a := newArchive(t, tx, rnd)
			for p, person := range a.persons {
				shown := []int64{0, p, person}[rnd.IntN(3)]
				if err := showDayOfWorld(tx, p, shown); err != nil {
					return err
				}
				a.show(person, shown)
				rows, err := storage.List[struct {
					Board, Player int64
					Day, Points   int
				}](tx, "list best days", `SELECT community_id, player_id, day, points FROM best_days`)
				if err != nil {
					return err
				}
				got := map[boardRow]dayPoints{}
				for _, row := range rows {
					got[boardRow{row.Board, row.Player}] = dayPoints{row.Day, row.Points}
				}
				if !maps.Equal(got, a.best) {
					t.Fatalf("seed %d, of %d, shown as %d:\n%v, want\n%v", seed, p, shown, got, a.best)
				}
			}
			return nil
		})
	}
}
