package link

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// write runs fn in a transaction on a new database that has the table of the feature.
func write(t *testing.T, fn func(tx *storage.Tx) error) {
	t.Helper()
	store := storetest.Open(t, Feature(feature.Kernel{}).Tables...)
	if err := store.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		if err := addCode(tx, "hash", ann, storetest.Noon); err != nil {
			return err
		}
		before := storetest.Noon.Add(-time.Minute)
		if _, err := ownerOf(tx, "hash", before); err != nil {
			return err
		}
		_, err := useCode(tx, "hash", before)
		return err
	})
}

// A code works once, and until it is no longer valid. A new code replaces the last one.
func TestCodes(t *testing.T) {
	write(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		for _, hash := range []string{"first", "second"} {
			if err := addCode(tx, hash, ann, storetest.Noon); err != nil {
				return err
			}
		}
		before := storetest.Noon.Add(-time.Minute)
		for _, test := range []struct {
			hash string
			at   time.Time
			want error
		}{
			{"first", before, storage.ErrNotFound},
			{"second", storetest.Noon, storage.ErrNotFound},
			{"second", before, nil},
			{"second", before, storage.ErrNotFound},
		} {
			owner, err := ownerOf(tx, test.hash, test.at)
			if !errors.Is(err, test.want) || err == nil && owner != ann {
				t.Errorf("code %s at %v is of player %d (%v), want %v", test.hash, test.at, owner, err, test.want)
			}
			owner, err = useCode(tx, test.hash, test.at)
			if !errors.Is(err, test.want) || err == nil && owner != ann {
				t.Errorf("code %s used at %v is of player %d (%v), want %v", test.hash, test.at, owner, err, test.want)
			}
		}
		return nil
	})
}

// A person's export says until when their codes are valid. It has no code of anybody else.
func TestExportOfCodes(t *testing.T) {
	write(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		bob := storetest.Person(t, tx, "bob").ID
		if err := addCode(tx, "of ann", ann, storetest.Noon); err != nil {
			return err
		}
		if err := addCode(tx, "of bob", bob, storetest.Noon.Add(time.Hour)); err != nil {
			return err
		}
		exported, err := tx.Export(ann)
		if err != nil {
			return err
		}
		if got := fmt.Sprint(exported[0]["link_codes"]); got != "[map[until:2026-08-01 12:00:00 +0000 UTC]]" {
			t.Errorf("exported is %s", got)
		}
		return nil
	})
}

// Codes that are no longer valid are deleted. So are the codes of a person who is forgotten.
func TestCodesGo(t *testing.T) {
	write(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		bob := storetest.Person(t, tx, "bob").ID
		if err := addCode(tx, "old", ann, storetest.Noon); err != nil {
			return err
		}
		cleared, err := tx.Prune(storetest.Noon.Add(time.Second), 10)
		if err != nil || cleared != 1 {
			t.Errorf("%d old codes were cleared away (%v), want 1", cleared, err)
		}
		for hash, playerID := range map[string]int64{"of ann": ann, "of bob": bob} {
			if err := addCode(tx, hash, playerID, storetest.Noon); err != nil {
				return err
			}
		}
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		left, err := storage.List[string](tx, "list codes", `SELECT code FROM link_codes`)
		if err != nil || len(left) != 1 || left[0] != "of bob" {
			t.Errorf("after ann is forgotten there are the codes %q (%v)", left, err)
		}
		return nil
	})
}
