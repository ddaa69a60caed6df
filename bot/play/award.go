package play

import (
	"cmp"
	"slices"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// award pays what a round pays at its end. It follows from the answers alone, so that
// it can be done again when one is read late.
func award(tx *storage.Tx, r Round, s engine.Solution) error {
	switch r.Mode().Pay {
	case mode.PayBest:
		return awardBest(tx, r, s)
	case mode.PayPlaces:
		return awardPlaces(tx, r)
	}
	return nil // paid at once
}

// awardBest pays each person for the answer of theirs that is worth most.
func awardBest(tx *storage.Tx, r Round, s engine.Solution) error {
	all, err := tx.CountedAnswers(r.ID)
	if err != nil {
		return err
	}
	for i, a := range all {
		if all[i].Points = 0; original(all, a) == nil {
			all[i].Points = worth(r.Level, r.Game.Quality(a.Measure, s.Measure), a.Hints)
		}
	}
	all = slices.DeleteFunc(all, func(x storage.Answer) bool { return x.Practice })
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return cmp.Or(cmp.Compare(x.PlayerID, y.PlayerID), y.Points-x.Points) })
	for _, a := range slices.CompactFunc(all, func(x, y storage.Answer) bool { return x.PlayerID == y.PlayerID }) {
		had, err := tx.Award(r.ID, a.PlayerID)
		if err != nil {
			return err
		}
		if a.Points == 0 && had.At.IsZero() {
			continue
		}
		if err := payAnswer(tx, r, had, a); err != nil {
			return err
		}
	}
	return nil
}

// awardPlaces pays for the places in a puzzle of a match: the first as the first right
// answer of any round, the others as further solutions.
func awardPlaces(tx *storage.Tx, r Round) error {
	right, err := tx.RightAnswers(r.ID)
	if err != nil {
		return err
	}
	places := placesOf(r, right)
	for _, a := range right {
		if a.Practice {
			continue
		}
		had, err := tx.Award(r.ID, a.PlayerID)
		if err != nil {
			return err
		}
		place := slices.IndexFunc(places, func(x Row) bool { return x.PlayerID == a.PlayerID })
		switch {
		case place >= 0 && places[place].ID == a.ID:
			quality := FurtherQuality
			if place == 0 {
				quality = fullQuality
			}
			a.Points = worth(r.Level, quality, a.Hints)
			err = payAnswer(tx, r, had, a)
		case place < 0 && !had.At.IsZero(): // a late answer has taken the place
			a.Points = 0
			err = payAnswer(tx, r, had, a)
		default:
			err = tx.SetPoints(a.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// payAnswer pays a person for one answer, unless another round of the same puzzle has
// paid them.
func payAnswer(tx *storage.Tx, r Round, had storage.Award, a storage.Answer) error {
	if err := tx.MarkSeen(a.PlayerID, r.Class, r.ID); err != nil {
		return err
	}
	total, err := pay(tx, r, had, a.Points, a.Outcome == string(engine.Right), a.At)
	if err != nil {
		return err
	}
	return tx.SetPoints(a.ID, total)
}
