package play

import (
	"slices"
	"time"

	"reckon/storage"
)

// Mistaken finds the round to which a person sent a wrong answer at a time, if a changed
// message may be an answer to it: it is open, and none of their answers takes part. ok is
// false if there is none, or if text is their last answer.
func (p *Play) Mistaken(tx *storage.Tx, a Act, sent time.Time, text string) (r Round, ok bool, err error) {
	rows, err := tx.OpenRounds(a.Community.ID, a.Channel, manyOpen)
	if err != nil {
		return Round{}, false, err
	}
	// Their own current round may have been opened elsewhere.
	own, err := tx.Current(a.Community.ID, a.Channel, a.Person.ID)
	if err == nil && !slices.ContainsFunc(rows, func(r storage.Round) bool { return r.ID == own }) {
		var row storage.Round
		row, err = tx.RoundByID(own)
		rows = append(rows, row)
	}
	if _, err := found(err); err != nil {
		return Round{}, false, err
	}
	for _, row := range rows {
		mine, err := tx.PlayerAnswers(row.ID, a.Person.ID)
		if err != nil {
			return Round{}, false, err
		}
		if !slices.ContainsFunc(mine, func(x storage.Answer) bool { return x.At.Equal(sent) }) {
			continue
		}
		if r, err = p.whole(tx, row); err != nil {
			return Round{}, false, err
		}
		again := mine[len(mine)-1].Text == kept(r.Puzzle.Judge(text), text)
		// Where messages may not be changed a wrong answer would hold the place of a later one.
		return r, r.Mode().Edits && !again && !r.Over(a.At) && !slices.ContainsFunc(mine, tookPart), nil
	}
	return Round{}, false, nil
}
