package bot

import (
	"fmt"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// The result of a round that people have played together is a picture, too, for whoever
// asks for it. It is posted once: what people edit and reply to stays text.

// withPicture puts a button under how a round ended that posts the picture of it.
func (b *Bot) withPicture(v say.Voice, r *chat.Reply, e play.Ending) {
	if !e.Round.Shared() || len(e.Rows) == 0 || len(r.Buttons) == 0 {
		return
	}
	last := len(r.Buttons) - 1
	r.Buttons[last] = append(r.Buttons[last], chat.Button{
		Label: v.Phrase("button.picture", nil), Icon: button.IconPicture, Data: button.RoundData(b.seals, button.ActPicture, e.Round),
	})
}

// pictureButton posts the picture of a round's result where it was played, unless it is
// there; elsewhere it is shown to the person.
func (t *turn) pictureButton(p command.Press) (talk.Plan, error) {
	r, refusal, err := t.bot.rounds.Meant(t.Turn, talk.Pointer(p))
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	if r.ClosedAt.IsZero() || r.Daily != 0 {
		return talk.Respond(t.OldButton()), nil
	}
	s := t.bot.play.Solve(t.Ctx, r.Puzzle)
	return func(tx *storage.Tx) (talk.Result, error) {
		e, err := t.bot.play.Progress(tx, r, s)
		if err != nil {
			return talk.Result{}, err
		}
		// The text says it all: the fonts may lack letters of a name, and not every network
		// tells who does not see a picture what it shows.
		reply := chat.Reply{
			Text:    append([]chat.Line{{say.Strong(t.Aloud.GameName(r.Game)), {Text: " · " + t.Aloud.Form(r)}}}, t.Aloud.Ending(*e)...),
			Picture: t.bot.pictures.Result(t.Aloud, *e),
		}
		if r.CommunityID != t.Act.Community.ID {
			reply.Audience = chat.Asker
			return talk.Result{Reply: reply}, nil
		}
		return talk.Result{Reply: talk.Silent}, t.bot.post(tx, t.Act.At, storage.Outgoing{
			Nonce: fmt.Sprintf("picture:%d", r.ID), CommunityID: r.CommunityID, Channel: r.Channel, Expires: t.Act.At.Add(resultFor),
		}, reply)
	}, nil
}
