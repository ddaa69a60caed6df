package round

import "reckon/storage"

// A Presence says whether a person is on the boards of the World.
type Presence struct {
	// Listed reports whether they are on them.
	Listed bool
	// Guest reports whether they are a guest of the page. What guests earn does not count in the World.
	Guest bool
	// Check is what keeps a person off the boards who wishes to be listed.
	Check storage.Check
}

// Presence returns whether the acting person is on the boards of the World.
func (p *Play) Presence(tx *storage.Tx, a Act) (Presence, error) {
	shownAs, err := tx.InWorld(a.Person.ID)
	if err != nil {
		return Presence{}, err
	}
	out := Presence{Listed: shownAs != 0, Guest: p.IsGuest(a.Person)}
	if !out.Listed {
		out.Check, err = tx.CheckOf(a.Person.ID)
	}
	return out, err
}
