package tell

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// Next is the function of the job that deals the next puzzle of a match, or lets a challenge
// expire. The puzzle is drawn before the transaction.
func (t *Teller) Next(ctx context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	due, ok, err := t.Play.PrepareNext(ctx, id, now)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if !ok {
			return tx.DropJob(round.MatchJob, strconv.FormatInt(id, 10))
		}
		m, dealt, err := t.Play.Next(tx, due, now)
		if err != nil || m == nil {
			return err
		}
		if dealt == nil {
			return t.editBoard(tx, now, Unaccepted, *m, "expired")
		}
		// The Match is as it was before the puzzle was dealt.
		isFirst := len(m.Bouts) == 0
		if isFirst && m.Mode.Gather > 0 {
			// Nobody can join any more.
			if err := t.editBoard(tx, now, Board, *m, "begun"); err != nil {
				return err
			}
		}
		return t.Announce(tx, now, Announcement{
			Kind:  Bout,
			To:    placeOf(*dealt),
			Round: dealt.ID,
			Key:   strconv.FormatInt(dealt.ID, 10),
			Facts: Facts{Match: m, Dealt: dealt},
		})
	}, nil
}

// ShowAccepted shows in the message of a challenge that it was accepted: the person who was challenged has challenged
// the other in return.
func (t *Teller) ShowAccepted(tx *storage.Tx, act round.Act, m round.Match) error {
	return t.editBoard(tx, act.At, Board, m, act.Key)
}

// ShowGathering shows in the message of a match who wants to play.
func (t *Teller) ShowGathering(tx *storage.Tx, act round.Act, m round.Match) error {
	return t.editBoard(tx, act.At, Board, m, act.Key)
}

// editBoard changes a match's own message.
func (t *Teller) editBoard(tx *storage.Tx, at time.Time, kind Kind, m round.Match, change string) error {
	return t.Announce(tx, at, Announcement{
		Kind:   kind,
		To:     placeOfMatch(m),
		Match:  m.ID,
		Key:    strconv.FormatInt(m.ID, 10),
		Change: fmt.Sprintf("%d:%s", len(m.Bouts), change),
		Facts:  Facts{Match: &m},
	})
}

// tellsTable reports whether people are told in a new message after each puzzle how a match stands. They are if its
// puzzles are of several games: somebody may have to choose what comes next, and the match's own message is far up.
func tellsTable(m round.Match) bool { return len(m.Program) > 0 && !m.IsOver() }

// postTable posts how a match stands after its newest puzzle. If change is not empty, postTable edits the message that it
// has posted instead; change is then a name for the edit. It tells nothing after a void puzzle: that has not changed how
// the match stands, and the next puzzle comes at once.
func (t *Teller) postTable(tx *storage.Tx, at time.Time, m round.Match, change string) error {
	newest := m.Bouts[len(m.Bouts)-1]
	if newest.IsVoid() {
		return nil
	}
	return t.Announce(tx, at, Announcement{
		Kind:   Table,
		To:     placeOfMatch(m),
		Key:    fmt.Sprintf("%d:%d", m.ID, len(m.Bouts)),
		Change: change,
		Facts:  Facts{Match: &m},
	})
}

// ShowChoice shows in the last message about a match which kind of puzzle a person has chosen.
func (t *Teller) ShowChoice(tx *storage.Tx, act round.Act, m round.Match) error {
	if len(m.Bouts) == 0 {
		return t.editBoard(tx, act.At, Board, m, act.Key)
	}
	return t.postTable(tx, act.At, m, act.Key)
}
