package storage

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDaily(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.Daily(1, "24"); err != ErrNotFound {
			t.Errorf("a daily not chosen: %v", err)
		}
		for _, puzzle := range []string{"24:3,3,8,8", "24:1,2,3,4"} {
			if err := tx.AddDaily(1, "24", puzzle); err != nil {
				return err
			}
		}
		if got := must(tx.Daily(1, "24"))(t); got != "24:3,3,8,8" {
			t.Errorf("the daily was changed to %s", got)
		}
		for _, test := range []struct {
			puzzle string
			number int
			want   bool
		}{{"24:3,3,8,8", 1, true}, {"24:1,2,3,4", 1, false}, {"24:3,3,8,8", 2, false}} {
			if got := must(tx.IsDailyPuzzle(test.puzzle, test.number))(t); got != test.want {
				t.Errorf("IsDailyPuzzle(%s, %d) = %v", test.puzzle, test.number, got)
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
		daily := Round{Game: "24", Puzzle: "24:3,3,8,8", Daily: 1, PosedAt: noon}
		id := must(tx.AddRound(daily))(t)
		if _, err := tx.AddRound(daily); err == nil {
			t.Error("a second round of the same daily was stored")
		}
		inChat := daily
		inChat.ChatID = chat(t, tx, "1").ID
		must(tx.AddRound(inChat))(t)
		if got := must(tx.DailyRound(1, "24"))(t).ID; got != id {
			t.Errorf("round of the daily is %d, want %d", got, id)
		}
		return nil
	})
}

func TestDailySolvers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, other := chat(t, tx, "1"), chat(t, tx, "2")
		ann, bo := player(t, tx, "a"), player(t, tx, "b")
		rounds := map[int]int64{}
		for _, number := range []int{3, 1, 2} {
			rounds[number] = must(tx.AddRound(Round{Game: "24", Puzzle: "24:3,3,8,8", Daily: number, PosedAt: noon}))(t)
		}
		rounds[0] = round(t, tx, Round{ChatID: c.ID})
		for _, a := range []Answer{
			{RoundID: rounds[1], PlayerID: ann.ID, ChatID: c.ID, Text: "a0", Outcome: "wrong"},
			{RoundID: rounds[1], PlayerID: bo.ID, ChatID: other.ID, Text: "b1", Outcome: "right"},
			{RoundID: rounds[1], PlayerID: ann.ID, ChatID: c.ID, Text: "a1", Outcome: "right"},
			{RoundID: rounds[1], PlayerID: ann.ID, ChatID: c.ID, Text: "a2", Outcome: "right"},
			{RoundID: rounds[2], PlayerID: ann.ID, ChatID: c.ID, Text: "a3", Outcome: "wrong"},
			{RoundID: rounds[3], PlayerID: ann.ID, Text: "a4", Outcome: "right"},
			{RoundID: rounds[0], PlayerID: ann.ID, ChatID: c.ID, Text: "a5", Outcome: "right"},
		} {
			a.At = noon
			must(tx.AddAnswer(a))(t)
		}
		for chatID, want := range map[int64][]string{0: {"b1", "a1"}, c.ID: {"a1"}, other.ID: {"b1"}} {
			if diff := cmp.Diff(want, texts(must(tx.DailySolvers(rounds[1], chatID))(t))); diff != "" {
				t.Errorf("solvers in chat %d (-want +got):\n%s", chatID, diff)
			}
		}
		if diff := cmp.Diff([]int{3, 1}, must(tx.SolvedDailies(ann.ID))(t)); diff != "" {
			t.Errorf("solved dailies (-want +got):\n%s", diff)
		}
		return nil
	})
}
