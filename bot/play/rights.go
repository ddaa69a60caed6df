package play

import (
	"time"

	"reckon/bot/play/mode"
	"reckon/engine"
	"reckon/storage"
)

// Who may do what, where. All else is open to anyone: dealing, answering and asking for
// hints where a round was dealt, looking at boards.
//
//	enter a round of elsewhere   members of its community and people whose button
//	                             was sealed there, in their own conversation; never
//	                             one of another person's conversation
//	end a round for all          see mayEnd; all others give up for themselves
//	answer a duel, give it up    the two; accept its challenge: the person challenged
//	stop a race                  the person who asked for it, administrators; a duel: administrators
//	change settings              administrators; the owner of a private chat
//
// The last is a column of the command table, see package bot.

// mayEnter reports whether a person may act on a round: where it was dealt, or in their own
// conversation if they belong there or their button was sealed there. Dailies are open
// to everyone.
func mayEnter(tx *storage.Tx, a Act, r Round, sealed bool) (bool, error) {
	switch {
	case r.Daily != 0, r.CommunityID == a.Community.ID:
		return true, nil
	case r.Community.Private || !a.Community.Private:
		return false, nil
	case sealed:
		return true, nil
	}
	return tx.IsMember(r.CommunityID, a.Person.ID, a.At.Add(-BelongFor))
}

// quitFor is how long nobody must have answered for anyone to end a race.
const quitFor = 2 * time.Minute

// mayEnd reports whether giving up ends the round for all, as its mode has it: a race
// without a clock for the person who asked for it, for an administrator where it is
// played, or once nobody has answered for a while; not while the same puzzle is open
// elsewhere, since its solution would be shown here.
func mayEnd(tx *storage.Tx, a Act, r Round) (bool, error) {
	switch r.Mode().GiveUp {
	case mode.QuitEnds:
		return true, nil
	case mode.QuitResigns: // the other one wins
		return r.Admits(a.Person.ID), nil
	case mode.QuitAsker:
		if r.Lasts > 0 {
			return false, nil
		}
	default:
		return false, nil
	}
	open, err := tx.IsOpen(r.Class, r.ID)
	if err != nil || open {
		return false, err
	}
	if r.AskerID == a.Person.ID || a.Admin && r.CommunityID == a.Community.ID {
		return true, nil
	}
	last, err := lastAnswered(tx, r)
	return err == nil && a.At.Sub(last) >= quitFor, err
}

// MayShow reports whether the solutions of a puzzle may be shown to a person: not while it
// is one of a live daily, or open anywhere.
func (p *Play) MayShow(tx *storage.Tx, a Act, puzzle engine.Puzzle) (bool, error) {
	live, err := isLive(tx, puzzle.Face().Class(), a.At)
	if err != nil || live {
		return false, err
	}
	open, err := tx.IsOpen(puzzle.Face().Class(), 0)
	return !open, err
}
