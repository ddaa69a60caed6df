package round

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

// ForgetGuestLater sets the job that forgets a guest who does something in a room.
func (p *Play) ForgetGuestLater(tx *storage.Tx, a Act) error {
	isInRoom := p.IsOfGuests(a.Community) && !a.Community.Private
	if !isInRoom || a.Person.ID == 0 || !p.IsGuest(a.Person) {
		return nil
	}
	return tx.SetJob(storage.Job{
		Kind: GuestJob,
		Key:  strconv.FormatInt(a.Person.ID, 10),
		At:   a.At.Add(guestFor),
	})
}

// ForgetGuest forgets a guest. It keeps a guest who also plays alone, or is linked to a player of a
// chat, since they have results of their own.
func (p *Play) ForgetGuest(ctx context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	live, err := p.ReadLive(ctx, id, now)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if err := tx.DropJob(GuestJob, strconv.FormatInt(id, 10)); err != nil {
			return err
		}
		guest, isThere, err := storage.Found(tx.PlayerByID(id))
		if err != nil {
			return err
		}
		wasForgotten := guest.Key == ""
		if !isThere || wasForgotten {
			return nil
		}
		linked, err := tx.PersonPlayers(id)
		if err != nil || len(linked) > 1 {
			return err
		}
		playsAlone, err := tx.PlaysAlone(id)
		if err != nil || playsAlone {
			return err
		}
		return p.Forget(tx, Act{Person: guest, At: now, Live: live})
	}, nil
}
