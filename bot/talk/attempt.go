package talk

import (
	"reckon/bot/announce"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
	"reckon/storage"
)

// Attempts take what people do of a round: answers, hints and giving up.
type Attempts struct {
	Rounds
	Dailies  Dailies
	Pictures Pictures
	Announce *announce.Announcer
}

// ended replies to a request about a round that is over with how it ended.
func (x Attempts) ended(req *Request, tx *storage.Tx, r play.Round, s engine.Solution) (Result, error) {
	reply := chat.Reply{Audience: chat.Asker, Text: []chat.Line{req.Say.Line("late", nil)}}
	if !r.ClosedAt.IsZero() { // else it is to be awarded yet
		e, err := x.Play.Progress(tx, r, s)
		if err != nil {
			return Result{}, err
		}
		reply.Text = append(reply.Text, req.Say.Ending(*e)...)
	}
	reply.Buttons = button.Onward(req.Say, r)
	return Result{Reply: reply, Round: r.ID}, nil
}

func refusedOr(refusal *chat.Reply) Plan {
	if refusal == nil {
		return nil
	}
	return Respond(*refusal)
}
