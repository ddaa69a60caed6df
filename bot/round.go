package bot

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Why a round was closed.
const (
	closedSolved  = "solved"
	closedGaveUp  = "gave-up"
	closedExpired = "expired"
	closedTime    = "time"
)

// Kinds of due rows.
const (
	dueExpiry = "expiry" // key: round
	dueEnd    = "end"    // key: round
	dueDaily  = "daily"  // key: chat
	duePrune  = "prune"  // key: empty
)

// key is a row number as the key of a due row.
func key(id int64) string { return strconv.FormatInt(id, 10) }

// close closes a shared round and takes the buttons from its message.
func (c *call) close(tx *storage.Tx, pl play, reason string) error {
	if _, err := tx.CloseRound(pl.round.ID, c.req.At, reason); err != nil {
		return err
	}
	for _, kind := range []string{dueExpiry, dueEnd} {
		if err := tx.DropDue(kind, key(pl.round.ID)); err != nil {
			return err
		}
	}
	in := c.req.Input
	if pl.round.Message == "" || reason == closedGaveUp && in.Kind == Press && in.Source.ID == pl.round.Message {
		return nil // never posted, or edited by the reply itself
	}
	chat, err := tx.ChatByID(pl.round.ChatID)
	if err != nil {
		return err
	}
	v, err := c.voiceOf(tx, chat, pl.round)
	if err != nil {
		return err
	}
	r := Reply{
		Face:    v.face(pl.game.Name(), pl.puzzle, ""),
		Text:    []Line{v.line("round."+reason, nil)},
		Buttons: [][]Button{{v.next(pl.game, engine.AnyLevel)}},
	}
	return enqueue(tx, c.req.At, storage.Outgoing{
		Nonce: fmt.Sprintf("close:%d", pl.round.ID), ChatID: pl.round.ChatID, Thread: pl.round.Thread, Message: pl.round.Message,
	}, r)
}

// enqueue puts something to be said unasked into the outbox.
func enqueue(tx *storage.Tx, at time.Time, o storage.Outgoing, r Reply) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	o.Body = body
	_, err = tx.Enqueue(o, at)
	return err
}
