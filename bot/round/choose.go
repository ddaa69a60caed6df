package round

import (
	"errors"
	"slices"

	"reckon/storage"
)

// ErrNoChoice says that nothing is to be chosen now, or that the choice is not one of those offered.
var ErrNoChoice = errors.New("this is not to be chosen now")

// Choose chooses the kind of the next puzzle of a match, for the person whose turn it is. number is the number that
// this puzzle has in the match. Once its kind is chosen, it comes soon. The error may be ErrMatchOver, ErrBegun if that
// puzzle has come, ErrNotYours, or ErrNoChoice.
func (p *Play) Choose(tx *storage.Tx, a Act, id int64, number int, choice string) (Match, error) {
	m, isThere, err := storage.Found(p.Match(tx, id))
	if err != nil {
		return m, err
	}
	isHere := isThere && m.CommunityID == a.Community.ID && m.Channel == a.Channel
	goesOn := !m.BegunAt.IsZero() && !m.IsOver()
	if !isHere || !goesOn {
		return m, ErrMatchOver
	}
	hasCome := len(m.Bouts) >= number || m.NextAt.IsZero()
	part, _ := m.nextPart()
	isChoice := m.Chooser().ID != 0 && slices.Contains(part.Choices, choice)
	switch {
	case hasCome:
		return m, ErrBegun
	case !isChoice:
		return m, ErrNoChoice
	case m.Chooser().ID != a.Person.ID:
		return m, ErrNotYours
	}
	m.Choice = choice
	if err := hideKeptAnswers(tx, &m, a.Person.ID, a.At); err != nil {
		return m, err
	}
	if m.Gathers() {
		// Others may still join, so the puzzle comes no sooner.
		m.Wait = m.NextAt.Sub(a.At)
		return m, saveMatch(tx, m.MatchRow)
	}
	if err := saveMatch(tx, m.MatchRow); err != nil {
		return m, err
	}
	if err := m.startSoon(tx, a.At); err != nil {
		return m, err
	}
	return m, nil
}
