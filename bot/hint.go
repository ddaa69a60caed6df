package bot

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/talk"
	"reckon/storage"
)

func (t *turn) hintCommand(command.Values) (talk.Plan, error) {
	return t.hintFor(play.Pointer{}, false)
}

func (t *turn) hintButton(p command.Press) (talk.Plan, error) {
	return t.hintFor(talk.Pointer(p), p.Act == button.ActMore)
}

// hintFor shows the person alone the next hint and all before it; more edits the message
// that is pressed.
func (t *turn) hintFor(to play.Pointer, more bool) (talk.Plan, error) {
	r, refusal, err := t.bot.rounds.Meant(t.Turn, to)
	if err != nil || refusal != nil {
		return refusedOr(refusal), err
	}
	s, err := t.bot.play.Search(t.Ctx, t.Act.Person, r.Puzzle, play.SolveTime)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		h, err := t.bot.play.Hint(tx, t.Act, r.ID, s)
		if err != nil {
			return talk.Result{}, err
		}
		switch h.What {
		case play.HintOver:
			return t.ended(tx, h.Round, s)
		case play.HintMatch:
			return talk.Result{Reply: t.Say.Refuse("hint.match", nil)}, nil
		}
		if err := t.bot.play.LookAt(tx, t.Act, h.Round); err != nil {
			return talk.Result{}, err
		}
		out := talk.About(h.Round, chat.Reply{Audience: chat.Secret, Edit: more, Text: t.Say.Hinted(h)})
		out.Hint = h.New
		elsewhere := t.bot.rounds.InPrivate(t.Turn, button.ActHint, h.Round)
		out.Otherwise = &elsewhere
		if t.Act.Community.Private { // the puzzle's message shows them
			shown := t.bot.rounds.Show(t.Turn, h.Round)
			out.Edit, out.Face, out.Buttons = true, shown.Face, shown.Buttons
			if h.Next == 0 {
				hint := button.RoundData(t.bot.seals, button.ActHint, h.Round)
				for _, row := range out.Buttons {
					for i := range row {
						row[i].Disabled = row[i].Disabled || row[i].Data == hint
					}
				}
			}
		} else if h.Next > 0 {
			out.Buttons = [][]chat.Button{{{
				Label: t.Say.Phrase("button.more", nil), Icon: button.IconHint, Data: button.RoundData(t.bot.seals, button.ActMore, h.Round),
			}}}
		}
		return out, nil
	}, nil
}
