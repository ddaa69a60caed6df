package round

import (
	"errors"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// A puzzle is open for points to those who belong to a group where it was dealt and is not over.
func TestOpenForPoints(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		group := community(t, tx, "group").ID
		alone := must(tx.EnsureCommunity("net", "alone", true, player(t, tx, "ann").ID, "", storetest.Noon))(t).ID
		since := storetest.Noon.Add(-BelongFor)
		joined := map[string]time.Time{"ann": storetest.Noon, "away": since.Add(-time.Second), "back": since}
		for who, at := range joined {
			for _, place := range []int64{group, alone} {
				if err := tx.Join(place, player(t, tx, who).ID, at); err != nil {
					return err
				}
			}
		}
		dealt := round(t, tx, storage.Round{CommunityID: group, Class: "dealt"})
		round(t, tx, storage.Round{CommunityID: group, Class: "typed", Custom: true})
		round(t, tx, storage.Round{CommunityID: group, Class: "over", ClosedAt: storetest.Noon})
		round(t, tx, storage.Round{CommunityID: alone, Class: "alone"})
		for _, c := range []struct {
			who, class string
			except     int64
			want       bool
		}{
			{"ann", "dealt", 0, true},
			{"ann", "dealt", dealt, false},
			{"ann", "typed", 0, false},
			{"ann", "over", 0, false},
			{"ann", "alone", 0, false},
			{"back", "dealt", 0, true},
			{"away", "dealt", 0, false},
			{"stranger", "dealt", 0, false},
		} {
			_, err := openForPoints(tx, []string{"nowhere", c.class}, player(t, tx, c.who).ID, c.except, since)
			if err != nil && !errors.Is(err, storage.ErrNotFound) {
				return err
			}
			if got := err == nil; got != c.want {
				t.Errorf("%q is open for points to %s, but in round %d: %v", c.class, c.who, c.except, got)
			}
		}
		return nil
	})
}

// A person was shown a solution of an open round by another round that ended meanwhile, unless they had
// solved that one. A round that ended before this one was dealt does not count.
func TestWasShownByAnotherRound(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ended := func(key string, at time.Time) int64 {
			return round(t, tx, storage.Round{CommunityID: community(t, tx, key).ID, Class: "class", ClosedAt: at})
		}
		before := ended("before", storetest.Noon.Add(-time.Minute))
		meanwhile := ended("meanwhile", storetest.Noon.Add(time.Minute))
		open := storage.Round{CommunityID: community(t, tx, "group").ID, Class: "class", DealtAt: storetest.Noon}
		open.ID = round(t, tx, open)
		seen := map[string]int64{"early": before, "ann": meanwhile, "bo": meanwhile}
		for who, in := range seen {
			if err := MarkSeen(tx, player(t, tx, who).ID, "class", in); err != nil {
				return err
			}
		}
		if err := MarkSeen(tx, player(t, tx, "dan").ID, "another class", meanwhile); err != nil {
			return err
		}
		found := storage.Answer{RoundID: meanwhile, PlayerID: player(t, tx, "bo").ID, At: storetest.Noon, Outcome: "right"}
		if _, err := tx.AddAnswer(found, nil); err != nil {
			return err
		}
		for who, want := range map[string]bool{"early": false, "ann": true, "bo": false, "cy": false, "dan": false} {
			if got := must(wasShown(tx, Round{Round: open}, player(t, tx, who).ID))(t); got != want {
				t.Errorf("%s was shown a solution while it was open: %v", who, got)
			}
		}
		return nil
	})
}
