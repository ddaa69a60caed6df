package play

import (
	"context"
	"strconv"
	"time"

	"reckon/storage"
)

// GuestJob is the kind of the job that forgets a guest. Its key is the player's ID.
const GuestJob = "guest"

// guestFor is how long a guest who played only in rooms is remembered after they last did something.
const guestFor = 24 * time.Hour

// Arrived sees to it that a guest who came into a room is forgotten.
func (p *Play) Arrived(tx *storage.Tx, a Act) error {
	if a.Community.Private || !p.ofGuests(a.Community) || a.Person.ID == 0 {
		return nil
	}
	return tx.SetJob(storage.Job{Kind: GuestJob, Key: strconv.FormatInt(a.Person.ID, 10), At: a.At.Add(guestFor)})
}

// ForgetGuest forgets a guest, unless they play alone, too, or are one person with a chat's: they
// have results of their own, which they keep.
func (p *Play) ForgetGuest(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		if err := tx.DropJob(GuestJob, strconv.FormatInt(id, 10)); err != nil {
			return err
		}
		who, is, err := storage.Found(tx.PlayerByID(id))
		if !is || who.Key == "" {
			return err
		}
		kin, err := tx.Kin(id)
		if err != nil || len(kin) > 1 {
			return err
		}
		if alone, err := tx.PlaysAlone(id); err != nil || alone {
			return err
		}
		return p.Forget(tx, Act{Person: who, At: now})
	}, nil
}
