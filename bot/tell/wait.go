package tell

import (
	"context"
	"strconv"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// EndWait is the function of the job that tells a person that nobody plays a puzzle any more.
func (t *Teller) EndWait(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		w, err := t.Play.EndWait(tx, id, now)
		if err != nil || w == nil {
			return err
		}
		puzzle, err := t.Play.Parse(w.Puzzle)
		if err != nil {
			return err
		}
		c, err := tx.CommunityByID(w.CommunityID)
		if err != nil {
			return err
		}
		who, err := tx.PlayerByID(w.PlayerID)
		if err != nil {
			return err
		}
		v := t.Voice(c, who.Locale)
		reply := chat.Reply{Text: v.PuzzleOver(round.Round{Puzzle: puzzle}), Buttons: button.Solutions(v, puzzle)}
		if !c.Private {
			name := say.With{"player": v.Mention(who.Name, who.Key)}
			reply.Text = append([]chat.Line{v.Line("wait.you", name)}, reply.Text...)
		}
		return t.Announce(tx, now, Announcement{
			Kind:  Awaited,
			To:    Place{Community: c, Channel: w.Channel, Reader: who.Locale},
			Key:   strconv.FormatInt(id, 10),
			Facts: Facts{Reply: reply},
		})
	}, nil
}
