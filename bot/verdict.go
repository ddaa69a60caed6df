package bot

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// A manner is how an answer is replied to among people.
type manner struct {
	tone chat.Tone
	mark string // the reaction that may stand for words, where others read along
}

const (
	markWrong = "👎"
	markNoted = "👍"
)

var manners = map[play.What]manner{
	play.Wrong:     {chat.Bad, markWrong},
	play.ShutOut:   {chat.Bad, markWrong},
	play.TooLate:   {mark: "😢"},
	play.Known:     {mark: "👌"}, // right, and nothing new
	play.First:     {tone: chat.Good},
	play.Further:   {chat.Good, "🎉"},
	play.Noted:     {chat.Good, markNoted},
	play.NoBetter:  {chat.Good, markNoted},
	play.Practised: {tone: chat.Good},
}

// justEnded is for how long everyone who plays has just seen how a round ended.
const justEnded = time.Minute

// markOf is the reaction that tells a person among others what became of their answer;
// empty where it takes words. The first miss of a round takes them, so that people learn
// what the mark means.
func (t *turn) markOf(took play.Taken) string {
	r, words := took.Round, false
	switch took.What {
	case play.Wrong:
		words = !took.Missed
	case play.TooLate:
		words = r.ClosedAt.IsZero() || t.Act.At.Sub(r.ClosedAt) >= justEnded
	case play.Noted, play.NoBetter: // else the puzzle's message shows it
		words = !r.Shared() || r.OnClock() || took.Record != nil
	}
	if words || t.Act.Ephemeral {
		return ""
	}
	return manners[took.What].mark
}

// answersAgain reports whether this is a retry from the private "wrong" message; the
// reply then edits that message.
func (t *turn) answersAgain() bool {
	p, err := t.bot.seals.Read(t.Req.Input.Data)
	return t.Req.Input.Kind == chat.Submit && err == nil && p.Act == button.ActAgain
}

// takenReply tells a person what became of their answer.
func (t *turn) takenReply(tx *storage.Tx, took play.Taken) (chat.Reply, error) {
	r := took.Round
	found := took.What == play.First || took.What == play.Further
	switch {
	case took.What == play.Outsider:
		return t.outsideReply(took.Answered), nil
	case found && r.Mode().Pay == mode.PayPlaces:
		return t.placedReply(took), nil
	}
	openly, v := r.Hidden() && !t.Act.Ephemeral, t.Say
	if openly || found && r.Shared() {
		v = t.Aloud
	}
	reply := chat.Reply{
		Text: v.Taken(took.Answered, took.Earned, t.Me(), t.Act.Ephemeral), Tone: manners[took.What].tone, Mark: t.markOf(took),
		Audience: chat.Asker, Edit: t.answersAgain(),
	}
	if r.Hidden() {
		elsewhere := t.bot.rounds.InPrivate(t.Turn, button.ActAnswer, r)
		reply.Audience, reply.Otherwise = chat.Secret, &elsewhere
	}
	if openly && took.What != play.TooLate { // it was typed where others read: it is taken away, and not repeated
		reply.Audience, reply.Remove = chat.Everyone, true
	}
	var err error
	switch took.What {
	case play.TooLate:
		reply.Audience = chat.Asker
		if r.Daily == 0 {
			reply.Buttons = button.Onward(t.Say, r)
		}
		return reply, nil
	case play.Wrong:
		t.afterMiss(took.Answered, &reply)
	case play.First, play.Further:
		err = t.celebrate(tx, took, v, &reply)
	}
	if took.Ending != nil && !r.Shared() {
		reply.Buttons = button.Onward(v, r)
		button.WithExplain(v, &reply, took.Verdict.Text)
	}
	if took.What == play.First && took.OpenFor > 0 || took.What == play.Practised && r.Shared() {
		reply.Remove = !t.Act.Ephemeral // so that others may still win
	}
	return reply, err
}

