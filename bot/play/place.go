package play

import (
	"slices"
	"time"

	"reckon/storage"
)

// takePlace takes a right answer to a puzzle of a match where places count. It is paid
// at the end, when all that were sent before are known.
func takePlace(tx *storage.Tx, t *try) error {
	all := t.all
	if t.repeats(all) {
		return nil
	}
	own := slices.IndexFunc(all, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID && !x.Practice && !t.At.Before(x.At) })
	if own >= 0 {
		t.What, t.First = Known, &all[own]
		if t.First.Form == t.Verdict.Form { // not stored: said openly now, it would cost others their places
			return nil
		}
	}
	if err := t.record(tx, nil); err != nil || own >= 0 { // others may read it, whatever it is worth
		return err
	}
	if t.Practice != Paid {
		t.What = Practised
		return tx.MarkSeen(t.Person.ID, t.Round.Class, 0)
	}
	if t.Hasty = isHasty(t.Round.begun(), t.At, t.Text); !t.Hasty {
		if err := learn(tx, t.Round, t.facts, true, t.At); err != nil {
			return err
		}
	}
	if t.isOpen() { // others have read a solution
		if err := t.solve(tx); err != nil {
			return err
		}
	}
	if err := tx.MarkSeen(t.Person.ID, t.Round.Class, t.Round.ID); err != nil {
		return err
	}
	places := placesOf(t.Round, t.all)
	i := slices.IndexFunc(places, func(x Row) bool { return x.ID == t.all[len(t.all)-1].ID })
	if i < 0 { // others had won before it was read
		t.What, t.First = Known, &places[0].Answer
		return nil
	}
	t.What, t.Place = Further, places[i].Place
	openFor := t.Round.Mode().OpenFor
	if i == 0 {
		t.What, t.OpenFor, t.Stands = First, openFor, openFor > 0 && t.Round.ClosedAt.IsZero()
	}
	return hasten(tx, t.Round, places[0].At.Add(openFor))
}

// hasten makes the clock of a puzzle of a match run out sooner.
func hasten(tx *storage.Tx, r Round, end time.Time) error {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	if r.EndsAt.IsZero() { // it was answered before it is known to be delivered
		r.EndsAt = r.DealtAt.Add(r.Lasts)
	}
	if end.After(r.EndsAt) {
		end = r.EndsAt
	}
	// A network's time may be in whole seconds: an immediate answer seems older than the
	// beginning of the clock.
	if began := r.begun(); !end.After(began) {
		end = began.Add(time.Millisecond)
	}
	r.Lasts, r.EndsAt = r.Lasts-r.EndsAt.Sub(end), end // when it began stays
	if err := tx.SaveRound(r.Round); err != nil {
		return err
	}
	return endAt(tx, r.ID, end.Add(Grace))
}
