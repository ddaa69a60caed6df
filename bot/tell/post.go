package tell

import (
	"fmt"
	"time"

	"reckon/storage"
)

// Nonce returns what the message of a Telling is posted under.
func (what Telling) Nonce() string { return table[what.Kind].prefix + what.Key }

// rowAt returns the row of the outbox for a Telling at a time, without its words.
func (what Telling) rowAt(at time.Time) storage.Outgoing {
	row := table[what.Kind]
	o := storage.Outgoing{
		Nonce:       what.Nonce(),
		CommunityID: what.To.Community.ID,
		Channel:     what.To.Channel,
		RoundID:     what.Round,
		Shows:       row.isPuzzle,
		MatchID:     what.Match,
		Bulk:        row.isBulk,
		Priority:    row.priority,
		Expires:     what.Until,
	}
	if row.useful == 0 {
		return o
	}
	useless := at.Add(row.useful)
	if o.Expires.IsZero() || useless.Before(o.Expires) {
		o.Expires = useless
	}
	return o
}

// Tell tells a place something. Without a change it is posted, once. A change edits the message of
// the place, if its kind edits that and it is known, or else what was posted under the key; if nothing
// was, nothing happens.
func (t *Teller) Tell(tx *storage.Tx, at time.Time, what Telling) error {
	o := what.rowAt(at)
	isEdit := table[what.Kind].isEdit
	if what.Change == "" {
		if isEdit {
			return fmt.Errorf("telling %q: the change has no name", what.Kind)
		}
		return t.post(tx, at, o, what)
	}
	if isEdit {
		o.Message = what.To.Message
	}
	if o.Message == "" {
		posted, isPosted, err := storage.Found(tx.PostedAs(o.Nonce))
		if err != nil || !isPosted {
			return err
		}
		o.Channel = posted.Channel
		o.Message = posted.Message
	}
	o.Nonce += ":" + what.Change
	return t.post(tx, at, o, what)
}

// post puts a Telling into the outbox.
func (t *Teller) post(tx *storage.Tx, at time.Time, o storage.Outgoing, what Telling) error {
	v := t.Voice(what.To.Community, what.To.Reader)
	return t.Outbox.Post(tx, &o, t.words(v, what), at)
}
