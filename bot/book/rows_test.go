package book

import (
	"testing"

	"reckon/storage"
	"reckon/storage/storetest"
)

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		if _, err := ListRecords(tx, maxRecords); err != nil {
			return err
		}
		_, err := recordsOf(tx, []string{"24:1,2,3,4", "24:1,2,3,5"})
		return err
	})
}

// Records are listed from the newest on, and no more than the limit.
func TestNewestRecordsFirst(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		for i, puzzle := range []string{"first", "second", "third"} {
			err := tx.Exec("add record", `
				INSERT INTO records (puzzle, game, measure, was, text, player_id, at)
				VALUES ($1, 'tchisla', 6, 7, '7', $2, $3)`, puzzle, ann.ID, storetest.Noon.AddDate(0, 0, i))
			if err != nil {
				return err
			}
		}
		all, err := ListRecords(tx, 2)
		if err != nil {
			return err
		}
		if len(all) != 2 || all[0].Puzzle != "third" || all[1].Puzzle != "second" {
			t.Errorf("the records are %+v", all)
		}
		return nil
	})
}
