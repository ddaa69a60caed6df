package feedback

import (
	"os"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		if err := add(tx, ann, storetest.Noon); err != nil {
			return err
		}
		_, err := countSince(tx, ann, storetest.Noon.Add(-day))
		return err
	})
}

// The messages of a day count, from all accounts of a person. Of a person who is forgotten nothing is left.
func TestCount(t *testing.T) {
	store := storetest.Open(t, Feature(feature.Kernel{}, "").Tables...)
	err := store.Write(t.Context(), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		twin, err := tx.EnsurePlayer("elsewhere", "ann", "", "", storetest.Noon)
		if err != nil {
			return err
		}
		if err := tx.Link(ann, twin.ID, storetest.Noon); err != nil {
			return err
		}
		for player, at := range map[int64]time.Time{ann: storetest.Noon, twin.ID: storetest.Noon.Add(time.Minute)} {
			if err := add(tx, player, at); err != nil {
				return err
			}
		}
		if err := add(tx, ann, storetest.Noon.Add(-day)); err != nil {
			return err
		}
		sent, err := countSince(tx, ann, storetest.Noon.Add(-day))
		if err != nil {
			return err
		}
		if sent != 2 {
			t.Errorf("%d messages of the day, want 2", sent)
		}
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		left, err := storage.Get[int](tx, "count", `SELECT COUNT(*) FROM feedback WHERE player_id = $1`, ann)
		if err != nil {
			return err
		}
		if left != 0 {
			t.Errorf("%d rows of a forgotten person", left)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Messages go to the chat that the operator has named, as long as the bot is in it.
func TestPlace(t *testing.T) {
	store := storetest.Open(t, Feature(feature.Kernel{}, "").Tables...)
	err := store.Write(t.Context(), func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "operators")
		wants := func(what, chat string, isWanted bool) {
			t.Helper()
			to, isThere, err := feedback{operator: chat}.place(tx)
			if err != nil {
				t.Fatal(err)
			}
			if isThere != isWanted {
				t.Errorf("%s is there: %v", what, isThere)
			}
			isRight := to.Community.ID == c.ID && to.Channel == "desk"
			if isThere && !isRight {
				t.Errorf("%s: messages go to %+v", what, to)
			}
		}
		wants("no chat", "", false)
		wants("a chat", c.Network+":operators/desk", true)
		wants("a chat that nobody knows", c.Network+":others", false)
		c.Active = false
		if err := tx.SaveCommunity(c); err != nil {
			return err
		}
		wants("a chat that the bot has left", c.Network+":operators/desk", false)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
