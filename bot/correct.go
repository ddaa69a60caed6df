package bot

import (
	"time"

	"reckon/bot/play"
	"reckon/bot/talk"
	"reckon/storage"
)

// editFor is for how long after it was sent a message is judged anew that its
// author changes.
const editFor = 5 * time.Minute

// takeEdit takes a message that its author has changed as an answer if it was a
// wrong one. Nothing else that was said is said again by changing it.
func (t *turn) takeEdit() (talk.Plan, error) {
	in := t.Req.Input
	if t.Act.At.Sub(in.Edited) > editFor || in.Name != "" && in.Name != "answer" {
		return nil, nil
	}
	var r play.Round
	var ok bool
	err := t.bot.store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		r, ok, err = t.bot.play.Mistaken(tx, t.Act, in.Edited, in.Text)
		return err
	})
	if err != nil || !ok {
		return nil, err
	}
	return t.judge(r, in.Text)
}
