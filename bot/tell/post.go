package tell

import (
	"fmt"
	"time"

	"reckon/storage"
)

// Nonce returns the name under which the message of an Announcement is posted.
func (a Announcement) Nonce() string { return table[a.Kind].prefix + a.Key }

// rowAt returns the row of the outbox for an Announcement that is posted at a time. The row has no body
// yet.
func (a Announcement) rowAt(at time.Time) storage.Outgoing {
	row := table[a.Kind]
	o := storage.Outgoing{
		Nonce:       a.Nonce(),
		CommunityID: a.To.Community.ID,
		Channel:     a.To.Channel,
		RoundID:     a.Round,
		Shows:       row.isPuzzle,
		MatchID:     a.Match,
		Bulk:        row.isBulk,
		Priority:    row.priority,
		Expires:     a.Until,
	}
	if row.useful == 0 {
		return o
	}
	expires := at.Add(row.useful)
	if o.Expires.IsZero() || expires.Before(o.Expires) {
		o.Expires = expires
	}
	return o
}

// Announce posts an Announcement. Under one key only the first is posted.
//
// If the Announcement has a Change, Announce edits a message instead. If the Kind is an edit, it edits
// the message of the puzzle or the match, if its ID is known. Otherwise it edits the message that was
// posted under the key. If there is no such message, nothing happens.
func (t *Teller) Announce(tx *storage.Tx, at time.Time, a Announcement) error {
	o := a.rowAt(at)
	isEdit := table[a.Kind].isEdit
	if a.Change == "" {
		if isEdit {
			return fmt.Errorf("telling %q: the change has no name", a.Kind)
		}
		return t.post(tx, at, o, a)
	}
	if isEdit {
		o.Message = a.To.Message
	}
	if o.Message == "" {
		posted, isPosted, err := storage.Found(tx.PostedAs(o.Nonce))
		if err != nil || !isPosted {
			return err
		}
		o.Channel = posted.Channel
		o.Message = posted.Message
	}
	o.Nonce += ":" + a.Change
	return t.post(tx, at, o, a)
}

// post puts an Announcement into the outbox.
func (t *Teller) post(tx *storage.Tx, at time.Time, o storage.Outgoing, a Announcement) error {
	v := t.Voice(a.To.Community, a.To.Reader)
	reply := t.words(v, a)
	if a.Kind == MatchOver {
		for _, add := range t.AfterMatch {
			if err := add(v, tx, *a.Facts.Match, &reply); err != nil {
				return err
			}
		}
	}
	return t.Outbox.Post(tx, &o, reply, at)
}
