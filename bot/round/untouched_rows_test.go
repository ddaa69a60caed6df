package round

import (
	"slices"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/storetest"
)

// Rounds that a person plays alone are closed when nobody has touched them, but no puzzle of a match,
// which ends by itself, no daily, and nothing in a group.
func TestUntouchedRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *storage.Tx) error {
		ann := player(t, tx, "ann").ID
		alone := must(tx.EnsureCommunity("net", "alone", true, ann, "", storetest.Noon))(t).ID
		old := storetest.Noon.Add(-untouchedFor - time.Hour)
		since := storetest.Noon.Add(-untouchedFor)
		untouched := round(t, tx, storage.Round{CommunityID: alone, DealtAt: old})
		round(t, tx, storage.Round{CommunityID: alone, DealtAt: since})
		round(t, tx, storage.Round{CommunityID: alone, DealtAt: old, MatchID: 7})
		round(t, tx, storage.Round{CommunityID: alone, DealtAt: old, ClosedAt: old})
		round(t, tx, storage.Round{CommunityID: community(t, tx, "group").ID, DealtAt: old})
		round(t, tx, storage.Round{DealtAt: old, Daily: 3})
		answered := round(t, tx, storage.Round{CommunityID: alone, DealtAt: old})
		late := storage.Answer{RoundID: answered, PlayerID: ann, At: since, Outcome: "wrong"}
		if _, err := tx.AddAnswer(late, nil); err != nil {
			return err
		}
		pressed := round(t, tx, storage.Round{CommunityID: alone, DealtAt: old})
		if err := tx.SetCurrent(alone, "", ann, pressed, since); err != nil {
			return err
		}
		if got := must(untouchedRounds(tx, since, 10))(t); !slices.Equal(got, []int64{untouched}) {
			t.Errorf("untouched: %v, want %d alone", got, untouched)
		}
		oldest := round(t, tx, storage.Round{CommunityID: alone, DealtAt: old.Add(-time.Hour)})
		if got := must(untouchedRounds(tx, since, 1))(t); !slices.Equal(got, []int64{oldest}) {
			t.Errorf("of two %v comes first, want the oldest, %d", got, oldest)
		}
		return nil
	})
}
