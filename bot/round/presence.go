package round

import "reckon/storage"

// A Presence says whether a person takes part where the whole world does.
type Presence struct {
	// Listed reports whether they do, with what they earn.
	Listed bool
	// Guest reports whether what they earn at the place does not count there.
	Guest bool
	// Check is what keeps them out although they wish to take part.
	Check storage.Check
}

// Presence returns whether the person takes part in the World.
func (p *Play) Presence(tx *storage.Tx, a Act) (Presence, error) {
	shown, err := tx.InWorld(a.Person.ID)
	if err != nil {
		return Presence{}, err
	}
	out := Presence{Listed: shown != 0, Guest: p.ofGuests(a.Community)}
	if !out.Listed {
		out.Check, err = tx.CheckOf(a.Person.ID)
	}
	return out, err
}
