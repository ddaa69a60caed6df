package storetest

import "reckon/storage"

// Rekey moves a community to another key, with all that a job would do later.
func Rekey(tx *storage.Tx, network, from, to string) error {
	if err := tx.RekeyCommunity(network, from, to, Noon); err != nil {
		return err
	}
	for {
		keys, err := storage.List[string](tx, "list jobs", `SELECT key FROM jobs WHERE kind = $1`, storage.MergeJob)
		if err != nil || len(keys) == 0 {
			return err
		}
		handled, err := tx.MergePage(keys[0], Noon, 10)
		if err != nil {
			return err
		}
		if handled > 0 {
			continue
		}
		if err := tx.DropJob(storage.MergeJob, keys[0]); err != nil {
			return err
		}
	}
}
