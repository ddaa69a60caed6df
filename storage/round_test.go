package storage

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRoundKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		full := Round{ChatID: chat(t, tx, "1").ID, Thread: "topic", Game: "24", Puzzle: "24:3,3,8,8", Daily: 12,
			PoserID: player(t, tx, "p").ID, PosedAt: noon, EndsAt: noon.Add(30 * time.Second),
			SolvedAt: noon.Add(20 * time.Second), ClosedAt: noon.Add(time.Minute), Reason: "time", Message: "m1"}
		for _, want := range []Round{full, {Game: "24", Puzzle: "24:1,2,3,4", PosedAt: noon}} {
			want.ID = must(tx.AddRound(want))(t)
			if diff := cmp.Diff(want, must(tx.RoundByID(want.ID))(t)); diff != "" {
				t.Errorf("round (-want +got):\n%s", diff)
			}
		}
		if _, err := tx.RoundByID(99); err != ErrNotFound {
			t.Errorf("unknown round: %v", err)
		}
		return nil
	})
}

func TestAddRoundRefuses(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.AddRound(Round{ChatID: 99, Game: "24", Puzzle: "24:3,3,8,8", PosedAt: noon}); err == nil {
			t.Error("a round in an unknown chat was stored")
		}
		if _, err := tx.AddRound(Round{Game: "24", Puzzle: "24:3,3,8,8"}); err == nil {
			t.Error("a round posed never was stored")
		}
		return nil
	})
}

func TestFindingRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, other := chat(t, tx, "1"), chat(t, tx, "2")
		pose := func(c Chat, thread, puzzle string) int64 {
			return round(t, tx, Round{ChatID: c.ID, Thread: thread, Game: "24", Puzzle: puzzle})
		}
		pose(c, "", "24:1,1,1,8")
		open := pose(c, "", "24:1,1,1,8")
		pose(c, "topic", "24:5,5,5,1")
		pose(other, "", "24:6,6,6,6")
		last := pose(c, "", "24:1,1,1,8")
		if closed := must(tx.CloseRound(last, noon, "gave-up"))(t); !closed {
			t.Error("an open round was not closed")
		}

		if got := must(tx.OpenRoundOf(c.ID, "", "24:1,1,1,8"))(t).ID; got != open {
			t.Errorf("the open round is %d, want %d", got, open)
		}
		if _, err := tx.OpenRoundOf(c.ID, "", "24:5,5,5,1"); err != ErrNotFound {
			t.Errorf("a puzzle open in another thread: %v", err)
		}
		for puzzle, want := range map[string]bool{"24:5,5,5,1": true, "24:6,6,6,6": false, "24:9,9,9,9": false} {
			if got := must(tx.IsOpen(puzzle, c.ID))(t); got != want {
				t.Errorf("IsOpen(%s) = %v", puzzle, got)
			}
		}
		if diff := cmp.Diff([]string{"24:1,1,1,8", "24:5,5,5,1"}, must(tx.RecentPuzzles(c.ID, "24", 2))(t)); diff != "" {
			t.Errorf("recent puzzles (-want +got):\n%s", diff)
		}
		if got := must(tx.RecentPuzzles(c.ID, "tchisla", 5))(t); len(got) != 0 {
			t.Errorf("recent puzzles of another game: %v", got)
		}
		return nil
	})
}

func TestRoundHappensOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		id := round(t, tx, Round{ChatID: chat(t, tx, "1").ID})
		later := noon.Add(time.Hour)
		err := errors.Join(tx.SolveRound(id, noon), tx.SolveRound(id, later))
		if err != nil {
			return err
		}
		for i, reason := range []string{"solved", "expired"} {
			at := noon.Add(time.Duration(i) * time.Hour)
			if closed := must(tx.CloseRound(id, at, reason))(t); closed != (i == 0) {
				t.Errorf("closing time %d returned %v", i+1, closed)
			}
		}
		r := must(tx.RoundByID(id))(t)
		if !r.SolvedAt.Equal(noon) || !r.ClosedAt.Equal(noon) || r.Reason != "solved" {
			t.Errorf("round is %+v", r)
		}
		return nil
	})
}
