package round

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
	"reckon/storage/storetest"
)

func TestRoundKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		full := storage.Round{CommunityID: community(t, tx, "1").ID, Channel: "topic", Game: "24", Puzzle: "24:3,3,8,8", Class: "3388", Daily: 12,
			AskerID: player(t, tx, "p").ID, Custom: true, Wish: "3 large", DealtAt: storetest.Noon, Lasts: 30 * time.Second, Level: 4, Seconds: 41.5, Base: 20, Best: -1, EndsAt: storetest.Noon.Add(30 * time.Second),
			SolvedAt: storetest.Noon.Add(20 * time.Second), ClosedAt: storetest.Noon.Add(time.Minute), Reason: "time", Message: "m1", MatchID: 3, AskerLocale: "en", AskerName: "Name of p"}
		for _, want := range []storage.Round{full, {Game: "24", Puzzle: "24:1,2,3,4", DealtAt: storetest.Noon, Best: -1}} {
			want.ID = must(tx.AddRound(want))(t)
			if diff := cmp.Diff(want, must(tx.RoundByID(want.ID))(t)); diff != "" {
				t.Errorf("round (-want +got):\n%s", diff)
			}
		}
		if _, err := tx.RoundByID(99); err != storage.ErrNotFound {
			t.Errorf("unknown round: %v", err)
		}
		return nil
	})
}

func TestAddRoundRefuses(t *testing.T) {
	s := openTemp(t)
	for what, r := range map[string]storage.Round{
		"a round in an unknown community": {CommunityID: 99, Game: "24", Puzzle: "24:3,3,8,8", DealtAt: storetest.Noon},
		"a round dealt never":             {Game: "24", Puzzle: "24:3,3,8,8"},
	} {
		wantRefused(t, s, what, func(tx *storage.Tx) error {
			_, err := tx.AddRound(r)
			return err
		})
	}
}

func TestFindingRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, other := community(t, tx, "1"), community(t, tx, "2")
		pose := func(c storage.Community, channel, puzzle string) int64 {
			return round(t, tx, storage.Round{CommunityID: c.ID, Channel: channel, Game: "24", Puzzle: puzzle, Class: "class of " + puzzle})
		}
		first := pose(c, "", "24:1,1,1,8")
		second := pose(c, "", "24:2,2,2,8")
		topic := pose(c, "topic", "24:5,5,5,1")
		pose(other, "", "24:6,6,6,6")
		last := pose(c, "", "24:1,1,1,8")
		if err := tx.SaveRound(storage.Round{ID: last, ClosedAt: storetest.Noon, Reason: "gave-up"}); err != nil {
			return err
		}
		round(t, tx, storage.Round{Game: "24", Puzzle: "24:9,9,9,9", Class: "daily", Daily: 7})

		open := func(channel string, limit int) (all []int64) {
			for _, r := range must(OpenRounds(tx, c.ID, channel, limit))(t) {
				all = append(all, r.ID)
			}
			return all
		}
		for _, test := range []struct {
			channel string
			limit   int
			want    []int64
		}{{"", 9, []int64{first, second}}, {"", 1, []int64{second}}, {"topic", 9, []int64{topic}}, {"none", 9, nil}} {
			if diff := cmp.Diff(test.want, open(test.channel, test.limit)); diff != "" {
				t.Errorf("open in %q (-want +got):\n%s", test.channel, diff)
			}
		}
		p := player(t, tx, "p").ID
		learnt := Learnt{Value: 1, Prior: 2, Attempts: 3}
		if err := errors.Join(setAbility(tx, p, "24", learnt), setAward(tx, storage.Award{RoundID: topic, PlayerID: p, CommunityID: c.ID, Points: 10, At: storetest.Noon})); err != nil {
			return err
		}
		if diff := cmp.Diff(lastRounds{Ability: learnt, Puzzles: []string{"24:1,1,1,8", "24:5,5,5,1"}, Paid: 1}, must(findLastRounds(tx, c.ID, p, "24", 2))(t)); diff != "" {
			t.Errorf("lately (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(lastRounds{}, must(findLastRounds(tx, c.ID, p, "tchisla", 5))(t)); diff != "" {
			t.Errorf("lately in another game (-want +got):\n%s", diff)
		}
		match := MatchRow{CommunityID: c.ID, Channel: "topic", AskerID: p, Kind: "race", Game: "24", Length: 5, AskedAt: storetest.Noon, BegunAt: storetest.Noon}
		match.ID = must(AddMatch(tx, match))(t)
		if err := AddDaily(tx, 7, "24", "24:6,6,6,6", "class of 24:6,6,6,6"); err != nil {
			return err
		}
		scene := must(findScene(tx, c.ID, "topic", "class of 24:6,6,6,6", 7, 8, 9))(t)
		if scene.Match.ID != match.ID || len(scene.Rounds) != 1 || scene.Rounds[0].ID != topic || !scene.Live {
			t.Errorf("scene: %+v", scene)
		}
		scene = must(findScene(tx, c.ID, "", "class of 24:6,6,6,6", 8, 9, 9))(t)
		if scene.Match.ID != 0 || len(scene.Rounds) != 2 || scene.Live {
			t.Errorf("scene elsewhere: %+v", scene)
		}
		return nil
	})
}

