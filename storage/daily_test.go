package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDaily(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.Daily(1, "24"); err != ErrNotFound {
			t.Errorf("a daily not chosen: %v", err)
		}
		for _, puzzle := range []string{"24:3,3,8,8", "24:1,2,3,4"} {
			if err := tx.AddDaily(1, "24", puzzle, "class of "+puzzle); err != nil {
				return err
			}
		}
		if got := must(tx.Daily(1, "24"))(t); got != "24:3,3,8,8" {
			t.Errorf("the daily was changed to %s", got)
		}
		for _, test := range []struct {
			class       string
			first, last int
			want        bool
		}{
			{"class of 24:3,3,8,8", 1, 1, true}, {"class of 24:3,3,8,8", 0, 2, true}, {"class of 24:3,3,8,8", 2, 9, false},
			{"class of 24:3,3,8,8", -3, 0, false}, {"class of 24:1,2,3,4", 1, 1, false},
		} {
			if got := must(tx.IsDaily(test.class, test.first, test.last))(t); got != test.want {
				t.Errorf("IsDaily(%s, %d, %d) = %v", test.class, test.first, test.last, got)
			}
		}
		return nil
	})
}

func TestDailyRoundIsOne(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.DailyRound(1, "24"); err != ErrNotFound {
			t.Errorf("no round yet: %v", err)
		}
		daily := Round{Game: "24", Puzzle: "24:3,3,8,8", Daily: 1, DealtAt: noon}
		id := must(tx.AddRound(daily))(t)
		if err := refused(t, tx, func() error { _, err := tx.AddRound(daily); return err }); err == nil {
			t.Error("a second round of the same daily was stored")
		}
		in := daily
		in.CommunityID = community(t, tx, "1").ID
		must(tx.AddRound(in))(t)
		if got := must(tx.DailyRound(1, "24"))(t).ID; got != id {
			t.Errorf("round of the daily is %d, want %d", got, id)
		}
		return nil
	})
}

// Solvers are the members who solved it, wherever they did.
func TestDailySolvers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, other := community(t, tx, "1"), community(t, tx, "2")
		r := round(t, tx, Round{Daily: 1})
		earlier := round(t, tx, Round{Daily: 2})
		award := func(round int64, key string, minute int, solved bool) {
			if err := tx.SetAward(Award{RoundID: round, PlayerID: player(t, tx, key).ID, Day: 1, Points: 10, Solved: solved,
				At: noon.Add(time.Duration(minute) * time.Minute)}); err != nil {
				t.Fatal(err)
			}
		}
		award(r, "ann", 2, true)
		award(r, "bo", 1, true)
		award(r, "cy", 0, false) // came near
		award(r, "dee", 0, true) // of another community
		award(earlier, "eve", 0, true)
		for _, key := range []string{"ann", "bo", "cy", "eve"} {
			if err := tx.Join(c.ID, player(t, tx, key).ID, noon); err != nil {
				return err
			}
		}
		if err := tx.Join(other.ID, player(t, tx, "dee").ID, noon); err != nil {
			return err
		}
		names := func(c Community, limit int) (all []string) {
			for _, p := range must(tx.DailySolvers(r, c.ID, limit))(t) {
				all = append(all, p.Key)
			}
			return all
		}
		for _, test := range []struct {
			c     Community
			limit int
			want  []string
		}{{c, 9, []string{"bo", "ann"}}, {c, 1, []string{"bo"}}, {other, 9, []string{"dee"}}} {
			if diff := cmp.Diff(test.want, names(test.c, test.limit)); diff != "" {
				t.Errorf("solvers in %s (-want +got):\n%s", test.c.Key, diff)
			}
		}
		return nil
	})
}

func TestDays(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		for _, number := range []int{3, 1, 3, 7} { // one twice
			if err := tx.AddDay(ann, number); err != nil {
				return err
			}
		}
		if err := tx.AddDay(bo, 9); err != nil {
			return err
		}
		for limit, want := range map[int][]int{9: {7, 3, 1}, 2: {7, 3}} {
			if diff := cmp.Diff(want, must(tx.Days(ann, limit))(t)); diff != "" {
				t.Errorf("days (-want +got):\n%s", diff)
			}
		}
		return nil
	})
}
