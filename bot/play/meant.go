package play

import (
	"errors"
	"slices"

	"reckon/engine"
	"reckon/storage"
)

// Why no round is meant.
var (
	ErrNothingOpen = errors.New("nothing is open here")
	ErrElsewhere   = errors.New("the round belongs to another community")
	ErrWouldSpoil  = errors.New("others read along")
)

// A Pointer says which round a person means.
type Pointer struct {
	RoundID int64  // that of a button or form; 0: none was pressed
	Sealed  bool   // the button proves that it was posted where the round is
	Message string // the network's ID of the message replied to; empty: none
}

// Meant finds the round a person means: that of the message, or their own current
// one at the place. The error may be one of the three above; with ErrWouldSpoil
// the round is returned, too.
func (p *Play) Meant(tx *storage.Tx, a Act, to Pointer) (Round, error) {
	id := to.RoundID
	var err error
	if id == 0 && to.Message != "" {
		id, err = tx.RoundOfMessage(a.Community.ID, to.Message)
	}
	if id == 0 && (err == nil || errors.Is(err, storage.ErrNotFound)) {
		id, err = tx.Current(a.Community.ID, a.Channel, a.Person.ID)
	}
	var r Round
	if err == nil {
		r, err = p.Round(tx, id)
	}
	if is, err := found(err); err != nil {
		return Round{}, err
	} else if !is {
		return Round{}, ErrNothingOpen
	}
	if r.Daily != 0 {
		switch stands, err := p.stands(tx, a, r); {
		case err != nil:
			return Round{}, err
		case stands == tooEarlyDay:
			return Round{}, ErrNothingOpen
		}
	}
	switch ok, err := mayEnter(tx, a, r, to.Sealed); {
	case err != nil:
		return Round{}, err
	case !ok:
		return Round{}, ErrElsewhere
	case r.Daily != 0 && !a.Ephemeral:
		return r, ErrWouldSpoil
	}
	return r, nil
}

// Overheard finds the open round at a place that a text said to everyone answers: all of
// it must read as an answer. The newest round goes first. ok is false if people are
// talking.
func (p *Play) Overheard(tx *storage.Tx, a Act, text string) (r Round, ok bool, err error) {
	open, err := tx.OpenRounds(a.Community.ID, a.Channel, manyOpen)
	if err != nil {
		return Round{}, false, err
	}
	for _, row := range slices.Backward(open) {
		if r, err = p.whole(tx, row); err != nil {
			return Round{}, false, err
		}
		if v := r.Puzzle.Judge(text); v.OnTiles && v.Outcome != engine.Invalid {
			return r, true, nil
		}
	}
	return Round{}, false, nil
}

// LookAt makes a round the person's own current one at the place.
func (p *Play) LookAt(tx *storage.Tx, a Act, r Round) error {
	return tx.SetCurrent(a.Community.ID, a.Channel, a.Person.ID, r.ID, a.At)
}
