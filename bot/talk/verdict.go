package talk

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
)

// A manner is how an answer is replied to among people.
type manner struct {
	tone chat.Tone
	mark string // the reaction that may stand for words, where others read along
}

const (
	markWrong  = "🤔"
	markUnread = "🤷"
	markNoted  = "👍"
	markFast   = "⚡"
)

var manners = map[play.What]manner{
	play.Wrong:     {chat.Bad, markWrong},
	play.ShutOut:   {chat.Bad, markWrong},
	play.TooLate:   {mark: "😢"},
	play.Known:     {mark: "👌"}, // right, and nothing new
	play.First:     {chat.Good, "🏆"},
	play.Further:   {chat.Good, "🎉"},
	play.Noted:     {chat.Good, markNoted},
	play.NoBetter:  {chat.Good, markNoted},
	play.Practised: {tone: chat.Good},
}

// justEnded is for how long everyone who plays has just seen how a round ended.
const justEnded = time.Minute

// reaction is the mark that tells a person among others what became of their answer;
// empty where it takes words. A person's first miss takes them, so that they learn what the
// mark means.
func reaction(req *Request, took play.Taken) string {
	r, words, mark := took.Round, false, manners[took.What].mark
	switch took.What {
	case play.Wrong:
		if words = !took.Missed && !req.Act.Sealed; took.Verdict.Outcome == engine.Invalid {
			mark = markUnread
		}
	case play.First: // where there is no match a message tells who was first
		if words = r.Mode().Name == ""; took.Fast {
			mark = markFast
		}
	case play.TooLate:
		words = r.ClosedAt.IsZero() || req.Act.At.Sub(r.ClosedAt) >= justEnded
	case play.Known:
		words = r.Mode().Hidden
	case play.Noted, play.NoBetter: // else the puzzle's message shows it
		words = !r.Mode().Shared || took.Record != nil || took.Openly
	}
	if words || req.Act.Ephemeral {
		return ""
	}
	return mark
}

// verdict tells a person what became of their answer. told is what everyone at the place
// is told instead, in the same message; nil: nothing.
func (x Attempts) verdict(req *Request, took play.Taken, told *chat.Reply) chat.Reply {
	r := took.Round
	switch {
	case told != nil:
		told.Remove = took.OpenFor > 0 && !req.Act.Ephemeral // so that others may still win
		return *told
	case took.What == play.Outsider:
		return outsideReply(req, took.Answered)
	}
	openly, found, v := r.Mode().Hidden && !req.Act.Ephemeral, took.What == play.First || took.What == play.Further, req.Say
	if openly || found && r.Mode().Shared && !r.Mode().Hidden && took.Place <= 1 {
		v = req.Aloud
	}
	// A retry from the form of a private "wrong" message edits that message.
	form, err := x.Seals.Read(req.Input.Data)
	again := req.Input.Kind == chat.Submit && err == nil && form.Act == button.ActAgain
	reply := chat.Reply{
		Text: v.Taken(took.Answered, took.Earned, req.Me(), req.Act.Ephemeral), Tone: manners[took.What].tone, Mark: reaction(req, took),
		Audience: chat.Asker, Edit: again,
	}
	if r.Mode().Hidden {
		elsewhere := req.InPrivate(button.RoundData(x.Seals, button.ActAnswer, r))
		reply.Audience, reply.Otherwise = chat.Secret, &elsewhere
	}
	if openly && took.What != play.TooLate { // it was typed where others read: it is taken away, and not repeated
		reply.Audience, reply.Remove = chat.Everyone, took.Verdict.OnTiles && took.What != play.Wrong
	}
	switch {
	case took.What == play.TooLate:
		reply.Audience = chat.Asker
		if r.Daily == 0 {
			reply.Buttons = button.Onward(req.Say, r)
		}
	case took.What == play.Wrong:
		x.afterMiss(req, took.Answered, &reply)
	case took.Place == 1 && !r.Mode().Hidden: // the first in a puzzle of a race: others may still find it
		reply.Remove = !req.Act.Ephemeral
	case took.Place > 0:
	case r.Mode().Shared && took.What == play.First: // the place is told elsewhere
		reply.Buttons = [][]chat.Button{{button.Next(v, r)}}
		if took.OpenFor == 0 {
			button.WithExplain(v, &reply, took.Verdict.Text)
		}
	case r.Mode().Shared && took.What == play.Practised:
		reply.Remove = !req.Act.Ephemeral // so that others may still win
	case !r.Mode().Shared && (found || took.Ending != nil):
		if found {
			reply.Audience = chat.Secret
		}
		if took.Ending != nil {
			reply.Buttons = button.Onward(v, r)
		}
		button.WithExplain(v, &reply, took.Verdict.Text)
	}
	return reply
}

// afterMiss lets a person who alone is told of a miss try again, and explains the mark
// where others read along.
func (x Attempts) afterMiss(req *Request, a play.Answered, reply *chat.Reply) {
	switch {
	case req.Act.Sealed:
		reply.Text = req.Say.Uncounted(req.Me())
	case a.Tries != 0 && req.Act.Ephemeral && !req.Act.Community.Private:
		reply.Buttons = [][]chat.Button{{{
			Label: req.Say.Phrase("button.again", nil), Icon: button.IconAgain, Data: button.RoundData(x.Seals, button.ActAgain, a.Round),
		}}}
	case !a.Missed && !a.Round.Mode().Hidden && !req.Act.Ephemeral:
		reply.Text = append(reply.Text, req.Say.Line("mark.how", say.With{"mark": markWrong, "answer": say.Strong(req.Say.Phrase("button.answer", nil))}))
	}
}

// outsideReply tells a person that two others play. A right answer that all can read is
// removed; what people say to each other gets no reply.
func outsideReply(req *Request, a play.Answered) chat.Reply {
	right := a.Verdict.Outcome == engine.Right
	if req.Input.Overheard && !right {
		return Silent
	}
	reply := req.Say.Refuse(a.Round.Mode().Name+".others", nil)
	reply.Mark = "🙊"
	reply.Remove = right && !req.Act.Ephemeral
	return reply
}
