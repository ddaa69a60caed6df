package announce

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/outbox"
	"reckon/bot/play"
	"reckon/storage"
)

// Answered announces what an answer changed. The message that says who was first is
// returned instead where the person answered at the round's place: it is their reply.
func (a *Announcer) Answered(tx *storage.Tx, c Cause, took play.Taken) (reply *chat.Reply, err error) {
	if took.Led {
		if reply, err = a.first(tx, c, took); err != nil {
			return nil, err
		}
	}
	r := took.Round
	if took.Record != nil && r.Mode().Shared && (c.Ephemeral || !c.isAt(r)) { // else the reply says it
		if err := a.record(tx, c, r, *took.Record); err != nil {
			return nil, err
		}
	}
	switch {
	case took.Changed.Ending != nil:
		err = a.Ended(tx, c.At, *took.Changed.Ending, c.Key, false)
	case r.Daily != 0 && took.Points > 0:
		err = a.showSolver(tx, c.Act, r)
	case took.Stands:
		err = a.progress(tx, c, r, took.Solution)
	}
	return reply, err
}

// first says who was first to answer a round right.
func (a *Announcer) first(tx *storage.Tx, c Cause, took play.Taken) (*chat.Reply, error) {
	r, v, err := took.Round, c.Aloud, error(nil)
	if !c.isAt(r) {
		if v, err = a.voiceFor(tx, r.Community, r.AskerID); err != nil {
			return nil, err
		}
	}
	reply := &chat.Reply{
		Tone: chat.Good, Audience: chat.Everyone, Text: v.Taken(took.Answered, took.Earned, v.Mention(c.Person.Name, c.Person.Key), false),
	}
	board, err := a.Play.Standings(tx, r)
	if err != nil {
		return nil, err
	}
	if len(board) > 0 {
		reply.Text = append(reply.Text, v.Points(board))
	}
	reply.Buttons = [][]chat.Button{{button.Next(v, r)}}
	if took.OpenFor == 0 {
		button.WithExplain(v, reply, took.Verdict.Text)
	}
	if c.isAt(r) {
		return reply, nil
	}
	useful := firstFor
	if r.Lasts > 0 {
		useful = clockFor
	}
	o := storage.Outgoing{
		Nonce: "first:" + c.Key, CommunityID: r.CommunityID, Channel: r.Channel, RoundID: r.ID, Priority: outbox.Play, Expires: c.At.Add(useful),
	}
	return nil, a.Put(tx, c.At, o, "", *reply)
}

// record says that an answer is better than any known.
func (a *Announcer) record(tx *storage.Tx, c Cause, r play.Round, best storage.Record) error {
	v, err := a.voiceFor(tx, r.Community, r.AskerID)
	if err != nil {
		return err
	}
	o := storage.Outgoing{Nonce: "record:" + r.Round.Puzzle + ":" + c.Key, CommunityID: r.CommunityID, Channel: r.Channel}
	return a.Put(tx, c.At, o, "", chat.Reply{Tone: chat.Good, Text: []chat.Line{v.NewRecord(r.Game, best)}})
}