// afterMiss lets a person who alone is told of a miss try again, and explains the mark
// where others read along.
func (t *turn) afterMiss(a play.Answered, reply *chat.Reply) {
	switch {
	case a.Tries != 0 && t.Act.Ephemeral && !t.Act.Community.Private:
		reply.Buttons = [][]chat.Button{{{
			Label: t.Say.Phrase("button.again", nil), Icon: button.IconAgain, Data: button.RoundData(t.bot.seals, button.ActAgain, a.Round),
		}}}
	case !a.Missed && !a.Round.Hidden() && !t.Act.Ephemeral:
		reply.Text = append(reply.Text, t.Say.Line("mark.how", say.With{"mark": markWrong, "answer": say.Strong(t.Say.Phrase("button.answer", nil))}))
	}
}

// celebrate tells a person's right answer to those who play with them, and what it leads
// to. A further solution is shown by the puzzle's message.
func (t *turn) celebrate(tx *storage.Tx, took play.Taken, v say.Voice, reply *chat.Reply) error {
	r := took.Round
	switch {
	case !r.Shared():
		reply.Audience = chat.Secret
	case took.What == play.Further:
		reply.Audience = chat.Asker
		return nil
	default:
		board, err := t.bot.play.Standings(tx, r)
		if err != nil {
			return err
		}
		reply.Audience, reply.Edit = chat.Everyone, false
		reply.Text = append(reply.Text, v.Points(board))
		reply.Buttons = [][]chat.Button{{button.Next(v, r)}}
	}
	if took.OpenFor == 0 && (took.Ending == nil || r.Shared()) {
		button.WithExplain(v, reply, took.Verdict.Text)
	}
	return nil
}

// placedReply tells everyone who was first in a puzzle of a match, and the others alone
// which place they have. No solution is told: others may still find one.
func (t *turn) placedReply(took play.Taken) chat.Reply {
	v, reply := t.Say, chat.Reply{Tone: chat.Good, Audience: chat.Asker, Mark: t.markOf(took)}
	switch {
	case took.Round.Hidden() && t.Act.Ephemeral:
		reply.Audience = chat.Secret
	case took.What == play.First:
		v, reply.Audience, reply.Remove = t.Aloud, chat.Everyone, !t.Act.Ephemeral
	}
	reply.Text = v.Placed(took, t.Me())
	return reply
}

// outsideReply tells a person that two others play. A right answer that all can read is
// removed; what people say to each other gets no reply.
func (t *turn) outsideReply(a play.Answered) chat.Reply {
	right := a.Verdict.Outcome == engine.Right
	if t.Req.Input.Overheard && !right {
		return talk.Silent
	}
	reply := t.Say.Refuse("duel.others", nil)
	reply.Remove = right && !t.Act.Ephemeral
	return reply
}

// afterAnswer announces to everyone else what an answer changed.
func (t *turn) afterAnswer(tx *storage.Tx, took play.Taken) error {
	r, elsewhere := took.Round, t.Act.Community.ID != took.Round.CommunityID
	announce := func(out storage.Outgoing, text func(say.Voice) []chat.Line) error {
		v, err := t.bot.voiceOf(tx, r)
		if err != nil {
			return err
		}
		out.CommunityID, out.Channel = r.CommunityID, r.Channel
		return t.bot.post(tx, t.Act.At, out, chat.Reply{Tone: chat.Good, Text: text(v)})
	}
	if took.Record != nil && r.Shared() && (elsewhere || t.Act.Ephemeral) {
		out := storage.Outgoing{Nonce: "record:" + r.Round.Puzzle + ":" + t.Req.Key}
		if err := announce(out, func(v say.Voice) []chat.Line { return []chat.Line{v.NewRecord(r.Game, *took.Record)} }); err != nil {
			return err
		}
	}
	switch c := took.Changed; {
	case c.Ending != nil:
		return t.bot.showEnding(tx, t.Act.At, *c.Ending, t.Req.Key, false)
	case r.Daily != 0 && took.Points > 0:
		return t.bot.showSolver(tx, t.Act, r)
	case c.Led && elsewhere:
		out := storage.Outgoing{Nonce: "first:" + t.Req.Key, RoundID: r.ID, Expires: t.Act.At.Add(verdictFor)}
		return announce(out, func(v say.Voice) []chat.Line { return v.Placed(took, t.Me()) })
	case c.Stands:
		return t.bot.showProgress(tx, t.Act.At, r, took.Solution, t.Req.Key)
	}
	return nil
}
