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
	for _, row := range a.Near.Rounds {
		if row.ID != a.Near.Current && !a.isOpenHere(row) { // their own current round may have been opened elsewhere
			continue
		}
		if row.Daily != 0 && !a.Ephemeral { // others would read what became of it
			continue
		}
		mine, err := tx.PlayerAnswers(row.ID, a.Person.ID)
		if err != nil {
			return Round{}, false, err
		}
		if !slices.ContainsFunc(mine, func(x storage.Answer) bool { return x.At.Equal(sent) }) {
			continue
		}
		if r, err = p.whole(tx, row, a.Community); err != nil {
			return Round{}, false, err
		}
		again := mine[len(mine)-1].Text == kept(r.Puzzle.Judge(text), text)
		// Where messages may not be changed a wrong answer would hold the place of a later one.
		return r, r.Mode.Edits && !again && !r.Over(a.At) && !slices.ContainsFunc(mine, tookPart), nil
	}
	return Round{}, false, nil
}
