package bot

import (
	"fmt"

	"reckon/bot/card"
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
		Label: v.Phrase("button.picture", nil), Icon: iconPicture, Data: talk.RoundData(b.seals, talk.ActPicture, e.Round),
	})
}

// pictureButton posts the picture of a round's result where it was played, unless it is
// there; elsewhere it is shown to the person.
func (t *turn) pictureButton(p command.Press) (talk.Plan, error) {
	r, refusal, err := t.meant(talk.Pointer(p))
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
			Picture: t.bot.resultPicture(t.Aloud, *e),
		}
		if r.CommunityID != t.Act.Community.ID {
			reply.Audience = chat.Asker
			return talk.Result{Reply: reply}, nil
		}
		return talk.Result{Reply: talk.Silent}, t.bot.post(tx, t.Act.At, storage.Outgoing{
			Nonce: fmt.Sprintf("picture:%d", r.ID), CommunityID: r.CommunityID, Channel: r.Channel, BestBefore: t.Act.At.Add(resultFor),
		}, reply)
	}, nil
}

// resultPicture shows how a round ended.
func (b *Bot) resultPicture(v say.Voice, e play.Ending) *chat.Picture {
	return b.picture(v, resultKind, func(v say.Voice) card.Facts {
		r := e.Round
		face := r.Puzzle.Face()
		out := card.Result{
			Puzzle: card.Puzzle{Title: v.GameName(r.Game), Tiles: face.Tiles, Goal: face.Goal, Level: r.Level},
			Answer: e.Best.Best, Found: isFound(e),
		}
		if r.Level > 0 {
			out.Word = v.Level(r.Level)
		}
		for i, row := range e.Rows {
			out.Rows = append(out.Rows, resultRow(v, e, i, row))
		}
		return out
	})
}

// isFound tells whether somebody has given the best answer, or one as good.
func isFound(e play.Ending) bool {
	return len(e.Rows) > 0 && (e.Round.Game.Rules().Measure == "" || e.Rows[0].Measure <= e.Best.Measure)
}

func resultRow(v say.Voice, e play.Ending, i int, row play.Row) card.Row {
	out := card.Row{Name: v.Mention(row.Player.Name, row.Player.Key).Text, Stars: row.Stars, Hinted: row.Hints > 0}
	out.Detail = v.PartDetail(play.Part{Game: e.Round.Game, Answer: &storage.Answer{Measure: row.Measure}, Elapsed: row.Elapsed, Stars: 0})
	if row.Points > 0 {
		out.Points = v.Phrase("plus", say.With{"points": row.Points})
	}
	if e.Round.Game.Rules().Measure != "" {
		out.Rank = rankOf(e.Rows, i)
	}
	return out
}

// rankOf is the rank of a row among measured ones: equal answers share it.
func rankOf(rows []play.Row, i int) int {
	rank := i + 1
	for rank > 1 && rows[rank-2].Measure == rows[i].Measure {
		rank--
	}
	return rank
}
