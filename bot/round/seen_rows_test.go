package round

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage"
	"reckon/storage/storetest"
)

// If a class is marked as seen twice, the first row stays: a person who found the solution in a round has
// found it there.
func TestSeen(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		for _, m := range []struct {
			class string
			round int64
		}{{"found", 7}, {"found", 0}, {"found", 8}, {"shown", 0}, {"shown", 9}} {
			if err := MarkSeen(tx, ann, m.class, m.round); err != nil {
				return err
			}
		}
		for _, test := range []struct {
			who   int64
			class string
			seen  bool
			round int64
		}{{ann, "found", true, 7}, {ann, "shown", true, 0}, {ann, "other", false, 0}, {bo, "found", false, 0}} {
			seen, round, err := seenIn(tx, test.who, test.class)
			if err != nil {
				return err
			}
			if seen != test.seen || round != test.round {
				t.Errorf("player %d and %s: seen %v in round %d", test.who, test.class, seen, round)
			}
		}
		return nil
	})
}

func TestLock(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		// The later lock holds.
		for _, until := range []time.Time{storetest.Noon.Add(time.Hour), storetest.Noon.Add(2 * time.Hour)} {
			if err := lockClass(tx, "hash", "class", until); err != nil {
				return err
			}
		}
		for _, test := range []struct {
			person, class string
			after         time.Duration
			want          bool
		}{
			{"hash", "class", 0, true}, {"hash", "class", 2*time.Hour - 1, true}, {"hash", "class", 2 * time.Hour, false},
			{"hash", "other", 0, false}, {"other", "class", 0, false},
		} {
			// Times are kept to the millisecond.
			if got := !must(classLockedUntil(tx, test.person, test.class, storetest.Noon.Add(test.after)))(t).IsZero(); got != test.want {
				t.Errorf("%s and %s after %v: locked %v", test.person, test.class, test.after, got)
			}
		}
		return nil
	})
}

// A person has met a live puzzle if they took part in an open round of it, or in a daily from a number on. If
// they have seen its solution, they have met it only if a dealt round of it is open.
func TestLiveClasses(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		c := community(t, tx, "1")
		ann, bo := player(t, tx, "ann").ID, player(t, tx, "bo").ID
		try := func(who int64, r storage.Round) {
			t.Helper()
			if err := saveAttempt(tx, storage.Attempt{RoundID: round(t, tx, r), PlayerID: who, TookPart: true}); err != nil {
				t.Fatal(err)
			}
		}
		try(ann, storage.Round{CommunityID: c.ID, Class: "open"})
		try(ann, storage.Round{CommunityID: c.ID, Class: "closed", ClosedAt: storetest.Noon})
		try(ann, storage.Round{CommunityID: c.ID})
		try(bo, storage.Round{CommunityID: c.ID, Class: "of another"})
		try(ann, storage.Round{Game: "24", Puzzle: "24:1,2,3,4", Daily: 6, Class: "old daily"})
		try(ann, storage.Round{Game: "24", Puzzle: "24:1,2,3,5", Daily: 7, Class: "live daily"})
		round(t, tx, storage.Round{CommunityID: c.ID, Class: "open and seen"})
		if err := tx.Exec("add daily", `INSERT INTO dailies (number, game, puzzle, class) VALUES (7, 'letters', 'live daily seen', 'live daily seen')`); err != nil {
			return err
		}
		for _, class := range []string{"open and seen", "live daily seen", "nowhere"} {
			if err := MarkSeen(tx, ann, class, 0); err != nil {
				return err
			}
		}
		got := must(liveClassesOf(tx, ann, 7))(t)
		slices.Sort(got)
		if diff := cmp.Diff([]string{"live daily", "open", "open and seen"}, got); diff != "" {
			t.Errorf("live (-want +got):\n%s", diff)
		}
		return nil
	})
}
