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
