package play

import (
	"time"

	"reckon/storage"
)

// Show notes that a person is shown a round where nobody else reads along. On a daily
// their time runs from the first time on.
func (p *Play) Show(tx *storage.Tx, a Act, r Round) error {
	if r.Daily == 0 || !a.Ephemeral {
		return nil
	}
	return tx.Open(r.ID, a.Person.ID, a.At)
}

// begunBy is when a person could begin to think; zero: nobody knows.
func begunBy(tx *storage.Tx, r Round, playerID int64) (time.Time, error) {
	if r.Daily == 0 {
		return r.begun(), nil
	}
	at, err := tx.OpenedAt(r.ID, playerID)
	if is, err := found(err); !is {
		return time.Time{}, err
	}
	return at, nil
}
