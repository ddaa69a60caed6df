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
		full := Round{CommunityID: community(t, tx, "1").ID, Channel: "topic", Game: "24", Puzzle: "24:3,3,8,8", Class: "3388", Daily: 12,
			AskerID: player(t, tx, "p").ID, Own: true, Wish: "3 large", DealtAt: noon, Lasts: 30 * time.Second, Level: 4, Seconds: 41.5, EndsAt: noon.Add(30 * time.Second),
			SolvedAt: noon.Add(20 * time.Second), ClosedAt: noon.Add(time.Minute), Reason: "time", Message: "m1", MatchID: 3}
		for _, want := range []Round{full, {Game: "24", Puzzle: "24:1,2,3,4", DealtAt: noon}} {
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
		add := func(r Round) error {
			return refused(t, tx, func() error { _, err := tx.AddRound(r); return err })
		}
		if err := add(Round{CommunityID: 99, Game: "24", Puzzle: "24:3,3,8,8", DealtAt: noon}); err == nil {
			t.Error("a round in an unknown community was stored")
		}
		if err := add(Round{Game: "24", Puzzle: "24:3,3,8,8"}); err == nil {
			t.Error("a round dealt never was stored")
		}
		return nil
	})
}

func TestFindingRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, other := community(t, tx, "1"), community(t, tx, "2")
		pose := func(c Community, channel, puzzle string) int64 {
			return round(t, tx, Round{CommunityID: c.ID, Channel: channel, Game: "24", Puzzle: puzzle, Class: "class of " + puzzle})
		}
		first := pose(c, "", "24:1,1,1,8")
		second := pose(c, "", "24:2,2,2,8")
		topic := pose(c, "topic", "24:5,5,5,1")
		pose(other, "", "24:6,6,6,6")
		last := pose(c, "", "24:1,1,1,8")
		if closed := must(tx.CloseRound(last, noon, "gave-up"))(t); !closed {
			t.Error("an open round was not closed")
		}
		round(t, tx, Round{Game: "24", Puzzle: "24:9,9,9,9", Class: "daily", Daily: 7})

		open := func(channel string, limit int) (all []int64) {
			for _, r := range must(tx.OpenRounds(c.ID, channel, limit))(t) {
				all = append(all, r.ID)
			}
			return all
		}
		for _, test := range []struct {
			channel string
			limit   int
			want    []int64
		}{{"", 9, []int64{first, second}}, {"", 1, []int64{first}}, {"topic", 9, []int64{topic}}, {"none", 9, nil}} {
			if diff := cmp.Diff(test.want, open(test.channel, test.limit)); diff != "" {
				t.Errorf("open in %q (-want +got):\n%s", test.channel, diff)
			}
		}
		for _, test := range []struct {
			class  string
			except int64
			want   bool
		}{
			{"class of 24:1,1,1,8", 0, true}, {"class of 24:1,1,1,8", first, false}, {"class of 24:1,1,1,8", last, true},
			{"class of 24:6,6,6,6", 0, true}, {"24:6,6,6,6", 0, false},
			{"daily", 0, false}, // a daily is no round of a community
		} {
			if got := must(tx.IsOpen(test.class, test.except))(t); got != test.want {
				t.Errorf("IsOpen(%s, %d) = %v", test.class, test.except, got)
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

// A clock starts once, and only where there is one.
func TestStartClock(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		end := noon.Add(30 * time.Second)
		timed, untimed := round(t, tx, Round{Lasts: 30 * time.Second}), round(t, tx, Round{})
		closed := round(t, tx, Round{Lasts: 30 * time.Second, ClosedAt: noon})
		for _, test := range []struct {
			id   int64
			at   time.Time
			want bool
		}{{timed, end, true}, {timed, end.Add(time.Hour), false}, {untimed, end, false}, {closed, end, false}, {99, end, false}} {
			if got := must(tx.StartClock(test.id, test.at))(t); got != test.want {
				t.Errorf("starting the clock of round %d: %v", test.id, got)
			}
		}
		if got := must(tx.RoundByID(timed))(t).EndsAt; !got.Equal(end) {
			t.Errorf("the clock runs out at %v, want %v", got, end)
		}
		if got := must(tx.RoundByID(untimed))(t).EndsAt; !got.IsZero() {
			t.Errorf("a round without a clock ends at %v", got)
		}
		return nil
	})
}

func TestRoundHappensOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		id := round(t, tx, Round{CommunityID: community(t, tx, "1").ID})
		later := noon.Add(time.Hour)
		err := errors.Join(tx.SolveRound(id, noon), tx.SolveRound(id, later))
		if err != nil {
			return err
		}
		for _, message := range []string{"m1", "m2"} {
			if err := tx.SetRoundMessage(id, message); err != nil {
				return err
			}
		}
		for i, reason := range []string{"solved", "expired"} {
			at := noon.Add(time.Duration(i) * time.Hour)
			if closed := must(tx.CloseRound(id, at, reason))(t); closed != (i == 0) {
				t.Errorf("closing time %d returned %v", i+1, closed)
			}
		}
		r := must(tx.RoundByID(id))(t)
		if !r.SolvedAt.Equal(noon) || !r.ClosedAt.Equal(noon) || r.Reason != "solved" || r.Message != "m1" {
			t.Errorf("round is %+v", r)
		}
		return nil
	})
}