func TestSaveRound(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		other := round(t, tx, storage.Round{CommunityID: c.ID})
		want := must(tx.RoundByID(round(t, tx, storage.Round{CommunityID: c.ID, Lasts: time.Minute})))(t)
		want.Lasts, want.EndsAt, want.SolvedAt = 20*time.Second, storetest.Noon.Add(time.Minute), storetest.Noon.Add(time.Second)
		want.ClosedAt, want.Reason, want.Message = storetest.Noon.Add(time.Hour), "solved", "m1"
		if err := tx.SaveRound(want); err != nil {
			return err
		}
		if diff := cmp.Diff(want, must(tx.RoundByID(want.ID))(t)); diff != "" {
			t.Errorf("round (-want +got):\n%s", diff)
		}
		if r := must(tx.RoundByID(other))(t); !r.ClosedAt.IsZero() || r.Message != "" {
			t.Errorf("another round is %+v", r)
		}
		return nil
	})
}

// A round has paid if somebody has points for it. An award may have no points.
func TestLastRoundsThatPaid(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c, ann := community(t, tx, "club"), player(t, tx, "ann").ID
		for _, points := range []int{0, 1} {
			id := round(t, tx, storage.Round{CommunityID: c.ID})
			award := storage.Award{RoundID: id, PlayerID: ann, CommunityID: c.ID, Points: points, Solved: true, At: storetest.Noon}
			if err := setAward(tx, award); err != nil {
				return err
			}
		}
		round(t, tx, storage.Round{CommunityID: c.ID})
		last := must(findLastRounds(tx, c.ID, ann, "24", 5))(t)
		if len(last.Puzzles) != 3 || last.Paid != 1 {
			t.Errorf("%d of %d rounds have paid, want 1 of 3", last.Paid, len(last.Puzzles))
		}
		return nil
	})
}

// A puzzle is met by people who have seen a solution of its class, on any of their networks. A puzzle of a
// live daily is met by all.
func TestIsMet(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, twin, bo := player(t, tx, "ann").ID, player(t, tx, "twin").ID, player(t, tx, "bo").ID
		err := errors.Join(tx.Link(ann, twin, storetest.Noon), MarkSeen(tx, twin, "seen", 0),
			AddDaily(tx, 7, "24", "24:6,6,6,6", "of the day"))
		if err != nil {
			return err
		}
		for _, c := range []struct {
			what, class string
			first, last int
			players     []int64
			want        bool
		}{
			{"by their other player", "seen", 7, 8, []int64{ann}, true},
			{"by the second of two", "seen", 7, 8, []int64{bo, twin}, true},
			{"by another", "seen", 7, 8, []int64{bo}, false},
			{"another class", "other", 7, 8, []int64{ann, twin}, false},
			{"a live daily", "of the day", 6, 7, nil, true},
			{"a daily that is over", "of the day", 8, 9, []int64{ann}, false},
		} {
			if got := must(isMetBy(tx, c.class, c.first, c.last, c.players...))(t); got != c.want {
				t.Errorf("%s: met %v", c.what, got)
			}
		}
		return nil
	})
}
