package ghost

import (
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/storage"
	"reckon/storage/storetest"
)

// Nobody waits for a ghost longer than three minutes, even if they are slow themselves.
func TestComputedGhostIsNeverTooSlow(t *testing.T) {
	x := newPlayer(t)
	g := ghosts{Kernel: feature.Kernel{Store: x.store, Play: x.play}}
	for ability, isLongest := range map[float64]bool{-10: true, 3: false} {
		_, ghost, err := g.drawComputed(t.Context(), x.act, x.match, rating.Rating{Value: ability})
		if err != nil {
			t.Fatal(err)
		}
		const most = 3 * time.Minute
		if ghost.Recorded || ghost.After > most || (ghost.After == most) != isLongest {
			t.Errorf("the ghost of somebody of ability %v needs %v", ability, ghost.After)
		}
	}
}

// A match draws the recordings of one ghost, if possible those of the last one. It leaves out puzzles that
// are part of a live daily. If no recording is left, the ghost's time is computed.
func TestDraw(t *testing.T) {
	x := newPlayer(t)
	g := ghosts{Kernel: feature.Kernel{Store: x.store, Play: x.play}}
	ability := expected(rating.NewAbility())
	even := evenTime(rating.Rating{Value: 2.2}, ability).Truncate(time.Millisecond)
	ids := map[string]int64{}
	x.write(func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		for _, r := range []struct{ who, puzzle string }{
			{"few", hard},
			{"many", "24:1,2,3,4"},
			{"many", "24:2,3,4,5"},
			{"live", "24:1,1,3,13"},
			{"live", "24:5,5,5,5"},
			{"live", "24:1,5,5,5"},
		} {
			ids[r.who] = storetest.Person(t, tx, r.who).ID
			a := attempt{ids[r.who], parse(t, r.puzzle).Face().Class(), true, even, ability.Value}
			a.saveOf(t, tx, club, r.puzzle)
			if r.who == "live" {
				// The game does not matter, and a day has one puzzle of a game.
				if err := round.AddDaily(tx, round.Number(x.act.At), r.puzzle, r.puzzle, a.class); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for _, test := range []struct {
		name   string
		ghosts []string
		want   string
	}{
		{"at first, who has the most", nil, "many"},
		{"then the last one", []string{"many", "few"}, "few"},
		{"then the last one again", []string{"few", "many"}, "many"},
		{"instead of one without recordings", []string{"few", "nobody"}, "many"},
	} {
		m := x.match
		for _, who := range test.ghosts {
			m.Bouts = append(m.Bouts, round.Bout{Opponent: round.Opponent{PlayerID: ids[who]}})
		}
		drawn, ghost, err := g.Draw(t.Context(), x.act, m)
		if err != nil {
			t.Fatal(err)
		}
		want := round.Opponent{After: even, Recorded: true, PlayerID: ids[test.want]}
		if ghost != want || !drawn.Solvable {
			t.Errorf("%s: %s against %+v, want %+v", test.name, drawn.Puzzle.ID(), ghost, want)
		}
	}
}
