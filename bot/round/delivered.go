// This file says what the delivery of a message means for its round.

package round

import (
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Delivered notes that a message about a round was delivered. shows reports whether the message shows the
// puzzle. Then Delivered starts the round's clock, and returns the round and the answers that take part.
func (p *Play) Delivered(
	tx *storage.Tx, communityID int64, message string, roundID int64, shows bool, at time.Time,
) (Round, []storage.Answer, error) {
	if err := tx.AddMessage(communityID, message, roundID, at); err != nil {
		return Round{}, nil, err
	}
	if !shows {
		return Round{}, nil, nil
	}
	facts, err := FindFacts(tx, roundID, 0, IgnoreLocks, at, AnswersUnlessDaily)
	if err != nil {
		return Round{}, nil, err
	}
	r, err := p.loadRound(tx, facts.Round, storage.Community{})
	if err != nil {
		return Round{}, nil, err
	}
	wasDealtHere := r.CommunityID == communityID
	if !wasDealtHere {
		return r, facts.Answers, nil
	}
	// If the puzzle was shown twice, the newer message counts.
	r.Message = message
	startsClock := r.Lasts > 0 && r.EndsAt.IsZero() && r.ClosedAt.IsZero()
	if startsClock {
		r.EndsAt = at.Add(r.Lasts)
	}
	if err := tx.SaveRound(r.Round); err != nil {
		return Round{}, nil, err
	}
	if startsClock {
		if err := endAt(tx, roundID, r.EndsAt.Add(Grace)); err != nil {
			return Round{}, nil, err
		}
	}
	return r, facts.Answers, nil
}

// Undelivered ends a round whose puzzle nobody was shown, because its message will not be delivered. The
// Ending is nil if the clock of the round runs, or if the round has none.
func (p *Play) Undelivered(tx *storage.Tx, roundID int64, at time.Time) (*Ending, error) {
	r, err := p.Round(tx, roundID)
	if err != nil {
		return nil, err
	}
	isWaiting := r.Lasts > 0 && r.EndsAt.IsZero()
	if !isWaiting {
		return nil, nil
	}
	return p.readAndEnd(tx, Act{At: at}, r, Unshown, engine.Solution{})
}
