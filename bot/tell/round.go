package tell

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// CatchUp is called when the message with a puzzle has been delivered. Answers, or the end of the round,
// may have come since the message was written. If so, CatchUp edits the message, to show how the round
// stands.
func (t *Teller) CatchUp(tx *storage.Tx, r round.Round, answers []storage.Answer, at time.Time) error {
	isAnswered := slices.ContainsFunc(answers, func(x storage.Answer) bool { return r.Admits(x.PlayerID) })
	if r.ClosedAt.IsZero() && !isAnswered {
		return nil
	}
	// The solution says how many stars answers have, and what is left to find.
	e, err := t.Play.Progress(tx, round.Act{At: at}, r, t.Play.Recall(context.Background(), r.Puzzle))
	if err != nil {
		return err
	}
	return t.editPuzzle(tx, at, "shown", *e)
}

// editPuzzle shows in the puzzle's own message how a round stands, or how it ended.
func (t *Teller) editPuzzle(tx *storage.Tx, at time.Time, change string, e round.Ending) error {
	r := e.Round
	kind := Progress
	if !r.ClosedAt.IsZero() {
		kind = Ended
	}
	return t.Announce(tx, at, Announcement{
		Kind:   kind,
		To:     placeOf(r),
		Round:  r.ID,
		Key:    strconv.FormatInt(r.ID, 10),
		Change: change,
		Facts:  Facts{Ending: &e},
	})
}

// End is the function of the job that ends a round. Before the transaction it reads what the solver
// knows about the puzzle.
func (t *Teller) End(ctx context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	due, ok, err := t.Play.PrepareEnd(ctx, id)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if !ok {
			return tx.DropJob(round.EndJob, strconv.FormatInt(id, 10))
		}
		e, err := t.Play.End(tx, due, now)
		if err != nil || e == nil {
			return err
		}
		return t.AnnounceEnd(tx, now, *e, "job", false)
	}, nil
}

// AnnounceEnd announces how a round ended. It edits the puzzle's message, unless isEdited is true, which means
// that the reply to the request edits that message. If people waited for the end, it also posts the result in a
// message of its own. If the round belongs to a match, it edits the match's message, and posts how the match went
// if the match is over. The names of the changes end with key.
func (t *Teller) AnnounceEnd(tx *storage.Tx, at time.Time, e round.Ending, key string, isEdited bool) error {
	r := e.Round
	// The puzzle of a round that was replaced need not be shown any more.
	isUnseen := r.Reason == round.Replaced && r.Message == ""
	if isUnseen {
		if err := tx.ExpirePost(r.ID, at); err != nil {
			return err
		}
	}
	// If the round has ended before and is awarded again, the messages about its first end are edited.
	change := ""
	if e.Again {
		change = "again:" + key
	}
	if waitsForEnd(r) {
		if err := t.postResult(tx, at, e, change); err != nil {
			return err
		}
	}
	if r.Reason != round.Unshown && !isEdited {
		if err := t.editPuzzle(tx, at, "end:"+key, e); err != nil {
			return err
		}
	}
	if e.Match == nil {
		return nil
	}
	m := *e.Match
	if tellsTable(m) {
		return t.postTable(tx, at, m, change)
	}
	if err := t.editBoard(tx, at, Board, m, fmt.Sprintf("%d:%s", r.ID, key)); err != nil {
		return err
	}
	if !m.IsOver() {
		return nil
	}
	return t.Announce(tx, at, Announcement{
		Kind:   MatchOver,
		To:     placeOfMatch(m),
		Key:    strconv.FormatInt(m.ID, 10) + ":over",
		Change: change,
		Facts:  Facts{Match: &m},
	})
}

// waitsForEnd reports whether people waited for the end of a round, so that its result is a message of
// its own. In a match that all play, the result has no message of its own, because the match's message
// shows it, or a table that follows.
func waitsForEnd(r round.Round) bool {
	isOfMatch := r.Match != nil && r.Mode.Shared
	return r.Reason == round.TimeUp && r.IsTimed() && !isOfMatch
}

// postResult tells how a round ended in a message of its own.
func (t *Teller) postResult(tx *storage.Tx, at time.Time, e round.Ending, change string) error {
	r := e.Round
	return t.Announce(tx, at, Announcement{
		Kind:   Result,
		To:     placeOf(r),
		Round:  r.ID,
		Key:    strconv.FormatInt(r.ID, 10),
		Change: change,
		Facts:  Facts{Ending: &e},
	})
}

// AnnounceStop announces that a match was stopped. e is how its open puzzle ended; nil if none was open.
// It returns how the match went, as the reply to the person who stopped it.
func (t *Teller) AnnounceStop(
	tx *storage.Tx, act round.Act, aloud say.Voice, m round.Match, e *round.Ending,
) (chat.Reply, error) {
	if e != nil {
		// This function announces the match itself, below.
		e.Match = nil
		if err := t.AnnounceEnd(tx, act.At, *e, act.Key, false); err != nil {
			return chat.Reply{}, err
		}
	}
	return t.MatchResult(aloud, m), t.editBoard(tx, act.At, Board, m, act.Key)
}

// AnnounceAnswer tells the round's place what an answer changed: who was first in a race, a record, and how the
// round ended or stands now. If the person was first, and answered at that place, it does not post the message
// that tells the place, but returns it, as the reply to the person. Otherwise it returns nil.
func (t *Teller) AnnounceAnswer(tx *storage.Tx, act round.Act, aloud say.Voice, o round.Outcome) (*chat.Reply, error) {
	r := o.Round
	isThere := !act.Apart && act.Community.ID == r.CommunityID && act.Channel == r.Channel
	var reply *chat.Reply
	switch {
	case o.Led && isThere:
		first := t.first(aloud, o, aloud.Mention(act.Person.Name, act.Person.Key))
		reply = &first
	case o.Led:
		if err := t.postFirst(tx, act, o); err != nil {
			return nil, err
		}
	}
	// If everyone at the place reads the reply, they read about a record in the reply.
	isReplyRead := isThere && act.OthersRead()
	postsRecord := o.Record != nil && r.Mode.Shared && !isReplyRead
	if postsRecord {
		if err := t.postRecord(tx, act, o); err != nil {
			return nil, err
		}
	}
	return reply, t.showChange(tx, act, o)
}

// showChange announces how a round ended, or how it stands, after an answer.
func (t *Teller) showChange(tx *storage.Tx, act round.Act, o round.Outcome) error {
	if o.Ending != nil {
		return t.AnnounceEnd(tx, act.At, *o.Ending, act.Key, false)
	}
	if o.Progress != nil {
		return t.editPuzzle(tx, act.At, "progress:"+act.Key, *o.Progress)
	}
	return nil
}

// postFirst posts who was first in a race.
func (t *Teller) postFirst(tx *storage.Tx, act round.Act, o round.Outcome) error {
	r := o.Round
	kind := First
	if r.Lasts > 0 {
		kind = FirstOnClock
	}
	return t.Announce(tx, act.At, Announcement{
		Kind:  kind,
		To:    placeOf(r),
		Round: r.ID,
		Key:   act.Key,
		Facts: Facts{Outcome: &o, Person: act.Person},
	})
}

// postRecord tells a place that somebody beat the best answer known.
func (t *Teller) postRecord(tx *storage.Tx, act round.Act, o round.Outcome) error {
	r := o.Round
	return t.Announce(tx, act.At, Announcement{
		Kind:  Record,
		To:    placeOf(r),
		Key:   r.Round.Puzzle + ":" + act.Key,
		Facts: Facts{Outcome: &o},
	})
}
